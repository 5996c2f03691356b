import { clockIn, dateIn, instantIn, monthIn } from '@servicebook/shared/calendar';
import { isTooLong, maxAttachments } from '@servicebook/shared/protocol-length';
import { type ProtocolSnapshot, SignaturePath } from '@servicebook/shared/protocol-snapshot';
import type { SignInput } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import type { Service } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { byOurClock, type Ctx } from '../../platform/ctx.ts';
import { type AccountDatabase, type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { requireDrawing } from '../own-signature/own-signature.service.ts';
import { mailAutomatically } from '../protocol-mail-order/mail-automatically.ts';
import { newSealedDocument } from '../seal/sealed-document.ts';
import type { PendingFile } from '../storage/storage.service.ts';
import { completeVisit } from '../visit/visit-work.ts';
import { renderProtocolPdf } from './service.jobs.ts';
import { changesOf } from './service-changes.ts';
import { lockToNumber } from './service-numbering.ts';
import { performerAtSigning, replaceOthers } from './service-performer.ts';
import { readMissingValues } from './service-required.ts';
import { nameOf } from './service-rows.ts';
import { asSigned, type ReadContent } from './service-signed-content.ts';
import { type SnapshotSignature, takeSnapshot } from './service-snapshot.ts';
import { completeTodos } from './service-todo.ts';
import { applyStatuses } from './service-work-facts.ts';
import { type SignedFor, signedFor } from './signed-for.ts';

export type Drawing = { format: 'SVG_PATH'; path: string } | { format: 'PNG'; file: PendingFile };

/** What a drawn signature brings along. The rest of the input was confirmed before. */
type Signed = Pick<SignInput, 'signerName' | 'signerRole' | 'strokes' | 'signedAt'> &
  Partial<Pick<SignInput, 'consentToLocation' | 'latitude' | 'longitude' | 'ownSignature'>> & {
    /** If the device said what was read. */
    read?: ReadContent | undefined;
  };

/** The link through which it was signed. */
interface Distance {
  requestId: number;
  said: NonNullable<Extract<SnapshotSignature, { kind: 'DRAWN' }>['distance']>;
}

type Signature = { kind: 'PAPER' } | ({ kind: 'DRAWN'; drawing: Drawing; distance?: Distance } & Signed);

/** A long signature has a tenth of it. Older ones may be longer. */
const longestPath = 500_000;

/**
 * The upload as path data. Text that cannot be drawn is refused here: once signed, the
 * document must come about.
 */
export function requirePath(text: string): string {
  const parsed = SignaturePath.max(longestPath).safeParse(text.trim());
  if (!parsed.success) throw refuseFields({ signature: 'INVALID' });
  requireDrawing(parsed.data, 'signature');
  return parsed.data;
}

/** A day alone, as midnight on the company's clock, keeps the time of day; other times count as they are. */
function confirmedMoment(given: string, stored: Date, timezone: string): string {
  const [, day] = /^(.{10})T00:00(?::00(?:\.0+)?)?$/.exec(given) ?? [];
  return instantIn(day ? day + clockIn(stored.toISOString(), timezone).slice(10) : given, timezone);
}

/** What is confirmed before a signature. */
type Confirmation = Pick<
  SignInput,
  'date' | 'performedBy' | 'alsoPerformedBy' | 'revision' | 'contentSha256'
>;

/**
 * Before the signature: who did the work and on which day, with the number following the day.
 * @returns whether that changed the protocol, which is locked now
 * @throws AppError NOT_FOUND, SERVICE_CHANGED, WITHDRAWN_PROTOCOL; a refused field
 */
export async function confirm(
  tx: AccountTransaction,
  ctx: Ctx,
  id: number,
  input: Confirmation,
): Promise<boolean> {
  const seen = await tx.service.findUniqueOrThrow({
    where: rowKey(ctx, id),
    select: { date: true, account: { select: { timezone: true } } },
  });
  const { timezone } = seen.account;
  const confirmed = input.date ? confirmedMoment(input.date, seen.date, timezone) : null;
  // Also without a confirmed date: the company's timezone, and with it the month, may be another by now.
  const month = monthIn(confirmed ?? seen.date.toISOString(), timezone);
  const { before, numbering } = await lockToNumber(tx, ctx, id, { month }, input.revision);
  if (before.state === 'SIGNED') throw new AppError('SERVICE_CHANGED');
  // What is shared with other records or has no revision: names, addresses, files, marks for print.
  if (input.contentSha256 && input.contentSha256 !== (await contentNow(tx, ctx, id)))
    throw new AppError('SERVICE_CHANGED');
  const stored = before.date.toISOString();
  const isOtherDay = confirmed && dateIn(confirmed, timezone) !== dateIn(stored, timezone);
  const data = {
    date: isOtherDay ? new Date(confirmed) : before.date,
    userId: await performerAtSigning(tx, ctx, before, input.performedBy),
    ...numbering,
  };
  const isOtherTeam = input.alsoPerformedBy || data.userId !== before.userId;
  const changes = {
    ...(await changesOf(tx, before, data)),
    ...(isOtherTeam && (await replaceOthers(tx, ctx, { id, userId: data.userId }, input.alsoPerformedBy))),
  };
  if (Object.keys(changes).length === 0) return false;
  const row = await tx.service.update({ where: rowKey(ctx, id), data });
  await record(tx, ctx, { kind: 'CHANGED', entity: 'service', entityId: id, what: nameOf(row), changes });
  return true;
}

/** The hash of what a signature would freeze now. */
export const contentNow = async (
  tx: AccountDatabase | AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  id: number,
): Promise<string> => canonicalJson(await takeSnapshot(tx, ctx, id, null)).sha256;

/**
 * Makes the next version of a protocol from the stored data, and signs it.
 * The row must be locked or new. Counts against the plan, unless it corrects a signed version.
 * @returns the version's id
 * @throws AppError SIGNED_PROTOCOL_LIMIT; PROTOCOL_TOO_LONG; TOO_MANY_ATTACHMENTS; a refused field when the date of
 * service is still to come, or a value is missing that the category asks for
 */
export async function freeze(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  serviceId: number,
  signature: Signature,
): Promise<number> {
  const { accountId, userId } = ctx;
  const before = await tx.service.findUniqueOrThrow({
    where: rowKey(ctx, serviceId),
    include: { account: { select: { timezone: true } } },
  });
  const read = signature.kind === 'DRAWN' ? signature.read : undefined;
  await requireComplete(deps, tx, before, !!read?.differences);
  const version = before.currentVersion + 1;
  const signedAt = signature.kind === 'DRAWN' ? trusted(ctx, signature, deps.clock()) : deps.clock();
  await tx.service.update({
    where: rowKey(ctx, serviceId),
    data: { state: 'SIGNED', currentVersion: version, revision: { increment: 1 } },
  });

  const own = await ownSignatureOf(tx, ctx, before, signature);
  const drawn = asSnapshot(signature, signedAt, deps.clock());
  const { snapshot, fileIds } = await asSigned(
    tx,
    serviceId,
    await takeSnapshot(tx, ctx, serviceId, drawn, own),
    read,
  );
  const counts = await isOtherWork(tx, ctx, snapshot, before);
  requireRoom(snapshot);
  const { text, sha256 } = canonicalJson(snapshot);
  const row = await tx.serviceVersion.create({
    data: {
      accountId,
      serviceId,
      version,
      snapshot: text,
      snapshotSha256: sha256,
      userCreatedId: userId,
      ...(read?.differences?.length && { differences: read.differences as object[] }),
    },
  });
  await newSealedDocument(tx, ctx, { kind: 'PROTOCOL', serviceVersionId: row.id });
  // The files in the snapshot are kept as long as the version; the protocol's lock prevents changes of the files.
  const files = fileIds.map((fileId) => ({ accountId, serviceVersionId: row.id, fileId }));
  if (files.length > 0) await tx.serviceVersionFile.createMany({ data: files });
  await tx.serviceSignature.create({
    data: {
      accountId,
      serviceVersionId: row.id,
      signedAt,
      userCreatedId: userId,
      ...(await toRow(tx, ctx, signature)),
    },
  });
  await record(tx, ctx, { kind: 'SIGNED', entity: 'service', entityId: serviceId, what: nameOf(before) });
  await completeTodos(tx, ctx, serviceId);
  await completeVisit(deps, tx, ctx, before.visitId);
  await applyStatuses(tx, ctx, serviceId, knownAt(signature, signedAt, before));
  // A link that waits for a signature is of no use any more.
  const through = signature.kind === 'DRAWN' ? signature.distance?.requestId : undefined;
  await tx.signRequest.updateMany({
    where: { serviceId, revokedAt: null, serviceVersionId: null, NOT: { id: through ?? 0 } },
    data: { revokedAt: deps.clock() },
  });
  // After all other rows, since others who sign in the month wait for this one until the commit.
  if (counts) await countSigned(deps, tx, ctx);
  await deps.jobs.enqueue(tx, renderProtocolPdf, { accountId, versionId: row.id });
  const { customerId } = before;
  await mailAutomatically(deps, tx, ctx, { versionId: row.id, serviceId, customerId, snapshot });
  return row.id;
}

/**
 * The moment that the statuses of a protocol's machines are from; undefined: now. Without a network, that is when it was
 * signed. Through a link, the customer signs days after it was saved, and has not looked at the machine again.
 */
function knownAt(
  signature: Signature,
  signedAt: Date,
  { updatedAt }: Pick<Service, 'updatedAt'>,
): Date | undefined {
  if (signature.kind !== 'DRAWN') return undefined;
  if (signature.distance) return updatedAt;
  return signature.read?.differences ? signedAt : undefined;
}

/**
 * @param isSigned on a device without a network, so that what the category asks for since then is not asked any more
 * @throws a refused field when the day of service is still to come, or a value is missing */
export async function requireComplete(
  deps: Deps,
  tx: AccountTransaction,
  service: Pick<Service, 'id' | 'date' | 'currentVersion'> & { account: { timezone: string } },
  isSigned = false,
): Promise<void> {
  const dayOf = (moment: Date) => dateIn(moment.toISOString(), service.account.timezone);
  if (dayOf(service.date) > dayOf(deps.clock())) throw refuseFields({ date: 'DATE_IN_FUTURE' });
  if (!isSigned && (await readMissingValues(tx, service)).length > 0)
    throw refuseFields({ actions: 'VALUE_OR_REASON' });
}

/**
 * One that was stored before there were limits: its document might never come about.
 * @throws AppError PROTOCOL_TOO_LONG, TOO_MANY_ATTACHMENTS
 */
export function requireRoom(snapshot: ProtocolSnapshot): void {
  const { machines, attachments = [] } = snapshot;
  const actions = machines.flatMap((machine) => machine.actions);
  if (isTooLong({ ...snapshot, machines: machines.length, actions })) throw new AppError('PROTOCOL_TOO_LONG');
  if (attachments.length > maxAttachments) throw new AppError('TOO_MANY_ATTACHMENTS');
}

/**
 * The signature of who signs in, for the company. Nobody signs for somebody else: it stands with the name of the session's
 * user, who must have done the work. On a paper copy there is a line for the pen.
 * @throws a refused field
 */
async function ownSignatureOf(
  tx: AccountTransaction,
  { userId }: Ctx,
  { id: serviceId, userId: main }: Pick<Service, 'id' | 'userId'>,
  signature: Signature,
): Promise<{ userId: number; path: string } | null> {
  if (signature.kind === 'PAPER' || !signature.ownSignature) return null;
  await requireOwn(tx, { id: serviceId, userId: main }, userId, signature.ownSignature);
  return { userId, path: signature.ownSignature };
}

/** @throws a refused field if the user did not do the work, or the drawing is none */
export async function requireOwn(
  tx: AccountTransaction,
  { id: serviceId, userId: main }: Pick<Service, 'id' | 'userId'>,
  userId: number,
  ownSignature: string,
): Promise<void> {
  const isPerformer =
    main === userId || (await tx.servicePerformer.count({ where: { serviceId, userId } })) > 0;
  if (!isPerformer) throw refuseFields({ ownSignature: 'PERFORMER_NOT_SELECTED' });
  requireDrawing(ownSignature, 'ownSignature');
}

/** Signed with a network, a signature arrives at once; two days are for a lost answer. */
const longestWay = 2 * 24 * 3_600_000;

/**
 * When it was signed, by our clock. A device's clock may be wrong: what it is ahead or behind when it sends is taken off.
 * A time in the future, or one that is too long ago for a signature with a network, is replaced by ours.
 */
function trusted(ctx: Ctx, { signedAt, read }: Signed, now: Date): Date {
  const claimed = byOurClock(ctx, signedAt);
  const age = now.getTime() - claimed.getTime();
  return age < 0 || (!read?.differences && age > longestWay) ? now : claimed;
}

/** Where it was signed: only with the signer's consent, and only a whole position. */
const locationOf = ({ consentToLocation, latitude, longitude }: Signed) =>
  consentToLocation && latitude != null && longitude != null ? { latitude, longitude } : null;

function asSnapshot(signature: Signature, signedAt: Date, now: Date): SnapshotSignature {
  if (signature.kind === 'PAPER') return { kind: 'PAPER', signedAt: signedAt.toISOString() };
  const { signerName, signerRole, drawing, distance, read } = signature;
  return {
    kind: 'DRAWN',
    signerName,
    signerRole: signerRole || null,
    signedAt: signedAt.toISOString(),
    drawing:
      drawing.format === 'SVG_PATH'
        ? drawing
        : { format: 'PNG', fileKey: drawing.file.key, sha256: drawing.file.sha256 },
    ...(read && { contentSha256: read.sha256 }),
    ...(read?.differences && {
      device: { signedAt: new Date(signature.signedAt).toISOString(), receivedAt: now.toISOString() },
    }),
    location: locationOf(signature),
    ...(distance && { distance: distance.said }),
  };
}

async function toRow(tx: AccountTransaction, ctx: Ctx, signature: Signature) {
  if (signature.kind === 'PAPER') return { kind: 'PAPER' as const };
  const { signerName, signerRole, strokes, consentToLocation, drawing } = signature;
  return {
    kind: 'DRAWN' as const,
    signerName,
    signerRole,
    strokes,
    consentToLocation,
    ...locationOf(signature),
    ...(drawing.format === 'SVG_PATH'
      ? { svgPath: drawing.path }
      : { imageFileId: await drawing.file.attach(tx, ctx, { kind: 'SIGNATURE' }) }),
  };
}

/**
 * Whether a signing makes another document than the version before: the first one, one of a machine that was not on it,
 * or one for another customer. A correction of the same work is not, and the number of a signed protocol never changes.
 */
async function isOtherWork(
  tx: AccountTransaction,
  { accountId }: Ctx,
  { machines, customer }: ProtocolSnapshot,
  { id: serviceId, currentVersion: version }: { id: number; currentVersion: number },
): Promise<boolean> {
  if (version === 0) return true;
  const where = { accountId_serviceId_version: { accountId, serviceId, version } };
  const signed = await tx.serviceVersion.findUniqueOrThrow({
    where,
    select: { snapshot: true, returnedAs: true },
  });
  const before = signedFor(signed);
  return (
    !isSameCustomer(customer, before, signed) || machines.some(({ id }) => !before.machines.includes(id))
  );
}

/** Snapshots of the shapes before 3 hold no id: a customer is another one when both names are. */
function isSameCustomer(
  { id, shortName, fullName }: ProtocolSnapshot['customer'],
  before: SignedFor,
  { snapshot }: { snapshot: string },
): boolean {
  if (before.customer !== undefined) return before.customer === id;
  const { customer } = JSON.parse(snapshot) as ProtocolSnapshot;
  return customer.shortName === shortName || customer.fullName === fullName;
}

/** Counts a signing against the plan's month, under a lock, so that parallel requests never pass the limit. */
async function countSigned(deps: Deps, tx: AccountTransaction, ctx: Ctx): Promise<void> {
  const { accountId } = ctx;
  const { account, accountPlan } = await tx.user.findUniqueOrThrow({
    where: rowKey(ctx, ctx.userId),
    select: {
      account: { select: { timezone: true } },
      accountPlan: { select: { signedProtocolsPerMonth: true } },
    },
  });
  const { year, month } = monthIn(deps.clock().toISOString(), account.timezone);
  const [counter] = await tx.$queryRaw<{ signed: number }[]>`
    INSERT INTO signed_counter (account_id, year, month, signed) VALUES (${accountId}, ${year}, ${month}, 1)
    ON CONFLICT (account_id, year, month) DO UPDATE SET signed = signed_counter.signed + 1
    RETURNING signed`;
  const limit = accountPlan.signedProtocolsPerMonth;
  if (limit !== null && counter && counter.signed > limit) throw new AppError('SIGNED_PROTOCOL_LIMIT');
}
