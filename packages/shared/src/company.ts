/** The company of an account, as shown in My account. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import {
  countryCodes,
  id,
  language,
  optionalCountry,
  optionalLine,
  requiredLine,
  requiredName,
  timezone,
} from './primitives.ts';

const signRequestDays = z
  .number('WHOLE_NUMBER')
  .int('WHOLE_NUMBER')
  .min(1, 'WHOLE_NUMBER')
  .max(60, 'TOO_LARGE');

/** A picture in JSON: `data:image/png;base64,…`, or plain base64. */
const base64Image = z
  .string('INVALID')
  .regex(/^(data:image\/[\w.+-]+;base64,)?[A-Za-z0-9+/]*={0,2}$/, 'INVALID');

export const Account = z.object({
  id: z.number(),
  name: z.string(),
  companyName: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
  nip: z.string(),
  phone: z.string(),
  /** A `data:` address; empty without a logo. */
  logo: z.string(),
  /** The plan for users who leave the free one; null: the standard plan. */
  defaultPlan: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Language of documents for customers without a language. */
  language,
  /** The company's timezone; it decides the days and months of protocols and inspections. */
  timezone: z.string(),
  /** For how many days a link to sign a protocol at a distance can be used. */
  signRequestDays: z.number(),
});
export type Account = z.output<typeof Account>;

export const AccountUpdate = z.strictObject({
  id,
  companyName: requiredName(200),
  street: optionalLine(200),
  postalCode: optionalLine(20),
  city: optionalLine(100),
  country: optionalCountry,
  nip: optionalLine(20),
  phone: optionalLine(100),
  /** Omitted or sent back unchanged: the logo stays. Empty or null: it is removed. */
  logo: base64Image.nullish().transform((logo) => (logo === '' ? null : logo)),
  language: language.optional(),
  timezone: timezone.optional(),
  signRequestDays: signRequestDays.optional(),
});
export type AccountUpdate = z.output<typeof AccountUpdate>;

/** The buyer's data on an invoice, also part of the registration. It must be complete before anything can be bought. */
export const InvoiceData = z.strictObject({
  companyName: requiredName(200),
  nip: requiredLine(20),
  street: requiredLine(200),
  postalCode: requiredLine(20),
  city: requiredLine(100),
  country: z.enum(countryCodes, 'REQUIRED'),
});
export type InvoiceData = z.output<typeof InvoiceData>;

/** Whether an invoice can be made out to this company. */
export const mayBeInvoiced = ({
  companyName,
  nip,
  street,
  postalCode,
  city,
  country,
}: Record<keyof InvoiceData, string>): boolean =>
  InvoiceData.safeParse({ companyName, nip, street, postalCode, city, country }).success;

/** Picture types accepted as a logo. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

/**
 * Formats a company's postal code while it is typed. In Poland, five digits get a hyphen (NN-NNN), and the maximum is
 * six characters (specification, section 5). Other countries keep the text as typed.
 */
export function formatPostalCode(typed: string, country: string): string {
  if (country !== 'PL') return typed;
  return (/^\d{5}$/.test(typed) ? `${typed.slice(0, 2)}-${typed.slice(2)}` : typed).slice(0, 6);
}

export const companyContract = {
  getAccount: endpoint({
    method: 'get',
    path: '/api/account/getAccount',
    summary: "The caller's company",
    access: 'account.read',
    openToExpired: true,
    response: Account,
  }),
  updateGeneralData: endpoint({
    method: 'patch',
    path: '/api/account/update-general-data',
    summary: "Changes the caller's company, its logo and the language of its documents",
    access: 'account.manage',
    // The invoice of an order needs this data.
    openToExpired: true,
    body: AccountUpdate,
    response: Account,
    errors: [
      'UNSUPPORTED_FILE_TYPE',
      'IMAGE_UNREADABLE',
      'PICTURE_TOO_LARGE',
      'TOO_MUCH_WORK',
      'WORK_INTERRUPTED',
      'FILE_TOO_LARGE',
      'STORAGE_FULL',
    ],
  }),
};
