import { beforeEach, expect, it } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import {
  buildCategory,
  buildCustomer,
  buildDevice,
  buildService,
  buildTeam,
} from '../../testing/builders.ts';

const app = useTestApp();
let team: Awaited<ReturnType<typeof buildTeam>>;
let device: Awaited<ReturnType<typeof buildDevice>>;
let customerId: number;
let categoryId: number;

/** Handed over, and long overdue for its inspection. */
beforeEach(async () => {
  team = await buildTeam(app);
  const { accountId } = team;
  customerId = (await buildCustomer(app, { accountId })).id;
  categoryId = (await buildCategory(app, { accountId })).id;
  device = await buildDevice(app, {
    accountId,
    customerId,
    categoryId,
    status: 'FAULT',
    transferDate: new Date('2020-01-31'),
    inspectionPeriodInMonths: 6,
    gpsLatitude: 51,
    gpsLongitude: 19,
  });
});

/** In how many machines each list and figure counts the machine. */
async function seen() {
  const { technician: api } = team;
  const found = await Promise.all([
    api.device.search({ body: {} }).then((page) => page.totalElements),
    api.device.getByFilter({ body: {} }).then((rows) => rows.length),
    api.device.findAll({}).then((rows) => rows.length),
    api.device.findByCustomer({ params: { id: customerId } }).then((rows) => rows.length),
    api.device.findByCategory({ params: { id: categoryId } }).then((rows) => rows.length),
    api.device.countNeedingAttention({}),
    api.inspection.search({ body: {} }).then((page) => page.totalElements),
    api.inspection.points({ body: {} }).then(({ total }) => total),
    api.inspection.calendar({ body: { month: '2020-07' } }).then((days) => days.length),
    api.customer.counts({ params: { id: customerId } }).then(({ machines }) => machines),
    api.customer.counts({ params: { id: customerId } }).then((counts) => counts.overdueInspections),
    api.category.findById({ params: { id: categoryId } }).then(({ count }) => count),
    api.category.search({ body: {} }).then(({ content }) => content[0]?.count),
    api.statistics.home({}).then(({ machines }) => machines.reduce((sum, { count }) => sum + count, 0)),
    api.statistics.home({}).then(({ inspections }) => inspections.overdue),
  ]);
  return [...new Set(found)];
}

it('leaves an archived machine out of lists and due work, and keeps its records', async () => {
  const { technician, accountId, userId } = team;
  const { id } = await buildService(app, { accountId, userId, deviceId: device.id });
  expect(await seen()).toEqual([1]);
  const archived = await technician.device.archive({
    body: { id: device.id, reason: 'SOLD', note: ' To a farm ' },
  });
  expect(archived).toMatchObject({
    nextInspection: null,
    archived: { reason: 'SOLD', note: 'To a farm', by: { id: userId } },
  });
  expect(await seen()).toEqual([0]);
  const { content } = await technician.device.search({ body: { archived: true } });
  expect(content).toEqual([archived]);
  expect(await technician.service.findById({ params: { id } })).toMatchObject({
    devices: [{ id: device.id }],
  });
  const inspection = await technician.machineInspection.inspection({ params: { deviceId: device.id } });
  expect(inspection).toMatchObject({ nextInspection: null, device: { isPeriodicInspectionEnabled: true } });
  const [change] = await technician.log.changes({ params: { entity: 'device', id: device.id } });
  expect(change?.changes).toEqual([
    { field: 'archiveNote', before: '', after: 'To a farm' },
    { field: 'archivedReason', before: '', after: 'SOLD' },
  ]);
  await technician.device.restore({ body: { id: device.id } });
  expect(await seen()).toEqual([1]);
});

it('is not overwritten by a form that was opened before it was archived or restored', async () => {
  const { technician } = team;
  const { id } = device;
  const { name, category, customer, status, revision } = await technician.device.findById({ params: { id } });
  const saved = { id, name, category, customer, status };
  await technician.device.archive({ body: { id, reason: 'SOLD', note: '' } });
  const stale = await refusal(technician.device.update({ body: { ...saved, revision } }));
  expect(stale).toMatchObject({ status: 409, code: 'RECORD_CHANGED' });
  const archived = await technician.device.findById({ params: { id } });
  await technician.device.restore({ body: { id } });
  const again = await refusal(technician.device.update({ body: { ...saved, revision: archived.revision } }));
  expect(again).toMatchObject({ status: 409, code: 'RECORD_CHANGED' });
});

it('takes no new protocol, but one that was begun before can be finished', async () => {
  const { technician, accountId, userId } = team;
  const begun = await buildService(app, { accountId, userId, deviceId: device.id });
  await technician.device.archive({ body: { id: device.id, reason: 'SCRAPPED', note: '' } });
  const protocol = {
    date: '2026-11-20T10:00:00Z',
    type: ['REPAIR' as const],
    customer: { id: customerId },
    devices: [{ id: device.id }],
  };
  const refused = await refusal(technician.service.add({ body: protocol }));
  expect(refused).toMatchObject({ status: 400, fields: { devices: 'DEVICE_ARCHIVED' } });
  const finished = await technician.service.add({
    body: { ...protocol, id: begun.id, revision: begun.revision, isToSign: true },
  });
  expect(finished.state).toBe('SIGNED');
});

it('is archived once, however many people press at once', async () => {
  const { technician, colleague } = team;
  const body = { id: device.id, reason: 'OTHER' as const, note: '' };
  const answers = await Promise.allSettled(
    [technician, colleague, technician, colleague].map((api) => api.device.archive({ body })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await refusal(technician.device.archive({ body }))).toMatchObject({ code: 'RECORD_CHANGED' });
});

it('names archived machines that keep a customer or a category', async () => {
  const { admin } = team;
  await admin.device.archive({ body: { id: device.id, reason: 'SCRAPPED', note: '' } });
  const linked = { machines: 0, archivedMachines: 1 };
  expect(await refusal(admin.customer.delete({ params: { id: customerId } }))).toMatchObject({ linked });
  expect(await refusal(admin.category.delete({ params: { id: categoryId } }))).toMatchObject({ linked });
});
