import { calendarContract } from '@servicebook/shared/calendar-feed';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { findReader, readFeed, renewFeed, revokeFeed } from './calendar.service.ts';
import { readCalendar } from './calendar-content.ts';

export const calendarRoutes = (deps: Deps) =>
  handlers(calendarContract, {
    get: ({ ctx }) => readFeed(deps, ctx),
    renew: ({ ctx }) => renewFeed(deps, ctx),
    revoke: ({ ctx }) => revokeFeed(deps, ctx),
    read: async ({ ctx, query }) => ({
      content: new TextEncoder().encode(await readCalendar(deps, await findReader(deps, ctx, query.token))),
      filename: 'servicebook.ics',
      contentType: 'text/calendar; charset=utf-8',
      inline: true,
    }),
  });
