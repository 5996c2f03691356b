import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildService, buildUser } from '../../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let technicianId: number;
let accountId: number;

beforeAll(async () => {
  const owner = await buildAdmin(app);
  accountId = owner.accountId;
  admin = await app.as(owner);
  const user = await buildUser(app, { accountId });
  technicianId = user.id;
  technician = await app.as(user);
});

describe('the events of a machine', () => {
  it('include protocols unless excluded, newest first', async () => {
    const { id: deviceId } = await buildDevice(app, { accountId });
    await admin.incident.insert({
      body: { device: { id: deviceId }, date: '2026-11-01T08:00:00Z', text: 'Wyciek oleju' },
    });
    await admin.incident.insert({
      body: { device: { id: deviceId }, date: '2026-11-20T08:00:00Z', text: 'Pęknięty wąż' },
    });
    const { id } = await buildService(app, {
      accountId,
      userId: technicianId,
      deviceId,
      faultDescription: 'Leak',
    });
    const all = await admin.incident.findByParameters({ query: { deviceId } });
    expect(all.map(({ text }) => text)).toEqual(['Pęknięty wąż', 'Leak', 'Wyciek oleju']);
    expect(all[1]).toMatchObject({ idWithAlias: `S${id}`, service: { id, type: ['REPAIR'], state: 'NEW' } });
    const own = await admin.incident.findByParameters({ query: { deviceId, showService: 'false' } });
    expect(own.map(({ service }) => service)).toEqual([null, null]);
    const found = await admin.incident.findByParameters({ query: { deviceId, text: 'PEKNIETY' } });
    expect(found).toHaveLength(1);
  });

  it('set the machine’s status on request, and the log says so', async () => {
    const { id: deviceId } = await buildDevice(app, { accountId, status: 'OK' });
    const report = (given: object = {}) =>
      technician.incident.insert({
        body: { device: { id: deviceId }, date: '2026-11-01T08:00:00Z', text: 'No pressure', ...given },
      });
    const find = () => admin.device.findById({ params: { id: deviceId } });
    await report();
    const before = await find();
    expect(before.status).toBe('OK');
    await report({ setsFault: true });
    await report({ setsFault: true });
    expect(await find()).toMatchObject({ status: 'FAULT', revision: before.revision + 1 });
  });

  it('are filtered by whole days of the user’s timezone', async () => {
    const { id: deviceId } = await buildDevice(app, { accountId });
    // In Warsaw the first is still 31 October, the second 1 November.
    for (const date of ['2026-10-31T22:59:00Z', '2026-10-31T23:00:00Z']) {
      await admin.incident.insert({ body: { device: { id: deviceId }, date, text: date } });
    }
    const october = await admin.incident.findByParameters({ query: { deviceId, dateTo: '2026-10-31' } });
    expect(october.map(({ text }) => text)).toEqual(['2026-10-31T22:59:00Z']);
    const november = await admin.incident.findByParameters({
      query: { deviceId, dateFrom: '2026-11-01T00:00:00' },
    });
    expect(november.map(({ text }) => text)).toEqual(['2026-10-31T23:00:00Z']);
  });

  it('are deleted by their author or by an admin', async () => {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const add = (api: Api) =>
      api.incident.insert({ body: { device: { id: deviceId }, date: '2026-11-01T08:00:00Z', text: 'x' } });
    const foreign = await add(admin);
    expect(await refusal(technician.incident.delete({ params: { id: foreign.id } }))).toMatchObject({
      status: 403,
    });
    expect(await admin.incident.findByParameters({ query: { deviceId } })).toHaveLength(1);
    await technician.incident.delete({ params: { id: (await add(technician)).id } });
    await admin.incident.delete({ params: { id: (await add(technician)).id } });
  });

  it('may have a local time without an offset, like in the specified client', async () => {
    const { id } = await buildDevice(app, { accountId });
    const dated = async (date: string) =>
      (await admin.incident.insert({ body: { device: { id }, date, text: 'x' } })).date;
    expect(await dated('2026-07-01T10:00:00')).toBe('2026-07-01T08:00:00.000Z');
    expect(await dated('2026-11-01T10:00')).toBe('2026-11-01T09:00:00.000Z');
    expect(await dated('2026-11-01T10:00:00+09:00')).toBe('2026-11-01T01:00:00.000Z');
  });

  it('need a text and a date', async () => {
    const { id } = await buildDevice(app, { accountId });
    expect(
      await refusal(admin.incident.insert({ body: { device: { id }, date: '', text: ' ' } })),
    ).toMatchObject({
      status: 400,
      fields: { date: 'DATE_REQUIRED', text: 'ENTER_TEXT' },
    });
  });
});
