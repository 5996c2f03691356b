/** How many protocols a plan lets a company sign in a month. */
import { describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildService } from '../../testing/builders.ts';
import { bodyOf, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();

const sign = (api: Api, id: number) => signProtocol(api, id);

const buildFreeCompany = async () => {
  const owner = await buildAdmin(app, { plan: 'FREE' });
  const { id: deviceId } = await buildDevice(app, { accountId: owner.accountId });
  const ids = [];
  for (let i = 0; i < 20; i++) {
    ids.push((await buildService(app, { accountId: owner.accountId, userId: owner.id, deviceId })).id);
  }
  return { owner, api: await app.as(owner), ids };
};

it('the free plan signs ten protocols a month, however many try at once', async () => {
  const { owner, api, ids } = await buildFreeCompany();
  const results = await Promise.allSettled(ids.map((id) => sign(api, id)));
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.response] : [],
  );
  expect(refusals).toHaveLength(10);
  for (const { status, data } of refusals) {
    expect([status, data.code, data.message]).toEqual([
      402,
      'SIGNED_PROTOCOL_LIMIT',
      'You have reached the maximum limit of signed protocols for your plan.',
    ]);
  }
  const { content } = await api.serviceOverview.search({ body: { states: ['SIGNED'], size: 100 } });
  expect(content).toHaveLength(10);

  const [signedId, openId] = [
    content[0]?.id ?? 0,
    ids.find((id) => !content.some((each) => each.id === id)) ?? 0,
  ];
  const { date, type, customer, devices } = await api.service.findById({ params: { id: signedId } });
  const body = { date, type, customer: { id: customer.id }, devices: devices.map(({ id }) => ({ id })) };
  expect(await api.service.add({ body: { ...body, id: signedId, isToSign: true } })).toMatchObject({
    version: 2,
  });
  expect(await refusal(api.service.add({ body: { ...body, id: openId, isToSign: true } }))).toMatchObject({
    status: 402,
  });

  app.setNow(new Date(Date.now() + 32 * 24 * 3_600_000));
  expect(await sign(await app.as(owner), openId)).toMatchObject({ state: 'SIGNED' });
  app.setNow(null);
});

describe('signing again', () => {
  const signedThisMonth = async (accountId: number) =>
    (await app.deps.db.of({ accountId }).signedCounter.findMany({ where: {} })).reduce(
      (sum, { signed }) => sum + signed,
      0,
    );
  const again = async (api: Api, id: number, given: object) =>
    api.service.add({ body: { ...(await bodyOf(api, id)), ...given, isToSign: true } });

  it('for another machine or another customer counts as another protocol', async () => {
    const owner = await buildAdmin(app, { plan: 'FREE' });
    const { accountId } = owner;
    const api = await app.as(owner);
    const devices = [];
    for (let i = 0; i < 12; i++) devices.push(await buildDevice(app, { accountId }));
    const [first, ...others] = devices.map(({ id, customerId }) => ({
      customer: { id: customerId },
      devices: [{ id }],
    }));
    const { id } = await buildService(app, {
      accountId,
      userId: owner.id,
      deviceId: first?.devices[0]?.id ?? 0,
    });
    await sign(api, id);
    for (const other of others.slice(0, 9)) await again(api, id, other);
    for (const other of others.slice(9))
      expect(await refusal(again(api, id, other))).toMatchObject({
        status: 402,
        code: 'SIGNED_PROTOCOL_LIMIT',
      });
    expect(await api.service.findById({ params: { id } })).toMatchObject({ version: 10 });
  });

  it('to correct the same work is free: text, day, fewer machines, a renamed customer', async () => {
    const owner = await buildAdmin(app, { plan: 'FREE' });
    const { accountId } = owner;
    const api = await app.as(owner);
    const one = await buildDevice(app, { accountId });
    const two = await buildDevice(app, { accountId, customerId: one.customerId });
    const { id } = await buildService(app, { accountId, userId: owner.id, deviceId: one.id });
    const both = { devices: [{ id: one.id }, { id: two.id }] };
    await again(api, id, both);
    expect(await signedThisMonth(accountId)).toBe(1);
    await again(api, id, { ...both, faultDescription: 'Corrected' });
    await again(api, id, { devices: [{ id: one.id }] });
    await app.deps.db.of({ accountId }).customer.update({
      where: { accountId_id: { accountId, id: one.customerId } },
      data: { shortName: 'Renamed', fullName: 'Renamed Ltd' },
    });
    await again(api, id, { type: ['INSTALLATION'] });
    expect(await signedThisMonth(accountId)).toBe(1);
    await again(api, id, both);
    expect(await signedThisMonth(accountId)).toBe(2);
  });

  it('after a version that named its customer by name alone', async () => {
    const owner = await buildAdmin(app, { plan: 'FREE' });
    const { accountId } = owner;
    const api = await app.as(owner);
    const device = await buildDevice(app, { accountId });
    const { id } = await buildService(app, { accountId, userId: owner.id, deviceId: device.id });
    const db = app.deps.db.of({ accountId });
    const { shortName } = await db.customer.findFirstOrThrow({ where: { id: device.customerId } });
    const snapshot = {
      machines: [{ id: device.id }],
      customer: { shortName, fullName: 'Called otherwise then' },
    };
    await db.serviceVersion.create({
      data: {
        accountId,
        serviceId: id,
        version: 1,
        userCreatedId: owner.id,
        snapshot: JSON.stringify(snapshot),
        snapshotSha256: '0'.repeat(64),
      },
    });
    await db.service.update({ where: { accountId_id: { accountId, id } }, data: { currentVersion: 1 } });
    await again(api, id, { faultDescription: 'Corrected' });
    expect(await signedThisMonth(accountId)).toBe(0);
  });
});
