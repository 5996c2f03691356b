/** Stored records with what waits on this phone and changes machines. */
import { type Device, statusWeight } from '@servicebook/shared/device';
import type { HomeFigures } from '@servicebook/shared/statistics';
import type { Visit } from '@servicebook/shared/visit';
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

/** A visit with the statuses that its machines will have. */
export function withStatuses(visit: Visit, changes: readonly MachineChange[]): Visit {
  const statusOf = (machine: number) =>
    changes.findLast(({ id, fields }) => id === machine && fields.status)?.fields.status;
  if (!visit.devices.some(({ id }) => statusOf(id))) return visit;
  const devices = visit.devices.map((device) => ({
    ...device,
    status: statusOf(device.id) ?? device.status,
  }));
  return { ...visit, devices };
}

/** A machine as it is known, and as it will be. */
export interface ChangedMachine {
  before: Device;
  after: Device;
}

/** How many machines have which status. Archived ones are not counted. */
export function countedBy(
  known: HomeFigures['machines'],
  changed: readonly ChangedMachine[],
): HomeFigures['machines'] {
  const counts = new Map(known.map(({ status, count }) => [status, count]));
  const add = (status: Device['status'], by: number) =>
    counts.set(status, Math.max(0, (counts.get(status) ?? 0) + by));
  for (const { before, after } of changed) {
    if (before.archived !== null || before.status === after.status) continue;
    add(before.status, -1);
    add(after.status, 1);
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
    visits: (records) => records.map((record) => withStatuses(record, changes)),
    async home(records) {
      const machines = await stored.byId('machines');
      const changed = [...new Set(changes.map(({ id }) => id))].flatMap((id) => {
        const before = machines.get(id);
        return before ? { before, after: changedMachine(before, changes) } : [];
      });
      return records.map((record) => ({ ...record, machines: countedBy(record.machines, changed) }));
    },
  });
}
