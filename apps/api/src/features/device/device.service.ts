import { joinPresent } from '@servicebook/i18n/names.ts';
import type { Device, DeviceInsert, DeviceUpdate } from '@servicebook/shared/device';
import type { Deps } from '../../deps.ts';
import { Prisma, type Device as Row } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx, Reader } from '../../platform/ctx.ts';
import {
  type AccountTransaction,
  inTransaction,
  refusing,
  rowKey,
  startingFrom,
  unwaited,
} from '../../platform/tenancy.ts';
import { changesBetween, record, recordAll } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';
import { keepNames, lockNames } from '../name-lock/name-lock.ts';
import { tellOfMachine } from './device-news.ts';
import { countDeviceRecords } from './device-overview.ts';
import { readDevice } from './device-search.ts';

/** What the search of protocols finds, too. */
const shownByProtocols = {
  name: true,
  manufacturer: true,
  model: true,
  serialNumber: true,
  city: true,
} as const;

/** Constraints that a change of machines may break. */
export const deviceRefusals = {
  device_own_number_key: () => refuseFields({ ownNumber: 'OWN_NUMBER_TAKEN' }),
  device_account_id_category_id_fkey: () => refuseFields({ category: 'CATEGORY_NOT_SELECTED' }),
  device_account_id_customer_id_fkey: () => refuseFields({ customer: 'CUSTOMER_NOT_SELECTED' }),
};

/** Whatever still names the machine keeps it: notes, parts, events, files, protocols, earlier services, visits. */
const dependants = [
  'device_note',
  'part',
  'incident',
  'stored_file',
  'service_device',
  'past_service',
  'visit_device',
];
const inUse = (deps: Deps, ctx: Ctx, id: number) =>
  Object.fromEntries(
    dependants.map((table) => [
      `${table}_account_id_device_id_fkey`,
      async () => new AppError('DEVICE_IN_USE', { linked: await countDeviceRecords(deps, ctx, id) }),
    ]),
  );

export async function findDevice(deps: Deps, ctx: Ctx, id: number): Promise<Device> {
  const device = await readDevice(deps, ctx, id);
  if (!device) throw new AppError('NOT_FOUND');
  return device;
}

/** For objects that belong to a machine. @throws if the machine is not the account's */
export async function requireDevice(deps: Deps, ctx: Reader, id: number): Promise<void> {
  await deps.db.of(ctx).device.findUniqueOrThrow({ where: rowKey(ctx, id), select: { id: true } });
}

export async function insertDevice(deps: Deps, ctx: Ctx, input: DeviceInsert): Promise<number> {
  return refusing(deviceRefusals, () =>
    inTransaction(deps, ctx, async (tx) => {
      const inspectionPeriodInMonths = await intervalOf(tx, ctx, input);
      const row = await tx.device.create({
        data: { ...toRow(input), inspectionPeriodInMonths, accountId: ctx.accountId },
      });
      await record(tx, ctx, { kind: 'CREATED', entity: 'device', entityId: row.id, what: row.name });
      return row.id;
    }),
  );
}

/** The interval given, or that of the category if none is named. */
async function intervalOf(
  tx: AccountTransaction,
  ctx: Ctx,
  { inspectionPeriodInMonths: given, category: { id } }: DeviceInsert,
): Promise<number | null> {
  if (given !== undefined) return given;
  const category = await tx.category.findUnique({ where: rowKey(ctx, id) });
  return category?.inspectionPeriodInMonths ?? null;
}

