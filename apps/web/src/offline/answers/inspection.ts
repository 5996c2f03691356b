import { addDays } from '@servicebook/shared/calendar';
import {
  type InspectionRow,
  type InspectionSearch,
  inspectionContract,
  soonDays,
} from '@servicebook/shared/inspection-overview';
import { inspectionRowFrom } from '@servicebook/shared/offline';
import { deviceMatcher } from './device.ts';
import { isBetween, type Key, pageOf, sorted } from './matching.ts';
import { answered, todayOf } from './stored-records.ts';

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

export const inspectionAnswers = [
  answered(inspectionContract.search, async ({ body }, records) => {
    const { text, onlyActual, due, planned, ids, categoryId, customerId, near, dateFrom, dateTo } = body;
    // The distance is the server's to measure.
    if (near) return undefined;
    const [machines, facts, customers, today] = await Promise.all([
      records.all('machines'),
      records.byId('machineFacts'),
      records.byId('customers'),
      todayOf(records),
    ]);
    const soon = addDays(today, soonDays);
    const matches = deviceMatcher(records, customers, text);
    const found = machines.flatMap((machine) => {
      const { id, nextInspection: next, warrantyUntil } = machine;
      const ofMachine = facts.get(id);
      const isFound =
        ofMachine &&
        machine.isPeriodicInspectionEnabled &&
        machine.archived === null &&
        (!onlyActual || warrantyUntil === null || warrantyUntil > today) &&
        (due !== 'OVERDUE' || (next !== null && next < today)) &&
        (due !== 'SOON' || (next !== null && next >= today && next <= soon)) &&
        isBetween(next, dateFrom, dateTo) &&
        (planned === 'ALL' || (planned === 'PLANNED') === (ofMachine.planned !== null)) &&
        (!ids || ids.includes(id)) &&
        (!categoryId || machine.category.id === categoryId) &&
        (!customerId || machine.customer.id === customerId) &&
        matches(machine);
      return isFound
        ? [{ id, weight: machine.statusWeight, row: inspectionRowFrom(machine, ofMachine, today) }]
        : [];
    });
    const { by, direction } = body.sort ?? ({ by: 'daysToNextInspection', direction: 'asc' } as const);
    const key = {
      of: ({ row, weight }: (typeof found)[number]) => (by === 'status' ? weight : keyOf(row, by)),
      named: named.has(by),
    };
    const page = pageOf(sorted(found, key, direction, records.language), body);
    return { ...page, content: page.content.map(({ row }) => row) };
  }),
];
