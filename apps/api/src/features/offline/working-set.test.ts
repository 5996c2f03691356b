/** What a phone takes along: the answers of the calls it stands for, and only what the phone does not have. */
import {
  inspectionFrom,
  inspectionRowFrom,
  overviewFrom,
  type StoredRecord,
  type WorkingSet,
  type WorkingSetKind,
  WorkingSetQuery,
  workingSetLimits,
} from '@servicebook/shared/offline';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildCategory,
  buildCustomer,
  buildDevice,
  buildFile,
  buildService,
  buildTeam,
  buildTodo,
  buildUser,
  buildVisit,
} from '../../testing/builders.ts';
import { drawnPath, signProtocol } from '../../testing/protocols.ts';
import { readWorkingSet } from './working-set.service.ts';
import { cutIds } from './working-set-records.ts';

const app = useTestApp();
const today = '2026-11-21';
const now = new Date(`${today}T12:00:00Z`);
beforeEach(async () => {
  app.setNow(now);
  await app.forgetAttempts();
});

type Team = Awaited<ReturnType<typeof buildTeam>>;
type Body = z.input<typeof WorkingSetQuery>;
type Taken = Pick<Body, 'pinned' | 'opened'>;
type Answer = (body: Body) => Promise<WorkingSet>;
type Chunk = NonNullable<WorkingSet['set']>['chunks'][number];

const through =
  (api: Api): Answer =>
  (body) =>
    api.offline.workingSet({ body });

/** As a phone does: keeps the chunks that are listed, and asks until it has them all. */
function newPhone(answer: Answer, wanted: Taken = {}) {
  let stored = new Map<string, Chunk>();
  let revision: string | null = null;
  return {
    /** @returns the answers, those of unchanged sets too */
    async refresh(changed: Taken = {}): Promise<WorkingSet[]> {
      Object.assign(wanted, changed);
      const answers: WorkingSet[] = [];
      do {
        const have = Object.fromEntries([...stored].map(([key, { hash }]) => [key, hash]));
        const { set, ...last } = await answer({ ...wanted, revision, have });
        answers.push({ ...last, set });
        revision = last.revision;
        if (set)
          stored = new Map(
            set.chunks.flatMap((chunk) => {
              const kept = chunk.records ? chunk : stored.get(chunk.key);
              return kept?.hash === chunk.hash ? [[chunk.key, kept]] : [];
            }),
          );
      } while (revision === null);
      return answers;
    },
    records<Kind extends WorkingSetKind>(kind: Kind): StoredRecord<Kind>[] {
      return [...stored.values()].flatMap((chunk) =>
        chunk.kind === kind ? ((chunk.records ?? []) as StoredRecord<Kind>[]) : [],
      );
    },
    ids(kind: WorkingSetKind): number[] {
      return this.records(kind)
        .map(({ id }) => id)
        .sort((a, b) => a - b);
    },
  };
}

/** The keys of the chunks that an answer carries. */
const sentIn = (answers: WorkingSet[]): string[] =>
  answers.flatMap(({ set }) => set?.chunks.flatMap(({ key, records }) => (records ? [key] : [])) ?? []);

async function phoneOf(api: Api, wanted: Taken = {}) {
  const phone = newPhone(through(api), wanted);
  await phone.refresh();
  return phone;
}

