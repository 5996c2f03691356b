import { language } from '@servicebook/shared/primitives';
import { z } from 'zod';
import { jobKind, remoteKind } from '../../platform/jobs.ts';

/** A contact of null: the customer's own address. A customer of 0: an address that is nobody's, which gets no mail. */
const recipient = { accountId: z.number(), customerId: z.number(), contactId: z.number().nullable() };

export const sendSignInLink = jobKind('customer-page.send-link', z.object({ ...recipient, language }));

export const sendInvitation = remoteKind(
  'customer-page.send-invitation',
  z.object({ ...recipient, userId: z.number() }),
);
