import { addDays, daysBetween } from '@servicebook/shared/calendar';
import { isWarrantyInDanger } from '@servicebook/shared/inspection';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildTodo, buildUser } from '../../testing/builders.ts';
import { readDueInspections } from './due-work.ts';
import { queueReminders } from './reminder.jobs.ts';
import { dueOccasion } from './reminder-schedule.ts';

const app = useTestApp();
type User = Awaited<ReturnType<typeof buildUser>>;
let owner: User;
let admin: Api;
/** A Monday; 7:00 in Warsaw. */
const monday = '2026-11-23';
const sevenInWarsaw = `${monday}T06:00:00Z`;

beforeEach(async () => {
  // Those of earlier tests want nothing any more.
  await app.deps.db.global.user.updateMany({ data: { weeklyDigest: false, dailyTodos: false } });
  owner = await buildAdmin(app, { planExpired: new Date('2030-01-01'), firstName: 'Anna' });
  app.setNow(new Date('2026-11-21T12:00:00Z'));
  admin = await app.as(owner);
});

const at = async (moment: string) => {
  app.setNow(new Date(moment));
  await queueReminders(app.deps);
};
const mailsTo = ({ email }: User) => app.mails.filter(({ to }) => to === email);
/** Waits until every job that was queued is done. */
const settle = () =>
  vi.waitFor(
    async () => {
      const [row] = await app.deps.db.global.$queryRaw<{ open: number }[]>`
        SELECT count(*)::int AS open FROM pgboss.job
         WHERE name = 'reminder.send' AND state IN ('created', 'retry', 'active')`;
      expect(row?.open).toBe(0);
    },
    { timeout: 15_000, interval: 50 },
  );

const buildDue = (name: string, nextInspection: string, more: Record<string, unknown> = {}) =>
  buildDevice(app, {
    accountId: owner.accountId,
    name,
    transferDate: new Date(nextInspection.replace(/^\d+/, (year) => String(Number(year) - 1))),
    inspectionPeriodInMonths: 12,
    ...more,
  });
const todo = (description: string, date: string | null, more: Record<string, unknown> = {}) =>
  buildTodo(app, owner, { description, date, ...more });

describe('the settings', () => {
  it('are per user, off by default, and only the sent ones change', async () => {
    expect(await admin.reminder.get()).toEqual({ weeklyDigest: false, dailyTodos: false });
    await admin.reminder.set({ body: { weeklyDigest: true } });
    expect(await admin.reminder.set({ body: { dailyTodos: true } })).toEqual({
      weeklyDigest: true,
      dailyTodos: true,
    });
    const colleague = await app.as(await buildUser(app, { accountId: owner.accountId }));
    expect(await colleague.reminder.get()).toEqual({ weeklyDigest: false, dailyTodos: false });
  });

  it('changed after seven take effect the next morning', async () => {
    await todo('Buy oil', '2026-11-20');
    app.setNow(new Date('2026-11-21T20:00:00Z'));
    await admin.reminder.set({ body: { dailyTodos: true } });
    await at('2026-11-21T20:15:00Z');
    await settle();
    expect(mailsTo(owner)).toEqual([]);
    await at('2026-11-22T06:00:00Z');
    expect((await app.mailTo(owner.email)).text).toContain('Buy oil');
  });
});

