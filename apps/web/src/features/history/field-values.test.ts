import { describe, expect, it } from 'vitest';
import { fieldKind, listOf } from './field-values.ts';
import { byYear, chosenEntries, countKinds } from './history-groups.ts';

describe('A recorded field', () => {
  it('is read by what it holds; an unknown one, or one of another entity, as text', () => {
    expect(fieldKind('device', 'status')).toBe('status');
    expect(fieldKind('service', 'status')).toBe('text');
    expect(fieldKind('customer', 'constructor')).toBe('text');
  });

  it('that is a list is one, and malformed text stays text', () => {
    expect(listOf('["REPAIR","INSTALLATION"]')).toEqual(['REPAIR', 'INSTALLATION']);
    expect(listOf('[broken')).toEqual(['[broken']);
    expect(listOf('12')).toEqual(['12']);
  });
});

describe('A history', () => {
  const entry = (key: string, kind: 'CHANGE' | 'CREATED' | 'NOTE', at: string) => ({
    key,
    kind,
    at,
    text: '',
    who: '',
    changes: [],
    service: null,
  });
  const all = [
    entry('c', 'CHANGE', '2026-02-01'),
    entry('n', 'NOTE', '2026-01-01'),
    entry('a', 'CREATED', '2025-12-31'),
  ];

  it('counts its kinds, the beginning among the changes', () => {
    expect(countKinds(all)).toEqual([
      { filter: 'NOTE', count: 1 },
      { filter: 'CHANGE', count: 2 },
    ]);
  });

  it('shows all, or what is chosen', () => {
    expect(chosenEntries(all, [])).toEqual(all);
    expect(chosenEntries(all, ['CHANGE']).map(({ key }) => key)).toEqual(['c', 'a']);
  });

  it('is cut into years in its own order', () => {
    const years = byYear(all, ({ at }) => at.slice(0, 4));
    expect(years.map(([year, entries]) => [year, entries.length])).toEqual([
      ['2026', 2],
      ['2025', 1],
    ]);
  });
});
