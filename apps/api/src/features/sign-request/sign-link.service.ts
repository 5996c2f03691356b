/**
 * What who has a link can do: read the protocol, and sign it. Nobody is signed in; the account is the token's. Reading by a
 * GET changes nothing, because mail scanners open links, too.
 */
import type { DistanceSignInput, LinkState, SignOutcome } from '@servicebook/shared/sign-request';
import { signedLinkDays } from '@servicebook/shared/sign-request';
import type { Deps } from '../../deps.ts';
import { inUse } from '../../platform/account-in-use.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller, Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { networkSource } from '../../platform/network-source.ts';
import { isExpired } from '../../platform/paid-access.ts';
import {
  type AccountDatabase,
  type AccountTransaction,
  inTransaction,
  unwaited,
} from '../../platform/tenancy.ts';
import type { Limit } from '../../platform/throttle.ts';
import { accountOfToken, hashToken } from '../../platform/token.ts';
import { keepNames } from '../name-lock/name-lock.ts';
import { freeze, requirePath } from '../service/service-signing.ts';
import { readProtocolPdf } from '../service/service-versions.ts';
import { isOpen, linkStateOf } from './sign-request-rows.ts';
import { tellOfLimit, tellOfSignature } from './tell-sender.ts';

/** Links that nobody made. A mail scanner and a shared office come with good ones, which do not count. */
const failuresPerNetwork: Limit = { points: 60, seconds: 900 };
const callsPerLink: Limit = { points: 240, seconds: 3600 };
/** Drawing a document takes a while. */
const documentsPerLink: Limit = { points: 30, seconds: 3600 };

/** As much of it as tells browsers apart. */
const longestUserAgent = 300;

const withAll = {
  account: { select: { companyName: true, phone: true, timezone: true, language: true } },
  service: true,
  version: {
    select: {
      version: true,
      createdAt: true,
      signature: { select: { signerName: true, signerRole: true, svgPath: true, signedAt: true } },
      sealed: { select: { accountId: true, token: true } },
    },
  },
  userCreated: {
    select: { firstName: true, lastName: true, planExpired: true, accountPlan: { select: { type: true } } },
  },
} as const;

