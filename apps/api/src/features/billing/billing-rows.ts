/** What protocols cost: read from their facts, the prices of the day, and what the office set. */
import {
  type Billing,
  type BillingLine,
  type BillingState,
  type PartPrice,
  type PriceRow,
  pricesOn,
  propose,
  usualCurrency,
  type WorkToBill,
} from '@servicebook/shared/billing';
import { toDecimal } from '@servicebook/shared/money';
import { documentNumber } from '@servicebook/shared/service';
import { Prisma } from '../../generated/prisma/client.ts';
import { scopedAccount } from '../../platform/tenancy.ts';

/** What the office set, and the mark. Amounts are minor units. */
interface Stored {
  currency: string;
  amount: number | null;
  partPrices: PartPrice[];
  invoicedAt: string | null;
  invoicedBy: NonNullable<Billing['invoice']>['by'];
  invoiceDay: string;
  invoiceNumber: string;
  invoicedAmount: number;
  invoicedLines: BillingLine[];
  serviceVersion: number;
  revision: number;
}

export interface BillingRow extends WorkToBill {
  id: number;
  state: 'NEW' | 'SIGNED';
  isWithdrawn: boolean;
  version: number;
  customerId: number;
  customerName: string;
  /** The day of service, in the company's timezone. */
  day: string;
  country: string;
  severalPerformers: boolean;
  stored: Stored | null;
}

/** With the columns of its number. */
export type NamedRow = BillingRow & Parameters<typeof documentNumber>[0];

/** The day of service, in the company's timezone, so that everybody gets the same month. */
export const dayOfService = Prisma.sql`(s.date AT TIME ZONE a.timezone)::date`;

/** The flat rate is due once per visit and day: on the first paid protocol, unless another one has it already. */
const callOutIsDue = Prisma.sql`s.visit_id IS NULL OR NOT EXISTS (
  SELECT FROM service q
    LEFT JOIN service_billing qb ON qb.account_id = q.account_id AND qb.service_id = q.id
   WHERE q.account_id = ${scopedAccount} AND q.visit_id = s.visit_id AND q.customer_id = s.customer_id AND q.id <> s.id
     AND q.withdrawn_at IS NULL AND q.payment_type = 'PAID'
     AND (q.date AT TIME ZONE a.timezone)::date = ${dayOfService}
     AND CASE WHEN qb.invoiced_at IS NULL THEN q.state = 'SIGNED' AND q.id < s.id
              ELSE qb.invoiced_lines @> '[{"kind": "CALL_OUT"}]' END)`;

export const billingColumns = Prisma.sql`s.id, s.number, s.number_extension AS "numberExtension", s.month, s.year, s.state, s.withdrawn_at IS NOT NULL AS "isWithdrawn",
  s.current_version AS version, s.customer_id AS "customerId",
  (SELECT bk.short_name FROM customer bk WHERE bk.account_id = ${scopedAccount} AND bk.id = s.customer_id) AS "customerName",
  s.payment_type AS "paymentType",
  s.work_minutes AS "workMinutes", s.travel_minutes AS "travelMinutes", s.kilometres,
  ${dayOfService}::text AS day, a.country,
  EXISTS (SELECT FROM service_performer sp WHERE sp.account_id = ${scopedAccount} AND sp.service_id = s.id) AS "severalPerformers",
  (${callOutIsDue}) AS "callOut",
  coalesce((SELECT json_agg(json_build_object('name', p.name, 'number', p.number, 'unit', p.unit,
      'quantity', p.quantity) ORDER BY p.position)
    FROM service_part p WHERE p.account_id = ${scopedAccount} AND p.service_id = s.id), '[]') AS parts,
  CASE WHEN b.service_id IS NOT NULL THEN json_build_object('currency', b.currency, 'amount', b.amount,
    'partPrices', b.part_prices, 'invoicedAt', b.invoiced_at, 'invoiceDay', b.invoice_day,
    'invoiceNumber', b.invoice_number, 'invoicedAmount', b.invoiced_amount, 'invoicedLines', b.invoiced_lines,
    'serviceVersion', b.service_version, 'revision', b.revision,
    'invoicedBy', (SELECT json_build_object('id', w.id, 'firstName', w.first_name, 'lastName', w.last_name)
      FROM app_user w WHERE w.account_id = ${scopedAccount} AND w.id = b.invoiced_by_id)) END AS stored`;

/** Joined to `service s`. */
export const billingTables = Prisma.sql`JOIN account a ON a.id = s.account_id
  LEFT JOIN service_billing b ON b.account_id = s.account_id AND b.service_id = s.id`;

const stateOf = ({ isWithdrawn, state, paymentType, stored }: BillingRow): BillingState => {
  if (isWithdrawn) return 'WITHDRAWN';
  if (stored?.invoicedAt) return 'INVOICED';
  if (state !== 'SIGNED') return 'UNSIGNED';
  return paymentType === 'WARRANTY' && !stored?.amount ? 'FREE' : 'OPEN';
};

/** A protocol's billing in minor units. */
export type Computed = ReturnType<typeof compute>;

/** What a protocol costs now; what was invoiced stays as it was then. */
export function compute(row: BillingRow, priceRows: readonly PriceRow[]) {
  const { stored } = row;
  const state = stateOf(row);
  const prices = pricesOn(priceRows, row.customerId, row.day);
  const isSet = stored !== null && (stored.amount !== null || stored.partPrices.length > 0);
  const isInvoiced = stored !== null && stored.invoicedAt !== null;
  const currency = isSet || isInvoiced ? stored.currency : (prices?.currency ?? usualCurrency(row.country));
  const proposal = propose(row, prices?.currency === currency ? prices : null, stored?.partPrices ?? []);
  const lines = isInvoiced ? stored.invoicedLines : proposal.lines;
  const proposed = lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const current = isInvoiced ? stored.invoicedAmount : (stored?.amount ?? proposed);
  return {
    state,
    currency,
    lines,
    proposed,
    amount: state === 'WITHDRAWN' ? 0 : current,
    missingPrices: lines.some(({ amount }) => amount === null),
    isFree: row.paymentType !== 'PAID',
    invoice: isInvoiced
      ? {
          day: stored.invoiceDay,
          number: stored.invoiceNumber,
          amount: stored.invoicedAmount,
          by: stored.invoicedBy,
          at: new Date(stored.invoicedAt ?? 0).toISOString(),
        }
      : null,
    changedSince:
      isInvoiced && (row.isWithdrawn || row.state === 'NEW' || row.version !== stored.serviceVersion),
  };
}

const decimalOrNull = (minor: number | null) => (minor === null ? null : toDecimal(minor));

export const toBilling = (row: NamedRow, computed: Computed): Billing => ({
  service: { id: row.id, number: documentNumber(row) },
  customer: { id: row.customerId, shortName: row.customerName },
  state: computed.state,
  free: computed.isFree,
  currency: computed.currency,
  severalPerformers: row.severalPerformers,
  lines: computed.lines.map((line) => ({
    ...line,
    price: decimalOrNull(line.price),
    amount: decimalOrNull(line.amount),
  })),
  proposed: toDecimal(computed.proposed),
  typed: decimalOrNull(row.stored?.amount ?? null),
  amount: toDecimal(computed.amount),
  missingPrices: computed.missingPrices,
  invoice: computed.invoice && { ...computed.invoice, amount: toDecimal(computed.invoice.amount) },
  changedSince: computed.changedSince,
  revision: row.stored?.revision ?? 0,
});
