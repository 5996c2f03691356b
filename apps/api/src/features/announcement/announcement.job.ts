import { z } from 'zod';
import { remoteKind } from '../../platform/jobs.ts';

export const sendAnnouncement = remoteKind(
  'announcement.send',
  z.object({ accountId: z.number(), announcementId: z.number() }),
);
