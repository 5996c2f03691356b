/** A user's notifications, and which of them they want. */
import {
  type Notification,
  NotificationContent,
  type NotificationSearch,
  type NotificationSettings,
} from '@servicebook/shared/notification';
import { type Page, toPage } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import { saveOwnSettings } from '../user/own-settings.service.ts';

const listed = ({ userId }: Ctx) => ({ userId, inApp: true });
const unread = (ctx: Ctx) => ({ ...listed(ctx), readAt: null });

/** Newest first. */
export async function searchNotifications(
  deps: Deps,
  ctx: Ctx,
  { unread: onlyUnread, page, size }: NotificationSearch,
): Promise<Page<Notification>> {
  const db = deps.db.of(ctx);
  const where = onlyUnread ? unread(ctx) : listed(ctx);
  const [rows, total] = await Promise.all([
    db.notification.findMany({ where, orderBy: { id: 'desc' }, skip: page * size, take: size }),
    db.notification.count({ where }),
  ]);
  const idsOf = (ids: (number | null)[]) => ids.filter((id) => id !== null);
  const [visits, services] = await Promise.all([
    db.visit.findMany({
      where: { id: { in: idsOf(rows.map(({ visitId }) => visitId)) } },
      select: { id: true },
    }),
    db.service.findMany({
      where: { id: { in: idsOf(rows.map(({ serviceId }) => serviceId)) } },
      select: {
        id: true,
        devices: { orderBy: { position: 'asc' }, take: 1, select: { deviceId: true } },
      },
    }),
  ]);
  const protocolOf = (serviceId: number | null) => {
    const found = services.find(({ id }) => id === serviceId);
    const [machine] = found?.devices ?? [];
    return found && machine ? { id: found.id, device: { id: machine.deviceId } } : null;
  };
  const content = rows.map(({ id, kind, visitId, serviceId, content, createdAt, readAt }) => ({
    ...NotificationContent.parse(content),
    id,
    kind,
    visit: visits.find((visit) => visit.id === visitId) ?? null,
    service: protocolOf(serviceId),
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  }));
  return toPage(content, total, page, size);
}

export const countUnread = async (deps: Deps, ctx: Ctx): Promise<{ count: number }> => ({
  count: await deps.db.of(ctx).notification.count({ where: unread(ctx) }),
});

/** @throws AppError NOT_FOUND */
export async function readNotification(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await requireOwn(deps, ctx, id);
  await markRead(deps, ctx, id);
}

/** Those that arrived after the newest one on the screen stay unread. @throws AppError NOT_FOUND */
export async function readNotifications(deps: Deps, ctx: Ctx, { upTo }: { upTo: number }): Promise<void> {
  await requireOwn(deps, ctx, upTo);
  await markRead(deps, ctx, { lte: upTo });
}

async function requireOwn(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  const own = await deps.db.of(ctx).notification.count({ where: { ...listed(ctx), id } });
  if (own === 0) throw new AppError('NOT_FOUND');
}

const markRead = (deps: Deps, ctx: Ctx, id: number | { lte: number }) =>
  deps.db.of(ctx).notification.updateMany({ where: { ...unread(ctx), id }, data: { readAt: deps.clock() } });

const chosen = { notifyInApp: true, notifyByMail: true } as const;

export async function readNotificationSettings(deps: Deps, ctx: Ctx): Promise<NotificationSettings> {
  const user = await deps.db
    .of(ctx)
    .user.findUniqueOrThrow({ where: rowKey(ctx, ctx.userId), select: chosen });
  return { inApp: user.notifyInApp, byMail: user.notifyByMail };
}

export async function setNotificationSettings(
  deps: Deps,
  ctx: Ctx,
  { inApp, byMail }: Partial<NotificationSettings>,
): Promise<NotificationSettings> {
  await inTransaction(deps, ctx, (tx) =>
    saveOwnSettings(tx, ctx, { notifyInApp: inApp, notifyByMail: byMail }),
  );
  return readNotificationSettings(deps, ctx);
}
