import { countryName } from '@servicebook/i18n/intl.ts';
import type {
  Customer,
  CustomerCounts,
  CustomerExport,
  CustomerIds,
  CustomerInsert,
  CustomerSearch,
  CustomerUpdate,
} from '@servicebook/shared/customer';
import { maxChosen, type Page } from '@servicebook/shared/primitives';
import { pointOf } from '@servicebook/shared/work-place';
import type { Deps } from '../../deps.ts';
import { type Customer as FullRow, Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import { countriesNamed } from '../../platform/country-search.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import {
  everyWord,
  inOrder,
  isChosen,
  isNamed,
  orderBy,
  readBatches,
  readJson,
  readPage,
  type SortColumn,
  selected,
  textMatches,
} from '../../platform/paged-query.ts';
import { tableColumns, tableFile } from '../../platform/table-file.ts';
import {
  type AccountTransaction,
  inTransaction,
  refusing,
  rowKey,
  scopedAccount,
  startingFrom,
} from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { todayIn } from '../../platform/today.ts';
import { type Changes, changesBetween, record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';
import { countLinkedMachines } from '../device/device-counts.ts';
import { positionOf } from '../geo/machine-point.ts';
import { lockNames } from '../name-lock/name-lock.ts';
import { tellOfPlaces } from '../visit-news/visit-news.ts';

export type CustomerRow = Omit<FullRow, 'search'>;

/** What the search of protocols finds, too. */
const shownByProtocols = ['shortName', 'fullName', 'city'] as const;

const taken = {
  customer_account_id_short_name_key: () => new AppError('CUSTOMER_EXISTS'),
  customer_own_number_key: () => refuseFields({ ownNumber: 'OWN_NUMBER_TAKEN' }),
};
const inUse = (deps: Deps, ctx: Ctx, customerId: number) => {
  const refusal = async () => {
    const { service, visit } = deps.db.of(ctx);
    const where = { customerId };
    const [linkedMachines, protocols, visits] = await Promise.all([
      countLinkedMachines(deps, ctx, where),
      service.count({ where }),
      visit.count({ where }),
    ]);
    return new AppError('CUSTOMER_IN_USE', { linked: { ...linkedMachines, protocols, visits } });
  };
  return {
    device_account_id_customer_id_fkey: refusal,
    service_account_id_customer_id_fkey: refusal,
    visit_account_id_customer_id_fkey: refusal,
  };
};

/** The fields of a customer: each is read and sorted by its column. */
const fields = {
  id: { column: Prisma.sql`id` },
  shortName: { column: Prisma.sql`short_name`, named: true },
  fullName: { column: Prisma.sql`full_name`, named: true },
  ownNumber: { column: Prisma.sql`own_number` },
  streetAddress: { column: Prisma.sql`street_address`, named: true },
  zipCode: { column: Prisma.sql`zip_code` },
  city: { column: Prisma.sql`city`, named: true },
  country: { column: Prisma.sql`country` },
  nip: { column: Prisma.sql`nip` },
  regon: { column: Prisma.sql`regon` },
  phoneNumber: { column: Prisma.sql`phone_number` },
  email: { column: Prisma.sql`email` },
  language: { column: Prisma.sql`language` },
  position: { column: positionOf(Prisma.sql`customer`) },
  revision: { column: Prisma.sql`revision` },
} satisfies Record<keyof Customer, SortColumn>;

export const customerColumns = selected(fields);

/** Those of the account among these ids. */
export const readCustomersById = (
  deps: Deps,
  ctx: Pick<Ctx, 'accountId'>,
  ids: readonly number[],
): Promise<Customer[]> =>
  deps.db.read<Customer>(
    ctx,
    Prisma.sql`SELECT ${customerColumns} FROM customer
      WHERE account_id = ${ctx.accountId} AND id = ANY(${ids}::int[])`,
  );

/** Each word by the search column, or by the country's name as the reader sees it. */
const matchesText = ({ language }: Ctx, text: string): Prisma.Sql =>
  everyWord(
    text,
    (word) => Prisma.sql`(${textMatches(Prisma.sql`search`, word)}
      OR ${isNamed(Prisma.sql`country`, countriesNamed(language, word))})`,
  );

const found = (ctx: Ctx, { text, ids, sort }: CustomerIds & Pick<CustomerSearch, 'sort'>) => ({
  from: Prisma.sql`FROM customer WHERE account_id = ${ctx.accountId} AND ${isChosen(Prisma.sql`id`, ids)}
    AND ${matchesText(ctx, text)}`,
  order: orderBy(fields, sort ?? { by: 'id', direction: 'desc' }, Prisma.sql`id`, ctx.language),
});

export const listCustomers = (deps: Deps, ctx: Ctx): AsyncGenerator<Buffer> =>
  readJson(deps.db, ctx, {
    select: customerColumns,
    from: Prisma.sql`FROM customer WHERE account_id = ${ctx.accountId}`,
    order: inOrder('desc', Prisma.sql`id`),
    id: Prisma.sql`id`,
  });

export async function searchCustomers(deps: Deps, ctx: Ctx, search: CustomerSearch): Promise<Page<Customer>> {
  const { page, size } = search;
  return readPage<Customer>(deps.db, ctx, { select: customerColumns, ...found(ctx, search), page, size });
}

/** The first of them, to choose them all. */
export async function findCustomerIds(deps: Deps, ctx: Ctx, search: CustomerIds): Promise<number[]> {
  const { from } = found(ctx, search);
  const rows = await deps.db.read<{ id: number }>(
    ctx,
    Prisma.sql`SELECT id ${from} ORDER BY id LIMIT ${maxChosen}`,
  );
  return rows.map(({ id }) => id);
}

/** Everything that is found, as a table to take along. @throws AppError EXPORT_TOO_LARGE */
export async function exportCustomers(
  deps: Deps,
  ctx: Ctx,
  { format, ...search }: CustomerExport,
): Promise<FileAnswer> {
  const texts = textsOf(ctx.language, 'customer');
  type Row = Customer & { machines: number };
  const { text, number } = tableColumns<Row>(texts);
  return tableFile<Row>(deps, ctx, format, {
    name: texts('listTitle'),
    columns: [
      text('shortName'),
      text('fullName'),
      text('ownNumber'),
      text('streetAddress'),
      text('zipCode'),
      text('city'),
      text('country', ({ country }) => country && countryName(country, ctx.language)),
      text('nip'),
      text('regon'),
      text('phoneNumber'),
      text('email'),
      text('position', ({ position }) => (position ? `${position.latitude}, ${position.longitude}` : '')),
      number('summary.machines', ({ machines }) => machines),
    ],
    batches: readBatches<Row>(deps.db, ctx, {
      select: Prisma.sql`${customerColumns}, (SELECT count(*)::int FROM device d
        WHERE d.account_id = ${scopedAccount} AND d.customer_id = customer.id AND d.archived_at IS NULL) AS machines`,
      ...found(ctx, search),
      id: Prisma.sql`id`,
    }),
  });
}

export async function findCustomer(deps: Deps, ctx: Ctx, id: number): Promise<Customer> {
  const row = await deps.db.of(ctx).customer.findUniqueOrThrow({ where: rowKey(ctx, id) });
  return toCustomer(row);
}

/** @throws when the customer is not the account's */
export async function countCustomerMachines(deps: Deps, ctx: Ctx, id: number): Promise<CustomerCounts> {
  const [counts] = await deps.db.read<CustomerCounts>(
    ctx,
    Prisma.sql`SELECT count(d.id) FILTER (WHERE d.archived_at IS NULL)::int AS machines,
      count(d.id) FILTER (WHERE d.archived_at IS NOT NULL)::int AS "archivedMachines",
      count(d.id) FILTER (WHERE
        d.next_inspection_date < ${todayIn(deps.clock, Prisma.sql`a.timezone`)}
      )::int AS "overdueInspections",
      (SELECT count(*)::int FROM customer_contact p WHERE p.account_id = ${ctx.accountId} AND p.customer_id = ${id})
        AS contacts,
      (SELECT count(*)::int FROM service s WHERE s.account_id = ${ctx.accountId} AND s.customer_id = ${id}) AS protocols,
      (SELECT count(*)::int FROM visit v WHERE v.account_id = ${ctx.accountId} AND v.customer_id = ${id}) AS visits,
      (SELECT count(*)::int FROM audit_log l
        WHERE l.account_id = ${ctx.accountId} AND l.entity = 'customer' AND l.entity_id = ${id}) AS changes
      FROM customer k
      JOIN account a ON a.id = k.account_id
      LEFT JOIN device d ON d.account_id = k.account_id AND d.customer_id = k.id
      WHERE k.account_id = ${ctx.accountId} AND k.id = ${id}
      GROUP BY k.id`,
    'customer counts',
  );
  if (!counts) throw new AppError('NOT_FOUND');
  return counts;
}

export async function insertCustomer(
  deps: Deps,
  ctx: Ctx,
  { id: _, ...input }: CustomerInsert,
): Promise<Customer> {
  return refusing(taken, () =>
    inTransaction(deps, ctx, async (tx) => {
      const row = await tx.customer.create({ data: { ...columnsOf(input), accountId: ctx.accountId } });
      await record(tx, ctx, { kind: 'CREATED', entity: 'customer', entityId: row.id, what: row.shortName });
      return toCustomer(row);
    }),
  );
}

/** Changes a customer, with the entry in the log. @param revision of which the change starts; if it is known */
export async function writeCustomer(
  tx: AccountTransaction,
  ctx: Ctx,
  before: CustomerRow,
  data: Partial<CustomerRow>,
  revision?: number,
): Promise<{ row: CustomerRow; changes: Changes }> {
  const { id } = before;
  const row = await tx.customer.update({
    where: { ...rowKey(ctx, id), revision },
    data: { ...data, revision: { increment: 1 } },
  });
  const changes = changesBetween(before, data);
  await record(tx, ctx, { kind: 'CHANGED', entity: 'customer', entityId: id, what: row.shortName, changes });
  return { row, changes };
}

export async function updateCustomer(
  deps: Deps,
  ctx: Ctx,
  { id, revision, ...input }: CustomerUpdate,
): Promise<Customer> {
  const data = columnsOf(input);
  return refusing(taken, () =>
    inTransaction(deps, ctx, async (tx) => {
      const before = await tx.customer.findUniqueOrThrow({ where: rowKey(ctx, id) });
      if (shownByProtocols.some((field) => before[field] !== input[field])) await lockNames(tx, ctx);
      const { row, changes } = await startingFrom(revision, () =>
        writeCustomer(tx, ctx, before, data, revision),
      );
      const { streetAddress, zipCode, city, country, gpsLatitude, gpsLongitude } = before;
      const place = { streetAddress, zipCode, city, country, gpsLatitude, gpsLongitude };
      if (Object.keys(place).some((field) => field in changes))
        await tellOfPlaces(deps, tx, ctx, { customerId: id }, (visit) => ({
          ...visit,
          customer: { ...visit.customer, ...place, position: pointOf(place) },
        }));
      return toCustomer(row);
    }),
  );
}

export async function deleteCustomer(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await refusing(inUse(deps, ctx, id), () =>
    inTransaction(deps, ctx, (tx) => removeCustomer(deps, tx, ctx, id)),
  );
}

/** Puts a customer without machines, protocols and visits into the bin. */
export async function removeCustomer(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  id: number,
): Promise<void> {
  // Who was signed in to its page stays signed out if the customer comes back.
  await tx.customerSession.deleteMany({ where: { customerId: id } });
  await tx.customerLink.deleteMany({ where: { customerId: id } });
  const row = await moveToBin(deps, tx, ctx, {
    kind: 'customer',
    id,
    remove: () => tx.customer.delete({ where: rowKey(ctx, id) }),
    called: ({ shortName }) => ({ title: shortName }),
  });
  await record(tx, ctx, { kind: 'DELETED', entity: 'customer', entityId: id, what: row.shortName });
}

/** Those that cannot be deleted, with the reason: machines, also archived ones, protocols or visits. */
export async function findCustomersInUse(
  tx: AccountTransaction,
  { accountId }: Ctx,
  ids: readonly number[],
): Promise<Map<number, 'HAS_MACHINES' | 'HAS_PROTOCOLS' | 'HAS_VISITS'>> {
  const rows = await tx.$queryRaw<{ id: number; machines: boolean; protocols: boolean; visits: boolean }[]>`
    SELECT k.id,
           EXISTS (SELECT FROM device d WHERE d.account_id = ${scopedAccount} AND d.customer_id = k.id) AS machines,
           EXISTS (SELECT FROM service s WHERE s.account_id = ${scopedAccount} AND s.customer_id = k.id) AS protocols,
           EXISTS (SELECT FROM visit v WHERE v.account_id = ${scopedAccount} AND v.customer_id = k.id) AS visits
      FROM customer k WHERE k.account_id = ${accountId} AND k.id = ANY(${ids}::int[])`;
  return new Map(
    rows.flatMap(({ id, machines, protocols, visits }) => {
      const reason = machines ? 'HAS_MACHINES' : protocols ? 'HAS_PROTOCOLS' : visits && 'HAS_VISITS';
      return reason ? [[id, reason] as const] : [];
    }),
  );
}

/** The columns of an input; a missing position stays as it is. */
const columnsOf = <Input extends Pick<CustomerUpdate, 'position'>>({ position, ...input }: Input) => ({
  ...input,
  ...(position !== undefined && {
    gpsLatitude: position?.latitude ?? null,
    gpsLongitude: position?.longitude ?? null,
  }),
});

/** The contract drops the other columns. */
const toCustomer = ({ gpsLatitude, gpsLongitude, ...row }: CustomerRow): Customer => ({
  ...row,
  language: row.language as Customer['language'],
  position: pointOf({ gpsLatitude, gpsLongitude }),
});
