import { notificationContract } from '@servicebook/shared/notification';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  countUnread,
  readNotification,
  readNotificationSettings,
  readNotifications,
  searchNotifications,
  setNotificationSettings,
} from './notification.service.ts';

export const notificationRoutes = (deps: Deps) =>
  handlers(notificationContract, {
    search: ({ ctx, body }) => searchNotifications(deps, ctx, body),
    unread: ({ ctx }) => countUnread(deps, ctx),
    read: ({ ctx, params }) => readNotification(deps, ctx, params.id),
    readAll: ({ ctx, body }) => readNotifications(deps, ctx, body),
    settings: ({ ctx }) => readNotificationSettings(deps, ctx),
    setSettings: ({ ctx, body }) => setNotificationSettings(deps, ctx, body),
  });
