/** Attachments belong to the version they were signed with; later ones are supplements. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildService, buildTeam } from '../../testing/builders.ts';
import { bodyOf, readPdf, readVersion, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  ({ accountId, userId, admin, technician } = await buildTeam(app));
});

const newProtocol = async () => (await buildService(app, { accountId, userId })).id;

const attach = async (serviceId: number, fileName: string, api = technician) => {
  const { fileDtos } = await api.service.addFile({
    params: { serviceId },
    file: new Blob([`content of ${fileName}`]),
    fileName,
  });
  return fileDtos.at(-1) ?? expect.fail('no file');
};
const remove = (fileId: number, api = technician) => api.service.deleteFile({ params: { fileId } });
const filesOf = async (id: number) => (await admin.service.findById({ params: { id } })).fileDtos;
const listedIn = async (id: number, version = 1) =>
  JSON.parse((await readVersion(app, accountId, id, version)).snapshot).attachments;
const logOf = (entityId: number, kind: string) =>
  app.deps.db.of({ accountId }).auditLog.findMany({ where: { entity: 'service', entityId, kind } });

describe('a file attached before the signature', () => {
  it('is listed with its hash in the signed content, and named in the document', async () => {
    const id = await newProtocol();
    const first = await attach(id, 'measurement.txt');
    await attach(id, 'leak.txt');
    await signProtocol(technician, id);
    const rows = await app.deps.db.of({ accountId }).storedFile.findMany({ where: { serviceId: id } });
    const sha256 = rows.find((row) => row.id === first.id)?.sha256 ?? '';
    expect(await listedIn(id)).toEqual([
      { filename: 'measurement.txt', contentType: 'text/plain; charset=utf-8', size: 26, sha256 },
      expect.objectContaining({ filename: 'leak.txt' }),
    ]);
    const text = (await readTexts(await readPdf(technician, id))).join();
    expect(text).toContain('Attachments');
    expect(text).toContain('measurement.txt');
    expect(text).toContain(`${sha256.slice(0, 16)}…`);
    expect(await admin.service.versions({ params: { id } })).toMatchObject([
      { version: 1, attachments: ['measurement.txt', 'leak.txt'] },
    ]);
  });

  it('can never be deleted by anybody, even if the protocol is reopened; the database refuses it too', async () => {
    const id = await newProtocol();
    const file = await attach(id, 'photo.txt');
    await signProtocol(technician, id);
    expect(await filesOf(id)).toMatchObject([{ id: file.id, signedVersion: 1 }]);
    const refused = { status: 409, code: 'SIGNED_FILE' };
    for (const api of [technician, admin]) expect(await refusal(remove(file.id, api))).toMatchObject(refused);
    await admin.service.add({ body: { ...(await bodyOf(admin, id)), isToSign: false } });
    for (const api of [technician, admin]) expect(await refusal(remove(file.id, api))).toMatchObject(refused);
    const past = app.deps.db
      .of({ accountId })
      .storedFile.delete({ where: { accountId_id: { accountId, id: file.id } } });
    await expect(past).rejects.toThrow(/service_version_file_account_id_file_id_fkey/);
    expect(await filesOf(id)).toHaveLength(1);
  });

  it('is also part of it if it is sent with the save that marks it as signed on paper', async () => {
    const id = await newProtocol();
    await technician.service.add({
      body: { ...(await bodyOf(technician, id)), isToSign: true },
      file: new Blob(['scan']),
      fileName: 'scan.txt',
    });
    expect(await listedIn(id)).toMatchObject([{ filename: 'scan.txt', size: 4 }]);
    expect(await filesOf(id)).toMatchObject([{ signedVersion: 1 }]);
  });

  it('is either signed or deleted, but never both, if signing and deleting coincide', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await newProtocol();
      const file = await attach(id, 'photo.txt');
      const [, deletion] = await Promise.allSettled([signProtocol(technician, id), remove(file.id)]);
      const deleted = deletion?.status === 'fulfilled';
      expect(await listedIn(id)).toHaveLength(deleted ? 0 : 1);
      expect(await filesOf(id)).toHaveLength(deleted ? 0 : 1);
      if (deletion?.status === 'rejected') expect(deletion.reason.response.data.code).toBe('SIGNED_FILE');
    }
  });
});

describe('a file added after the signature', () => {
  it('is refused to a technician', async () => {
    const id = await newProtocol();
    await signProtocol(technician, id);
    expect(await refusal(attach(id, 'late.txt'))).toMatchObject({ status: 403, code: 'SUPPLEMENT_BY_ADMIN' });
    expect(await filesOf(id)).toEqual([]);
    await app.expectNoStrayFiles();
  });

  it('is an admin’s supplement: shown as such, logged, and deletable', async () => {
    const id = await newProtocol();
    await signProtocol(technician, id);
    const { snapshot } = await readVersion(app, accountId, id);
    const late = await attach(id, 'late.txt', admin);
    expect(late).toMatchObject({
      signedVersion: null,
      user: { id: late.userId },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(await logOf(id, 'SUPPLEMENTED')).toMatchObject([{ what: expect.stringMatching(/: late\.txt$/) }]);
    expect((await readVersion(app, accountId, id)).snapshot).toBe(snapshot);
    expect(await refusal(remove(late.id))).toMatchObject({ status: 403 });
    await remove(late.id, admin);
    expect(await logOf(id, 'DELETED')).toMatchObject([{ what: expect.stringMatching(/: late\.txt$/) }]);
    expect(await filesOf(id)).toEqual([]);
  });

  it('is part of the next version, together with the files of the first', async () => {
    const id = await newProtocol();
    await attach(id, 'first.txt');
    await signProtocol(technician, id);
    const late = await attach(id, 'supplement.txt', admin);
    await admin.service.add({ body: { ...(await bodyOf(admin, id)), isToSign: false } });
    const added = await attach(id, 'reopened.txt');
    const mistaken = await attach(id, 'mistaken.txt');
    await remove(mistaken.id);
    await signProtocol(technician, id);
    expect((await listedIn(id, 1)).map((file: { filename: string }) => file.filename)).toEqual(['first.txt']);
    expect((await listedIn(id, 2)).map((file: { filename: string }) => file.filename)).toEqual([
      'first.txt',
      'supplement.txt',
      'reopened.txt',
    ]);
    expect((await filesOf(id)).map(({ signedVersion }) => signedVersion)).toEqual([1, 2, 2]);
    for (const { id: fileId } of [late, added])
      expect(await refusal(remove(fileId, admin))).toMatchObject({ status: 409, code: 'SIGNED_FILE' });
  });
});

it('has no list in a version signed before attachments were part of it', async () => {
  const { id } = await buildService(app, { accountId, userId });
  const db = app.deps.db.of({ accountId });
  const by = { accountId, userCreatedId: userId };
  const version = await db.serviceVersion.create({
    data: {
      ...by,
      serviceId: id,
      version: 1,
      snapshot: '{"schemaVersion":2}',
      snapshotSha256: '0'.repeat(64),
    },
  });
  await db.serviceSignature.create({
    data: { ...by, serviceVersionId: version.id, kind: 'PAPER', signedAt: new Date() },
  });
  expect(await admin.service.versions({ params: { id } })).toMatchObject([{ attachments: null }]);
});
