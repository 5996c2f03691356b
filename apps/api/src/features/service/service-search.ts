/** Finding protocols. Lists stand by year, month, number and letter, newest first, unless asked otherwise. */
import type { Page, SortDirection } from '@servicebook/shared/primitives';
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { ServiceExport, ServiceFilter, ServiceSearch } from '@servicebook/shared/service-overview';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import {
  inOrder,
  isChosen,
  mapPage,
  type Order,
  orderBy,
  ordered,
  readJson,
  readPage,
  textMatches,
} from '../../platform/paged-query.ts';
import { rowKey, scopedAccount } from '../../platform/tenancy.ts';
import {
  alsoPerformed,
  eventColumns,
  machinesOfProtocol,
  type ProtocolRow,
  protocolColumns,
  protocolTables,
  readProtocol,
  toProtocol,
} from './service-rows.ts';

export const findService = (deps: Deps, ctx: Ctx, id: number): Promise<ServiceProtocol> =>
  readProtocol(deps.db.of(ctx), ctx, id);

/** The order of an index. */
const byNumber = (direction: SortDirection): Order =>
  inOrder(
    direction,
    Prisma.sql`s.year`,
    Prisma.sql`s.month`,
    Prisma.sql`s.number`,
    Prisma.sql`s.number_extension`,
  );
const newestFirst = byNumber('desc');

const onMachine = (deviceId: number) => Prisma.sql`EXISTS (SELECT FROM service_device sd
  WHERE sd.account_id = ${scopedAccount} AND sd.service_id = s.id AND sd.device_id = ${deviceId})`;

/** All protocols of a machine. @throws when the machine is not the account's */
export async function listServicesOfDevice(
  deps: Deps,
  ctx: Ctx,
  deviceId: number,
): Promise<ServiceProtocol[]> {
  await deps.db.of(ctx).device.findUniqueOrThrow({ where: rowKey(ctx, deviceId), select: { id: true } });
  const rows = await deps.db.read<ProtocolRow>(
    ctx,
    Prisma.sql`SELECT ${protocolColumns} ${protocolTables}
      WHERE s.account_id = ${ctx.accountId} AND ${onMachine(deviceId)} ${ordered(newestFirst)}`,
  );
  return rows.map(toProtocol);
}

/** All of them, as specified. For a long list, searching or exporting is better. */
export const listServiceEvents = (deps: Deps, ctx: Ctx): AsyncGenerator<Buffer> =>
  readJson(deps.db, ctx, {
    select: Prisma.sql`${eventColumns}, ${machinesOfProtocol} AS devices, ${alsoPerformed}`,
    from: Prisma.sql`${protocolTables} WHERE s.account_id = ${ctx.accountId}`,
    order: newestFirst,
    id: Prisma.sql`s.id`,
  });

const sortColumns = {
  id: { column: Prisma.sql`s.id` },
  date: { column: Prisma.sql`s.date` },
  state: { column: Prisma.sql`s.state` },
  paymentType: { column: Prisma.sql`s.payment_type` },
  customer: { column: Prisma.sql`k.short_name`, named: true },
  user: { column: Prisma.sql`concat_ws(' ', u.last_name, u.first_name)`, named: true },
};

/** The order of a search, for `protocolTables`. */
export function serviceOrder({ language }: Ctx, { sort }: Pick<ServiceExport, 'sort'>): Order {
  const { by, direction } = sort ?? { by: 'fullNumber', direction: 'desc' };
  if (by !== 'fullNumber') return orderBy(sortColumns, { by, direction }, Prisma.sql`s.id`, language);
  return byNumber(direction);
}

const isSent = Prisma.sql`s.state = 'NEW' AND EXISTS (SELECT FROM sign_request q
  WHERE q.account_id = ${scopedAccount} AND q.service_id = s.id AND q.revoked_at IS NULL
    AND q.service_version_id IS NULL)`;

/**
 * Nobody has sent or handed over the signed version since a mail with it was refused. That a customer has no address is not
 * counted: nothing can be done about it.
 */
export const isMailRefused = (accountId: number) =>
  Prisma.sql`s.state = 'SIGNED' AND s.withdrawn_at IS NULL AND (s.id, s.current_version) IN (
    SELECT v.service_id, v.version FROM protocol_mail m
      JOIN service_version v ON v.account_id = m.account_id AND v.id = m.service_version_id
     WHERE m.account_id = ${accountId} AND m.state = 'REFUSED' AND m.refusal <> 'NO_ADDRESS'
       AND m.handed_over_at IS NULL
       AND NOT EXISTS (SELECT FROM protocol_mail later
         WHERE later.account_id = ${scopedAccount} AND later.service_version_id = m.service_version_id
           AND later.created_at > m.created_at AND later.state <> 'REFUSED'))`;

