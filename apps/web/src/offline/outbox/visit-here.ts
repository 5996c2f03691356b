import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import type { Visit } from '@servicebook/shared/visit';
import { isUnsentId } from '../../lib/unsent.ts';

type Written = Visit['protocols'][number];

const asWritten = (protocol: ServiceProtocol, known: Written | undefined): Written => ({
  id: protocol.id,
  number: known?.number ?? documentNumber(protocol),
  state: protocol.state,
  withdrawn: known?.withdrawn ?? false,
  followed: known?.followed ?? false,
  devices: protocol.devices.map(({ id }) => id),
});

/**
 * A visit with its protocols that wait on this phone. As on the server, a new protocol starts it, and signing them for all
 * of its machines completes it.
 */
export function visitHere(visit: Visit, protocols: readonly ServiceProtocol[]): Visit {
  const here = protocols.filter(
    ({ visitId, customer }) => visitId === visit.id && customer.id === visit.customer.id,
  );
  // New ones of an earlier answer of this phone may have been sent or discarded since.
  const written = new Map(visit.protocols.filter(({ id }) => !isUnsentId(id)).map((each) => [each.id, each]));
  for (const protocol of here) written.set(protocol.id, asWritten(protocol, written.get(protocol.id)));
  const after = { ...visit, protocols: [...written.values()] };
  const lastSigned = here.findLast(({ state }) => state === 'SIGNED');
  if (visit.state === 'DONE' || !(lastSigned || here.some(({ id }) => isUnsentId(id)))) return after;
  const counting = after.protocols.filter(({ state, withdrawn }) => state === 'SIGNED' && !withdrawn);
  const isOpen = visit.devices.some(
    ({ id, elsewhere, archived }) =>
      !elsewhere && !archived && !counting.some(({ devices }) => devices.includes(id)),
  );
  const begun = { ...after, startedAt: visit.startedAt ?? here[0]?.date ?? null, cancelReason: '' };
  return lastSigned && !isOpen
    ? { ...begun, state: 'DONE', endedAt: lastSigned.signature?.signedAt ?? lastSigned.date }
    : { ...begun, state: 'STARTED', endedAt: null };
}
