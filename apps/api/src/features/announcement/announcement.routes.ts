import { announcementContract } from '@servicebook/shared/announcement';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { announceVisit, findAnnouncements, previewAnnouncement } from './announcement.service.ts';

export const announcementRoutes = (deps: Deps) =>
  handlers(announcementContract, {
    findByVisit: ({ ctx, params }) => findAnnouncements(deps, ctx, params.id),
    preview: ({ ctx, body }) => previewAnnouncement(deps, ctx, body),
    send: ({ ctx, body }) => announceVisit(deps, ctx, body),
  });
