/**
 * Asking the customer for a signature at a distance: a link that is mailed, or copied into another message. It carries the
 * protocol as it is now; whatever changes it ends the link.
 */
import type { Language } from '@servicebook/shared/primitives';
import type {
  MadeSignRequest,
  SignEvidence,
  SignRequest,
  SignRequestInput,
  SignRequests,
} from '@servicebook/shared/sign-request';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, inTransaction, refusing, rowKey } from '../../platform/tenancy.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import { hashToken, newToken } from '../../platform/token.ts';
import { record } from '../audit/audit.service.ts';
import { recipientsOf } from '../customer-contact/recipients.ts';
import { keepNames } from '../name-lock/name-lock.ts';
import { performerGone } from '../service/service-performer.ts';
import { lockService, nameOf } from '../service/service-rows.ts';
import { confirm, requireComplete, requireOwn, requireRoom } from '../service/service-signing.ts';
import { takeSnapshot } from '../service/service-snapshot.ts';
import { mailSignLink } from './sign-request.job.ts';
import { isOpen, remindFrom, senderOf, stateOf, toSignRequest, withSender } from './sign-request-rows.ts';

/** As for announcements: anybody can register a company that pays nothing. */
const linksPerAccount: Limit = { points: 300, seconds: 3600 };
const linksPerFreeAccount: Limit = { points: 30, seconds: 24 * 3600 };
const mailsPerAddress: Limit = { points: 10, seconds: 3600 };

const day = 24 * 3_600_000;

/** @throws when the protocol is not the account's */
export async function findSignRequests(deps: Deps, ctx: Ctx, serviceId: number): Promise<SignRequests> {
  const db = deps.db.of(ctx);
  const { account, customer } = await db.service.findUniqueOrThrow({
    where: rowKey(ctx, serviceId),
    select: {
      account: { select: { language: true, signRequestDays: true } },
      customer: {
        select: {
          shortName: true,
          email: true,
          language: true,
          contacts: { orderBy: [{ isMain: 'desc' }, { id: 'asc' }], select: { name: true, email: true } },
        },
      },
    },
  });
  const last = await db.signRequest.findFirst({
    where: { serviceId },
    orderBy: { id: 'desc' },
    include: withSender,
  });
  return {
    current: last && (await toSignRequest(db, last, deps.clock())),
    recipients: recipientsOf(customer),
    language: (customer.language ?? account.language) as Language,
    days: account.signRequestDays,
  };
}

/**
 * Makes a link to the protocol as it was read. Who did the work, and when, is confirmed before, as at the machine.
 * @throws AppError NOT_FOUND, SERVICE_CHANGED, WITHDRAWN_PROTOCOL, PROTOCOL_TOO_LONG, TOO_MANY_ATTACHMENTS,
 * TOO_MANY_ATTEMPTS; a refused field
 */
export async function requestSignature(
  deps: Deps,
  ctx: Ctx,
  serviceId: number,
  input: SignRequestInput,
): Promise<MadeSignRequest> {
  const { email, language, ownSignature = null } = input;
  // A link to copy is made here, a mailed one by the job that mails it: nothing else ever has it.
  const token = email === null ? newToken(ctx.accountId) : null;
  return counting(deps, ctx, email, () =>
    refusing(performerGone, () =>
      inTransaction(deps, ctx, async (tx) => {
        await keepNames(tx, ctx);
        if (await confirm(tx, ctx, serviceId, input))
          await tx.service.update({ where: rowKey(ctx, serviceId), data: { revision: { increment: 1 } } });
        const service = await tx.service.findUniqueOrThrow({
          where: rowKey(ctx, serviceId),
          include: { account: { select: { timezone: true } } },
        });
        await requireComplete(deps, tx, service);
        if (ownSignature) await requireOwn(tx, service, ctx.userId, ownSignature);
        const snapshot = await takeSnapshot(tx, ctx, serviceId, null);
        requireRoom(snapshot);
        const request = await makeRequest(deps, tx, ctx, {
          serviceId,
          revision: service.revision,
          contentSha256: canonicalJson(snapshot).sha256,
          tokenHash: token && hashToken(token),
          sentTo: email,
          language,
          ownSignature,
          userCreatedId: ctx.userId,
        });
        const changes = { signatureRequested: [null, email ?? 'link'] } satisfies Record<
          string,
          [unknown, unknown]
        >;
        const what = nameOf(service);
        await record(tx, ctx, { kind: 'CHANGED', entity: 'service', entityId: serviceId, what, changes });
        return { request, address: token && `${deps.config.publicUrl}/sign/${token}` };
      }),
    ),
  );
}

/**
 * The same once more, with a new link: of the former one only the hash is known.
 * @throws AppError NOT_FOUND for one that was copied, or is over; SERVICE_CHANGED; TOO_MANY_ATTEMPTS
 */
