/** Values that the category asks for: each must be filled before a protocol is signed, or it must be said why not. */
import { countUndone, missingValues, type WorkOnMachine } from '@servicebook/shared/required-values';
import type { PerformedAction } from '@servicebook/shared/service';
import { parseServiceAction } from '@servicebook/shared/service-action';
import type { ProtocolToSign } from '@servicebook/shared/service-signing';
import type { AccountDatabase, AccountTransaction } from '../../platform/tenancy.ts';

async function readWork(
  db: AccountDatabase | AccountTransaction,
  serviceId: number,
): Promise<WorkOnMachine[]> {
  const machines = await db.serviceDevice.findMany({
    where: { serviceId },
    select: {
      device: { select: { name: true, category: { select: { serviceReviewOperations: true } } } },
      actions: { select: { name: true, fields: true }, orderBy: { position: 'asc' } },
    },
    orderBy: { position: 'asc' },
  });
  return machines.map(({ device, actions }) => ({
    name: device.name,
    offered: device.category.serviceReviewOperations.map(parseServiceAction),
    actions: actions.map(({ name, fields }) => ({ name, fields: fields as PerformedAction['fields'] })),
  }));
}

/** How many of the actions that the categories offer are not done, over all machines of a protocol. */
export const readUndone = async (
  db: AccountDatabase,
  serviceId: number,
): Promise<NonNullable<ProtocolToSign['undone']>> => countUndone(await readWork(db, serviceId));

/**
 * By the category as it is now, because that is what the form shows: a field that was added after the planning is asked
 * for, and one that was removed is not. A protocol that was signed before is not asked again: its correction must not
 * depend on a category that has changed since.
 */
export async function readMissingValues(
  db: AccountDatabase | AccountTransaction,
  { id: serviceId, currentVersion }: { id: number; currentVersion: number },
): Promise<ProtocolToSign['missing']> {
  return currentVersion > 0 ? [] : missingValues(await readWork(db, serviceId));
}
