/** Saving and deleting service protocols. */
import { joinPresent } from '@servicebook/i18n/names.ts';
import { may } from '@servicebook/shared/access';
import { monthIn } from '@servicebook/shared/calendar';
import { machineNames } from '@servicebook/shared/machine-name';
import { documentNumber, type ServiceInput, type ServiceProtocol } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import { Prisma, type Service } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { UploadedFile } from '../../platform/file-transfer.ts';
import {
  type AccountTransaction,
  inTransaction,
  refusing,
  rowKey,
  scopedAccount,
  unwaited,
} from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { excerpt, moveToBin } from '../deletion/move-to-bin.ts';
import { requireMachines } from '../device/machines-of-customer.ts';
import { keepNames } from '../name-lock/name-lock.ts';
import { withUpload } from '../storage/storage.service.ts';
import { releaseVisit, visitOf } from '../visit/visit-work.ts';
import { changesOf } from './service-changes.ts';
import { attachTo } from './service-files.ts';
import { isLastOfMonth, lockMonth, lockToNumber, type Month, nextNumber } from './service-numbering.ts';
import { othersOfVisit, performerGone, performerOf, replaceOthers } from './service-performer.ts';
import { lockService, nameOf, readProtocol } from './service-rows.ts';
import { freeze } from './service-signing.ts';
import { planTodo } from './service-todo.ts';
import { factsOf, replaceFacts } from './service-work-facts.ts';

const refusals = {
  service_number_key: () => new AppError('SERVICE_NUMBER_EXISTS'),
  service_account_id_customer_id_fkey: () => refuseFields({ customer: 'CUSTOMER_NOT_SELECTED' }),
  ...performerGone,
};

/**
 * Adds a protocol, or changes the one whose id is given; signs it when `isToSign` says that a paper copy was signed.
 * @throws AppError for a taken number, a full plan, a missing permission, or a concurrent change
 */
export async function saveService(
  deps: Deps,
  ctx: Ctx,
  input: ServiceInput,
  upload?: UploadedFile,
): Promise<ServiceProtocol> {
  return refusing(refusals, () =>
    withUpload(deps, ctx, upload, (file) =>
      inTransaction(deps, ctx, async (tx) => {
        await keepNames(tx, ctx);
        const id = await storeService(deps, tx, ctx, input);
        // Before the signing, so that it is part of the signed version.
        if (file) await attachTo(tx, ctx, id, file);
        if (input.isToSign) await freeze(deps, tx, ctx, id, { kind: 'PAPER' });
        // After the signing, which completes earlier to-dos: this is a new one.
        await planTodo(deps, tx, ctx, id, input);
        return readProtocol(tx, ctx, id);
      }),
    ),
  );
}

/** Stores a protocol's content, of a new one or over a stored one, without signing it. @returns its id */
export async function storeService(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  input: ServiceInput,
): Promise<number> {
  const account = { where: { id: ctx.accountId }, select: { timezone: true } };
  const { timezone } = await tx.account.findUniqueOrThrow(account);
  const month = monthIn(input.date, timezone);
  await checkMachines(tx, ctx, input);
  const id =
    input.id === null
      ? await insert(deps, tx, ctx, input, month)
      : await update(deps, tx, ctx, input.id, input, month);
  await replaceFacts(tx, ctx, id, input);
  return id;
}

/**
 * Actions, results and parts name machines of the protocol. One that was given to another customer after the protocol was
 * begun stays on it.
 */
async function checkMachines(tx: AccountTransaction, ctx: Ctx, input: ServiceInput): Promise<void> {
  const { id, actions, results, partsUsed, customer } = input;
  const stored = id === null ? null : await tx.service.findUnique({ where: rowKey(ctx, id) });
  const ids = await requireMachines(tx, ctx, input, {
    standsOnIt: Prisma.sql`EXISTS (SELECT FROM service_device sd
      WHERE sd.account_id = ${scopedAccount} AND sd.device_id = d.id AND sd.service_id = ${id}::int)`,
    mayHaveLeft: stored?.customerId === customer.id,
  });
  if (actions.some(({ device }) => !ids.includes(device.id))) throw refuseFields({ actions: 'INVALID' });
  if (results?.some(({ device }) => !ids.includes(device.id))) throw refuseFields({ results: 'INVALID' });
  if (partsUsed?.some(({ device }) => device && !ids.includes(device.id)))
    throw refuseFields({ partsUsed: 'INVALID' });
}

