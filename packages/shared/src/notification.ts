/**
 * Notifications: what a user is told about a visit that somebody else changed, or about a protocol that was signed at a
 * distance.
 */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { id, idParams, instant, pageOf } from './primitives.ts';

export const notificationKinds = [
  /** You go there. */
  'ASSIGNED',
  /** Something about a visit of yours is different. */
  'CHANGED',
  /** You no longer go there; others may. */
  'TAKEN',
  /** Nobody goes there. */
  'CANCELLED',
  'NOTE',
  /** A visit that you planned is done. */
  'DONE',
  /** A technician of a visit that you planned was deactivated: somebody else has to go. */
  'LEFT',
  /** A customer has signed a protocol through a link. */
  'SIGNED',
] as const;
export const NotificationKind = z.enum(notificationKinds, 'INVALID');
export type NotificationKind = z.infer<typeof NotificationKind>;

/** What can change about a visit; `work` is what to do there, `point` the place on the map. */
export const visitFields = [
  'state',
  'day',
  'window',
  'customer',
  'address',
  'point',
  'machines',
  'work',
  'technicians',
] as const;
export type VisitField = (typeof visitFields)[number];

/** Whether it is only said that a field changed, and not from what to what. */
export const isOnlyNamed = (field: VisitField): boolean => field === 'work' || field === 'point';

const Change = z.object({
  field: z.enum(visitFields),
  /** A day is `YYYY-MM-DD`, a state one of a visit; empty: none, or too long to be repeated. */
  before: z.string(),
  after: z.string(),
});
export type VisitChange = z.infer<typeof Change>;

/** The visit or protocol as it was when the user was told about it. */
export const NotificationContent = z.object({
  /** Who did it, by name; of a signature who signed. */
  by: z.string(),
  customer: z.string(),
  day: z.string().nullable(),
  /** The time window; empty: none. */
  window: z.string(),
  changes: z.array(Change),
  /**
   * The note, or why the visit was cancelled; of a change, why it did not take place and is to be planned again; of a
   * signed protocol, its number.
   */
  text: z.string(),
});
export type NotificationContent = z.infer<typeof NotificationContent>;

export const Notification = NotificationContent.extend({
  id: z.number(),
  kind: NotificationKind,
  /** Null once the visit is deleted, and of a protocol. */
  visit: z.object({ id: z.number() }).nullable(),
  /** The signed protocol, with the machine by which it is opened. Null: it is about a visit. */
  service: z.object({ id: z.number(), device: z.object({ id: z.number() }) }).nullable(),
  createdAt: instant,
  readAt: instant.nullable(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationSearch = z.strictObject({
  unread: z.boolean('INVALID').default(false),
  page: z.number().int().min(0).max(1_000_000).default(0),
  size: z.number().int().min(1).max(100).default(20),
});
export type NotificationSearch = z.output<typeof NotificationSearch>;

const kinds = z
  .array(NotificationKind)
  .max(notificationKinds.length)
  .overwrite((chosen) => notificationKinds.filter((kind) => chosen.includes(kind)));
export const NotificationSettings = z.strictObject({ inApp: kinds, byMail: kinds });
export type NotificationSettings = z.output<typeof NotificationSettings>;

export const notificationContract = {
  search: endpoint({
    method: 'post',
    path: '/api/notification/search',
    summary: 'A page of the user’s notifications, newest first',
    access: 'account.read',
    body: NotificationSearch,
    response: pageOf(Notification),
  }),
  unread: endpoint({
    method: 'get',
    path: '/api/notification/unread',
    summary: 'How many notifications the user has not read',
    access: 'account.read',
    response: z.object({ count: z.number() }),
  }),
  read: endpoint({
    method: 'patch',
    path: '/api/notification/read/{id}',
    summary: 'Marks a notification of the user as read',
    access: 'account.read',
    params: idParams,
    response: 'empty',
  }),
  readAll: endpoint({
    method: 'patch',
    path: '/api/notification/readAll',
    summary: 'Marks all notifications of the user as read, up to the newest one they have seen',
    access: 'account.read',
    body: z.strictObject({ upTo: id }),
    response: 'empty',
  }),
  settings: endpoint({
    method: 'get',
    path: '/api/notification/settings',
    summary: 'What the user is told, in the app and by mail',
    access: 'profile.edit',
    openToExpired: true,
    response: NotificationSettings,
  }),
  setSettings: endpoint({
    method: 'patch',
    path: '/api/notification/settings',
    summary: 'Chooses what to be told; what is left out stays as it is',
    access: 'profile.edit',
    openToExpired: true,
    body: NotificationSettings.partial(),
    response: NotificationSettings,
  }),
};
