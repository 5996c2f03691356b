import { areaAround, liesIn } from '@servicebook/shared/geo';
import {
  dueDays,
  dueOf,
  type InspectionMapFilter,
  type InspectionPoint,
  type InspectionRow,
  type InspectionSearch,
  inspectionContract,
} from '@servicebook/shared/inspection-overview';
import { inspectionRowFrom } from '@servicebook/shared/offline';
import { pointOf, standsAtCustomer } from '@servicebook/shared/work-place';
import { deviceMatcher } from './device.ts';
import { isBetween, type Key, pageOf, sorted } from './matching.ts';
import { answered, type StoredRecords, todayOf } from './stored-records.ts';

const named = new Set(['name', 'category', 'customer', 'city']);

function keyOf({ device, ...row }: InspectionRow, by: NonNullable<InspectionSearch['sort']>['by']): Key {
  switch (by) {
    case 'category':
      return device.category.name;
    case 'customer':
      return device.customer.shortName;
    case 'name':
    case 'city':
    case 'transferDate':
      return device[by];
    case 'daysToNextInspection':
    case 'daysToEndWarranty':
    case 'lastInspection':
      return row[by];
    default:
      return null;
  }
}

type Filter = Omit<InspectionMapFilter, 'near'>;

async function find(filter: Filter, records: StoredRecords) {
  const { text, onlyActual, due, planned, ids, categoryId, customerId, dateFrom, dateTo } = filter;
  const [machines, facts, customers, today] = await Promise.all([
    records.all('machines'),
    records.byId('machineFacts'),
    records.byId('customers'),
    todayOf(records),
  ]);
  const days = dueDays(today);
  const matches = deviceMatcher(records, customers, text);
  return machines.flatMap((machine) => {
    const { id, nextInspection: next, warrantyUntil } = machine;
    const ofMachine = facts.get(id);
    const isFound =
      ofMachine &&
      machine.isPeriodicInspectionEnabled &&
      machine.archived === null &&
      (!onlyActual || warrantyUntil === null || warrantyUntil > today) &&
      (due === 'ALL' || dueOf(next, days) === due) &&
      isBetween(next, dateFrom, dateTo) &&
      (planned === 'ALL' || (planned === 'PLANNED') === (ofMachine.planned !== null)) &&
      (!ids || ids.includes(id)) &&
      (!categoryId || machine.category.id === categoryId) &&
      (!customerId || machine.customer.id === customerId) &&
      matches(machine);
    return isFound ? [{ id, machine, row: inspectionRowFrom(machine, ofMachine, today) }] : [];
  });
}
type Found = Awaited<ReturnType<typeof find>>[number];

function sortedBy(found: readonly Found[], sort: InspectionSearch['sort'], { language }: StoredRecords) {
  const { by, direction } = sort ?? ({ by: 'daysToNextInspection', direction: 'asc' } as const);
  const key = {
    of: ({ row, machine }: Found) => (by === 'status' ? machine.statusWeight : keyOf(row, by)),
    named: named.has(by),
  };
  return sorted(found, key, direction, language);
}

/** The phone names every machine that it has: nothing travels. */
async function pointsOf(filter: Filter, records: StoredRecords) {
  const [found, customers] = await Promise.all([find(filter, records), records.byId('customers')]);
  const points = sortedBy(found, undefined, records).flatMap(({ machine, row }): InspectionPoint[] => {
    const customer = customers.get(machine.customer.id);
    const own = pointOf(machine);
    const point = own ?? (customer && standsAtCustomer(customer, machine) ? customer.position : null);
    if (!point) return [];
    const { id, name, serialNumber } = machine;
    return [
      {
        ...{ id, name, serialNumber, customer: machine.customer.shortName },
        ...{ latitude: point.latitude, longitude: point.longitude, isCustomers: own === null },
        nextInspection: row.nextInspection,
        daysToNextInspection: row.daysToNextInspection,
      },
    ];
  });
  return { total: found.length, points };
}

export const inspectionAnswers = [
  answered(inspectionContract.search, async ({ body: { near, ...body } }, records) => {
    // The distance is the server's to measure.
    if (near) return undefined;
    const page = pageOf(sortedBy(await find(body, records), body.sort, records), body);
    return { ...page, content: page.content.map(({ row }) => row) };
  }),
  answered(inspectionContract.points, async ({ body: { near, ...filter } }, records) => {
    if (near) return undefined;
    const { total, points } = await pointsOf(filter, records);
    return { total, placed: points.length, area: areaAround(points), points };
  }),
  answered(inspectionContract.pointsInPart, async ({ body: { near, part, ...filter } }, records) => {
    if (near) return undefined;
    const { points } = await pointsOf(filter, records);
    return { points: points.filter((point) => liesIn(part, point)), clusters: [] };
  }),
];
