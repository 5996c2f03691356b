/** The ends of paid access, and the reminders before them. */
import { dateIn, daysBetween } from '@servicebook/shared/calendar';
import type { AccountTransaction } from '../../platform/tenancy.ts';

/** Days before the end: admins are told about all users, others about themselves. */
const stages = { ACCESS_END: [14, 3, 0], OWN_ACCESS_END: [3] } as const;
export type ReminderKind = keyof typeof stages;
export const kindFor = ({ isAdmin }: { isAdmin: boolean }): ReminderKind =>
  isAdmin ? 'ACCESS_END' : 'OWN_ACCESS_END';

const day = 24 * 3_600_000;

export interface AccessEnd {
  userId: number;
  planExpired: Date;
  /** The day of the account's calendar on which it ends. */
  date: string;
}

/** A condition on users: paid access that may be worth a reminder. Wide by a day each way, for the world's calendars. */
export const endsSoon = (now: Date) => ({
  planExpired: { gte: new Date(now.getTime() - day), lte: new Date(now.getTime() + 15 * day) },
  accountPlan: { type: { not: 'FREE' as const } },
});

/** All of an account that end soon. */
export async function accessEndsOf(
  db: Pick<AccountTransaction, 'user'>,
  { now, timezone }: { now: Date; timezone: string },
): Promise<AccessEnd[]> {
  const users = await db.user.findMany({
    where: endsSoon(now),
    select: { id: true, planExpired: true },
    orderBy: [{ planExpired: 'asc' }, { id: 'asc' }],
  });
  return users.flatMap(({ id: userId, planExpired }) =>
    planExpired ? [{ userId, planExpired, date: dateIn(planExpired.toISOString(), timezone) }] : [],
  );
}

/** The days left to an end on the calendar of who reads it; negative when it is past. */
export const daysLeft = (planExpired: Date, now: Date, timezone: string): number =>
  daysBetween(dateIn(now.toISOString(), timezone), dateIn(planExpired.toISOString(), timezone));

/**
 * The reminder that an end calls for now: its day and the stage reached. A stage lasts until the next one, so a server
 * that was down on the day sends it later.
 * @param left as `daysLeft` counts them
 */
export function occasionOf(kind: ReminderKind, { date }: AccessEnd, left: number): string | null {
  if (left < 0) return null;
  const stage = stages[kind].findLast((days) => left <= days);
  return stage === undefined ? null : `${date}/${stage}`;
}
