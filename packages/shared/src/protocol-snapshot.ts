/**
 * The frozen content of a service protocol: everything its document shows, copied at the moment of signing, so that
 * a later change of the customer, the machine or the company never changes the signed protocol.
 */
import { z } from 'zod';
import { instant, isTimezone, language, latitude, longitude } from './primitives.ts';
import { PaymentType, ServiceType, serviceStates } from './service.ts';
import { MachineResult } from './work-facts.ts';

/**
 * Incremented with every change of the shape; readers still accept the older shapes. Shape 2 added the company's
 * timezone, shape 3 the attachments and the customer's id, shape 4 the machines' manufacturer, model and year,
 * shape 5 the facts of the work: time, kilometres, results, parts, remarks; shape 6 the further technicians, the
 * technician's own signature, and why a value is missing; shape 7 the photos. Since shape 8 the document says that the
 * times are of all technicians together, and that a value was not measured. Shape 9 says of a signature that it was given
 * at a distance. Shape 10 holds the hash of what was read, and of a signature without a network both clocks.
 */
export const protocolSnapshotVersion = 10;

const text = z.string();
const optional = z.string().nullable();

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const timezone = z.string().refine(isTimezone, 'INVALID');

/** SVG path data of pen strokes: a move first, then lines and curves; no arcs. */
export const SignaturePath = z
  .string()
  .max(2_000_000, 'TOO_LARGE')
  .regex(/^\s*[Mm][MmLlHhVvCcSsQqTtZz0-9eE+\-.,\s]*$/, 'INVALID');

const Company = z.strictObject({
  name: text,
  street: optional,
  postalCode: optional,
  city: optional,
  country: optional,
  nip: optional,
  phone: optional,
  /** Key of the logo in the file store. */
  logo: optional,
});

const Customer = z.strictObject({
  id: z.number().int().optional(),
  shortName: text,
  fullName: text,
  streetAddress: optional,
  zipCode: optional,
  city: optional,
  country: optional,
  nip: optional,
  regon: optional,
  phoneNumber: optional,
  email: optional,
});

const Person = z.strictObject({ firstName: text, lastName: text, position: optional });

const Action = z.strictObject({
  name: text,
  quantity: z.number().nonnegative(),
  /** `reason` says why a value is missing; before shape 6 there is none. */
  fields: z.array(z.strictObject({ name: text, value: text, unit: text, reason: text.optional() })),
});

const Machine = z.strictObject({
  id: z.number().int(),
  name: text,
  manufacturer: optional.optional(),
  model: optional.optional(),
  serialNumber: optional,
  yearBuilt: z.number().int().nullish(),
  category: optional,
  /** The address in one line. */
  address: optional,
  actions: z.array(Action),
  result: MachineResult.nullish(),
});

/** A part that was used. */
const Part = z.strictObject({
  /** The id of its machine; null: of none in particular. */
  machine: z.number().int().nullable(),
  name: text,
  number: text,
  quantity: z.number().positive(),
  unit: text,
});

const minutes = z.number().int().nonnegative().nullish();

/** A file that was attached at the moment of signing. */
const Attachment = z.strictObject({
  filename: text,
  contentType: text,
  /** Bytes. */
  size: z.number().int().nonnegative(),
  sha256,
  /** Of a picture as it was sent, before it was drawn again. */
  sentSha256: sha256.optional(),
  /** Only of a picture that the document shows: its key in the file store. Before shape 7 there is none. */
  printKey: text.optional(),
});

const DrawnSignature = z.strictObject({
  kind: z.literal('DRAWN'),
  signerName: text,
  signerRole: optional,
  signedAt: instant,
  /** The signer's timezone: only in shape 1, whose documents show times in it. */
  timezone: timezone.optional(),
  drawing: z.discriminatedUnion('format', [
    z.strictObject({ format: z.literal('SVG_PATH'), path: SignaturePath }),
    /** The picture stays in the file store; its hash is part of the sealed content. */
    z.strictObject({ format: z.literal('PNG'), fileKey: text, sha256 }),
  ]),
  /** Of the content that was read (signed-content.ts), as the device showed it to the signer. */
  contentSha256: sha256.optional(),
  /** Only of one that reached the server later: what the device's clock said, and when it arrived. */
  device: z.strictObject({ signedAt: instant, receivedAt: instant }).optional(),
  /** Only with the signer's consent. */
  location: z.strictObject({ latitude, longitude }).nullable(),
  /** Only of one that was given at a distance, through a link. */
  distance: z
    .strictObject({
      /** The address that the link was mailed to; null: it reached the signer in another way. */
      sentTo: optional,
      /** When the content was first on the signer's screen. */
      shownAt: instant,
      /** Of the content that was shown: this one without the signature. */
      contentSha256: sha256,
    })
    .optional(),
});