const contentOf = (input: ServiceInput) => ({
  date: new Date(input.date),
  types: input.type,
  paymentType: input.paymentType,
  faultDescription: input.faultDescription,
  period: input.period,
  customerId: input.customer.id,
  ...factsOf(input),
});

async function insert(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  input: ServiceInput,
  month: Month,
): Promise<number> {
  const userId = await performerOf(tx, input.performedBy, ctx.userId);
  // As late as it can be, since others who add to the month wait until the commit. A visit comes after its month, as in
  // every change of numbers.
  await lockMonth(tx, ctx, month);
  const visitId = await visitOfInput(deps, tx, ctx, input);
  const number = input.number || (await nextNumber(tx, ctx, month));
  const numberExtension = input.number ? input.numberExtension : '';
  const row = await tx.service.create({
    data: {
      ...contentOf(input),
      ...month,
      number,
      numberExtension,
      accountId: ctx.accountId,
      userId,
      userCreatedId: ctx.userId,
      visitId,
    },
  });
  await storeMachines(tx, ctx, row.id, input);
  const others = input.alsoPerformedBy ?? (await othersOfVisit(tx, row.visitId, row.userId));
  if (others.length > 0) await replaceOthers(tx, ctx, row, others);
  await record(tx, ctx, { kind: 'CREATED', entity: 'service', entityId: row.id, what: nameOf(row) });
  return row.id;
}

async function update(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  id: number,
  input: ServiceInput,
  month: Month,
): Promise<number> {
  const given = input.number ? { number: input.number, numberExtension: input.numberExtension } : null;
  const { before, numbering } = await lockToNumber(tx, ctx, id, { month, given }, input.revision);
  if (before.state === 'SIGNED' && !may(ctx.roles, 'service.changeSigned'))
    throw new AppError('NO_PERMISSION');
  if (before.customerId !== input.customer.id) await refuseInvoiced(tx, before);
  const userId = await performerOf(tx, input.performedBy, before.userId);
  const reopens = before.state === 'SIGNED' && !input.isToSign;
  const visitId = await visitOfInput(deps, tx, ctx, input, before.visitId);
  const data = { ...contentOf(input), ...numbering, userId };
  const row = await tx.service.update({
    where: rowKey(ctx, id),
    data: { ...data, visitId, state: 'NEW', revision: { increment: 1 } },
  });
  const machines = await machinesOf(tx, id);
  await removeMachines(tx, id, input);
  await storeMachines(tx, ctx, id, input);
  const stay = visitId === before.visitId ? input.devices.map((device) => device.id) : [];
  await releaseVisit(
    deps,
    tx,
    ctx,
    before.visitId,
    machines.filter((machine) => !stay.includes(machine)),
  );
  const people = await replaceOthers(tx, ctx, row, input.alsoPerformedBy);
  await record(tx, ctx, {
    kind: reopens ? 'REOPENED' : 'CHANGED',
    entity: 'service',
    entityId: id,
    what: nameOf(row),
    changes: { ...(await changesOf(tx, before, data)), ...people },
  });
  return id;
}

/** An invoice went to the customer. @throws AppError ALREADY_INVOICED */
async function refuseInvoiced(tx: AccountTransaction, service: Omit<Service, 'search'>): Promise<void> {
  const marked = await tx.serviceBilling.count({
    where: { serviceId: service.id, invoicedAt: { not: null } },
  });
  if (marked > 0) throw new AppError('ALREADY_INVOICED', { values: { protocols: documentNumber(service) } });
}

const machinesOf = async (tx: AccountTransaction, serviceId: number): Promise<number[]> => {
  const rows = await tx.serviceDevice.findMany({ where: { serviceId }, select: { deviceId: true } });
  return rows.map(({ deviceId }) => deviceId);
};

const visitOfInput = (
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  { visitId, customer }: ServiceInput,
  stored: number | null = null,
): Promise<number | null> => visitOf(deps, tx, ctx, { visitId: visitId ?? stored, customerId: customer.id });

