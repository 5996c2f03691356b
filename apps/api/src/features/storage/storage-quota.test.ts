/** How much an account may store, also when many store at once. */
import { expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildService, buildUser } from '../../testing/builders.ts';
import { bodyOf, drawnPicture, readPdf, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
const megabyte = 1_000_000;
const free = 1000 * megabyte;
const premium = 10_000 * megabyte;

/** A company on FREE with so much room left; the files that take the rest are rows without bytes. */
async function companyWithRoom(room: number) {
  const owner = await buildAdmin(app, { plan: 'FREE' });
  const { accountId } = owner;
  const db = app.deps.db.of({ accountId });
  const row = {
    accountId,
    kind: 'MACHINE_FILE',
    filename: 'large.bin',
    contentType: 'x',
    sha256: '0'.repeat(64),
  } as const;
  await db.storedFile.create({ data: { ...row, key: 'large', size: free - room } });
  const { id: serviceId, ...service } = await buildService(app, { accountId, userId: owner.id });
  return { accountId, owner, db, api: await app.as(owner), serviceId, service };
}
const attach = (api: Api, serviceId: number, bytes: number) =>
  api.service.addFile({ params: { serviceId }, file: new Blob(['x'.repeat(bytes)]), fileName: 'x.txt' });
const used = async (api: Api) => (await api.storage.use({})).used;

it('twenty uploads at once never pass the quota', async () => {
  const { api, db, serviceId } = await companyWithRoom(5_500);
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => attach(api, serviceId, 1000)));
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.response] : [],
  );
  expect(refusals).toHaveLength(15);
  for (const { status, data } of refusals)
    expect([status, data.code]).toEqual([413, 'STORAGE_QUOTA_REACHED']);
  expect(await db.storedFile.count({ where: { serviceId } })).toBe(5);
  expect(await api.storage.use({})).toEqual({ used: free - 500, total: free });
});

it('files above the quota are refused with numbers, wherever they are uploaded, and not stored', async () => {
  const { accountId, api, db, serviceId } = await companyWithRoom(10);
  const device = await buildDevice(app, { accountId });
  const file = new Blob(['x'.repeat(11)]);
  const body = { device: { id: device.id }, type: 'MACHINE_FILE' as const };
  const refused = { status: 413, code: 'STORAGE_QUOTA_REACHED' };
  const before = await db.storedFile.count({ where: {} });
  expect(await refusal(attach(api, serviceId, 11))).toMatchObject({
    ...refused,
    message: expect.stringContaining('1,000 MB of 1 GB'),
  });
  expect(await refusal(api.file.add({ body, file, fileName: 'x.txt' }))).toMatchObject(refused);
  const save = api.service.add({ body: await bodyOf(api, serviceId), file, fileName: 'x.txt' });
  expect(await refusal(save)).toMatchObject(refused);
  expect(await db.storedFile.count({ where: {} })).toBe(before);
  await attach(api, serviceId, 10);
  expect(await used(api)).toBe(free);
});

it('deleting frees space', async () => {
  const { api, serviceId } = await companyWithRoom(10);
  const { fileDtos } = await attach(api, serviceId, 10);
  expect((await refusal(attach(api, serviceId, 1))).status).toBe(413);
  await api.service.deleteFile({ params: { fileId: fileDtos[0]?.id ?? 0 } });
  expect(await used(api)).toBe(free - 10);
  await attach(api, serviceId, 10);
});

it('a full account can still sign and get its documents, which do not count', async () => {
  const { api, serviceId } = await companyWithRoom(0);
  expect(await signProtocol(api, serviceId, {}, await drawnPicture())).toMatchObject({ state: 'SIGNED' });
  expect((await readPdf(api, serviceId)).length).toBeGreaterThan(1000);
  expect(await used(api)).toBe(free);
});

it('is the sum over the users with access; unpaid plans add nothing', async () => {
  const owner = await buildAdmin(app);
  const { accountId } = owner;
  const api = await app.as(owner);
  await buildUser(app, { accountId });
  await buildUser(app, { accountId, planExpired: null });
  await buildUser(app, { accountId, planExpired: new Date(Date.now() - 1000) });
  await buildUser(app, { accountId, active: false });
  expect(await api.storage.use({})).toEqual({ used: 0, total: 2 * premium });
});
