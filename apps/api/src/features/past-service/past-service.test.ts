/** Services that were entered afterwards: they count for a machine's dates, and are never a protocol. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildTeam } from '../../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;

beforeAll(async () => {
  app.setNow(new Date('2026-11-21T12:00:00Z'));
  ({ accountId, admin, technician } = await buildTeam(app));
});

/** Handed over long ago, inspected once a year. */
const newDevice = (given: object = {}) =>
  buildDevice(app, {
    accountId,
    transferDate: new Date('2020-01-31'),
    inspectionPeriodInMonths: 12,
    ...given,
  });

interface Entered {
  date?: string;
  types?: ('PERIODIC_INSPECTION' | 'REPAIR')[];
  number?: string;
  performedBy?: string;
  description?: string;
}
const inspection = { date: '2026-03-04', types: ['PERIODIC_INSPECTION' as const] };

const enter = (device: { id: number }, given: Entered = {}, api = technician) =>
  api.pastService.insert({ body: { device: { id: device.id }, ...inspection, ...given } });

const sign = (device: { id: number; customerId: number }, date: string, given: object = {}) =>
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

const datesOf = async ({ id }: { id: number }) => {
  const { lastService, nextInspection } = await admin.device.findById({ params: { id } });
  return { lastService, nextInspection };
};
const inspectionOf = ({ id }: { id: number }) =>
  admin.machineInspection.inspection({ params: { deviceId: id } });

describe('a service entered afterwards', () => {
  it('is kept as the paper says', async () => {
    const device = await newDevice();
    const given = { performedBy: 'Old Works Ltd', number: '17/2026', description: 'All in order' };
    const row = await enter(device, { ...given, types: ['REPAIR', 'PERIODIC_INSPECTION'] });
    expect(row).toMatchObject({
      ...given,
      date: '2026-03-04',
      types: ['PERIODIC_INSPECTION', 'REPAIR'],
      device: { id: device.id },
      revision: 1,
    });
    expect(await admin.pastService.findByDevice({ params: { deviceId: device.id } })).toEqual([row]);
    expect(await admin.pastService.findById({ params: { id: row.id } })).toEqual(row);
  });

  it('is on a day from 1950 to today, by the calendar of the company', async () => {
    const device = await newDevice();
    // In Warsaw it is already the 22nd.
    app.setNow(new Date('2026-11-21T23:30:00Z'));
    await enter(device, { date: '2026-11-22' });
    await enter(device, { date: '1950-01-01' });
    expect(await refusal(enter(device, { date: '2026-11-23' }))).toMatchObject({
      status: 400,
      fields: { date: 'DATE_IN_FUTURE' },
    });
    expect(await refusal(enter(device, { date: '1949-12-31' }))).toMatchObject({
      status: 400,
      fields: { date: 'DATE_TOO_EARLY' },
    });
    const [row] = await admin.pastService.findByDevice({ params: { deviceId: device.id } });
    const change = admin.pastService.update({
      body: { id: row?.id ?? 0, date: '2026-11-23', types: ['REPAIR'] },
    });
    expect(await refusal(change)).toMatchObject({ fields: { date: 'DATE_IN_FUTURE' } });
    app.setNow(new Date('2026-11-21T12:00:00Z'));
  });

  it('stands once: the same day, types and number are refused, also when both come at once', async () => {
    const device = await newDevice();
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => enter(device, { number: '17/2026' })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(enter(device, { number: '17/2026' }))).toMatchObject({
      status: 400,
      fields: { date: 'PAST_SERVICE_LISTED' },
    });
    const other = await enter(device, { number: '18/2026' });
    const change = technician.pastService.update({
      body: { id: other.id, ...inspection, number: '17/2026' },
    });
    expect(await refusal(change)).toMatchObject({ fields: { date: 'PAST_SERVICE_LISTED' } });
  });

  it('needs a type, and a machine of the own company', async () => {
    const device = await newDevice();
    expect(await refusal(enter(device, { types: [] }))).toMatchObject({
      fields: { types: 'SERVICE_TYPE_REQUIRED' },
    });
    const stranger = await buildAdmin(app);
    const foreign = await buildDevice(app, { accountId: stranger.accountId });
    expect(await refusal(enter(foreign))).toMatchObject({ status: 400, fields: { device: 'DEVICE_GONE' } });
    const own = await enter(device);
    const other = await app.as(stranger);
    for (const attempt of [
      () => other.pastService.findById({ params: { id: own.id } }),
      () => other.pastService.findByDevice({ params: { deviceId: device.id } }),
      () => other.pastService.history({ body: { deviceId: device.id } }),
      () => other.pastService.update({ body: { id: own.id, ...inspection } }),
      () => other.pastService.delete({ params: { id: own.id } }),
    ])
      expect(await refusal(attempt())).toMatchObject({ status: 404 });
  });

  it('is changed by everybody, from the newest version, and deleted by its author or an admin', async () => {
    const device = await newDevice();
    const row = await enter(device, {}, admin);
    const body = { id: row.id, revision: row.revision, ...inspection, number: '3' };
    const changed = await technician.pastService.update({ body });
    expect(changed).toMatchObject({ number: '3', revision: 2, userCreated: row.userCreated });
    expect(await refusal(technician.pastService.update({ body }))).toMatchObject({
      status: 409,
      code: 'RECORD_CHANGED',
    });
    const deleting = (api: Api, id: number) => api.pastService.delete({ params: { id } });
    expect(await refusal(deleting(technician, row.id))).toMatchObject({ code: 'NO_PERMISSION' });
    expect(await admin.pastService.findByDevice({ params: { deviceId: device.id } })).toHaveLength(1);
    await deleting(admin, row.id);
    await deleting(technician, (await enter(device)).id);
    expect(await admin.pastService.findByDevice({ params: { deviceId: device.id } })).toEqual([]);
  });

  it('is in the log with what changed', async () => {
    const device = await newDevice({ name: 'Press PH-160' });
    const { id } = await enter(device, { number: '17/2026' });
    await technician.pastService.update({
      body: { id, ...inspection, date: '2026-03-05', number: '17/2026' },
    });
    await technician.pastService.delete({ params: { id } });
    const { content } = await admin.log.search({ body: { text: 'Press PH-160' } });
    const entries = content.filter(({ entity }) => entity === 'pastService');
    expect(entries.map(({ kind }) => kind)).toEqual(['DELETED', 'CHANGED', 'CREATED']);
    expect(entries[1]).toMatchObject({
      arg1: 'Press PH-160, 2026-03-05, 17/2026',
      changes: [{ field: 'date' }],
    });
  });

  it('keeps its machine from being deleted', async () => {
    const device = await newDevice();
    await enter(device);
    expect(await refusal(admin.device.delete({ params: { id: device.id } }))).toMatchObject({
      code: 'DEVICE_IN_USE',
      linked: { pastServices: 1 },
    });
  });
});

