/** Performer and date of service in the document, the lists and the statistics. */
import { protocolSnapshotVersion } from '@servicebook/shared/protocol-snapshot';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildUser, buildVisit } from '../../testing/builders.ts';
import {
  bodyOf,
  type ProtocolBody,
  protocolOf,
  readPdf,
  readVersion,
  signProtocol,
} from '../../testing/protocols.ts';

const app = useTestApp();
const now = '2026-11-19T09:30:00Z';
let admin: Api;
let technician: Api;
let adminId: number;
let technicianId: number;
let accountId: number;
let device: { id: number; customerId: number };

beforeAll(async () => {
  const planner = await buildAdmin(app, { firstName: 'Paul', lastName: 'Planner' });
  ({ accountId, id: adminId } = planner);
  admin = await app.as(planner);
  const worker = await buildUser(app, { accountId, firstName: 'Ida', lastName: 'Busch' });
  technicianId = worker.id;
  technician = await app.as(worker);
  device = await buildDevice(app, { accountId });
});

beforeEach(() => app.setNow(new Date(now)));

const planned = (given: Partial<ProtocolBody> = {}) =>
  admin.service.add({ body: protocolOf(device, { date: '2026-10-30T08:00:00Z', ...given }) });
const sign = (id: number, given: object = {}, api = technician) =>
  signProtocol(api, id, { signedAt: now, ...given });

describe('a protocol planned by one user and performed by another, on a day of another month', () => {
  it('shows on its document the performer, that day, and a number of that month', async () => {
    const plan = await planned();
    await planned();
    expect(plan).toMatchObject({ user: { id: adminId }, userCreated: { id: adminId }, month: 10 });
    const signed = await sign(plan.id, { date: '2026-11-19T00:00:00' });
    expect(signed).toMatchObject({
      user: { id: technicianId, firstName: 'Ida', lastName: 'Busch' },
      userCreated: { id: adminId },
      month: 11,
      year: 2026,
    });
    const [page] = await readTexts(await readPdf(technician, plan.id));
    expect(page).toContain('Ida Busch');
    expect(page).toContain('19 November 2026');
    expect(page).toContain(`${signed.number}/11/2026`);
    expect(page).not.toContain('October');
    expect(page).not.toContain('Planner');
  });

  it('counts for the performer, in statistics and lists', async () => {
    const plan = await planned();
    const signed = async () => {
      const rows = await admin.statistics.servicesUsers({
        query: { dateFrom: '2026-10-01', dateTo: '2026-11-30' },
      });
      return rows.find(({ userId }) => userId === technicianId)?.countUserSignedServices ?? 0;
    };
    const before = await signed();
    await sign(plan.id);
    expect(await signed()).toBe(before + 1);
    const { content } = await admin.serviceOverview.search({ body: { userId: technicianId, size: 100 } });
    expect(content.map(({ id }) => id)).toContain(plan.id);
    const found = await admin.serviceOverview.search({ body: { text: 'ida busch', size: 100 } });
    expect(found.content.map(({ id }) => id)).toContain(plan.id);
  });

  it('is logged with who planned, performed and signed it', async () => {
    const plan = await planned();
    await sign(plan.id, { date: '2026-11-19T00:00:00' });
    const log = await app.deps.db.of({ accountId }).auditLog.findMany({
      where: { entity: 'service', entityId: plan.id },
      orderBy: { id: 'asc' },
    });
    expect(log.map(({ kind, userId }) => [kind, userId])).toEqual([
      ['CREATED', adminId],
      ['CHANGED', technicianId],
      ['SIGNED', technicianId],
    ]);
    expect(log[1]?.changes).toMatchObject({
      performedBy: ['Paul Planner', 'Ida Busch'],
      number: [expect.stringContaining('/10/2026'), expect.stringContaining('/11/2026')],
    });
  });

  it('makes the next inspection count from the confirmed day', async () => {
    const plan = await planned({ type: ['PERIODIC_INSPECTION'], period: 6 });
    await sign(plan.id, { date: '2026-11-18T12:00:00' });
    const { nextInspection } = await admin.machineInspection.inspection({ params: { deviceId: device.id } });
    expect(nextInspection).toBe('2027-05-18');
    const row = await readVersion(app, accountId, plan.id);
    expect(JSON.parse(row.snapshot)).toMatchObject({ date: '2026-11-18', nextInspection: '2027-05-18' });
  });
});

