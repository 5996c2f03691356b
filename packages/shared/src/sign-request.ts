/** Signing at a distance: the customer gets a link, reads the protocol on their own phone, and signs it there. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { email, idParams, instant, language, pageLanguage } from './primitives.ts';
import { SignInput } from './service.ts';

/** For how many days after the signature the link still shows the document. */
export const signedLinkDays = 30;

/**
 * `WAITING` for the signature; the link has `EXPIRED`; the protocol has `CHANGED` since it was sent; the link was `REVOKED`
 * or replaced; the protocol was `SIGNED` by it.
 */
export const signRequestStates = ['WAITING', 'EXPIRED', 'CHANGED', 'REVOKED', 'SIGNED'] as const;
export type SignRequestState = (typeof signRequestStates)[number];

export const SignRequest = z.object({
  id: z.number(),
  state: z.enum(signRequestStates),
  /** The address that it was mailed to; null: the link was copied. */
  sentTo: z.string().nullable(),
  sentBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  /** The customer has had the protocol on the screen, the first time then. */
  firstShownAt: instant.nullable(),
  /** A signature has failed because the month of the plan is used up. */
  limitReached: z.boolean(),
  /** From then on one can remind; before it, the last mail is too fresh. */
  remindFrom: instant,
});
export type SignRequest = z.infer<typeof SignRequest>;

export const SignRequests = z.object({
  /** The one that is not over, or else the last one. */
  current: SignRequest.nullable(),
  /** The addresses of the customer: the main contact first. */
  recipients: z.array(z.object({ name: z.string(), email: z.string() })),
  /** The customer's; otherwise the company's. */
  language,
  /** For how many days a link can be used: the company's setting. */
  days: z.number(),
});
export type SignRequests = z.infer<typeof SignRequests>;

export const SignRequestInput = SignInput.pick({
  performedBy: true,
  alsoPerformedBy: true,
  date: true,
  ownSignature: true,
  revision: true,
  contentSha256: true,
}).extend({
  /** Where the link is mailed to; null: it is answered, to be copied. */
  email: email.nullable(),
  language,
});
export type SignRequestInput = z.output<typeof SignRequestInput>;

/** A new link. It is answered this once; when it is mailed, not at all. */
export const MadeSignRequest = z.object({ request: SignRequest, address: z.string().nullable() });
export type MadeSignRequest = z.infer<typeof MadeSignRequest>;

/** What is kept of a signature at a distance, besides the drawing. */
export const SignEvidence = z.object({
  version: z.number(),
  sentTo: z.string().nullable(),
  sentBy: z.string(),
  createdAt: instant,
  firstShownAt: instant.nullable(),
  lastShownAt: instant.nullable(),
  shownIp: z.string(),
  shownUserAgent: z.string(),
  signedAt: instant,
  signedIp: z.string(),
  signedUserAgent: z.string(),
  contentSha256: z.string(),
});
export type SignEvidence = z.infer<typeof SignEvidence>;

const token = z.string('INVALID').max(200, 'INVALID');

/** What the customer sends. The time is the server's. */
export const DistanceSignInput = SignInput.pick({ signerName: true, signerRole: true, strokes: true }).extend(
  {
    token,
    /** SVG path data of the strokes. */
    path: z.string('SIGNATURE_REQUIRED').min(1, 'SIGNATURE_REQUIRED').max(500_000, 'TOO_LARGE'),
  },
);
export type DistanceSignInput = z.output<typeof DistanceSignInput>;

/**
 * How a link stands for the customer: as for the company, and `OTHERWISE`: signed in another way; `UNAVAILABLE`: the
 * company cannot take signatures now.
 */
export const linkStates = [...signRequestStates, 'OTHERWISE', 'UNAVAILABLE'] as const;
export type LinkState = (typeof linkStates)[number];

/** What becomes of a signature: `SIGNED`, also when it is sent again; `ALREADY`: somebody else was before it. */
export const signOutcomes = [...linkStates, 'ALREADY'] as const;
export type SignOutcome = (typeof signOutcomes)[number];

export const signRequestContract = {
  findByService: endpoint({
    method: 'get',
    path: '/api/service/signRequest/{id}',
    summary: 'How the signature at a distance of a protocol stands, and whom one can ask for it',
    access: 'service.sign',
    params: idParams,
    response: SignRequests,
  }),
  send: endpoint({
    method: 'post',
    path: '/api/service/requestSignature/{id}',
    summary:
      'Makes a link by which the customer signs a protocol, and mails it or answers it; an earlier one ends',
    access: 'service.sign',
    params: idParams,
    body: SignRequestInput,
    response: MadeSignRequest,
    errors: [
      'SERVICE_CHANGED',
      'WITHDRAWN_PROTOCOL',
      'PROTOCOL_TOO_LONG',
      'TOO_MANY_ATTACHMENTS',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  remind: endpoint({
    method: 'post',
    path: '/api/signRequest/remind/{id}',
    summary: 'Mails a new link to the same address, at most once an hour; the former one ends',
    access: 'service.sign',
    params: idParams,
    response: SignRequest,
    errors: ['SERVICE_CHANGED', 'TOO_MANY_ATTEMPTS'],
  }),
  revoke: endpoint({
    method: 'delete',
    path: '/api/signRequest/revoke/{id}',
    summary: 'Ends a link that waits for a signature',
    access: 'service.sign',
    params: idParams,
    response: 'empty',
  }),
  evidence: endpoint({
    method: 'get',
    path: '/api/service/signEvidence/{id}',
    summary: 'What is kept of the signatures at a distance of a protocol, newest first',
    access: 'log.read',
    params: idParams,
    response: z.array(SignEvidence),
  }),
  page: endpoint({
    method: 'get',
    path: '/sign/{token}',
    summary: 'The protocol of a link, to read and to sign; once signed, where its document is',
    access: 'public',
    params: z.strictObject({ token }),
    query: z.object({ lang: pageLanguage }),
    response: 'page',
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  shown: endpoint({
    method: 'post',
    path: '/api/signRequest/shown',
    summary: 'The page of a link tells that a person has it on the screen',
    access: 'public',
    body: z.strictObject({ token }),
    response: 'empty',
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  sign: endpoint({
    method: 'post',
    path: '/api/signRequest/sign',
    summary: 'Signs the protocol of a link; a link that was used says so',
    access: 'public',
    body: DistanceSignInput,
    response: z.object({ state: z.enum(signOutcomes) }),
    errors: [
      'NOT_FOUND',
      'SIGNED_PROTOCOL_LIMIT',
      'PROTOCOL_TOO_LONG',
      'TOO_MANY_ATTACHMENTS',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  // The token is in the query because our logs store paths, but no queries.
  document: endpoint({
    method: 'get',
    path: '/api/signRequest/document.pdf',
    summary: 'The draft of the protocol of a link, and once it is signed by the link, its document',
    access: 'public',
    plainLink: true,
    query: z.strictObject({ token }),
    response: 'file',
    media: ['application/pdf'],
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS', 'DOCUMENT_TOO_LARGE', 'TOO_MUCH_WORK', 'WORK_INTERRUPTED'],
  }),
};
