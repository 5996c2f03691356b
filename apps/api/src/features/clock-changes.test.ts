/** Scheduled work across the nights in which clocks change: once on each day, at the hour of those whom it concerns. */
import { addDays, clockIn } from '@servicebook/shared/calendar';
import { expect, it } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { buildAccount, buildAdmin } from '../testing/builders.ts';
import { advanceClosures } from './closure/closure.jobs.ts';
import { remindOfAccessEnds } from './plan/access-end.jobs.ts';
import { queueReminders } from './reminder/reminder.jobs.ts';

const app = useTestApp();
const minute = 60_000;

/** Runs a job again and again, as its schedule does, and returns the moments at which something happened, by their clock. */
async function runEvery(
  minutes: number,
  { from, until, timezone }: { from: string; until: string; timezone: string },
  job: () => Promise<void>,
  count: () => Promise<number>,
): Promise<string[]> {
  const moments: string[] = [];
  let before = await count();
  for (let now = Date.parse(from); now <= Date.parse(until); now += minutes * minute) {
    const moment = new Date(now);
    app.setNow(moment);
    await job();
    const after = await count();
    if (after > before) moments.push(clockIn(moment.toISOString(), timezone).slice(0, 16));
    before = after;
  }
  app.setNow(null);
  return moments;
}

const nights = [
  ['Europe/Warsaw', '2031-03-29', '2031-03-30', '2031-03-31'],
  ['Europe/Warsaw', '2031-10-25', '2031-10-26', '2031-10-27'],
  // Midnight is left out, or comes twice.
  ['America/Santiago', '2031-09-06', '2031-09-07', '2031-09-08'],
  ['America/Santiago', '2031-04-05', '2031-04-06', '2031-04-07'],
  // By half an hour.
  ['Australia/Lord_Howe', '2031-10-04', '2031-10-05', '2031-10-06'],
  // A leap day, where an hour does not begin with that of UTC.
  ['Asia/Kathmandu', '2032-02-28', '2032-02-29', '2032-03-01'],
] as const;

it.each(nights)('a daily reminder is sent at seven in %s on %s, %s and %s', async (timezone, ...days) => {
  const { accountId, id: userId } = await buildAdmin(app, {
    timezone,
    dailyTodos: true,
    planExpired: new Date('2040-01-01'),
  });
  const count = () => app.deps.db.of({ accountId }).sentReminder.count({ where: { userId } });
  const range = { from: `${addDays(days[0], -1)}T12:00:00Z`, until: `${days[2]}T23:45:00Z`, timezone };
  const moments = await runEvery(15, range, () => queueReminders(app.deps), count);
  expect(moments.filter((moment) => days.some((day) => moment.startsWith(day)))).toEqual(
    days.map((day) => `${day}T07:00`),
  );
  expect(new Set(moments.map((moment) => moment.slice(0, 10))).size).toBe(moments.length);
});

it.each(nights)(
  'a contract in %s ends when %s does, neither an hour early nor late',
  async (timezone, day, next) => {
    const { id: accountId } = await buildAccount(app, { timezone, endsOn: new Date(day) });
    const count = async () =>
      app.deps.db.global.account.count({ where: { id: accountId, closedAt: { not: null } } });
    const range = { from: `${day}T00:00:00Z`, until: `${next}T23:45:00Z`, timezone };
    const [moment = '', ...more] = await runEvery(15, range, () => advanceClosures(app.deps), count);
    expect(more).toEqual([]);
    // Where midnight is left out, the day begins at one.
    expect([`${next}T00:00`, `${next}T01:00`]).toContain(moment);
  },
);

it('the end of access is told once on each day, also if its hour comes twice', async () => {
  const planExpired = new Date('2031-10-26T00:30:00Z');
  const { accountId } = await buildAdmin(app, { timezone: 'Europe/Warsaw', planExpired });
  const count = () => app.deps.db.of({ accountId }).sentReminder.count({ where: {} });
  const range = { from: '2031-10-22T00:05:00Z', until: '2031-10-27T12:05:00Z', timezone: 'Europe/Warsaw' };
  expect(await runEvery(60, range, () => remindOfAccessEnds(app.deps), count)).toEqual([
    '2031-10-22T08:05',
    '2031-10-23T08:05',
    '2031-10-26T08:05',
  ]);
});
