/** Sessions: an opaque token with its hash in PostgreSQL, shared by any number of servers. */
import { formatLongDay } from '@servicebook/i18n/format.ts';
import type { Role } from '@servicebook/shared/access';
import { Prisma } from '../generated/prisma/client.ts';
import { AppError } from './app-error.ts';
import type { Caller, Clock, Ctx } from './ctx.ts';
import { isExpired } from './paid-access.ts';
import type { SessionCache, SessionRow } from './session-cache.ts';
import type { AccountTransaction, Databases } from './tenancy.ts';
import { accountOfToken, hashToken, newToken } from './token.ts';

interface SessionDeps {
  db: Databases;
  sessions: SessionCache;
  clock: Clock;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Maximum idle time of a session: on a remembered device, and on a shared computer. */
const idle = { remembered: 30 * day, shared: 12 * hour };
/** Maximum lifetime in milliseconds, even if in use. */
export const longestSession = 90 * day;
const touchAfter = 5 * minute;

/**
 * Finds the user of a session token with at most one look-up; null if the session is over, the user was deactivated,
 * or the account is closed and the user is no admin.
 * The user's own timezone, if set, takes precedence over the browser's.
 */
export async function findSession(deps: SessionDeps, caller: Caller, token: string): Promise<Ctx | null> {
  const accountId = accountOfToken(token);
  if (accountId === null) return null;
  const tokenHash = hashToken(token);
  const row = await deps.sessions.get(tokenHash, () => readSession(deps, accountId, tokenHash));
  const now = deps.clock();
  if (!row || row.expiresAt <= now || row.lastSeenAt <= idleSince(now, row)) return null;
  if (row.lastSeenAt < before(now, touchAfter)) {
    row.lastSeenAt = now;
    await deps.db.of({ accountId }).session.updateMany({ where: { id: row.id }, data: { lastSeenAt: now } });
  }
  const roles: Role[] = row.isAdmin ? ['ROLE_ADMIN', 'ROLE_USER'] : ['ROLE_USER'];
  return {
    ...caller,
    accountId,
    userId: row.userId,
    sessionId: row.id,
    roles,
    language: caller.isVisit ? ((row.language ?? caller.language) as Caller['language']) : caller.language,
    timezone: row.timezone ?? caller.timezone,
    expired: isExpired(row, now),
    closedUntil: row.closedUntil,
    mustChoosePassword: row.mustChoosePassword,
  };
}

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

/** Sessions last used before this time are over. */
const idleSince = (now: Date, { remembered }: { remembered: boolean }): Date =>
  before(now, remembered ? idle.remembered : idle.shared);

/** Query condition for sessions that are not over. */
export const isAlive = (now: Date) =>
  ({
    expiresAt: { gt: now },
    OR: [true, false].map((remembered) => ({
      remembered,
      lastSeenAt: { gt: idleSince(now, { remembered }) },
    })),
  }) satisfies Prisma.SessionWhereInput;

async function readSession(
  { db }: SessionDeps,
  accountId: number,
  tokenHash: string,
): Promise<SessionRow | null> {
  const [row] = await db.read<SessionRow>(
    { accountId },
    Prisma.sql`
    SELECT s.id, s.account_id AS "accountId", s.user_id AS "userId", s.last_seen_at AS "lastSeenAt",
           s.expires_at AS "expiresAt", s.remembered, s.must_choose_password AS "mustChoosePassword", u.is_admin AS "isAdmin", u.language, u.timezone, p.type <> 'FREE' AS paid,
           u.plan_expired AS "planExpired", a.retrieval_until::text AS "closedUntil"
      FROM session s
      JOIN app_user u ON u.account_id = s.account_id AND u.id = s.user_id AND u.active
      JOIN account a ON a.id = s.account_id AND a.deleted_at IS NULL AND (a.closed_at IS NULL OR u.is_admin)
      JOIN account_plan p ON p.id = u.account_plan_id
     WHERE s.account_id = ${accountId} AND s.token_hash = ${tokenHash}`,
    'session',
  );
  return row ?? null;
}

/** Says to a user of a closed account what can still be done, and until when. */
export const accountClosed = (until: string, { language }: Pick<Caller, 'language'>): AppError =>
  new AppError('ACCOUNT_CLOSED', { values: { date: formatLongDay(until, language) } });

/** The browser's part of a session. */
export interface OpenedSession {
  token: string;
  /** False: the browser drops it when it closes. */
  remembered: boolean;
}

/** Opens a session and returns its token. */
export async function createSession(
  deps: Pick<SessionDeps, 'db' | 'clock'>,
  caller: Caller,
  user: { accountId: number; id: number },
  {
    remembered = true,
    mustChoosePassword = false,
    db = deps.db.of(user),
  }: { remembered?: boolean; mustChoosePassword?: boolean; db?: Pick<AccountTransaction, 'session'> } = {},
): Promise<string> {
  const token = newToken(user.accountId);
  const now = deps.clock();
  await db.session.create({
    data: {
      accountId: user.accountId,
      userId: user.id,
      tokenHash: hashToken(token),
      userAgent: caller.userAgent.slice(0, 300),
      ip: caller.ip,
      timezone: caller.timezone,
      remembered,
      mustChoosePassword,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + longestSession),
    },
  });
  return token;
}

/**
 * Ends the session of a token, if there is one.
 * @param db unscoped, because the browser's session may belong to any account
 */
export async function endSession(
  token: string | undefined,
  db: Pick<Databases['global'], 'session'>,
): Promise<void> {
  const accountId = token === undefined ? null : accountOfToken(token);
  if (accountId === null) return;
  const where = { accountId, tokenHash: hashToken(token as string) };
  const session = await db.session.findFirst({ where, select: { id: true, userId: true } });
  // With its user, so that nobody else's sessions are read again.
  if (session) await db.session.deleteMany({ where: { accountId, ...session } });
}
