/** Announcing a visit to the customer by mail: "we come on … between …". */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { email, id, idParams, instant, language, reference } from './primitives.ts';

/** One that was sent, with the day and time it named. */
export const Announcement = z.object({
  id: z.number(),
  email: z.string(),
  day: z.string(),
  /** The time window on the company's clock, `HH:MM`. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  createdAt: instant,
});
export type Announcement = z.infer<typeof Announcement>;

/** What was announced, and whom one can tell. */
export const Announcements = z.object({
  /** Newest first. */
  sent: z.array(Announcement),
  /** The addresses of the customer: the main contact first. */
  recipients: z.array(z.object({ name: z.string(), email: z.string() })),
  /** The customer's; otherwise the company's. */
  language,
});
export type Announcements = z.infer<typeof Announcements>;

const input = { visit: reference, email, language };

export const AnnouncementInput = z.strictObject({
  ...input,
  /** The revision of the visit that the sender has seen: nobody announces a day that was changed meanwhile. */
  revision: id,
});
export type AnnouncementInput = z.output<typeof AnnouncementInput>;

export const AnnouncementPreview = z.strictObject({
  ...input,
  /** Not chosen yet: the mail greets nobody by name. */
  email: z.union([z.literal('').transform(() => ''), email]),
});
export type AnnouncementPreview = z.output<typeof AnnouncementPreview>;

export const announcementContract = {
  findByVisit: endpoint({
    method: 'get',
    path: '/api/visit/announcements/{id}',
    summary: 'What was announced of a visit, and the addresses of its customer',
    access: 'account.read',
    params: idParams,
    response: Announcements,
  }),
  preview: endpoint({
    method: 'post',
    path: '/api/visit/previewAnnouncement',
    summary: 'The mail as it would be sent',
    access: 'visit.edit',
    body: AnnouncementPreview,
    response: z.object({ subject: z.string(), text: z.string() }),
    errors: ['VISIT_STATE', 'VISIT_DAY_PAST'],
  }),
  send: endpoint({
    method: 'post',
    path: '/api/visit/announce',
    summary: 'Mails the day and time of a visit to the customer',
    access: 'visit.edit',
    body: AnnouncementInput,
    response: Announcement,
    idempotent: true,
    errors: ['RECORD_CHANGED', 'VISIT_STATE', 'VISIT_DAY_PAST', 'TOO_MANY_ATTEMPTS'],
  }),
};
