/**
 * Lists that the database writes as JSON are not parsed by their contracts on the way. They are held to them here: each
 * contains what the paged search of the same records answers, which is parsed.
 */
import { contracts } from '@servicebook/shared';
import { type Contract, isStreamed } from '@servicebook/shared/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, useTestApp } from './app.ts';
import {
  buildCategory,
  buildCustomer,
  buildDevice,
  buildLogEntry,
  buildService,
  buildTodo,
  buildUser,
} from './builders.ts';
import { buildWorld } from './sweep-samples.ts';

const app = useTestApp();
let api: Api;
let accountId: number;
let customerId: number;
let categoryId: number;

/** Whatever may stand in a text. */
const strange = 'Młyn „Żółw“ "A" \\ / \b\f\n\r\t\u0001\u007f\u2028 <b>&amp;</b> Ёж 😀 👩‍🔧 \u202e$1 {} []';
const many = 1_201;

beforeAll(async () => {
  const world = await buildWorld(app);
  ({ accountId, admin: api } = world);
  const db = app.deps.db.of({ accountId });
  const customer = await buildCustomer(app, {
    accountId,
    shortName: strange,
    fullName: strange,
    ownNumber: '0017',
    streetAddress: strange,
    city: strange,
    language: 'de',
    gpsLatitude: -0.0000001,
    gpsLongitude: 179.99999999999997,
    phoneNumber: '+48 1',
    nip: '1e5',
  });
  customerId = customer.id;
  categoryId = (
    await buildCategory(app, {
      ...{ accountId, name: strange, inspectionPeriodInMonths: 12 },
      serviceReviewOperations: [JSON.stringify({ name: strange }), '', '{}'],
    })
  ).id;
  await buildCategory(app, { accountId });
  await buildCustomer(app, { accountId });
  const full = {
    accountId,
    customerId,
    categoryId,
    name: strange,
    ownNumber: 'N "1"',
    manufacturer: strange,
    model: '\\',
    serialNumber: '00123',
    sourcePower: '3×400 V',
    yearBuilt: 1999,
    transferDate: new Date('2024-02-29'),
    warranty: strange,
    warrantyLength: 24,
    streetAddress: strange,
    zipCode: '00-950',
    city: 'Łódź',
    country: 'PL',
    gpsLatitude: 51.12345678901234,
    gpsLongitude: 1e-7,
    inspectionPeriodInMonths: 6,
    status: 'DANGER' as const,
  };
  const device = await buildDevice(app, full);
  const bare = await buildDevice(app, { accountId, isPeriodicInspectionEnabled: false });
  const colleague = await buildUser(app, { accountId, firstName: strange, lastName: strange });
  const archivedAt = new Date('2026-03-04T05:06:07.008Z');
  const archived = {
    archivedAt,
    archivedById: colleague.id,
    archivedReason: 'SOLD' as const,
    archiveNote: strange,
  };
  await buildDevice(app, { ...full, ...archived, ownNumber: '' });
  await buildDevice(app, { accountId, ...archived });
  const service = {
    ...{ accountId, userId: colleague.id, deviceId: device.id, faultDescription: strange },
    ...{ year: 2027, month: 3 },
  };
  await buildService(app, { ...service, number: 1, numberExtension: 'B', paymentType: 'WARRANTY' });
  await buildService(app, { ...service, number: 2, date: new Date('1999-12-31T23:59:59.999Z') });
  const withdrawn = await buildService(app, { ...service, number: 77, types: ['REPAIR', 'INSTALLATION'] });
  await db.serviceDevice.create({
    data: { accountId, serviceId: withdrawn.id, deviceId: bare.id, position: 1 },
  });
  await db.servicePerformer.create({
    data: { accountId, serviceId: withdrawn.id, userId: world.userId },
  });
  await db.service.update({
    where: { accountId_id: { accountId, id: withdrawn.id } },
    data: {
      ...{ state: 'SIGNED', currentVersion: 1, withdrawnAt: new Date('2026-05-06T07:08:09.010Z') },
      ...{ withdrawReason: strange, withdrawnById: colleague.id },
    },
  });
  await buildTodo(app, colleague, { description: strange, date: '2026-02-28', assigneeId: colleague.id });
  await buildTodo(app, colleague, { description: 'Done', status: 'DONE', serviceId: withdrawn.id });
  await buildLogEntry(app, { accountId, what: strange, who: strange });
  // More than one batch; every urgency.
  await app.deps.db.global.$executeRaw`
    INSERT INTO device (account_id, name, status, category_id, customer_id)
    SELECT ${accountId}::int, 'Machine ' || n % 700, (enum_range(NULL::device_status))[n % 8 + 1],
           ${categoryId}::int, ${customerId}::int
      FROM generate_series(1, ${many}::int) AS n`;
});

/** All rows of a paged search, in order. */
async function allOf(
  search: (page: { page: number; size: number }) => Promise<{ content: unknown[]; totalPages: number }>,
) {
  const rows: unknown[] = [];
  for (let page = 0; ; page++) {
    const { content, totalPages } = await search({ page, size: 100 });
    rows.push(...content);
    if (page + 1 >= totalPages) return rows;
  }
}

const devices = (filter: object) => allOf((page) => api.device.search({ body: { ...filter, ...page } }));

/** Every streamed list, and the rows of the same records that other calls answer. */
const lists: Record<
  string,
  { list: () => Promise<unknown[]>; rows: () => Promise<unknown[]>; least: number }
