/** Visits with what waits on this phone: steps, ticked lines and protocols. What was refused changes nothing. */
import { dateIn } from '@servicebook/shared/calendar';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { mayStep, type Visit } from '@servicebook/shared/visit';
import { isUnsentId } from '../../lib/unsent.ts';
import type { Entry, Overlay } from './database.ts';

export interface VisitWork {
  /** Work that nobody planned for a day is of the day, in this timezone, on which it was begun. */
  timezone: string;
  /** In their order. */
  changes: readonly { id: number; change: (visit: Visit) => Visit }[];
  protocols: readonly { protocol: ServiceProtocol; isRefused: boolean }[];
}

function changeOf(
  { path, body, createdAt, refusal }: Entry,
  timezone: string,
): VisitWork['changes'][number] | null {
  if (refusal) return null;
  if (path === '/api/visit/check') {
    const { id, position, done } = body as { id: number; position: number; done: boolean };
    const checked = (checklist: Visit['checklist']) =>
      checklist.map((line, index) => (index === position ? { ...line, done } : line));
    return { id, change: (visit) => ({ ...visit, checklist: checked(visit.checklist) }) };
  }
  if (path !== '/api/visit/step') return null;
  const { id, step } = body as { id: number; step: 'START' | 'FINISH' };
  const change = (visit: Visit): Visit => {
    if (!mayStep(step, visit.state)) return visit;
    return step === 'START'
      ? { ...visit, state: 'STARTED', day: visit.day ?? dateIn(createdAt, timezone), startedAt: createdAt }
      : { ...visit, state: 'DONE', endedAt: createdAt };
  };
  return { id, change };
}

export function visitWorkIn(
  entries: readonly Entry[],
  overlays: readonly Overlay[],
  timezone: string,
): VisitWork {
  const refused = new Set(entries.filter(({ refusal }) => refusal).map(({ group }) => group));
  return {
    timezone,
    changes: entries.flatMap((entry) => changeOf(entry, timezone) ?? []),
    protocols: overlays
      .filter(({ path }) => path.startsWith('/api/service/findById/'))
      .map(({ data, group }) => ({ protocol: data as ServiceProtocol, isRefused: refused.has(group) }))
      // New ones have negative ids.
      .sort((one, other) => other.protocol.id - one.protocol.id),
  };
}

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
 * A visit as it will be once everything is sent. As on the server, a protocol starts it, and signing them for all of its
 * machines completes it.
 */
export function visitHere(given: Visit, { timezone, changes, protocols }: VisitWork): Visit {
  const visit = changes.reduce(
    (before, { id, change }) => (id === given.id ? change(before) : before),
    given,
  );
  // New ones of an earlier answer of this phone may have been sent or discarded since.
  const written = new Map(visit.protocols.filter(({ id }) => !isUnsentId(id)).map((each) => [each.id, each]));
  const isOn = ({ visitId, customer }: ServiceProtocol) =>
    visitId === visit.id && customer.id === visit.customer.id;
  for (const { protocol } of protocols)
    if (isOn(protocol)) written.set(protocol.id, asWritten(protocol, written.get(protocol.id)));
    else written.delete(protocol.id);
  const after = { ...visit, protocols: [...written.values()] };
  const here = protocols.filter(({ protocol, isRefused }) => isOn(protocol) && !isRefused);
  const [first] = here;
  if (visit.state === 'DONE' || !first) return after;
  const signed = here
    .flatMap(({ protocol: { state, signature, date } }) =>
      state === 'SIGNED' ? (signature?.signedAt ?? date) : [],
    )
    .sort();
  const counting = after.protocols.filter(
    ({ id, state, withdrawn }) =>
      state === 'SIGNED' &&
      !withdrawn &&
      !protocols.some(({ protocol, isRefused }) => isRefused && protocol.id === id),
  );
  const isOpen = visit.devices.some(
    ({ id, elsewhere, archived }) =>
      !elsewhere && !archived && !counting.some(({ devices }) => devices.includes(id)),
  );
  const { date } = first.protocol;
  const begun = {
    ...after,
    day: visit.day ?? dateIn(date, timezone),
    startedAt: visit.startedAt ?? date,
    cancelReason: '',
  };
  return signed.length > 0 && !isOpen
    ? { ...begun, state: 'DONE', endedAt: signed.at(-1) ?? null }
    : { ...begun, state: 'STARTED', endedAt: null };
}