describe('the performer', () => {
  it('is the author, unless another user is named', async () => {
    expect(await planned()).toMatchObject({ user: { id: adminId } });
    const named = await planned({ performedBy: { id: technicianId } });
    expect(named).toMatchObject({ user: { id: technicianId }, userCreated: { id: adminId } });
    const body = await bodyOf(admin, named.id);
    expect(await admin.service.add({ body })).toMatchObject({ user: { id: technicianId } });
    expect(
      await admin.service.add({ body: { ...body, revision: undefined, performedBy: { id: adminId } } }),
    ).toMatchObject({
      user: { id: adminId },
    });
  });

  it('is the signer, unless another user is named before or at signing', async () => {
    const onPurpose = await planned({ performedBy: { id: technicianId } });
    expect(await sign(onPurpose.id, {}, admin)).toMatchObject({ user: { id: technicianId } });
    const chosen = await planned();
    expect(await sign(chosen.id, { performedBy: { id: adminId } })).toMatchObject({ user: { id: adminId } });
  });

  it('stays when a reopened protocol is signed again, and can be corrected by an admin', async () => {
    const { id } = await planned();
    await sign(id);
    await admin.service.add({ body: await bodyOf(admin, id) });
    expect(await sign(id, {}, admin)).toMatchObject({ user: { id: technicianId }, version: 2 });
    const corrected = { ...(await bodyOf(admin, id)), isToSign: true, performedBy: { id: adminId } };
    expect(await admin.service.add({ body: corrected })).toMatchObject({ user: { id: adminId }, version: 3 });
    const technicians = await Promise.all(
      [1, 2, 3].map((version) => readVersion(app, accountId, id, version)),
    );
    expect(technicians.map(({ snapshot }) => JSON.parse(snapshot).technician.lastName === 'Busch')).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is an active user of the account, or the current performer', async () => {
    const stranger = await buildAdmin(app);
    const gone = await buildUser(app, { accountId });
    const plan = await planned({ performedBy: { id: gone.id } });
    const db = app.deps.db.of({ accountId });
    await db.user.update({ where: { accountId_id: { accountId, id: gone.id } }, data: { active: false } });
    const refused = { status: 400, fields: { performedBy: 'PERFORMER_NOT_SELECTED' } };
    for (const id of [stranger.id, gone.id, 2_000_000_000]) {
      expect(await refusal(planned({ performedBy: { id } }))).toMatchObject(refused);
      expect(await refusal(sign((await planned()).id, { performedBy: { id } }))).toMatchObject(refused);
    }
    const body = { ...(await bodyOf(admin, plan.id)), performedBy: { id: gone.id } };
    expect(await admin.service.add({ body })).toMatchObject({ user: { id: gone.id } });
    expect(await sign(plan.id, { performedBy: { id: gone.id } })).toMatchObject({ user: { id: gone.id } });
  });

  it('may not delete a protocol of another author', async () => {
    const mine = await technician.service.add({
      body: protocolOf(device, { performedBy: { id: adminId } }),
    });
    const theirs = await admin.service.add({
      body: protocolOf(device, { performedBy: { id: technicianId } }),
    });
    expect(await refusal(technician.service.delete({ params: { id: theirs.id } }))).toMatchObject({
      status: 403,
    });
    await technician.service.delete({ params: { id: mine.id } });
  });
});