/** A machine with something of every kind. */
async function fillMachine({ accountId, userId, technician, admin }: Team) {
  const { id: customerId } = await buildCustomer(app, {
    accountId,
    language: 'de',
    city: 'Łódź',
    gpsLatitude: 51.7,
    gpsLongitude: 19.4,
  });
  const { id: categoryId } = await buildCategory(app, {
    accountId,
    serviceReviewOperations: ['{"name":"Oil","fields":[{"name":"Level","unit":"mm","required":true}]}'],
  });
  const device = await buildDevice(app, {
    ...{ accountId, categoryId, customerId, serialNumber: 'SN-1', city: 'Poznań' },
    ...{ transferDate: new Date('2025-01-10'), warrantyLength: 24, inspectionPeriodInMonths: 12 },
  });
  const machine = { device: { id: device.id } };
  for (const [name, isMain] of [
    ['Anna', false],
    ['Piotr', true],
  ] as const)
    await technician.customerContact.insert({
      body: { customer: { id: customerId }, name, phone: '123', note: 'Mornings', isMain },
    });
  await technician.note.insert({ body: { ...machine, text: 'The key is at the gate' } });
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
  const unsigned = await buildService(app, { accountId, userId, deviceId: device.id });
  await buildFile(app, { accountId, serviceId: unsigned.id, filename: 'leak.png', print: true });
  const visit = await buildVisit(app, {
    ...{ accountId, userId, deviceId: device.id, day: '2026-11-22' },
    types: ['PERIODIC_INSPECTION'],
  });
  await technician.visit.addNote({ body: { visit: { id: visit.id }, text: 'Ring the bell' } });
  const todo = await buildTodo(app, { accountId, id: userId }, { description: 'Order', assigneeId: userId });
  await app.deps.db.of({ accountId }).ownSignature.create({
    data: { accountId, userId, svgPath: drawnPath },
  });
  return { device, customerId, categoryId, inspection, unsigned, visit, todo };
}

