import { describe, expect, it } from 'vitest';
import { byYear, chosenEntries, countKinds } from './history-groups.ts';

describe('A history', () => {
  const entry = (key: string, kind: 'CHANGE' | 'CREATED' | 'NOTE', at: string) => ({
    key,
    kind,
    at,
    text: '',
    who: '',
    changes: [],
    day: null,
    service: null,
    past: null,
  });
  const all = [
    entry('c', 'CHANGE', '2026-02-01'),
    entry('n', 'NOTE', '2026-01-01'),
    entry('a', 'CREATED', '2025-12-31'),
  ];

  it('counts its kinds, with the creation among the changes', () => {
    expect(countKinds(all)).toEqual([
      { filter: 'NOTE', count: 1 },
      { filter: 'CHANGE', count: 2 },
    ]);
  });

  it('shows all entries, or the chosen kinds', () => {
    expect(chosenEntries(all, [])).toEqual(all);
    expect(chosenEntries(all, ['CHANGE']).map(({ key }) => key)).toEqual(['c', 'a']);
  });

  it('is grouped by years in its own order', () => {
    const years = byYear(all, ({ at }) => at.slice(0, 4));
    expect(years.map(([year, entries]) => [year, entries.length])).toEqual([
      ['2026', 2],
      ['2025', 1],
    ]);
  });
});
