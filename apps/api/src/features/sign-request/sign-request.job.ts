import { z } from 'zod';
import { jobKind, remoteKind } from '../../platform/jobs.ts';

const ofRequest = z.object({ accountId: z.number(), requestId: z.number() });

/** Makes the link and mails it to the customer. */
export const mailSignLink = jobKind('sign-request.mail-link', ofRequest);

/**
 * Tells one reader that it was signed, or that the plan stands in the way. Jobs from before there could be several readers
 * name none, and tell who sent it.
 */
export const tellSender = remoteKind(
  'sign-request.tell-sender',
  ofRequest.extend({ userId: z.number().optional() }),
);
