/** Service protocols: the documents that technicians issue at the machine. */

import { z } from 'zod';
import { endpoint } from './contract.ts';
import { isSignature } from './drawn-signature.ts';
import { MachineName } from './machine-name.ts';
import { OwnSignaturePath } from './own-signature.ts';
import {
  clockOrInstant,
  date,
  givenInstant,
  id,
  idParams,
  idText,
  instant,
  latitude,
  longitude,
  optionalText,
  reference,
  requiredText,
  revision,
  storable,
} from './primitives.ts';
import { isTooLong } from './protocol-length.ts';
import { chosenServiceTypes, PaymentType, ServiceType, serviceStates } from './service-kinds.ts';
import { uploadRefusals } from './storage.ts';
import { isWithinHours, workFacts, workFactsInput } from './work-facts.ts';

export * from './service-kinds.ts';

/** "No inspection period" on the wire. */
export const noPeriod = -1;

export interface ProtocolNumber {
  number: number;
  /** One letter A to Z, or empty. */
  numberExtension: string;
}

/**
 * Parses a typed protocol number: digits, optionally followed by one letter (`25`, `25a`).
 * @returns null if it is neither.
 */
export function parseProtocolNumber(text: string): ProtocolNumber | null {
  const match = /^(\d{1,9})([A-Za-z]?)$/.exec(text.trim());
  if (!match || Number(match[1]) === 0) return null;
  return { number: Number(match[1]), numberExtension: (match[2] ?? '').toUpperCase() };
}

/** `25A`; a dash for a protocol that the server has not numbered yet. */
export const fullNumber = ({ number, numberExtension }: ProtocolNumber): string =>
  number === 0 ? '–' : `${number}${numberExtension}`;

/** The number as documents show it: `25A/11/2026`. */
export const documentNumber = (of: ProtocolNumber & { month: number; year: number }): string =>
  `${fullNumber(of)}/${String(of.month).padStart(2, '0')}/${of.year}`;

const FieldValue = z.strictObject({
  name: requiredText(100),
  value: storable.trim().max(255, 'MAX_255_CHARACTERS').default(''),
  unit: storable.trim().max(20, 'MAX_20_CHARACTERS').default(''),
  /** Why a value that must be filled is missing. */
  reason: storable.trim().max(255, 'MAX_255_CHARACTERS').optional(),
});

/** A service action performed on one of the protocol's machines. */
export const PerformedAction = z.strictObject({
  device: reference,
  name: requiredText(255),
  quantity: z.number('INVALID').min(0, 'NOT_NEGATIVE').max(999_999, 'TOO_LARGE').default(1),
  fields: z.array(FieldValue).max(20, 'TOO_MANY').default([]),
});
export type PerformedAction = z.output<typeof PerformedAction>;

const Employee = z.object({ id: z.number(), firstName: z.string(), lastName: z.string() });

const FileDto = z.object({
  id: z.number(),
  filename: z.string(),
  /** The value for `downloadFile?fileName=`. */
  key: z.string(),
  contentType: z.string(),
  size: z.number(),
  /** Of the bytes that its author sent: by it a device knows its own file. */
  sha256: z.string(),
  /** Who added it, so that the screens know who may delete it. */
  userId: z.number().nullable(),
  user: Employee.nullable(),
  createdAt: instant,
  /**
   * The first signed version that contains it; such a file is never deleted. Null: none yet. On a signed protocol, null
   * marks a supplement, added after signing.
   */
  signedVersion: z.number().nullable(),
  /** A picture that the document shows. */
  print: z.boolean(),
});
export type FileDto = z.infer<typeof FileDto>;

