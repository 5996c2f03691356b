import { DeviceFilter, DeviceSearch } from '@servicebook/shared/device';
import { describe, expect, it } from 'vitest';
import { fieldsSet, readAddress, writeAddress } from '../../lib/address.ts';
import { activeFilters } from './device-filter.ts';

const everything: DeviceFilter = {
  id: 12,
  statuses: ['FAULT', 'DANGER'],
  customer: 'Müller & Söhne, Ltd',
  categories: [3, 9],
  ownNumber: 'INV 7',
  manufacturer: 'Ganz & Söhne',
  model: 'P 100',
  serialNumber: 'A+B',
  builtFrom: 1998,
  builtTo: 2026,
  sourcePower: '400 V',
  dateFrom: '2026-01-01',
  dateTo: '2026-06-30',
  warranty: 'montaż',
  street: 'Długa',
  zipCode: '61001',
  city: 'Poznań',
  countries: ['DE', 'PL'],
  needsAttention: true,
  archived: true,
};
const noFilter = DeviceFilter.parse({});
const read = (query: URLSearchParams) => readAddress(DeviceFilter, query);
const write = (query: URLSearchParams, filter: DeviceFilter) => writeAddress(DeviceFilter, query, filter);

describe('The machine filter in the address', () => {
  it('survives a round trip, and matches the server’s schema', () => {
    const query = write(new URLSearchParams('q=pump'), everything);
    expect(read(new URLSearchParams(query.toString()))).toEqual(everything);
    expect(DeviceSearch.safeParse(everything).success).toBe(true);
    expect(write(query, noFilter).toString()).toBe('q=pump');
  });

  it('ignores invalid values, so that a mistyped link still shows machines', () => {
    const nonsense = new URLSearchParams({
      id: '-4',
      statuses: 'FAULT,ASLEEP',
      categories: '3,x,99999999999',
      dateFrom: '2026-02-30',
      builtFrom: '20266',
      countries: 'PL,XXX',
      city: 'x'.repeat(500),
    });
    const filter = read(nonsense);
    expect(filter).toEqual({ ...noFilter, statuses: ['FAULT'], categories: [3], countries: ['PL'] });
    expect(DeviceSearch.safeParse(filter).success).toBe(true);
  });

  it('lists every active filter once, each of which can be removed separately', () => {
    const set = (filter: DeviceFilter) => fieldsSet(DeviceFilter, filter);
    const active = activeFilters(everything, set(everything));
    expect(active).toHaveLength(23);
    for (const { without } of active) {
      const rest = { ...everything, ...without };
      expect(activeFilters(rest, set(rest))).toHaveLength(22);
    }
    expect(set(noFilter)).toEqual([]);
  });
});
