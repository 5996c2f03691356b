import { Prisma } from '../../generated/prisma/client.ts';
import { refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';

interface Named {
  customer: { id: number };
  devices: { id: number }[];
}

/**
 * Checks the machines of a protocol or visit: all belong to its customer, and none is archived, except those that stand
 * on it already. What was begun before can still be finished.
 * @param standsOnIt a condition on `device d`
 * @param mayHaveLeft one that stands on it already may belong to another customer by now
 * @returns the machines' ids, each once
 * @throws a refused field `devices`
 */
export async function requireMachines(
  tx: AccountTransaction,
  ctx: Ctx,
  { customer, devices }: Named,
  { standsOnIt, mayHaveLeft = false }: { standsOnIt: Prisma.Sql; mayHaveLeft?: boolean },
): Promise<number[]> {
  const ids = [...new Set(devices.map(({ id }) => id))];
  // Locked as a foreign key locks: none of them may move to another customer before this transaction is done, and two
  // protocols of one machine do not wait for each other.
  const rows = await tx.$queryRaw<{ customerId: number; isArchived: boolean; isNew: boolean }[]>(
    Prisma.sql`SELECT d.customer_id AS "customerId", d.archived_at IS NOT NULL AS "isArchived",
        NOT ${standsOnIt} AS "isNew"
      FROM device d WHERE d.account_id = ${ctx.accountId} AND d.id = ANY(${ids}::int[]) FOR KEY SHARE`,
  );
  if (rows.length !== ids.length) throw refuseFields({ devices: 'DEVICE_GONE' });
  if (rows.some((row) => row.isNew && row.isArchived)) throw refuseFields({ devices: 'DEVICE_ARCHIVED' });
  if (rows.some((row) => row.customerId !== customer.id && (row.isNew || !mayHaveLeft)))
    throw refuseFields({ devices: 'DEVICES_OF_ONE_CUSTOMER' });
  return ids;
}
