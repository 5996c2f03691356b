import { countryName } from '@servicebook/i18n/intl.ts';
import { deviceStatuses } from '@servicebook/shared/device';
import { allowedValues } from '@servicebook/shared/import-allowed';
import { type Cell, type ImportField, importFields } from '@servicebook/shared/import-fields';
import { readCell } from '@servicebook/shared/import-values';
import { countryCodes, languages } from '@servicebook/shared/primitives';
import { serviceTypes } from '@servicebook/shared/service-kinds';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../platform/texts.ts';
import { allowedWords } from './import-allowed.ts';
import { importNames } from './import-names.ts';

const read = (field: ImportField, cell: Cell) =>
  readCell(field, cell, { names: importNames, dateOrder: null });

describe('the names of an import', () => {
  it.each(languages)('are those on the screens in %s', (language) => {
    for (const code of countryCodes)
      expect(read('customer.country', countryName(code, language).toUpperCase())).toEqual({ value: code });
    for (const status of deviceStatuses)
      expect(read('machine.status', textsOf(language, 'device')(`status.${status}`))).toEqual({
        value: status,
      });
    for (const type of serviceTypes)
      expect(read('past.type', textsOf(language, 'service')(`types.${type}`))).toEqual({ value: type });
  });

  it.each(languages)('offer for a correction what is read as a value in %s', (language) => {
    for (const field of importFields)
      for (const value of allowedValues(field, allowedWords(language)) ?? [])
        expect(read(field, value), `${field}: ${value}`).toHaveProperty('value', expect.anything());
    expect(allowedValues('machine.name', allowedWords(language))).toBeNull();
  });
});
