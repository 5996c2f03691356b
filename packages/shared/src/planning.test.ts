import { expect, test } from 'vitest';
import { workingDaysOff } from './absence.ts';
import { workingDays } from './calendar.ts';
import { conflictsOf, plannedMinutes } from './planning.ts';
import { clockOf } from './visit.ts';

type Planned = Parameters<typeof conflictsOf>[0][number];

let ids = 0;
const visit = (given: Partial<Planned> = {}): Planned => ({
  id: ++ids,
  day: '2026-12-01',
  from: null,
  to: null,
  minutes: null,
  state: 'PLANNED',
  technicians: [{ id: 1, firstName: 'A', lastName: 'B', active: true }],
  devices: [],
  ...given,
});
const absence = (from: string, to: string, id = 1) => ({
  user: { id, firstName: '', lastName: '' },
  from,
  to,
});
const conflicts = (visits: Planned[], absences: Parameters<typeof conflictsOf>[1] = []) =>
  visits.map(({ id }) => conflictsOf(visits, absences).get(id) ?? []);

test.each([
  ['2026-11-30', '2026-12-01', ['ABSENT']],
  ['2026-12-01', '2026-12-05', ['ABSENT']],
  ['2026-12-02', '2026-12-05', []],
] as const)('an absence from %s to %s and a visit on 1 December: %j', (from, to, expected) => {
  expect(conflicts([visit()], [absence(from, to)])).toEqual([expected]);
  expect(conflicts([visit()], [absence(from, to, 2)])).toEqual([[]]);
});

test('visits of one technician overlap only if their times do, also past midnight', () => {
  const at = (from: string, to: string | null, minutes: number | null = null) => visit({ from, to, minutes });
  expect(conflicts([at('08:00', '10:00'), at('10:00', '11:00')])).toEqual([[], []]);
  expect(conflicts([at('08:00', '10:00'), at('09:59', '11:00')])).toEqual([['OVERLAP'], ['OVERLAP']]);
  expect(conflicts([at('22:00', '02:00'), at('23:00', null, 30)])).toEqual([['OVERLAP'], ['OVERLAP']]);
  // An hour of work anywhere between eight and twelve leaves room for other visits.
  expect(conflicts([at('08:00', '12:00', 60), at('09:00', null, 60)])).toEqual([[], []]);
  const others = [visit({ from: '08:00', to: '10:00' }), visit({ from: '09:00', technicians: [] })];
  expect(conflicts(others)).toEqual([[], []]);
});

test('work past midnight meets the visits and the absence of the next day', () => {
  const at = (day: string, from: string, to: string | null, minutes: number | null = null) =>
    visit({ day, from, to, minutes });
  const night = () => at('2026-12-01', '22:00', '02:00');
  expect(conflicts([night(), at('2026-12-02', '01:00', '02:00')])).toEqual([['OVERLAP'], ['OVERLAP']]);
  expect(conflicts([at('2026-12-02', '01:00', '02:00'), night()])).toEqual([['OVERLAP'], ['OVERLAP']]);
  expect(conflicts([night(), at('2026-12-02', '02:00', '03:00')])).toEqual([[], []]);
  expect(conflicts([night(), at('2026-12-03', '01:00', '02:00')])).toEqual([[], []]);
  expect(conflicts([at('2026-12-01', '23:30', null, 60), at('2026-12-02', '00:00', '01:00')])).toEqual([
    ['OVERLAP'],
    ['OVERLAP'],
  ]);
  expect(conflicts([night()], [absence('2026-12-02', '2026-12-05')])).toEqual([['ABSENT']]);
  expect(conflicts([at('2026-12-01', '22:00', '00:00')], [absence('2026-12-02', '2026-12-05')])).toEqual([
    [],
  ]);
  // Two days of work from eight in the morning do not go on through the night.
  const long = at('2026-12-01', '08:00', null, 1200);
  expect(conflicts([long, at('2026-12-02', '01:00', '02:00')])).toEqual([['OVERLOAD'], []]);
});

