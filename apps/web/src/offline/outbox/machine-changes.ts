/** What waits on this phone and changes machines: changes of their own, faults, and results that were signed. */
import type { Device } from '@servicebook/shared/device';
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { MachineChange } from '../answers/changed-machines.ts';
import type { Entry } from './database.ts';

/** The machine that gets the status of a fault with an event; null: none does. */
export function setsFaultOf({ label, body }: Pick<Entry, 'label' | 'body'>): number | null {
  if (label.kind !== 'event') return null;
  const { setsFault, device } = body as { setsFault?: boolean; device: { id: number } };
  return setsFault ? device.id : null;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What differs from the machine before; everything, if that is not known. The revision is the server's. */
const changedIn = (before: Partial<Device>, { revision: _, ...after }: Device): Partial<Device> =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isSame(value, before[field as keyof Device])),
  );

function changesOf(entry: Pick<Entry, 'label' | 'body' | 'base' | 'answer' | 'refusal'>): MachineChange[] {
  const { label, base, answer, refusal } = entry;
  const faulty = setsFaultOf(entry);
  if (faulty !== null) return [{ id: faulty, fields: { status: 'FAULT' } }];
  if (label.kind === 'machine') {
    const after = answer as Device;
    return [{ id: after.id, fields: changedIn((base ?? {}) as Partial<Device>, after) }];
  }
  // Refused, it is no signature.
  if (label.kind !== 'signature' || refusal) return [];
  return (answer as ServiceProtocol).results.flatMap(({ device, statusAfter }) =>
    statusAfter ? { id: device.id, fields: { status: statusAfter } } : [],
  );
}

/** In the order in which it will be sent: what comes later stays. */
export const machineChangesIn = (entries: readonly Parameters<typeof changesOf>[0][]): MachineChange[] =>
  entries.flatMap(changesOf);
