/** The content of an invoice: the row's copies, parsed. PDF and e-invoice are drawn from it alone. */
import { dateIn } from '@servicebook/shared/calendar';
import { type Amounts, periods, totalAmounts } from '@servicebook/shared/plan';
import type { Language } from '@servicebook/shared/primitives';
import { z } from 'zod';
import type { Invoice as InvoiceRow } from '../../generated/prisma/client.ts';

const Party = z.object({
  name: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  /** Two letters, ISO 3166; empty when the buyer gave none. */
  country: z.string(),
  /** Tax number as it was typed. */
  nip: z.string(),
});
export type InvoiceParty = z.infer<typeof Party>;

const Seller = Party.extend({
  email: z.string(),
  phone: z.string(),
  /** Whose calendar the dates and the numbering follow. */
  timezone: z.string(),
});
export type InvoiceSeller = z.infer<typeof Seller>;

/** Amounts in minor units. A correction contains the difference, so a reduction is negative. */
const Line = z.object({
  name: z.string(),
  unit: z.enum(periods),
  quantity: z.number(),
  unitNetPrice: z.number(),
  /** Percent. */
  vatRate: z.number(),
  net: z.number(),
  vat: z.number(),
  gross: z.number(),
});
export type InvoiceLine = z.infer<typeof Line>;

export interface InvoiceDocument {
  number: string;
  language: Language;
  /** An instant, ISO 8601. */
  issuedAt: string;
  /** Days of the seller's calendar. */
  issuedOn: string;
  soldOn: string;
  seller: InvoiceSeller;
  buyer: InvoiceParty;
  lines: InvoiceLine[];
  total: Amounts;
  currency: string;
  /** For a correction: the corrected invoice and the reason. */
  corrects: { number: string; issuedOn: string; reason: string } | null;
}

/** @throws ZodError for a row that was not written by this feature */
export function toDocument(row: InvoiceRow & { corrects: InvoiceRow | null }): InvoiceDocument {
  const seller = Seller.parse(row.seller);
  const dayOf = (instant: Date) => dateIn(instant.toISOString(), seller.timezone);
  const { corrects } = row;
  return {
    number: row.number,
    language: row.language as Language,
    issuedAt: row.issuedAt.toISOString(),
    issuedOn: dayOf(row.issuedAt),
    soldOn: dayOf(row.soldAt),
    seller,
    buyer: Party.parse(row.buyer),
    lines: readLines(row),
    total: { net: row.totalNetAmount, vat: row.totalVatAmount, gross: row.totalGrossAmount },
    currency: row.currency,
    corrects: corrects && {
      number: corrects.number,
      issuedOn: dayOf(corrects.issuedAt),
      reason: row.reason,
    },
  };
}

export const readLines = ({ lines }: Pick<InvoiceRow, 'lines'>): InvoiceLine[] => z.array(Line).parse(lines);

export interface RateTotal extends Amounts {
  vatRate: number;
}

/** The legally required sums: the amounts per VAT rate, highest rate first. */
export function totalsByRate(lines: readonly InvoiceLine[]): RateTotal[] {
  const rates = [...new Set(lines.map(({ vatRate }) => vatRate))].sort((a, b) => b - a);
  return rates.map((vatRate) => ({
    vatRate,
    ...totalAmounts(lines.filter((line) => line.vatRate === vatRate)),
  }));
}

/** A document's number as a file is called: slashes are folders. */
export const invoiceFilename = (number: string, ending: 'pdf' | 'xml'): string =>
  `${number.replaceAll('/', '-')}.${ending}`;
