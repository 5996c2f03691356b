import type { BulkChange, BulkNote } from '@servicebook/shared/bulk';
import { machineName } from '@servicebook/shared/machine-name';
import { Prisma } from '../../generated/prisma/client.ts';
import { refuseFields } from '../../platform/app-error.ts';
import { rowKey, scopedAccount } from '../../platform/tenancy.ts';
import {
  type DeviceRow,
  deviceRefusals,
  findDevicesInUse,
  removeDevice,
  writeDevices,
} from '../device/device.service.ts';
import { archived, notArchived } from '../device/device-archive.service.ts';
import { keepNames } from '../name-lock/name-lock.ts';
import { isOpen } from '../visit-news/visit-rows.ts';
import { type BulkRecords, nameInBin, type RulesFor, type Work } from './bulk-rule.ts';

const machines: BulkRecords<DeviceRow> = {
  table: 'device',
  entity: 'device',
  bin: 'device',
  refusals: deviceRefusals,
  begin: ({ tx, ctx }) => keepNames(tx, ctx),
  read: ({ tx }, ids) => tx.device.findMany({ where: { id: { in: [...ids] } } }),
  idOf: ({ id }) => id,
  nameOf: machineName,
  write: ({ deps, tx, ctx }, changes) => writeDevices(deps, tx, ctx, changes),
  async findMissing(work, { customerId, categoryId }) {
    const { tx, ctx } = work;
    if (customerId && !(await tx.customer.findUnique({ where: rowKey(ctx, customerId) })))
      return nameInBin(work, 'customer', customerId);
    if (categoryId && !(await tx.category.findUnique({ where: rowKey(ctx, categoryId) })))
      return nameInBin(work, 'category', categoryId);
    return undefined;
  },
  async remove({ deps, tx, ctx }, rows) {
    for (const { id } of rows) await removeDevice(deps, tx, ctx, id);
  },
};

type Input<Name extends string> = Extract<BulkChange, { action: `machine.${Name}` }>;
const edit = { records: machines, access: 'device.edit' } as const;

export const machineRules: RulesFor<'machine', DeviceRow> = {
  'machine.status': {
    ...edit,
    judge: (_work, rows, { status }) => rows.map(() => ({ values: { status } })),
  },
  'machine.category': {
    ...edit,
    async judge({ tx, ctx }, rows, { category: { id } }: Input<'category'>) {
      const category = await tx.category.findUnique({ where: rowKey(ctx, id), select: { id: true } });
      if (!category) throw refuseFields({ category: 'CATEGORY_NOT_SELECTED' });
      return rows.map(() => ({ values: { categoryId: id } }));
    },
  },
  'machine.customer': {
    ...edit,
    async judge({ tx, ctx }, rows, { customer: { id } }: Input<'customer'>) {
      const customer = await tx.customer.findUnique({ where: rowKey(ctx, id), select: { id: true } });
      if (!customer) throw refuseFields({ customer: 'CUSTOMER_NOT_SELECTED' });
      return rows.map(() => ({ values: { customerId: id } }));
    },
    notes: (work, rows) => noteVisits(work, rows, 'VISITS_STAY'),
  },
  'machine.interval': {
    ...edit,
    judge: (_work, rows, { months }) => rows.map(() => ({ values: { inspectionPeriodInMonths: months } })),
  },
  'machine.archive': {
    ...edit,
    judge: ({ deps, ctx }, rows, why) => {
      const values = archived(deps, ctx, why);
      return rows.map(({ archivedAt }) => (archivedAt ? { isSame: true } : { values }));
    },
    notes: (work, rows) => noteVisits(work, rows, 'VISITS_OPEN'),
  },
  'machine.restore': {
    ...edit,
    judge: (_work, rows) =>
      rows.map(({ archivedAt }) => (archivedAt ? { values: notArchived } : { isSame: true })),
  },
  'machine.delete': {
    records: machines,
    access: 'device.delete',
    async judge({ tx, ctx }, rows) {
      const ids = rows.map(({ id }) => id);
      const used = await findDevicesInUse(tx, ctx, ids);
      return rows.map(({ id }) => (used.has(id) ? { refused: 'HAS_RECORDS' } : { isDeleted: true }));
    },
  },
};

/** Counts the open visits to these machines. */
async function noteVisits(
  { tx, ctx: { accountId } }: Work,
  rows: readonly DeviceRow[],
  note: BulkNote,
): Promise<{ note: BulkNote; count: number }[]> {
  const ids = rows.map(({ id }) => id);
  const [found] = await tx.$queryRaw<{ count: number }[]>(Prisma.sql`
    SELECT count(*)::int AS count FROM visit v
     WHERE v.account_id = ${accountId} AND ${isOpen} AND EXISTS (
       SELECT FROM visit_device vd
        WHERE vd.account_id = ${scopedAccount} AND vd.visit_id = v.id AND vd.device_id = ANY(${ids}::int[]))`);
  return found?.count ? [{ note, count: found.count }] : [];
}
