import { serviceTypes } from '@servicebook/shared/service';
import { namedMachines } from '@servicebook/shared/statistics';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildCategory,
  buildCustomer,
  buildDevice,
  buildService,
  buildTodo,
  buildUser,
} from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';
import { countLockWaits } from '../../testing/lock-waits.ts';

const app = useTestApp();
let admin: Api;
let accountId: number;
let ownerId: number;

beforeEach(async () => {
  app.setNow(new Date('2026-11-21T12:00:00Z'));
  const owner = await buildAdmin(app, {
    firstName: 'Anna',
    lastName: 'Żak',
    timezone: 'Europe/Warsaw',
    planExpired: new Date('2030-01-01'),
  });
  ({ accountId, id: ownerId } = owner);
  admin = await app.as(owner);
});

type Span = NonNullable<Parameters<Api['statistics']['overview']>[0]>['query'];
const usersIn = async (query: Span = {}) =>
  (await admin.statistics.servicesUsers({ query })).map((row) => [
    row.lastName,
    row.firstName,
    row.countUserServices,
    row.countUserSignedServices,
  ]);
const protocol = (given: Partial<Parameters<typeof buildService>[1]> = {}) =>
  buildService(app, {
    accountId,
    userId: ownerId,
    ...(given.state === 'SIGNED' && { currentVersion: 1 }),
    ...given,
  });

describe('protocols by employee', () => {
  it('are counted, all and signed, for every employee, by last name', async () => {
    const piotr = await buildUser(app, { accountId, firstName: 'Piotr', lastName: 'Łoś' });
    await buildUser(app, { accountId, firstName: 'Zofia', lastName: 'Lis' });
    await protocol({ userId: piotr.id, state: 'SIGNED' });
    await protocol({ userId: piotr.id });
    await protocol();
    expect(await usersIn()).toEqual([
      ['Lis', 'Zofia', 0, 0],
      ['Łoś', 'Piotr', 2, 1],
      ['Żak', 'Anna', 1, 0],
    ]);
    const [row] = await admin.statistics.servicesUsers();
    expect(Object.keys(row ?? {}).sort()).toEqual([
      'countUserServices',
      'countUserSignedServices',
      'firstName',
      'lastName',
      'userId',
    ]);
  });

  it('include former employees only if they have protocols', async () => {
    const gone = await buildUser(app, { accountId, firstName: 'Jan', lastName: 'Były', active: false });
    await buildUser(app, { accountId, lastName: 'Nigdy', active: false });
    await protocol({ userId: gone.id });
    expect(await usersIn()).toEqual([
      ['Były', 'Jan', 1, 0],
      ['Żak', 'Anna', 0, 0],
    ]);
    expect(await usersIn({ dateFrom: '2026-12-01' })).toEqual([['Żak', 'Anna', 0, 0]]);
  });

  it('count days in the caller’s timezone, both ends included, with or without T00:00', async () => {
    for (const date of [
      '2026-10-31T22:59:59Z',
      '2026-10-31T23:00:00Z',
      '2026-11-30T22:59:59Z',
      '2026-11-30T23:00:00Z',
    ])
      await protocol({ date: new Date(date) });
    const inNovember = [['Żak', 'Anna', 2, 0]];
    expect(await usersIn({ dateFrom: '2026-11-01T00:00', dateTo: '2026-11-30T00:00' })).toEqual(inNovember);
    expect(await usersIn({ dateFrom: '2026-11-01', dateTo: '2026-11-30' })).toEqual(inNovember);
    expect(await usersIn({ dateTo: '2026-10-31' })).toEqual([['Żak', 'Anna', 1, 0]]);
    expect(await usersIn({ dateFrom: '2026-12-01' })).toEqual([['Żak', 'Anna', 1, 0]]);
    expect(await usersIn()).toEqual([['Żak', 'Anna', 4, 0]]);
  });

  it('are refused for a range of days in reverse, at the field', async () => {
    const query = { dateFrom: '2026-11-20', dateTo: '2026-11-01' };
    const refused = { status: 400, fields: { dateTo: 'DATE_BEFORE_START' } };
    expect(await refusal(admin.statistics.servicesUsers({ query }))).toMatchObject(refused);
    expect(await refusal(admin.statistics.overview({ query }))).toMatchObject(refused);
    const exported = admin.http.post('/api/statistics/export', { ...query, table: 'USERS', format: 'csv' });
    expect(await refusal(exported)).toMatchObject(refused);
    expect(await refusal(admin.statistics.servicesUsers({ query: { dateFrom: 'soon' } }))).toMatchObject({
      status: 400,
      fields: { dateFrom: 'INVALID' },
    });
  });
});

