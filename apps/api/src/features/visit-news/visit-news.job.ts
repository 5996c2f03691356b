/** The job that mails a user's news. It is declared alone, because writing news and mailing them need each other. */
import { z } from 'zod';
import { remoteKind } from '../../platform/jobs.ts';

export const sendNews = remoteKind(
  'notification.mail',
  z.object({ accountId: z.number(), userId: z.number() }),
);
