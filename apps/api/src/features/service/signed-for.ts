/** For which machines and which customer a version was signed. */
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { z } from 'zod';
import type { ServiceVersion } from '../../generated/prisma/client.ts';

/** A customer of null is gone; without one, the snapshot is of a shape that only holds the customer's names. */
const SignedFor = z.object({ machines: z.array(z.number()), customer: z.number().nullish() });
export type SignedFor = z.output<typeof SignedFor>;

/** Their ids in this account. Those in the snapshot are of the account in which it was signed. */
export function signedFor({
  snapshot,
  returnedAs,
}: Pick<ServiceVersion, 'snapshot' | 'returnedAs'>): SignedFor {
  if (returnedAs !== null) return SignedFor.parse(returnedAs);
  const { machines, customer } = JSON.parse(snapshot) as ProtocolSnapshot;
  return { machines: machines.map(({ id }) => id), customer: customer.id };
}
