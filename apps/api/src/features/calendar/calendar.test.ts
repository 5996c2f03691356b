import ICAL from 'ical.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildCustomer,
  buildDevice,
  buildTodo,
  buildUser,
  buildVisit,
} from '../../testing/builders.ts';

const app = useTestApp();
type User = Awaited<ReturnType<typeof buildUser>>;
let owner: User;
let admin: Api;
const noon = '2026-11-21T12:00:00Z';

beforeEach(async () => {
  app.setNow(new Date(noon));
  owner = await buildAdmin(app, { planExpired: new Date('2030-01-01'), language: 'en' });
  admin = await app.as(owner);
});

const addressOf = async (api: Api) => (await api.calendar.renew()).address;
/** As a calendar program asks: without a session, without our headers. */
const fetchFeed = (address: string, headers: Record<string, string> = {}) =>
  fetch(address.replace(app.deps.config.publicUrl, app.url), { headers });

async function read(address: string) {
  const answer = await fetchFeed(address);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      day: event.startDate.toString(),
      isDate: event.startDate.isDate && event.endDate.isDate,
      days: event.duration.toSeconds() / 86_400,
      title: event.summary,
      description: event.description,
      place: event.location,
      sequence: event.sequence,
      geo: component.getFirstPropertyValue('geo'),
      url: component.getFirstPropertyValue('url'),
      status: component.getFirstPropertyValue('status'),
      changedAt: String(component.getFirstPropertyValue('dtstamp')),
    };
  });
  return { text, calendar, events, titles: events.map(({ title }) => title) };
}

/** Everything was changed long ago. */
const settle = async () => {
  for (const table of ['device', 'customer', 'category', 'visit'])
    await app.deps.db.global.$executeRawUnsafe(
      `UPDATE ${table} SET updated_at = '2026-11-01' WHERE account_id = ${owner.accountId}`,
    );
};
const buildDue = (name: string, transferDate: string, more: Record<string, unknown> = {}) =>
  buildDevice(app, {
    accountId: owner.accountId,
    name,
    transferDate: new Date(transferDate),
    inspectionPeriodInMonths: 12,
    ...more,
  });

const todo = (description: string, date: string | null, more: Record<string, unknown> = {}) =>
  buildTodo(app, owner, { description, date, ...more });

