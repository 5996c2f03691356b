/** The phone answers from a real working set what the server answers. */
import { contracts } from '@servicebook/shared';
import { type Endpoint, fillPath } from '@servicebook/shared/contract';
import type { StoredRecord, WorkingSet, WorkingSetKind } from '@servicebook/shared/offline';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerFrom } from '../../../../web/src/offline/answers/answer.ts';
import { withMachines } from '../../../../web/src/offline/answers/changed-machines.ts';
import { withSigned } from '../../../../web/src/offline/answers/signed-records.ts';
import type { StoredRecords } from '../../../../web/src/offline/answers/stored-records.ts';
import { type Written, withWritten, writtenBy } from '../../../../web/src/offline/answers/written-records.ts';
import { machineChangesIn } from '../../../../web/src/offline/outbox/machine-changes.ts';
import type { VisitWork } from '../../../../web/src/offline/outbox/visit-here.ts';
import { textsOf } from '../../platform/texts.ts';
import { type Api, useTestApp } from '../../testing/app.ts';
import {
  buildCategory,
  buildCustomer,
  buildDevice,
  buildService,
  buildTeam,
  buildTodo,
  buildVisit,
} from '../../testing/builders.ts';
import { signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
const now = new Date('2026-11-21T12:00:00Z');
beforeEach(() => app.setNow(now));

/** What a phone has stored once it has everything. */
async function storedBy(api: Api, userId: number): Promise<StoredRecords> {
  const chunks = new Map<string, NonNullable<WorkingSet['set']>['chunks'][number]>();
  let answer: WorkingSet;
  do {
    const have = Object.fromEntries([...chunks].map(([key, { hash }]) => [key, hash]));
    answer = await api.offline.workingSet({ body: { have } });
    for (const chunk of answer.set?.chunks ?? []) if (chunk.records) chunks.set(chunk.key, chunk);
  } while (answer.revision === null);
  const all = async <Kind extends WorkingSetKind>(kind: Kind) =>
    [...chunks.values()]
      .flatMap((chunk) => (chunk.kind === kind ? ((chunk.records ?? []) as StoredRecord<Kind>[]) : []))
      .toSorted((a, b) => a.id - b.id);
  return {
    all,
    byId: async (kind) => new Map((await all(kind)).map((record) => [record.id, record])),
    whole: answer.set?.whole ?? false,
    userId,
    language: 'en',
    timezone: 'Europe/Warsaw',
    now: now.toISOString(),
    nameOf: (kind, code) => textsOf('en', 'device')(`${kind}.${code}`),
  };
}

interface Request {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}
type AnyCall = (request: Request) => Promise<unknown>;

let technician: Api;
let stored: StoredRecords;

/**
 * Asks both, and expects the same. @returns what they answer
 * @param unlike a field that the phone cannot know
 */
async function same(
  feature: keyof typeof contracts,
  call: string,
  request: Request = {},
  unlike?: string,
): Promise<unknown> {
  const known = (answer: unknown) =>
    JSON.parse(JSON.stringify(answer), (field, value) => (field === unlike ? undefined : value));
  const endpoint = (contracts[feature] as Record<string, Endpoint>)[call] as Endpoint;
  const fromServer = await (technician[feature] as unknown as Record<string, AnyCall>)[call]?.(request);
  const fromPhone = await answerFrom(
    {
      method: endpoint.method,
      path: fillPath(endpoint.path, request.params),
      query: request.query ?? {},
      body: request.body,
    },
    async () => stored,
  );
  // As it would arrive over the wire.
  expect(known(fromPhone), `${feature}.${call} ${JSON.stringify(request)}`).toEqual(known(fromServer));
  return fromServer;
}

const total = (page: unknown) => (page as { totalElements: number }).totalElements;

describe('A phone', () => {
  let ids: { device: number; bare: number; customer: number; category: number; visit: number; todo: number };
  let protocol: number;
  beforeAll(async () => {
    app.setNow(now);
    const team = await buildTeam(app);
    const { accountId, userId, admin } = team;
    technician = team.technician;
    const { id: customerId } = await buildCustomer(app, {
      ...{ accountId, shortName: 'Żuraw', city: 'Łódź', zipCode: '90-001', phoneNumber: '+48 600 700 800' },
      ...{ gpsLatitude: 51.7, gpsLongitude: 19.4, country: 'PL' },
    });
    const { id: otherCustomer } = await buildCustomer(app, { accountId, shortName: 'Adler', country: 'DE' });
    const { id: categoryId } = await buildCategory(app, {
      accountId,
      name: 'Presses',
      serviceReviewOperations: ['{"name":"Oil","fields":[{"name":"Level","unit":"mm","required":true}]}'],
    });
    const device = await buildDevice(app, {
      ...{ accountId, categoryId, customerId, name: 'Presse Öl', serialNumber: 'GA-2024 1296' },
      ...{ city: 'Poznań', streetAddress: 'Polna 4', manufacturer: 'Atlas', model: 'GA 30', country: 'PL' },
      ...{ transferDate: new Date('2025-01-10'), warrantyLength: 24, inspectionPeriodInMonths: 12 },
    });
    const bare = await buildDevice(app, {
      accountId,
      categoryId,
      customerId,
      name: 'ärmel',
      status: 'FAULT',
    });
    await buildDevice(app, {
      ...{ accountId, customerId: otherCustomer, name: 'Zange', yearBuilt: 1999 },
      ...{ gpsLatitude: 52.5, gpsLongitude: 13.4 },
    });
    const machine = { device: { id: device.id } };
    await technician.customerContact.insert({
      body: { customer: { id: customerId }, name: 'Anna', phone: '123 456', note: 'Mornings', isMain: true },
    });
    await technician.note.insert({ body: { ...machine, text: 'The key is at the gate' } });
    await technician.note.insert({ body: { ...machine, text: 'Mind the dog' } });
    await technician.incident.insert({ body: { ...machine, date: '2026-10-01T10:00', text: 'Leaks' } });
    await technician.part.save({ body: { id: null, ...machine, name: 'Seal' } });
    await technician.pastService.insert({
      body: { ...machine, date: '2025-06-01', types: ['PERIODIC_INSPECTION'], performedBy: 'Weber' },
    });
    const inspection = await admin.service.add({
      body: {
        ...{ date: '2026-01-20T10:00:00Z', type: ['PERIODIC_INSPECTION'], period: 6 },
        ...{ customer: { id: customerId }, devices: [{ id: device.id }], alsoPerformedBy: [{ id: userId }] },
        actions: [{ ...machine, name: 'Oil', quantity: 1, fields: [] }],
      },
    });
    await signProtocol(admin, inspection.id, { reason: undefined });
    protocol = (await buildService(app, { accountId, userId, deviceId: device.id })).id;
    await technician.service.addFile({
      ...{ params: { serviceId: protocol }, query: {}, file: new Blob(['It leaks']), fileName: 'leak.txt' },
    });
    const visit = await buildVisit(app, {
      ...{ accountId, userId, deviceId: device.id, day: '2026-11-22' },
      types: ['PERIODIC_INSPECTION'],
    });
    await buildVisit(app, { accountId, userId, deviceId: bare.id, day: '2026-11-21' });
    await buildVisit(app, { accountId, userId, deviceId: bare.id, day: '2026-11-18' });
    await technician.visit.addNote({ body: { visit: { id: visit.id }, text: 'Ring the bell' } });
    const todo = await buildTodo(
      app,
      { accountId, id: userId },
      { description: 'Order', assigneeId: userId },
    );
    ids = {
      ...{ device: device.id, bare: bare.id, customer: customerId, category: categoryId },
      ...{ visit: visit.id, todo: todo.id },
    };
    stored = await storedBy(technician, userId);
  });

  it('answers the calls of the home page and of the settings as the server does', async () => {
    await same('statistics', 'home');
    await same('company', 'getAccount');
    await same('ownSignature', 'get');
    await same('employee', 'findAllFlatRoles');
    await same('branch', 'getAll');
    const days = await same('planning', 'myDays');
    expect((days as { visits: unknown[] }).visits).toHaveLength(3);
  });

  it('finds machines as the server does', async () => {
    for (const [text, found] of [
      ['', 3],
      ['1296', 1],
      ['ga20241296', 1],
      ['24 12', 1],
      ['lodz', 1],
      ['Zuraw', 2],
      ['öl', 1],
      ['fault', 1],
      ['poland', 1],
      ['atlas ga30', 1],
      ['nothing', 0],
      ['...', 3],
    ] as const)
      expect([text, total(await same('device', 'search', { body: { text } }))]).toEqual([text, found]);
    for (const by of [
      'name',
      'customer',
      'city',
      'serialNumber',
      'nextInspection',
      'yearBuilt',
      'status',
      'id',
    ])
      for (const direction of ['asc', 'desc'])
        await same('device', 'search', { body: { sort: { by, direction }, size: 2 } });
    await same('device', 'search', { body: { size: 1, page: 1 } });
    await same('device', 'search', { body: { customerId: ids.customer, needsAttention: true } });
    await same('device', 'search', { body: { statuses: ['FAULT'] } });
    await same('device', 'search', { body: { serialNumber: '20241', customer: 'zur', builtTo: 2000 } });
    await same('device', 'search', { body: { builtFrom: 1990, builtTo: 2000 } });
    for (const serialNumber of ['ga2024-1296', 'GA', ''])
      await same('device', 'findBySerialNumber', { body: { serialNumber } });
    await same('device', 'findBySerialNumber', { body: { serialNumber: 'GA20241296', except: ids.device } });
    await same('device', 'countNeedingAttention');
    await same('device', 'findAllDevicesNames');
    for (const [text, found] of [
      ['', 3],
      ['OL press', 1],
      ['e', 3],
      ['adler', 0],
    ] as const)
      expect([text, await same('device', 'findAllDevicesNames', { query: { text } })]).toEqual([
        text,
        expect.objectContaining({ length: found }),
      ]);
  });

  it('searches everywhere for machines, customers and protocols as the server does', async () => {
    for (const [text, found] of [
      ['zange', 1],
      ['adler', 2],
      ['...', 0],
    ] as const) {
      const { hits } = (await same('globalSearch', 'search', { body: { text } })) as { hits: unknown[] };
      expect([text, hits.length]).toEqual([text, found]);
    }
  });

  it('names what was opened last as the server does', async () => {
    const records = [
      { kind: 'visit', id: ids.visit },
      { kind: 'device', id: ids.device },
      { kind: 'service', id: protocol },
      { kind: 'customer', id: ids.customer },
      { kind: 'device', id: 999_999 },
    ];
    expect(await same('globalSearch', 'records', { body: { records } })).toHaveLength(4);
  });

  it('shows a machine as the server does', async () => {
    const params = { deviceId: ids.device };
    await same('device', 'findById', { params: { id: ids.device } });
    await same('device', 'overview', { params: { id: ids.device } });
    await same('device', 'overview', { params: { id: ids.bare } });
    await same('machineInspection', 'inspection', { params });
    await same('machineInspection', 'lastSignedInspection', { query: params });
    await same('machineInspection', 'lastSignedInspection', { query: { deviceId: ids.bare } });
    await same('note', 'findByDevice', { params });
    await same('part', 'findByDevice', { params });
    await same('incident', 'findByParameters', { query: params });
    await same('incident', 'findByParameters', { query: { ...params, showService: false, text: 'leak' } });
    await same('incident', 'findByParameters', { query: { ...params, dateFrom: '2026-05-01' } });
    await same('pastService', 'findByDevice', { params });
    for (const by of ['date', 'number', 'state'])
      for (const direction of ['asc', 'desc'])
        await same('pastService', 'history', {
          body: { deviceId: ids.device, sort: { by, direction }, size: 2 },
        });
    expect(total(await same('pastService', 'history', { body: { deviceId: ids.device } }))).toBe(3);
    expect(
      total(await same('pastService', 'history', { body: { deviceId: ids.device, text: 'weber' } })),
    ).toBe(1);
  });

  it('finds protocols as the server does', async () => {
    await same('service', 'findById', { params: { id: protocol } });
    const read = await same('serviceSigning', 'toSign', { params: { id: protocol } });
    expect(read).toMatchObject({ snapshot: { attachments: [{ filename: 'leak.txt' }] } });
    expect(total(await same('serviceOverview', 'search', { body: {} }))).toBe(2);
    await same('serviceOverview', 'search', { body: { states: ['NEW'] } });
    await same('serviceOverview', 'search', { body: { text: 'oil', types: ['PERIODIC_INSPECTION'] } });
    await same('serviceOverview', 'search', { body: { text: '1/01/2026' } });
    await same('serviceOverview', 'search', { body: { deviceId: ids.device, size: 1 } });
    await same('serviceOverview', 'search', { body: { customerId: ids.customer, dateTo: '2026-01-20' } });
    for (const by of ['date', 'customer', 'user', 'state'])
      await same('serviceOverview', 'search', { body: { sort: { by, direction: 'asc' } } });
  });

  it('finds customers and categories as the server does', async () => {
    for (const text of ['', 'zuraw', '600700', '12345', 'mornings', 'germany', '90001'])
      await same('customer', 'search', { body: { text } });
    for (const by of ['shortName', 'fullName', 'ownNumber'])
      for (const direction of ['asc', 'desc'])
        await same('customer', 'search', { body: { sort: { by, direction } } });
    await same('customer', 'findById', { params: { id: ids.customer } });
    await same('customerContact', 'findByCustomer', { params: { customerId: ids.customer } });
    await same('category', 'findAll');
    await same('category', 'findById', { params: { id: ids.category } });
    await same('category', 'search', { body: { text: 'press', sort: { by: 'name', direction: 'asc' } } });
  });

  it('finds what is due as the server does', async () => {
    await same('inspection', 'search', { body: {} });
    for (const body of [
      { due: 'OVERDUE' },
      { due: 'SOON' },
      { planned: 'PLANNED' },
      { planned: 'UNPLANNED' },
      { onlyActual: true },
      { text: 'lodz' },
      { dateFrom: '2026-01-01', dateTo: '2026-12-31' },
    ])
      await same('inspection', 'search', { body });
    for (const by of ['name', 'status', 'category', 'customer', 'lastInspection', 'daysToEndWarranty'])
      for (const direction of ['asc', 'desc'])
        await same('inspection', 'search', { body: { sort: { by, direction } } });
  });

  it('shows what is due on a map as the server does', async () => {
    // One at its customer, one with a point of its own, and one that stands elsewhere.
    expect(await same('inspection', 'points', { body: {} })).toMatchObject({
      ...{ total: 3, placed: 2, area: { west: 13.4, south: 51.7, east: 19.4, north: 52.5 } },
      points: expect.arrayContaining([expect.objectContaining({ id: ids.bare, isCustomers: true })]),
    });
    for (const body of [{ text: 'zange' }, { ids: [ids.device] }, { onlyActual: true, planned: 'PLANNED' }])
      await same('inspection', 'points', { body });
    const around = { south: 40, north: 60, zoom: 5 };
    for (const [west, east, shown] of [
      [0, 30, 2],
      [10, 15, 1],
      [170, 15, 1],
      [170, -170, 0],
    ] as const)
      expect(
        await same('inspection', 'pointsInPart', { body: { part: { west, east, ...around } } }),
      ).toMatchObject({ points: expect.objectContaining({ length: shown }) });
  });

  it('finds to-dos and visits as the server does', async () => {
    await same('todo', 'search', { body: {} });
    await same('todo', 'search', { body: { text: 'order', sort: { by: 'date', direction: 'asc' } } });
    await same('todo', 'findById', { params: { id: ids.todo } });
    expect(total(await same('visit', 'search', { body: {} }))).toBe(3);
    for (const body of [
      { text: 'presse' },
      { states: ['PLANNED'], types: ['PERIODIC_INSPECTION'] },
      { deviceId: ids.device },
      { customerId: ids.customer, dateFrom: '2026-11-20' },
      { sort: { by: 'customer', direction: 'desc' } },
      { sort: { by: 'priority', direction: 'asc' } },
    ])
      await same('visit', 'search', { body });
    await same('visit', 'findById', { params: { id: ids.visit } });
    await same('visit', 'notes', { params: { id: ids.visit } });
  });

  it('knows the statuses that follow from a result, a fault and a change that are not sent', async () => {
    const before = await storedBy(technician, stored.userId);
    const { content } = await technician.device.search({ body: { text: 'zange' } });
    const [faulty] = content;
    if (!faulty) return expect.fail('not found');
    const service = await technician.service.add({
      body: {
        ...{ date: now.toISOString(), type: ['REPAIR'], customer: { id: ids.customer } },
        devices: [{ id: ids.device }, { id: ids.bare }],
        results: [
          { device: { id: ids.device }, result: 'FAILED', statusAfter: 'BROKEN' },
          { device: { id: ids.bare }, result: 'PASSED', statusAfter: null },
        ],
      },
    });
    const written = await technician.service.findById({ params: { id: service.id } });
    const signed = { ...written, state: 'SIGNED' as const };
    const bare = await technician.device.findById({ params: { id: ids.bare } });
    const entry = { base: null, answer: null, body: null, refusal: null };
    const event = { device: { id: faulty.id }, date: '2026-11-21T10:00', text: 'Leaks', setsFault: true };
    const changes = machineChangesIn([
      { ...entry, label: { kind: 'signature', name: '' }, answer: signed },
      { ...entry, label: { kind: 'event', name: '' }, body: event },
      {
        ...{ ...entry, label: { kind: 'machine', name: '' }, base: bare },
        answer: { ...bare, status: 'IN_REPAIR', city: 'Hull' },
      },
    ]);
    stored = withSigned(withMachines(before, changes), waiting(signed));
    await signProtocol(technician, service.id);
    await technician.incident.insert({ body: event });
    const { id, name, serialNumber, category, customer, revision } = bare;
    const body = {
      id,
      name,
      serialNumber,
      category: { id: category.id },
      customer: { id: customer.id },
      revision,
    };
    await technician.device.update({ body: { ...body, status: 'IN_REPAIR', city: 'Hull' } });
    await same('statistics', 'home');
    expect(await same('device', 'countNeedingAttention')).toBe(3);
    const statuses = ['BROKEN', 'FAULT', 'IN_REPAIR'];
    for (const search of [
      { text: '' },
      { statuses },
      { statuses: ['OK'] },
      { text: 'hull' },
      { needsAttention: true },
    ])
      await same('device', 'search', { body: search }, 'revision');
    for (const each of [ids.device, ids.bare, faulty.id])
      await same('device', 'findById', { params: { id: each } }, 'revision');
    await same('inspection', 'search', { body: {} });
    stored = before;
  });

  it('knows what was written on it while the server answered, before a refresh brings it', async () => {
    const before = await storedBy(technician, stored.userId);
    const written: Written[] = [];
    /** Carries out a change, as the phone's screens do. */
    const write = async (feature: keyof typeof contracts, call: string, request: Request & object) => {
      const { method, path } = (contracts[feature] as Record<string, Endpoint>)[call] as Endpoint;
      const answer = await (technician[feature] as unknown as Record<string, AnyCall>)[call]?.(request);
      const { params, query = {}, body } = request;
      // As it arrives over the wire.
      const record = JSON.parse(JSON.stringify(answer ?? null));
      const known = writtenBy({ method, path: fillPath(path, params), query, body }, record);
      written.push(known ?? expect.fail(`${feature}.${call} is not known`));
      return record;
    };
    const machine = { device: { id: ids.device } };
    await write('todo', 'setStatus', { body: { id: ids.todo, toDoStatus: 'DONE' } });
    await write('note', 'insert', { body: { ...machine, text: 'The lift is locked' } });
    const other = await write('note', 'insert', { body: { ...machine, text: 'Twice' } });
    await write('note', 'delete', { params: { id: other.id } });
    await write('visit', 'addNote', { body: { visit: { id: ids.visit }, text: 'Second floor' } });
    await write('visit', 'step', { body: { id: ids.visit, step: 'START' } });
    await write('incident', 'insert', {
      body: { ...machine, date: '2026-11-21T11:00', text: 'Smokes', setsFault: true },
    });
    const { id, name, serialNumber, category, customer, revision } = await technician.device.findById({
      params: { id: ids.bare },
    });
    await write('device', 'update', {
      body: {
        ...{ id, name, serialNumber, status: 'IN_REPAIR', city: 'Hull', revision },
        ...{ category: { id: category.id }, customer: { id: customer.id } },
      },
    });
    const service = await write('service', 'add', {
      body: {
        ...{ date: now.toISOString(), type: ['REPAIR'], customer: { id: ids.customer } },
        ...{ devices: [{ id: ids.bare }], faultDescription: 'Loud' },
        results: [{ device: { id: ids.bare }, result: 'FAILED', statusAfter: 'BROKEN' }],
      },
    });
    stored = await withWritten(before, written);
    expect(await same('statistics', 'home')).toMatchObject({ todos: { own: 0 } });
    expect(await same('device', 'findById', { params: { id: ids.bare } })).toMatchObject({
      status: 'IN_REPAIR',
    });
    const signed = await signProtocol(technician, service.id);
    written.push(
      writtenBy(
        { method: 'post', path: `/api/service/sign/${service.id}`, query: {}, body: null },
        JSON.parse(JSON.stringify(signed)),
      ) ?? expect.fail('a signature is not known'),
    );
    stored = await withWritten(before, written);
    await same('statistics', 'home');
    await same('todo', 'search', { body: {} });
    await same('note', 'findByDevice', { params: { deviceId: ids.device } });
    await same('visit', 'notes', { params: { id: ids.visit } });
    await same('visit', 'findById', { params: { id: ids.visit } });
    await same('incident', 'findByParameters', { query: { deviceId: ids.device } });
    await same('serviceOverview', 'search', { body: {} });
    await same('service', 'findById', { params: { id: service.id } });
    await same('device', 'search', { body: { statuses: ['BROKEN', 'FAULT'] } }, 'revision');
    await same('device', 'countNeedingAttention');
    await same('pastService', 'history', { body: { deviceId: ids.bare } });
    for (const each of [ids.device, ids.bare])
      await same('device', 'overview', { params: { id: each } }, 'date');
    stored = before;
  });

  it('leaves to the server what it does not have', async () => {
    const ask = (path: string, body?: unknown) =>
      answerFrom({ method: body ? 'post' : 'get', path, query: {}, body }, async () => stored);
    expect(await ask('/api/device/findById/999999')).toBeUndefined();
    expect(await ask('/api/device/findById/x')).toBeUndefined();
    expect(await ask('/api/service/versions/1')).toBeUndefined();
    expect(await ask('/api/device/search', { archived: true })).toBeUndefined();
    expect(await ask('/api/todo/search', { toDoStatus: 'ALL' })).toBeUndefined();
    expect(await ask('/api/service/search', { invoiced: false })).toBeUndefined();
  });
});

describe('The counts of the home page, days after the last refresh', () => {
  const later = new Date('2026-12-05T12:00:00Z');
  let userId: number;
  beforeAll(async () => {
    app.setNow(now);
    const team = await buildTeam(app);
    technician = team.technician;
    userId = team.userId;
    const { accountId } = team;
    for (const transferDate of ['2025-11-20', '2025-11-30', '2025-12-30', '2026-01-03', '2026-06-01'])
      await buildDevice(app, {
        ...{ accountId, transferDate: new Date(transferDate), inspectionPeriodInMonths: 12 },
        isPeriodicInspectionEnabled: true,
      });
    for (const [date, assigneeId] of [
      ['2026-11-21', userId],
      ['2026-11-30', userId],
      ['2026-12-05', null],
      ['2026-12-06', userId],
    ] as const)
      await buildTodo(app, { accountId, id: userId }, { description: date, date, assigneeId });
  });

  it('are of today, as the lists behind them', async () => {
    stored = await storedBy(technician, userId);
    expect(await same('statistics', 'home')).toMatchObject({
      inspections: { overdue: 1, soon: 1 },
      todos: { dueUntil: '2026-11-21', all: 1, own: 1 },
    });
    app.setNow(later);
    stored = { ...stored, now: later.toISOString() };
    expect(await same('statistics', 'home')).toMatchObject({
      inspections: { overdue: 2, soon: 2 },
      todos: { dueUntil: '2026-12-05', all: 3, own: 2 },
    });
    for (const due of ['OVERDUE', 'SOON'])
      expect(total(await same('inspection', 'search', { body: { due } }))).toBe(2);
    expect(total(await same('todo', 'search', { body: { dueUntil: '2026-12-05' } }))).toBe(3);
  });

  it('stay those of that day if only a part of the company is on the phone, and name it', async () => {
    const before = await storedBy(technician, userId);
    const figures = await technician.statistics.home();
    stored = { ...before, whole: false, now: later.toISOString() };
    const home = { method: 'get', path: '/api/statistics/home', query: {}, body: undefined };
    expect(await answerFrom(home, async () => stored)).toEqual(figures);
    expect(figures.todos.dueUntil).toBe('2026-11-21');
  });
});

/** Signed protocols that wait on a phone. */
const waiting = (...protocols: ServiceProtocol[]): VisitWork => ({
  timezone: 'Europe/Warsaw',
  changes: [],
  protocols: protocols.map((protocol) => ({
    protocol: { ...protocol, state: 'SIGNED' },
    isRefused: false,
  })),
});

describe('Inspections that were signed on a phone and are not sent', () => {
  /** Whether the phone has all inspections of the machines, or what every machine has. */
  it.each([true, false])('count there as they will on the server (with all of them: %s)', async (isClose) => {
    app.setNow(now);
    const { accountId, userId, technician: api } = await buildTeam(app);
    technician = api;
    const { id: customerId } = await buildCustomer(app, { accountId });
    const rules = { isPeriodicInspectionEnabled: true, inspectionPeriodInMonths: 1, warrantyLength: 24 };
    const machine = (name: string, transferDate = '2025-01-10') =>
      buildDevice(app, { accountId, customerId, name, ...rules, transferDate: new Date(transferDate) });
    const [press, saw, lift, pump] = [
      await machine('Press'),
      await machine('Saw'),
      await machine('Lift'),
      await machine('Pump', '2024-11-30'),
    ];
    const types = ['PERIODIC_INSPECTION' as const];
    const visitOf = (deviceId: number, day: string) =>
      buildVisit(app, { ...{ accountId, userId, types, day }, deviceId });
    // Two machines on one visit, of which one is done; two visits of another machine, of which one is done.
    const [both, first] = [await visitOf(press.id, '2026-11-21'), await visitOf(lift.id, '2026-11-20')];
    await app.deps.db
      .of({ accountId })
      .visitDevice.create({ data: { accountId, visitId: both.id, deviceId: saw.id } });
    await visitOf(lift.id, '2026-11-25');
    // Stated after the inspection that is signed later.
    await api.machineInspection.stateInspection({ body: { id: pump.id, date: '2026-12-05' } });
    const write = async (deviceId: number, date: string, visitId: number | null) => {
      const { id } = await api.service.add({
        body: { date, type: types, visitId, customer: { id: customerId }, devices: [{ id: deviceId }] },
      });
      return api.service.findById({ params: { id } });
    };
    const written = [
      await write(press.id, now.toISOString(), both.id),
      await write(lift.id, now.toISOString(), first.id),
      await write(pump.id, '2026-11-20T12:00:00Z', null),
    ];
    const whole = await storedBy(technician, userId);
    const before: StoredRecords = isClose
      ? whole
      : {
          ...whole,
          byId: (kind) => (kind === 'inspections' ? Promise.resolve(new Map()) : whole.byId(kind)),
        };
    for (const { id, date } of written) await signProtocol(api, id, { date });
    stored = withSigned(before, waiting(...written));
    for (const body of [
      {},
      { due: 'OVERDUE' },
      { due: 'SOON' },
      { planned: 'PLANNED' },
      { planned: 'UNPLANNED' },
    ])
      await same('inspection', 'search', { body });
    await same('inspection', 'points', { body: { due: 'OVERDUE' } });
    const { inspections } = await api.statistics.home();
    const home = { method: 'get', path: '/api/statistics/home', query: {}, body: undefined };
    expect(await answerFrom(home, async () => stored)).toMatchObject({ inspections });
    await same('device', 'countNeedingAttention');
    await same('device', 'search', { body: { text: '' } });
    for (const { id } of [press, saw, lift, pump]) {
      await same('device', 'findById', { params: { id } });
      await same('machineInspection', 'lastSignedInspection', { query: { deviceId: id } });
      if (isClose) await same('machineInspection', 'inspection', { params: { deviceId: id } }, 'number');
      const overview = { method: 'get', path: `/api/device/overview/${id}`, query: {}, body: undefined };
      const { nextInspection, lastService } = await api.device.overview({ params: { id } });
      expect(await answerFrom(overview, async () => stored)).toMatchObject({
        nextInspection,
        lastService: lastService && { id: lastService.id, user: lastService.user },
      });
    }
    // Of a day before the last inspection, which counts on.
    const [last] = written;
    if (!last) return expect.fail('not written');
    const known = await storedBy(technician, userId);
    stored = withSigned(known, waiting({ ...last, date: '2026-01-10T10:00:00Z' }));
    await same('inspection', 'search', { body: {} });
  });
});