describe('several performers', () => {
  let helperId: number;
  let helper: Api;
  const also = (...ids: number[]) => ({ alsoPerformedBy: ids.map((id) => ({ id })) });
  const idsOf = ({ alsoPerformedBy }: { alsoPerformedBy: { id: number }[] }) =>
    alsoPerformedBy.map(({ id }) => id);
  const stored = async (id: number) => idsOf(await admin.service.findById({ params: { id } }));

  beforeAll(async () => {
    const user = await buildUser(app, { accountId, firstName: 'Olaf', lastName: 'Zander' });
    helperId = user.id;
    helper = await app.as(user);
  });

  it('are all named on the document, in lists, exports, statistics and the machine’s history', async () => {
    const { id } = await planned({ performedBy: { id: technicianId }, ...also(adminId, helperId) });
    const count = async () => {
      const rows = await admin.statistics.servicesUsers({ query: {} });
      return [technicianId, adminId, helperId].map(
        (each) => rows.find(({ userId }) => userId === each)?.countUserSignedServices ?? 0,
      );
    };
    const before = await count();
    const signed = await sign(id);
    expect(signed).toMatchObject({ user: { id: technicianId } });
    expect(idsOf(signed)).toEqual([adminId, helperId]);
    expect(await count()).toEqual(before.map((each) => each + 1));
    const [page = ''] = await readTexts(await readPdf(technician, id));
    // Among the facts, and at the signature.
    for (const name of ['Ida Busch', 'Paul Planner', 'Olaf Zander']) expect(page.split(name)).toHaveLength(3);
    for (const search of [{ userId: helperId }, { text: 'olaf zander' }]) {
      const { content } = await admin.serviceOverview.search({ body: { ...search, size: 100 } });
      expect(content.map((each) => each.id)).toContain(id);
    }
    const listed = (await admin.serviceOverview.list()).find((each) => each.id === id);
    expect(listed && idsOf(listed)).toEqual([adminId, helperId]);
    const { data } = await admin.http.post('/api/service/export', { format: 'csv', text: 'olaf zander' });
    expect(String(data)).toContain('"Paul Planner, Olaf Zander"');
    const history = await admin.serviceBook.history({ params: { id: device.id } });
    expect(history.find(({ service }) => service?.id === id)?.who).toBe(
      'Ida Busch, Paul Planner and Olaf Zander',
    );
    const events = await admin.incident.findByParameters({ query: { deviceId: String(device.id) } });
    expect(events.find(({ service }) => service?.id === id)).toMatchObject({
      user: { lastName: 'Busch' },
      alsoPerformedBy: [{ lastName: 'Planner' }, { lastName: 'Zander' }],
    });
  });

  it('follow a renamed user in the search', async () => {
    const user = await buildUser(app, { accountId, firstName: 'Nora', lastName: 'Before' });
    const { id } = await planned(also(user.id));
    await app.deps.db
      .of({ accountId })
      .user.update({ where: { accountId_id: { accountId, id: user.id } }, data: { lastName: 'Afterwards' } });
    const { content } = await admin.serviceOverview.search({ body: { text: 'nora afterwards' } });
    expect(content.map((each) => each.id)).toEqual([id]);
  });

  it('stay when a client does not send them, never repeat the main one, and are frozen with the version', async () => {
    const { id } = await planned(also(technicianId, helperId, adminId, helperId));
    expect(await stored(id)).toEqual([technicianId, helperId]);
    await admin.service.add({ body: await bodyOf(admin, id) });
    expect(await stored(id)).toEqual([technicianId, helperId]);
    expect(await technician.serviceSigning.toSign({ params: { id } })).toMatchObject({
      performedBy: technicianId,
      alsoPerformedBy: [helperId],
    });
    // Who signs becomes the main performer.
    expect(idsOf(await sign(id))).toEqual([helperId]);
    await admin.service.add({ body: { ...(await bodyOf(admin, id)), ...also(adminId), isToSign: true } });
    const names = await Promise.all(
      [1, 2].map(async (version) =>
        JSON.parse((await readVersion(app, accountId, id, version)).snapshot).alsoPerformedBy.map(
          (each: { lastName: string }) => each.lastName,
        ),
      ),
    );
    expect(names).toEqual([['Zander'], ['Planner']]);
  });

  it('are confirmed at signing, and logged', async () => {
    const { id } = await planned(also(helperId));
    expect(idsOf(await sign(id, { performedBy: { id: helperId }, ...also(technicianId) }))).toEqual([
      technicianId,
    ]);
    const entry = await app.deps.db.of({ accountId }).auditLog.findFirst({
      where: { entity: 'service', entityId: id, kind: 'CHANGED' },
    });
    expect(entry?.changes).toMatchObject({
      performedBy: ['Paul Planner', 'Olaf Zander'],
      alsoPerformedBy: ['Olaf Zander', 'Ida Busch'],
    });
  });

  it('are active users of the account, or named already, and cannot be deleted', async () => {
    const stranger = await buildAdmin(app);
    const gone = await buildUser(app, { accountId });
    const { id } = await planned(also(gone.id));
    const where = { accountId_id: { accountId, id: gone.id } };
    await app.deps.db.of({ accountId }).user.update({ where, data: { active: false } });
    const refused = { status: 400, fields: { alsoPerformedBy: 'PERFORMER_NOT_SELECTED' } };
    for (const each of [stranger.id, gone.id, 2_000_000_000]) {
      expect(await refusal(planned(also(each)))).toMatchObject(refused);
      expect(await refusal(sign((await planned()).id, also(each)))).toMatchObject(refused);
    }
    expect(await refusal(admin.employee.delete({ params: { id: gone.id } }))).toMatchObject({
      code: 'USER_IN_USE',
    });
    expect(idsOf(await sign(id, also(gone.id)))).toEqual([gone.id]);
  });

  it('come from the visit, if its author is one of its technicians', async () => {
    const { id: visitId } = await buildVisit(app, { accountId, userId: technicianId, deviceId: device.id });
    await app.deps.db
      .of({ accountId })
      .visitTechnician.create({ data: { accountId, visitId, userId: helperId, position: 1 } });
    const write = (api: Api, given: Partial<ProtocolBody> = {}) =>
      api.service.add({ body: protocolOf(device, { visitId, ...given }) });
    expect(await write(helper)).toMatchObject({ user: { id: helperId } });
    expect(idsOf(await write(helper))).toEqual([technicianId]);
    // Somebody else did the work, or one of them alone.
    expect(idsOf(await write(admin))).toEqual([]);
    expect(idsOf(await write(helper, also()))).toEqual([]);
  });
});

