/** Which reminders a user wants. */
import { type ReminderKind, type Reminders, reminderKinds } from '@servicebook/shared/reminder';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import { saveOwnSettings } from '../user/own-settings.service.ts';
import { dueOccasion } from './reminder-schedule.ts';

/** The choice behind each kind, a column of the user. */
export const choiceOf = {
  WEEKLY_DIGEST: 'weeklyDigest',
  DAILY_TODOS: 'dailyTodos',
} as const satisfies Record<ReminderKind, keyof Reminders>;

const select = { weeklyDigest: true, dailyTodos: true } as const;

export const readReminders = (deps: Deps, ctx: Ctx): Promise<Reminders> =>
  deps.db.of(ctx).user.findUniqueOrThrow({ where: rowKey(ctx, ctx.userId), select });

/** A reminder that is turned on in the evening first arrives the next morning: today's counts as sent. */
export async function setReminders(deps: Deps, ctx: Ctx, choices: Partial<Reminders>): Promise<Reminders> {
  const { accountId, userId } = ctx;
  return inTransaction(deps, ctx, async (tx) => {
    const before = await saveOwnSettings(tx, ctx, choices);
    const saved = await tx.user.findUniqueOrThrow({
      where: rowKey(ctx, userId),
      select: { ...select, account: { select: { timezone: true } } },
    });
    const chosen = reminderKinds.filter((kind) => saved[choiceOf[kind]] && !before[choiceOf[kind]]);
    const past = chosen.flatMap((kind) => {
      const occasion = dueOccasion(kind, deps.clock(), before.timezone ?? saved.account.timezone);
      return occasion ? [{ accountId, userId, kind, occasion }] : [];
    });
    await tx.sentReminder.createMany({ data: past, skipDuplicates: true });
    const { weeklyDigest, dailyTodos } = saved;
    return { weeklyDigest, dailyTodos };
  });
}