describe('a record', () => {
  let team: Team;
  let filled: Awaited<ReturnType<typeof fillMachine>>;
  let phone: Awaited<ReturnType<typeof phoneOf>>;
  let deviceId: number;
  beforeAll(async () => {
    app.setNow(now);
    team = await buildTeam(app);
    filled = await fillMachine(team);
    // Machines about which nothing is known yet.
    await buildDevice(app, { accountId: team.accountId });
    await buildService(app, { accountId: team.accountId, userId: team.userId });
    deviceId = filled.device.id;
    phone = await phoneOf(team.technician);
  });
  const api = () => team.technician;
  const one = <Kind extends WorkingSetKind>(kind: Kind, id: number): StoredRecord<Kind> => {
    const found = phone.records(kind).find((record) => record.id === id);
    if (!found) throw new Error(`no ${kind} ${id}`);
    return found;
  };

  it('of a machine is what is answered for its id, and in lists', async () => {
    for (const machine of phone.records('machines'))
      expect(machine).toEqual(await api().device.findById({ params: { id: machine.id } }));
    const { content } = await api().device.search({ body: {} });
    expect(new Set(phone.records('machines'))).toEqual(new Set(content));
  });

  it('of a machine’s facts makes its summary, its row among the inspections, and its last inspection', async () => {
    const rows = await api().inspection.list({ params: { scope: 'all' } });
    expect(rows.length).toBeGreaterThan(1);
    for (const facts of phone.records('machineFacts')) {
      const machine = one('machines', facts.id);
      const customer = one('customers', machine.customer.id);
      const contacts = phone.records('contacts').find(({ id }) => id === customer.id)?.contacts ?? [];
      expect(overviewFrom(facts, customer, contacts, today)).toEqual(
        await api().device.overview({ params: { id: facts.id } }),
      );
      expect(rows).toContainEqual(inspectionRowFrom(machine, facts, today));
      expect(facts.lastSignedInspection).toEqual(
        await api().machineInspection.lastSignedInspection({ query: { deviceId: facts.id } }),
      );
    }
    expect(one('machineFacts', deviceId)).toMatchObject({
      counts: { notes: 1, parts: 1, events: 1, pastServices: 1, protocols: 2, visits: 1 },
      planned: { id: filled.visit.id },
      lastSignedInspection: { id: filled.inspection.id, period: 6 },
    });
  });

  it('of a machine’s inspections makes its tab', async () => {
    const stored = one('inspections', deviceId);
    expect(stored.periodicInspections).toHaveLength(1);
    expect(inspectionFrom(stored, one('machines', deviceId), today)).toEqual(
      await api().machineInspection.inspection({ params: { deviceId } }),
    );
  });

  it.each([
    ['notes', (params) => api().note.findByDevice({ params })],
    [
      'events',
      ({ deviceId: id }) => api().incident.findByParameters({ query: { deviceId: id, showService: false } }),
    ],
    ['parts', (params) => api().part.findByDevice({ params })],
    ['pastServices', (params) => api().pastService.findByDevice({ params })],
    ['visits', async () => [await api().visit.findById({ params: { id: filled.visit.id } })]],
    ['customers', async () => (await api().customer.search({ body: {} })).content],
    ['categories', () => api().category.findAll()],
    ['employees', () => api().employee.findAllFlatRoles()],
    ['branches', () => api().branch.getAll()],
    ['todos', async () => [await api().todo.findById({ params: { id: filled.todo.id } })]],
    ['protocols', async () => (await api().serviceOverview.search({ body: {} })).content],
  ] satisfies [WorkingSetKind, (of: { deviceId: number }) => Promise<{ id: number }[]>][])(
    'of the %s is what the call answers',
    async (kind, call) => {
      const answered = await call({ deviceId });
      expect(new Set<unknown>(phone.records(kind))).toEqual(new Set<unknown>(answered));
    },
  );

  it('of a protocol is what is answered for its id', async () => {
    for (const protocol of phone.records('protocols'))
      expect(protocol).toEqual(await api().service.findById({ params: { id: protocol.id } }));
    expect(phone.ids('protocols')).toEqual(
      expect.arrayContaining([filled.inspection.id, filled.unsigned.id]),
    );
  });

  it('of contacts and of a visit’s notes is the list that is answered', async () => {
    const params = { customerId: filled.customerId };
    expect(one('contacts', filled.customerId).contacts).toEqual(
      await api().customerContact.findByCustomer({ params }),
    );
    const notes = await api().visit.notes({ params: { id: filled.visit.id } });
    expect(notes).toHaveLength(1);
    expect(phone.records('visitNotes')).toEqual([{ id: filled.visit.id, notes }]);
  });

  it('has what is read and confirmed before a signature', async () => {
    const { id } = filled.unsigned;
    const { snapshot, signers, ownSignature, performers } = await api().serviceSigning.toSign({
      params: { id },
    });
    expect(one('signers', filled.customerId).signers).toEqual(signers);
    expect(signers).toHaveLength(1);
    expect(phone.records('attachments')).toEqual([{ id, attachments: snapshot.attachments }]);
    const [own] = phone.records('own');
    expect(own).toMatchObject({ ownSignature, logoKey: snapshot.company.logo });
    expect(own?.company).toEqual(await api().company.getAccount());
    const known = phone.records('employees').map(({ id: of, firstName, lastName, position }) => ({
      ...{ id: of, firstName, lastName, position },
    }));
    expect(known).toEqual(expect.arrayContaining(performers));
  });

  it('of the home page has its figures', async () => {
    expect(phone.records('home')).toEqual([{ id: team.userId, ...(await api().statistics.home()) }]);
  });

  it('is the same for an admin, except what is their own', async () => {
    const admins = await phoneOf(team.admin);
    expect(admins.records('machines')).toEqual(phone.records('machines'));
    expect(admins.records('visits')).toEqual([]);
    expect(admins.records('own')[0]?.ownSignature).toBeNull();
  });
});