describe('the date of service', () => {
  it('is the stored date unless another day is confirmed', async () => {
    const stored = '2026-10-30T08:00:00.000Z';
    expect(await sign((await planned()).id)).toMatchObject({ date: stored, month: 10 });
    expect(await sign((await planned()).id, { date: '2026-10-30T00:00:00' })).toMatchObject({ date: stored });
    expect(await sign((await planned()).id, { date: '2026-10-31T22:59:59Z' })).toMatchObject({ month: 10 });
    expect(await sign((await planned()).id, { date: '2026-10-31T23:00:00Z' })).toMatchObject({ month: 11 });
  });

  it('is not after today in the company’s timezone, on screen and on paper', async () => {
    const future = { status: 400, fields: { date: 'DATE_IN_FUTURE' } };
    const { id } = await planned();
    // In the company's timezone the 20th begins at 23:00 UTC.
    expect(await refusal(sign(id, { date: '2026-11-19T23:00:00Z' }))).toMatchObject(future);
    expect(await refusal(sign(id, { date: '2026-11-20T00:00:00' }))).toMatchObject(future);
    const body = { ...(await bodyOf(admin, id)), date: '2026-11-20T08:00:00Z', isToSign: true };
    expect(await refusal(technician.service.add({ body }))).toMatchObject(future);
    const ahead = await planned({ date: '2026-12-01T08:00:00Z' });
    expect(await refusal(sign(ahead.id))).toMatchObject(future);
    expect(await admin.service.findById({ params: { id: ahead.id } })).toMatchObject({ state: 'NEW' });
    expect(await sign(ahead.id, { date: '2026-11-19T22:59:00Z' })).toMatchObject({ month: 11 });
  });
});

describe('the times of a document', () => {
  it('are in the company’s timezone, wherever the signer’s browser is', async () => {
    const worker = await buildUser(app, { accountId });
    const abroad = await app.as(worker, { Timezone: 'Pacific/Auckland' });
    const { id } = await planned({ date: '2026-11-18T22:30:00Z' });
    // 18 November in Warsaw, the 19th in Auckland.
    await sign(id, { signedAt: '2026-11-18T22:45:00Z' }, abroad);
    const [page] = await readTexts(await readPdf(abroad, id));
    expect(
      page?.match(/\d+ November 2026(, \d\d:\d\d| at \d\d:\d\d)?/g)?.map((text) => text.slice(0, 2)),
    ).toEqual(['18', '18']);
    expect(page).toContain('23:45');
    expect(JSON.parse((await readVersion(app, accountId, id)).snapshot)).toMatchObject({
      schemaVersion: protocolSnapshotVersion,
      timezone: 'Europe/Warsaw',
    });
  });
});

it('keeps its time when another day is confirmed, and accepts an explicit time', async () => {
  const stored = async (date: string) => {
    const { id } = await planned({ date: '2026-11-17T09:45:00Z' });
    return (await sign(id, { date })).date;
  };
  expect(await stored('2026-11-18T00:00:00')).toBe('2026-11-18T09:45:00.000Z');
  expect(await stored('2026-11-18T14:30:00')).toBe('2026-11-18T13:30:00.000Z');
});

it.each([
  ['somebody else', () => technicianId, () => technicianId],
  ['the planner', () => adminId, () => null],
])('planned as a to-do for %s', async (_, performer, assignee) => {
  const todo = { date: '2026-11-20', description: 'Check the pump' };
  const { id } = await planned({ performedBy: { id: performer() }, todo });
  const task = await app.deps.db.of({ accountId }).todo.findFirst({ where: { serviceId: id } });
  expect(task).toMatchObject({ assigneeId: assignee() });
});

it('is numbered in the month of its day, even after the company’s timezone has changed', async () => {
  const { id, month } = await planned({ date: '2026-10-31T23:30:00Z' });
  expect(month).toBe(11);
  const { global } = app.deps.db;
  const where = { id: accountId };
  const { timezone } = await global.account.findUniqueOrThrow({ where });
  await global.account.update({ where, data: { timezone: 'UTC' } });
  try {
    const signed = await sign(id);
    expect(signed).toMatchObject({ year: 2026, month: 10 });
    const [page] = await readTexts(await readPdf(technician, id));
    expect(page).toContain(`${signed.number}/10/2026`);
    expect(page).toContain('31 October 2026');
  } finally {
    await global.account.update({ where, data: { timezone } });
  }
});

it.each(['2199-12-31T23:59:59-23:59', '1901-01-01T00:00:00+23:59'])(
  'has no extreme date, such as %s, that no list could show',
  async (date) => {
    expect(await refusal(planned({ date }))).toMatchObject({ status: 400, fields: { date: 'INVALID' } });
    const listed = await admin.service.findByDevice({ params: { deviceId: device.id } });
    expect(listed.length).toBeGreaterThan(0);
  },
);