export async function remindOfSignature(deps: Deps, ctx: Ctx, id: number): Promise<SignRequest> {
  const { sentTo: address, serviceId } = await deps.db.of(ctx).signRequest.findUniqueOrThrow({
    where: rowKey(ctx, id),
    select: { sentTo: true, serviceId: true },
  });
  return counting(deps, ctx, address, () =>
    inTransaction(deps, ctx, async (tx) => {
      await keepNames(tx, ctx);
      const service = await lockService(tx, ctx, serviceId);
      const row = await tx.signRequest.findUniqueOrThrow({ where: rowKey(ctx, id), include: withSender });
      const now = deps.clock();
      const state = await stateOf(tx, row, now);
      if (state === 'CHANGED') throw new AppError('SERVICE_CHANGED');
      if (row.sentTo === null || (state !== 'WAITING' && state !== 'EXPIRED'))
        throw new AppError('NOT_FOUND');
      const wait = remindFrom(row).getTime() - now.getTime();
      if (wait > 0) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / 1000) });
      const { revision, contentSha256, sentTo, language, ownSignature, userCreatedId } = row;
      const again = { serviceId, revision, contentSha256, sentTo, language, ownSignature, userCreatedId };
      const request = await makeRequest(deps, tx, ctx, { ...again, tokenHash: null });
      const changes = { signatureReminded: [null, sentTo] } satisfies Record<string, [unknown, unknown]>;
      const what = nameOf(service);
      await record(tx, ctx, { kind: 'CHANGED', entity: 'service', entityId: serviceId, what, changes });
      return request;
    }),
  );
}

/** Ends one that waits. One that is over stays as it is. */
export const revokeSignRequest = (deps: Deps, ctx: Ctx, id: number): Promise<void> =>
  inTransaction(deps, ctx, async (tx) => {
    const { service, sentTo } = await tx.signRequest.findUniqueOrThrow({
      where: rowKey(ctx, id),
      include: { service: true },
    });
    const ended = await tx.signRequest.updateMany({
      where: { id, ...isOpen },
      data: { revokedAt: deps.clock() },
    });
    if (ended.count === 0) return;
    const changes = { signatureRequested: [sentTo ?? 'link', null] } satisfies Record<
      string,
      [unknown, unknown]
    >;
    const what = nameOf(service);
    await record(tx, ctx, { kind: 'CHANGED', entity: 'service', entityId: service.id, what, changes });
  });

/** What is kept of the signatures of a protocol that were given at a distance. */
export async function listEvidence(deps: Deps, ctx: Ctx, serviceId: number): Promise<SignEvidence[]> {
  const db = deps.db.of(ctx);
  await db.service.findUniqueOrThrow({ where: rowKey(ctx, serviceId), select: { id: true } });
  const rows = await db.signRequest.findMany({
    where: { serviceId, serviceVersionId: { not: null } },
    orderBy: { id: 'desc' },
    include: {
      ...withSender,
      version: { select: { version: true, signature: { select: { signedAt: true } } } },
    },
  });
  return rows.flatMap(({ version, ...row }) =>
    version?.signature
      ? {
          version: version.version,
          sentTo: row.sentTo,
          sentBy: senderOf(row),
          createdAt: row.createdAt.toISOString(),
          firstShownAt: row.firstShownAt?.toISOString() ?? null,
          lastShownAt: row.lastShownAt?.toISOString() ?? null,
          shownIp: row.shownIp,
          shownUserAgent: row.shownUserAgent,
          signedAt: version.signature.signedAt.toISOString(),
          signedIp: row.signedIp,
          signedUserAgent: row.signedUserAgent,
          contentSha256: row.contentSha256,
        }
      : [],
  );
}

interface Made {
  serviceId: number;
  revision: number;
  contentSha256: string;
  tokenHash: string | null;
  sentTo: string | null;
  language: string;
  ownSignature: string | null;
  userCreatedId: number;
}

/** A new one in place of one that waits. The protocol must be locked. */
async function makeRequest(
  deps: Deps,
  tx: AccountTransaction,
  { accountId }: Ctx,
  made: Made,
): Promise<SignRequest> {
  const now = deps.clock();
  const { signRequestDays } = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { signRequestDays: true },
  });
  await tx.signRequest.updateMany({
    where: { serviceId: made.serviceId, ...isOpen },
    data: { revokedAt: now },
  });
  const expiresAt = new Date(now.getTime() + signRequestDays * day);
  const row = await tx.signRequest.create({
    data: { accountId, ...made, createdAt: now, expiresAt },
    include: withSender,
  });
  if (made.sentTo !== null) await deps.jobs.enqueue(tx, mailSignLink, { accountId, requestId: row.id });
  return toSignRequest(tx, row, now);
}

/** Counts a link, and takes the count back when none was made. @throws AppError TOO_MANY_ATTEMPTS */
async function counting<Result>(
  deps: Deps,
  ctx: Ctx,
  email: string | null,
  make: () => Promise<Result>,
): Promise<Result> {
  const { accountPlan } = await deps.db.of(ctx).user.findUniqueOrThrow({
    where: rowKey(ctx, ctx.userId),
    select: { accountPlan: { select: { type: true } } },
  });
  const account = String(ctx.accountId);
  const counters: Parameters<Throttle['take']>[] = [
    accountPlan.type === 'FREE'
      ? ['sign-request-free-account', account, linksPerFreeAccount]
      : ['sign-request-account', account, linksPerAccount],
  ];
  if (email !== null) counters.push(['sign-request-address', `${account} ${email}`, mailsPerAddress]);
  const counted: typeof counters = [];
  try {
    for (const counter of counters) {
      await deps.throttle.take(...counter);
      counted.push(counter);
    }
    return await make();
  } catch (error) {
    for (const counter of counted) await deps.throttle.giveBack(...counter);
    throw error;
  }
}
