/** Users' own settings: language, timezone, reminders, notifications. */
import type { NotificationKind } from '@servicebook/shared/notification';
import type { Language } from '@servicebook/shared/primitives';
import type { Reminders } from '@servicebook/shared/reminder';
import type { Deps } from '../../deps.ts';
import type { User } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, inTransaction, rowKey } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';

type Settings = Reminders & {
  language: Language;
  timezone: string;
  notifyInApp: NotificationKind[];
  notifyByMail: NotificationKind[];
};
type OwnSettings = { [Name in keyof Settings]?: Settings[Name] | undefined };

/** Saves the named settings and logs those that changed. @returns the user before the change */
export async function saveOwnSettings(
  tx: AccountTransaction,
  ctx: Ctx,
  settings: OwnSettings,
): Promise<Omit<User, 'passwordHash' | 'pendingPasswordHash'>> {
  const { accountId, userId } = ctx;
  const where = rowKey(ctx, userId);
  await tx.$queryRaw`
    SELECT 1 FROM app_user WHERE account_id = ${accountId} AND id = ${userId} FOR NO KEY UPDATE`;
  const before = await tx.user.findUniqueOrThrow({ where });
  await tx.user.update({ where, data: settings });
  await record(tx, ctx, {
    kind: 'SETTINGS_CHANGED',
    entity: 'user',
    entityId: userId,
    what: before.email,
    changes: changesBetween(before, settings),
  });
  return before;
}

export async function setTimezone(deps: Deps, ctx: Ctx, timezone: string): Promise<void> {
  await inTransaction(deps, ctx, (tx) => saveOwnSettings(tx, ctx, { timezone }));
}

export async function setLanguage(deps: Deps, ctx: Ctx, language: Language): Promise<void> {
  await inTransaction(deps, ctx, (tx) => saveOwnSettings(tx, ctx, { language }));
}
