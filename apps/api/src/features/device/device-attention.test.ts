import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildService } from '../../testing/builders.ts';

const app = useTestApp();
let api: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  const owner = await buildAdmin(app);
  ({ accountId, id: userId } = owner);
  api = await app.as(owner);
  await app.deps.db.of({ accountId }).account.update({
    where: { id: accountId },
    data: { timezone: 'Pacific/Auckland' },
  });
});

const attention = async (filter: object = {}) =>
  (await api.device.search({ body: { needsAttention: true, ...filter } })).content.map(({ name }) => name);

describe('machines that need attention', () => {
  const handedOver = { inspectionPeriodInMonths: 12, transferDate: new Date('2025-11-22') };

  beforeAll(async () => {
    const machines = [
      { name: 'danger', status: 'DANGER' },
      { name: 'broken', status: 'BROKEN' },
      { name: 'fault', status: 'FAULT', city: 'Łódź' },
      { name: 'in repair', status: 'IN_REPAIR' },
      { name: 'due on 22 November', ...handedOver },
      { name: 'not inspected', ...handedOver, isPeriodicInspectionEnabled: false },
      { name: 'in transport', status: 'TRANSPORT' },
    ] as const;
    for (const machine of machines) await buildDevice(app, { accountId, ...machine });
    // Another company's are not counted.
    await buildDevice(app, { accountId: (await buildAdmin(app)).accountId, status: 'DANGER' });
  });

  // Midnight in Auckland is at 11:00 UTC.
  beforeEach(() => app.setNow(new Date('2026-11-22T10:59:00Z')));

  it('are in danger, broken, faulty or in repair', async () => {
    expect(await attention()).toEqual(['in repair', 'fault', 'broken', 'danger']);
    expect(await api.device.countNeedingAttention()).toBe(4);
  });

  it('or overdue for an inspection in the account’s timezone', async () => {
    app.setNow(new Date('2026-11-22T11:01:00Z'));
    expect(await attention()).toEqual(['due on 22 November', 'in repair', 'fault', 'broken', 'danger']);
    expect(await api.device.countNeedingAttention()).toBe(5);
  });

  it('can be combined with the other filters and the search', async () => {
    expect(await attention({ city: 'lodz' })).toEqual(['fault']);
    expect(await attention({ text: 'danger' })).toEqual(['danger']);
    expect(await attention({ statuses: ['TRANSPORT'] })).toEqual([]);
  });
});

describe('the dates of a machine', () => {
  it('are its last signed protocol, next inspection and end of warranty', async () => {
    const { id } = await buildDevice(app, {
      accountId,
      transferDate: new Date('2025-01-31'),
      warrantyLength: 1,
      inspectionPeriodInMonths: 6,
    });
    const read = () => api.device.findById({ params: { id } });
    expect(await read()).toMatchObject({
      lastService: null,
      nextInspection: '2025-07-31',
      warrantyUntil: '2025-02-28',
    });
    const db = app.deps.db.of({ accountId });
    const build = (date: string, given: object = {}) =>
      buildService(app, { accountId, userId, deviceId: id, date: new Date(date), ...given });
    await build('2025-06-02T08:00:00Z');
    expect(await read()).toMatchObject({ lastService: null });
    // A repair, late in the evening UTC, which is the next day in Auckland.
    const repair = await build('2025-03-01T20:00:00Z', { number: 2, types: ['REPAIR'] });
    const sign = (state: 'SIGNED' | 'NEW') =>
      db.service.update({
        where: { accountId_id: { accountId, id: repair.id } },
        data: { state, currentVersion: 1 },
      });
    await sign('SIGNED');
    expect(await read()).toMatchObject({ lastService: '2025-03-02', nextInspection: '2025-07-31' });
    expect(
      (await api.device.search({ body: { sort: { by: 'lastService', direction: 'desc' } } })).content[0]?.id,
    ).toBe(id);
    await sign('NEW');
    expect(await read()).toMatchObject({ lastService: null });
  });
});