/** All actions, and the machines that are not on the protocol any more. Those that stay keep their result. */
async function removeMachines(tx: AccountTransaction, serviceId: number, { devices }: ServiceInput) {
  const gone = { serviceId, deviceId: { notIn: devices.map(({ id }) => id) } };
  await tx.serviceAction.deleteMany({ where: { serviceId } });
  await tx.servicePart.updateMany({ where: gone, data: { deviceId: null } });
  await tx.serviceDevice.deleteMany({ where: gone });
}

/** The protocol's machines in their order, each with its actions. */
async function storeMachines(
  tx: AccountTransaction,
  { accountId }: Ctx,
  serviceId: number,
  { devices, actions }: ServiceInput,
): Promise<void> {
  const ids = [...new Set(devices.map(({ id }) => id))];
  await unwaited(tx)`
    INSERT INTO service_device (account_id, service_id, device_id, position)
    SELECT ${accountId}, ${serviceId}, id, place - 1 FROM unnest(${ids}::int[]) WITH ORDINALITY AS asked (id, place)
    ON CONFLICT (account_id, service_id, device_id) DO UPDATE SET position = EXCLUDED.position`;
  const rows = actions.map(({ device, ...action }, position) => ({
    ...action,
    deviceId: device.id,
    position,
  }));
  // One text for any number of actions, so that it is planned once.
  await unwaited(tx)`
    INSERT INTO service_action (account_id, service_id, device_id, position, name, done, quantity, fields)
    SELECT ${accountId}, ${serviceId}, "deviceId", position, name, true, quantity, fields
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS action ("deviceId" int, position int, name text, quantity float, fields jsonb)
     ORDER BY position`;
}

/**
 * Deletes the month's last protocol with its files, so that the numbering has no holes. A protocol that was ever
 * signed is kept; the database refuses it too, because its versions refer to it.
 * @throws AppError SIGNED_PROTOCOL, SERVICE_NOT_LAST, NO_PERMISSION
 */
export async function deleteService(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const monthOfService = await tx.service.findUniqueOrThrow({
      where: rowKey(ctx, id),
      select: { year: true, month: true },
    });
    await lockMonth(tx, ctx, monthOfService);
    const row = await lockService(tx, ctx, id);
    if (row.year !== monthOfService.year || row.month !== monthOfService.month)
      throw new AppError('SERVICE_CHANGED');
    if (row.currentVersion > 0) throw new AppError('SIGNED_PROTOCOL');
    if (!may(ctx.roles, 'service.delete', row.userCreatedId === ctx.userId))
      throw new AppError('NO_PERMISSION');
    await removeService(deps, tx, ctx, row);
  });
}

/** Puts a locked protocol of a locked month into the bin. @throws AppError SERVICE_NOT_LAST */
export async function removeService(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  row: Omit<Service, 'search'>,
): Promise<void> {
  const { id } = row;
  if (!(await isLastOfMonth(tx, row))) throw new AppError('SERVICE_NOT_LAST');
  const machines = await machinesOf(tx, id);
  const { shortName } = await tx.customer.findUniqueOrThrow({ where: rowKey(ctx, row.customerId) });
  const named = await tx.serviceDevice.findMany({
    where: { serviceId: id },
    orderBy: { position: 'asc' },
    select: { device: { select: { name: true, serialNumber: true } } },
  });
  const worked = excerpt(machineNames(named.map(({ device }) => device)));
  await moveToBin(deps, tx, ctx, {
    kind: 'service',
    id,
    takes: ['stored_file'],
    frees: ['visit'],
    remembers: { table: 'visit', id: row.visitId, columns: ['started_at'] },
    async remove() {
      await tx.storedFile.deleteMany({ where: { serviceId: id } });
      await tx.visit.updateMany({ where: { sourceServiceId: id }, data: { sourceServiceId: null } });
      await tx.service.delete({ where: rowKey(ctx, id) });
      await releaseVisit(deps, tx, ctx, row.visitId, machines);
    },
    called: () => ({ title: nameOf(row), parent: joinPresent([shortName, worked], ' · ') }),
  });
  await record(tx, ctx, { kind: 'DELETED', entity: 'service', entityId: id, what: nameOf(row) });
}