export const ServiceProtocol = z.object({
  id: z.number(),
  date: instant,
  number: z.number(),
  numberExtension: z.string(),
  month: z.number(),
  year: z.number(),
  fullNumber: z.string(),
  devices: z.array(MachineName),
  type: z.array(ServiceType),
  paymentType: PaymentType,
  faultDescription: z.string(),
  /** Months to the next inspection; negative: none. */
  period: z.number(),
  /** Who did the work; shown on the document, in lists and statistics. */
  user: Employee.nullable(),
  /** Who else did the work, in this order. */
  alsoPerformedBy: z.array(Employee),
  /** The author, who may delete it while it is unsigned. */
  userCreated: Employee,
  state: z.enum(serviceStates),
  fileDtos: z.array(FileDto),
  customer: z.object({ id: z.number(), shortName: z.string(), fullName: z.string() }),
  isToSign: z.boolean(),
  actions: z.array(PerformedAction),
  ...workFacts,
  /** The newest frozen version; 0 while never signed. */
  version: z.number(),
  /** The signature of the newest version. */
  signature: z
    .object({
      kind: z.enum(['DRAWN', 'PAPER']),
      signerName: z.string(),
      /** What the signer does at the customer. Phones may still have stored protocols without it. */
      signerRole: z.string().optional(),
      signedAt: instant,
    })
    .nullable(),
  /** Sent for a signature at a distance, and not signed yet. */
  signRequest: z
    .object({
      id: z.number(),
      /** Null: the link was copied. */
      sentTo: z.string().nullable(),
      createdAt: instant,
      expiresAt: instant,
      /** It was saved since: the link is dead. */
      changed: z.boolean(),
    })
    .nullable(),
  /** An admin withdrew it: it is kept, and still SIGNED, but counts for nothing. Null: not withdrawn. */
  withdrawn: z.object({ at: instant, by: Employee, reason: z.string() }).nullable(),
  /** Incremented by every change. Clients send it back, so that a conflicting save is detected. */
  revision: z.number(),
  todo: z.object({ id: z.number(), date: z.string(), description: z.string() }).nullable(),
  /** The visit it was written on. */
  visitId: z.number().nullable(),
});
export type ServiceProtocol = z.infer<typeof ServiceProtocol>;

/**
 * Who did the work: an active user of the account, or the current performer. If omitted, a new protocol names its author,
 * and a stored one keeps its performer.
 */
const performedBy = z.object({ id }, 'PERFORMER_NOT_SELECTED').nullish();

/**
 * Who else did the work; the main performer is left out. If omitted, a stored protocol keeps them, and a new one of a
 * visit names the visit's other technicians if its performer is one of them.
 */
const alsoPerformedBy = z.array(z.object({ id }, 'PERFORMER_NOT_SELECTED')).max(20, 'TOO_MANY').nullish();

export const ServiceInput = z
  .strictObject({
    id: id.nullish().transform((value) => value ?? null),
    date: z.string('DATE_REQUIRED').min(1, 'DATE_REQUIRED').pipe(givenInstant),
    /** 0: automatic. */
    number: z
      .number('INCORRECT_NUMBER')
      .int('INCORRECT_NUMBER')
      .min(0, 'INCORRECT_NUMBER')
      .max(999_999_999, 'INCORRECT_NUMBER')
      .default(0),
    numberExtension: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]?$/, 'INCORRECT_NUMBER')
      .nullish()
      .transform((value) => value ?? ''),
    paymentType: PaymentType.catch('PAID').default('PAID'),
    type: chosenServiceTypes,
    customer: z.object({ id }, 'CUSTOMER_NOT_SELECTED'),
    performedBy,
    alsoPerformedBy,
    isToSign: z.boolean().default(false),
    faultDescription: optionalText(5000),
    period: z.number('WHOLE_NUMBER').int('WHOLE_NUMBER').max(600, 'TOO_LARGE').nullish(),
    devices: z.array(reference, 'DEVICE_REQUIRED').min(1, 'DEVICE_REQUIRED').max(50, 'TOO_MANY'),
    actions: z.array(PerformedAction).max(1000, 'TOO_MANY').default([]),
    ...workFactsInput,
    revision,
    /** "Plan as to-do": created together with the protocol. */
    todo: z.strictObject({ date, description: requiredText(5000) }).nullish(),
    /** The visit it is written on, which it starts. Omitted or null: a stored protocol stays with its visit. */
    visitId: id.nullish(),
  })
  .superRefine((input, issues) => {
    if (!isWithinHours(input))
      issues.addIssue({ code: 'custom', message: 'TOO_LARGE', path: ['travelMinutes'] });
    if (isTooLong({ ...input, machines: input.devices.length }))
      issues.addIssue({ code: 'custom', message: 'PROTOCOL_TOO_LONG', path: ['actions'] });
  })
  .transform((input) => ({
    ...input,
    /** The period is used only for inspections, and only from one month. */
    period:
      input.type.includes('PERIODIC_INSPECTION') && input.period && input.period > 0 ? input.period : null,
  }));
export type ServiceInput = z.output<typeof ServiceInput>;

/** One pen stroke: captured points with time (ms since the first) and pressure. */
const Stroke = z.object({
  points: z
    .array(
      z.object({
        x: z.number(),
        y: z.number(),
        time: z.number().optional(),
        pressure: z.number().optional(),
      }),
    )
    .max(5000, 'TOO_MANY'),
});