describe('the weekly digest', () => {
  beforeEach(() => admin.reminder.set({ body: { weeklyDigest: true } }));

  it('is sent on Monday at seven in the user’s timezone, and lists due inspections with links', async () => {
    const late = await buildDue('Late', '2026-11-22');
    await buildDue('Today', monday);
    const soon = await buildDue('Soon', '2026-12-23', { city: 'Łódź' });
    await buildDue('Later', '2026-12-24');
    const endangered = await buildDue('Endangered', '2027-01-10', { warrantyLength: 12 });
    await at(`${monday}T05:59:00Z`);
    await settle();
    expect(mailsTo(owner)).toEqual([]);
    await at(sevenInWarsaw);
    const mail = await app.mailTo(owner.email);
    expect(mail.subject).toBe('Inspections to plan: 4');
    expect(mail.text).toContain('Hello Anna');
    const parts = [
      'WARRANTY AT RISK: 1',
      'Endangered',
      'OVERDUE: 1',
      'Late',
      'WITHIN THE NEXT 30 DAYS: 2',
      'Today',
      'Soon',
    ];
    const places = parts.map((part) => mail.text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(mail.text).not.toContain('- Later');
    expect(mail.text).toContain('23 Dec 2026');
    expect(mail.text).toContain('Łódź');
    const { publicUrl } = app.deps.config;
    for (const { id } of [late, soon, endangered])
      expect(mail.html).toContain(`${publicUrl}/machineEdit?id=${id}"`);
    expect(mail.html).toContain(`${publicUrl}/machinePeriodicInspection?due=SOON"`);
    expect(mail.html).toContain(`${publicUrl}/myAccount?tab=user"`);
    expect(mail).toMatchObject({ unsubscribeUrl: `${publicUrl}/myAccount?tab=user` });
  });

  it('is sent once, however many servers check and however often', async () => {
    await buildDue('Late', '2026-11-01');
    app.setNow(new Date(sevenInWarsaw));
    await Promise.all([1, 2, 3].map(() => queueReminders(app.deps)));
    await at(`${monday}T06:15:00Z`);
    await at(`${monday}T20:00:00Z`);
    await settle();
    expect(mailsTo(owner)).toHaveLength(1);
    await at('2026-11-24T06:00:00Z');
    await settle();
    expect(mailsTo(owner)).toHaveLength(1);
    await at('2026-11-30T06:00:00Z');
    await settle();
    expect(mailsTo(owner)).toHaveLength(2);
  });

  it('is still sent if the server starts late, but only on that day', async () => {
    await buildDue('Late', '2026-11-01');
    await at('2026-11-23T22:30:00Z');
    expect((await app.mailTo(owner.email)).subject).toBe('Inspections to plan: 1');
    const colleague = await buildUser(app, { accountId: owner.accountId, weeklyDigest: true });
    await at('2026-11-23T23:30:00Z');
    await settle();
    expect(mailsTo(colleague)).toEqual([]);
  });

  it('is sent again until the mail server takes it', async () => {
    await buildDue('Late', '2026-11-01');
    app.failMails(1);
    await at(sevenInWarsaw);
    await vi.waitFor(
      () => expect(app.logs.some((line) => line.includes('mail server is down'))).toBe(true),
      10_000,
    );
    await vi.waitFor(
      async () => {
        await app.hurryJobs();
        expect(mailsTo(owner)).toHaveLength(1);
      },
      { timeout: 15_000, interval: 100 },
    );
  });

  it('is not sent to users without access (ended, deactivated, of a deleted account) or not signed in yet', async () => {
    await buildDue('Late', '2026-11-01');
    const { accountId } = owner;
    const wants = { accountId, weeklyDigest: true };
    const silent = [
      await buildUser(app, { ...wants, planExpired: new Date('2026-11-22') }),
      await buildUser(app, { ...wants, planExpired: null }),
      await buildUser(app, { ...wants, active: false }),
      await buildUser(app, { ...wants, invited: true }),
      await buildUser(app, { accountId }),
    ];
    const free = await buildUser(app, { ...wants, plan: 'FREE' });
    const gone = await buildAdmin(app, { weeklyDigest: true });
    await buildDevice(app, {
      accountId: gone.accountId,
      transferDate: new Date('2025-11-01'),
      inspectionPeriodInMonths: 12,
    });
    await app.deps.db.global.account.update({
      where: { id: gone.accountId },
      data: { deletedAt: new Date() },
    });
    await at(sevenInWarsaw);
    await app.mailTo(free.email);
    await settle();
    expect([...silent, gone].flatMap(mailsTo)).toEqual([]);
  });

  it('is not sent if nothing is due, and contains nothing of other accounts', async () => {
    const stranger = await buildAdmin(app);
    await buildDevice(app, {
      accountId: stranger.accountId,
      transferDate: new Date('2025-11-01'),
      inspectionPeriodInMonths: 12,
    });
    await buildDue('Off', '2026-11-01', { isPeriodicInspectionEnabled: false });
    await at(sevenInWarsaw);
    await settle();
    expect(mailsTo(owner)).toEqual([]);
  });

  it('lists ten of each kind, and the number of further ones', async () => {
    for (let day = 1; day <= 12; day++)
      await buildDue(`Machine ${day}`, `2026-11-${String(day).padStart(2, '0')}`);
    await at(sevenInWarsaw);
    const { text } = await app.mailTo(owner.email);
    expect(text).toContain('OVERDUE: 12');
    expect(text.match(/^- Machine/gm)).toHaveLength(10);
    expect(text).toContain(`and 2 more: ${app.deps.config.publicUrl}/machinePeriodicInspection?due=OVERDUE`);
  });

  it('is written in the user’s language', async () => {
    await admin.user.setLanguage({ query: { language: 'ru' } });
    await buildDue('Пресс', '2026-12-01');
    await at(sevenInWarsaw);
    const mail = await app.mailTo(owner.email);
    expect(mail.subject).toBe('Предстоящие осмотры: 1');
    expect(mail.text).toContain('01.12.2026');
  });
});

describe('the to-dos of the day', () => {
  it('are the user’s own open ones due by today; for admins also unassigned ones', async () => {
    const technician = await buildUser(app, { accountId: owner.accountId, dailyTodos: true });
    await admin.reminder.set({ body: { dailyTodos: true } });
    const nobodys = await todo('Anybody', '2026-11-20');
    await todo('Mine', '2026-11-22', { assigneeId: owner.id });
    await todo('Theirs', '2026-11-22', { assigneeId: technician.id });
    await todo('Tomorrow', '2026-11-23', { assigneeId: owner.id });
    await todo('Done', '2026-11-22', { assigneeId: owner.id, status: 'DONE' });
    await todo('Some day', null, { assigneeId: owner.id });
    await at('2026-11-22T06:00:00Z');
    const forAdmin = await app.mailTo(owner.email);
    expect(forAdmin.subject).toBe('To-dos for today: 2');
    expect(forAdmin.text).toMatch(/OVERDUE: 1\n- Anybody\n {2}20 Nov 2026 · not assigned/);
    expect(forAdmin.text).toMatch(/TODAY: 1\n- Mine/);
    expect(forAdmin.text).not.toMatch(/- (Theirs|Tomorrow|Done|Some day)/);
    expect(forAdmin.html).toContain(`${app.deps.config.publicUrl}/machineTodo?todo=${nobodys.id}"`);
    const forTechnician = await app.mailTo(technician.email);
    expect(forTechnician.text).toContain('- Theirs');
    expect(forTechnician.text).not.toContain('Anybody');
  });

  it('are sent on every day with due to-dos', async () => {
    await admin.reminder.set({ body: { dailyTodos: true } });
    const { id } = await todo('Mine', '2026-11-22', { assigneeId: owner.id });
    await at('2026-11-22T06:00:00Z');
    await settle();
    await at('2026-11-23T06:00:00Z');
    await settle();
    expect(mailsTo(owner)).toHaveLength(2);
    await app.deps.db.global.todo.updateMany({
      where: { accountId: owner.accountId, id },
      data: { status: 'DONE' },
    });
    await at('2026-11-24T06:00:00Z');
    await settle();
    expect(mailsTo(owner)).toHaveLength(2);
  });
});

describe('seven o’clock', () => {
  const digestAt = (moment: string, timezone: string) =>
    dueOccasion('WEEKLY_DIGEST', new Date(moment), timezone);

  it.each([
    // The Mondays after clocks changed: Warsaw forward 29 March, back 25 October; Auckland back 5 April, forward 27 September.
    ['Europe/Warsaw', '2026-03-30', '2026-03-30T05:00:00Z'],
    ['Europe/Warsaw', '2026-10-26', '2026-10-26T06:00:00Z'],
    ['Pacific/Auckland', '2026-04-06', '2026-04-05T19:00:00Z'],
    ['Pacific/Auckland', '2026-09-28', '2026-09-27T18:00:00Z'],
    ['Asia/Kathmandu', '2026-11-23', '2026-11-23T01:15:00Z'],
  ])('in %s on %s is %s', (timezone, day, seven) => {
    const before = new Date(Date.parse(seven) - 1).toISOString();
    expect(digestAt(before, timezone)).toBeNull();
    expect(digestAt(seven, timezone)).toBe(day);
  });

  it.each(['Europe/Warsaw', 'Pacific/Auckland'])(
    'occurs once every day and once every Monday in %s, even in weeks with clock changes',
    (timezone) => {
      for (const start of ['2026-03-20', '2026-09-20', '2026-10-18']) {
        const hours = Array.from({ length: 24 * 21 }, (_, hour) => Date.parse(start) + hour * 3_600_000);
        const occasions = (kind: 'DAILY_TODOS' | 'WEEKLY_DIGEST') => [
          ...new Set(hours.flatMap((hour) => dueOccasion(kind, new Date(hour), timezone) ?? [])),
        ];
        const days = occasions('DAILY_TODOS');
        expect(days.length).toBeGreaterThanOrEqual(21);
        expect(days).toEqual(days.map((_, index) => addDays(days[0] ?? '', index)));
        expect(occasions('WEEKLY_DIGEST')).toEqual(
          days.filter((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 1),
        );
      }
    },
  );
});

it('the database finds the same warranties at risk as the shared rule', async () => {
  const { accountId } = owner;
  const today = monday;
  for (const toEnd of [-1, 0, 1, 30, 60, 61])
    for (const toInspection of [-40, 0, 1, 30, 60, 61]) {
      // Handed over so that warranty and inspection fall on these very days.
      const device = await buildDevice(app, { accountId, name: `${toInspection}/${toEnd}` });
      await app.deps.db.global.$executeRaw`
        UPDATE device SET transfer_date = ${addDays(today, toEnd)}::date - make_interval(months => 1),
               warranty_length = 1, inspection_period_in_months = 1,
               last_inspection_date = ${addDays(today, toInspection)}::date - make_interval(months => 1)
         WHERE account_id = ${accountId} AND id = ${device.id}`;
    }
  const rows = await app.deps.db.of(owner).device.findMany();
  const expected = rows
    .filter(({ nextInspectionDate, warrantyEndDate }) => {
      const daysTo = (date: Date | null) => date && daysBetween(today, date.toISOString().slice(0, 10));
      return isWarrantyInDanger({
        daysToNextInspection: daysTo(nextInspectionDate),
        daysToEndWarranty: daysTo(warrantyEndDate),
      });
    })
    .map(({ id }) => id);
  const due = await readDueInspections(app.deps, owner, today);
  const [first] = due.filter(({ part }) => part === 'danger');
  expect(first?.total).toBe(expected.length);
  expect(expected.length).toBeGreaterThan(3);
  for (const { id, part } of due) expect(part === 'danger', String(id)).toBe(expected.includes(id));
});
