import { clockIn } from '@servicebook/shared/calendar';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { inUse } from '../../platform/account-in-use.ts';
import { handles, remoteKind, runsAt } from '../../platform/jobs.ts';
import { type AccountTransaction, inTransaction, rowKey } from '../../platform/tenancy.ts';
import { accessEndMail, ownAccessEndMail } from './access-end.mail.ts';
import {
  type AccessEnd,
  accessEndsOf,
  daysLeft,
  endsSoon,
  kindFor,
  occasionOf,
} from './access-end.service.ts';

/** The first hour of a recipient's day in which a mail is welcome. */
const morning = 8;

export const mailAccessEnd = remoteKind(
  'plan.mail-access-end',
  z.object({ accountId: z.number(), userId: z.number(), occasions: z.array(z.string()) }),
);

/** Sends all reminders that are due, in all accounts. Runs every hour, because it is always morning somewhere. */
export async function remindOfAccessEnds(deps: Deps): Promise<void> {
  const now = deps.clock();
  const accounts = await deps.db.global.user.findMany({
    where: { ...endsSoon(now), account: inUse },
    select: { accountId: true, account: { select: { timezone: true } } },
    distinct: ['accountId'],
    orderBy: { accountId: 'asc' },
  });
  for (const { accountId, account } of accounts)
    await inTransaction(deps, { accountId, userId: 0 }, (tx) =>
      remindAccount(deps, tx, { accountId, now, timezone: account.timezone }),
    );
}

async function remindAccount(
  deps: Deps,
  tx: AccountTransaction,
  { accountId, ...at }: { accountId: number; now: Date; timezone: string },
): Promise<void> {
  const ends = await accessEndsOf(tx, at);
  const recipients = await tx.user.findMany({
    where: { active: true, OR: [{ isAdmin: true }, { id: { in: ends.map(({ userId }) => userId) } }] },
    select: { id: true, isAdmin: true, timezone: true },
    orderBy: { id: 'asc' },
  });
  for (const recipient of recipients) {
    const timezone = recipient.timezone ?? at.timezone;
    if (Number(clockIn(at.now.toISOString(), timezone).slice(11, 13)) < morning) continue;
    const kind = kindFor(recipient);
    const occasions = concerning(ends, recipient).flatMap(
      (end) => occasionOf(kind, end, daysLeft(end.planExpired, at.now, timezone)) ?? [],
    );
    const first = await tx.sentReminder.createManyAndReturn({
      data: [...new Set(occasions)].map((occasion) => ({ accountId, userId: recipient.id, kind, occasion })),
      skipDuplicates: true,
    });
    if (first.length === 0) continue;
    const payload = { accountId, userId: recipient.id, occasions: first.map(({ occasion }) => occasion) };
    await deps.jobs.enqueue(tx, mailAccessEnd, payload);
  }
}

/** Admins are told about all users' access, others about their own. */
const concerning = (ends: AccessEnd[], recipient: { id: number; isAdmin: boolean }) =>
  ends.filter(({ userId }) => recipient.isAdmin || userId === recipient.id);

/** Mails the occasions that still apply: users with extended access are left out, and without any left no mail is sent. */
async function mailReminder(
  deps: Deps,
  { accountId, userId, occasions }: { accountId: number; userId: number; occasions: string[] },
): Promise<void> {
  const db = deps.db.of({ accountId });
  const recipient = await db.user.findUnique({
    where: { ...rowKey({ accountId }, userId), account: inUse },
    include: { account: { select: { language: true, timezone: true } } },
  });
  if (!recipient?.active) return;
  const now = deps.clock();
  const all = await accessEndsOf(db, { now, timezone: recipient.account.timezone });
  const ends = concerning(all, recipient).filter(({ date }) =>
    occasions.some((occasion) => occasion.startsWith(`${date}/`)),
  );
  if (ends.length === 0) return;
  const at = { now, timezone: recipient.timezone ?? recipient.account.timezone };
  if (!recipient.isAdmin) {
    for (const { planExpired } of ends) await deps.mailer.send(ownAccessEndMail(recipient, planExpired, at));
    return;
  }
  const named = await db.user.findMany({
    where: { id: { in: ends.map(({ userId }) => userId) } },
    select: { id: true, firstName: true, lastName: true, email: true, planExpired: true },
    orderBy: [{ planExpired: 'asc' }, { lastName: 'asc' }, { id: 'asc' }],
  });
  await deps.mailer.send(accessEndMail(recipient, named, at, deps.config.publicUrl));
}

export const accessEndJobs = (deps: Deps) => [
  runsAt('plan.remind-of-access-ends', '5 * * * *', () => remindOfAccessEnds(deps)),
  handles(mailAccessEnd, (payload) => mailReminder(deps, payload)),
];