describe('the dates of a machine', () => {
  it('follow an inspection that was entered afterwards, by the interval of the machine', async () => {
    const device = await newDevice();
    expect(await datesOf(device)).toEqual({ lastService: null, nextInspection: '2021-01-31' });
    const { id } = await enter(device);
    expect(await datesOf(device)).toEqual({ lastService: '2026-03-04', nextInspection: '2027-03-04' });
    await technician.pastService.update({ body: { id, ...inspection, date: '2026-04-05' } });
    expect(await datesOf(device)).toEqual({ lastService: '2026-04-05', nextInspection: '2027-04-05' });
    await technician.pastService.update({
      body: { id, ...inspection, date: '2026-04-05', types: ['REPAIR'] },
    });
    expect(await datesOf(device)).toEqual({ lastService: '2026-04-05', nextInspection: '2021-01-31' });
    await technician.pastService.delete({ params: { id } });
    expect(await datesOf(device)).toEqual({ lastService: null, nextInspection: '2021-01-31' });
  });

  it('follow the newest of what was entered and what was signed; a protocol of the same day counts', async () => {
    const device = await newDevice();
    await enter(device, { date: '2026-05-05' });
    await enter(device, { date: '2026-03-04' });
    expect(await datesOf(device)).toMatchObject({ nextInspection: '2027-05-05' });
    const signed = await sign(device, '2026-05-05T10:00:00Z');
    expect(await datesOf(device)).toEqual({ lastService: '2026-05-05', nextInspection: '2026-11-05' });
    await enter(device, { date: '2026-06-06' });
    expect(await datesOf(device)).toEqual({ lastService: '2026-06-06', nextInspection: '2027-06-06' });
    const newest = await sign(device, '2026-07-07T10:00:00Z');
    expect(await datesOf(device)).toEqual({ lastService: '2026-07-07', nextInspection: '2027-01-07' });
    for (const { id } of [newest, signed])
      await admin.service.withdraw({ params: { id }, body: { reason: 'Wrong machine, next to it' } });
    expect(await datesOf(device)).toEqual({ lastService: '2026-06-06', nextInspection: '2027-06-06' });
  });

  it('are worked out again when the company moves to another timezone', async () => {
    const team = await buildTeam(app);
    const device = await buildDevice(app, {
      accountId: team.accountId,
      transferDate: new Date('2020-01-31'),
      inspectionPeriodInMonths: 12,
    });
    await team.admin.pastService.insert({ body: { device: { id: device.id }, ...inspection } });
    await team.admin.service.add({
      body: {
        // In Warsaw the 4th, in New York the 3rd.
        date: '2026-03-03T23:30:00Z',
        type: ['PERIODIC_INSPECTION'],
        customer: { id: device.customerId },
        devices: [{ id: device.id }],
        period: 6,
        isToSign: true,
      },
    });
    const next = async () => (await team.admin.device.findById({ params: { id: device.id } })).nextInspection;
    expect(await next()).toBe('2026-09-04');
    await app.deps.db
      .of(team)
      .account.update({ where: { id: team.accountId }, data: { timezone: 'America/New_York' } });
    expect(await next()).toBe('2027-03-04');
  });

  it('are the same on the machine’s own screen and in the overview', async () => {
    const device = await newDevice({
      name: 'Same in both',
      transferDate: new Date('2025-03-01'),
      warrantyLength: 18,
    });
    const row = await enter(device);
    const { content } = await admin.inspection.search({ body: { text: 'Same in both' } });
    const expected = {
      lastInspection: '2026-03-04',
      nextInspection: '2027-03-04',
      lastWarrantyInspectionDone: true,
    };
    expect(content).toMatchObject([expected]);
    expect(await inspectionOf(device)).toMatchObject({
      ...expected,
      isLastInspectionPast: true,
      lastPeriod: 12,
      periodicInspections: [],
      pastInspections: [{ id: row.id, date: '2026-03-04' }],
    });
    await sign(device, '2026-03-04T10:00:00Z');
    expect(await inspectionOf(device)).toMatchObject({ isLastInspectionPast: false, lastPeriod: 6 });
  });

  it('come right for two who enter at once', async () => {
    const device = await newDevice();
    const days = ['2026-01-01', '2026-02-02', '2026-03-03', '2026-04-04', '2026-05-05', '2026-06-06'];
    await Promise.all(days.map((date) => enter(device, { date })));
    expect(await datesOf(device)).toEqual({ lastService: '2026-06-06', nextInspection: '2027-06-06' });
  });

  it('are refreshed for a whole list that comes as one statement', async () => {
    const devices = await Promise.all([newDevice(), newDevice(), newDevice()]);
    const users = await app.deps.db.of({ accountId }).user.findFirstOrThrow({ where: {} });
    await app.deps.db.of({ accountId }).pastService.createMany({
      data: devices.flatMap(({ id: deviceId }, index) =>
        ['2026-03-04', `2026-04-0${index + 1}`].map((date) => ({
          ...{ accountId, deviceId, date: new Date(date), userCreatedId: users.id },
          types: ['PERIODIC_INSPECTION' as const],
        })),
      ),
    });
    expect(await Promise.all(devices.map(datesOf))).toEqual(
      [1, 2, 3].map((day) => ({ lastService: `2026-04-0${day}`, nextInspection: `2027-04-0${day}` })),
    );
  });
});

