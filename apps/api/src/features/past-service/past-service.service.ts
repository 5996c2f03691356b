/** Services of a machine that were entered afterwards. The database keeps the machine's dates up to date with them. */

import { joinPresent } from '@servicebook/i18n/names.ts';
import { may } from '@servicebook/shared/access';
import { dateIn } from '@servicebook/shared/calendar';
import { machineName } from '@servicebook/shared/machine-name';
import type { PastService, PastServiceInsert, PastServiceUpdate } from '@servicebook/shared/past-service';
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx, Reader } from '../../platform/ctx.ts';
import {
  type AccountTransaction,
  inTransaction,
  refusing,
  rowKey,
  startingFrom,
} from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';
import { requireDevice } from '../device/device.service.ts';
import { person } from '../service/performers.ts';

const refusals = {
  past_service_account_id_device_id_fkey: () => refuseFields({ device: 'DEVICE_GONE' }),
  past_service_same_key: () => refuseFields({ date: 'PAST_SERVICE_LISTED' }),
};

const withPeople = { userCreated: person, device: { select: { name: true, serialNumber: true } } } as const;
type Row = Prisma.PastServiceGetPayload<{ include: typeof withPeople }>;

/** @throws when the machine is not the account's */
export async function listPastServices(deps: Deps, ctx: Ctx, deviceId: number): Promise<PastService[]> {
  await requireDevice(deps, ctx, deviceId);
  return findPastServices(deps, ctx, { deviceId });
}

/** Newest first. */
export async function findPastServices(
  deps: Deps,
  ctx: Pick<Reader, 'accountId'>,
  where: Prisma.PastServiceWhereInput,
): Promise<PastService[]> {
  const rows = await deps.db.of(ctx).pastService.findMany({
    where,
    include: withPeople,
    orderBy: [{ date: 'desc' }, { id: 'desc' }],
  });
  return rows.map(toPastService);
}

export async function findPastService(deps: Deps, ctx: Ctx, id: number): Promise<PastService> {
  return toPastService(
    await deps.db.of(ctx).pastService.findUniqueOrThrow({ where: rowKey(ctx, id), include: withPeople }),
  );
}

export async function insertPastService(
  deps: Deps,
  ctx: Ctx,
  { device, ...input }: PastServiceInsert,
): Promise<PastService> {
  const { accountId, userId: userCreatedId } = ctx;
  return refusing(refusals, () =>
    inTransaction(deps, ctx, async (tx) => {
      await refuseFuture(deps, tx, ctx, input.date);
      const row = await tx.pastService.create({
        data: { ...columnsOf(input), accountId, deviceId: device.id, userCreatedId },
        include: withPeople,
      });
      await record(tx, ctx, {
        kind: 'CREATED',
        entity: 'pastService',
        entityId: row.id,
        what: titleOf(row),
      });
      return toPastService(row);
    }),
  );
}

export async function updatePastService(
  deps: Deps,
  ctx: Ctx,
  { id, revision, ...input }: PastServiceUpdate,
): Promise<PastService> {
  const data = columnsOf(input);
  return refusing(refusals, () =>
    inTransaction(deps, ctx, async (tx) => {
      const before = await tx.pastService.findUniqueOrThrow({ where: rowKey(ctx, id) });
      await refuseFuture(deps, tx, ctx, input.date);
      const row = await startingFrom(revision, () =>
        tx.pastService.update({
          where: { ...rowKey(ctx, id), revision },
          data: { ...data, revision: { increment: 1 } },
          include: withPeople,
        }),
      );
      await record(tx, ctx, {
        kind: 'CHANGED',
        entity: 'pastService',
        entityId: id,
        what: titleOf(row),
        changes: changesBetween(before, data),
      });
      return toPastService(row);
    }),
  );
}

/** One's own, or any for an admin. @throws AppError NO_PERMISSION */
export async function deletePastService(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await moveToBin(deps, tx, ctx, {
      kind: 'pastService',
      id,
      remove: () => tx.pastService.delete({ where: rowKey(ctx, id), include: withPeople }),
      called: ({ date, number, device }) => ({
        title: joinPresent([date.toISOString().slice(0, 10), number]),
        parent: machineName(device),
      }),
    });
    if (!may(ctx.roles, 'service.delete', row.userCreated.id === ctx.userId))
      throw new AppError('NO_PERMISSION');
    await record(tx, ctx, { kind: 'DELETED', entity: 'pastService', entityId: id, what: titleOf(row) });
  });
}

/** What is still to come is planned, not entered. The day is the company's. */
async function refuseFuture(deps: Deps, tx: AccountTransaction, ctx: Ctx, date: string): Promise<void> {
  const { timezone } = await tx.account.findUniqueOrThrow({
    where: { id: ctx.accountId },
    select: { timezone: true },
  });
  if (date > dateIn(deps.clock().toISOString(), timezone)) throw refuseFields({ date: 'DATE_IN_FUTURE' });
}

const columnsOf = ({ date, ...input }: Omit<PastServiceUpdate, 'id' | 'revision'>) => ({
  ...input,
  date: new Date(date),
});

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** As people call it in the log: `Press PH-160, 2026-03-04, 17/2026`. */
const titleOf = ({ device, date, number }: Row): string =>
  joinPresent([device.name, dayOf(date), number], ', ');

const toPastService = ({ deviceId, date, createdAt, ...row }: Row): PastService => ({
  ...row,
  device: { id: deviceId },
  date: dayOf(date),
  createdAt: createdAt.toISOString(),
});
