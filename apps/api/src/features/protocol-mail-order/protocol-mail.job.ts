import { z } from 'zod';
import { jobKind } from '../../platform/jobs.ts';

export const sendProtocolMail = jobKind(
  'protocol-mail.send',
  z.object({ accountId: z.number(), mailId: z.number() }),
);
