/** Mails due reminders to users who want them: each once, with any number of servers. */
import { type ReminderKind, reminderKinds } from '@servicebook/shared/reminder';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { inUse } from '../../platform/account-in-use.ts';
import { handles, remoteKind, runsAt } from '../../platform/jobs.ts';
import { isExpired } from '../../platform/paid-access.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { readDueInspections, readDueTodos } from './due-work.ts';
import { dailyTodosMail, weeklyDigestMail } from './reminder.mail.ts';
import { choiceOf } from './reminder.service.ts';
import { dueOccasion } from './reminder-schedule.ts';

const sendReminder = remoteKind(
  'reminder.send',
  z.object({
    accountId: z.number(),
    userId: z.number(),
    kind: z.enum(reminderKinds),
    /** The recipient's day of the reminder, which stays even if the mail server accepts it a day later. */
    occasion: z.string(),
  }),
);

/** The address of a user who has not signed in yet may be a stranger's. */
const known = { active: true, identity: { claimedAt: { not: null } }, account: inUse };

/** Only users with access to the data. */
const recipientsOf = (kind: ReminderKind, now: Date) => ({
  [choiceOf[kind]]: true,
  ...known,
  OR: [{ accountPlan: { type: 'FREE' as const } }, { planExpired: { gt: now } }],
});

/** Queues every reminder that is due now and was not yet. */
export async function queueReminders(deps: Deps): Promise<void> {
  for (const kind of reminderKinds) await queueKind(deps, kind, deps.clock());
}

async function queueKind(deps: Deps, kind: ReminderKind, now: Date): Promise<void> {
  const users = await deps.db.global.user.findMany({
    where: recipientsOf(kind, now),
    select: { accountId: true, id: true, timezone: true, account: { select: { timezone: true } } },
  });
  const due = users.flatMap(({ accountId, id: userId, timezone, account }) => {
    const occasion = dueOccasion(kind, now, timezone ?? account.timezone);
    return occasion ? [{ accountId, userId, kind, occasion }] : [];
  });
  // Most were sent at the first run of the day; the row's key detects those sent by other servers in the meantime.
  const occasions = [...new Set(due.map(({ occasion }) => occasion))];
  const sent = await deps.db.global.sentReminder.findMany({ where: { kind, occasion: { in: occasions } } });
  const keyOf = ({ accountId, userId, occasion }: { accountId: number; userId: number; occasion: string }) =>
    `${accountId}/${userId}/${occasion}`;
  const done = new Set(sent.map(keyOf));
  for (const reminder of due) if (!done.has(keyOf(reminder))) await queueOnce(deps, reminder);
}

async function queueOnce(deps: Deps, reminder: z.output<typeof sendReminder.payload>): Promise<void> {
  await deps.db.of(reminder).$transaction(async (tx) => {
    const { count } = await tx.sentReminder.createMany({ data: [reminder], skipDuplicates: true });
    if (count === 1) await deps.jobs.enqueue(tx, sendReminder, reminder);
  });
}

/** Mails the state at the time it runs. If nothing is due, there is no mail. */
async function mailReminder(
  deps: Deps,
  { accountId, userId, kind, occasion }: z.output<typeof sendReminder.payload>,
): Promise<void> {
  const db = deps.db.of({ accountId });
  const user = await db.user.findUnique({
    where: { ...rowKey({ accountId }, userId), ...known },
    include: { account: { select: { language: true } }, accountPlan: { select: { type: true } } },
  });
  if (!user?.[choiceOf[kind]]) return;
  const { planExpired, accountPlan } = user;
  if (isExpired({ paid: accountPlan.type !== 'FREE', planExpired }, deps.clock())) return;
  const { publicUrl } = deps.config;
  const mail =
    kind === 'WEEKLY_DIGEST'
      ? weeklyDigestMail(user, await readDueInspections(deps, { accountId }, occasion), publicUrl)
      : dailyTodosMail(user, await readDueTodos(deps, user, occasion), publicUrl);
  if (mail) await deps.mailer.send(mail);
}

export const reminderJobs = (deps: Deps) => [
  // Every quarter of an hour: not everywhere does a new hour begin with UTC's.
  runsAt('reminder.queue', '*/15 * * * *', () => queueReminders(deps)),
  handles(sendReminder, (payload) => mailReminder(deps, payload)),
];
