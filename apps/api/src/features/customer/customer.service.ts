import type { Customer, CustomerInsert, CustomerSearch, CustomerUpdate } from '@servicebook/shared/customer';
import type { Page } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import { type Customer as FullRow, Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import { countriesNamed } from '../../platform/country-search.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { isNamed, orderBy, readPage, textMatches } from '../../platform/paged-query.ts';
import { inTransaction, refusing, rowKey, startingFrom } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';

const sameName = { customer_account_id_short_name_key: () => new AppError('CUSTOMER_EXISTS') };
const inUse = (deps: Deps, ctx: Ctx, customerId: number) => {
  const refusal = async () => {
    const { device, service } = deps.db.of(ctx);
    const where = { customerId };
    const [machines, protocols] = await Promise.all([device.count({ where }), service.count({ where })]);
    return new AppError('CUSTOMER_IN_USE', { linked: { machines, protocols } });
  };
  return {
    device_account_id_customer_id_fkey: refusal,
    service_account_id_customer_id_fkey: refusal,
  };
};

export async function listCustomers(deps: Deps, ctx: Ctx): Promise<Customer[]> {
  const rows = await deps.db.of(ctx).customer.findMany({ orderBy: { id: 'desc' } });
  return rows.map(toCustomer);
}

const columns = Prisma.sql`id, short_name AS "shortName", full_name AS "fullName", street_address AS "streetAddress",
  zip_code AS "zipCode", city, country, nip, regon, phone_number AS "phoneNumber", email, language, revision`;

const sortColumns = {
  id: { column: Prisma.sql`id` },
  shortName: { column: Prisma.sql`short_name`, named: true },
  fullName: { column: Prisma.sql`full_name`, named: true },
  city: { column: Prisma.sql`city`, named: true },
  nip: { column: Prisma.sql`nip` },
  phoneNumber: { column: Prisma.sql`phone_number` },
  email: { column: Prisma.sql`email` },
};

/** By the search column, or by the country's name as the reader sees it. */
function matchesText({ language }: Ctx, text: string): Prisma.Sql {
  if (text === '') return Prisma.sql`TRUE`;
  return Prisma.sql`(${textMatches(Prisma.sql`search`, text)}
    OR ${isNamed(Prisma.sql`country`, countriesNamed(language, text))})`;
}

export async function searchCustomers(deps: Deps, ctx: Ctx, search: CustomerSearch): Promise<Page<Customer>> {
  const { text, page, size, sort = { by: 'id', direction: 'desc' } } = search;
  return readPage<Customer>(deps.db, ctx, {
    select: columns,
    from: Prisma.sql`FROM customer WHERE account_id = ${ctx.accountId} AND ${matchesText(ctx, text)}`,
    order: orderBy(sortColumns, sort, Prisma.sql`id`, ctx.language),
    page,
    size,
  });
}

export async function findCustomer(deps: Deps, ctx: Ctx, id: number): Promise<Customer> {
  const row = await deps.db.of(ctx).customer.findUniqueOrThrow({ where: rowKey(ctx, id) });
  return toCustomer(row);
}

export async function insertCustomer(
  deps: Deps,
  ctx: Ctx,
  { id: _, ...input }: CustomerInsert,
): Promise<Customer> {
  return refusing(sameName, () =>
    inTransaction(deps, ctx, async (tx) => {
      const row = await tx.customer.create({ data: { ...input, accountId: ctx.accountId } });
      await record(tx, ctx, { kind: 'CREATED', entity: 'customer', entityId: row.id, what: row.shortName });
      return toCustomer(row);
    }),
  );
}

export async function updateCustomer(
  deps: Deps,
  ctx: Ctx,
  { id, revision, ...input }: CustomerUpdate,
): Promise<Customer> {
  return refusing(sameName, () =>
    inTransaction(deps, ctx, async (tx) => {
      const before = await tx.customer.findUniqueOrThrow({ where: rowKey(ctx, id) });
      const row = await startingFrom(revision, () =>
        tx.customer.update({
          where: { ...rowKey(ctx, id), revision },
          data: { ...input, revision: { increment: 1 } },
        }),
      );
      await record(tx, ctx, {
        kind: 'CHANGED',
        entity: 'customer',
        entityId: id,
        what: row.shortName,
        changes: changesBetween(before, input),
      });
      return toCustomer(row);
    }),
  );
}

export async function deleteCustomer(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await refusing(inUse(deps, ctx, id), () =>
    inTransaction(deps, ctx, async (tx) => {
      const row = await tx.customer.delete({ where: rowKey(ctx, id) });
      await record(tx, ctx, { kind: 'DELETED', entity: 'customer', entityId: id, what: row.shortName });
    }),
  );
}

const toCustomer = (row: Omit<FullRow, 'search'>): Customer => ({
  id: row.id,
  shortName: row.shortName,
  fullName: row.fullName,
  streetAddress: row.streetAddress,
  zipCode: row.zipCode,
  city: row.city,
  country: row.country,
  nip: row.nip,
  regon: row.regon,
  phoneNumber: row.phoneNumber,
  email: row.email,
  language: row.language as Customer['language'],
  revision: row.revision,
});
