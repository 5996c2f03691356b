import { addMonths } from '@servicebook/shared/calendar';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice } from '../../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let accountId: number;

beforeAll(async () => {
  app.setNow(new Date('2026-11-21T12:00:00Z'));
  const owner = await buildAdmin(app, { planExpired: new Date('2030-01-01') });
  accountId = owner.accountId;
  admin = await app.as(owner);
});

const handedOver = (transferDate: string) =>
  buildDevice(app, {
    accountId,
    transferDate: new Date(transferDate),
    warrantyLength: 24,
    inspectionPeriodInMonths: 12,
  });

const inspect = (
  device: { id: number; customerId: number },
  date: string,
  given: Record<string, unknown> = {},
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

describe('a machine’s inspections', () => {
  it('come from its signed inspection protocols alone', async () => {
    const device = await handedOver('2026-01-31');
    const read = () => admin.machineInspection.inspection({ params: { deviceId: device.id } });
    expect(await read()).toMatchObject({
      lastInspection: null,
      nextInspection: '2027-01-31',
      daysToNextInspection: 71,
    });
    await inspect(device, '2026-11-10T10:00:00Z', { isToSign: false });
    await inspect(device, '2026-11-09T10:00:00Z', { type: ['REPAIR'] });
    expect(await read()).toMatchObject({ lastInspection: null, periodicInspections: [] });
    const signed = await inspect(device, '2026-11-08T23:30:00Z');
    expect(await read()).toMatchObject({
      // Half past midnight of the 9th in the account's timezone.
      lastInspection: '2026-11-09',
      nextInspection: addMonths('2026-11-09', 6),
      lastPeriod: 6,
      periodicInspections: [{ id: signed.id, period: 6 }],
    });
    expect(
      await admin.machineInspection.lastSignedInspection({ query: { deviceId: device.id } }),
    ).toMatchObject({
      id: signed.id,
      period: 6,
    });
  });

  it('can be turned off and on again', async () => {
    const { id } = await handedOver('2026-01-31');
    const off = await admin.machineInspection.enableInspection({
      body: { id, isPeriodicInspectionEnabled: false },
    });
    expect(off).toMatchObject({ nextInspection: null, device: { isPeriodicInspectionEnabled: false } });
    const on = await admin.machineInspection.enableInspection({
      body: { id, isPeriodicInspectionEnabled: true },
    });
    expect(on.nextInspection).toBe('2027-01-31');
  });

  it('have a frequency of at least one month; a negative one counts as zero', async () => {
    const { id: deviceId } = await handedOver('2026-01-31');
    expect(
      await admin.machineInspection.setInspectionPeriod({ query: { deviceId, months: 3 } }),
    ).toMatchObject({
      nextInspection: '2026-04-30',
      daysToNextInspection: -205,
    });
    for (const [months, code] of [
      [0, 'FREQUENCY_NOT_POSITIVE'],
      [-4, 'FREQUENCY_NOT_POSITIVE'],
      [1.5, 'WHOLE_NUMBER'],
    ] as const)
      expect(
        await refusal(admin.machineInspection.setInspectionPeriod({ query: { deviceId, months } })),
      ).toMatchObject({ status: 400, fields: { months: code } });
  });
});

describe('a stated next inspection', () => {
  const state = (id: number, date: string | null) =>
    admin.machineInspection.stateInspection({ body: { id, date } });

  it('counts until an inspection is done, can be taken back, and stands in the log', async () => {
    const device = await handedOver('1999-01-31');
    expect(await state(device.id, '2027-03-12')).toMatchObject({
      ...{ nextInspection: '2027-03-12', daysToNextInspection: 111 },
      statedInspection: { date: '2027-03-12', on: '2026-11-21' },
    });
    expect((await admin.device.findById({ params: { id: device.id } })).nextInspection).toBe('2027-03-12');
    expect(await state(device.id, null)).toMatchObject({
      nextInspection: '2000-01-31',
      statedInspection: null,
    });
    await state(device.id, '2025-01-02');
    await state(device.id, '2025-01-02');
    const log = await admin.log.changes({ params: { entity: 'device', id: device.id } });
    expect(log.map(({ changes }) => changes)).toEqual(
      [
        ['', '2025-01-02'],
        ['2027-03-12', ''],
        ['', '2027-03-12'],
      ].map(([before, after]) => [{ field: 'statedInspectionDate', before, after }]),
    );
    await inspect(device, '2026-11-20T10:00:00Z');
    expect((await state(device.id, '2027-01-02')).nextInspection).toBe('2027-01-02');
    await inspect(device, '2026-11-21T10:00:00Z');
    expect(await state(device.id, null)).toMatchObject({
      nextInspection: '2027-05-21',
      statedInspection: null,
    });
  });

  it('is refused on the day of an inspection, and for a day that cannot be right', async () => {
    const device = await handedOver('2026-01-31');
    for (const date of ['1920-01-01', '2150-01-01', 'soon'])
      expect(await refusal(state(device.id, date))).toMatchObject({
        status: 400,
        fields: { date: 'INVALID' },
      });
    await inspect(device, '2026-11-21T10:00:00Z');
    expect(await refusal(state(device.id, '2027-01-02'))).toMatchObject({
      ...{ status: 400, fields: { date: 'INSPECTED_SINCE' } },
    });
  });
});

describe('a machine’s place', () => {
  it('is a point on the globe', async () => {
    const { id: deviceId } = await handedOver('2026-01-31');
    const placed = await admin.device.updateGpsLocation({
      body: { deviceId, latitude: 51.06, longitude: 19.11 },
    });
    expect(placed).toMatchObject({ gpsLatitude: 51.06, gpsLongitude: 19.11 });
    const nowhere = { deviceId, latitude: 91, longitude: 19 };
    expect(await refusal(admin.device.updateGpsLocation({ body: nowhere }))).toMatchObject({
      status: 400,
    });
  });
});

describe('a machine’s history', () => {
  it('lists all events, newest first, and the changes with their users', async () => {
    const device = await handedOver('2026-01-31');
    const of = { device: { id: device.id } };
    await admin.note.insert({ body: { ...of, text: 'Key at the reception' } });
    await admin.part.save({ body: { ...of, name: 'Pump' } });
    await admin.incident.insert({ body: { ...of, date: '2026-02-01T08:00:00Z', text: 'Leak' } });
    await inspect(device, '2026-11-10T10:00:00Z');
    await admin.device.update({
      body: {
        id: device.id,
        name: 'Renamed',
        status: 'FAULT',
        category: { id: device.categoryId },
        customer: { id: device.customerId },
      },
    });
    const history = await admin.serviceBook.history({ params: { id: device.id } });
    expect(new Set(history.map(({ kind }) => kind))).toEqual(
      new Set(['NOTE', 'PART', 'EVENT', 'SERVICE', 'CHANGE']),
    );
    expect(history.map(({ at }) => at)).toEqual(
      history
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const change = history.find(({ kind }) => kind === 'CHANGE');
    expect(change?.changes).toContainEqual({ field: 'status', before: 'OK', after: 'FAULT' });
    const [newest] = await admin.log.changes({ params: { entity: 'device', id: device.id } });
    expect(newest).toMatchObject({
      kind: 'CHANGED',
      who: expect.stringMatching(/^Test User \d+$/),
      changes: expect.arrayContaining([{ field: 'name', before: device.name, after: 'Renamed' }]),
    });
  });
});

describe('the interval of several machines', () => {
  it('is set for all of them or none, in one call, with an entry in each history', async () => {
    const [one, two] = [await handedOver('2026-01-31'), await handedOver('2026-02-28')];
    const foreign = await buildDevice(app, { accountId: (await buildAdmin(app)).accountId });
    const set = (devices: number[], months = 3) =>
      admin.machineInspection.setInspectionPeriods({ body: { devices, months } });
    expect(await refusal(set([one.id, foreign.id]))).toMatchObject({ status: 404 });
    expect(await refusal(set([one.id], 0))).toMatchObject({ fields: { months: 'FREQUENCY_NOT_POSITIVE' } });
    expect(await refusal(set(Array.from({ length: 501 }, (_, at) => at + 1)))).toMatchObject({
      fields: { devices: 'TOO_MANY' },
    });
    expect(await set([two.id, one.id, two.id])).toEqual({ changed: 2 });
    // Nothing changes, so nothing is recorded.
    expect(await set([one.id])).toEqual({ changed: 0 });
    for (const { id } of [one, two]) {
      const found = await admin.device.findById({ params: { id } });
      expect(found).toMatchObject({ inspectionPeriodInMonths: 3 });
      const changes = await admin.log.changes({ params: { entity: 'device', id } });
      expect(changes.map((entry) => entry.changes)).toEqual([
        [{ field: 'inspectionPeriodInMonths', before: '12', after: '3' }],
      ]);
    }
  });
});