test('a time window takes the time that its work must take', () => {
  const at = (from: string, to: string | null, minutes: number | null = null) => visit({ from, to, minutes });
  const both = [['OVERLAP'], ['OVERLAP']];
  // The window is as long as the work, or shorter.
  expect(conflicts([at('08:00', '09:30', 90), at('08:00', '09:30', 90)])).toEqual(both);
  expect(conflicts([at('08:00', '09:00', 120), at('09:30', null, 30)])).toEqual(both);
  // Two hours of work between eight and eleven are going on at half past nine.
  expect(conflicts([at('08:00', '11:00', 120), at('09:15', '09:45')])).toEqual(both);
  // Both fit into one window one after the other, or do not.
  expect(conflicts([at('08:00', '10:00', 60), at('08:00', '10:00', 60)])).toEqual([[], []]);
  expect(conflicts([at('08:00', '10:00', 60), at('08:00', '10:00', 61)])).toEqual(both);
});

test('two windows collide if and only if no start times keep both', () => {
  const step = 60;
  const windows: { from: number; length: number; work: number | null }[] = [];
  for (let from = 0; from < 5; from += 1)
    for (let length = 0; length < 5; length += 1)
      for (const work of [null, 1, 2, 3]) windows.push({ from, length, work });
  const clock = (hour: number) => clockOf(hour * step);
  /** All intervals in which the work can happen. */
  const ways = ({ from, length, work }: (typeof windows)[number]) => {
    const needed = work ?? (length || 1);
    const last = Math.max(from, from + length - needed);
    return Array.from(
      { length: last - from + 1 },
      (_, later) => [from + later, from + later + needed] as const,
    );
  };
  for (const one of windows)
    for (const other of windows) {
      const possible = ways(one).some(([a, b]) => ways(other).some(([c, d]) => b <= c || d <= a));
      const [found] = conflicts(
        [one, other].map(({ from, length, work }) =>
          visit({
            from: clock(from),
            to: length === 0 ? null : clock(from + length),
            minutes: work === null ? null : work * step,
          }),
        ),
      );
      expect(found?.includes('OVERLAP'), JSON.stringify([one, other])).toBe(!possible);
    }
});

test('a window without a duration counts as its length, also past midnight', () => {
  const load = (from: string | null, to: string | null, minutes: number | null) =>
    plannedMinutes([{ from, to, minutes }]);
  expect(load('09:00', '11:00', null)).toBe(120);
  expect(load('22:00', '02:00', null)).toBe(240);
  expect(load('09:00', '11:00', 30)).toBe(30);
  expect(load('09:00', '09:00', null)).toBe(60);
  expect(load('09:00', null, null)).toBe(60);
  expect(load(null, null, null)).toBe(60);
});

test('more than eight hours on one day are too much; one without duration and window counts as an hour', () => {
  const eight = Array.from({ length: 8 }, () => visit());
  expect(new Set(conflicts(eight).flat())).toEqual(new Set());
  expect(new Set(conflicts([...eight, visit({ minutes: 1 })]).flat())).toEqual(new Set(['OVERLOAD']));
});

test('people who left, and machines that were given away or archived, are marked; finished work is not', () => {
  const left = { technicians: [{ id: 1, firstName: 'A', lastName: 'B', active: false }] };
  const moved = { devices: [{ elsewhere: true }] as Planned['devices'] };
  const archived = { devices: [{ archived: true }] as Planned['devices'] };
  const done = visit({ ...left, ...moved, state: 'DONE' });
  expect(conflicts([visit(left), visit(moved), visit(archived), done])).toEqual([
    ['LEFT'],
    ['MACHINE_ELSEWHERE'],
    ['MACHINE_ARCHIVED'],
    [],
  ]);
});

test('working days are Monday to Friday, both ends included', () => {
  expect(workingDays('2026-11-20', '2026-11-24')).toEqual(['2026-11-20', '2026-11-23', '2026-11-24']);
  expect(workingDays('2026-11-21', '2026-11-22')).toEqual([]);
  for (const year of [2024, 2026, 2028]) {
    let expected = 0;
    for (
      let day = new Date(`${year}-01-01`);
      day.getUTCFullYear() === year;
      day.setUTCDate(day.getUTCDate() + 1)
    )
      if (day.getUTCDay() % 6 !== 0) expected += 1;
    expect(workingDaysOff([{ from: '1990-01-01', to: '2100-01-01' }], year)).toBe(expected);
  }
});

test('vacation counts each working day of the year once', () => {
  const vacations = [
    { from: '2025-12-29', to: '2026-01-02' },
    { from: '2026-01-01', to: '2026-01-06' },
  ];
  expect(workingDaysOff(vacations, 2026)).toBe(4);
  expect(workingDaysOff(vacations, 2025)).toBe(3);
});
