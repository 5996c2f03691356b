import { beforeAll, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildBranch,
  buildCustomer,
  buildDevice,
  buildTeam,
  buildUser,
  buildVisit,
} from '../../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  ({ accountId, userId, admin } = await buildTeam(app));
});

const week = { from: '2026-12-07', to: '2026-12-13' };
const board = (query = week) => admin.planning.board({ query });

it('shows the visits and absences of its days, and who works or still has visits', async () => {
  const { id: leftId } = await buildUser(app, { accountId, active: false });
  const { id: idleId } = await buildUser(app, { accountId, active: false });
  const visit = (given: object) => buildVisit(app, { accountId, userId, ...given });
  const late = await visit({ day: '2026-12-08', fromMinute: 600 });
  const early = await visit({ day: '2026-12-08', fromMinute: 480 });
  const whenever = await visit({ day: '2026-12-08' });
  const sunday = await visit({ day: '2026-12-13', userId: leftId });
  await visit({ day: '2026-12-14' });
  await visit({});
  await visit({ day: '2026-12-08', state: 'CANCELLED', cancelReason: 'Closed' });
  const away = await admin.absence.save({
    body: { user: { id: userId }, kind: 'SICKNESS', from: '2026-12-01', to: '2026-12-07' },
  });
  const { visits, absences, technicians } = await board();
  expect(visits.map(({ id }) => id)).toEqual([early.id, late.id, whenever.id, sunday.id]);
  expect(absences.map(({ id }) => id)).toEqual([away.id]);
  const ids = technicians.map(({ id }) => id);
  expect(ids).toContain(userId);
  expect(ids).toContain(leftId);
  expect(ids).not.toContain(idleId);
  expect(technicians.find(({ id }) => id === leftId)).toMatchObject({ active: false });
});

it('has at most 31 days, in their order', async () => {
  expect(await refusal(board({ from: '2026-12-01', to: '2027-01-01' }))).toMatchObject({
    fields: { to: 'TOO_LARGE' },
  });
  expect(await refusal(board({ from: '2026-12-02', to: '2026-12-01' }))).toMatchObject({
    fields: { to: 'DATE_BEFORE_START' },
  });
});

it('leads through a day from the nearest branch, and names visits without a place', async () => {
  const driver = await buildUser(app, { accountId });
  const near = await buildBranch(app, { accountId, latitude: 52, longitude: 20 });
  const far = await buildBranch(app, { accountId, latitude: 54, longitude: 18 });
  const visitAt = async (longitude: number | null, given: object = {}) => {
    const device = await buildDevice(app, {
      accountId,
      ...(longitude !== null && { gpsLatitude: 52, gpsLongitude: longitude }),
    });
    return (
      await buildVisit(app, {
        accountId,
        userId: driver.id,
        deviceId: device.id,
        day: '2026-12-09',
        ...given,
      })
    ).id;
  };
  const [third, first, second] = [await visitAt(20.3), await visitAt(20.1), await visitAt(20.2)];
  const unknown = await visitAt(null);
  await visitAt(20.4, { state: 'DONE' });
  await visitAt(20.5, { day: '2026-12-10' });
  const route = await admin.planning.route({ query: { userId: driver.id, day: '2026-12-09' } });
  expect(route).toMatchObject({ start: { id: near.id }, withoutPlace: [unknown], exact: true });
  expect(route.stops.map(({ visitId }) => visitId)).toEqual([first, second, third]);
  // A tenth of a degree is 6.8 km there, by road a third more.
  for (const { kilometres } of route.stops) expect(kilometres).toBeCloseTo(8.9, 0);
  expect(route.kilometres).toBeCloseTo(
    route.stops.reduce((sum, { kilometres }) => sum + kilometres, 0),
    9,
  );
  const other = await admin.planning.route({
    query: { userId: driver.id, day: '2026-12-09', branchId: far.id },
  });
  expect(other).toMatchObject({ start: { id: far.id } });
  expect(await admin.planning.route({ query: { userId: driver.id, day: '2026-12-24' } })).toMatchObject({
    stops: [],
    kilometres: 0,
  });
});

it('goes to the customer for machines that stand there and have no point; never for those given away', async () => {
  const driver = await buildUser(app, { accountId });
  const { id: customerId } = await buildCustomer(app, { accountId, gpsLatitude: 52, gpsLongitude: 20.7 });
  const visitTo = async (device: object) => {
    const { id: deviceId } = await buildDevice(app, { accountId, customerId, ...device });
    const { id } = await buildVisit(app, { accountId, userId: driver.id, deviceId, day: '2026-12-16' });
    return { id, deviceId };
  };
  const there = await visitTo({});
  const plant = await visitTo({ streetAddress: 'Plant 2', city: 'Kraków' });
  const sold = await visitTo({});
  const { id: buyer } = await buildCustomer(app, { accountId, gpsLatitude: 40, gpsLongitude: 0 });
  await app.deps.db.of({ accountId }).device.update({
    where: { accountId_id: { accountId, id: sold.deviceId } },
    data: { customerId: buyer },
  });
  const route = await admin.planning.route({ query: { userId: driver.id, day: '2026-12-16' } });
  expect(route.stops).toMatchObject([{ visitId: there.id, latitude: 52, longitude: 20.7 }]);
  expect(route.withoutPlace).toEqual([plant.id, sold.id]);
  const near = { latitude: 52, longitude: 20.7, kilometres: 20 };
  const found = await admin.visit.search({ body: { dateFrom: '2026-12-16', dateTo: '2026-12-16', near } });
  expect(found.content.map(({ id }) => id)).toEqual([there.id]);
  const far = { ...near, latitude: 40, longitude: 0 };
  expect((await admin.visit.search({ body: { near: far } })).content).toEqual([]);
});

it('shows a technician the way through today and tomorrow, after what is still open', async () => {
  app.setNow(new Date('2027-01-11T23:30:00Z'));
  const driver = await buildUser(app, { accountId });
  const as = await app.as(driver);
  const visitAt = async (longitude: number | null, given: object) => {
    const device = await buildDevice(app, {
      accountId,
      ...(longitude !== null && { gpsLatitude: 52, gpsLongitude: longitude }),
    });
    const visit = await buildVisit(app, { accountId, userId: driver.id, deviceId: device.id, ...given });
    return visit.id;
  };
  // In Warsaw it is the 12th already. The branch is west of all stops.
  const day = '2027-01-12';
  const far = await visitAt(20.6, { day });
  const nowhere = await visitAt(null, { day });
  const close = await visitAt(20.5, { day });
  const noon = await visitAt(20.4, { day, fromMinute: 720 });
  const early = await visitAt(20.1, { day, fromMinute: 480, state: 'DONE' });
  const tomorrow = await visitAt(20.1, { day: '2027-01-13' });
  const older = await visitAt(20.1, { day: '2027-01-04', state: 'STARTED' });
  const old = await visitAt(20.1, { day: '2027-01-11' });
  await visitAt(20.1, { day: '2027-01-11', state: 'DONE' });
  await visitAt(20.1, { day: '2027-01-14' });
  await visitAt(20.1, { day, state: 'CANCELLED', cancelReason: 'Closed' });
  await buildVisit(app, { accountId, userId, day });
  const { visits, ...days } = await as.planning.myDays({});
  app.setNow(null);
  expect(days).toEqual({ today: day, tomorrow: '2027-01-13' });
  expect(visits.map(({ id }) => id)).toEqual([older, old, early, noon, close, far, nowhere, tomorrow]);
});
