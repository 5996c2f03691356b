/** A protocol is signed on the screen, with or without a network. */
import { readFile } from 'node:fs/promises';
import { ServiceInput, type ServiceProtocol, type SignInput } from '@servicebook/shared/service';
import { differencesOf, type SignedContent, signedContentOf } from '@servicebook/shared/signed-content';
import { type MachineResult, proposedStatus } from '@servicebook/shared/work-facts';
import type { Deps } from '../../deps.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { UploadedFile } from '../../platform/file-transfer.ts';
import { type AccountTransaction, inTransaction, refusing, rowKey } from '../../platform/tenancy.ts';
import { keepNames } from '../name-lock/name-lock.ts';
import { withStoredFile } from '../storage/storage.service.ts';
import { readPicture } from '../storage/upload-content.ts';
import { storeService } from './service.service.ts';
import { performerGone } from './service-performer.ts';
import { readProtocol } from './service-rows.ts';
import { type ReadContent, readSignedContent } from './service-signed-content.ts';
import { confirm, type Drawing, freeze, requirePath } from './service-signing.ts';
import { takeSnapshot } from './service-snapshot.ts';
import { showsInk } from './signature-picture.ts';

/** Signs with a signature drawn on the screen. @throws AppError as `freeze`, and for a drawing that is none */
export async function signService(
  deps: Deps,
  ctx: Ctx,
  id: number,
  input: SignInput,
  upload: UploadedFile | undefined,
): Promise<ServiceProtocol> {
  if (!upload) throw refuseFields({ signature: 'SIGNATURE_REQUIRED' });
  const sign = (drawing: Drawing) =>
    refusing(performerGone, () =>
      inTransaction(deps, ctx, async (tx) => {
        await keepNames(tx, ctx);
        const { signedContent } = input;
        // Signed without a network: it stands as it was signed, so nothing stored since is a reason to refuse it.
        await confirm(tx, ctx, id, signedContent ? { ...input, ...anyState } : input);
        const read = signedContent
          ? await takeSigned(deps, tx, ctx, id, readSignedContent(signedContent, input.signedSha256))
          : await readStored(tx, ctx, id, input.signedSha256);
        await freeze(deps, tx, ctx, id, { kind: 'DRAWN', drawing, read, ...input });
        return readProtocol(tx, ctx, id);
      }),
    );

  const bytes = await readFile(upload.path);
  if (!isPng(bytes)) return sign({ format: 'SVG_PATH', path: requirePath(bytes.toString('utf8')) });
  const content = await readPicture(deps, ctx, bytes, upload.name, maxPictureEdge);
  if (!(await showsInk(content.bytes))) throw refuseFields({ signature: 'SIGNATURE_REQUIRED' });
  return withStoredFile(deps, content, (file) => sign({ format: 'PNG', file }));
}

const anyState = { revision: undefined, contentSha256: undefined };

/** Sharp in its place on the document, and quickly looked at. */
const maxPictureEdge = 2000;

const isPng = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]));

/**
 * What is stored, if it is what was read.
 * @returns undefined if the device did not say what was read
 * @throws AppError SERVICE_CHANGED
 */
async function readStored(
  tx: AccountTransaction,
  ctx: Ctx,
  id: number,
  signedSha256: string | undefined,
): Promise<ReadContent | undefined> {
  if (!signedSha256) return undefined;
  const content = signedContentOf(await takeSnapshot(tx, ctx, id, null));
  const { sha256 } = canonicalJson(content);
  if (sha256 !== signedSha256) throw new AppError('SERVICE_CHANGED');
  return { content, sha256, differences: null };
}

/**
 * Makes the stored protocol what was signed. It must be locked, with the confirmed day and performers.
 * @returns the content with what was different here, which was stored by others since the device last asked
 * @throws AppError SERVICE_CHANGED if a signed file is gone; refused fields if the customer or a machine is
 */
async function takeSigned(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  id: number,
  content: SignedContent,
): Promise<ReadContent> {
  const stored = signedContentOf(await takeSnapshot(tx, ctx, id, null));
  if (content.date !== stored.date) throw refuseFields({ signedContent: 'INVALID' });
  const differences = differencesOf(content, stored);
  if (differences.some(({ field }) => !isOfOthers(field))) await restore(deps, tx, ctx, id, content);
  return { content, sha256: canonicalJson(content).sha256, differences };
}

/** Facts of records that the protocol names: they stay as they are stored. */
const isOfOthers = (field: string) =>
  /^(company|customer|technician|alsoPerformedBy|language|timezone|attachments)\b(?!\.id$)/.test(field);

/** Stores the signed content over what others have stored; the log keeps their values. */
async function restore(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  id: number,
  content: SignedContent,
): Promise<void> {
  const row = await tx.service.findUniqueOrThrow({
    where: rowKey(ctx, id),
    select: {
      date: true,
      customerId: true,
      devices: { select: { deviceId: true, result: true, statusAfter: true } },
    },
  });
  const storedOf = new Map(row.devices.map((device) => [device.deviceId, device]));
  // A status belongs to its result: that of another one says nothing of what was signed.
  const statusAfter = (id: number, result: MachineResult | null) => {
    const stored = storedOf.get(id);
    return stored?.result === result ? stored.statusAfter : result && proposedStatus[result];
  };
  const input = ServiceInput.safeParse({
    id,
    date: row.date.toISOString(),
    type: content.types,
    paymentType: content.paymentType,
    customer: { id: content.customer.id ?? row.customerId },
    faultDescription: content.faultDescription ?? '',
    period: content.period ?? -1,
    devices: content.machines.map((machine) => ({ id: machine.id })),
    actions: content.machines.flatMap((machine) =>
      machine.actions.map((action) => ({ device: { id: machine.id }, ...action })),
    ),
    remarks: content.remarks ?? '',
    recommendations: content.recommendations ?? '',
    workMinutes: content.workMinutes ?? null,
    travelMinutes: content.travelMinutes ?? null,
    kilometres: content.kilometres ?? null,
    results: content.machines.map(({ id: machine, result = null }) => ({
      device: { id: machine },
      result,
      statusAfter: statusAfter(machine, result),
    })),
    partsUsed: content.partsUsed?.map(({ machine, ...part }) => ({
      ...part,
      device: machine === null ? null : { id: machine },
    })),
  });
  if (!input.success) throw refuseFields({ signedContent: 'INVALID' });
  await storeService(deps, tx, ctx, input.data);
}
