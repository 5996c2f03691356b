/** Prices of the company and of single customers, each valid from a day on. */
import { type PriceList, type PriceListInput, type PriceRow, priceKinds } from '@servicebook/shared/billing';
import { toDecimal } from '@servicebook/shared/money';
import type { Deps } from '../../deps.ts';
import type { PriceList as Row } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import {
  type AccountDatabase,
  type AccountTransaction,
  inTransaction,
  refusing,
  rowKey,
  startingFrom,
} from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';

const refusals = {
  price_list_owner_key: () => new AppError('PRICES_EXIST'),
  price_list_account_id_customer_id_fkey: () => new AppError('NOT_FOUND'),
};

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const withCustomer = { customer: { select: { id: true, shortName: true } } } as const;
type WithCustomer = Row & { customer: { id: number; shortName: string } | null };

export async function listPrices(deps: Deps, ctx: Ctx): Promise<PriceList[]> {
  const rows = await deps.db.of(ctx).priceList.findMany({ include: withCustomer });
  const nameOf = ({ customer }: WithCustomer) => customer?.shortName ?? '';
  return rows
    .sort(
      (one, other) =>
        Number(one.customerId !== null) - Number(other.customerId !== null) ||
        nameOf(one).localeCompare(nameOf(other), ctx.language) ||
        (one.customerId ?? 0) - (other.customerId ?? 0) ||
        other.validFrom.getTime() - one.validFrom.getTime(),
    )
    .map(toPriceList);
}

/** All price lists, to compute amounts. */
export async function readPrices(db: AccountDatabase | AccountTransaction): Promise<PriceRow[]> {
  const rows = await db.priceList.findMany();
  return rows.map((row) => ({ ...row, validFrom: dayOf(row.validFrom) }));
}

/** @throws AppError PRICES_EXIST if the owner has other prices from that day, RECORD_CHANGED */
export function savePrices(
  deps: Deps,
  ctx: Ctx,
  { id, customer, validFrom, revision, ...prices }: PriceListInput,
): Promise<PriceList> {
  return refusing(refusals, () =>
    inTransaction(deps, ctx, async (tx) => {
      const data = { ...prices, customerId: customer?.id ?? null, validFrom: new Date(validFrom) };
      const before = id === null ? null : await tx.priceList.findUniqueOrThrow({ where: rowKey(ctx, id) });
      const row = before
        ? await startingFrom(revision, () =>
            tx.priceList.update({
              where: { ...rowKey(ctx, before.id), revision },
              data: { ...data, revision: { increment: 1 } },
              include: withCustomer,
            }),
          )
        : await tx.priceList.create({ data: { ...data, accountId: ctx.accountId }, include: withCustomer });
      await record(tx, ctx, {
        kind: before ? 'CHANGED' : 'CREATED',
        entity: 'priceList',
        entityId: row.id,
        what: nameOf(row),
        changes: changesBetween(before ? inWords(before) : {}, inWords(row)),
      });
      return toPriceList(row);
    }),
  );
}

export async function deletePrices(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await moveToBin(deps, tx, ctx, {
      kind: 'priceList',
      id,
      remove: () => tx.priceList.delete({ where: rowKey(ctx, id), include: withCustomer }),
      called: ({ validFrom, customer }) => ({ title: dayOf(validFrom), parent: customer?.shortName ?? '' }),
    });
    await record(tx, ctx, { kind: 'DELETED', entity: 'priceList', entityId: id, what: nameOf(row) });
  });
}

/** `Bakery, 2026-11-01` */
const nameOf = ({ customer, validFrom }: WithCustomer): string =>
  [customer?.shortName, dayOf(validFrom)].filter(Boolean).join(', ');

/** For the log: amounts as people read them. */
const inWords = (row: Row) => ({
  validFrom: dayOf(row.validFrom),
  currency: row.currency,
  ...inDecimals(row),
});

const inDecimals = (row: Row) =>
  Object.fromEntries(
    priceKinds.map((kind) => {
      const price = row[kind];
      return [kind, price === null ? null : toDecimal(price)];
    }),
  ) as Pick<PriceList, (typeof priceKinds)[number]>;

const toPriceList = (row: WithCustomer): PriceList => ({
  ...inDecimals(row),
  id: row.id,
  customer: row.customer,
  validFrom: dayOf(row.validFrom),
  currency: row.currency as PriceList['currency'],
  revision: row.revision,
});
