/** Values that the category asks for: each must be filled before a protocol is signed, or it must be said why not. */
import type { PerformedAction } from '@servicebook/shared/service';
import { parseServiceAction } from '@servicebook/shared/service-action';
import type { ProtocolToSign } from '@servicebook/shared/service-signing';
import type { AccountDatabase, AccountTransaction } from '../../platform/tenancy.ts';

const keyOf = (name: string) => name.trim().toLowerCase();

const readMachines = (db: AccountDatabase | AccountTransaction, serviceId: number) =>
  db.serviceDevice.findMany({
    where: { serviceId },
    select: {
      device: { select: { name: true, category: { select: { serviceReviewOperations: true } } } },
      actions: { select: { name: true, fields: true }, orderBy: { position: 'asc' } },
    },
    orderBy: { position: 'asc' },
  });

/** How many of the actions that the categories offer are not done, over all machines of a protocol. */
export async function countUndone(
  db: AccountDatabase,
  serviceId: number,
): Promise<NonNullable<ProtocolToSign['undone']>> {
  const offered = (await readMachines(db, serviceId)).flatMap(({ device, actions }) => {
    const done = new Set(actions.map(({ name }) => keyOf(name)));
    return device.category.serviceReviewOperations.map(
      (action) => !done.has(keyOf(parseServiceAction(action).name)),
    );
  });
  return { open: offered.filter(Boolean).length, total: offered.length };
}

/**
 * By the category as it is now, because that is what the form shows: a field that was added after the planning is asked
 * for, and one that was removed is not. A protocol that was signed before is not asked again: its correction must not
 * depend on a category that has changed since.
 */
export async function readMissingValues(
  db: AccountDatabase | AccountTransaction,
  { id: serviceId, currentVersion }: { id: number; currentVersion: number },
): Promise<ProtocolToSign['missing']> {
  if (currentVersion > 0) return [];
  const machines = await readMachines(db, serviceId);
  return machines.flatMap(({ device, actions }) => {
    const offered = new Map(
      device.category.serviceReviewOperations
        .map(parseServiceAction)
        .map(({ name, fields }) => [keyOf(name), fields] as const),
    );
    return actions.flatMap((action) => {
      const filled = (action.fields as PerformedAction['fields'])
        .filter(({ value, reason }) => value !== '' || reason)
        .map(({ name }) => keyOf(name));
      return (offered.get(keyOf(action.name)) ?? [])
        .filter(({ name, required }) => required && !filled.includes(keyOf(name)))
        .map(({ name }) => ({ machine: device.name, action: action.name, field: name }));
    });
  });
}
