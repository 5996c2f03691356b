/** Values that a category asks for, when a protocol is signed. */
import { parseServiceAction } from '@servicebook/shared/service-action';
import { beforeAll, expect, it } from 'vitest';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCategory, buildDevice } from '../../testing/builders.ts';
import { bodyOf, protocolOf, readPdf, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let accountId: number;
let categoryId: number;
let device: { id: number; customerId: number; name: string };

beforeAll(async () => {
  const owner = await buildAdmin(app);
  ({ accountId } = owner);
  admin = await app.as(owner);
  ({ id: categoryId } = await buildCategory(app, { accountId }));
  device = await buildDevice(app, { accountId, categoryId });
});

/** The category's actions from now on. */
const offer = (...serviceReviewOperations: string[]) =>
  app.deps.db.of({ accountId }).category.update({
    where: { accountId_id: { accountId, id: categoryId } },
    data: { serviceReviewOperations },
  });
const pressure = 'Test\n@dodatkowePola{Pressure+bar+!;Note+}';
const write = (fields: { name: string; value?: string; unit?: string; reason?: string }[]) =>
  admin.service.add({
    body: protocolOf(device, { actions: [{ device: { id: device.id }, name: 'Test', quantity: 1, fields }] }),
  });
const missingOf = async (id: number) => (await admin.serviceSigning.toSign({ params: { id } })).missing;
const missing = { status: 400, fields: { actions: 'VALUE_OR_REASON' } };

it('an inspection says before the signature how many actions are not done; other work does not', async () => {
  await offer('Test', 'Oil', 'Filter');
  const actions = [{ device: { id: device.id }, name: 'oil ', quantity: 1, fields: [] }];
  const undoneOf = async (type: 'PERIODIC_INSPECTION' | 'REPAIR') => {
    const { id } = await admin.service.add({ body: protocolOf(device, { type: [type], actions }) });
    return (await admin.serviceSigning.toSign({ params: { id } })).undone;
  };
  expect(await undoneOf('PERIODIC_INSPECTION')).toEqual({ open: 2, total: 3 });
  expect(await undoneOf('REPAIR')).toBeNull();
});

it('a missing value stops the signature, on the screen and on paper, and is named before', async () => {
  await offer(pressure);
  const { id } = await write([{ name: 'Note', value: 'Loud' }]);
  expect(await missingOf(id)).toEqual([{ machine: device.name, action: 'Test', field: 'Pressure' }]);
  expect(await refusal(signProtocol(admin, id))).toMatchObject(missing);
  const body = { ...(await bodyOf(admin, id)), isToSign: true };
  const { actions } = await admin.service.findById({ params: { id } });
  expect(await refusal(admin.service.add({ body: { ...body, actions } }))).toMatchObject(missing);
  expect(await admin.service.findById({ params: { id } })).toMatchObject({ state: 'NEW', version: 0 });
});

it('a value is enough, and so is the reason why there is none, which is on the document', async () => {
  await offer(pressure);
  const filled = await write([{ name: 'pressure', value: '4,5', unit: 'bar' }]);
  expect(await signProtocol(admin, filled.id)).toMatchObject({ state: 'SIGNED' });
  const { id } = await write([{ name: 'Pressure', unit: 'bar', reason: 'Gauge is broken' }]);
  expect(await missingOf(id)).toEqual([]);
  expect(await signProtocol(admin, id)).toMatchObject({
    actions: [{ fields: [{ name: 'Pressure', value: '', reason: 'Gauge is broken' }] }],
  });
  const [page] = await readTexts(await readPdf(admin, id));
  expect(page).toContain('not measured: Gauge is broken');
});

it('the category as it is now decides, and never about what was signed before', async () => {
  await offer('Test\n@dodatkowePola{Pressure+bar}');
  const { id } = await write([]);
  await signProtocol(admin, id);
  await offer(pressure);
  const { actions } = await admin.service.findById({ params: { id } });
  const body = { ...(await bodyOf(admin, id)), actions, isToSign: true };
  expect(await admin.service.add({ body })).toMatchObject({ state: 'SIGNED', version: 2 });
  const planned = await write([]);
  expect(await refusal(signProtocol(admin, planned.id))).toMatchObject(missing);
  await offer('Other');
  expect(await signProtocol(admin, planned.id)).toMatchObject({ state: 'SIGNED' });
});

it('the mark goes through the calls of the category', async () => {
  await offer(pressure);
  const { serviceReviewOperationsList } = await admin.category.findById({ params: { id: categoryId } });
  expect(JSON.parse(serviceReviewOperationsList).map(parseServiceAction)).toEqual([
    {
      name: 'Test',
      fields: [
        { name: 'Pressure', unit: 'bar', required: true },
        { name: 'Note', unit: '' },
      ],
    },
  ]);
});
