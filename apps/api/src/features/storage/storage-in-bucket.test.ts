/** The whole server with its files in a bucket. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import axios from 'axios';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { isGenuine } from '../../platform/seal/read-seal.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { readArchive } from '../../testing/archives.ts';
import { buildService, buildTeam } from '../../testing/builders.ts';
import { picture, readPdf, readVersion, signProtocol } from '../../testing/protocols.ts';
import { openS3Server } from '../../testing/s3-server.ts';
import { sweepOrphans } from '../housekeeping/housekeeping.jobs.ts';

const bucket = await openS3Server();
const app = useTestApp({ ...bucket.settings, S3_PREFIX: 'servicebook', METRICS_PORT: '0' });
let accountId: number;
let userId: number;
let admin: Api;
let technician: Api;
let stranger: Api;
let serviceId: number;

beforeAll(async () => {
  ({ accountId, userId, admin, technician } = await buildTeam(app));
  stranger = (await buildTeam(app)).admin;
  serviceId = (await buildService(app, { accountId, userId })).id;
});
afterEach(() => bucket.recover());
afterAll(() => bucket.close());

async function attach() {
  const { fileDtos } = await technician.service.addFile({
    params: { serviceId },
    query: { print: 'true' },
    file: new Blob([new Uint8Array(await picture('jpeg'))]),
    fileName: 'leak.jpg',
  });
  return fileDtos.at(-1) ?? expect.fail('no file');
}

const download = (fileName: string, api = technician) =>
  api.http.get<ArrayBuffer>('/api/storage/downloadFile', {
    params: { fileName },
    responseType: 'arraybuffer',
  });

it('sends all of a file to a browser when the bucket breaks off', async () => {
  const { key, size } = await attach();
  bucket.fail('CUT', 2);
  const { data } = await download(key);
  expect(data.byteLength).toBe(size);
  expect(Buffer.from(data).equals(bucket.objects.get(nameOf(key))?.bytes ?? Buffer.alloc(0))).toBe(true);
});

it('keeps photos and signed documents in the bucket, for their company alone', async () => {
  const photo = await attach();
  const { data, headers } = await download(photo.key);
  expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-length': String(photo.size) });
  expect(Buffer.from(data).equals(bucket.objects.get(nameOf(photo.key))?.bytes ?? Buffer.alloc(0))).toBe(
    true,
  );
  await expect(download(photo.key, stranger)).rejects.toMatchObject({ response: { status: 404 } });

  await signProtocol(technician, serviceId);
  const pdf = await readPdf(technician, serviceId);
  expect(isGenuine(pdf, app.deps.seal.certificate)).toBe(true);
  const { pdfFile } = await readVersion(app, accountId, serviceId);
  expect(bucket.objects.get(nameOf(pdfFile?.key ?? ''))?.bytes.equals(pdf)).toBe(true);
  const archive = await readArchive(admin);
  expect(archive.byteLength).toBeGreaterThan(pdf.length);
  const onDisk = await readdir(path.join(app.deps.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  expect(onDisk.filter((entry) => entry.isFile())).toEqual([]);
});

const readiness = async () => {
  const { status, data } = await axios.get(`${app.url}/readyz`, { validateStatus: () => true });
  return [status, data];
};
const nameOf = (key: string) => `servicebook/${key.slice(0, 2)}/${key}`;

it('asks the bucket for the logo of a company once', async () => {
  const logo = `data:image/png;base64,${(await picture('png')).toString('base64')}`;
  const body = { id: accountId, companyName: 'Lift Service', logo };
  const saved = await admin.company.updateGeneralData({ body });
  expect(saved.logo).toMatch(/^data:image\/png;base64,./);
  bucket.calls.length = 0;
  for (let turn = 0; turn < 2; turn++) expect((await admin.company.getAccount()).logo).toBe(saved.logo);
  expect(bucket.calls).toEqual([]);
});

it('removes files without a row at night, and keeps all others', async () => {
  const kept = [...bucket.objects.keys()];
  const orphan = await app.deps.files.put(Buffer.from('left behind'));
  await sweepOrphans(app.deps);
  expect(bucket.objects.has(nameOf(orphan))).toBe(true);
  await sweepOrphans({ ...app.deps, clock: () => new Date(Date.now() + 48 * 3_600_000) });
  expect([...bucket.objects.keys()]).toEqual(kept);
});

it('asks to come again while the bucket is away, says why once, and goes on without files', async () => {
  const [key = ''] = (await app.deps.db.of({ accountId }).storedFile.findMany({ where: {} })).map(
    (file) => file.key,
  );
  const failed = () => app.logs.filter((line) => line.includes('"request failed"'));
  const before = failed().length;
  bucket.fail({ status: 403, code: 'AccessDenied' });
  const away = { status: 503, code: 'UNAVAILABLE' };
  expect(
    await refusal(technician.http.get('/api/storage/downloadFile', { params: { fileName: key } })),
  ).toMatchObject(away);
  expect(failed().slice(before)).toEqual([expect.stringContaining('AccessDenied')]);
  expect(await refusal(attach())).toMatchObject(away);
  expect(failed()).toHaveLength(before + 2);
  bucket.fail('SILENT');
  expect(await readiness()).toEqual([200, { status: 'ready', degraded: 'file storage unreachable' }]);
  bucket.recover();
  expect((await download(key)).status).toBe(200);
});

it('says that the bucket takes no files, and asks it rarely', async () => {
  const stored = () => bucket.calls.filter(({ call }) => call.startsWith('PUT')).length;
  const before = stored();
  bucket.fail({ status: 403, code: 'AccessDenied', method: 'PUT' });
  const degraded = [200, { status: 'ready', degraded: 'file storage takes no files' }];
  await vi.waitFor(async () => expect(await readiness()).toEqual(degraded), { timeout: 5_000 });
  for (let turn = 0; turn < 3; turn++) expect(await app.deps.fileState()).toBe('file storage takes no files');
  expect(stored()).toBe(before + 1);
  const metrics = await axios.get<string>(String(app.metricsUrl));
  expect(metrics.data).toContain('servicebook_files_up 0');
});
