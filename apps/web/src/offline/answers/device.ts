import {
  attentionStatuses,
  type Device,
  type DeviceSearch,
  deviceContract,
  maxNames,
  statusWeight,
} from '@servicebook/shared/device';
import { searchOfText } from '@servicebook/shared/fold-text';
import { machineInspectionContract } from '@servicebook/shared/machine-inspection';
import { inspectionFrom, overviewFrom, type StoredRecord } from '@servicebook/shared/offline';
import { warrantyKindOf } from '@servicebook/shared/warranty';
import {
  contains,
  everyWord,
  isCountry,
  isOneOf,
  type Key,
  pageOf,
  searchColumn,
  serialKey,
  sorted,
} from './matching.ts';
import { answered, type StoredRecords, todayOf } from './stored-records.ts';

type Customers = ReadonlyMap<number, StoredRecord<'customers'>>;

/** What the machine is found by. */
const columnOf = (device: Device, customers: Customers): string => {
  const { category, customer, zipCode, city, streetAddress, manufacturer, model } = device;
  return searchColumn(
    [
      device.id,
      device.yearBuilt,
      device.warranty,
      device.country,
      category.name,
      // A machine without an address of its own stands at its customer.
      city === '' && streetAddress === '' ? customers.get(customer.id)?.city : null,
    ],
    [
      device.name,
      device.ownNumber,
      [manufacturer, model].join(' '),
      device.serialNumber,
      device.sourcePower,
      streetAddress,
      [zipCode, city].join(' '),
      customer.shortName,
      customer.fullName,
    ],
  );
};

const isNamed = (records: StoredRecords, kind: 'status' | 'warrantyKinds', code: string, word: string) =>
  serialKey(records.nameOf(kind, code) ?? '').includes(word);

/** Matches a machine with every word of a text. */
export function deviceMatcher(
  records: StoredRecords,
  customers: Customers,
  text: string,
): (device: Device) => boolean {
  if (text === '') return () => true;
  return (device) => {
    const column = columnOf(device, customers);
    return everyWord(
      text,
      (word) =>
        column.includes(word) ||
        isNamed(records, 'status', device.status, word) ||
        isNamed(records, 'warrantyKinds', device.warranty, word) ||
        isCountry(device.country, records.language, word),
    );
  };
}

export const needsAttention = ({ status, nextInspection }: Device, today: string): boolean =>
  (attentionStatuses as readonly string[]).includes(status) ||
  (nextInspection !== null && nextInspection < today);

function warrantyMatches(records: StoredRecords, { warranty }: Device, text: string): boolean {
  if (text === '') return true;
  const kind = warrantyKindOf(text);
  return (
    (kind !== null && warranty === kind) ||
    text
      .split(/\s+/)
      .every(
        (word) => contains(warranty, word) || isNamed(records, 'warrantyKinds', warranty, serialKey(word)),
      )
  );
}

const plainFilters = [
  'ownNumber',
  'manufacturer',
  'model',
  'serialNumber',
  'sourcePower',
  'zipCode',
  'city',
] as const;

function isFound(records: StoredRecords, device: Device, search: DeviceSearch, today: string): boolean {
  const { customer, archived } = device;
  const { id, categories, countries, ids, customerId, categoryId, builtFrom, builtTo, dateFrom, dateTo } =
    search;
  const { yearBuilt, transferDate } = device;
  return (
    archived === null &&
    (!id || device.id === id) &&
    (!ids || ids.includes(device.id)) &&
    (!customerId || customer.id === customerId) &&
    (!categoryId || device.category.id === categoryId) &&
    isOneOf(search.statuses, device.status) &&
    isOneOf(categories, device.category.id) &&
    isOneOf(countries, device.country) &&
    contains(`${customer.shortName} ${customer.fullName}`, search.customer) &&
    plainFilters.every((name) => contains(device[name], search[name])) &&
    contains(device.streetAddress, search.street) &&
    (builtFrom === null || (yearBuilt !== null && yearBuilt >= builtFrom)) &&
    (builtTo === null || (yearBuilt !== null && yearBuilt <= builtTo)) &&
    (!dateFrom || (transferDate !== null && transferDate >= dateFrom)) &&
    (!dateTo || (transferDate !== null && transferDate <= dateTo)) &&
    warrantyMatches(records, device, search.warranty) &&
    (!search.needsAttention || needsAttention(device, today))
  );
}