const isInState = (accountId: number, states: ServiceFilter['states']) =>
  Prisma.sql`(${Prisma.join(
    states.map((state) =>
      state === 'WITHDRAWN'
        ? Prisma.sql`s.withdrawn_at IS NOT NULL`
        : state === 'SENT'
          ? isSent
          : state === 'MAIL_REFUSED'
            ? isMailRefused(accountId)
            : Prisma.sql`s.state = ${state}::service_state AND s.withdrawn_at IS NULL`,
    ),
    ' OR ',
  )})`;

/** The protocols on which somebody is named, as the main performer or with others. */
export const performedBy = (accountId: number, userId: number) =>
  Prisma.sql`(s.user_id = ${userId} OR s.id IN (
    SELECT p.service_id FROM service_performer p WHERE p.account_id = ${accountId} AND p.user_id = ${userId}))`;

const isInvoiced = Prisma.sql`EXISTS (SELECT FROM service_billing b
  WHERE b.account_id = ${scopedAccount} AND b.service_id = s.id AND b.invoiced_at IS NOT NULL)`;

/** Signed work that waits for its invoice. Under warranty there is none, unless the office typed an amount. */
const isToInvoice = Prisma.sql`s.state = 'SIGNED' AND s.withdrawn_at IS NULL AND NOT ${isInvoiced}
  AND (s.payment_type <> 'WARRANTY' OR EXISTS (SELECT FROM service_billing b
    WHERE b.account_id = ${scopedAccount} AND b.service_id = s.id AND b.amount > 0))`;

/** The condition of a search on `service s`; no other table is needed for it. */
export function matchesService({ accountId, timezone }: Ctx, filter: ServiceFilter): Prisma.Sql {
  const { ids, text, deviceId, customerId, userId, states, types, paymentTypes, invoiced } = filter;
  const { dateFrom, dateTo } = filter;
  const conditions = [Prisma.sql`s.account_id = ${accountId}`, isChosen(Prisma.sql`s.id`, ids)];
  if (deviceId) conditions.push(onMachine(deviceId));
  if (customerId) conditions.push(Prisma.sql`s.customer_id = ${customerId}`);
  if (userId) conditions.push(performedBy(accountId, userId));
  if (states.length > 0) conditions.push(isInState(accountId, states));
  if (types.length > 0) conditions.push(Prisma.sql`s.types && ${types}::service_type[]`);
  if (paymentTypes.length > 0)
    conditions.push(Prisma.sql`s.payment_type = ANY(${paymentTypes}::payment_type[])`);
  if (invoiced) conditions.push(isInvoiced);
  if (invoiced === false) conditions.push(isToInvoice);
  if (dateFrom) conditions.push(Prisma.sql`s.date >= ${dateFrom}::date::timestamp AT TIME ZONE ${timezone}`);
  if (dateTo) conditions.push(Prisma.sql`s.date < (${dateTo}::date + 1)::timestamp AT TIME ZONE ${timezone}`);
  if (text) conditions.push(textMatches(Prisma.sql`s.search`, text));
  return Prisma.join(conditions, ' AND ');
}

export async function searchServices(
  deps: Deps,
  ctx: Ctx,
  search: ServiceSearch,
): Promise<Page<ServiceProtocol>> {
  const where = matchesService(ctx, search);
  const rows = await readPage<ProtocolRow>(deps.db, ctx, {
    select: protocolColumns,
    from: Prisma.sql`${protocolTables} WHERE ${where}`,
    counted: Prisma.sql`FROM service s WHERE ${where}`,
    order: serviceOrder(ctx, search),
    page: search.page,
    size: search.size,
  });
  return mapPage(rows, toProtocol);
}

/** The ids that a filter finds, up to a limit. */
export async function findServiceIds(
  deps: Deps,
  ctx: Ctx,
  filter: ServiceFilter,
  most: number,
): Promise<number[]> {
  const rows = await deps.db.read<{ id: number }>(
    ctx,
    Prisma.sql`SELECT s.id FROM service s WHERE ${matchesService(ctx, filter)} ORDER BY s.id LIMIT ${most}`,
  );
  return rows.map(({ id }) => id);
}