/** The signature is on a paper copy; the document has an empty line for it. */
const PaperSignature = z.strictObject({ kind: z.literal('PAPER'), signedAt: instant });

export const ProtocolSnapshot = z.strictObject({
  schemaVersion: z.union([
    z.literal(1),
    z.literal(2),
    z.literal(3),
    z.literal(4),
    z.literal(5),
    z.literal(6),
    z.literal(7),
    z.literal(8),
    z.literal(9),
    z.literal(protocolSnapshotVersion),
  ]),
  /** The company's timezone, used for all times in the document. */
  timezone: timezone.optional(),
  /** As shown: `25A/11/2026`. */
  documentNumber: text,
  date: z.iso.date(),
  language,
  state: z.enum(serviceStates),
  /** 1 for the first signing, incremented by every signing after a reopening; 0 if never signed. */
  version: z.number().int().nonnegative(),
  company: Company,
  customer: Customer,
  machines: z.array(Machine).min(1),
  types: z.array(ServiceType),
  paymentType: PaymentType,
  faultDescription: optional,
  /** Months between periodic inspections. */
  period: z.number().int().positive().nullable(),
  nextInspection: z.iso.date().nullable(),
  technician: Person,
  /** Who did the work together with the technician. Missing before shape 6. */
  alsoPerformedBy: z.array(Person).optional(),
  /** What was noticed, and what the customer should do next. These and the next four are missing before shape 5. */
  remarks: optional.optional(),
  recommendations: optional.optional(),
  workMinutes: minutes,
  travelMinutes: minutes,
  kilometres: z.number().nonnegative().nullish(),
  partsUsed: z.array(Part).optional(),
  /** Drawn by one of the technicians: 0 is `technician`, from 1 on they are in `alsoPerformedBy`. */
  ownSignature: z.strictObject({ of: z.number().int().nonnegative(), path: SignaturePath }).nullish(),
  /** In the order they were added. Missing before shape 3, when attachments were not part of the signed content. */
  attachments: z.array(Attachment).optional(),
  signature: z.discriminatedUnion('kind', [DrawnSignature, PaperSignature]).nullable(),
});
export type ProtocolSnapshot = z.infer<typeof ProtocolSnapshot>;

type Filled<Key extends string> = Record<Key, string | null>;

/** The company as a document shows it. Server and phone take it in the same way. @param logo its key in the file store */
export const companyInSnapshot = (
  company: { companyName: string } & Filled<'street' | 'postalCode' | 'city' | 'country' | 'nip' | 'phone'>,
  logo: string | null,
): ProtocolSnapshot['company'] => ({
  name: company.companyName,
  street: company.street || null,
  postalCode: company.postalCode || null,
  city: company.city || null,
  country: company.country || null,
  nip: company.nip || null,
  phone: company.phone || null,
  logo,
});

/** The customer as a document shows it. */
export const customerInSnapshot = (
  customer: { id: number; shortName: string; fullName: string } & Filled<
    'streetAddress' | 'zipCode' | 'city' | 'country' | 'nip' | 'regon' | 'phoneNumber' | 'email'
  >,
): ProtocolSnapshot['customer'] => ({
  id: customer.id,
  shortName: customer.shortName,
  fullName: customer.fullName,
  streetAddress: customer.streetAddress || null,
  zipCode: customer.zipCode || null,
  city: customer.city || null,
  country: customer.country || null,
  nip: customer.nip || null,
  regon: customer.regon || null,
  phoneNumber: customer.phoneNumber || null,
  email: customer.email || null,
});

type MachineFacts = Omit<ProtocolSnapshot['machines'][number], 'address' | 'actions' | 'result'>;

/** The machine itself as a document shows it. */
export const machineInSnapshot = (
  device: { id: number; name: string; yearBuilt: number | null; category: { name: string } } & Filled<
    'manufacturer' | 'model' | 'serialNumber'
  >,
): MachineFacts => ({
  id: device.id,
  name: device.name,
  manufacturer: device.manufacturer || null,
  model: device.model || null,
  serialNumber: device.serialNumber || null,
  yearBuilt: device.yearBuilt,
  category: device.category.name,
});
