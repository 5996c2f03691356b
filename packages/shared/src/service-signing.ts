/** The data of the signing screen: the content to sign, and the facts to confirm. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { idParams } from './primitives.ts';
import { ProtocolSnapshot } from './protocol-snapshot.ts';

const Performer = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  position: z.string(),
});
export type Performer = z.infer<typeof Performer>;

export const Signer = z.object({ signerName: z.string(), signerRole: z.string() });
export type Signer = z.infer<typeof Signer>;

export const ProtocolToSign = z.object({
  revision: z.number(),
  /** The content that signing would freeze now, without the signature. */
  snapshot: ProtocolSnapshot,
  /**
   * Of that content. Sent back with the signature and the revision, so that exactly the content that was read is signed:
   * also the names of customer and machines, and the files.
   */
  contentSha256: z.string(),
  /** Today in the company's timezone, `YYYY-MM-DD`. The day of service must not be later. */
  today: z.iso.date(),
  /** The default performer. */
  performedBy: z.number(),
  /** The default of who else did the work. */
  alsoPerformedBy: z.array(z.number()),
  /** The company's active users, and the current performers. */
  performers: z.array(Performer),
  /** The caller's own signature, if they keep one. */
  ownSignature: z.string().nullable(),
  /** Values that must be filled, or it must be said why not, before it can be signed. */
  missing: z.array(z.object({ machine: z.string(), action: z.string(), field: z.string() })),
  /** How many of the actions that the categories offer are not on a periodic inspection; null: it is another work. */
  undone: z.object({ open: z.number(), total: z.number() }).nullable(),
  /** The last signers of this customer, latest first. */
  signers: z.array(Signer),
});
export type ProtocolToSign = z.infer<typeof ProtocolToSign>;

export const serviceSigningContract = {
  toSign: endpoint({
    method: 'get',
    path: '/api/service/toSign/{id}',
    summary: 'What a signature on a protocol would freeze, who may be its performer, and who signed last',
    access: 'service.sign',
    params: idParams,
    response: ProtocolToSign,
  }),
};
