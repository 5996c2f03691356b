/** By what records are found: numbers and names in their normal form. */
import { foldText } from '@servicebook/shared/fold-text';
import type { ImportEntity } from '@servicebook/shared/import';
import type { Values } from './import-entities.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A name without case, accents and doubled blanks. */
export const nameKey = (value: unknown): string => foldText(text(value)).replace(/\s+/g, ' ').trim();
/** Names that differ in more than case and blanks: "Weiß" and "Weiss". */
export const hasOtherLetters = (one: unknown, other: unknown): boolean => lettersOf(one) !== lettersOf(other);
const lettersOf = (value: unknown): string =>
  text(value).normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
/** A number without blanks and punctuation too, as `serial_key` in the database. */
export const numberKey = (value: unknown): string => foldText(text(value)).replace(/[^\p{L}\p{N}]+/gu, '');
/** A number of the company's own, as `own_number_key` in the database: other signs may tell numbers apart. */
const ownKey = (value: unknown): string => text(value).toLowerCase().replace(/\s+/g, '');
/** A tax number with or without its country: "PL 526-000-12-46" is "5260001246". */
export const taxKey = (value: unknown): string => numberKey(value).replace(/^[a-z]{2}(?=\d)/, '');
/** Two records at the same address. */
export const addressKey = ({ streetAddress, zipCode, city }: Values): string =>
  [streetAddress, zipCode, city].map(numberKey).join('|');

const keysOf: Record<ImportEntity, (values: Values) => (string | false)[]> = {
  customer: ({ ownNumber, nip, shortName, fullName }) => [
    taken('own', ownKey(ownNumber)),
    taken('nip', taxKey(nip)),
    taken('short', nameKey(shortName)),
    taken('full', nameKey(fullName)),
  ],
  contact: ({ customer, name }) => [`${customer}:${nameKey(name)}`, `of:${customer}`],
  category: ({ name }) => [taken('name', nameKey(name))],
  machine: ({ customer, name, ownNumber, serialNumber }) => [
    taken('own', ownKey(ownNumber)),
    taken('serial', numberKey(serialNumber)),
    `name:${customer}:${nameKey(name)}`,
  ],
  note: ({ machine, text }) => [`${machine}:${nameKey(text)}`],
  part: ({ machine, name, serialNumber }) => [
    numberKey(serialNumber) !== '' && `serial:${machine}:${numberKey(serialNumber)}`,
    `name:${machine}:${nameKey(name)}`,
  ],
  past: ({ machine, date, types, number }) => [
    `${machine}:${date}:${(types as string[]).join()}:${numberKey(number)}`,
    `on:${machine}:${date}`,
  ],
  todo: ({ description, date }) => [`${date}:${nameKey(description)}`],
};

const taken = (name: string, key: string): string | false => key !== '' && `${name}:${key}`;

/** All keys of a record with these values. */
export const recordKeys = (entity: ImportEntity, values: Values): string[] =>
  keysOf[entity](values).flatMap((key) => (key === false ? [] : `${entity}:${key}`));

/** The key of one kind, to look for. */
export const customerKey = (kind: 'own' | 'nip' | 'short' | 'full', value: unknown): string =>
  `customer:${kind}:${kind === 'own' ? ownKey(value) : kind === 'nip' ? taxKey(value) : nameKey(value)}`;
export const machineKey = (kind: 'own' | 'serial', value: unknown): string =>
  `machine:${kind}:${kind === 'own' ? ownKey(value) : numberKey(value)}`;
/** All past services of a machine on a day. */
export const pastDayKey = (machine: number, date: unknown): string => `past:on:${machine}:${date}`;
export const machineNameKey = (customer: number, name: unknown): string =>
  `machine:name:${customer}:${nameKey(name)}`;
