import { addMonths } from '@servicebook/shared/calendar';
import { inspectionState } from '@servicebook/shared/inspection';
import type { InspectionSearch } from '@servicebook/shared/inspection-overview';
import { pointOf, workPlaceOf } from '@servicebook/shared/work-place';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCustomer, buildDevice, buildUser } from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';

const app = useTestApp();
let admin: Api;
let accountId: number;
const today = '2026-11-21';

beforeEach(async () => {
  app.setNow(new Date(`${today}T12:00:00Z`));
  const owner = await buildAdmin(app, { planExpired: new Date('2030-01-01') });
  accountId = owner.accountId;
  admin = await app.as(owner);
});

const build = (name: string, transferDate: string | null, more: Record<string, unknown> = {}) =>
  buildDevice(app, {
    accountId,
    name,
    transferDate: transferDate ? new Date(transferDate) : null,
    warrantyLength: 24,
    inspectionPeriodInMonths: 12,
    ...more,
  });

const inspect = (
  device: { id: number; customerId: number },
  date: string,
  given: Partial<Parameters<Api['service']['add']>[0]['body']> = {},
) =>
  admin.service.add({
    body: {
      date,
      type: ['PERIODIC_INSPECTION'],
      customer: { id: device.customerId },
      devices: [{ id: device.id }],
      period: 6,
      isToSign: true,
      ...given,
    },
  });

const search = async (body: z.input<typeof InspectionSearch> = {}) =>
  (await admin.inspection.search({ body })).content;
const namesOf = async (body: z.input<typeof InspectionSearch> = {}) =>
  (await search(body)).map(({ device }) => device.name);
const rowOf = async (id: number) => (await search()).find(({ device }) => device.id === id);

