/** What the screen for signing shows: the text that is signed, and what is confirmed with it. */
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

const Signer = z.object({ signerName: z.string(), signerRole: z.string() });
export type Signer = z.infer<typeof Signer>;

export const ProtocolToSign = z.object({
  /** Goes back with the signature, so that nothing else is signed than what was read. */
  revision: z.number(),
  /** What a signature would freeze now, without the signature. */
  snapshot: ProtocolSnapshot,
  /** The day it is for the company, `YYYY-MM-DD`. The day of service is not after it. */
  today: z.iso.date(),
  /** Who did the work unless somebody else is chosen. */
  performedBy: z.number(),
  /** The company's active users, and who is named already. */
  performers: z.array(Performer),
  /** Who signed for this customer last, the latest first. */
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
