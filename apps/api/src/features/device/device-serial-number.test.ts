import { beforeAll, expect, it } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCustomer, buildDevice } from '../../testing/builders.ts';

const app = useTestApp();
let api: Api;
let accountId: number;
let first: { id: number };

beforeAll(async () => {
  const owner = await buildAdmin(app);
  accountId = owner.accountId;
  api = await app.as(owner);
  const customer = await buildCustomer(app, { accountId, shortName: 'Mill' });
  first = await buildDevice(app, {
    accountId,
    customerId: customer.id,
    name: 'Press',
    serialNumber: 'GA-2024 1296ż',
  });
});

const found = async (serialNumber: string, except?: number) =>
  (await api.device.findBySerialNumber({ body: { serialNumber, except } })).map(({ id }) => id);

it.each(['GA-2024 1296ż', 'ga20241296Z', ' GA/2024.12-96ż '])('finds the machine with %s', async (text) => {
  expect(await api.device.findBySerialNumber({ body: { serialNumber: text } })).toEqual([
    {
      id: first.id,
      name: 'Press',
      serialNumber: 'GA-2024 1296ż',
      customer: { id: expect.any(Number), shortName: 'Mill' },
    },
  ]);
});

it('omits the machine itself, and other numbers', async () => {
  expect(await found('GA-2024 1296ż', first.id)).toEqual([]);
  expect(await found('GA-2024 129')).toEqual([]);
});

it('compares nothing without a letter or digit', async () => {
  await buildDevice(app, { accountId, serialNumber: '-' });
  await buildDevice(app, { accountId, serialNumber: '' });
  for (const text of ['', '-', ' / ']) expect(await found(text)).toEqual([]);
});

it('never names machines of another account', async () => {
  const stranger = await app.as(await buildAdmin(app));
  expect(await stranger.device.findBySerialNumber({ body: { serialNumber: 'GA-2024 1296ż' } })).toEqual([]);
});

it('does not refuse a machine with a number in use', async () => {
  const { categoryId, customerId } = await buildDevice(app, { accountId });
  const id = await api.device.insert({
    body: {
      name: 'Twin',
      category: { id: categoryId },
      customer: { id: customerId },
      serialNumber: 'GA-2024 1296ż',
    },
  });
  expect(await found('GA-2024 1296ż', id)).toEqual([first.id]);
});
