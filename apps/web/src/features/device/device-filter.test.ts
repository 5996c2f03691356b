import { DeviceSearch } from '@servicebook/shared/device';
import { describe, expect, it } from 'vitest';
import { activeFilters, noFilter, readFilter, writeFilter } from './device-filter.ts';

const everything = {
  id: 12,
  statuses: ['FAULT' as const, 'DANGER' as const],
  customer: 'Müller & Söhne, Ltd',
  categories: [3, 9],
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
  zipCode: '61-001',
  city: 'Poznań',
  countries: ['DE', 'PL'],
};

describe('The machine filter in the address', () => {
  it('comes back as it was, and is what the server takes', () => {
    const query = writeFilter(new URLSearchParams('q=pump&page=3'), everything);
    expect(readFilter(new URLSearchParams(query.toString()))).toEqual(everything);
    expect(DeviceSearch.safeParse(everything).success).toBe(true);
  });

  it('keeps the rest of the address, and starts at the first page', () => {
    const query = writeFilter(new URLSearchParams('q=pump&page=3&size=50'), everything);
    expect([query.get('q'), query.get('page'), query.get('size')]).toEqual(['pump', null, '50']);
    expect(writeFilter(query, noFilter).toString()).toBe('q=pump&size=50');
  });

  it('leaves out what makes no sense, so that a mistyped link still shows machines', () => {
    const nonsense = new URLSearchParams({
      id: '-4',
      statuses: 'FAULT,ASLEEP',
      categories: '3,x,99999999999',
      dateFrom: '2026-02-30',
      builtFrom: '20266',
      countries: 'PL,XX',
      city: 'x'.repeat(500),
    });
    const filter = readFilter(nonsense);
    expect(filter).toMatchObject({
      id: null,
      statuses: ['FAULT'],
      categories: [3],
      dateFrom: null,
      builtFrom: null,
      countries: ['PL'],
    });
    expect(DeviceSearch.safeParse(filter).success).toBe(true);
  });

  it('names everything that is set once, and each can be taken back alone', () => {
    const active = activeFilters(everything);
    expect(active).toHaveLength(20);
    for (const { without } of active) expect(activeFilters(without)).toHaveLength(19);
    expect(activeFilters(noFilter)).toEqual([]);
  });
});