describe('the address', () => {
  it('is created, shown once, read without signing in, and revoked', async () => {
    expect(await admin.calendar.get()).toEqual({ createdAt: null, lastReadAt: null });
    const { address, ...made } = await admin.calendar.renew();
    expect(made).toEqual({ createdAt: new Date(noon).toISOString(), lastReadAt: null });
    expect(await admin.calendar.get()).toEqual(made);
    const answer = await fetchFeed(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('set-cookie')).toBeNull();
    // Every line of an iCalendar stream ends with CRLF, the last one too (RFC 5545, 3.4).
    expect(await answer.text()).toMatch(/^BEGIN:VCALENDAR\r\n(.*\r\n)*END:VCALENDAR\r\n$/);
    expect(await admin.calendar.get()).toMatchObject({ lastReadAt: new Date(noon).toISOString() });
    await admin.calendar.revoke();
    expect((await fetchFeed(address)).status).toBe(404);
    expect(await admin.calendar.get()).toEqual({ createdAt: null, lastReadAt: null });
  });

  it('is replaced by a new one, only for this user', async () => {
    const colleague = await app.as(await buildUser(app, { accountId: owner.accountId }));
    const theirs = await addressOf(colleague);
    const old = await addressOf(admin);
    const fresh = await addressOf(admin);
    expect((await fetchFeed(old)).status).toBe(404);
    expect((await fetchFeed(fresh)).status).toBe(200);
    expect((await fetchFeed(theirs)).status).toBe(200);
  });

  it.each([
    ['never given', () => `${owner.accountId}.${'A'.repeat(43)}`],
    ['of another form', () => 'abc'],
    ['of no account', () => `2147483647.${'A'.repeat(43)}`],
    ['of the account number zero', () => `0.${'A'.repeat(43)}`],
    ['empty', () => ''],
  ])('is not found when %s', async (_, token) => {
    const answer = await fetchFeed(`${app.url}/api/calendar/feed.ics?token=${token()}`);
    expect(answer.status).toBe(404);
  });

  it('does not open another account when it is edited', async () => {
    const stranger = await buildAdmin(app);
    const address = await addressOf(admin);
    const forged = address.replace(`token=${owner.accountId}.`, `token=${stranger.accountId}.`);
    expect((await fetchFeed(forged)).status).toBe(404);
  });

  it('ends with its user’s access, by deactivation or deletion of the account', async () => {
    const { user, account } = app.deps.db.global;
    const address = await addressOf(admin);
    const where = { accountId_id: { accountId: owner.accountId, id: owner.id } };
    await user.update({ where, data: { active: false } });
    expect((await fetchFeed(address)).status).toBe(404);
    await user.update({ where, data: { active: true } });
    expect((await fetchFeed(address)).status).toBe(200);
    await account.update({ where: { id: owner.accountId }, data: { deletedAt: new Date() } });
    expect((await fetchFeed(address)).status).toBe(404);
  });

  it('is in no log and in no table', async () => {
    const address = await addressOf(admin);
    const token = new URL(address).searchParams.get('token') ?? '';
    await fetchFeed(address);
    await fetchFeed(`${address}x`);
    expect(app.logs.some((line) => line.includes('/api/calendar/feed.ics'))).toBe(true);
    expect(app.logs.join('')).not.toContain(token.slice(-20));
    const [row] = await app.deps.db.of(owner).calendarFeed.findMany();
    expect(JSON.stringify(row)).not.toContain(token);
    const entries = await app.deps.db.of(owner).auditLog.findMany({ where: { kind: 'CHANGED' } });
    expect(entries.map(({ changes }) => changes)).toEqual([{ calendarFeed: [false, true] }]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it('can be read a limited number of times per hour', async () => {
    const address = await addressOf(admin);
    for (let reads = 0; reads < 60; reads++) expect((await fetchFeed(address)).status).toBe(200);
    const refused = await fetchFeed(address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the calendar', () => {
  it('contains each machine’s next inspection as a whole day, with its place and a link', async () => {
    const customer = await buildCustomer(app, { accountId: owner.accountId, shortName: 'Mill; Sons, Ltd' });
    const device = await buildDue('Press, "big"', '2026-02-28', {
      customerId: customer.id,
      serialNumber: 'HP-1',
      streetAddress: 'Długa 1',
      zipCode: '00-001',
      city: 'Łódź',
      gpsLatitude: 51.77,
      gpsLongitude: 19.46,
    });
    // It stands at its customer, and has no point of its own.
    const { id: bakery } = await buildCustomer(app, {
      ...{ accountId: owner.accountId, streetAddress: 'Rynek 1', city: 'Kraków' },
      ...{ gpsLatitude: 50.06, gpsLongitude: 19.94 },
    });
    await buildDue('Oven', '2026-03-28', { customerId: bakery });
    const { events, calendar } = await read(await addressOf(admin));
    const host = new URL(app.deps.config.publicUrl).hostname;
    expect(events).toEqual([
      expect.objectContaining({
        uid: `inspection-${owner.accountId}-${device.id}@${host}`,
        day: '2027-02-28',
        isDate: true,
        days: 1,
        title: 'Inspection: Press, "big" (Mill; Sons, Ltd)',
        place: 'Długa 1, 00-001 Łódź',
        geo: [51.77, 19.46],
        url: `${app.deps.config.publicUrl}/machineEdit?id=${device.id}`,
      }),
      expect.objectContaining({ day: '2027-03-28', place: 'Rynek 1, Kraków', geo: [50.06, 19.94] }),
    ]);
    expect(events[0]?.description).toContain('Serial number: HP-1');
    const { companyName } = await app.deps.db.global.account.findUniqueOrThrow({
      where: { id: owner.accountId },
    });
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(`Servicebook – ${companyName}`);
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(String(calendar.getFirstPropertyValue('prodid'))).toContain('Servicebook');
  });

  it('marks overdue inspections, and omits those turned off, not handed over, long past or far ahead', async () => {
    await buildDue('Overdue', '2025-11-20');
    await buildDue('Today', '2025-11-21');
    await buildDue('Long past', '2025-08-22');
    await buildDue('Still in', '2025-08-23');
    await buildDue('Far ahead', '2026-12-27', { inspectionPeriodInMonths: 12 });
    await buildDue('Last in', '2026-12-26', { inspectionPeriodInMonths: 12 });
    await buildDue('Off', '2025-12-01', { isPeriodicInspectionEnabled: false });
    await buildDevice(app, { accountId: owner.accountId, name: 'No date', inspectionPeriodInMonths: 12 });
    const { titles } = await read(await addressOf(admin));
    expect(titles.map((title) => title.replace(/ \(.*/, ''))).toEqual([
      'Overdue inspection: Still in',
      'Overdue inspection: Overdue',
      'Inspection: Today',
      'Inspection: Last in',
    ]);
  });

  it('moves an inspection to its new day once it is done, as a later version of the same entry', async () => {
    const device = await buildDue('Press', '2025-12-01');
    await settle();
    const address = await addressOf(admin);
    const [before] = (await read(address)).events;
    expect(before?.day).toBe('2026-12-01');
    await admin.service.add({
      body: {
        date: noon,
        type: ['PERIODIC_INSPECTION'],
        customer: { id: device.customerId },
        devices: [{ id: device.id }],
        period: 6,
        isToSign: true,
      },
    });
    const [after, ...others] = (await read(address)).events;
    expect(others).toEqual([]);
    expect(after).toMatchObject({ uid: before?.uid, day: '2027-05-21' });
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    expect(after?.changedAt.localeCompare(before?.changedAt ?? '')).toBe(1);
  });

  it('contains open to-dos with a due date that are assigned to the user or unassigned', async () => {
    const colleague = await buildUser(app, { accountId: owner.accountId });
    const mine = await todo('Buy oil\nand filters', '2026-11-25', { assigneeId: owner.id });
    await todo('Anybody', '2026-11-24');
    await todo('Theirs', '2026-11-24', { assigneeId: colleague.id });
    await todo('Some day', null);
    await todo('Done', '2026-11-24', { status: 'DONE' });
    const address = await addressOf(admin);
    const { events, titles } = await read(address);
    expect(titles).toEqual(['To-do: Anybody', 'To-do: Buy oil']);
    expect(events[1]).toMatchObject({
      day: '2026-11-25',
      isDate: true,
      description: 'Buy oil\nand filters',
      url: `${app.deps.config.publicUrl}/machineTodo?todo=${mine.id}`,
    });
    await admin.todo.save({ body: { id: mine.id, description: 'Buy oil', toDoStatus: 'DONE' } });
    expect((await read(address)).titles).toEqual(['To-do: Anybody']);
  });

  describe('contains visits', () => {
    const visitTo = (given: Partial<Parameters<typeof buildVisit>[1]> = {}) =>
      buildVisit(app, { accountId: owner.accountId, userId: owner.id, day: '2026-11-24', ...given });

    it('of the user, with place, link and time on the company’s clock, even in nights clocks change', async () => {
      const device = await buildDevice(app, {
        accountId: owner.accountId,
        name: 'Press',
        streetAddress: 'Długa 1',
        zipCode: '00-001',
        city: 'Łódź',
        gpsLatitude: 51.77,
        gpsLongitude: 19.46,
      });
      // Warsaw's clocks go forward on 28 March 2027 at 2, back on 25 October 2026 at 3.
      const nights = ['2026-10-24', '2027-03-27', '2026-11-24'];
      for (const day of nights)
        await visitTo({ deviceId: device.id, day, fromMinute: 22 * 60, toMinute: 6 * 60 });
      const whole = await visitTo({ deviceId: device.id, day: '2026-12-01', text: 'New seal' });
      await visitTo({ deviceId: device.id, day: '2026-12-02', fromMinute: 480, minutes: 90 });
      await visitTo({ userId: (await buildUser(app, { accountId: owner.accountId })).id });
      await visitTo({ day: null });
      const reader = await app.as(owner, { Timezone: 'America/New_York' });
      await reader.user.setTimezone({ query: { timezone: 'America/New_York' } });
      const { events } = await read(await addressOf(reader));
      expect(events.map(({ day, isDate, days }) => [day, isDate ? 'day' : days * 24])).toEqual([
        ['2026-10-24T20:00:00Z', 9],
        ['2027-03-27T21:00:00Z', 7],
        ['2026-11-24T21:00:00Z', 8],
        ['2026-12-01', 'day'],
        ['2026-12-02T07:00:00Z', 1.5],
      ]);
      expect(events[3]).toMatchObject({
        uid: `visit-${owner.accountId}-${whole.id}@${new URL(app.deps.config.publicUrl).hostname}`,
        title: expect.stringMatching(/^Visit: Customer \d+, Press$/),
        description: expect.stringContaining('Press\nRepair\nNew seal'),
        place: 'Długa 1, 00-001 Łódź',
        geo: [51.77, 19.46],
        url: `${app.deps.config.publicUrl}/visit?id=${whole.id}`,
        status: 'CONFIRMED',
      });
    });

    it('as later versions of the same entry when they are moved or cancelled, or the machine is', async () => {
      const device = await buildDevice(app, { accountId: owner.accountId, name: 'Press' });
      const { id } = await visitTo({ deviceId: device.id });
      await settle();
      const address = await addressOf(admin);
      const [before] = (await read(address)).events;
      await admin.visit.move({ body: { items: [{ id, revision: 1, day: '2026-11-26' }] } });
      const moved = (await read(address)).events;
      expect(moved).toMatchObject([{ uid: before?.uid, day: '2026-11-26', status: 'CONFIRMED' }]);
      expect(moved[0]?.sequence).toBeGreaterThan(before?.sequence ?? Number.NaN);
      await settle();
      const category = { id: device.categoryId };
      const customer = { id: device.customerId };
      await admin.device.update({
        body: { id: device.id, name: 'Press', category, customer, streetAddress: 'Quay 1', city: 'Kiel' },
      });
      const [elsewhere] = (await read(address)).events;
      expect(elsewhere).toMatchObject({ uid: before?.uid, place: 'Quay 1, Kiel' });
      expect(elsewhere?.sequence).toBeGreaterThan(before?.sequence ?? Number.NaN);
      await admin.visit.step({ body: { id, step: 'CANCEL', reason: 'Customer is ill' } });
      const [cancelled] = (await read(address)).events;
      expect(cancelled).toMatchObject({ uid: before?.uid, status: 'CANCELLED' });
      expect(cancelled?.title).toMatch(/^Cancelled: /);
      expect(cancelled?.description).toContain('Customer is ill');
    });

    it('instead of their to-dos, so that nothing stands there twice', async () => {
      const device = await buildDevice(app, { accountId: owner.accountId });
      const planned = (day: string, performer: { id: number }) =>
        admin.service.add({
          body: {
            date: noon,
            type: ['REPAIR'],
            customer: { id: device.customerId },
            devices: [{ id: device.id }],
            performedBy: { id: performer.id },
            todo: { date: day, description: 'Oil' },
          },
        });
      const colleague = await buildUser(app, {
        accountId: owner.accountId,
        planExpired: new Date('2030-01-01'),
      });
      await planned('2026-11-25', colleague);
      // Nobody goes there yet: it stays a to-do for everybody.
      await planned('2026-11-26', owner);
      const { titles } = await read(await addressOf(await app.as(colleague)));
      expect(titles).toEqual([expect.stringMatching(/^Visit: /), 'To-do: Oil']);
    });
  });

  it('contains only its own account', async () => {
    const stranger = await buildAdmin(app);
    await buildDevice(app, {
      accountId: stranger.accountId,
      transferDate: new Date('2025-12-01'),
      inspectionPeriodInMonths: 12,
    });
    await buildDue('Own', '2025-12-01');
    const { titles } = await read(await addressOf(admin));
    expect(titles).toEqual([expect.stringContaining('Own')]);
  });

  it('is written in the user’s language', async () => {
    await admin.user.setLanguage({ query: { language: 'de' } });
    await buildDue('Presse', '2025-11-01');
    expect((await read(await addressOf(admin))).titles[0]).toMatch(/^Inspektion überfällig: Presse/);
  });

  it('stays a day in the nights clocks change, for readers on both sides of the world', async () => {
    // Warsaw's clocks go forward on 29 March 2026, Auckland's go back on 5 April; both have a day of 23 or 25 hours.
    await buildDue('Forward', '2025-03-29');
    await buildDue('Back', '2025-04-05');
    for (const [timezone, now] of [
      ['Europe/Warsaw', '2026-03-28T23:30:00Z'],
      ['Pacific/Auckland', '2026-04-04T11:30:00Z'],
    ] as const) {
      app.setNow(new Date(now));
      const reader = await app.as(await buildUser(app, { accountId: owner.accountId, timezone }));
      const { events } = await read(await addressOf(reader));
      expect(events.map(({ day, days }) => [day, days])).toEqual([
        ['2026-03-29', 1],
        ['2026-04-05', 1],
      ]);
    }
    // 12:00 UTC is the next day in Auckland, where the inspection of the 5th is not overdue yet only until midnight.
    app.setNow(new Date('2026-04-05T12:30:00Z'));
    const titlesFor = async (timezone: string) =>
      (
        await read(
          await addressOf(await app.as(await buildUser(app, { accountId: owner.accountId, timezone }))),
        )
      ).titles;
    expect((await titlesFor('Europe/Warsaw'))[1]).toMatch(/^Inspection: Back/);
    expect((await titlesFor('Pacific/Auckland'))[1]).toMatch(/^Overdue inspection: Back/);
  });

  it('says only that access has ended, if it has', async () => {
    await buildDue('Press', '2025-12-01');
    const unpaid = await buildUser(app, {
      accountId: owner.accountId,
      planExpired: new Date('2026-11-01'),
      timezone: 'Pacific/Auckland',
      language: 'en',
    });
    const { events } = await read(await addressOf(await app.as(unpaid)));
    expect(events).toMatchObject([{ title: 'Your access to Servicebook has ended', day: '2026-11-22' }]);
  });

  it('is not sent again while nothing has changed', async () => {
    await buildDue('Press', '2025-12-01');
    const address = await addressOf(admin);
    const tag = (await fetchFeed(address)).headers.get('etag');
    expect(tag).toBeTruthy();
    const statusWith = async () =>
      (
        await app.anonymous.http.get(address.replace(app.deps.config.publicUrl, app.url), {
          headers: { 'If-None-Match': tag },
          validateStatus: () => true,
        })
      ).status;
    expect(await statusWith()).toBe(304);
    await buildDue('Another', '2025-12-02');
    expect(await statusWith()).toBe(200);
  });

  it('keeps names on one line, whatever they contain', async () => {
    await app.deps.db.global.account.update({
      where: { id: owner.accountId },
      data: { companyName: 'Stone;\r\nBEGIN:VEVENT\r\n\\Sons, Ltd' },
    });
    const { text, events } = await read(await addressOf(admin));
    expect(events).toEqual([]);
    expect(text.replaceAll('\r\n ', '')).toContain(
      '\r\nX-WR-CALNAME:Servicebook – Stone\\; BEGIN:VEVENT \\\\Sons\\, Ltd\r\n',
    );
  });
});
