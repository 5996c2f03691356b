/** What was signed stays what was signed: who may change it, its versions, its documents. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildCustomer, buildDevice, buildService, buildTeam } from '../../testing/builders.ts';
import { bodyOf, readPdf, readVersion, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  ({ accountId, userId, admin, technician } = await buildTeam(app));
});

const newProtocol = async (given: Partial<Parameters<typeof buildService>[1]> = {}) =>
  (await buildService(app, { accountId, userId, ...given })).id;

const versionRow = (id: number) => readVersion(app, accountId, id);

const sign = (id: number, given?: object, drawing?: string | Buffer) =>
  signProtocol(technician, id, given, drawing);
const pdf = (id: number, version?: number) => readPdf(technician, id, version);

describe('a signed protocol', () => {
  it('can be changed only by admins', async () => {
    const id = await newProtocol();
    await sign(id);
    const body = await bodyOf(admin, id);
    for (const isToSign of [true, false]) {
      expect(await refusal(technician.service.add({ body: { ...body, isToSign } }))).toMatchObject({
        status: 403,
        code: 'NO_PERMISSION',
      });
    }
  });

  it('gets a second version from an admin’s change; the first stays unchanged, byte by byte', async () => {
    const id = await newProtocol();
    await sign(id);
    const [firstPdf, first] = [await pdf(id, 1), await versionRow(id)];
    const body = { ...(await bodyOf(admin, id)), faultDescription: 'Corrected', isToSign: true };
    expect(await admin.service.add({ body })).toMatchObject({
      state: 'SIGNED',
      version: 2,
      faultDescription: 'Corrected',
    });
    const current = await pdf(id);
    expect(await pdf(id, 2)).toEqual(current);
    expect(await pdf(id, 1)).toEqual(firstPdf);
    expect(current).not.toEqual(firstPdf);
    expect(await versionRow(id)).toMatchObject({
      snapshot: first.snapshot,
      snapshotSha256: first.snapshotSha256,
    });
    expect((await admin.service.versions({ params: { id } })).map(({ version }) => version)).toEqual([2, 1]);
  });

  it('can be reopened by an admin: a draft again, its signed version still readable', async () => {
    const id = await newProtocol();
    await sign(id);
    const signedPdf = await pdf(id);
    expect(await admin.service.add({ body: await bodyOf(admin, id) })).toMatchObject({
      state: 'NEW',
      signature: null,
      version: 1,
    });
    expect(await readTexts(signedPdf)).not.toContainEqual(expect.stringContaining('DRAFT'));
    for (const page of await readTexts(await pdf(id))) expect(page).toContain('DRAFT');
    expect(await pdf(id, 1)).toEqual(signedPdf);
    expect(await sign(id)).toMatchObject({ state: 'SIGNED', version: 2 });
    const log = await app.deps.db
      .of({ accountId })
      .auditLog.findMany({ where: { entity: 'service', entityId: id } });
    expect(log.map(({ kind }) => kind).sort()).toEqual(['REOPENED', 'SIGNED', 'SIGNED']);
  });

  it('shows the signed content, even if customer, machine and company are renamed later', async () => {
    const customer = await buildCustomer(app, { accountId, shortName: 'Before', fullName: 'Name before' });
    const device = await buildDevice(app, { accountId, customerId: customer.id, name: 'Machine before' });
    const id = await newProtocol({ deviceId: device.id });
    await sign(id);
    const before = await versionRow(id);
    const db = app.deps.db.of({ accountId });
    await db.customer.update({
      where: { accountId_id: { accountId, id: customer.id } },
      data: { fullName: 'Name after' },
    });
    await db.device.update({
      where: { accountId_id: { accountId, id: device.id } },
      data: { name: 'Machine after' },
    });
    await db.account.update({ where: { id: accountId }, data: { companyName: 'Company after' } });
    expect((await versionRow(id)).snapshot).toBe(before.snapshot);
    expect(before.snapshot).toContain('Name before');
    expect(before.snapshot).toContain('Machine before');
    expect(before.snapshot).not.toContain('after');
    await pdf(id);
  });

  it('names its machines as it was signed, also on the screen, until it is open again', async () => {
    const device = await buildDevice(app, { accountId, name: 'Press', serialNumber: 'SN-1' });
    const id = await newProtocol({ deviceId: device.id });
    const find = async () => (await admin.service.findById({ params: { id } })).devices;
    await sign(id);
    await app.deps.db.of({ accountId }).device.update({
      where: { accountId_id: { accountId, id: device.id } },
      data: { name: 'Pump', serialNumber: 'SN-2' },
    });
    expect(await find()).toEqual([{ id: device.id, name: 'Press', serialNumber: 'SN-1' }]);
    await admin.service.add({ body: await bodyOf(admin, id) });
    expect(await find()).toEqual([{ id: device.id, name: 'Pump', serialNumber: 'SN-2' }]);
  });

  it('gets its document on the next request after rendering failed', async () => {
    const broken = vi.spyOn(app.deps.pdf, 'render').mockRejectedValue(new Error('a thread died'));
    const id = await newProtocol();
    await sign(id);
    expect((await refusal(admin.service.pdf({ params: { id } }))).status).toBe(500);
    broken.mockRestore();
    const drawn = await pdf(id);
    expect(await readTexts(drawn)).toContainEqual(expect.stringContaining('Jan Nowak'));
    expect(await pdf(id)).toEqual(drawn);
    await app.expectNoStrayFiles();
  });

  it('cannot be rewritten even past the application', async () => {
    const id = await newProtocol();
    await sign(id);
    const { id: versionId } = await versionRow(id);
    const rewrite = app.deps.db.of({ accountId }).serviceVersion.update({
      where: { accountId_id: { accountId, id: versionId } },
      data: { snapshot: '{}' },
    });
    await expect(rewrite).rejects.toThrow();
  });

  it('has no document for a version that does not exist', async () => {
    const id = await newProtocol();
    expect((await refusal(admin.service.pdf({ params: { id }, query: { version: 1 } }))).status).toBe(404);
  });
});
