/** Periodic inspections of one machine, derived from its signed protocols, what was entered afterwards, and what is stated. */
import { dateIn } from '@servicebook/shared/calendar';
import { type InspectionSummary, inspectionState } from '@servicebook/shared/inspection';
import type { PastService } from '@servicebook/shared/past-service';
import { documentNumber, noPeriod } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx, Reader } from '../../platform/ctx.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import type { DeviceRow as Device } from '../device/device.service.ts';
import { writeDevices } from '../device/device.service.ts';
import { findPastServices } from '../past-service/past-service.service.ts';
import { performers } from '../service/performers.ts';

const isDone = { state: 'SIGNED', withdrawnAt: null, types: { has: 'PERIODIC_INSPECTION' } } as const;

const findDone = (deps: Deps, ctx: Reader, deviceIds: readonly number[]) =>
  deps.db.of(ctx).service.findMany({
    where: { ...isDone, devices: { some: { accountId: ctx.accountId, deviceId: { in: [...deviceIds] } } } },
    include: { ...performers, devices: { select: { deviceId: true } } },
    orderBy: [{ date: 'desc' }, { id: 'desc' }],
  });

/** @throws when the machine is not the account's */
export async function readInspection(deps: Deps, ctx: Reader, deviceId: number): Promise<InspectionSummary> {
  const [summary] = await readInspections(deps, ctx, [deviceId]);
  if (!summary) throw new AppError('NOT_FOUND');
  return summary;
}

/** Those of the account among these machines. */
export async function readInspections(
  deps: Deps,
  ctx: Reader,
  deviceIds: readonly number[],
): Promise<InspectionSummary[]> {
  const ofThese = { in: [...deviceIds] };
  const [devices, done, past] = await Promise.all([
    deps.db.of(ctx).device.findMany({
      where: { id: ofThese },
      include: { account: { select: { timezone: true } } },
    }),
    findDone(deps, ctx, deviceIds),
    findPastServices(deps, ctx, { deviceId: ofThese, types: { has: 'PERIODIC_INSPECTION' } }),
  ]);
  const pastOf = Map.groupBy(past, ({ device }) => device.id);
  const doneOf = new Map<number, Done[]>(devices.map(({ id }) => [id, []]));
  for (const row of done) for (const { deviceId } of row.devices) doneOf.get(deviceId)?.push(row);
  return devices.map((device) =>
    summaryOf(deps, device, doneOf.get(device.id) ?? [], pastOf.get(device.id) ?? []),
  );
}

type Done = Awaited<ReturnType<typeof findDone>>[number];

function summaryOf(
  deps: Deps,
  device: Device & { account: { timezone: string } },
  done: readonly Done[],
  past: PastService[],
): InspectionSummary {
  const { timezone } = device.account;
  const dated = done.map((row) => ({ ...row, date: dateIn(row.date.toISOString(), timezone) }));
  const dayOf = (day: Date | null) => day?.toISOString().slice(0, 10) ?? null;
  const today = dateIn(deps.clock().toISOString(), timezone);
  const { id, warrantyLength, isPeriodicInspectionEnabled, inspectionPeriodInMonths } = device;
  return {
    ...inspectionState(
      // Nothing is due for an archived machine; its own setting returns with it.
      {
        ...device,
        transferDate: dayOf(device.transferDate),
        statedInspectionDate: dayOf(device.statedInspectionDate),
        inspectionStatedOn: dayOf(device.inspectionStatedOn),
        isPeriodicInspectionEnabled: isPeriodicInspectionEnabled && !device.archivedAt,
      },
      // Of both on one day the protocol counts: it may name a period.
      [...dated, ...past.map(({ date }) => ({ date, period: null, isPast: true }))],
      today,
    ),
    device: { id, warrantyLength, isPeriodicInspectionEnabled, inspectionPeriodInMonths },
    periodicInspections: dated.map((row) => ({
      id: row.id,
      date: row.date,
      number: documentNumber(row),
      period: row.period,
      user: row.user,
      alsoPerformedBy: row.alsoPerformedBy.map(({ user }) => user),
    })),
    pastInspections: past,
  };
}

export async function findLastInspection(deps: Deps, ctx: Ctx, deviceId: number) {
  await deps.db.of(ctx).device.findUniqueOrThrow({ where: rowKey(ctx, deviceId), select: { id: true } });
  const [last] = await findDone(deps, ctx, [deviceId]);
  return last ? { id: last.id, date: last.date.toISOString(), period: last.period ?? noPeriod } : null;
}