export const SignInput = z.strictObject({
  signerName: requiredText(100, 1, 'SIGNER_NAME_REQUIRED'),
  signerRole: optionalText(100),
  /** In units of a field that is 1000 wide. */
  strokes: z
    .array(Stroke, 'SIGNATURE_REQUIRED')
    .max(500, 'TOO_MANY')
    .refine((strokes) => isSignature(strokes.map(({ points }) => points)), 'SIGNATURE_REQUIRED'),
  signedAt: givenInstant,
  consentToLocation: z.boolean().default(false),
  latitude: latitude.nullish(),
  longitude: longitude.nullish(),
  /** If omitted, the signer, unless the protocol names somebody other than its author or was signed before. */
  performedBy,
  alsoPerformedBy,
  /**
   * The confirmed day of service, not after today: a moment, or a local time in the company's timezone
   * (`2026-11-22T14:30:00`). Midnight (`2026-11-22T00:00:00`) means the day alone: the stored time of day stays.
   * If the protocol was never signed, its number follows into that month. If omitted, or on the stored day, the
   * stored moment stays.
   */
  date: clockOrInstant.nullish(),
  /**
   * The signature of the signed-in user, who must be one of the performers: the document shows it with their name.
   * If omitted, the document names the performers without a signature.
   */
  ownSignature: OwnSignaturePath.nullish(),
  revision,
  /** The hash of the content that was read; if it is another by now, the signature is refused. */
  contentSha256: z
    .string('INVALID')
    .regex(/^[0-9a-f]{64}$/, 'INVALID')
    .optional(),
  /**
   * The hash of what the signer read, with the confirmed facts (`signedText` of signed-content.ts), made by the device.
   * If the server would freeze something else, the signature is refused.
   */
  signedSha256: z
    .string('INVALID')
    .regex(/^[0-9a-f]{64}$/, 'INVALID')
    .optional(),
  /**
   * Signed without a network: the text of that hash. It is frozen as it was signed, also if the protocol, the customer or
   * a machine was changed meanwhile; the version then says what differs.
   */
  signedContent: z.string('INVALID').max(2_000_000, 'TOO_LARGE').optional(),
});
export type SignInput = z.output<typeof SignInput>;

export const WithdrawInput = z.strictObject({
  /** Shown on the screens and printed on the marked copy of the document. */
  reason: requiredText(255, 1, 'WITHDRAW_REASON_REQUIRED'),
  revision,
  /** Whoever was mailed the protocol, or signed it through a mailed link, gets the marked copy with the reason. */
  tellHolders: z.boolean('INVALID').default(false),
});
export type WithdrawInput = z.output<typeof WithdrawInput>;

export const ServiceVersion = z.object({
  version: z.number(),
  createdAt: instant,
  user: Employee.nullable(),
  signature: z.object({
    kind: z.enum(['DRAWN', 'PAPER']),
    signerName: z.string(),
    signerRole: z.string().optional(),
    signedAt: instant,
    /** Given through a link. Admins can see the evidence. */
    atDistance: z.boolean().optional(),
  }),
  /** Signed without a network, while this was changed on the server; the version says what was signed. */
  differences: z.array(
    z.object({ field: z.string(), signed: z.string().nullable(), stored: z.string().nullable() }),
  ),
  snapshotSha256: z.string(),
  /** Of what the signer read (`signedText`); null: the device did not say, or it was signed on paper. */
  readSha256: z.string().nullable(),
  /** Names of the files signed with it; null if it was signed before attachments were included. */
  attachments: z.array(z.string()).nullable(),
  /** Of the document as it is handed out: sealed. Null until it has been drawn, moments after signing. */
  pdfSha256: z.string().nullable(),
  /** The public page that says whether the document is genuine; null if it was signed before there was one. */
  verifyUrl: z.string().nullable(),
});
export type ServiceVersion = z.infer<typeof ServiceVersion>;

const megabyte = 1024 * 1024;

