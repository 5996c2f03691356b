/** The planning board, and the way through a day. */
import { addDays, dateIn } from '@servicebook/shared/calendar';
import { inDayOrder, nearestTo } from '@servicebook/shared/day-order';
import type { Place } from '@servicebook/shared/distance';
import type { Board, MyDays, PlanningRouteQuery, Route } from '@servicebook/shared/planning';
import { exactStops, roadKilometres, routeLength, shortestOrder } from '@servicebook/shared/route';
import { placeOfVisit } from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { rowKey, scopedAccount } from '../../platform/tenancy.ts';
import { listAbsences } from '../absence/absence.service.ts';
import { isOpen, toVisit, type VisitRow, visitColumns, visitTables } from '../visit-news/visit-rows.ts';

export async function readBoard(deps: Deps, ctx: Ctx, days: { from: string; to: string }): Promise<Board> {
  const { accountId } = ctx;
  const db = deps.db.of(ctx);
  const [account, rows, absences, technicians] = await Promise.all([
    db.account.findUniqueOrThrow({ where: { id: accountId }, select: { timezone: true } }),
    deps.db.read<VisitRow>(
      ctx,
      Prisma.sql`SELECT ${visitColumns} ${visitTables}
        WHERE v.account_id = ${accountId} AND v.day BETWEEN ${days.from}::date AND ${days.to}::date
          AND v.state <> 'CANCELLED'
        ORDER BY v.day, v.from_minute NULLS LAST, v.id`,
    ),
    listAbsences(deps, ctx, days),
    deps.db.read<Board['technicians'][number]>(
      ctx,
      Prisma.sql`SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.position, u.active
        FROM app_user u WHERE u.account_id = ${accountId} AND (u.active OR EXISTS (
          SELECT FROM visit_technician t JOIN visit v ON v.account_id = t.account_id AND v.id = t.visit_id
           WHERE t.account_id = ${scopedAccount} AND t.user_id = u.id AND v.state <> 'CANCELLED'
             AND v.day BETWEEN ${days.from}::date AND ${days.to}::date))
        ORDER BY u.last_name, u.first_name, u.id`,
    ),
  ]);
  return {
    today: dateIn(deps.clock().toISOString(), account.timezone),
    technicians,
    visits: rows.map(toVisit),
    absences,
  };
}

/** At most this many open visits of earlier days, the latest ones. */
const mostEarlier = 50;

export async function readMyDays(deps: Deps, ctx: Ctx): Promise<MyDays> {
  const db = deps.db.of(ctx);
  const [{ timezone }, branches] = await Promise.all([
    db.account.findUniqueOrThrow({ where: { id: ctx.accountId }, select: { timezone: true } }),
    db.branch.findMany({ select: { latitude: true, longitude: true }, orderBy: { id: 'asc' } }),
  ]);
  const today = dateIn(deps.clock().toISOString(), timezone);
  const tomorrow = addDays(today, 1);
  const mine = Prisma.sql`v.account_id = ${ctx.accountId} AND EXISTS (
    SELECT FROM visit_technician mt
     WHERE mt.account_id = ${scopedAccount} AND mt.visit_id = v.id AND mt.user_id = ${ctx.userId})`;
  const [earlier, near] = await Promise.all([
    deps.db.read<VisitRow>(
      ctx,
      Prisma.sql`SELECT ${visitColumns} ${visitTables}
        WHERE ${mine} AND v.day < ${today}::date AND ${isOpen}
        ORDER BY v.day DESC, v.from_minute DESC NULLS FIRST, v.id DESC LIMIT ${mostEarlier}`,
    ),
    deps.db.read<VisitRow>(
      ctx,
      Prisma.sql`SELECT ${visitColumns} ${visitTables}
        WHERE ${mine} AND v.day BETWEEN ${today}::date AND ${tomorrow}::date AND v.state <> 'CANCELLED'
        ORDER BY v.id`,
    ),
  ]);
  const dayOf = (day: string) => {
    const visits = near.map(toVisit).filter((visit) => visit.day === day);
    const places = visits.flatMap((visit) => placeOfVisit(visit) ?? []);
    return inDayOrder(visits, nearestTo(places, branches));
  };
  return {
    today,
    tomorrow,
    visits: [...earlier.map(toVisit).reverse(), ...dayOf(today), ...dayOf(tomorrow)],
  };
}

/** @throws AppError NOT_FOUND for a technician or branch the account does not have */
export async function readRoute(
  deps: Deps,
  ctx: Ctx,
  { userId, day, branchId }: PlanningRouteQuery,
): Promise<Route> {
  const db = deps.db.of(ctx);
  await db.user.findUniqueOrThrow({ where: rowKey(ctx, userId), select: { id: true } });
  const [visits, branches] = await Promise.all([
    deps.db.read<VisitRow>(
      ctx,
      Prisma.sql`SELECT ${visitColumns} ${visitTables}
        JOIN visit_technician t ON t.account_id = v.account_id AND t.visit_id = v.id AND t.user_id = ${userId}
       WHERE v.account_id = ${ctx.accountId} AND v.day = ${day}::date AND ${isOpen}
       ORDER BY v.from_minute NULLS LAST, v.id`,
    ),
    db.branch.findMany({
      where: branchId ? { id: branchId } : {},
      select: { id: true, name: true, latitude: true, longitude: true },
      orderBy: { id: 'asc' },
    }),
  ]);
  if (branchId && branches.length === 0) throw new AppError('NOT_FOUND');
  const known = visits.map((visit) => ({ id: visit.id, place: placeOfVisit(visit) }));
  const placed = known.flatMap(({ id, place }) => (place ? [{ visitId: id, ...place }] : []));
  const start = nearestTo(placed, branches);
  const stops = shortestOrder(start, placed).flatMap((index) => placed[index] ?? []);
  return {
    start,
    stops: stops.map((stop, index) => {
      const before: Place | null | undefined = index === 0 ? start : stops[index - 1];
      return { ...stop, kilometres: before ? roadKilometres(before, stop) : 0 };
    }),
    withoutPlace: known.filter(({ place }) => !place).map(({ id }) => id),
    kilometres: routeLength(start, stops),
    exact: placed.length <= exactStops,
  };
}
