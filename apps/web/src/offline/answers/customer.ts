import { type Customer, customerContract } from '@servicebook/shared/customer';
import { customerContactContract } from '@servicebook/shared/customer-contact';
import type { StoredRecord } from '@servicebook/shared/offline';
import type { Language } from '@servicebook/shared/primitives';
import { everyWord, isCountry, pageOf, searchColumn, sorted } from './matching.ts';
import { answered } from './stored-records.ts';

type Contacts = ReadonlyMap<number, StoredRecord<'contacts'>>;

function columnOf(customer: Customer, contacts: Contacts): string {
  const people = contacts.get(customer.id)?.contacts ?? [];
  return searchColumn(
    [
      customer.id,
      customer.country,
      customer.email,
      ...people.flatMap(({ role, email, note }) => [role, email, note]),
    ],
    [
      customer.shortName,
      customer.fullName,
      customer.ownNumber,
      customer.streetAddress,
      `${customer.zipCode} ${customer.city}`,
      customer.nip,
      customer.regon,
      customer.phoneNumber,
      ...people.flatMap(({ name, phone }) => [name, phone]),
    ],
  );
}

/** Matches a customer with every word of a text. */
export function customerMatcher(language: Language, contacts: Contacts, text: string) {
  if (text === '') return () => true;
  return (customer: Customer): boolean => {
    const column = columnOf(customer, contacts);
    return everyWord(text, (word) => column.includes(word) || isCountry(customer.country, language, word));
  };
}

const named = new Set(['shortName', 'fullName', 'streetAddress', 'city']);

export const customerAnswers = [
  answered(customerContract.search, async ({ body }, records) => {
    const { text, ids, sort = { by: 'id', direction: 'desc' } as const } = body;
    const { language } = records;
    const [customers, contacts] = await Promise.all([records.all('customers'), records.byId('contacts')]);
    const matches = customerMatcher(language, contacts, text);
    const found = customers.filter((customer) => (!ids || ids.includes(customer.id)) && matches(customer));
    const { by, direction } = sort;
    return pageOf(sorted(found, { of: (row) => row[by], named: named.has(by) }, direction, language), body);
  }),
  answered(customerContract.findById, async ({ params }, records) =>
    (await records.byId('customers')).get(params.id),
  ),
  answered(customerContactContract.findByCustomer, async ({ params: { customerId } }, records) => {
    if (!(await records.byId('customers')).has(customerId)) return undefined;
    return (await records.byId('contacts')).get(customerId)?.contacts ?? [];
  }),
];