/** A year of a workshop, by a generator that always draws the same. */
async function buildYear() {
  let seed = 7;
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const categories = [
    await buildCategory(app, { accountId, name: 'Presses' }),
    await buildCategory(app, { accountId, name: 'Saws' }),
    await buildCategory(app, { accountId, name: 'Never broken' }),
  ];
  const customers = [await buildCustomer(app, { accountId }), await buildCustomer(app, { accountId })];
  const machines = [];
  for (let index = 0; index < 15; index++)
    machines.push(
      await buildDevice(app, {
        accountId,
        name: `M${String(index).padStart(2, '0')}`,
        categoryId: (categories[index === 14 ? 2 : index % 2] as { id: number }).id,
        customerId: (customers[index % 2] as { id: number }).id,
      }),
    );
  const db = app.deps.db.of({ accountId });
  const protocols = [];
  for (let index = 0; index < 70; index++) {
    const device = machines[draw(14)] as (typeof machines)[number];
    const date = new Date(Date.UTC(2026, draw(2) * 5 + draw(3), 1 + draw(28), draw(24)));
    const some = serviceTypes.filter((type) => (type === 'REPAIR' ? draw(3) > 0 : draw(4) === 0));
    const types = some.length > 0 ? some : (['INSTALLATION'] as const).slice();
    const state = draw(3) === 0 ? ('NEW' as const) : ('SIGNED' as const);
    const service = await protocol({ deviceId: device.id, date, types, state });
    const devices = [device];
    const other = machines[draw(14)] as (typeof machines)[number];
    if (draw(4) === 0 && other.id !== device.id) {
      await db.serviceDevice.create({ data: { accountId, serviceId: service.id, deviceId: other.id } });
      devices.push(other);
    }
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Warsaw' }).format(date);
    protocols.push({
      id: service.id,
      day,
      types,
      signed: state === 'SIGNED',
      customer: device.customerId,
      devices,
    });
  }
  return { categories, machines, protocols };
}
type Protocol = Awaited<ReturnType<typeof buildYear>>['protocols'][number];

