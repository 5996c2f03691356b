import { z } from 'zod';
import { remoteKind } from '../../platform/jobs.ts';

export const sendProtocolMail = remoteKind(
  'protocol-mail.send',
  z.object({ accountId: z.number(), mailId: z.number() }),
);
