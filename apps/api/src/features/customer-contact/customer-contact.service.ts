/** The people to call at a customer. The customer's log tells who added, changed and deleted them. */
import { joinPresent } from '@servicebook/i18n/names.ts';
import type {
  CustomerContact,
  CustomerContactInsert,
  CustomerContactUpdate,
} from '@servicebook/shared/customer-contact';
import type { Deps } from '../../deps.ts';
import type { CustomerContact as Columns } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, inTransaction, rowKey, startingFrom } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';

type Row = Omit<Columns, 'search'>;

/** The contacts of these customers, the main one of each first. */
export const findContacts = (
  deps: Deps,
  ctx: Pick<Ctx, 'accountId'>,
  customerIds: readonly number[],
): Promise<Row[]> =>
  deps.db.of(ctx).customerContact.findMany({
    where: { customerId: { in: [...customerIds] } },
    orderBy: [{ isMain: 'desc' }, { id: 'asc' }],
  });

/** @throws when the customer is not the account's */
export async function listContacts(deps: Deps, ctx: Ctx, customerId: number): Promise<CustomerContact[]> {
  await deps.db.of(ctx).customer.findUniqueOrThrow({
    where: rowKey(ctx, customerId),
    select: { id: true },
  });
  return findContacts(deps, ctx, [customerId]);
}

export const findContact = (deps: Deps, ctx: Ctx, id: number): Promise<CustomerContact> =>
  deps.db.of(ctx).customerContact.findUniqueOrThrow({ where: rowKey(ctx, id) });

export function insertContact(
  deps: Deps,
  ctx: Ctx,
  { customer: { id: customerId }, ...input }: CustomerContactInsert,
): Promise<CustomerContact> {
  return inTransaction(deps, ctx, async (tx) => {
    const customer = await lockCustomer(tx, ctx, customerId);
    const isFirst = (await tx.customerContact.count({ where: { customerId } })) === 0;
    const isMain = input.isMain || isFirst;
    if (isMain) await dropMain(tx, customerId);
    const data = { ...input, isMain, accountId: ctx.accountId, customerId };
    const row = await tx.customerContact.create({ data });
    await recordChange(tx, ctx, customer, null, row);
    return row;
  });
}

export async function updateContact(
  deps: Deps,
  ctx: Ctx,
  { id, revision, ...input }: CustomerContactUpdate,
): Promise<CustomerContact> {
  const { customerId } = await readCustomerId(deps, ctx, id);
  return inTransaction(deps, ctx, async (tx) => {
    const customer = await lockCustomer(tx, ctx, customerId);
    const before = await tx.customerContact.findUniqueOrThrow({ where: rowKey(ctx, id) });
    if (input.isMain && !before.isMain) await dropMain(tx, customerId);
    const row = await startingFrom(revision, () =>
      tx.customerContact.update({
        where: { ...rowKey(ctx, id), revision },
        data: { ...input, isMain: input.isMain || before.isMain, revision: { increment: 1 } },
      }),
    );
    await recordChange(tx, ctx, customer, before, row);
    return row;
  });
}

export async function deleteContact(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  const { customerId } = await readCustomerId(deps, ctx, id);
  await inTransaction(deps, ctx, async (tx) => {
    const customer = await lockCustomer(tx, ctx, customerId);
    const row = await moveToBin(deps, tx, ctx, {
      kind: 'contact',
      id,
      remove: () => tx.customerContact.delete({ where: rowKey(ctx, id) }),
      called: ({ name }) => ({ title: name, parent: customer.shortName }),
    });
    const next =
      row.isMain && (await tx.customerContact.findFirst({ where: { customerId }, orderBy: { id: 'asc' } }));
    if (next)
      await tx.customerContact.update({
        where: rowKey(ctx, next.id),
        data: { isMain: true, revision: { increment: 1 } },
      });
    await recordChange(tx, ctx, customer, row, null);
  });
}

/**
 * Whether a contact that comes back is the main one: if it was and has just been deleted, and if there is no other.
 * @throws AppError BIN_PARENT_DELETED's case is left to the foreign key
 */
export async function mainAgain(
  tx: AccountTransaction,
  ctx: Ctx,
  customerId: number,
  { wasMain, isUndo }: { wasMain: boolean; isUndo: boolean },
): Promise<boolean> {
  await tx.$queryRaw`
    SELECT 1 FROM customer WHERE account_id = ${ctx.accountId} AND id = ${customerId} FOR NO KEY UPDATE`;
  if (wasMain && isUndo) await dropMain(tx, customerId);
  return (await tx.customerContact.count({ where: { customerId, isMain: true } })) === 0;
}

/** A contact stays with its customer, so this can be read before the customer is locked. */
const readCustomerId = (deps: Deps, ctx: Ctx, id: number) =>
  deps.db.of(ctx).customerContact.findUniqueOrThrow({ where: rowKey(ctx, id), select: { customerId: true } });

interface Owner {
  id: number;
  shortName: string;
}

/** Changes of one customer's contacts come one after another, so that exactly one is the main one. */
async function lockCustomer(tx: AccountTransaction, ctx: Ctx, id: number): Promise<Owner> {
  const [customer] = await tx.$queryRaw<Owner[]>`
    SELECT id, short_name AS "shortName" FROM customer
     WHERE account_id = ${ctx.accountId} AND id = ${id} FOR NO KEY UPDATE`;
  if (!customer) throw new AppError('NOT_FOUND');
  return customer;
}

const dropMain = (tx: AccountTransaction, customerId: number) =>
  tx.customerContact.updateMany({
    where: { customerId, isMain: true },
    data: { isMain: false, revision: { increment: 1 } },
  });

/** `Jan Nowak, Foreman, +48 600 100 200` */
const textOf = (row: Row | null) =>
  row &&
  joinPresent([row.isMain ? `★ ${row.name}` : row.name, row.role, row.phone, row.email, row.note], ', ');

async function recordChange(
  tx: AccountTransaction,
  ctx: Ctx,
  customer: Owner,
  before: Row | null,
  after: Row | null,
): Promise<void> {
  const texts: [string | null, string | null] = [textOf(before), textOf(after)];
  await record(tx, ctx, {
    kind: 'CHANGED',
    entity: 'customer',
    entityId: customer.id,
    what: customer.shortName,
    changes: texts[0] === texts[1] ? {} : { contactPerson: texts },
  });
}
