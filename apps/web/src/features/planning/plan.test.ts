import type { Visit } from '@servicebook/shared/visit';
import { describe, expect, it } from 'vitest';
import { annaKowalska, dueRow, janNowak, planningVisit } from '../../testing/planning-samples.ts';
import { daysOf, turned } from './board-days.ts';
import { rowsOf } from './board-rows.ts';
import { changesOf, dueGroups, exchanged, type Item } from './plan.ts';

const visitItem = (visit: Visit, userId: number | null): Item => ({
  kind: 'visit',
  key: `${visit.id}`,
  visit,
  userId,
});

describe('A move on the board', () => {
  it('puts one technician in the place of another, and keeps the others in their order', () => {
    const [anna, jan, eva] = [annaKowalska, janNowak, { ...janNowak, id: 9, firstName: 'Eva' }];
    expect(exchanged([anna, jan], anna.id, eva)).toEqual([eva, jan]);
    expect(exchanged([anna, jan], jan.id, anna)).toEqual([anna]);
    expect(exchanged([anna, jan], anna.id, null)).toEqual([jan]);
    expect(exchanged([], null, jan)).toEqual([jan]);
  });

  it('takes along only what it changes, each visit once', () => {
    const both = planningVisit({ id: 1, day: '2026-11-24', technicians: [annaKowalska, janNowak] });
    const there = planningVisit({ id: 2, day: '2026-11-25', technicians: [janNowak] });
    const items = [
      visitItem(both, annaKowalska.id),
      visitItem(both, janNowak.id),
      visitItem(there, janNowak.id),
    ];
    const target = { day: '2026-11-25', userId: janNowak.id };
    expect(changesOf(items, target, [annaKowalska, janNowak])).toEqual([
      { visit: both, day: '2026-11-25', technicians: [janNowak] },
    ]);
    expect(changesOf(items, { day: null }, [])[0]).toMatchObject({
      day: null,
      technicians: both.technicians,
    });
  });

  it('makes one visit of due machines of one customer at one address', () => {
    const rows = [
      dueRow(1, 5, 'Poznań'),
      dueRow(2, 5, 'Poznań'),
      dueRow(3, 5, 'Łódź'),
      dueRow(4, 6, 'Poznań'),
    ];
    const items = rows.map((row): Item => ({ kind: 'due', key: `${row.device.id}`, row }));
    expect(dueGroups(items).map((group) => group.map(({ device }) => device.id))).toEqual([[1, 2], [3], [4]]);
  });
});

describe('The board', () => {
  it('has weeks from Monday', () => {
    expect(daysOf('week', '2026-11-29')).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
    ]);
    expect(daysOf('day', '2026-11-29')).toEqual(['2026-11-29']);
    expect(daysOf('weeks', '2026-11-23')).toHaveLength(14);
    expect(turned('week', '2026-11-23', -1)).toBe('2026-11-16');
  });

  it('keeps the rows and cells that a change does not touch', () => {
    const board = { today: '2026-11-23', technicians: [annaKowalska, janNowak], absences: [] };
    const days = daysOf('week', '2026-11-23');
    const one = planningVisit({ id: 1, day: '2026-11-24', technicians: [annaKowalska] });
    const two = planningVisit({ id: 2, day: '2026-11-24', technicians: [janNowak] });
    const before = rowsOf(board, [one, two], days, []);
    const after = rowsOf(board, [{ ...one, day: '2026-11-25' }, two], days, before);
    expect(after[0]).toBe(before[0]);
    expect(after[2]).toBe(before[2]);
    expect(after[1]).not.toBe(before[1]);
    expect(after[1]?.cells[4]).toBe(before[1]?.cells[4]);
    const third = { ...one, id: 3 };
    const more = rowsOf(board, [one, two, third], days, before);
    expect(more[1]?.cells[1]?.cards[0]).toBe(before[1]?.cells[1]?.cards[0]);
  });

  it('marks absence, visits that are over, and too much work on one day', () => {
    const absence = {
      id: 1,
      user: janNowak,
      kind: 'VACATION' as const,
      from: '2026-11-24',
      to: '2026-11-25',
      note: '',
    };
    const board = { today: '2026-11-25', technicians: [janNowak], absences: [absence] };
    const visit = planningVisit({ id: 1, day: '2026-11-24', technicians: [janNowak], minutes: 500 });
    const [, row] = rowsOf(board, [visit], ['2026-11-24', '2026-11-25'], []);
    expect(row?.cells[0]).toMatchObject({
      absence,
      overload: true,
      cards: [{ conflicts: ['ABSENT', 'PAST'] }],
    });
    expect(row?.cells[1]).toMatchObject({ absence, overload: false, cards: [] });
  });
});
