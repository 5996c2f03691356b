/** Reminder mails; each user chooses which to receive. */
import { z } from 'zod';
import { endpoint } from './contract.ts';

export const Reminders = z.strictObject({
  /** On Mondays: inspections that are due and warranties at risk. */
  weeklyDigest: z.boolean('INVALID'),
  /** Every morning with to-dos that are due. */
  dailyTodos: z.boolean('INVALID'),
});
export type Reminders = z.infer<typeof Reminders>;

export const reminderKinds = ['WEEKLY_DIGEST', 'DAILY_TODOS'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

export const reminderContract = {
  get: endpoint({
    method: 'get',
    path: '/api/user/reminders',
    summary: 'Which reminders the user wants by mail',
    access: 'profile.edit',
    openToExpired: true,
    response: Reminders,
  }),
  set: endpoint({
    method: 'patch',
    path: '/api/user/reminders',
    summary: 'Chooses reminders; what is left out stays as it is',
    access: 'profile.edit',
    openToExpired: true,
    body: Reminders.partial(),
    response: Reminders,
  }),
};
