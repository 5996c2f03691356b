/** Stored records with what waits on this phone and changes machines. */
import { type Device, statusWeight } from '@servicebook/shared/device';
import type { StoredRecord } from '@servicebook/shared/offline';
import { changedRecords, type StoredRecords } from './stored-records.ts';

export interface MachineChange {
  id: number;
  fields: Partial<Device>;
}

/** A machine as it will be once everything is sent. */
export function changedMachine<Machine extends Device>(
  machine: Machine,
  changes: readonly MachineChange[],
): Machine {
  const own = changes.filter(({ id }) => id === machine.id);
  if (own.length === 0) return machine;
  const after: Machine = Object.assign({ ...machine }, ...own.map(({ fields }) => fields));
  return { ...after, statusWeight: statusWeight(after.status) };
}

/** How many machines have which status. */
async function countedBy(
  known: StoredRecord<'home'>['machines'],
  stored: StoredRecords,
  changes: readonly MachineChange[],
): Promise<StoredRecord<'home'>['machines']> {
  const machines = await stored.byId('machines');
  const counts = new Map(known.map(({ status, count }) => [status, count]));
  const add = (status: Device['status'], by: number) =>
    counts.set(status, Math.max(0, (counts.get(status) ?? 0) + by));
  for (const id of new Set(changes.map((change) => change.id))) {
    const before = machines.get(id);
    if (!before || before.archived !== null) continue;
    add(before.status, -1);
    add(changedMachine(before, changes).status, 1);
  }
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => statusWeight(one.status) - statusWeight(other.status));
}

/** @param changes in their order */
export function withMachines(stored: StoredRecords, changes: readonly MachineChange[]): StoredRecords {
  if (changes.length === 0) return stored;
  return changedRecords(stored, {
    machines: (records) => records.map((record) => changedMachine(record, changes)),
    home: (records) =>
      Promise.all(
        records.map(async (record) => ({
          ...record,
          machines: await countedBy(record.machines, stored, changes),
        })),
      ),
  });
}