export async function updateDevice(
  deps: Deps,
  ctx: Ctx,
  { id, revision, ...input }: DeviceUpdate,
): Promise<Device> {
  const stored = await refusing(deviceRefusals, () =>
    inTransaction(deps, ctx, async (tx) => {
      const known = await tx.device.findUniqueOrThrow({ where: rowKey(ctx, id), select: shownByProtocols });
      // What is not given stays.
      const isRenamed = Object.entries(known).some(
        ([field, value]) => (input[field as keyof typeof known] ?? value) !== value,
      );
      await (isRenamed ? lockNames : keepNames)(tx, ctx);
      // Wait for a protocol that is being saved: it locks the machine and its customer.
      await unwaited(tx)`SELECT 1 FROM device WHERE account_id = ${ctx.accountId} AND id = ${id} FOR UPDATE`;
      const before = await tx.device.findUniqueOrThrow({ where: rowKey(ctx, id) });
      const data = toRow(input);
      const row = await startingFrom(revision, () =>
        tx.device.update({
          where: { ...rowKey(ctx, id), revision },
          data: { ...data, revision: { increment: 1 } },
          select: { revision: true },
        }),
      );
      await logAndTell(deps, tx, ctx, [{ before, values: data }]);
      return row;
    }),
  );
  // The caller's own revision: a change that came right after is not theirs.
  return { ...(await findDevice(deps, ctx, id)), ...stored };
}

/** As it is read: without its search text. */
export type DeviceRow = Omit<Row, 'search'>;

/** Values of a machine to be written. */
export interface DeviceChange {
  /** The machine's row, locked. */
  before: DeviceRow;
  values: Partial<Omit<DeviceRow, 'accountId' | 'id' | 'revision'>>;
}

/** Changes several machines, each with the consequences of a change of its form. */
export async function writeDevices(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  changes: readonly DeviceChange[],
): Promise<void> {
  const alike = Map.groupBy(changes, ({ values }) => JSON.stringify(values));
  for (const same of alike.values())
    await tx.device.updateMany({
      where: { id: { in: same.map(({ before }) => before.id) } },
      data: { ...same[0]?.values, revision: { increment: 1 } },
    });
  await logAndTell(deps, tx, ctx, changes);
}

/** When and by whom a machine was archived stands in the entry itself. */
const unlogged = { archivedAt: undefined, archivedById: undefined };

async function logAndTell(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  written: readonly DeviceChange[],
): Promise<void> {
  const logged = written.map(({ before, values }) => ({
    before,
    name: values.name ?? before.name,
    changes: changesBetween(before, { ...values, ...unlogged }),
  }));
  await recordAll(
    tx,
    ctx,
    logged.map(({ before, name, changes }) => ({
      kind: 'CHANGED',
      entity: 'device',
      entityId: before.id,
      what: name,
      changes,
    })),
  );
  for (const { before, changes } of logged) await tellOfMachine(deps, tx, ctx, before, changes);
}

/** Puts a machine into the bin. @throws if something names it */
export async function removeDevice(deps: Deps, tx: AccountTransaction, ctx: Ctx, id: number): Promise<void> {
  const row = await moveToBin(deps, tx, ctx, {
    kind: 'device',
    id,
    remove: () =>
      tx.device.delete({ where: rowKey(ctx, id), include: { customer: { select: { shortName: true } } } }),
    called: ({ name, serialNumber, customer }) => ({
      title: name,
      parent: joinPresent([serialNumber, customer.shortName], ' · '),
    }),
  });
  await record(tx, ctx, { kind: 'DELETED', entity: 'device', entityId: id, what: row.name });
}

/** Of these machines, those that something names. */
export async function findDevicesInUse(
  tx: AccountTransaction,
  { accountId }: Ctx,
  ids: readonly number[],
): Promise<Set<number>> {
  const naming = dependants.map(
    (table) =>
      Prisma.sql`SELECT device_id AS id FROM ${Prisma.raw(`"${table}"`)}
                  WHERE account_id = ${accountId} AND device_id = ANY(${ids}::int[])`,
  );
  const rows = await tx.$queryRaw<{ id: number }[]>(Prisma.join(naming, ' UNION '));
  return new Set(rows.map(({ id }) => id));
}

export async function deleteDevice(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await refusing(inUse(deps, ctx, id), () =>
    inTransaction(deps, ctx, (tx) => removeDevice(deps, tx, ctx, id)),
  );
}

const toRow = ({ category, customer, transferDate, ...own }: Omit<DeviceUpdate, 'id' | 'revision'>) => ({
  ...own,
  categoryId: category.id,
  customerId: customer.id,
  transferDate: transferDate === null ? null : new Date(transferDate),
});
