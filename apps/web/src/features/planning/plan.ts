/** What can be put on the board, and what it becomes there. */
import type { InspectionRow } from '@servicebook/shared/inspection-overview';
import type { Visit, VisitInput } from '@servicebook/shared/visit';
import type { z } from 'zod';

/** In kilometres, around a visit that was just planned. */
export const nearby = 20;

/** A card of the board or an entry of the side list. */
export type Item =
  | { kind: 'visit'; key: string; visit: Visit; userId: number | null }
  | { kind: 'due'; key: string; row: InspectionRow };

/** A cell of the board; a day of null is the list of visits to plan. */
export interface Target {
  day: string | null;
  /** Null: nobody yet. Omitted: the technicians stay. */
  userId?: number | null;
}

/** What happens to one visit. */
export interface Change {
  visit: Visit;
  day: string | null;
  technicians: Visit['technicians'];
}

type Person = Visit['technicians'][number];

/** The technicians after one takes the place of another; one who goes there already stays once. */
export function exchanged(people: readonly Person[], from: number | null, to: Person | null): Person[] {
  const place = people.findIndex(({ id }) => id === from);
  const others = people.filter(({ id }) => id !== from && id !== to?.id);
  return to === null ? others : others.toSpliced(place < 0 ? others.length : place, 0, to);
}

const samePeople = (one: readonly Person[], other: readonly Person[]) =>
  one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);

/** What a move changes. Visits that are there already are left out, and so are those that have ended. */
export function changesOf(items: readonly Item[], target: Target, people: readonly Person[]): Change[] {
  const to = people.find(({ id }) => id === target.userId) ?? null;
  const changes = new Map<number, Change>();
  for (const item of items) {
    if (item.kind !== 'visit') continue;
    const { visit, userId } = item;
    const before = changes.get(visit.id);
    const current = before?.technicians ?? visit.technicians;
    const technicians = target.userId === undefined ? current : exchanged(current, userId, to);
    changes.set(visit.id, { visit, day: target.day, technicians });
  }
  return [...changes.values()].filter(
    ({ visit, day, technicians }) => visit.day !== day || !samePeople(visit.technicians, technicians),
  );
}

export const changed = ({ visit, day, technicians }: Change): Visit => ({
  ...visit,
  day,
  technicians,
  state: visit.state === 'STARTED' ? 'STARTED' : day === null ? 'TO_PLAN' : 'PLANNED',
});

/** Due machines of one customer at one address are one visit. */
export function dueGroups(items: readonly Item[]): InspectionRow[][] {
  const groups = new Map<string, InspectionRow[]>();
  for (const item of items) {
    if (item.kind !== 'due') continue;
    const { customer, streetAddress, zipCode, city } = item.row.device;
    const key = [customer.id, streetAddress, zipCode, city].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), item.row]);
  }
  return [...groups.values()];
}

/** The visit that inspects due machines of one customer. */
export function inspectionVisit(
  rows: readonly InspectionRow[],
  { day, userId }: Target,
): z.input<typeof VisitInput> {
  return {
    customer: { id: rows[0]?.device.customer.id ?? 0 },
    devices: rows.map(({ device: { id } }) => ({ id })),
    types: ['PERIODIC_INSPECTION'],
    source: 'INSPECTION',
    day,
    technicians: userId ? [{ id: userId }] : [],
  };
}

/** How it is shown until the server has answered. Its id is negative. */
export function draftOf(
  rows: readonly InspectionRow[],
  { day, userId }: Target,
  people: readonly Person[],
): Visit {
  const person = people.find(({ id }) => id === userId);
  const [first] = rows;
  const customer = first?.device.customer ?? { id: 0, shortName: '' };
  const nowhere = { streetAddress: '', zipCode: '', city: '', country: '' };
  return {
    id: -(first?.device.id ?? 1),
    customer: { ...customer, ...nowhere, fullName: customer.shortName, phoneNumber: '', position: null },
    devices: rows.map(({ device: { customer: _, transferDate: __, ...device } }) => ({
      ...device,
      gpsLatitude: null,
      gpsLongitude: null,
      elsewhere: false,
      archived: false,
    })),
    types: ['PERIODIC_INSPECTION'],
    text: '',
    checklist: [],
    priority: 'NORMAL',
    state: day === null ? 'TO_PLAN' : 'PLANNED',
    cancelReason: '',
    source: 'INSPECTION',
    sourceService: null,
    day,
    from: null,
    to: null,
    minutes: null,
    technicians: person ? [person] : [],
    told: null,
    protocols: [],
    startedAt: null,
    endedAt: null,
    userCreated: { id: 0, firstName: '', lastName: '' },
    notes: 0,
    files: 0,
    revision: 0,
    createdAt: '',
  };
}
