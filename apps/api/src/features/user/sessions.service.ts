/** Where a user is signed in, and signing out from afar. */
import type { UserSession } from '@servicebook/shared/user';
import Bowser from 'bowser';
import type { Ctx, Deps } from '../../context.ts';
import type { Session } from '../../generated/prisma/client.ts';
import { idleSince } from '../../http/session.ts';
import { AppError } from '../../platform/app-error.ts';

/** The user's living sessions, this one first, then by when they were last used. */
export async function listSessions(deps: Deps, ctx: Ctx): Promise<UserSession[]> {
  const now = deps.clock();
  const rows = await deps.db.of(ctx).session.findMany({
    where: { userId: ctx.userId, expiresAt: { gt: now }, lastSeenAt: { gt: idleSince(now) } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
  });
  return rows
    .map((row) => toUserSession(row, ctx))
    .sort((one, other) => Number(other.current) - Number(one.current));
}

/** @throws AppError NOT_FOUND for a session that is over or not the user's own */
export async function endOneSession(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  const ended = await deps.db.of(ctx).session.deleteMany({ where: { id, userId: ctx.userId } });
  if (ended.count === 0) throw new AppError('NOT_FOUND');
}

export async function endOtherSessions(deps: Deps, ctx: Ctx): Promise<void> {
  await deps.db.of(ctx).session.deleteMany({
    where: { userId: ctx.userId, id: { not: ctx.sessionId } },
  });
}

const toUserSession = (row: Session, ctx: Ctx): UserSession => ({
  id: row.id,
  ...readUserAgent(row.userAgent),
  ip: row.ip,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  current: row.id === ctx.sessionId,
});

const devices = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' } as const;

/** What a browser says of itself, for people. It may say anything. */
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
