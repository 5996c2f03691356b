/** Stored records as they will be once the protocols that were signed on this phone are sent. */
import { dateIn, daysBetween } from '@servicebook/shared/calendar';
import type { Device } from '@servicebook/shared/device';
import { type DoneInspection, type InspectionState, inspectionState } from '@servicebook/shared/inspection';
import { soonDays } from '@servicebook/shared/inspection-overview';
import type { MachineFacts, StoredRecord, WorkingSetKind } from '@servicebook/shared/offline';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { isOpenVisit, type Visit } from '@servicebook/shared/visit';
import { type VisitWork, visitHere } from '../outbox/visit-here.ts';
import { changedRecords, ownOf, type StoredRecords, todayOf } from './stored-records.ts';

/** A machine that was serviced. */
interface Serviced {
  last: ServiceProtocol;
  /** The day of that one. */
  day: string;
  /** Null: it was not inspected, or its last inspection is another one. */
  inspected: { by: ServiceProtocol; state: InspectionState; done: Done[] } | null;
}
/** An inspection that was signed here. */
type Done = StoredRecord<'inspections'>['periodicInspections'][number];

interface Found {
  serviced: ReadonlyMap<number, Serviced>;
  /** Visits as they will be. */
  visits: ReadonlyMap<number, Visit>;
  today: string;
}

/** What the rules of a machine's inspections start from. */
interface Known {
  machine: Device;
  facts: MachineFacts;
  /** All of its inspections, if they are on the phone. */
  record: StoredRecord<'inspections'> | undefined;
}

function inspectedBy(
  { machine, facts, record }: Known,
  inspections: readonly ServiceProtocol[],
  timezone: string,
  today: string,
): Serviced['inspected'] {
  const [by] = inspections;
  if (!by) return null;
  const dayOf = ({ date }: { date: string }) => dateIn(date, timezone);
  const { lastInspection: last, lastSignedInspection: signed, statedInspection: stated } = facts;
  if (last && last > dayOf(by)) return null;
  const done = inspections.map((each) => ({
    ...{
      id: each.id,
      date: dayOf(each),
      number: documentNumber(each),
      period: each.period > 0 ? each.period : null,
    },
    ...{ user: each.user ?? each.userCreated, alsoPerformedBy: each.alsoPerformedBy },
  }));
  const lastKnown = last && { date: last, period: signed && dayOf(signed) === last ? signed.period : null };
  const known: DoneInspection[] = record
    ? [
        ...record.periodicInspections,
        ...record.pastInspections.map(({ date }) => ({ date, period: null, isPast: true })),
      ]
    : lastKnown
      ? [lastKnown]
      : [];
  const rules = {
    ...machine,
    isPeriodicInspectionEnabled: machine.isPeriodicInspectionEnabled && machine.archived === null,
    statedInspectionDate: stated?.date ?? null,
    inspectionStatedOn: stated?.on ?? null,
  };
  const state = inspectionState(rules, [...done, ...known], today);
  // Without all of them, only the record knows whether an earlier one was within the warranty.
  const { nextInspection, lastWarrantyInspectionDone } = state;
  const isPastWarranty = (nextInspection ?? '') > (facts.warrantyEnd ?? nextInspection ?? '');
  const wasDone = facts.lastWarrantyInspectionDone && isPastWarranty;
  return { by, done, state: { ...state, lastWarrantyInspectionDone: lastWarrantyInspectionDone || wasDone } };
}

async function find(stored: StoredRecords, work: VisitWork, signed: readonly ServiceProtocol[]) {
  const [own, today, machines, facts, records, visits] = await Promise.all([
    ownOf(stored),
    todayOf(stored),
    stored.byId('machines'),
    stored.byId('machineFacts'),
    stored.byId('inspections'),
    stored.all('visits'),
  ]);
  const timezone = own?.company.timezone ?? stored.timezone;
  const newestFirst = signed.toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date));
  const serviced = new Map<number, Serviced>();
  for (const { id } of newestFirst.flatMap(({ devices }) => devices)) {
    const ofMachine = newestFirst.filter(({ devices }) => devices.some((device) => device.id === id));
    const [last] = ofMachine;
    if (!last || serviced.has(id)) continue;
    const [machine, known] = [machines.get(id), facts.get(id)];
    const inspections = ofMachine.filter(({ type }) => type.includes('PERIODIC_INSPECTION'));
    serviced.set(id, {
      last,
      day: dateIn(last.date, timezone),
      inspected:
        machine && known
          ? inspectedBy({ machine, facts: known, record: records.get(id) }, inspections, timezone, today)
          : null,
    });
  }
  return { serviced, visits: new Map(visits.map((visit) => [visit.id, visitHere(visit, work)])), today };
}

