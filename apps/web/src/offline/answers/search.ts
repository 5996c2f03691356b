import { dateIn } from '@servicebook/shared/calendar';
import { wordsOf } from '@servicebook/shared/fold-text';
import {
  globalSearchContract,
  mostHits,
  type SearchHit,
  type SearchKind,
} from '@servicebook/shared/global-search';
import type { StoredRecord } from '@servicebook/shared/offline';
import { documentNumber } from '@servicebook/shared/service';
import { customerMatcher } from './customer.ts';
import { deviceMatcher } from './device.ts';
import { serialKey } from './matching.ts';
import { protocolMatcher } from './service.ts';
import { answered, type StoredRecords } from './stored-records.ts';

const present = (...texts: (string | undefined)[]) => texts.filter((text) => text) as string[];

/** The first words of a text. */
const shortened = (text: string): string => text.trim().split('\n')[0]?.slice(0, 120) ?? '';

const none = { day: null, mark: null, deviceId: null, customerId: null };

interface Hit extends SearchHit {
  /** Its name or number is the text. */
  exact: boolean;
}

const best = (hits: Hit[]): SearchHit[] =>
  hits
    .toSorted(
      (one, other) =>
        Number(one.mark !== null) - Number(other.mark !== null) ||
        Number(other.exact) - Number(one.exact) ||
        (other.day ?? '').localeCompare(one.day ?? '') ||
        other.id - one.id,
    )
    .slice(0, mostHits)
    .map(({ exact: _, ...hit }) => hit);

const deviceHit = ({
  id,
  name,
  serialNumber,
  customer,
  city,
  archived,
}: StoredRecord<'machines'>): SearchHit => ({
  ...none,
  ...{ kind: 'device', id, title: name },
  details: present(serialNumber, customer.shortName, city),
  mark: archived && 'ARCHIVED',
  customerId: customer.id,
});

const customerHit = ({
  id,
  shortName,
  fullName,
  city,
  phoneNumber,
}: StoredRecord<'customers'>): SearchHit => ({
  ...none,
  ...{ kind: 'customer', id, title: shortName },
  details: present(fullName === shortName ? '' : fullName, city, phoneNumber),
});

const protocolHit = (protocol: StoredRecord<'protocols'>, timezone: string): SearchHit => {
  const { id, customer, devices, faultDescription, date, withdrawn } = protocol;
  const names = devices.map(({ name }) => name).join(', ');
  return {
    ...none,
    ...{ kind: 'service', id, title: documentNumber(protocol) },
    details: present(customer.shortName, names, shortened(faultDescription)),
    day: dateIn(date, timezone),
    mark: withdrawn && 'WITHDRAWN',
    deviceId: devices[0]?.id ?? null,
  };
};

const visitHit = ({ id, text, customer, devices, day, state }: StoredRecord<'visits'>): SearchHit => {
  const title = shortened(text);
  const names = devices.map(({ name }) => name).join(', ');
  return {
    ...none,
    ...{ kind: 'visit', id, title: title || customer.shortName },
    details: present(title && customer.shortName, names),
    day,
    mark: state === 'DONE' || state === 'CANCELLED' ? state : null,
  };
};

async function hitOf(kind: SearchKind, id: number, records: StoredRecords): Promise<SearchHit | undefined> {
  const [machine, customer, protocol, visit] = await Promise.all([
    kind === 'device' ? records.byId('machines').then((all) => all.get(id)) : undefined,
    kind === 'customer' ? records.byId('customers').then((all) => all.get(id)) : undefined,
    kind === 'service' ? records.byId('protocols').then((all) => all.get(id)) : undefined,
    kind === 'visit' ? records.byId('visits').then((all) => all.get(id)) : undefined,
  ]);
  if (machine) return deviceHit(machine);
  if (customer) return customerHit(customer);
  if (protocol) return protocolHit(protocol, records.timezone);
  return visit && visitHit(visit);
}

/** Machines, customers and protocols only: of the other kinds, the phone has too few to search. */
export const searchAnswers = [
  answered(globalSearchContract.search, async ({ body: { text } }, records) => {
    if (wordsOf(text).length === 0) return { hits: [], similar: false };
    const [machines, customers, customersById, contacts, protocols] = await Promise.all([
      records.all('machines'),
      records.all('customers'),
      records.byId('customers'),
      records.byId('contacts'),
      records.all('protocols'),
    ]);
    const key = serialKey(text);
    const isExact = (...names: string[]) => names.some((name) => serialKey(name) === key);
    const matchesDevice = deviceMatcher(records, customersById, text);
    const matchesCustomer = customerMatcher(records.language, contacts, text);
    const matchesProtocol = await protocolMatcher(records, text);
    const devices = machines
      .filter(matchesDevice)
      .map((machine): Hit => ({ ...deviceHit(machine), exact: isExact(machine.serialNumber, machine.name) }));
    const named = customers.filter(matchesCustomer).map(
      (customer): Hit => ({
        ...customerHit(customer),
        exact: isExact(customer.shortName, customer.fullName),
      }),
    );
    const written = protocols.filter(matchesProtocol).map((protocol): Hit => {
      const hit = protocolHit(protocol, records.timezone);
      return { ...hit, exact: isExact(hit.title) };
    });
    return { hits: [devices, named, written].flatMap(best), similar: false };
  }),
  // Those that are stored: of the others, the phone cannot say what they are called.
  answered(globalSearchContract.records, async ({ body }, records) => {
    const hits = await Promise.all(body.records.map(({ kind, id }) => hitOf(kind, id, records)));
    return hits.filter((hit) => hit !== undefined);
  }),
];
