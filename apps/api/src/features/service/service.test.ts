/** Saving and finding protocols. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCustomer, buildDevice, buildTeam } from '../../testing/builders.ts';
import { type ProtocolBody, protocolOf } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let colleague: Api;
let accountId: number;
let device: { id: number; customerId: number };
let second: { id: number; customerId: number };

beforeAll(async () => {
  ({ accountId, admin, technician, colleague } = await buildTeam(app));
  device = await buildDevice(app, { accountId });
  second = await buildDevice(app, { accountId, customerId: device.customerId });
});

const protocol = (given: Partial<ProtocolBody> = {}) => protocolOf(device, given);
const add = (given: Partial<ProtocolBody> = {}, api = technician) =>
  api.service.add({ body: protocol(given) });
const refused = async (given: Record<string, unknown>, api = technician) =>
  refusal(api.service.add({ body: { ...protocol(), ...given } as ProtocolBody }));

describe('saving a protocol', () => {
  it('stores machines, types, fault and actions with their values', async () => {
    const actions = [
      {
        device: { id: device.id },
        name: 'Oil change',
        quantity: 2.5,
        fields: [{ name: 'Amount', value: '4', unit: 'l' }],
      },
      { device: { id: second.id }, name: 'Cleaning', quantity: 1, fields: [] },
    ];
    const saved = await add({
      devices: [{ id: second.id }, { id: device.id }],
      type: ['REPAIR', 'PERIODIC_INSPECTION'],
      paymentType: 'WARRANTY',
      faultDescription: ' Rattles\nloudly ',
      period: 6,
      actions,
    });
    expect(saved).toMatchObject({
      state: 'NEW',
      isToSign: false,
      version: 0,
      revision: 1,
      fullNumber: '1',
      paymentType: 'WARRANTY',
      faultDescription: 'Rattles\nloudly',
      period: 6,
      type: ['PERIODIC_INSPECTION', 'REPAIR'],
      signature: null,
      fileDtos: [],
    });
    expect(saved.devices.map(({ id }) => id)).toEqual([second.id, device.id]);
    expect(saved.actions).toEqual(expect.arrayContaining(actions));
    expect(await admin.service.findById({ params: { id: saved.id } })).toEqual(saved);
    for (const { id } of [device, second]) {
      const listed = await admin.service.findByDevice({ params: { deviceId: id } });
      expect(listed.map((each) => each.id)).toContain(saved.id);
    }
  });

  it('reports missing date, type, machine and customer at their fields', async () => {
    expect(await refused({ date: '', type: [], devices: [], customer: null })).toMatchObject({
      status: 400,
      fields: {
        date: 'DATE_REQUIRED',
        type: 'SERVICE_TYPE_REQUIRED',
        devices: 'DEVICE_REQUIRED',
        customer: 'CUSTOMER_NOT_SELECTED',
      },
    });
  });

  it.each([
    ['0000-01-01T00:00:00Z'],
    ['1800-06-01T10:00:00Z'],
    ['9999-12-31T23:59:59Z'],
    ['2026-02-30T10:00:00Z'],
    ['yesterday'],
  ])('refuses the date %s', async (date) => {
    expect(await refused({ date })).toMatchObject({ status: 400, fields: { date: 'INVALID' } });
  });

  it('stores an inspection period only for an inspection, and only from one month', async () => {
    const inspection: ProtocolBody['type'] = ['PERIODIC_INSPECTION'];
    expect((await add({ period: 12 })).period).toBe(-1);
    expect((await add({ type: inspection, period: -1 })).period).toBe(-1);
    expect((await add({ type: inspection, period: 0 })).period).toBe(-1);
    expect((await add({ type: inspection, period: 12 })).period).toBe(12);
    expect(await refused({ type: inspection, period: 1.5 })).toMatchObject({
      fields: { period: 'WHOLE_NUMBER' },
    });
  });

  it('treats an unknown payment as paid', async () => {
    expect((await add({ paymentType: 'BARTER' as 'PAID' })).paymentType).toBe('PAID');
    expect((await add()).paymentType).toBe('PAID');
  });

  it('refuses machines of another customer, and actions on machines the protocol lacks', async () => {
    const elsewhere = await buildDevice(app, { accountId });
    expect(await refused({ devices: [{ id: device.id }, { id: elsewhere.id }] })).toMatchObject({
      status: 400,
      fields: { devices: 'DEVICES_OF_ONE_CUSTOMER' },
    });
    const empty = await buildCustomer(app, { accountId });
    expect(await refused({ customer: { id: empty.id } })).toMatchObject({
      fields: { devices: 'DEVICES_OF_ONE_CUSTOMER' },
    });
    const actions = [{ device: { id: second.id }, name: 'Cleaning' }];
    expect(await refused({ actions })).toMatchObject({ status: 400, fields: { actions: 'INVALID' } });
  });

  it('refuses machines, customers and action machines of another account, and stores nothing', async () => {
    const foreign = await buildDevice(app, { accountId: (await buildAdmin(app)).accountId });
    const count = () => app.deps.db.of({ accountId }).service.count({ where: {} });
    const before = await count();
    for (const wrong of [
      { devices: [{ id: device.id }, { id: foreign.id }] },
      { devices: [{ id: foreign.id }], customer: { id: foreign.customerId } },
      { customer: { id: foreign.customerId } },
      { actions: [{ device: { id: foreign.id }, name: 'Cleaning' }] },
    ]) {
      expect(await refused(wrong)).toMatchObject({ status: 400 });
    }
    expect(await count()).toBe(before);
  });

  it('changes the protocol with the given id, and detects another user’s save', async () => {
    const body = protocol();
    const first = await technician.service.add({ body });
    const changed = await technician.service.add({
      body: { ...body, id: first.id, faultDescription: 'Louder now', revision: first.revision },
    });
    expect(changed).toMatchObject({
      id: first.id,
      number: first.number,
      faultDescription: 'Louder now',
      revision: 2,
    });
    const late = { ...body, id: first.id, faultDescription: 'Silent', revision: first.revision };
    expect(await refusal(colleague.service.add({ body: late }))).toMatchObject({
      status: 409,
      code: 'SERVICE_CHANGED',
    });
    expect(await admin.service.findById({ params: { id: first.id } })).toMatchObject({
      faultDescription: 'Louder now',
    });
    expect(await refused({ id: 2_000_000_000 })).toMatchObject({ status: 404 });
  });

  it('plans a to-do with the protocol, once, for admins', async () => {
    const todo = { date: '2030-01-15', description: 'Order a new belt' };
    const body = protocol({ todo });
    const saved = await admin.service.add({ body });
    expect(saved.todo).toMatchObject(todo);
    const again = await admin.service.add({
      body: { ...body, id: saved.id, todo: { ...todo, description: 'Two belts' } },
    });
    expect(again.todo).toMatchObject({ id: saved.todo?.id, description: 'Two belts' });
    expect(await refused({ todo })).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
  });
});

describe('searching protocols', () => {
  it('sorts by year, month, number and letter, newest first, and finds by displayed texts', async () => {
    const owner = await buildAdmin(app, { firstName: 'Bożena', lastName: 'Świątek' });
    const api = await app.as(owner);
    const customer = await buildCustomer(app, { accountId: owner.accountId, shortName: 'Piekarnia' });
    const machine = await buildDevice(app, {
      accountId: owner.accountId,
      customerId: customer.id,
      name: 'Müller 3000',
    });
    const save = (date: string, given: Partial<ProtocolBody> = {}) =>
      api.service.add({ body: protocol({ date, customer, devices: [{ id: machine.id }], ...given }) });
    await save('2028-02-10T10:00:00Z', { number: 9, type: ['INSTALLATION'] });
    await save('2028-02-10T10:00:00Z', { number: 10, faultDescription: 'Łożysko' });
    await save('2028-02-10T10:00:00Z', { number: 10, numberExtension: 'B' });
    await save('2027-12-10T10:00:00Z', { number: 99 });
    const found = async (body: object) =>
      (await api.serviceOverview.search({ body })).content.map(({ fullNumber }) => fullNumber);
    expect(await found({})).toEqual(['10B', '10', '9', '99']);
    expect(await found({ sort: { by: 'fullNumber', direction: 'asc' } })).toEqual(['99', '9', '10', '10B']);
    expect(await found({ text: '10b/02/2028' })).toEqual(['10B']);
    expect(await found({ text: 'lozysko' })).toEqual(['10']);
    for (const text of ['muller', 'PIEKARNIA', 'swiatek', 'bożena Ś'])
      expect(await found({ text }), text).toHaveLength(4);
    expect(await found({ types: ['INSTALLATION'] })).toEqual(['9']);
    expect(await found({ states: ['SIGNED'] })).toEqual([]);
    expect(await found({ dateFrom: '2028-01-01T00:00:00', dateTo: '2028-02-10' })).toHaveLength(3);
    const pages = await Promise.all(
      [0, 1].map((page) =>
        api.serviceOverview.search({ body: { page, size: 2, sort: { by: 'date', direction: 'asc' } } }),
      ),
    );
    expect(new Set(pages.flatMap(({ content }) => content.map(({ id }) => id))).size).toBe(4);
  });
});
