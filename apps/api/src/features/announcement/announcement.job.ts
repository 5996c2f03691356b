import { z } from 'zod';
import { jobKind } from '../../platform/jobs.ts';

export const sendAnnouncement = jobKind(
  'announcement.send',
  z.object({ accountId: z.number(), announcementId: z.number() }),
);
