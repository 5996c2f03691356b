import { reminderContract } from '@servicebook/shared/reminder';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { readReminders, setReminders } from './reminder.service.ts';

export const reminderRoutes = (deps: Deps) =>
  handlers(reminderContract, {
    get: ({ ctx }) => readReminders(deps, ctx),
    set: ({ ctx, body }) => setReminders(deps, ctx, body),
  });