describe('the inspections overview', () => {
  it('is sorted by days to the next inspection, without those turned off', async () => {
    await build('Later', '2026-10-01');
    await build('Overdue', '2025-10-01');
    await build('Not handed over', null);
    await build('Soon', '2025-12-01');
    await build('Off', '2025-10-01', { isPeriodicInspectionEnabled: false });
    expect(await namesOf()).toEqual(['Overdue', 'Soon', 'Later', 'Not handed over']);
    const [overdue] = await search();
    expect(overdue).toMatchObject({
      lastInspection: null,
      nextInspection: '2026-10-01',
      daysToNextInspection: -51,
      lastWarrantyInspectionDone: false,
    });
    expect(await namesOf({ due: 'OVERDUE' })).toEqual(['Overdue']);
    expect(await namesOf({ due: 'SOON' })).toEqual(['Soon']);
    expect(await namesOf({ dateFrom: '2026-12-01', dateTo: '2027-10-01' })).toEqual(['Soon', 'Later']);
    // Machines without a date come last in descending order too.
    expect(await namesOf({ sort: { by: 'daysToNextInspection', direction: 'desc' } })).toEqual([
      'Later',
      'Soon',
      'Overdue',
      'Not handed over',
    ]);
    expect(await namesOf({ sort: { by: 'name', direction: 'desc' } })).toEqual([
      'Soon',
      'Overdue',
      'Not handed over',
      'Later',
    ]);
  });

  it('omits machines after their warranty on request', async () => {
    await build('Old', '2020-01-31');
    await build('Ends today', '2024-11-21');
    await build('Young', '2026-01-31');
    await build('Unknown warranty', '2020-01-31', { warrantyLength: null });
    const actual = ['Unknown warranty', 'Young'];
    expect((await namesOf({ onlyActual: true })).sort()).toEqual(actual);
    const listed = await admin.inspection.list({ params: { scope: 'onlyActual' } });
    expect(listed.map(({ device }) => device.name).sort()).toEqual(actual);
    expect(await admin.inspection.list({ params: { scope: 'all' } })).toEqual(await search());
  });

  it('agrees with every machine’s own screen, whatever happens to its protocols and earlier services', async () => {
    const device = await build('Press', '2026-01-31');
    const other = await build('Lathe', '2025-01-31', { customerId: device.customerId });
    const same = async () => {
      for (const { id } of [device, other]) {
        const {
          device: _,
          lastPeriod: __,
          periodicInspections: ___,
          pastInspections: ____,
          isLastInspectionPast: _____,
          statedInspection: ______,
          ...own
        } = await admin.machineInspection.inspection({ params: { deviceId: id } });
        expect(await rowOf(id)).toMatchObject(own);
      }
      return (await rowOf(device.id))?.lastInspection;
    };
    expect(await same()).toBeNull();
    const first = await inspect(device, '2026-10-05T10:00:00Z');
    expect(await same()).toBe('2026-10-05');
    const early = await inspect(device, '2026-09-05T10:00:00Z', { period: 3 });
    expect(await same()).toBe('2026-10-05');
    // Half an hour past midnight in the account's timezone.
    const unsigned = await inspect(device, '2026-11-08T23:30:00Z', { isToSign: false });
    expect(await same()).toBe('2026-10-05');
    const body = {
      id: unsigned.id,
      date: unsigned.date,
      type: unsigned.type,
      customer: { id: device.customerId },
      devices: [{ id: device.id }, { id: other.id }],
      period: 24,
      isToSign: true,
    };
    await admin.service.add({ body });
    expect(await same()).toBe('2026-11-09');
    await admin.service.add({ body: { ...body, type: ['REPAIR'] } });
    expect(await same()).toBe('2026-10-05');
    await admin.service.add({ body: { ...body, date: '2026-11-02T10:00:00Z' } });
    expect(await same()).toBe('2026-11-02');
    await admin.service.add({ body: { ...body, devices: [{ id: other.id }] } });
    expect(await same()).toBe('2026-10-05');
    const reopen = ({ id, date, type, period }: typeof first) =>
      admin.service.add({
        body: { id, date, type, period, customer: { id: device.customerId }, devices: [{ id: device.id }] },
      });
    await reopen(first);
    expect(await same()).toBe('2026-09-05');
    await reopen(early);
    expect(await same()).toBeNull();
    const past = { date: '2026-08-08', types: ['PERIODIC_INSPECTION' as const] };
    const { id } = await admin.pastService.insert({ body: { device: { id: device.id }, ...past } });
    expect(await same()).toBe('2026-08-08');
    await admin.pastService.delete({ params: { id } });
    expect(await same()).toBeNull();
  });

  it('follows a change of the account’s timezone', async () => {
    const device = await build('Press', '2026-01-31');
    await inspect(device, '2026-11-08T23:30:00Z');
    expect((await rowOf(device.id))?.lastInspection).toBe('2026-11-09');
    await app.deps.db.global.account.update({ where: { id: accountId }, data: { timezone: 'UTC' } });
    expect((await rowOf(device.id))?.lastInspection).toBe('2026-11-08');
  });

  it('keeps the later of two protocols signed at the same moment', async () => {
    const device = await build('Press', '2026-01-31');
    const days = ['02', '03', '04', '05', '06', '07'];
    const drafts = [];
    for (const day of days)
      drafts.push(await inspect(device, `2026-11-${day}T10:00:00Z`, { isToSign: false }));
    await Promise.all(drafts.map(({ id, date }) => inspect(device, date, { id })));
    expect((await rowOf(device.id))?.lastInspection).toBe('2026-11-07');
  });

  it('counts months like the shared rule, at the ends of months and in leap years', async () => {
    const machines = ['2024-02-29', '2025-08-31', '2026-01-31', '2023-12-30'].flatMap((transferDate) =>
      [1, 6, 12, 13].map((months) => ({ transferDate, months })),
    );
    for (const { transferDate, months } of machines)
      await build(`${transferDate} ${months}`, transferDate, { inspectionPeriodInMonths: months });
    const rows = await search({ size: 100 });
    expect(rows).toHaveLength(machines.length);
    for (const { transferDate, months } of machines) {
      const device = {
        transferDate,
        warrantyLength: 24,
        isPeriodicInspectionEnabled: true,
        inspectionPeriodInMonths: months,
        statedInspectionDate: null,
        inspectionStatedOn: null,
      };
      const {
        lastPeriod: _,
        isLastInspectionPast: __,
        statedInspection: ___,
        ...expected
      } = inspectionState(...([device, [], today] as const));
      expect(expected.nextInspection).toBe(addMonths(transferDate, months));
      expect(rows.find((row) => row.device.name === `${transferDate} ${months}`)).toMatchObject(expected);
    }
  });

  it('follows what is stated like the shared rule, whatever was done before and after', async () => {
    const stated = { statedInspectionDate: '2027-03-12', inspectionStatedOn: '2026-11-20' };
    const past = ['2026-11-19', '2026-11-20', '2026-11-21', null];
    const machines = past.flatMap((last) =>
      [true, false].flatMap((isPeriodicInspectionEnabled) =>
        [null, 12].flatMap((inspectionPeriodInMonths) =>
          ['2026-01-31', null].map((transferDate) => ({
            ...{ last, isPeriodicInspectionEnabled, inspectionPeriodInMonths, transferDate },
          })),
        ),
      ),
    );
    const states = await Promise.all(
      machines.map(async ({ last, transferDate, ...own }) => {
        const { id } = await build('Press', transferDate, {
          ...own,
          statedInspectionDate: new Date(stated.statedInspectionDate),
          inspectionStatedOn: new Date(stated.inspectionStatedOn),
        });
        if (last)
          await admin.pastService.insert({
            body: { device: { id }, date: last, types: ['PERIODIC_INSPECTION'] },
          });
        const done = last ? [{ date: last, period: null }] : [];
        const whole = { ...own, ...stated, transferDate, warrantyLength: null };
        const { nextInspection } = await admin.device.findById({ params: { id } });
        return [nextInspection, inspectionState(whole, done, today).nextInspection];
      }),
    );
    for (const [column, rule] of states) expect(column).toBe(rule);
    expect(new Set(states.map(([column]) => column))).toEqual(
      new Set([null, '2027-03-12', '2027-11-20', '2027-11-21']),
    );
  });

  it('finds by the text search of the machine list, and refuses a range of days in reverse', async () => {
    const { id: customerId } = await buildCustomer(app, { accountId, shortName: 'Młyn' });
    await build('Press', '2026-01-31', { customerId });
    await build('Lathe', '2026-01-31', { status: 'BROKEN' });
    expect(await namesOf({ text: 'mlyn' })).toEqual(['Press']);
    expect(await namesOf({ text: 'broken' })).toEqual(['Lathe']);
    expect(
      await refusal(admin.inspection.search({ body: { dateFrom: '2026-12-02', dateTo: '2026-12-01' } })),
    ).toMatchObject({ status: 400, fields: { dateTo: 'DATE_BEFORE_START' } });
  });

  it('is found by ids to be chosen, the most urgent first, also more than fit on a page', async () => {
    const later = await build('Later', '2026-10-01');
    const overdue = await build('Overdue', '2025-10-01');
    await build('Off', '2025-10-01', { isPeriodicInspectionEnabled: false });
    const unknown = await build('Not handed over', null);
    const found = await admin.inspection.findIds({ body: {} });
    expect(found).toEqual([overdue.id, later.id, unknown.id]);
    expect(await admin.inspection.findIds({ body: { due: 'OVERDUE' } })).toEqual([overdue.id]);
    const ids = [...found, ...Array.from({ length: 400 }, (_, index) => 1_000_000 + index)];
    expect(await search({ ids, size: 100 })).toHaveLength(3);
  });

  it('is exported as a table, harmless in spreadsheets', async () => {
    await build('=cmd()', '2025-12-01');
    const file = async (format: 'csv' | 'xlsx') =>
      (
        await admin.http.post(
          '/api/device/periodicInspections/export',
          { format },
          { responseType: 'arraybuffer' },
        )
      ).data as Buffer;
    const [header, row] = linesOf((await file('csv')).toString('utf8'));
    expect(header).toContain('Machine;Serial number;Status');
    expect(row).toMatch(/^'=cmd\(\);/);
    expect(row).toContain(';10;');
    expect((await file('xlsx')).subarray(0, 2).toString()).toBe('PK');
  });

  it('returns the points of a map and the days of a calendar month', async () => {
    await build('Here', '2025-12-01', { gpsLatitude: 51, gpsLongitude: 19 });
    for (const name of ['A', 'B', 'C', 'D']) await build(name, '2025-12-15');
    await build('January', '2026-01-01');
    const { total, points } = await admin.inspection.points({ body: {} });
    expect(total).toBe(6);
    expect(points).toMatchObject([{ name: 'Here', latitude: 51, longitude: 19, daysToNextInspection: 10 }]);
    const days = await admin.inspection.calendar({ body: { month: '2026-12' } });
    expect(days).toMatchObject([
      { date: '2026-12-01', count: 1, daysToNextInspection: 10 },
      { date: '2026-12-15', count: 4 },
    ]);
    expect(days[1]?.devices.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  });
});

describe('machines without a point of their own', () => {
  it('are where their customer is, unless they stand at another address', async () => {
    const office = { streetAddress: 'Office 1', zipCode: '90-001', city: 'Łódź', country: 'PL' };
    const position = { gpsLatitude: 51.772, gpsLongitude: 19.461 };
    const { id: customerId } = await buildCustomer(app, { accountId, ...office, ...position });
    const due = (name: string, more: object) => build(name, '2026-01-01', { customerId, ...more });
    await due('Own point', { ...office, gpsLatitude: 50, gpsLongitude: 20 });
    await due('No address', {});
    await due('Same address', office);
    await due('Same country', { country: 'PL' });
    await due('Other street', { ...office, streetAddress: 'Works 9' });
    await due('Town alone', { city: 'Łódź' });
    await due('Other postal code', { zipCode: '30-001' });
    await due('Other country', { country: 'DE' });
    const { total, points } = await admin.inspection.points({ body: {} });
    expect(total).toBe(8);
    const byName = points.toSorted((one, other) => one.name.localeCompare(other.name));
    const atCustomer = { latitude: 51.772, longitude: 19.461, isCustomers: true };
    expect(
      byName.map(({ name, latitude, longitude, isCustomers }) => ({
        name,
        latitude,
        longitude,
        isCustomers,
      })),
    ).toEqual([
      { name: 'No address', ...atCustomer },
      { name: 'Own point', latitude: 50, longitude: 20, isCustomers: false },
      { name: 'Same address', ...atCustomer },
      { name: 'Same country', ...atCustomer },
    ]);
    // The rule in SQL is the one that lists and documents use.
    const machines = await admin.device.findByCustomer({ params: { id: customerId } });
    const customer = await admin.customer.findById({ params: { id: customerId } });
    const places = machines.map((machine) => ({ name: machine.name, place: workPlaceOf(customer, machine) }));
    expect(places.flatMap(({ name, place }) => (pointOf(place) ? [name] : [])).sort()).toEqual(
      byName.map(({ name }) => name),
    );
    const near = { latitude: 51.77, longitude: 19.46, kilometres: 1 };
    expect((await namesOf({ near })).sort()).toEqual(['No address', 'Same address', 'Same country']);
  });
});

describe('planned inspections', () => {
  const plan = (device: { id: number; customerId: number }, given: object = {}) =>
    admin.visit.save({
      body: {
        customer: { id: device.customerId },
        devices: [{ id: device.id }],
        types: ['PERIODIC_INSPECTION'],
        ...given,
      },
    });
  const names = async (body: z.input<typeof InspectionSearch>) =>
    (await search(body)).map(({ device }) => device.name).sort();

  it('say for when and with whom; repairs and visits that are over do not count', async () => {
    const [planned, repaired, done] = [
      await build('Planned', '2026-01-01'),
      await build('Repaired', '2026-01-01'),
      await build('Done', '2026-01-01'),
    ];
    const { id: userId } = await buildUser(app, { accountId, firstName: 'Jan', lastName: 'Nowak' });
    await plan(planned);
    const sooner = await plan(planned, { day: '2026-12-07', technicians: [{ id: userId }] });
    await plan(repaired, { types: ['REPAIR'], day: '2026-12-07' });
    const over = await plan(done, { day: '2026-12-07' });
    await admin.visit.step({ body: { id: over.id, step: 'CANCEL', reason: 'Closed' } });
    const rows = new Map((await search()).map((row) => [row.device.name, row.planned]));
    expect(rows.get('Planned')).toEqual({
      id: sooner.id,
      day: '2026-12-07',
      technicians: [{ id: userId, firstName: 'Jan', lastName: 'Nowak' }],
    });
    expect(rows.get('Repaired')).toBeNull();
    expect(rows.get('Done')).toBeNull();
    expect(await names({ planned: 'PLANNED' })).toEqual(['Planned']);
    expect(await names({ planned: 'UNPLANNED' })).toEqual(['Done', 'Repaired']);
    expect(await names({ ids: [repaired.id] })).toEqual(['Repaired']);
  });

  it('are found by category, customer and distance', async () => {
    const here = await build('Here', '2026-01-01', { gpsLatitude: 52.2297, gpsLongitude: 21.0122 });
    await build('Kraków', '2026-01-01', { gpsLatitude: 50.0647, gpsLongitude: 19.945 });
    await build('Nowhere', '2026-01-01');
    const near = (kilometres: number) => names({ near: { latitude: 52.23, longitude: 21.01, kilometres } });
    expect(await near(1)).toEqual(['Here']);
    // The straight line is 252 km.
    expect(await near(251)).toEqual(['Here']);
    expect(await near(253)).toEqual(['Here', 'Kraków']);
    expect(await names({ categoryId: here.categoryId })).toEqual(['Here']);
    expect(await names({ customerId: here.customerId })).toEqual(['Here']);
  });
});
