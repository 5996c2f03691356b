import type { ServiceProtocol } from '@servicebook/shared/service';
import { linkTo, paths, withQuery } from '../../../lib/paths.ts';
import type { Entry } from '../../../offline/outbox/database.ts';
import { protocolOf } from '../../../offline/outbox/entries.ts';

/** The page of the protocol, machine, visit or to-do that an entry is of; null: it has none, or none any more. */
export function placeOf(entry: Entry): string | null {
  const { group, label, body, answer, refusal } = entry;
  // A deleted protocol can still be opened as it waits here, but nothing else.
  if (refusal?.code === 'NOT_FOUND' && label.kind !== 'protocol') return null;
  const service = protocolOf(entry);
  if (service) {
    const machine = (answer as Partial<ServiceProtocol> | null)?.devices?.[0];
    return machine ? linkTo.machineEdit({ id: machine.id, activeTab: 'service', service }) : null;
  }
  const [kind, id] = group.split(':');
  if (kind === 'machine') return linkTo.machineEdit({ id: Number(id) });
  if (kind === 'visit') return linkTo.visit({ id: Number(id) });
  if (kind === 'todo') return withQuery(paths.machineTodo, { todo: id });
  const { device, visit } = (body ?? {}) as { device?: { id: number }; visit?: { id: number } };
  if (device) return linkTo.machineEdit({ id: device.id });
  return visit ? linkTo.visit({ id: visit.id }) : null;
}
