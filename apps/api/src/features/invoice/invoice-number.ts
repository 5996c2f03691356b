/** Numbers of invoices: no gap, no number twice, each month from 1. */
import { monthIn } from '@servicebook/shared/calendar';
import type { AccountTransaction } from '../../platform/tenancy.ts';

/** FV of invoices, FK of their corrections. */
export type Series = 'FV' | 'FK';

export interface InvoiceNumber {
  series: Series;
  year: number;
  month: number;
  sequence: number;
  number: string;
}

/**
 * Takes the next number of a seller's month. The counter's row stays locked until the transaction ends, and a number
 * taken by a transaction that fails is taken by the next one: so none is missing and none comes twice.
 * @param accountId of the buyer; null when the account is gone
 */
export async function takeNumber(
  tx: Pick<AccountTransaction, '$queryRaw'>,
  accountId: number | null,
  { nip, timezone }: { nip: string; timezone: string },
  series: Series,
  now: Date,
): Promise<InvoiceNumber> {
  const { year, month } = monthIn(now.toISOString(), timezone);
  const [counter] = await tx.$queryRaw<{ last: number }[]>`
    INSERT INTO invoice_counter (seller_nip, series, year, month, last)
    SELECT ${nip}, ${series}, ${year}::int, ${month}::int, 1
     WHERE ${accountId}::int IS NULL OR EXISTS (SELECT 1 FROM account WHERE id = ${accountId}::int)
        ON CONFLICT (seller_nip, series, year, month) DO UPDATE SET last = invoice_counter.last + 1
    RETURNING last`;
  if (!counter) throw new Error(`no account ${accountId} to issue an invoice to`);
  const sequence = counter.last;
  const parts = [series, year, String(month).padStart(2, '0'), String(sequence).padStart(4, '0')];
  return { series, year, month, sequence, number: parts.join('/') };
}
