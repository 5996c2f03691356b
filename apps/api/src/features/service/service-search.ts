/** Finding protocols. Lists sort by year, month, number and letter, newest first. */

import type { Page } from '@servicebook/shared/primitives';
import type { ServiceProtocol, ServiceSearch } from '@servicebook/shared/service';
import type { Ctx, Deps } from '../../context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { contains, isOneOf, readPage } from '../../platform/paged-query.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { readProtocol, toProtocol, withParts } from './service-rows.ts';

export const findService = (deps: Deps, ctx: Ctx, id: number): Promise<ServiceProtocol> =>
  readProtocol(deps.db.of(ctx), ctx, id);

export async function listServicesOfDevice(
  deps: Deps,
  ctx: Ctx,
  deviceId: number,
): Promise<ServiceProtocol[]> {
  const db = deps.db.of(ctx);
  await db.device.findUniqueOrThrow({ where: rowKey(ctx, deviceId), select: { id: true } });
  const rows = await db.service.findMany({
    where: { devices: { some: { deviceId } } },
    include: withParts,
    orderBy: [{ year: 'desc' }, { month: 'desc' }, { number: 'desc' }, { numberExtension: 'desc' }],
  });
  return rows.map(toProtocol);
}

const direction = (of: 'asc' | 'desc') => Prisma.raw(of === 'asc' ? 'ASC' : 'DESC');

function order({ by, direction: of }: NonNullable<ServiceSearch['sort']>): Prisma.Sql {
  const way = direction(of);
  if (by === 'fullNumber') {
    return Prisma.sql`ORDER BY s.year ${way}, s.month ${way}, s.number ${way}, s.number_extension ${way}`;
  }
  const column = { id: Prisma.sql`s.id`, date: Prisma.sql`s.date`, state: Prisma.sql`s.state` }[by];
  return Prisma.sql`ORDER BY ${column} ${way}, s.id ${way}`;
}

/** What a list row shows can be searched: number, fault, customer, machines, technician. */
function matchesText(text: string): Prisma.Sql {
  if (text === '') return Prisma.sql`TRUE`;
  const number = Prisma.sql`s.number || s.number_extension || '/' || lpad(s.month::text, 2, '0') || '/' || s.year`;
  return Prisma.sql`(${contains(number, text)} OR ${contains(Prisma.sql`s.fault_description`, text)}
    OR EXISTS (SELECT 1 FROM customer k WHERE k.account_id = s.account_id AND k.id = s.customer_id
      AND ${contains(Prisma.sql`k.short_name || ' ' || k.full_name`, text)})
    OR EXISTS (SELECT 1 FROM app_user u WHERE u.account_id = s.account_id AND u.id = s.user_id
      AND ${contains(Prisma.sql`u.first_name || ' ' || u.last_name`, text)})
    OR EXISTS (SELECT 1 FROM service_device sd JOIN device d ON d.account_id = sd.account_id AND d.id = sd.device_id
      WHERE sd.account_id = s.account_id AND sd.service_id = s.id AND ${contains(Prisma.sql`d.name`, text)}))`;
}

export async function searchServices(
  deps: Deps,
  ctx: Ctx,
  search: ServiceSearch,
): Promise<Page<ServiceProtocol>> {
  const { text, page, size, sort = { by: 'fullNumber', direction: 'desc' }, deviceId, customerId } = search;
  const yes = Prisma.sql`TRUE`;
  const { accountId, timezone } = ctx;
  const where = Prisma.join(
    [
      Prisma.sql`s.account_id = ${accountId}`,
      deviceId
        ? Prisma.sql`EXISTS (SELECT 1 FROM service_device sd
            WHERE sd.account_id = s.account_id AND sd.service_id = s.id AND sd.device_id = ${deviceId})`
        : yes,
      customerId ? Prisma.sql`s.customer_id = ${customerId}` : yes,
      isOneOf(Prisma.sql`s.state`, search.states, Prisma.sql`::service_state`),
      search.types.length > 0 ? Prisma.sql`s.types && ${search.types}::service_type[]` : yes,
      search.dateFrom
        ? Prisma.sql`s.date >= ${search.dateFrom}::date::timestamp AT TIME ZONE ${timezone}`
        : yes,
      search.dateTo
        ? Prisma.sql`s.date < (${search.dateTo}::date + 1)::timestamp AT TIME ZONE ${timezone}`
        : yes,
      matchesText(text),
    ],
    ' AND ',
  );
  const db = deps.db.of(ctx);
  const found = await readPage<{ id: number }>(deps.db, ctx, {
    select: Prisma.sql`s.id`,
    from: Prisma.sql`FROM service s WHERE ${where}`,
    order: order(sort),
    page,
    size,
  });
  const rows = await db.service.findMany({
    where: { id: { in: found.content.map(({ id }) => id) } },
    include: withParts,
  });
  const byId = new Map(rows.map((row) => [row.id, toProtocol(row)]));
  return { ...found, content: found.content.flatMap(({ id }) => byId.get(id) ?? []) };
}
