/** The signed-in employee's own signature, kept for the protocols that they sign for the company. Nobody else sees it. */
import { z } from 'zod';
import { endpoint } from './contract.ts';

/** SVG path data of pen strokes, in units of a field that is 1000 wide. Long signatures have a fifth of it. */
export const OwnSignaturePath = z
  .string('SIGNATURE_REQUIRED')
  .trim()
  .min(1, 'SIGNATURE_REQUIRED')
  .max(200_000, 'TOO_LARGE')
  .regex(/^[Mm][MmLlHhVvCcSsQqTtZz0-9eE+\-.,\s]*$/, 'INVALID');

export const OwnSignature = z.object({
  /** Null: none is kept. */
  svgPath: z.string().nullable(),
});
export type OwnSignature = z.infer<typeof OwnSignature>;

export const ownSignatureContract = {
  get: endpoint({
    method: 'get',
    path: '/api/user/signature',
    summary: "The caller's own signature",
    access: 'profile.edit',
    openToExpired: true,
    response: OwnSignature,
  }),
  set: endpoint({
    method: 'patch',
    path: '/api/user/signature',
    summary: "Keeps the caller's own signature, or forgets it (null). Signed documents keep theirs.",
    access: 'profile.edit',
    openToExpired: true,
    body: z.strictObject({ svgPath: OwnSignaturePath.nullable() }),
    response: OwnSignature,
  }),
};
