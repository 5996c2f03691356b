/** A user's calendar feed: inspections, visits and to-dos at a private address that calendar programs poll. */
import { z } from 'zod';
import { endpoint } from './contract.ts';

/** How many days back and ahead a calendar covers, and its maximum number of entries of each kind, earliest first. */
export const calendarReach = { past: 90, ahead: 400, inspections: 1000, todos: 500, visits: 500 } as const;

/** Whether an address exists, and whether a calendar program has fetched it. The address itself is shown only once. */
export const CalendarFeed = z.object({
  /** Null if there is no address. */
  createdAt: z.string().nullable(),
  lastReadAt: z.string().nullable(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const calendarContract = {
  get: endpoint({
    method: 'get',
    path: '/api/calendar/feed',
    summary: 'Whether the user has a calendar address, and when it was last read',
    access: 'profile.edit',
    openToExpired: true,
    response: CalendarFeed,
  }),
  renew: endpoint({
    method: 'post',
    path: '/api/calendar/feed',
    summary: 'Makes a new calendar address, answered this once; the old one ends',
    access: 'profile.edit',
    openToExpired: true,
    response: CalendarFeed.extend({ address: z.string() }),
  }),
  revoke: endpoint({
    method: 'delete',
    path: '/api/calendar/feed',
    summary: 'Ends the calendar address',
    access: 'profile.edit',
    openToExpired: true,
    response: 'empty',
  }),
  // The token is in the query because our logs store paths, but no queries.
  read: endpoint({
    method: 'get',
    path: '/api/calendar/feed.ics',
    summary: 'The calendar (iCalendar, RFC 5545), for the program that was given the address',
    access: 'public',
    plainLink: true,
    query: z.strictObject({ token: z.string().max(200) }),
    response: 'file',
    media: ['text/calendar'],
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
};