> = {
  'device.findAll': { list: () => api.device.findAll(), rows: () => devices({}), least: many },
  'device.getByFilter': {
    list: () => api.device.getByFilter({ body: { archived: true } }),
    rows: () => devices({ archived: true }),
    least: 2,
  },
  'device.findByCategory': {
    list: () => api.device.findByCategory({ params: { id: categoryId } }),
    rows: () => devices({ categoryId }),
    least: many,
  },
  'device.findByCustomer': {
    list: () => api.device.findByCustomer({ params: { id: customerId } }),
    rows: () => devices({ customerId }),
    least: many,
  },
  'device.findAllDevicesNames': {
    list: () => api.device.findAllDevicesNames(),
    rows: async () => {
      const names = await app.deps.db.of({ accountId }).device.findMany({
        ...{ where: {}, select: { name: true }, distinct: ['name'], orderBy: { name: 'asc' } },
      });
      return names.map(({ name }) => name);
    },
    least: 701,
  },
  'customer.findAll': {
    list: () => api.customer.findAll(),
    rows: async () => {
      const rows = await app.deps.db.of({ accountId }).customer.findMany({ orderBy: { id: 'desc' } });
      return Promise.all(rows.map(({ id }) => api.customer.findById({ params: { id } })));
    },
    least: 2,
  },
  'category.findAll': {
    list: () => api.category.findAll(),
    rows: async () => {
      const rows = await app.deps.db.of({ accountId }).category.findMany({ orderBy: { id: 'desc' } });
      return Promise.all(rows.map(({ id }) => api.category.findById({ params: { id } })));
    },
    least: 2,
  },
  'serviceOverview.list': {
    list: () => api.serviceOverview.list(),
    rows: () => allOf((page) => api.serviceOverview.search({ body: page })),
    least: 3,
  },
  'todo.get': {
    list: () => api.todo.get({ query: { toDoStatus: 'ALL' } }),
    rows: () => allOf((page) => api.todo.search({ body: { toDoStatus: 'ALL', ...page } })),
    least: 2,
  },
  'log.findAll': {
    list: () => api.log.findAll(),
    rows: () => allOf((page) => api.log.search({ body: page })),
    least: 1,
  },
  'inspection.list': {
    list: () => api.inspection.list({ params: { scope: 'all' } }),
    rows: () => allOf((page) => api.inspection.search({ body: page })),
    least: many,
  },
};

const streamed = Object.entries(contracts as Record<string, Contract>).flatMap(([feature, contract]) =>
  Object.entries(contract).flatMap(([name, { response }]) =>
    isStreamed(response) ? [{ title: `${feature}.${name}`, response }] : [],
  ),
);

describe.each(streamed)('$title', ({ title, response }) => {
  it('contains what the search of the same records answers, in its order, and exactly what its contract names', async () => {
    const { list, rows, least } = lists[title] ?? {};
    if (!list || !rows || !least) throw new Error(`${title} needs a call and the rows it must contain`);
    const listed = await list();
    expect(listed.length).toBeGreaterThanOrEqual(least);
    // A page may name more of a record than the list; the contract drops it.
    const contracted = response.parse(await rows());
    expect(listed).toEqual(contracted);
    expect(response.parse(listed)).toEqual(listed);
  });
});

it('they contain every kind of value', async () => {
  const archived = await api.device.getByFilter({ body: { archived: true } });
  const sold = archived.find(({ name }) => name === strange);
  expect(sold?.archived).toMatchObject({ reason: 'SOLD', note: strange, by: { lastName: strange } });
  expect(new Date(sold?.archived?.at ?? '').toISOString()).toBe('2026-03-04T05:06:07.008Z');
  const machine = (await api.device.findAll()).find(({ name }) => name === strange);
  expect(machine).toMatchObject({
    ...{ warranty: strange, gpsLatitude: 51.12345678901234, gpsLongitude: 1e-7, transferDate: '2024-02-29' },
    ...{ category: { id: categoryId, name: strange }, archived: null },
  });
  const customer = (await api.customer.findAll()).find(({ id }) => id === customerId);
  expect(customer?.position).toEqual({ latitude: -0.0000001, longitude: 179.99999999999997 });
  const category = (await api.category.findAll()).find(({ id }) => id === categoryId);
  expect(JSON.parse(category?.serviceReviewOperationsList ?? '')[0]).toBe(JSON.stringify({ name: strange }));
  const events = await api.serviceOverview.list();
  expect(events.find(({ number }) => number === 2)).toMatchObject({
    fullNumber: '2',
    date: '1999-12-31T23:59:59.999Z',
  });
  expect(events.find(({ number }) => number === 77)).toMatchObject({
    withdrawn: { at: '2026-05-06T07:08:09.010Z', reason: strange },
    alsoPerformedBy: [expect.anything()],
    devices: [expect.anything(), expect.anything()],
  });
});

it('they contain nothing of another account', async () => {
  const { admin: stranger } = await buildWorld(app);
  const readers = [
    (caller: Api) => caller.device.findAll(),
    (caller: Api) => caller.customer.findAll(),
    (caller: Api) => caller.category.findAll(),
    (caller: Api) => caller.serviceOverview.list(),
    (caller: Api) => caller.todo.get({ query: { toDoStatus: 'ALL' } }),
    async (caller: Api) =>
      (await caller.inspection.list({ params: { scope: 'all' } })).map(({ device }) => device),
  ];
  for (const read of readers) {
    const [mine, theirs] = await Promise.all(
      [api, stranger].map(async (caller) => (await read(caller)).map(({ id }) => id)),
    );
    expect(theirs).not.toEqual([]);
    expect(new Set([...(mine ?? []), ...(theirs ?? [])]).size).toBe(
      (mine?.length ?? 0) + (theirs?.length ?? 0),
    );
  }
});