describe('a phone', () => {
  const buildFleet = async (machines: number) => {
    const team = await buildTeam(app);
    const { accountId } = team;
    const [category, customer] = await Promise.all([
      buildCategory(app, { accountId }),
      buildCustomer(app, { accountId }),
    ]);
    const own = { accountId, categoryId: category.id, customerId: customer.id };
    const db = app.deps.db.of(team);
    await db.device.createMany({
      data: Array.from({ length: machines }, (_, index) => ({ ...own, name: `Machine ${index}` })),
    });
    const rows = await db.device.findMany({ where: {}, orderBy: { id: 'asc' } });
    return { ...team, own, ids: rows.map(({ id }) => id) };
  };
  const rename = (fleet: { accountId: number }, id: number) =>
    app.deps.db.of(fleet).device.update({
      where: { accountId_id: { accountId: fleet.accountId, id } },
      data: { name: 'Renamed' },
    });

  it('gets nothing again while nothing changes, and again on another day', async () => {
    const { technician, accountId } = await buildFleet(3);
    const phone = await phoneOf(technician);
    expect(await phone.refresh()).toEqual([
      { takenAt: now.toISOString(), revision: expect.any(String), set: null },
    ]);
    app.setNow(new Date('2026-11-22T12:00:00Z'));
    const [answer] = await phone.refresh();
    expect(answer?.set).not.toBeNull();
    expect(sentIn([answer as WorkingSet]).every((key) => key.startsWith('home/'))).toBe(true);
    await buildCustomer(app, { accountId });
    expect(sentIn(await phone.refresh()).map((key) => key.split('/')[0])).toEqual(['home', 'customers']);
  });

  it('gets one chunk of machines when one has changed', async () => {
    const fleet = await buildFleet(400);
    const { technician, ids } = fleet;
    const phone = await phoneOf(technician);
    expect(phone.ids('machines')).toEqual(ids);
    const [id = 0] = ids.slice(200);
    await rename(fleet, id);
    const answers = await phone.refresh();
    const sent = sentIn(answers);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatch(/^machines\//);
    expect(phone.records('machines').find((machine) => machine.id === id)?.name).toBe('Renamed');
    expect(answers[0]?.set?.chunks.length).toBeGreaterThan(8);
    const again = await phoneOf(technician);
    expect(again.records('machines')).toEqual(phone.records('machines'));
  });

  it('gets the machine’s records again when somebody who stands on them is renamed', async () => {
    const { technician, accountId, userId, ids } = await buildFleet(1);
    await technician.note.insert({ body: { device: { id: ids[0] ?? 0 }, text: 'Key' } });
    const phone = await phoneOf(technician);
    await app.deps.db.of({ accountId }).user.update({
      where: { accountId_id: { accountId, id: userId } },
      data: { firstName: 'Maria' },
    });
    expect(sentIn(await phone.refresh()).map((key) => key.split('/')[0])).toEqual(['employees', 'notes']);
    expect(phone.records('notes')[0]?.userUpdated.firstName).toBe('Maria');
  });

  it('gets the inspections of a machine again when one was done or entered', async () => {
    const { technician, accountId, userId, ids } = await buildFleet(1);
    const [deviceId = 0] = ids;
    const phone = await phoneOf(technician, { opened: [deviceId] });
    await technician.pastService.insert({
      body: { device: { id: deviceId }, date: '2025-06-01', types: ['PERIODIC_INSPECTION'] },
    });
    await phone.refresh();
    expect(phone.records('inspections')[0]).toMatchObject({ lastInspection: '2025-06-01' });
    const done = { state: 'SIGNED', currentVersion: 1, types: ['PERIODIC_INSPECTION' as const] } as const;
    await buildService(app, { accountId, userId, deviceId, ...done, types: [...done.types] });
    await phone.refresh();
    expect(phone.records('inspections')[0]).toMatchObject({ lastInspection: '2026-11-10' });
  });

  it('loses what was deleted or archived', async () => {
    const { technician, admin, ids } = await buildFleet(5);
    const [first = 0, second = 0, ...others] = ids;
    const phone = await phoneOf(technician);
    await admin.device.delete({ params: { id: first } });
    await admin.device.archive({ body: { id: second, reason: 'SOLD' } });
    await phone.refresh();
    expect(phone.ids('machines')).toEqual(others);
    expect(phone.ids('machineFacts')).toEqual(others);
    // What was opened or taken along is still shown.
    await phone.refresh({ opened: [second] });
    expect(phone.ids('machines')).toEqual([second, ...others]);
  });

  it('takes the newest protocol of every machine, more of those it is near to, and all that wait for its user', async () => {
    const { technician, accountId, userId, ids } = await buildFleet(3);
    const [near = 0, far = 0] = ids;
    const colleague = (await buildUser(app, { accountId })).id;
    const at = async (deviceId: number, day: number, given: object = {}) =>
      (
        await buildService(app, {
          ...{ accountId, userId: colleague, deviceId, date: new Date(Date.UTC(2026, 0, day)), ...given },
        })
      ).id;
    const signed = { state: 'SIGNED', currentVersion: 1 } as const;
    const ofNear: number[] = [];
    for (let day = 1; day <= 7; day++) ofNear.push(await at(near, day, signed));
    const mine = await at(far, 1, { userId });
    await at(far, 2, signed);
    const newest = await at(far, 3, signed);
    const phone = await phoneOf(technician, { opened: [near] });
    expect(phone.ids('protocols')).toEqual([...ofNear.slice(2), mine, newest]);
    await phone.refresh({ opened: [] });
    expect(phone.ids('protocols')).toEqual([...ofNear.slice(6), mine, newest]);
    await phone.refresh({ pinned: { customers: [], machines: [near] } });
    expect(phone.ids('protocols')).toEqual([...ofNear.slice(2), mine, newest]);
  });

  it('takes the user’s visits of yesterday and the coming days, and open ones', async () => {
    const { technician, accountId, userId, ids } = await buildFleet(1);
    const [deviceId = 0] = ids;
    const colleague = (await buildUser(app, { accountId })).id;
    const visitOn = async (day: string | null, given: object = {}) =>
      (await buildVisit(app, { accountId, userId, deviceId, day, ...given })).id;
    const expected = [
      await visitOn('2026-11-20', { state: 'DONE' }),
      await visitOn('2026-11-21'),
      await visitOn('2026-12-05'),
      await visitOn('2026-09-01'),
      await visitOn(null),
    ];
    await visitOn('2026-12-06');
    await visitOn('2026-11-19', { state: 'DONE' });
    await visitOn('2026-11-22', { state: 'CANCELLED', cancelReason: 'Ill' });
    await visitOn('2026-11-22', { userId: colleague });
    expect((await phoneOf(technician)).ids('visits')).toEqual(expected);
  });

  it('gets nothing of another account by its ids', async () => {
    const { technician, ids } = await buildFleet(1);
    const foreign = await buildFleet(2);
    const phone = await phoneOf(technician, {
      pinned: { customers: [foreign.own.customerId], machines: foreign.ids },
      opened: foreign.ids,
    });
    expect(phone.ids('machines')).toEqual(ids);
    expect(phone.ids('customers')).not.toContain(foreign.own.customerId);
  });

  it('gets a large set in several answers, and goes on where the connection broke', async () => {
    const fleet = await buildFleet(120);
    const limits = { ...workingSetLimits, records: 60 };
    const phone = newPhone(directly(fleet, limits));
    const answers = await phone.refresh();
    expect(answers.length).toBeGreaterThan(3);
    expect(phone.ids('machines')).toEqual(fleet.ids);
    expect(phone.ids('machineFacts')).toEqual(fleet.ids);
    const keys = sentIn(answers);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('of an account that is too large takes what is likely to be needed', async () => {
    const fleet = await buildFleet(12);
    const { accountId, userId, own, ids } = fleet;
    const db = app.deps.db.of(fleet);
    const [visited = 0, opened = 0, pinned = 0, overdue = 0, due = 0, later = 0, sold = 0] = ids;
    const otherCustomer = await buildCustomer(app, { accountId });
    const { id: ofPinned } = await buildDevice(app, { ...own, customerId: otherCustomer.id });
    await buildVisit(app, { accountId, userId, deviceId: visited, day: '2026-11-23' });
    const inspected = (id: number, day: string, data: object = {}) =>
      db.device.update({
        where: { accountId_id: { accountId, id } },
        data: {
          ...{ transferDate: new Date(day), inspectionPeriodInMonths: 12, isPeriodicInspectionEnabled: true },
          ...data,
        },
      });
    await inspected(overdue, '2025-09-21');
    await inspected(due, '2025-11-30');
    await inspected(later, '2026-06-01');
    await inspected(sold, '2025-11-22', { archivedAt: now, archivedReason: 'SOLD', archivedById: userId });
    const wanted = {
      pinned: { customers: [otherCustomer.id], machines: [pinned] },
      opened: [opened],
    };
    const ofLimits = async (limits: object) => {
      const phone = newPhone(directly(fleet, { ...workingSetLimits, ...limits }), wanted);
      const answers = await phone.refresh();
      return { phone, set: answers.at(-1)?.set };
    };
    const byId = (a: number, b: number) => a - b;
    const all = await ofLimits({ machines: 10 });
    expect(all.phone.ids('machines')).toEqual([visited, opened, pinned, overdue, due, ofPinned].sort(byId));
    expect(all.set).toMatchObject({ whole: false, missingMachines: 12 + 1 - 1 - 6 });
    expect(all.phone.ids('customers')).toEqual([own.customerId, otherCustomer.id].sort(byId));
    const few = await ofLimits({ machines: 5 });
    expect(few.phone.ids('machines')).toEqual([visited, opened, pinned, due, ofPinned].sort(byId));
    const { set } = await ofLimits({ machines: 12 });
    expect(set).toMatchObject({ whole: true, missingMachines: 0 });
  });

  it('gets nothing once its user is deactivated', async () => {
    const { technician, admin, accountId, userId } = await buildFleet(1);
    const phone = await phoneOf(technician);
    const { email } = await app.deps.db.of({ accountId }).user.findUniqueOrThrow({
      where: { accountId_id: { accountId, id: userId } },
    });
    const leaver = { id: userId, email, firstName: 'Jan', lastName: 'Nowak', roles: [{ id: 2 }] };
    await admin.employee.update({ body: { ...leaver, active: false } });
    expect(await refusal(phone.refresh())).toMatchObject({ status: 401 });
  });

  it('is told to wait when it asks all the time', async () => {
    const { technician, accountId, userId } = await buildFleet(1);
    const { revision } = await technician.offline.workingSet({ body: {} });
    const limit = { points: 100, seconds: 300 };
    await app.deps.throttle.take('working-set', `${accountId}/${userId}`, limit, 99);
    const refused = await refusal(technician.offline.workingSet({ body: {} }));
    expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
    // What has not changed costs nothing.
    expect((await technician.offline.workingSet({ body: { revision } })).set).toBeNull();
  });

  it('may not name more than it can have', async () => {
    const { technician } = await buildFleet(1);
    const opened = Array.from({ length: 201 }, (_, index) => index + 1);
    expect(await refusal(technician.offline.workingSet({ body: { opened } }))).toMatchObject({
      status: 400,
      fields: { opened: 'TOO_MANY' },
    });
  });
});

describe('chunks', () => {
  it('are cut the same wherever records are added or removed', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => 1_000_000 + index * 37);
    const whole = cutIds(ids, 50).map(String);
    expect(whole.length).toBeGreaterThan(25);
    expect(whole.length).toBeLessThan(60);
    for (const index of [0, 1, 700, 1_999]) {
      const without = cutIds(ids.toSpliced(index, 1), 50).map(String);
      expect(without.filter((chunk) => !whole.includes(chunk)).length).toBeLessThanOrEqual(1);
    }
  });
});

/** With other limits than those of the server. */
const directly =
  ({ accountId, userId }: Team, limits: Parameters<typeof readWorkingSet>[3]): Answer =>
  async (body) => {
    const ctx = { accountId, userId, roles: ['ROLE_USER'], language: 'en', timezone: 'UTC' } as never;
    return readWorkingSet(app.deps, ctx, WorkingSetQuery.parse(body), limits);
  };
