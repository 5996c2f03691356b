import { dateIn } from '@servicebook/shared/calendar';
import { wordsOf } from '@servicebook/shared/fold-text';
import { globalSearchContract, mostHits, type SearchHit } from '@servicebook/shared/global-search';
import { documentNumber } from '@servicebook/shared/service';
import { customerMatcher } from './customer.ts';
import { deviceMatcher } from './device.ts';
import { serialKey } from './matching.ts';
import { protocolMatcher } from './service.ts';
import { answered } from './stored-records.ts';

const present = (...texts: (string | undefined)[]) => texts.filter((text) => text) as string[];

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
    const devices = machines.filter(matchesDevice).map(
      ({ id, name, serialNumber, customer, city, archived }): Hit => ({
        ...none,
        ...{ kind: 'device', id, title: name },
        details: present(serialNumber, customer.shortName, city),
        mark: archived && 'ARCHIVED',
        customerId: customer.id,
        exact: isExact(serialNumber, name),
      }),
    );
    const named = customers.filter(matchesCustomer).map(
      ({ id, shortName, fullName, city, phoneNumber }): Hit => ({
        ...none,
        ...{ kind: 'customer', id, title: shortName },
        details: present(fullName === shortName ? '' : fullName, city, phoneNumber),
        exact: isExact(shortName, fullName),
      }),
    );
    const written = protocols.filter(matchesProtocol).map((protocol): Hit => {
      const { id, customer, devices: own, faultDescription, date, withdrawn } = protocol;
      const title = documentNumber(protocol);
      return {
        ...none,
        ...{ kind: 'service', id, title },
        details: present(
          customer.shortName,
          own.map(({ name }) => name).join(', '),
          faultDescription.trim().split('\n')[0]?.slice(0, 120),
        ),
        day: dateIn(date, records.timezone),
        mark: withdrawn && 'WITHDRAWN',
        deviceId: own[0]?.id ?? null,
        exact: isExact(title),
      };
    });
    return { hits: [devices, named, written].flatMap(best), similar: false };
  }),
];
