/** Sample invoices for tests, with optional changes. */

import { vatOf } from '@servicebook/shared/money';
import { totalAmounts } from '@servicebook/shared/plan';
import type { Language } from '@servicebook/shared/primitives';
import type { InvoiceDocument, InvoiceLine } from '../features/invoice/invoice-document.ts';

/** A line, its amounts counted as an order's are. */
export function sampleLine(given: Partial<InvoiceLine> = {}): InvoiceLine {
  const line = {
    name: 'Servicebook Premium, Jan Wzorcowy',
    unit: 'month',
    quantity: 1,
    unitNetPrice: 900,
    vatRate: 23,
    ...given,
  } as const;
  const net = line.unitNetPrice * line.quantity;
  const vat = vatOf(net, line.vatRate);
  return { net, vat, gross: net + vat, ...line };
}

export function sampleInvoice(given: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const lines = given.lines ?? [sampleLine()];
  return {
    number: 'FV/2026/11/0001',
    language: 'pl' satisfies Language,
    issuedAt: '2026-11-21T11:00:00.000Z',
    issuedOn: '2026-11-21',
    soldOn: '2026-11-21',
    seller: {
      name: 'Sample Operator Ltd',
      street: 'Sample Street 1',
      postalCode: '00-000',
      city: 'Sampletown',
      country: 'PL',
      nip: '1111111111',
      email: 'contact@example.com',
      phone: '+48 000 000 000',
      timezone: 'Europe/Warsaw',
    },
    buyer: {
      name: 'Przykład & Wspólnicy sp. z o.o.',
      street: 'ul. Źródlana 7',
      postalCode: '90-002',
      city: 'Łódź',
      country: 'PL',
      nip: '222-222-22-22',
    },
    lines,
    total: totalAmounts(lines),
    currency: 'USD',
    corrects: null,
    ...given,
  };
}

/** The correction of a whole invoice. */
export const sampleCorrection = (of: InvoiceDocument): InvoiceDocument =>
  sampleInvoice({
    ...of,
    number: 'FK/2026/12/0001',
    issuedAt: '2026-12-02T09:00:00.000Z',
    issuedOn: '2026-12-02',
    lines: of.lines.map((line) => ({
      ...line,
      quantity: -line.quantity,
      net: -line.net,
      vat: -line.vat,
      gross: -line.gross,
    })),
    total: { net: -of.total.net, vat: -of.total.vat, gross: -of.total.gross },
    corrects: { number: of.number, issuedOn: of.issuedOn, reason: 'Zwrot zapłaty na życzenie nabywcy' },
  });
