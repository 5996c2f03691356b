/** Where a user is signed in, and signing out from elsewhere: one's own sessions, and an employee's by an admin. */
import type { UserSession } from '@servicebook/shared/user';
import Bowser from 'bowser';
import type { Deps } from '../../deps.ts';
import type { Prisma, Session } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { isAlive } from '../../platform/session.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';

/**
 * A user's open sessions, the caller's own one first, then by when they were last used.
 * @throws AppError NOT_FOUND for an unknown user
 */
export async function listSessions(deps: Deps, ctx: Ctx, userId: number): Promise<UserSession[]> {
  const { sessions: rows } = await deps.db.of(ctx).user.findUniqueOrThrow({
    where: rowKey(ctx, userId),
    select: {
      sessions: { where: isAlive(deps.clock()), orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }] },
    },
  });
  return rows
    .map((row) => toUserSession(row, ctx))
    .sort((one, other) => Number(other.current) - Number(one.current));
}

/** @throws AppError NOT_FOUND for a session that is over or not this user's */
export async function endOneSession(
  deps: Deps,
  ctx: Ctx,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  if ((await endSessions(deps, ctx, userId, { id })) === 0) throw new AppError('NOT_FOUND');
}

/** Signs the caller out everywhere else. */
export async function endOtherSessions(deps: Deps, ctx: Ctx): Promise<void> {
  await endSessions(deps, ctx, ctx.userId, { id: { not: ctx.sessionId } });
}

/** Signs a user out everywhere. @throws AppError NOT_FOUND for an unknown user */
export async function endAllSessions(deps: Deps, ctx: Ctx, userId: number): Promise<void> {
  await endSessions(deps, ctx, userId, {});
}

/** Ends sessions of a user, and writes into the log that some were. @returns how many */
const endSessions = (
  deps: Deps,
  ctx: Ctx,
  userId: number,
  which: Pick<Prisma.SessionWhereInput, 'id'>,
): Promise<number> =>
  inTransaction(deps, ctx, async (tx) => {
    const { email } = await tx.user.findUniqueOrThrow({
      where: rowKey(ctx, userId),
      select: { email: true },
    });
    const { count } = await tx.session.deleteMany({ where: { userId, ...which } });
    if (count > 0)
      await record(tx, ctx, { kind: 'SESSIONS_ENDED', entity: 'user', entityId: userId, what: email });
    return count;
  });

const toUserSession = (row: Session, ctx: Ctx): UserSession => ({
  id: row.id,
  ...readUserAgent(row.userAgent),
  ip: row.ip,
  timezone: row.timezone,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  current: row.id === ctx.sessionId,
});

const devices = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' } as const;

/** The readable name of a browser from its user agent, which is not trustworthy. */
export function readUserAgent(userAgent: string): Pick<UserSession, 'device' | 'browser' | 'system'> {
  if (userAgent === '') return { device: 'other', browser: '', system: '' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const main = (version = '') => version.split('.')[0] ?? '';
  // Browsers have frozen what they tell of the version of a desktop's system.
  const isHandheld = platform.type === 'mobile' || platform.type === 'tablet';
  return {
    device: devices[platform.type as keyof typeof devices] ?? 'other',
    browser: `${browser.name ?? ''} ${main(browser.version)}`.trim(),
    system: `${os.name ?? ''} ${isHandheld ? main(os.version) : ''}`.trim(),
  };
}
