/** A machine's events. Service protocols are events too: they are read where they are, so nothing can go stale. */

import { may } from '@servicebook/shared/access';
import { instantIn, startOfDay } from '@servicebook/shared/calendar';
import { searchOfText } from '@servicebook/shared/fold-text';
import type { Incident, IncidentInsert, IncidentQuery } from '@servicebook/shared/incident';
import { machineName } from '@servicebook/shared/machine-name';
import { documentNumber } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { cutText } from '../../platform/cut-text.ts';
import {
  type AccountTransaction,
  inTransaction,
  refusing,
  rowKey,
  unwaited,
} from '../../platform/tenancy.ts';
import { type Changes, record } from '../audit/audit.service.ts';
import { excerpt, moveToBin } from '../deletion/move-to-bin.ts';
import { requireDevice } from '../device/device.service.ts';
import { performers, person } from '../service/performers.ts';

const unknownDevice = { incident_account_id_device_id_fkey: () => refuseFields({ device: 'DEVICE_GONE' }) };

type IncidentRow = Prisma.IncidentGetPayload<{ include: { user: typeof person }; omit: { search: true } }>;
type ServiceRow = Prisma.ServiceGetPayload<{ include: typeof performers; omit: { search: true } }>;

/** Without protocols, in no order. */
export async function findEvents(
  deps: Deps,
  ctx: Pick<Ctx, 'accountId'>,
  where: Prisma.IncidentWhereInput,
): Promise<Incident[]> {
  const rows = await deps.db.of(ctx).incident.findMany({
    where: { ...where, serviceId: null },
    include: { user: person },
  });
  return rows.map(toIncident);
}

/** Dates count as whole days in the user's timezone. */
export async function findIncidents(deps: Deps, ctx: Ctx, query: IncidentQuery): Promise<Incident[]> {
  const { deviceId, text, showService, dateFrom, dateTo } = query;
  await requireDevice(deps, ctx, deviceId);
  const db = deps.db.of(ctx);
  const date = {
    ...(dateFrom && { gte: new Date(startOfDay(dateFrom, ctx.timezone)) }),
    ...(dateTo && { lt: new Date(startOfDay(dateTo, ctx.timezone, 1)) }),
  };
  const [events, services] = await Promise.all([
    findEvents(deps, ctx, { deviceId, date }),
    showService
      ? db.service.findMany({
          where: { devices: { some: { accountId: ctx.accountId, deviceId } }, date },
          include: performers,
        })
      : [],
  ]);
  const rows = [...events, ...services.map((row) => fromService(row, deviceId))];
  const isFound = searchOfText(text);
  return rows
    .filter((row) => isFound(`${row.text} ${row.service?.number ?? ''}`))
    .sort((a, b) => b.date.localeCompare(a.date) || b.idWithAlias.localeCompare(a.idWithAlias));
}

export async function insertIncident(
  deps: Deps,
  ctx: Ctx,
  { device, date, text, setsFault }: IncidentInsert,
): Promise<Incident> {
  const { accountId, userId, timezone } = ctx;
  const data = { accountId, userId, deviceId: device.id, date: new Date(instantIn(date, timezone)), text };
  return refusing(unknownDevice, () =>
    inTransaction(deps, ctx, async (tx) => {
      const row = await tx.incident.create({ data, include: { user: person } });
      if (setsFault) await markFault(tx, ctx, device.id);
      return toIncident(row);
    }),
  );
}

/** Everybody who may report an event may also change a machine. */
async function markFault(tx: AccountTransaction, ctx: Ctx, deviceId: number): Promise<void> {
  await unwaited(tx)`
    SELECT 1 FROM device WHERE account_id = ${ctx.accountId} AND id = ${deviceId} FOR UPDATE`;
  const { name, status } = await tx.device.findUniqueOrThrow({
    where: rowKey(ctx, deviceId),
    select: { name: true, status: true },
  });
  if (status === 'FAULT') return;
  await tx.device.update({
    where: rowKey(ctx, deviceId),
    data: { status: 'FAULT', revision: { increment: 1 } },
  });
  const changes = { status: [status, 'FAULT'] } satisfies Changes;
  await record(tx, ctx, { kind: 'CHANGED', entity: 'device', entityId: deviceId, what: name, changes });
}

export async function deleteIncident(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await moveToBin(deps, tx, ctx, {
      kind: 'incident',
      id,
      remove: () =>
        tx.incident.delete({
          where: rowKey(ctx, id),
          include: { device: { select: { name: true, serialNumber: true } } },
        }),
      called: ({ text, device }) => ({ title: excerpt(text), parent: machineName(device) }),
    });
    if (!may(ctx.roles, 'incident.delete', row.userId === ctx.userId)) throw new AppError('NO_PERMISSION');
    await record(tx, ctx, { kind: 'DELETED', entity: 'incident', entityId: id, what: cutText(row.text, 80) });
  });
}

const toIncident = (row: IncidentRow): Incident => ({
  id: row.id,
  idWithAlias: `E${row.id}`,
  date: row.date.toISOString(),
  text: row.text,
  device: { id: row.deviceId },
  service: null,
  user: row.user,
  alsoPerformedBy: [],
});

const fromService = (row: ServiceRow, deviceId: number): Incident => ({
  id: row.id,
  idWithAlias: `S${row.id}`,
  date: row.date.toISOString(),
  text: row.faultDescription,
  device: { id: deviceId },
  service: {
    id: row.id,
    number: documentNumber(row),
    type: row.types,
    state: row.state,
    withdrawn: row.withdrawnAt !== null,
  },
  user: row.user,
  alsoPerformedBy: row.alsoPerformedBy.map(({ user }) => user),
});