/** @throws AppError NOT_FOUND */
async function readLink(db: AccountDatabase | AccountTransaction, token: string) {
  const accountId = accountOfToken(token);
  const row =
    accountId === null
      ? null
      : await db.signRequest.findUnique({
          where: { accountId_tokenHash: { accountId, tokenHash: hashToken(token) }, account: inUse },
          include: withAll,
        });
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

export type Link = Awaited<ReturnType<typeof readLink>>;

/** @throws AppError NOT_FOUND for a link that never was, of an account that is closed or deleted; TOO_MANY_ATTEMPTS */
export async function findLink(deps: Deps, { ip }: Pick<Caller, 'ip'>, token: string): Promise<Link> {
  const accountId = accountOfToken(token);
  if (accountId === null) throw new AppError('NOT_FOUND');
  try {
    const link = await readLink(deps.db.of({ accountId }), token);
    await deps.throttle.take('sign-link', hashToken(token), callsPerLink);
    return link;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      await deps.throttle.take('sign-link-ip', networkSource(ip), failuresPerNetwork);
    throw error;
  }
}

/** How a link stands for who has it. */
export async function stateOfLink(
  deps: Deps,
  db: AccountDatabase | AccountTransaction,
  link: Link,
): Promise<LinkState> {
  const now = deps.clock();
  const state = await linkStateOf(db, link, now);
  if (state !== 'WAITING') return state;
  const { planExpired, accountPlan } = link.userCreated;
  return isExpired({ paid: accountPlan.type !== 'FREE', planExpired }, now) ? 'UNAVAILABLE' : state;
}

/** Until when who has signed by it may fetch the document here. */
export const documentUntil = ({ createdAt }: { createdAt: Date }): Date =>
  new Date(createdAt.getTime() + signedLinkDays * 24 * 3_600_000);

/** The page tells that it is on a screen, after it was visible for a moment: a scanner is no reader. */
export async function noteShown(deps: Deps, caller: Caller, token: string): Promise<void> {
  const link = await findLink(deps, caller, token);
  const db = deps.db.of(link);
  if ((await stateOfLink(deps, db, link)) !== 'WAITING') return;
  const now = deps.clock();
  const where = { id: link.id, ...isOpen };
  await db.signRequest.updateMany({ where, data: { lastShownAt: now, ...shownBy(caller) } });
  await db.signRequest.updateMany({ where: { ...where, firstShownAt: null }, data: { firstShownAt: now } });
}

const agentOf = ({ userAgent }: Caller) => userAgent.slice(0, longestUserAgent);
const shownBy = (caller: Caller) => ({ shownIp: caller.ip, shownUserAgent: agentOf(caller) });

/**
 * Signs the protocol. A link that cannot be used any more, or not again, says so. A signature whose answer was lost is
 * confirmed when it is sent again; nobody else's is.
 * @throws AppError NOT_FOUND, SIGNED_PROTOCOL_LIMIT, TOO_MANY_ATTEMPTS; a refused field
 */
export async function signByLink(
  deps: Deps,
  caller: Caller,
  { token, path, ...input }: DistanceSignInput,
): Promise<{ state: SignOutcome }> {
  const { accountId, id, serviceId, userCreatedId } = await findLink(deps, caller, token);
  const drawing = { format: 'SVG_PATH', path: requirePath(path) } as const;
  const ctx: Ctx = {
    ...caller,
    accountId,
    userId: userCreatedId,
    by: input.signerName,
    // Nobody is signed in: who sent the link answers for what the signature brings about.
    roles: ['ROLE_USER'],
    sessionId: 0,
    expired: false,
    closedUntil: null,
    mustChoosePassword: false,
  };
  try {
    return await inTransaction(deps, ctx, async (tx) => {
      await keepNames(tx, ctx);
      await unwaited(tx)`
        SELECT 1 FROM service WHERE account_id = ${accountId} AND id = ${serviceId} FOR UPDATE`;
      await unwaited(tx)`
        SELECT 1 FROM sign_request WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`;
      const link = await readLink(tx, token);
      const state = await stateOfLink(deps, tx, link);
      if (state === 'SIGNED') return { state: isOf(link, { path, ...input }) ? 'SIGNED' : 'ALREADY' };
      if (state !== 'WAITING') return { state };
      const { sentTo, contentSha256, ownSignature } = link;
      const now = deps.clock();
      const shownAt = link.firstShownAt ?? now;
      const serviceVersionId = await freeze(deps, tx, ctx, serviceId, {
        kind: 'DRAWN',
        drawing,
        ...input,
        signedAt: now.toISOString(),
        ownSignature,
        distance: { requestId: id, said: { sentTo, shownAt: shownAt.toISOString(), contentSha256 } },
      });
      await tx.signRequest.updateMany({
        where: { id },
        data: {
          serviceVersionId,
          firstShownAt: shownAt,
          lastShownAt: now,
          ...(!link.shownIp && shownBy(caller)),
          signedIp: caller.ip,
          signedUserAgent: agentOf(caller),
        },
      });
      await tellOfSignature(deps, tx, ctx, id, input.signerName);
      return { state: 'SIGNED' };
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'SIGNED_PROTOCOL_LIMIT') await noteLimit(deps, ctx, id);
    throw error;
  }
}

/** Whether it is the signature that the link was used for. */
function isOf({ version }: Link, given: Omit<DistanceSignInput, 'token'>): boolean {
  const signed = version?.signature;
  return (
    signed?.svgPath === given.path &&
    signed.signerName === given.signerName &&
    signed.signerRole === given.signerRole
  );
}

/** The company hears once that its plan stands in the way of a signature. */
const noteLimit = (deps: Deps, ctx: Ctx, id: number): Promise<void> =>
  inTransaction(deps, ctx, async (tx) => {
    const noted = await tx.signRequest.updateMany({
      where: { id, ...isOpen, limitReachedAt: null },
      data: { limitReachedAt: deps.clock() },
    });
    if (noted.count > 0) await tellOfLimit(deps, tx, ctx, id);
  });

/**
 * The draft as long as it can be signed; then the document as it was signed by this link. Later versions may be for
 * somebody else.
 * @throws AppError NOT_FOUND, TOO_MANY_ATTEMPTS
 */
export async function readLinkedDocument(deps: Deps, caller: Caller, token: string): Promise<FileAnswer> {
  const link = await findLink(deps, caller, token);
  const { accountId, serviceId, version } = link;
  const state = await stateOfLink(deps, deps.db.of(link), link);
  if (state !== 'WAITING' && !(state === 'SIGNED' && version && deps.clock() < documentUntil(version)))
    throw new AppError('NOT_FOUND');
  await deps.throttle.take('sign-link-document', hashToken(token), documentsPerLink);
  return readProtocolPdf(deps, { accountId, gone: caller.gone }, serviceId, version?.version);
}
