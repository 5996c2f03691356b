import { addMonths } from '@servicebook/shared/calendar';
import type { Place } from '@servicebook/shared/distance';
import { liesIn, type MapArea, type MapPart } from '@servicebook/shared/geo';
import { inspectionState } from '@servicebook/shared/inspection';
import {
  type InspectionMapFilter,
  type InspectionSearch,
  maxPoints,
  soonDays,
} from '@servicebook/shared/inspection-overview';
import { pointOf, workPlaceOf } from '@servicebook/shared/work-place';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCategory, buildCustomer, buildDevice, buildUser } from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';

const app = useTestApp();
let admin: Api;
let accountId: number;
let admins: { accountId: number; id: number };
const today = '2026-11-21';

beforeEach(async () => {
  app.setNow(new Date(`${today}T12:00:00Z`));
  const owner = await buildAdmin(app, { planExpired: new Date('2030-01-01') });
  accountId = owner.accountId;
  admins = owner;
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

describe('a map of many machines', () => {
  type Points = Awaited<ReturnType<Api['inspection']['pointsInPart']>>;
  const world = { west: -180, south: -90, east: 180, north: 90 };
  const show = (part: MapPart, filter: z.input<typeof InspectionMapFilter> = {}, api = admin) =>
    api.inspection.pointsInPart({ body: { ...filter, part } });
  /** How many machines an answer shows, and their urgency. */
  const sumsOf = ({ points, clusters }: Points) => ({
    count: points.length + sum(clusters.map(({ count }) => count)),
    overdue:
      points.filter(({ daysToNextInspection: days }) => days !== null && days < 0).length +
      sum(clusters.map(({ overdue }) => overdue)),
    soon:
      points.filter(({ daysToNextInspection: days }) => days !== null && days >= 0 && days <= soonDays)
        .length + sum(clusters.map(({ soon }) => soon)),
  });
  const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

  /** The same numbers in every run, from 0 to 1. */
  function numbers() {
    let last = 7;
    return () => {
      last = (last * 48_271) % 2_147_483_647;
      return last / 2_147_483_647;
    };
  }

  /** A place for each machine, for some that of their customer; and machines of which a map shows nothing. */
  async function fill(places: Place[], { atCustomer = 0, user = admins } = {}) {
    const { accountId: account } = user;
    const { id: categoryId } = await buildCategory(app, { accountId: account });
    const { id: elsewhere } = await buildCustomer(app, { accountId: account });
    const customers = new Map<number, number>();
    for (const [at, { latitude, longitude }] of places.slice(0, atCustomer).entries()) {
      const position = { gpsLatitude: latitude, gpsLongitude: longitude };
      customers.set(at, (await buildCustomer(app, { accountId: account, ...position })).id);
    }
    const days = ['2025-10-01', '2025-12-01', '2026-10-01', null];
    const machines = places.map(({ latitude, longitude }, at) => {
      const customerId = customers.get(at);
      const transferDate = days[at % days.length];
      return {
        ...{ accountId: account, categoryId, name: `M${at}`, inspectionPeriodInMonths: 12 },
        transferDate: transferDate ? new Date(transferDate) : null,
        customerId: customerId ?? elsewhere,
        ...(customerId ? {} : { gpsLatitude: latitude, gpsLongitude: longitude }),
      };
    });
    const [first] = machines;
    const archived = { archivedAt: new Date(), archivedReason: 'SOLD', archivedById: user.id } as const;
    const hidden = [
      { ...first, name: 'Archived', customerId: elsewhere, ...archived },
      { ...first, name: 'Off', customerId: elsewhere, isPeriodicInspectionEnabled: false },
    ] as typeof machines;
    await app.deps.db.of({ accountId: account }).device.createMany({ data: [...machines, ...hidden] });
  }

  /** All over the globe, most of them in towns. */
  function placesOf(count: number): Place[] {
    const next = numbers();
    const towns = Array.from({ length: 12 }, () => ({
      latitude: -70 + 140 * next(),
      longitude: -180 + 360 * next(),
    }));
    return Array.from({ length: count }, (_, at) => {
      const town = at % 4 > 0 ? towns[at % towns.length] : undefined;
      if (!town) return { latitude: -90 + 180 * next(), longitude: -180 + 360 * next() };
      const near = { latitude: town.latitude + next() / 5, longitude: town.longitude + next() / 5 };
      return { ...near, longitude: Math.min(180, near.longitude) };
    });
  }

  it('says where they all are; only a few are named at once', async () => {
    const places = placesOf(maxPoints);
    await fill(places, { atCustomer: 20 });
    const latitudes = places.map(({ latitude }) => latitude);
    const longitudes = places.map(({ longitude }) => longitude);
    const area = {
      ...{ west: Math.min(...longitudes), east: Math.max(...longitudes) },
      ...{ south: Math.min(...latitudes), north: Math.max(...latitudes) },
    };
    const few = await admin.inspection.points({ body: {} });
    expect(few).toMatchObject({ total: maxPoints, placed: maxPoints, area });
    expect(few.points.map(({ name }) => name).sort()).toEqual(places.map((_, at) => `M${at}`).sort());
    await build('Nowhere', '2026-01-01');
    await build('One more', '2026-01-01', { gpsLatitude: 50, gpsLongitude: 20 });
    expect(await admin.inspection.points({ body: {} })).toEqual({
      ...{ total: maxPoints + 2, placed: maxPoints + 1, area, points: [] },
    });
    expect(await admin.inspection.points({ body: { text: 'Nowhere' } })).toEqual({
      ...{ total: 1, placed: 0, area: null, points: [] },
    });
  });

  it('has each machine once, in tiles of any size', async () => {
    const places = placesOf(900);
    await fill(places, { atCustomer: 30 });
    const rows = await admin.inspection.list({ params: { scope: 'all' } });
    const days = rows.flatMap(({ daysToNextInspection: left }) => left ?? []);
    const expected = {
      count: places.length,
      overdue: days.filter((left) => left < 0).length,
      soon: days.filter((left) => left >= 0 && left <= soonDays).length,
    };
    for (const zoom of [0, 1, 2, 3]) {
      const tiles = 2 ** zoom;
      const latitudeOf = (tile: number) =>
        (Math.atan(Math.sinh(Math.PI * (1 - (2 * tile) / tiles))) * 180) / Math.PI;
      const all = { count: 0, overdue: 0, soon: 0 };
      for (let x = 0; x < tiles; x++)
        for (let y = 0; y < tiles; y++) {
          // A little inside of the tile: the answer is of whole cells.
          const part = {
            ...{ west: ((x + 0.01) / tiles) * 360 - 180, east: ((x + 0.99) / tiles) * 360 - 180 },
            ...{ south: latitudeOf(y + 0.99), north: latitudeOf(y + 0.01), zoom },
          };
          const sums = sumsOf(await show(part));
          for (const name of ['count', 'overdue', 'soon'] as const) all[name] += sums[name];
        }
      expect({ zoom, ...all }).toEqual({ zoom, ...expected });
    }
  });

  it('has all of a view, and none that is further than a cell', async () => {
    const places = placesOf(900);
    await fill(places, { atCustomer: 30 });
    const within = (area: MapArea) => places.filter((place) => liesIn(area, place)).length;
    const next = numbers();
    for (let run = 0; run < 60; run++) {
      const zoom = Math.floor(next() * 9);
      const cell = 360 / (4 * 2 ** zoom);
      const [latitude, longitude] = [-80 + 160 * next(), -180 + 360 * next()];
      const part = {
        west: longitude,
        // Every third crosses the 180th meridian, if it is wide enough.
        east: run % 3 === 0 ? -180 + 20 * next() : Math.min(180, longitude + 12 * cell * next()),
        south: latitude,
        north: Math.min(90, latitude + 12 * cell * next()),
        zoom: run % 3 === 0 ? Math.min(zoom, 3) : zoom,
      };
      const { count } = sumsOf(await show(part));
      const size = Math.max(cell, 360 / (4 * 2 ** part.zoom));
      const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
      const wide = (part.east - part.west + 360) % 360 > 360 - 2 * size;
      const around = {
        ...(wide
          ? { west: -180, east: 180 }
          : { west: wrapped(part.west - size), east: wrapped(part.east + size) }),
        ...{ south: part.south - size, north: part.north + size },
      };
      expect(count, JSON.stringify(part)).toBeGreaterThanOrEqual(within(part));
      expect(count, JSON.stringify(part)).toBeLessThanOrEqual(within(around));
    }
  });

  it('shows both sides of the 180th meridian', async () => {
    const at = (longitude: number) => ({ latitude: -17.5, longitude });
    await fill([at(-179.5), at(179.5), at(180), at(-180), at(0)]);
    const part = { west: 179, east: -179, south: -18, north: -17, zoom: 6 };
    const names = (await show(part)).points.map(({ name }) => name);
    expect(names.sort()).toEqual(['M0', 'M1', 'M2', 'M3']);
    const others = await show({ ...part, west: -179, east: 179 });
    expect(others.points.map(({ name }) => name)).toContain('M4');
  });

  it('counts a place where many stand, and names the most urgent from near', async () => {
    const gate = { latitude: 50.061947, longitude: 19.936856 };
    const hall = { latitude: 50.0623, longitude: 19.9374 };
    await fill([...Array.from({ length: maxPoints + 100 }, () => gate), hall]);
    const { points, clusters } = await show({ ...world, zoom: 4 });
    expect(points).toEqual([]);
    expect(clusters).toEqual([
      expect.objectContaining({ count: maxPoints + 101, overdue: 126, soon: 125, opensAt: 18 }),
    ]);
    expect(clusters[0]?.latitude).toBeCloseTo(gate.latitude, 5);
    expect(clusters[0]?.longitude).toBeCloseTo(gate.longitude, 5);
    const near = await show({ west: 19.93, east: 19.94, south: 50.06, north: 50.07, zoom: 18 });
    expect(near.points).toHaveLength(maxPoints);
    expect(sumsOf(near)).toEqual({ count: maxPoints + 101, overdue: 126, soon: 125 });
    // Those named are overdue, due soon or due; those counted are in no hurry.
    expect(near.clusters.map(({ overdue, soon }) => overdue + soon)).toEqual(near.clusters.map(() => 0));
  });

  it('opens cells where their machines come apart', async () => {
    const far = Array.from({ length: maxPoints }, () => ({ latitude: 10, longitude: 10 }));
    await fill([...far, { latitude: 52, longitude: 21 }, { latitude: 52, longitude: 21.1 }]);
    const pair = (await show({ ...world, zoom: 4 })).clusters.find(({ count }) => count === 2);
    expect(pair).toMatchObject({ latitude: 52, longitude: 21.05 });
    const opened = await show({ ...world, west: 20, east: 22, zoom: pair?.opensAt ?? 0 });
    expect(pair?.opensAt).toBe(11);
    expect(opened.points).toHaveLength(2);
  });

  it('stays small for the whole world from near', async () => {
    await fill(placesOf(1500));
    const { points, clusters } = await show({ ...world, zoom: 22 });
    expect(sumsOf({ points, clusters }).count).toBe(1500);
    expect(points.length + clusters.length).toBeLessThanOrEqual(800);
  });

  it('follows the filter, and shows no other company’s machines', async () => {
    await fill(placesOf(600), { atCustomer: 10 });
    const other = await buildAdmin(app, { planExpired: new Date('2030-01-01') });
    const theirs = await app.as(other);
    await fill(placesOf(500), { user: other });
    const part = { ...world, zoom: 1 };
    expect(sumsOf(await show(part)).count).toBe(600);
    expect(sumsOf(await show(part, {}, theirs)).count).toBe(500);
    expect(sumsOf(await show(part, { due: 'OVERDUE' }))).toMatchObject({ count: 150, overdue: 150, soon: 0 });
    expect(sumsOf(await show(part, { due: 'SOON' }))).toMatchObject({ count: 150, overdue: 0, soon: 150 });
    expect((await show(part, { text: 'M17' })).points.length).toBe(
      (await search({ text: 'M17', size: 50 })).length,
    );
    const atCustomer = (await search({ text: 'M3', size: 200 })).find(({ device }) => device.name === 'M3');
    const customerId = atCustomer?.device.customer.id;
    expect(sumsOf(await show(part, { customerId })).count).toBe(1);
  });

  it('refuses a part that does not exist', async () => {
    const part = { ...world, zoom: 2 };
    for (const [wrong, field] of [
      [{ ...part, south: 50, north: 49 }, 'part.north'],
      [{ ...part, west: -181 }, 'part.west'],
      [{ ...part, north: 91 }, 'part.north'],
      [{ ...part, zoom: 2.5 }, 'part.zoom'],
      [{ ...part, zoom: 23 }, 'part.zoom'],
    ] as const)
      expect(await refusal(show(wrong))).toMatchObject({
        status: 400,
        fields: { [field]: 'INVALID' },
      });
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
