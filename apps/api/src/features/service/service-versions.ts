/** Signed versions and their documents. */
import { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import type { ServiceVersion } from '@servicebook/shared/service';
import type { Difference } from '@servicebook/shared/signed-content';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { rowKey } from '../../platform/tenancy.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';
import { verifyAddress } from '../seal/sealed-document.ts';
import { openFile } from '../storage/storage.service.ts';
import { ensureMarkedCopy } from './marked-copy.ts';
import { protocolFileName } from './protocol-file-name.ts';
import { ensureProtocolPdf, isSealed } from './service.jobs.ts';
import { renderProtocol } from './service-document.ts';
import { nameOf } from './service-rows.ts';
import { takeSnapshot } from './service-snapshot.ts';

export async function listVersions(deps: Deps, ctx: Ctx, serviceId: number): Promise<ServiceVersion[]> {
  const db = deps.db.of(ctx);
  await db.service.findUniqueOrThrow({ where: rowKey(ctx, serviceId), select: { id: true } });
  const rows = await db.serviceVersion.findMany({
    where: { serviceId },
    include: {
      signature: true,
      signRequest: { select: { id: true } },
      sealed: { select: { accountId: true, token: true } },
      pdfFile: { select: { sha256: true } },
      userCreated: { select: { id: true, firstName: true, lastName: true } },
    },
    orderBy: { version: 'desc' },
  });
  return rows.flatMap(
    ({
      signature,
      signRequest,
      sealed,
      pdfFile,
      userCreated,
      version,
      createdAt,
      snapshot,
      snapshotSha256,
      differences,
    }) =>
      signature
        ? {
            version,
            createdAt: createdAt.toISOString(),
            user: userCreated,
            signature: {
              kind: signature.kind,
              signerName: signature.signerName,
              signerRole: signature.signerRole,
              signedAt: signature.signedAt.toISOString(),
              ...(signRequest && { atDistance: true }),
            },
            differences: (differences ?? []) as unknown as Difference[],
            snapshotSha256,
            ...ofSnapshot(snapshot),
            pdfSha256: pdfFile?.sha256 ?? null,
            verifyUrl: sealed && verifyAddress(deps.config, sealed),
          }
        : [],
  );
}

function ofSnapshot(text: string): Pick<ServiceVersion, 'attachments' | 'readSha256'> {
  const { attachments, signature } = JSON.parse(text) as ProtocolSnapshot;
  return {
    attachments: attachments?.map(({ filename }) => filename) ?? null,
    readSha256: (signature?.kind === 'DRAWN' && signature.contentSha256) || null,
  };
}

/**
 * The stored document of a signed protocol or of one of its versions. A draft of an unsigned one is drawn now; of a
 * withdrawn one it is the marked copy, and its versions stay as signed.
 */
export async function readProtocolPdf(
  deps: Deps,
  ctx: WorkFor,
  serviceId: number,
  version?: number,
): Promise<FileAnswer> {
  const { accountId } = ctx;
  const db = deps.db.of(ctx);
  const service = await db.service.findUniqueOrThrow({ where: rowKey(ctx, serviceId) });
  if (version === undefined && service.state === 'NEW') {
    const draft = await takeSnapshot(db, ctx, serviceId, null);
    const content = await renderProtocol(deps, draft, null, ctx);
    const filename = protocolFileName({ ...draft, documentNumber: nameOf(service) }, 'draftMark');
    return { content, filename, contentType: 'application/pdf', inline: true };
  }
  const isMarked = version === undefined && service.withdrawnAt !== null;
  const read = () =>
    db.serviceVersion.findUniqueOrThrow({
      where: {
        accountId_serviceId_version: { accountId, serviceId, version: version ?? service.currentVersion },
      },
      select: {
        id: true,
        snapshot: true,
        pdfSha256: true,
        sealed: { select: { sealedAt: true } },
        pdfFile: { select: { key: true, sha256: true } },
        markedFile: { select: { key: true } },
      },
    });
  let stored = await read();
  if (isMarked ? !stored.markedFile : !isSealed(stored)) {
    const { id, pdfFile } = stored;
    if (isMarked) await ensureMarkedCopy(deps, { accountId, serviceId });
    else
      await ensureProtocolPdf(deps, ctx, id).catch((error: unknown) => {
        // What is only not sealed yet can be read.
        if (!pdfFile) throw error;
        deps.log.pdf.error({ err: error, accountId, versionId: id }, 'a document is not sealed');
      });
    stored = await read();
  }
  const file = isMarked ? stored.markedFile : stored.pdfFile;
  if (!file) throw new AppError('NOT_FOUND');
  const filename = protocolFileName(
    ProtocolSnapshot.parse(JSON.parse(stored.snapshot)),
    isMarked ? 'withdrawnMark' : undefined,
  );
  return { ...(await openFile(deps, ctx, file.key)), filename };
}