const named = new Set([
  'name',
  'category',
  'customer',
  'manufacturer',
  'model',
  'warranty',
  'streetAddress',
  'city',
]);

function sortKey(
  records: StoredRecords,
  by: NonNullable<DeviceSearch['sort']>['by'],
): (device: Device) => Key {
  switch (by) {
    case 'status':
      return ({ statusWeight: weight }) => weight;
    case 'category':
      return ({ category }) => category.name;
    case 'customer':
      return ({ customer }) => customer.shortName;
    case 'warranty':
      return ({ warranty }) => records.nameOf('warrantyKinds', warranty) ?? warranty;
    default:
      return (device) => device[by];
  }
}

/** As many as the server names. */
const mostTwins = 5;

/** By urgency; of the same urgency the oldest first. */
const byUrgency = (one: Device, other: Device) =>
  statusWeight(one.status) - statusWeight(other.status) || one.id - other.id;

export const deviceAnswers = [
  answered(deviceContract.search, async ({ body }, records) => {
    // Only some of them are on the phone.
    if (body.archived) return undefined;
    const [devices, customers, today] = await Promise.all([
      records.all('machines'),
      records.byId('customers'),
      todayOf(records),
    ]);
    const matches = deviceMatcher(records, customers, body.text);
    const found = devices.filter((device) => isFound(records, device, body, today) && matches(device));
    const { sort } = body;
    return pageOf(
      sort
        ? sorted(
            found,
            { of: sortKey(records, sort.by), named: named.has(sort.by) },
            sort.direction,
            records.language,
          )
        : found.toSorted(byUrgency),
      body,
    );
  }),
  answered(deviceContract.countNeedingAttention, async (_, records) => {
    const [devices, today] = await Promise.all([records.all('machines'), todayOf(records)]);
    return devices.filter((device) => device.archived === null && needsAttention(device, today)).length;
  }),
  answered(deviceContract.findBySerialNumber, async ({ body: { serialNumber, except } }, records) => {
    const key = serialKey(serialNumber);
    const same = (await records.all('machines')).filter(
      (machine) => key !== '' && serialKey(machine.serialNumber) === key && machine.id !== except,
    );
    return same.slice(0, mostTwins).map(({ id, name, serialNumber: number, customer }) => ({
      ...{ id, name, serialNumber: number },
      customer: { id: customer.id, shortName: customer.shortName },
    }));
  }),
  answered(deviceContract.findById, async ({ params }, records) =>
    (await records.byId('machines')).get(params.id),
  ),
  answered(deviceContract.findAllDevicesNames, async ({ query: { text } }, records) => {
    const devices = await records.all('machines');
    const names = [...new Set(devices.map(({ name }) => name))].toSorted();
    return text === undefined ? names : names.filter(searchOfText(text)).slice(0, maxNames);
  }),
  answered(deviceContract.overview, async ({ params: { id } }, records) => {
    const [device, facts] = [
      (await records.byId('machines')).get(id),
      (await records.byId('machineFacts')).get(id),
    ];
    const customer = device && (await records.byId('customers')).get(device.customer.id);
    if (!facts || !customer) return undefined;
    const contacts = (await records.byId('contacts')).get(customer.id)?.contacts ?? [];
    return overviewFrom(facts, customer, contacts, await todayOf(records));
  }),
  answered(
    machineInspectionContract.lastSignedInspection,
    async ({ query: { deviceId } }, records) =>
      (await records.byId('machineFacts')).get(deviceId)?.lastSignedInspection,
  ),
  answered(machineInspectionContract.inspection, async ({ params: { deviceId } }, records) => {
    const stored = (await records.byId('inspections')).get(deviceId);
    const device = (await records.byId('machines')).get(deviceId);
    return stored && device && inspectionFrom(stored, device, await todayOf(records));
  }),
];
