/** The private address of a user's calendar: who has it reads without signing in, so only its hash is kept. */
import type { CalendarFeed } from '@servicebook/shared/calendar-feed';
import type { Language } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import type { CalendarFeed as Row } from '../../generated/prisma/client.ts';
import { inUse } from '../../platform/account-in-use.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller, Ctx } from '../../platform/ctx.ts';
import { networkSource } from '../../platform/network-source.ts';
import { isExpired } from '../../platform/paid-access.ts';
import { type AccountTransaction, inTransaction } from '../../platform/tenancy.ts';
import type { Limit } from '../../platform/throttle.ts';
import { accountOfToken, hashToken, newToken } from '../../platform/token.ts';
import { record } from '../audit/audit.service.ts';

/** Programs of one service, such as Google's, come from few addresses and keep asking for revoked calendars. */
const failuresPerNetwork: Limit = { points: 300, seconds: 900 };
/** Programs ask every few minutes at most. */
const readsPerFeed: Limit = { points: 60, seconds: 3600 };

/** Whose calendar it is, and how they read it. */
export interface CalendarReader {
  accountId: number;
  userId: number;
  companyName: string;
  language: Language;
  /** The user's; it decides the current day. */
  timezone: string;
  /** The clock of visits. */
  companyTimezone: string;
  /** The paid access has run out, on this day if it is known. */
  expired: { since: Date } | null;
}

const keyOf = ({ accountId, userId }: Ctx) => ({ accountId_userId: { accountId, userId } });

export async function readFeed(deps: Deps, ctx: Ctx): Promise<CalendarFeed> {
  const row = await deps.db.of(ctx).calendarFeed.findUnique({ where: keyOf(ctx) });
  return row ? toFeed(row) : { createdAt: null, lastReadAt: null };
}

/** Makes a new address in place of an old one, and answers it this once. */
export async function renewFeed(deps: Deps, ctx: Ctx): Promise<CalendarFeed & { address: string }> {
  const { accountId, userId } = ctx;
  const token = newToken(accountId);
  const data = { tokenHash: hashToken(token), createdAt: deps.clock(), lastReadAt: null };
  const row = await inTransaction(deps, ctx, async (tx) => {
    const feed = await tx.calendarFeed.upsert({
      where: keyOf(ctx),
      create: { accountId, userId, ...data },
      update: data,
    });
    await recordAddress(tx, ctx, true);
    return feed;
  });
  return { ...toFeed(row), address: `${deps.config.publicUrl}/api/calendar/feed.ics?token=${token}` };
}

export async function revokeFeed(deps: Deps, ctx: Ctx): Promise<void> {
  await inTransaction(deps, ctx, (tx) => endFeed(tx, ctx));
}

/** Ends the caller's address, if there is one, and says so in the log. */
export async function endFeed(tx: AccountTransaction, ctx: Ctx): Promise<void> {
  const { count } = await tx.calendarFeed.deleteMany({ where: { userId: ctx.userId } });
  if (count > 0) await recordAddress(tx, ctx, false);
}

/** From now on, or no more, the company's plans are read without signing in: its admins may want to know. */
async function recordAddress(tx: Parameters<typeof record>[0], ctx: Ctx, isMade: boolean): Promise<void> {
  const { email } = await tx.user.findUniqueOrThrow({
    where: { accountId_id: { accountId: ctx.accountId, id: ctx.userId } },
    select: { email: true },
  });
  const changes = { calendarFeed: [!isMade, isMade] } satisfies Record<string, [unknown, unknown]>;
  await record(tx, ctx, { kind: 'CHANGED', entity: 'user', entityId: ctx.userId, what: email, changes });
}

/**
 * Finds whose address this is, and notes that it was read.
 * @throws AppError NOT_FOUND for one that never was or is no more, also when its user was deactivated or deleted;
 *   TOO_MANY_ATTEMPTS
 */
export async function findReader(deps: Deps, { ip }: Caller, token: string): Promise<CalendarReader> {
  const accountId = accountOfToken(token);
  if (accountId === null) throw new AppError('NOT_FOUND');
  await deps.throttle.take('calendar-ip', networkSource(ip), failuresPerNetwork);
  const tokenHash = hashToken(token);
  const now = deps.clock();
  const db = deps.db.of({ accountId });
  const row = await db.calendarFeed.findUnique({
    where: {
      accountId_tokenHash: { accountId, tokenHash },
      user: { active: true },
      account: inUse,
    },
    include: { account: true, user: { include: { accountPlan: { select: { type: true } } } } },
  });
  if (!row) throw new AppError('NOT_FOUND');
  await deps.throttle.giveBack('calendar-ip', networkSource(ip), failuresPerNetwork);
  await deps.throttle.take('calendar-feed', tokenHash, readsPerFeed);
  await db.calendarFeed.updateMany({ where: { tokenHash }, data: { lastReadAt: now } });
  const { user, account, userId } = row;
  const { planExpired } = user;
  const paid = user.accountPlan.type !== 'FREE';
  return {
    accountId,
    userId,
    companyName: account.companyName,
    language: (user.language ?? account.language) as Language,
    timezone: user.timezone ?? account.timezone,
    companyTimezone: account.timezone,
    expired: isExpired({ paid, planExpired }, now) ? { since: planExpired ?? row.createdAt } : null,
  };
}

const toFeed = ({ createdAt, lastReadAt }: Row): CalendarFeed => ({
  createdAt: createdAt.toISOString(),
  lastReadAt: lastReadAt?.toISOString() ?? null,
});
