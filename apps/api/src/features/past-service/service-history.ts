/** The services of a machine in one list: its protocols, and what was entered afterwards. */
import type { ServiceHistoryRow, ServiceHistorySearch } from '@servicebook/shared/past-service';
import type { Page } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import {
  contains,
  inOrder,
  mapPage,
  type Order,
  readPage,
  textMatchesAnywhere,
} from '../../platform/paged-query.ts';
import { requireDevice } from '../device/device.service.ts';
import { readProtocols } from '../service/service-rows.ts';
import { findPastServices } from './past-service.service.ts';

/** Where a row stands; a day alone counts from its start, so a protocol of the same day is newer. */
interface Place {
  isPast: boolean;
  id: number;
}

const sortColumns = {
  date: ['h.at'],
  number: ['h.year', 'h.month', 'NOT h."isPast"', 'h.number', 'h.letter', 'h.paper COLLATE "C"'],
  state: ['h."isPast"', 'h.state'],
} as const satisfies Record<NonNullable<ServiceHistorySearch['sort']>['by'], readonly string[]>;

function orderOf({ by, direction }: NonNullable<ServiceHistorySearch['sort']>): Order {
  // The last two make the order unique, so that pages never overlap.
  const columns = [...sortColumns[by], 'h."isPast"', 'h.id'];
  return inOrder(direction, ...columns.map((column) => Prisma.raw(column)));
}

/** Newest first, unless asked otherwise. @throws when the machine is not the account's */
export async function searchServiceHistory(
  deps: Deps,
  ctx: Ctx,
  { deviceId, text, sort = { by: 'date', direction: 'desc' }, page, size }: ServiceHistorySearch,
): Promise<Page<ServiceHistoryRow>> {
  await requireDevice(deps, ctx, deviceId);
  const { accountId } = ctx;
  const paperTexts = Prisma.sql`concat_ws(E'\n', p.number, p.performed_by, p.description)`;
  const places = await readPage<Place>(deps.db, ctx, {
    select: Prisma.sql`h."isPast", h.id`,
    from: Prisma.sql`FROM (
      SELECT FALSE AS "isPast", s.id, s.date AS at, s.year, s.month, s.number, s.number_extension AS letter,
          '' AS paper, s.state
        FROM service s
        JOIN service_device sd ON sd.account_id = s.account_id AND sd.service_id = s.id
       WHERE s.account_id = ${accountId} AND sd.account_id = ${accountId} AND sd.device_id = ${deviceId}
         AND ${textMatchesAnywhere(Prisma.sql`s.search`, text)}
      UNION ALL
      SELECT TRUE, p.id, p.date::timestamp AT TIME ZONE a.timezone, extract(year FROM p.date)::int,
          extract(month FROM p.date)::int, 0, '', p.number, NULL
        FROM past_service p
        JOIN account a ON a.id = p.account_id
       WHERE p.account_id = ${accountId} AND p.device_id = ${deviceId} AND ${contains(paperTexts, text)}) h`,
    order: orderOf(sort),
    page,
    size,
  });
  const idsOf = (past: boolean) => places.content.filter(({ isPast }) => isPast === past).map(({ id }) => id);
  const [protocols, pasts] = await Promise.all([
    readProtocols(deps, ctx, idsOf(false)),
    findPastServices(deps, ctx, { id: { in: idsOf(true) } }),
  ]);
  const protocolOf = new Map(protocols.map((row) => [row.id, row]));
  const pastOf = new Map(pasts.map((row) => [row.id, row]));
  return mapPage(places, ({ isPast, id }) => ({
    protocol: isPast ? null : (protocolOf.get(id) ?? null),
    past: isPast ? (pastOf.get(id) ?? null) : null,
  }));
}
