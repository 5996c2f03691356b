/** Amounts of protocols, and the mark "invoiced". A mark fixes the amount; nobody marks a protocol twice. */

import type { Billing, BillingInput, InvoicedInput, NotInvoicedInput } from '@servicebook/shared/billing';
import type { ErrorCode } from '@servicebook/shared/error-codes';
import { maxMinor, toDecimal } from '@servicebook/shared/money';
import { documentNumber } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountDatabase, type AccountTransaction, inTransaction } from '../../platform/tenancy.ts';
import { changesBetween, recordAll } from '../audit/audit.service.ts';
import {
  billingColumns,
  billingTables,
  type Computed,
  compute,
  type NamedRow,
  toBilling,
} from './billing-rows.ts';
import { readPrices } from './price-list.service.ts';

interface Found {
  row: NamedRow;
  computed: Computed;
}

/** In the order of the ids. @throws AppError NOT_FOUND if one is not the account's */
async function read(
  db: AccountDatabase | AccountTransaction,
  { accountId }: Pick<Ctx, 'accountId'>,
  ids: readonly number[],
): Promise<Found[]> {
  const prices = await readPrices(db);
  const rows = await db.$queryRaw<Found['row'][]>(Prisma.sql`
    SELECT ${billingColumns}
      FROM service s ${billingTables}
     WHERE s.account_id = ${accountId} AND s.id = ANY(${ids}::int[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw new AppError('NOT_FOUND');
    return { row, computed: compute(row, prices) };
  });
}

const toAnswer = (found: readonly Found[]): Billing[] =>
  found.map(({ row, computed }) => toBilling(row, computed));

export const findBillings = async (deps: Deps, ctx: Ctx, ids: readonly number[]): Promise<Billing[]> =>
  toAnswer(await read(deps.db.of(ctx), ctx, ids));

export async function findBilling(deps: Deps, ctx: Ctx, id: number): Promise<Billing> {
  const [billing] = await findBillings(deps, ctx, [id]);
  return billing as Billing;
}

/**
 * Keeps others from changing the protocols. Also the other protocols of their visits, because the flat rate of a visit
 * is on one of them.
 */
const lock = (tx: AccountTransaction, { accountId }: Ctx, ids: readonly number[]) => tx.$queryRaw`
  SELECT 1 FROM service
   WHERE account_id = ${accountId} AND (id = ANY(${ids}::int[]) OR visit_id IN (
     SELECT visit_id FROM service WHERE account_id = ${accountId} AND id = ANY(${ids}::int[])))
   ORDER BY id FOR NO KEY UPDATE`;

const namesOf = (found: readonly Found[]) => found.map(({ row }) => documentNumber(row)).join(', ');

/** Refuses all if one is refused, and names those. */
function refuse(code: ErrorCode, found: readonly Found[], when: (each: Found) => boolean): void {
  const refused = found.filter(when);
  if (refused.length > 0) throw new AppError(code, { values: { protocols: namesOf(refused) } });
}

/** A customer with a currency: what an invoice is for. */
const payerOf = (id: number, name: string, currency: string) =>
  [`${id} ${currency}`, `${name} (${currency})`] as const;

/**
 * An invoice is for one customer, in one currency. Numbers may start again each year.
 * @throws AppError INVOICE_OF_SEVERAL_CUSTOMERS
 */
async function refuseSharedNumbers(
  tx: AccountTransaction,
  found: readonly Found[],
  numberOf: ReadonlyMap<number, string>,
  day: string,
): Promise<void> {
  const numbers = [...new Set(numberOf.values())].filter(Boolean);
  const [first, last] = [`${day.slice(0, 4)}-01-01`, `${day.slice(0, 4)}-12-31`].map((end) => new Date(end));
  const earlier = await tx.serviceBilling.findMany({
    where: { invoiceNumber: { in: numbers }, invoiceDay: { gte: first, lte: last } },
    select: {
      invoiceNumber: true,
      currency: true,
      service: { select: { customer: { select: { id: true, shortName: true } } } },
    },
  });
  for (const number of numbers) {
    const payers = new Map([
      ...earlier
        .filter((mark) => mark.invoiceNumber === number)
        .map(({ currency, service: { customer } }) => payerOf(customer.id, customer.shortName, currency)),
      ...found
        .filter(({ row }) => numberOf.get(row.id) === number)
        .map(({ row, computed }) => payerOf(row.customerId, row.customerName, computed.currency)),
    ]);
    if (payers.size > 1)
      throw new AppError('INVOICE_OF_SEVERAL_CUSTOMERS', {
        values: { number, customers: [...payers.values()].join(', ') },
      });
  }
}

const moneyText = (minor: number, currency: string) => `${toDecimal(minor).toFixed(2)} ${currency}`;

/** For the log. */
const inWords = ({ amount, currency, invoice }: Computed) => ({
  amount: moneyText(amount, currency),
  invoiced:
    invoice && [invoice.day, invoice.number, moneyText(invoice.amount, currency)].filter(Boolean).join(', '),
});

/** Under a name of its own, because everybody may read the log of a protocol. */
const recordChanges = (
  tx: AccountTransaction,
  ctx: Ctx,
  before: readonly Found[],
  after: readonly Found[],
): Promise<void> =>
  recordAll(
    tx,
    ctx,
    after.map(({ row, computed }, index) => ({
      kind: 'CHANGED',
      entity: 'billing',
      entityId: row.id,
      what: documentNumber(row),
      changes: changesBetween(inWords((before[index] as Found).computed), inWords(computed)),
    })),
  );

/**
 * Sets what the office typed.
 * @throws AppError ALREADY_INVOICED, WITHDRAWN_PROTOCOL, RECORD_CHANGED
 */
export const saveBilling = (
  deps: Deps,
  ctx: Ctx,
  { service: { id }, currency, amount, partPrices, revision }: BillingInput,
): Promise<Billing> =>
  inTransaction(deps, ctx, async (tx) => {
    await lock(tx, ctx, [id]);
    const before = await read(tx, ctx, [id]);
    const [{ row, computed }] = before as [Found];
    refuse('ALREADY_INVOICED', before, (each) => each.computed.invoice !== null);
    if (computed.state === 'WITHDRAWN') throw new AppError('WITHDRAWN_PROTOCOL');
    if (revision !== undefined && revision !== (row.stored?.revision ?? 0))
      throw new AppError('RECORD_CHANGED');
    const { accountId } = ctx;
    const data = { currency, amount, partPrices };
    await tx.serviceBilling.upsert({
      where: { accountId_serviceId: { accountId, serviceId: id } },
      create: { ...data, accountId, serviceId: id },
      update: { ...data, revision: { increment: 1 } },
    });
    const after = await read(tx, ctx, [id]);
    await recordChanges(tx, ctx, before, after);
    return toAnswer(after)[0] as Billing;
  });

/**
 * Marks all or none.
 * @throws AppError ALREADY_INVOICED, NOT_BILLABLE, INVOICE_OF_SEVERAL_CUSTOMERS, AMOUNT_CHANGED if an amount or customer
 *   is not the one that the user saw
 */
export const markInvoiced = (deps: Deps, ctx: Ctx, { services, day }: InvoicedInput): Promise<Billing[]> =>
  inTransaction(deps, ctx, async (tx) => {
    const ids = services.map(({ id }) => id);
    await lock(tx, ctx, ids);
    const before = await read(tx, ctx, ids);
    const seen = new Map(services.map((each) => [each.id, each]));
    refuse('ALREADY_INVOICED', before, ({ computed }) => computed.invoice !== null);
    refuse('NOT_BILLABLE', before, ({ computed }) => computed.state !== 'OPEN' && computed.state !== 'FREE');
    refuse('AMOUNT_CHANGED', before, ({ row, computed: { amount, currency } }) => {
      const shown = seen.get(row.id);
      const customerId = shown?.customer?.id ?? row.customerId;
      return shown?.amount !== amount || shown.currency !== currency || customerId !== row.customerId;
    });
    const numberOf = new Map(services.map(({ id, number }) => [id, number]));
    await refuseSharedNumbers(tx, before, numberOf, day);
    if (before.some(({ computed }) => computed.amount > maxMinor))
      throw refuseFields({ services: 'TOO_LARGE' });
    const { accountId, userId } = ctx;
    for (const { row, computed } of before) {
      const mark = {
        currency: computed.currency,
        invoicedAt: deps.clock(),
        invoicedById: userId,
        invoiceDay: new Date(day),
        invoiceNumber: numberOf.get(row.id) ?? '',
        invoicedAmount: computed.amount,
        invoicedLines: computed.lines as unknown as Prisma.InputJsonValue,
        serviceVersion: row.version,
      };
      await tx.serviceBilling.upsert({
        where: { accountId_serviceId: { accountId, serviceId: row.id } },
        create: { ...mark, accountId, serviceId: row.id },
        update: { ...mark, revision: { increment: 1 } },
      });
    }
    const after = await read(tx, ctx, ids);
    await recordChanges(tx, ctx, before, after);
    return toAnswer(after);
  });

const noMark = {
  invoicedAt: null,
  invoicedById: null,
  invoiceDay: null,
  invoiceNumber: '',
  invoicedAmount: null,
  invoicedLines: Prisma.DbNull,
  serviceVersion: null,
};

/** Takes the mark from all or none. @throws AppError RECORD_CHANGED if one changed since the user saw it */
export const markNotInvoiced = (deps: Deps, ctx: Ctx, { services }: NotInvoicedInput): Promise<Billing[]> =>
  inTransaction(deps, ctx, async (tx) => {
    const ids = services.map(({ id }) => id);
    await lock(tx, ctx, ids);
    const before = await read(tx, ctx, ids);
    const seen = new Map(services.map(({ id, revision }) => [id, revision]));
    const isChanged = ({ row, computed }: Found) =>
      computed.invoice === null || row.stored?.revision !== seen.get(row.id);
    if (before.some(isChanged)) throw new AppError('RECORD_CHANGED');
    await tx.serviceBilling.updateMany({
      where: { serviceId: { in: ids } },
      data: { ...noMark, revision: { increment: 1 } },
    });
    const after = await read(tx, ctx, ids);
    await recordChanges(tx, ctx, before, after);
    return toAnswer(after);
  });