export const serviceContract = {
  findByDevice: endpoint({
    method: 'get',
    path: '/api/service/findByDeviceWithFilesEnitiy/{deviceId}',
    summary: 'All protocols of a machine, with their files',
    access: 'account.read',
    params: z.strictObject({ deviceId: idText }),
    response: z.array(ServiceProtocol),
  }),
  findById: endpoint({
    method: 'get',
    path: '/api/service/findById/{id}',
    summary: 'One protocol',
    access: 'account.read',
    params: idParams,
    response: ServiceProtocol,
  }),
  add: endpoint({
    method: 'post',
    path: '/api/service/add',
    summary: 'Adds a protocol, or changes it when serviceJson carries an id',
    access: 'service.edit',
    body: ServiceInput,
    upload: { file: 'protocolSerwisowyFile', json: 'serviceJson', required: false, maxBytes: 25 * megabyte },
    response: ServiceProtocol,
    idempotent: true,
    errors: [
      'SERVICE_NUMBER_EXISTS',
      'SERVICE_CHANGED',
      'SIGNED_PROTOCOL_LIMIT',
      'PROTOCOL_TOO_LONG',
      'TOO_MANY_ATTACHMENTS',
      'WITHDRAWN_PROTOCOL',
      ...uploadRefusals,
    ],
  }),
  sign: endpoint({
    method: 'post',
    path: '/api/service/sign/{id}',
    summary: 'Signs a protocol with a drawn signature (SVG path data or PNG)',
    access: 'service.sign',
    params: idParams,
    body: SignInput,
    upload: { file: 'signature', json: 'signJson', required: true, maxBytes: 2 * megabyte },
    response: ServiceProtocol,
    idempotent: true,
    errors: [
      'SERVICE_CHANGED',
      'PROTOCOL_TOO_LONG',
      'TOO_MANY_ATTACHMENTS',
      'SIGNED_PROTOCOL_LIMIT',
      'UNSUPPORTED_FILE_TYPE',
      'IMAGE_UNREADABLE',
      'PICTURE_TOO_LARGE',
      'FILE_TOO_LARGE',
      'STORAGE_FULL',
      'WITHDRAWN_PROTOCOL',
    ],
  }),
  withdraw: endpoint({
    method: 'post',
    path: '/api/service/withdraw/{id}',
    summary: 'Withdraws a signed protocol for good: it is kept and marked, and counts for nothing',
    access: 'service.withdraw',
    params: idParams,
    body: WithdrawInput,
    response: ServiceProtocol,
    idempotent: true,
    errors: ['SERVICE_CHANGED', 'UNSIGNED_PROTOCOL', 'WITHDRAWN_PROTOCOL', 'TOO_MANY_ATTEMPTS'],
  }),
  addFile: endpoint({
    method: 'patch',
    path: '/api/service/addFile/{serviceId}',
    summary: 'Attaches a file of any type to a protocol; to a signed one, as a supplement, admins only',
    access: 'file.edit',
    params: z.strictObject({ serviceId: idText }),
    query: z.strictObject({
      /** `true`: the document shows it, if it is a picture, the protocol is unsigned, and there is room for one more. */
      print: z.enum(['true', 'false'], 'INVALID').optional(),
    }),
    upload: { file: 'file', required: true, maxBytes: 25 * megabyte },
    response: ServiceProtocol,
    idempotent: true,
    errors: [...uploadRefusals, 'SUPPLEMENT_BY_ADMIN', 'TOO_MANY_ATTACHMENTS', 'WITHDRAWN_PROTOCOL'],
  }),
  printFile: endpoint({
    method: 'patch',
    path: '/api/service/printFile/{fileId}',
    summary: 'Chooses whether the document of an unsigned protocol shows a picture that is attached to it',
    access: 'file.edit',
    params: z.strictObject({ fileId: idText }),
    body: z.strictObject({ print: z.boolean('INVALID') }),
    response: ServiceProtocol,
    errors: ['UNSUPPORTED_FILE_TYPE', 'SIGNED_PHOTOS', 'TOO_MANY_PHOTOS', 'WITHDRAWN_PROTOCOL'],
  }),
  deleteFile: endpoint({
    method: 'delete',
    path: '/api/service/deleteFile/{fileId}',
    summary: 'Removes an attachment; 409 when it belongs to a signed version',
    access: 'file.delete',
    params: z.strictObject({ fileId: idText }),
    response: 'empty',
    errors: ['SIGNED_FILE', 'WITHDRAWN_PROTOCOL'],
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/service/delete/{id}',
    summary: "Deletes the month's last protocol; 304 when it is not the last, 409 when it was ever signed",
    access: 'service.delete',
    params: idParams,
    response: 'empty',
    errors: ['SERVICE_NOT_LAST', 'SIGNED_PROTOCOL'],
  }),
  pdf: endpoint({
    method: 'get',
    path: '/api/service/pdf/{id}',
    summary:
      'The stored document of a signed protocol, a marked copy of a withdrawn one, or a draft; with a version, its document as signed',
    access: 'account.read',
    params: idParams,
    query: z.strictObject({ version: idText.optional() }),
    response: 'file',
    media: ['application/pdf'],
    errors: ['DOCUMENT_TOO_LARGE', 'TOO_MUCH_WORK', 'WORK_INTERRUPTED'],
    plainLink: true,
    answersHead: true,
  }),
  versions: endpoint({
    method: 'get',
    path: '/api/service/versions/{id}',
    summary: 'The frozen versions of a protocol, newest first',
    access: 'account.read',
    params: idParams,
    response: z.array(ServiceVersion),
  }),
};