const countsOf = (of: Protocol[]) => ({ all: of.length, signed: of.filter(({ signed }) => signed).length });
const mean = (values: number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
/** The days of a machine's repairs, and between them. */
function repairsOf(protocols: Protocol[], deviceId: number) {
  const days = protocols
    .filter(({ types, devices }) => types.includes('REPAIR') && devices.some(({ id }) => id === deviceId))
    .map(({ day }) => day)
    .sort();
  const between = days
    .slice(1)
    .map((day, index) => (Date.parse(day) - Date.parse(days[index] ?? '')) / 864e5);
  return { repairs: days.length, between };
}

describe('the overview', () => {
  it.each([
    ['of a year', '2026-01-01', '2026-12-31'],
    ['of some weeks', '2026-02-10', '2026-06-20'],
  ])('%s agrees with counting by hand', async (_, dateFrom, dateTo) => {
    const { categories, machines, protocols } = await buildYear();
    const inside = protocols.filter(({ day }) => day >= dateFrom && day <= dateTo);
    const overview = await admin.statistics.overview({ query: { dateFrom, dateTo } });

    const repaired = machines
      .map((machine) => ({ ...machine, ...repairsOf(inside, machine.id) }))
      .filter(({ repairs }) => repairs > 0);
    const close = (days: number | null) => (days === null ? null : expect.closeTo(days, 6));
    expect(overview.totals).toEqual({
      ...countsOf(inside),
      customers: new Set(inside.map(({ customer }) => customer)).size,
      machines: new Set(inside.flatMap(({ devices }) => devices.map(({ id }) => id))).size,
      repairs: repaired.reduce((sum, { repairs }) => sum + repairs, 0),
      daysBetweenRepairs: close(mean(repaired.flatMap(({ between }) => between))),
    });

    for (const { month, ...counts } of overview.months)
      expect(counts).toEqual(countsOf(inside.filter(({ day }) => day.startsWith(month))));
    const months = inside.map(({ day }) => Number(day.slice(5, 7)));
    expect(overview.months.map(({ month }) => Number(month.slice(5)))).toEqual(
      Array.from(
        { length: Math.max(...months) - Math.min(...months) + 1 },
        (_, index) => Math.min(...months) + index,
      ),
    );

    expect(Object.fromEntries(overview.types.map(({ type, ...counts }) => [type, counts]))).toEqual(
      Object.fromEntries(
        serviceTypes
          .map((type) => [type, countsOf(inside.filter(({ types }) => types.includes(type)))] as const)
          .filter(([, { all }]) => all > 0),
      ),
    );

    const byCategory = categories
      .map(({ id, name }) => {
        const own = repaired.filter(({ categoryId }) => categoryId === id);
        return {
          id,
          name,
          machines: machines.filter(({ categoryId }) => categoryId === id).length,
          repairs: own.reduce((sum, { repairs }) => sum + repairs, 0),
          daysBetweenRepairs: close(mean(own.flatMap(({ between }) => between))),
        };
      })
      .filter(({ repairs }) => repairs > 0)
      .sort((a, b) => b.repairs - a.repairs);
    expect(byCategory).toHaveLength(2);
    expect(overview.categories).toEqual(byCategory);

    const most = repaired.map(({ repairs }) => repairs).sort((a, b) => b - a);
    expect(overview.mostRepaired.map(({ repairs }) => repairs)).toEqual(most.slice(0, namedMachines));
    const shortest = repaired
      .flatMap(({ between }) => mean(between) ?? [])
      .sort((a, b) => a - b)
      .slice(0, namedMachines);
    expect(overview.shortestBetweenRepairs.map(({ daysBetweenRepairs }) => daysBetweenRepairs)).toEqual(
      shortest.map(close),
    );
    for (const row of [...overview.mostRepaired, ...overview.shortestBetweenRepairs]) {
      const own = repaired.find(({ id }) => id === row.id);
      expect(row).toMatchObject({
        name: own?.name,
        repairs: own?.repairs,
        daysBetweenRepairs: close(mean(own?.between ?? [])),
        customer: { id: own?.customerId },
        category: { id: own?.categoryId },
      });
    }
  });

  it('orders equal machines by their names, and counts days from the first repair to the last', async () => {
    const parents = {
      accountId,
      categoryId: (await buildCategory(app, { accountId })).id,
      customerId: (await buildCustomer(app, { accountId })).id,
    };
    const repaired = async (name: string, ...days: string[]) => {
      const machine = await buildDevice(app, { ...parents, name });
      // Just before midnight there, when it is another day in UTC.
      for (const day of days)
        await protocol({ deviceId: machine.id, date: new Date(`${day}T22:30:00Z`), types: ['REPAIR'] });
    };
    const alphabet = Array.from({ length: namedMachines + 2 }, (_, at) => String.fromCharCode(90 - at));
    for (const name of alphabet) await repaired(name, '2026-03-01');
    // Of a later day, but with an earlier id.
    await repaired('Ź', '2026-09-11', '2026-08-11', '2026-08-11');
    await repaired('Ź2', '2026-09-11', '2026-08-12');
    const { mostRepaired, shortestBetweenRepairs } = await admin.statistics.overview({
      query: { dateFrom: '2026-01-01' },
    });
    expect(mostRepaired.map(({ name, repairs }) => [name, repairs])).toEqual([
      ['Ź', 3],
      ['Ź2', 2],
      ...alphabet
        .toSorted()
        .slice(0, namedMachines - 2)
        .map((name) => [name, 1]),
    ]);
    expect(shortestBetweenRepairs.map(({ name, daysBetweenRepairs }) => [name, daysBetweenRepairs])).toEqual([
      ['Ź', 15.5],
      ['Ź2', 30],
    ]);
  });

  it('counts the machines of a protocol by its day and its types as they are now', async () => {
    const service = await protocol({ date: new Date('2026-05-05T12:00:00Z'), types: ['INSTALLATION'] });
    const other = await buildDevice(app, { accountId });
    const db = app.deps.db.of({ accountId });
    const where = { accountId_id: { accountId, id: service.id } };
    const counted = async (month: string) => {
      const query = { dateFrom: `${month}-01`, dateTo: `${month}-28` };
      const { machines, repairs } = (await admin.statistics.overview({ query })).totals;
      return { machines, repairs };
    };
    expect(await counted('2026-05')).toEqual({ machines: 1, repairs: 0 });
    await db.service.update({ where, data: { types: ['INSTALLATION', 'REPAIR'] } });
    expect(await counted('2026-05')).toEqual({ machines: 1, repairs: 1 });
    await db.serviceDevice.create({ data: { accountId, serviceId: service.id, deviceId: other.id } });
    expect(await counted('2026-05')).toEqual({ machines: 2, repairs: 2 });
    await db.service.update({ where, data: { date: new Date('2026-07-07T12:00:00Z') } });
    expect(await counted('2026-05')).toEqual({ machines: 0, repairs: 0 });
    expect(await counted('2026-07')).toEqual({ machines: 2, repairs: 2 });
    await db.service.update({
      where,
      data: {
        state: 'SIGNED',
        currentVersion: 1,
        withdrawnAt: new Date(),
        withdrawnById: ownerId,
        withdrawReason: 'Wrong machine',
      },
    });
    expect(await counted('2026-07')).toEqual({ machines: 0, repairs: 0 });
    expect((await admin.statistics.overview()).totals).toMatchObject({ machines: 0, repairs: 0 });
  });

  it('counts a machine by the day that the protocol gets while the machine is being added', async () => {
    const service = await protocol({ date: new Date('2026-05-05T12:00:00Z') });
    const other = await buildDevice(app, { accountId });
    const db = app.deps.db.of({ accountId });
    let added: Promise<unknown> = Promise.resolve();
    await db.$transaction(async (tx) => {
      await tx.service.update({
        where: { accountId_id: { accountId, id: service.id } },
        data: { date: new Date('2026-07-07T12:00:00Z') },
      });
      // Prisma sends nothing before somebody waits for it.
      added = db.serviceDevice
        .create({ data: { accountId, serviceId: service.id, deviceId: other.id } })
        .then((row) => row);
      await vi.waitFor(async () => expect(await countLockWaits(app)).toBe(1), { timeout: 10_000 });
    });
    await added;
    const { totals } = await admin.statistics.overview({ query: { dateFrom: '2026-07-01' } });
    expect(totals.machines).toBe(2);
  });

  it('of a company without protocols is empty', async () => {
    expect(await admin.statistics.overview()).toEqual({
      totals: { all: 0, signed: 0, customers: 0, machines: 0, repairs: 0, daysBetweenRepairs: null },
      months: [],
      types: [],
      categories: [],
      mostRepaired: [],
      shortestBetweenRepairs: [],
    });
  });

  it('contains nothing of another company', async () => {
    await protocol();
    const stranger = await app.as(await buildAdmin(app));
    expect((await stranger.statistics.overview()).totals.all).toBe(0);
    expect((await stranger.statistics.home()).machines).toEqual([]);
    expect(
      (await stranger.statistics.servicesUsers()).map(({ countUserServices }) => countUserServices),
    ).toEqual([0]);
  });

  it('can also be read by technicians', async () => {
    const technician = await app.as(await buildUser(app, { accountId }));
    await protocol();
    expect((await technician.statistics.overview()).totals.all).toBe(1);
  });
});

describe('the exported tables', () => {
  const csv = async (table: 'USERS' | 'MONTHS' | 'TYPES' | 'CATEGORIES' | 'MACHINES') => {
    const { data } = await admin.http.post('/api/statistics/export', {
      table,
      format: 'csv',
      dateFrom: '2026-01-01',
    });
    return linesOf(data);
  };

  it('contain the same as the screen', async () => {
    const machine = await buildDevice(app, {
      accountId,
      name: '=Press',
      categoryId: (await buildCategory(app, { accountId, name: 'Presses' })).id,
      customerId: (await buildCustomer(app, { accountId, shortName: 'Acme' })).id,
    });
    for (const [date, state] of [
      ['2026-09-01T10:00:00Z', 'SIGNED'],
      ['2026-11-10T10:00:00Z', 'NEW'],
      ['2025-11-10T10:00:00Z', 'NEW'],
    ] as const)
      await protocol({ deviceId: machine.id, date: new Date(date), state });
    expect(await csv('USERS')).toEqual([
      'Last name;First name;Protocols;Signed;Not signed',
      'Żak;Anna;2;1;1',
    ]);
    expect(await csv('MONTHS')).toEqual([
      'Month;Protocols;Signed;Not signed',
      '="2026-09";1;1;0',
      '="2026-10";0;0;0',
      '="2026-11";1;0;1',
    ]);
    expect(await csv('TYPES')).toEqual(['Type of service;Protocols;Signed;Not signed', 'Repair;2;1;1']);
    expect(await csv('CATEGORIES')).toEqual([
      'Category;Machines;Repairs;Days between repairs',
      'Presses;1;2;70',
    ]);
    expect(await csv('MACHINES')).toEqual([
      'Machine;Customer;Category;Repairs;Days between repairs',
      "'=Press;Acme;Presses;2;70",
    ]);
    await protocol({ deviceId: machine.id, date: new Date('2026-11-12T10:00:00Z') });
    await protocol({ deviceId: machine.id, date: new Date('2026-11-13T10:00:00Z') });
    // 73 days in three intervals.
    expect((await csv('CATEGORIES'))[1]).toBe('Presses;1;4;24.3');
    expect((await csv('MACHINES'))[1]).toBe("'=Press;Acme;Presses;4;24.3");
    const body = { table: 'USERS', format: 'xlsx' };
    const { headers } = await admin.http.post('/api/statistics/export', body);
    expect(headers['content-disposition']).toContain('Protocols by employee 2026-11-21.xlsx');
  });
});

describe('the counts of the home page', () => {
  it('count machines by status, registers, inspections, unsigned protocols and to-dos of today', async () => {
    const colleague = await buildUser(app, { accountId });
    await buildUser(app, { accountId, active: false });
    const parents = {
      accountId,
      categoryId: (await buildCategory(app, { accountId })).id,
      customerId: (await buildCustomer(app, { accountId })).id,
    };
    const due = (next: string | null, given = {}) =>
      buildDevice(app, {
        ...parents,
        transferDate: next ? new Date(next.replace('2026', '2025')) : null,
        inspectionPeriodInMonths: 12,
        ...given,
      });
    await due('2026-11-20', { status: 'DANGER' });
    await due('2026-11-21', { status: 'FAULT' });
    await due('2026-12-21', { status: 'FAULT' });
    await due('2026-12-22');
    await due(null, { status: 'PRODUCTION' });
    const machine = await due('2026-11-01', { isPeriodicInspectionEnabled: false });
    await protocol({ deviceId: machine.id });
    await protocol({ deviceId: machine.id, userId: colleague.id });
    await protocol({ deviceId: machine.id, state: 'SIGNED' });
    // Also performed by the owner; only the first waits for a signature.
    for (const state of ['NEW', 'SIGNED'] as const) {
      const { id } = await protocol({ deviceId: machine.id, userId: colleague.id, state });
      const { db } = app.deps;
      await db
        .of({ accountId })
        .servicePerformer.create({ data: { accountId, serviceId: id, userId: ownerId } });
    }
    for (const [date, assigneeId, status] of [
      ['2026-11-21', ownerId, 'TODO'],
      ['2026-10-01', colleague.id, 'TODO'],
      ['2026-11-20', null, 'TODO'],
      ['2026-11-22', ownerId, 'TODO'],
      [null, ownerId, 'TODO'],
      ['2026-11-21', ownerId, 'DONE'],
    ] as const)
      await buildTodo(app, { accountId, id: ownerId }, { assigneeId, status, date });
    expect(await admin.statistics.home()).toEqual({
      machines: [
        { status: 'PRODUCTION', count: 1 },
        { status: 'OK', count: 2 },
        { status: 'FAULT', count: 2 },
        { status: 'DANGER', count: 1 },
      ],
      customers: 1,
      categories: 1,
      employees: 2,
      inspections: { overdue: 1, soon: 2 },
      services: { any: true, unsigned: 3, ownUnsigned: 2, mailRefused: 0 },
      todos: { dueUntil: '2026-11-21', all: 3, own: 1 },
    });
    const overview = async (state: 'OVERDUE' | 'SOON') =>
      (await admin.inspection.search({ body: { due: state } })).totalElements;
    expect([await overview('OVERDUE'), await overview('SOON')]).toEqual([1, 2]);
  });

  it('are zero without data, and change the day in the user’s timezone', async () => {
    app.setNow(new Date('2026-11-21T23:30:00Z'));
    expect(await admin.statistics.home()).toEqual({
      machines: [],
      customers: 0,
      categories: 0,
      employees: 1,
      inspections: { overdue: 0, soon: 0 },
      services: { any: false, unsigned: 0, ownUnsigned: 0, mailRefused: 0 },
      todos: { dueUntil: '2026-11-22', all: 0, own: 0 },
    });
  });
});