interface Statement {
  name: string;
  date: string | null;
  on: string | null;
  lastInspection: string | null;
  timezone: string;
}

async function change(
  deps: Deps,
  ctx: Ctx,
  id: number,
  data: { isPeriodicInspectionEnabled: boolean } | { inspectionPeriodInMonths: number },
): Promise<InspectionSummary> {
  await inTransaction(deps, ctx, async (tx) => {
    const before = await tx.device.findUniqueOrThrow({ where: rowKey(ctx, id) });
    // The interval is also a field of the machine's form, so a form that was opened before must see the change.
    const counted = 'inspectionPeriodInMonths' in data ? { revision: { increment: 1 } } : {};
    await tx.device.update({ where: rowKey(ctx, id), data: { ...data, ...counted } });
    await record(tx, ctx, {
      kind: 'CHANGED',
      entity: 'device',
      entityId: id,
      what: before.name,
      changes: changesBetween(before, data),
    });
  });
  return readInspection(deps, ctx, id);
}

export const enableInspection = (
  deps: Deps,
  ctx: Ctx,
  { id, isPeriodicInspectionEnabled }: { id: number; isPeriodicInspectionEnabled: boolean },
) => change(deps, ctx, id, { isPeriodicInspectionEnabled });

/** @param input.months at least 1 */
export const setInspectionPeriod = (
  deps: Deps,
  ctx: Ctx,
  { deviceId, months }: { deviceId: number; months: number },
) => change(deps, ctx, deviceId, { inspectionPeriodInMonths: months });

/**
 * States when a machine is inspected next; null takes it back. The day of the statement is today by the company's calendar.
 * @throws AppError with INSPECTED_SINCE when an inspection of that day or later would make it count for nothing
 */
export async function stateInspection(
  deps: Deps,
  ctx: Ctx,
  { id, date }: { id: number; date: string | null },
): Promise<InspectionSummary> {
  await inTransaction(deps, ctx, async (tx) => {
    // A protocol that is signed at the same moment waits for the row, and counts afterwards.
    const [row] = await tx.$queryRaw<Statement[]>`
      SELECT d.name, d.stated_inspection_date::text AS date, d.inspection_stated_on::text AS "on",
             d.last_inspection_date::text AS "lastInspection", a.timezone
        FROM device d JOIN account a ON a.id = d.account_id
       WHERE d.account_id = ${ctx.accountId} AND d.id = ${id} FOR NO KEY UPDATE OF d`;
    if (!row) throw new AppError('NOT_FOUND');
    const today = dateIn(deps.clock().toISOString(), row.timezone);
    const { on, lastInspection: last } = row;
    if (date !== null && last !== null && last >= today) throw refuseFields({ date: 'INSPECTED_SINCE' });
    const counts = row.date !== null && (last === null || on === null || last < on);
    if (date === (counts ? row.date : null)) return;
    await tx.device.update({
      where: rowKey(ctx, id),
      data: {
        statedInspectionDate: date && new Date(date),
        inspectionStatedOn: date && new Date(today),
      },
    });
    await record(tx, ctx, {
      kind: 'CHANGED',
      entity: 'device',
      entityId: id,
      what: row.name,
      changes: { statedInspectionDate: [counts ? row.date : null, date] },
    });
  });
  return readInspection(deps, ctx, id);
}

/** All of them or none. @throws when one of the machines is not the account's */
export function setInspectionPeriods(
  deps: Deps,
  ctx: Ctx,
  { devices, months }: { devices: readonly number[]; months: number },
): Promise<{ changed: number }> {
  return inTransaction(deps, ctx, async (tx) => {
    // In their order, so that two changes of the same machines do not wait for each other.
    await tx.$queryRaw`
      SELECT FROM device WHERE account_id = ${ctx.accountId} AND id = ANY(${devices}::int[]) ORDER BY id FOR UPDATE`;
    const rows = await tx.device.findMany({ where: { id: { in: [...devices] } } });
    if (rows.length !== devices.length) throw new AppError('NOT_FOUND');
    const changed = rows.filter((row) => row.inspectionPeriodInMonths !== months);
    const values = { inspectionPeriodInMonths: months };
    await writeDevices(
      deps,
      tx,
      ctx,
      changed.map((before) => ({ before, values })),
    );
    return { changed: changed.length };
  });
}