describe('the services of a machine', () => {
  it('are protocols and what was entered, newest first, in pages', async () => {
    const device = await newDevice();
    const oldest = await enter(device, { date: '2026-01-01' });
    const signed = await sign(device, '2026-03-04T10:00:00Z');
    const sameDay = await enter(device, { number: '17/2026', performedBy: 'Old Works Łódź' });
    const newest = await enter(device, { date: '2026-06-06', description: 'Pump seal' });
    const history = async (body: object = {}) => {
      const { content, totalElements } = await technician.pastService.history({
        body: { deviceId: device.id, ...body },
      });
      for (const { protocol, past } of content) expect((protocol === null) === (past !== null)).toBe(true);
      return { ids: content.map(({ protocol, past }) => (protocol ?? past)?.id), totalElements };
    };
    const all = [newest.id, signed.id, sameDay.id, oldest.id];
    expect(await history()).toEqual({ ids: all, totalElements: 4 });
    expect(await history({ page: 1, size: 3 })).toEqual({ ids: all.slice(3), totalElements: 4 });
    for (const by of ['date', 'number'] as const)
      expect((await history({ sort: { by, direction: 'asc' } })).ids, by).toEqual(all.toReversed());
    expect((await history({ sort: { by: 'state', direction: 'asc' } })).ids[0]).toBe(signed.id);
    expect((await history({ text: 'lodz' })).ids).toEqual([sameDay.id]);
    expect((await history({ text: 'seal' })).ids).toEqual([newest.id]);
    const { content } = await technician.pastService.history({ body: { deviceId: device.id } });
    expect(content[1]?.protocol).toEqual(await technician.service.findById({ params: { id: signed.id } }));
  });

  it('are named at a glance: the newest as what it is', async () => {
    const device = await newDevice();
    const look = () => technician.device.overview({ params: { id: device.id } });
    expect(await look()).toMatchObject({ lastService: null, lastPastService: null });
    const past = await enter(device, { performedBy: 'Old Works Ltd' });
    expect(await look()).toMatchObject({
      lastService: null,
      lastPastService: {
        id: past.id,
        date: '2026-03-04',
        types: ['PERIODIC_INSPECTION'],
        performedBy: 'Old Works Ltd',
      },
      nextInspection: '2027-03-04',
      counts: { protocols: 0, pastServices: 1 },
    });
    const signed = await sign(device, '2026-03-04T10:00:00Z');
    expect(await look()).toMatchObject({ lastService: { id: signed.id }, lastPastService: null });
    await enter(device, { date: '2026-03-05' });
    expect(await look()).toMatchObject({
      lastService: { id: signed.id },
      lastPastService: { date: '2026-03-05' },
    });
  });

  it('are no protocols in lists, among events, in statistics and for the next protocol', async () => {
    const team = await buildTeam(app);
    const { id } = await buildDevice(app, { accountId: team.accountId });
    await team.admin.pastService.insert({ body: { device: { id }, ...inspection } });
    expect((await team.admin.serviceOverview.search({ body: {} })).totalElements).toBe(0);
    expect(await team.admin.serviceOverview.list()).toEqual([]);
    expect(await team.admin.incident.findByParameters({ query: { deviceId: id } })).toEqual([]);
    expect(await team.admin.machineInspection.lastSignedInspection({ query: { deviceId: id } })).toBeNull();
    await team.admin.pastService.insert({
      body: { device: { id }, date: '2026-03-05', types: ['REPAIR'] },
    });
    const { totals, months, mostRepaired } = await team.admin.statistics.overview({ query: {} });
    expect({ all: totals.all, repairs: totals.repairs, months, mostRepaired }).toEqual({
      ...{ all: 0, repairs: 0, months: [], mostRepaired: [] },
    });
  });

  it('stand in the history and in the service book, marked as entered afterwards', async () => {
    const team = await buildTeam(app);
    const device = await buildDevice(app, {
      accountId: team.accountId,
      transferDate: new Date('2020-01-31'),
      inspectionPeriodInMonths: 12,
    });
    const given = { number: '17/2026', performedBy: 'Old Works Ltd', description: 'All in order' };
    await team.admin.pastService.insert({ body: { device: { id: device.id }, ...inspection, ...given } });
    const history = await team.admin.serviceBook.history({ params: { id: device.id } });
    expect(history).toMatchObject([
      {
        kind: 'PAST_SERVICE',
        day: '2026-03-04',
        // The start of the day in Warsaw.
        at: '2026-03-03T23:00:00.000Z',
        text: 'All in order',
        who: 'Old Works Ltd',
        past: { types: ['PERIODIC_INSPECTION'], number: '17/2026' },
        service: null,
      },
    ]);
    const { data } = await team.admin.http.get<ArrayBuffer>(`/api/device/serviceBook/${device.id}`, {
      responseType: 'arraybuffer',
    });
    const text = (await readTexts(new Uint8Array(data))).join(' ').replace(/\s+/g, ' ');
    expect(text).toContain('Earlier service Entered afterwards, no protocol');
    expect(text).toContain('number of the paper: 17/2026');
    expect(text).toContain('Old Works Ltd');
    // Next to the last inspection, and in the history.
    expect(text.split('Entered afterwards, no protocol')).toHaveLength(3);
    expect(text).not.toContain('Signed');
    expect(text).not.toContain('Service protocol');
  });
});
