import type { Language } from '@servicebook/i18n';
import { countryName } from '@servicebook/i18n/intl.ts';
import type { Cell, ImportField } from '@servicebook/shared/import-fields';
import { recogniseSheet } from '@servicebook/shared/import-recognition';
import { languages } from '@servicebook/shared/primitives';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../platform/texts.ts';
import { importNames } from './import-names.ts';

type Line = [key: string, field: ImportField | null, ...cells: Cell[]];
const day = (date: string): Cell => ({ date });

/** The columns of the two tables, with rows as they are exported. */
const machines = (language: Language): Line[] => {
  const texts = textsOf(language, 'device');
  return [
    ['id', null, 101, 102],
    ['statusLabel', 'machine.status', texts('status.OK'), texts('status.FAULT')],
    ['name', 'machine.name', 'Press 1', 'Pump'],
    ['category', 'category.name', 'Presses', 'Pumps'],
    ['customer', 'customer.shortName', 'Customer 1', 'Customer 2'],
    ['customerFullName', 'customer.fullName', 'Customer 1 Ltd', 'Customer 2 Ltd'],
    ['manufacturer', 'machine.manufacturer', 'Maker A', 'Maker B'],
    ['model', 'machine.model', 'X-100', 'HP 20'],
    ['serialNumber', 'machine.serialNumber', 'GA-2024/001', '0045612'],
    ['yearBuilt', 'machine.yearBuilt', 2019, 2020],
    ['sourcePower', 'machine.sourcePower', '400 V', '230 V'],
    ['transferDate', 'machine.transferDate', day('2019-05-02'), day('2020-03-11')],
    ['warranty', 'machine.warranty', texts('warrantyKinds.installation'), null],
    ['warrantyLength', 'machine.warrantyLength', 24, 12],
    ['warrantyUntil', 'machine.warrantyUntil', day('2021-05-02'), day('2021-03-11')],
    ['lastService', 'past.lastService', day('2024-05-02'), null],
    ['inspectionInterval', 'machine.interval', 12, 6],
    ['nextInspection', 'past.nextInspection', day('2025-05-02'), day('2024-09-11')],
    ['streetAddress', 'machine.streetAddress', 'Long Street 1', 'Short Street 5'],
    ['zipCode', 'machine.zipCode', '12345', '54321'],
    ['city', 'machine.city', 'Berlin', 'Köln'],
    ['country', 'machine.country', countryName('DE', language), countryName('PL', language)],
    ['archivedOn', null, null, null],
    ['archivedReason', null, null, null],
  ];
};
const customers: Line[] = [
  ['shortName', 'customer.shortName', 'Customer 1', 'Customer 2'],
  ['fullName', 'customer.fullName', 'Customer 1 Ltd', 'Customer 2 Ltd'],
  ['streetAddress', 'customer.streetAddress', 'Long Street 1', 'Short Street 5'],
  ['zipCode', 'customer.zipCode', '12345', '54321'],
  ['city', 'customer.city', 'Berlin', 'Köln'],
  ['country', 'customer.country', 'DE', 'PL'],
  ['nip', 'customer.nip', 'DE100000001', '5250000001'],
  ['regon', 'customer.regon', 'HRB 1', '300000001'],
  ['phoneNumber', 'customer.phoneNumber', '+49 30 5550001', '600 000 001'],
  ['email', 'customer.email', 'a@example.com', 'b@example.com'],
  ['language', 'customer.language', 'de', 'pl'],
];

function expectRecognised(language: Language, namespace: 'device' | 'customer', lines: Line[]) {
  const texts = textsOf(language, namespace);
  const rows = [0, 1].map((row) => lines.map((line) => line[row + 2] ?? null));
  const found = recogniseSheet([lines.map(([key]) => texts(key)), ...rows], importNames);
  expect(found.headerRow).toBe(0);
  expect(found.columns.map(({ field }, index) => [lines[index]?.[0], field])).toEqual(
    lines.map(([key, field]) => [key, field]),
  );
}

describe('our own exports', () => {
  it.each(languages)('are recognised in %s: machines', (language) => {
    expectRecognised(language, 'device', machines(language));
  });
  it.each(languages)('are recognised in %s: customers', (language) => {
    expectRecognised(language, 'customer', customers);
  });
});
