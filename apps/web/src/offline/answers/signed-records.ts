/** Stored records as they will be once the protocols that were signed on this phone are sent. */
import { dateIn, daysBetween } from '@servicebook/shared/calendar';
import { type InspectionState, inspectionState } from '@servicebook/shared/inspection';
import { soonDays } from '@servicebook/shared/inspection-overview';
import type { StoredRecord, WorkingSetKind } from '@servicebook/shared/offline';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { ownOf, type StoredRecords, todayOf } from './stored-records.ts';

/** A machine that was serviced. */
interface Serviced {
  last: ServiceProtocol;
  /** The day of that one. */
  day: string;
  /** Null: it was not inspected, or its last inspection is another one. */
  inspected: { by: ServiceProtocol; state: InspectionState } | null;
}
type Found = { serviced: ReadonlyMap<number, Serviced>; timezone: string; today: string };

/** @param protocols of the machine, the newest first */
async function inspectedBy(
  id: number,
  protocols: readonly ServiceProtocol[],
  stored: StoredRecords,
  { timezone, today }: Omit<Found, 'serviced'>,
): Promise<Serviced['inspected']> {
  const [machine, facts] = [
    (await stored.byId('machines')).get(id),
    (await stored.byId('machineFacts')).get(id),
  ];
  const done = protocols.filter(({ type }) => type.includes('PERIODIC_INSPECTION'));
  const [newest] = done;
  if (!machine || !facts || !newest) return null;
  const dayOf = ({ date }: { date: string }) => dateIn(date, timezone);
  const { lastInspection: last, lastSignedInspection: signed } = facts;
  if (last && last > dayOf(newest)) return null;
  const before = last && { date: last, period: signed && dayOf(signed) === last ? signed.period : null };
  const stated = (await stored.byId('inspections')).get(id)?.statedInspection;
  const state = inspectionState(
    {
      ...machine,
      isPeriodicInspectionEnabled: machine.isPeriodicInspectionEnabled && machine.archived === null,
      statedInspectionDate: stated?.date ?? null,
      inspectionStatedOn: stated?.on ?? null,
    },
    [...done.map((each) => ({ date: dayOf(each), period: each.period })), ...(before ? [before] : [])],
    today,
  );
  return { by: newest, state };
}

async function find(stored: StoredRecords, protocols: readonly ServiceProtocol[]): Promise<Found> {
  const [own, today] = await Promise.all([ownOf(stored), todayOf(stored)]);
  const days = { timezone: own?.company.timezone ?? stored.timezone, today };
  const newestFirst = protocols.toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date));
  const serviced = new Map<number, Serviced>();
  for (const { id } of newestFirst.flatMap(({ devices }) => devices)) {
    const ofMachine = newestFirst.filter(({ devices }) => devices.some((device) => device.id === id));
    const [last] = ofMachine;
    if (!last || serviced.has(id)) continue;
    serviced.set(id, {
      last,
      day: dateIn(last.date, days.timezone),
      inspected: await inspectedBy(id, ofMachine, stored, days),
    });
  }
  return { serviced, ...days };
}

function factsAfter(
  { lastWarrantyInspectionDone: wasDone, planned }: StoredRecord<'machineFacts'>,
  { by, state }: NonNullable<Serviced['inspected']>,
): Partial<StoredRecord<'machineFacts'>> {
  const { lastInspection, nextInspection, lastWarrantyInspectionDone } = state;
  return {
    ...{ lastInspection, nextInspection },
    lastWarrantyInspectionDone: wasDone || lastWarrantyInspectionDone,
    lastSignedInspection: { id: by.id, date: by.date, period: by.period },
    planned: planned?.id === by.visitId ? null : planned,
  };
}

type Change<Kind extends WorkingSetKind> = (
  record: StoredRecord<Kind>,
  found: Found,
  stored: StoredRecords,
) => StoredRecord<Kind> | Promise<StoredRecord<Kind>>;

const changes: { [Kind in WorkingSetKind]?: Change<Kind> } = {
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
  machineFacts(record, { serviced }) {
    const here = serviced.get(record.id);
    if (!here) return record;
    const { last, day, inspected } = here;
    const { id, date, type, user, userCreated, alsoPerformedBy } = last;
    const { lastService: known, lastPastService: past } = record;
    const isNewest = !known || Date.parse(known.date) <= Date.parse(date);
    return {
      ...record,
      ...(isNewest && {
        lastService: { id, date, type, user: user ?? userCreated, alsoPerformedBy },
        lastPastService: past && day >= past.date ? null : past,
      }),
      ...(inspected && factsAfter(record, inspected)),
    };
  },
  inspections(record, { serviced }) {
    const inspected = serviced.get(record.id)?.inspected;
    return inspected ? { ...record, ...inspected.state } : record;
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

/** @param signed protocols that wait here */
export function withSigned(stored: StoredRecords, signed: readonly ServiceProtocol[]): StoredRecords {
  if (signed.length === 0) return stored;
  let found: Promise<Found> | null = null;
  async function all<Kind extends WorkingSetKind>(kind: Kind): Promise<readonly StoredRecord<Kind>[]> {
    const records = await stored.all(kind);
    const change = changes[kind] as Change<Kind> | undefined;
    if (!change) return records;
    found ??= find(stored, signed);
    const known = await found;
    return Promise.all(records.map((record) => change(record, known, stored)));
  }
  return {
    ...stored,
    all,
    byId: async (kind) =>
      changes[kind]
        ? new Map((await all(kind)).map((record) => [record.id, record] as const))
        : stored.byId(kind),
  };
}