/** The next open visit that inspects a machine. */
function plannedAfter(
  { id, planned }: StoredRecord<'machineFacts'>,
  { visits }: Found,
): StoredRecord<'machineFacts'>['planned'] {
  const visit = planned && visits.get(planned.id);
  // Those of others are not on the phone.
  if (!visit || isOpenVisit(visit)) return planned;
  const [next] = [...visits.values()]
    .filter(
      (each) =>
        isOpenVisit(each) &&
        each.types.includes('PERIODIC_INSPECTION') &&
        each.devices.some((device) => device.id === id),
    )
    .sort(
      (one, other) =>
        Number(one.day === null) - Number(other.day === null) ||
        (one.day ?? '').localeCompare(other.day ?? '') ||
        one.id - other.id,
    );
  return next
    ? {
        id: next.id,
        day: next.day,
        technicians: next.technicians.map(({ active, ...technician }) => technician),
      }
    : null;
}

function factsAfter({
  by,
  state,
}: NonNullable<Serviced['inspected']>): Partial<StoredRecord<'machineFacts'>> {
  const { lastInspection, nextInspection, lastWarrantyInspectionDone } = state;
  return {
    ...{ lastInspection, nextInspection, lastWarrantyInspectionDone },
    lastSignedInspection: { id: by.id, date: by.date, period: by.period },
  };
}

type Change<Kind extends WorkingSetKind> = (
  record: StoredRecord<Kind>,
  found: Found,
  stored: StoredRecords,
) => StoredRecord<Kind> | Promise<StoredRecord<Kind>>;

const changes: {
  [Kind in 'machines' | 'machineFacts' | 'inspections' | 'home']: Change<Kind>;
} = {
  machines(record, { serviced }) {
    const here = serviced.get(record.id);
    if (!here) return record;
    const { day, inspected } = here;
    return {
      ...record,
      ...((record.lastService ?? '') < day && { lastService: day }),
      ...(inspected && { nextInspection: inspected.state.nextInspection }),
    };
  },
  machineFacts(record, found) {
    const planned = plannedAfter(record, found);
    const here = found.serviced.get(record.id);
    if (!here) return planned === record.planned ? record : { ...record, planned };
    const { last, day, inspected } = here;
    const { id, date, type, user, userCreated, alsoPerformedBy } = last;
    const { lastService: known, lastPastService: past } = record;
    const isNewest = !known || Date.parse(known.date) <= Date.parse(date);
    return {
      ...record,
      planned,
      ...(isNewest && {
        lastService: { id, date, type, user: user ?? userCreated, alsoPerformedBy },
        lastPastService: past && day >= past.date ? null : past,
      }),
      ...(inspected && factsAfter(inspected)),
    };
  },
  inspections(record, { serviced }) {
    const inspected = serviced.get(record.id)?.inspected;
    if (!inspected) return record;
    const { state, done } = inspected;
    return {
      ...record,
      ...state,
      periodicInspections: [
        ...done,
        // One whose answer was lost has arrived.
        ...record.periodicInspections.filter(({ id }) => !done.some((each) => each.id === id)),
      ],
    };
  },
  async home(record, { serviced, today }, stored) {
    const facts = await stored.byId('machineFacts');
    const { overdue, soon } = record.inspections;
    const counts = { overdue, soon };
    const count = (day: string | null | undefined, by: 1 | -1) => {
      const days = day ? daysBetween(today, day) : soonDays + 1;
      if (days < 0) counts.overdue = Math.max(0, counts.overdue + by);
      else if (days <= soonDays) counts.soon = Math.max(0, counts.soon + by);
    };
    for (const [id, { inspected }] of serviced) {
      if (!inspected) continue;
      count(facts.get(id)?.nextInspection, -1);
      count(inspected.state.nextInspection, 1);
    }
    return { ...record, inspections: counts };
  },
};

/** @param work what waits here of visits and protocols */
export function withSigned(stored: StoredRecords, work: VisitWork): StoredRecords {
  const signed = work.protocols
    .filter(({ protocol, isRefused }) => protocol.state === 'SIGNED' && !isRefused)
    .map(({ protocol }) => protocol);
  if (signed.length === 0) return stored;
  let found: Promise<Found> | null = null;
  const after =
    <Kind extends WorkingSetKind>(change: Change<Kind>) =>
    async (records: readonly StoredRecord<Kind>[]) => {
      found ??= find(stored, work, signed);
      const known = await found;
      return Promise.all(records.map((record) => change(record, known, stored)));
    };
  return changedRecords(stored, {
    machines: after(changes.machines),
    machineFacts: after(changes.machineFacts),
    inspections: after(changes.inspections),
    home: after(changes.home),
  });
}
