/** How many protocols a plan lets a company sign in a month. */
import { expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildService } from '../../testing/builders.ts';
import { signProtocol } from '../../testing/protocols.ts';

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
