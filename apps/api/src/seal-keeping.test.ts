/** The installation's keys: what is said about one of no use, and what happens when a certificate ends. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Config, readConfig } from './config.ts';
import { isGenuine, readSeals } from './platform/seal/read-seal.ts';
import { makeKeyFile } from './platform/seal/seal-key-file.ts';
import { openKeys, renewSeal, requireKeys } from './seal-keeping.ts';
import { type Api, refusal, useTestApp } from './testing/app.ts';
import { buildDevice, buildService, buildTeam } from './testing/builders.ts';
import { createTestDatabase } from './testing/database.ts';
import { readPdf, readVersion, signProtocol } from './testing/protocols.ts';

const owner = { name: 'Test Operator Ltd', country: 'PL' };
const day = 24 * 3600_000;

const settings = { SEAL_P12_FILE: '' };
beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'servicebook-seal-'));
  settings.SEAL_P12_FILE = path.join(folder, 'operator.p12');
  await writeFile(settings.SEAL_P12_FILE, await makeKeyFile(owner, '', new Date('2010-01-01')));
});
afterAll(() => rm(path.dirname(settings.SEAL_P12_FILE), { recursive: true, force: true }));

describe('a key of the installation that is of no use', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  let dataDir: string;
  let config: Config;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-keys-'));
    config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir });
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));
  const keys = (name = '') => path.join(dataDir, 'keys', name);
  const refused = () =>
    openKeys(config, now).then(
      () => 'opened',
      (error: Error) => `${error.name} ${error.message}`.replaceAll(dataDir, ''),
    );
  const advice = 'Put it back from a backup. Without one, move';

  it('is named with what to do: a file for the folder, a folder for the file', async () => {
    await writeFile(keys(), 'text');
    expect(await refused()).toContain(`DATA_DIR: /keys is no folder. ${advice} /keys away`);
    await rm(keys());
    await mkdir(keys('seal.p12'), { recursive: true });
    expect(await refused()).toContain(`DATA_DIR: /keys/seal.p12 is a folder, not a file. ${advice}`);
    await rm(keys('seal.p12'), { recursive: true });
    expect(await refused()).toBe('opened');
    await rm(keys('export.pem'));
    await mkdir(keys('export.pem'));
    expect(await refused()).toContain('DATA_DIR: /keys/export.pem is a folder, not a file.');
  });

  it('is not called the operator’s when it is broken', async () => {
    expect(await refused()).toBe('opened');
    const whole = await readFile(keys('seal.p12'));
    for (const [content, why] of [
      [Buffer.from('text'), '/keys/seal.p12 is of no use. It is no PKCS#12 file.'],
      [whole.subarray(0, 700), '/keys/seal.p12 is of no use.'],
      [await makeKeyFile(owner, '', new Date('2030-01-01')), '/keys/seal.p12 is valid only from 2029-12-31'],
    ] as const) {
      await writeFile(keys('seal.p12'), content);
      const text = await refused();
      expect(text).toContain('DATA_DIR: ');
      expect(text).toContain(why);
      expect(text).not.toContain('SEAL_P12_FILE');
    }
    await writeFile(keys('seal.p12'), whole);
    await writeFile(keys('export.pem'), 'text');
    expect(await refused()).toContain(`DATA_DIR: /keys/export.pem is no key that signs. ${advice}`);
  });
});

describe('an installation that had keys', () => {
  const app = useTestApp();

  it('does not start without them, unless new ones are wanted', async () => {
    const { dataDir, databaseUrl = '', newKeys } = app.deps.config;
    const nowhere = path.join(dataDir, 'nowhere');
    expect(await requireKeys({ dataDir, newKeys }, databaseUrl)).toBeUndefined();
    await expect(requireKeys({ dataDir: nowhere, newKeys }, databaseUrl)).rejects.toThrow(
      `DATA_DIR: the installation of this database has keys, and ${nowhere}/keys has no export.pem.`,
    );
    expect(await requireKeys({ dataDir: nowhere, newKeys: true }, databaseUrl)).toBeUndefined();
    const empty = await createTestDatabase();
    expect(await requireKeys({ dataDir: nowhere, newKeys }, empty.url)).toBeUndefined();
    await empty.drop();
  });
});

describe('a certificate that ends while the server runs', () => {
  const app = useTestApp(settings);

  let technician: Api;
  let accountId: number;
  let userId: number;
  let deviceId: number;
  let end: number;
  beforeAll(async () => {
    ({ accountId, userId, technician } = await buildTeam(app));
    deviceId = (await buildDevice(app, { accountId })).id;
    end = app.deps.seal.notAfter.getTime();
  });
  const book = (responseType: 'arraybuffer' | 'text') =>
    technician.http.get(`/api/device/serviceBook/${deviceId}`, { responseType });
  const told = (text: string) => app.logs.filter((line) => line.includes(text)).length;
  const soon = 'the certificate of the seal ends soon';
  const over = 'the certificate of the seal has ended';

  async function signed() {
    const { id } = await buildService(app, { accountId, userId });
    await signProtocol(technician, id);
    return { id, pdf: await readPdf(technician, id) };
  }
  async function pageOf(id: number): Promise<string> {
    const { id: serviceVersionId } = await readVersion(app, accountId, id);
    const { token } = await app.deps.db
      .of({ accountId })
      .sealedDocument.findFirstOrThrow({ where: { serviceVersionId } });
    return (await fetch(`${app.url}/v/${accountId}-${token}?lang=en`)).text();
  }

  it('is announced from 30 days before', async () => {
    app.setNow(new Date(end - 31 * day));
    await renewSeal(app.deps);
    expect(told(soon)).toBe(0);
    app.setNow(new Date(end - 29 * day));
    await renewSeal(app.deps);
    await renewSeal(app.deps, { isTold: true });
    expect(told(soon)).toBe(1);
    app.setNow(null);
  });

  it('refuses what needs a seal at once, lets protocols wait and says so, and the next one seals them', async () => {
    const former = app.deps.seal;
    former.notAfter = new Date(Date.now() - day);
    await renewSealWithoutFile();
    expect(told(over)).toBe(1);

    expect(await refusal(book('text'))).toMatchObject({
      status: 503,
      code: 'SEAL_UNAVAILABLE',
      message: expect.stringContaining('certificate has expired'),
    });
    const asked = await technician.export.dossier({
      body: { id: deviceId, language: 'en', withOtherCustomers: false },
    });
    await vi.waitFor(
      async () =>
        expect(await technician.export.findById({ params: { id: asked.id } })).toMatchObject({
          status: 'FAILED',
          errorCode: 'SEAL_UNAVAILABLE',
        }),
      { timeout: 15_000 },
    );
    const { id, pdf } = await signed();
    expect(readSeals(pdf)).toEqual([]);
    expect(await pageOf(id)).toContain('The PDF is not sealed yet');

    // The operator puts another file in its place.
    await writeFile(settings.SEAL_P12_FILE, await makeKeyFile(owner, '', new Date('2020-01-01')));
    await renewSeal(app.deps);
    const { certificate, certificateSha256 } = app.deps.seal;
    expect(certificateSha256).not.toBe(former.certificateSha256);
    const kept = await app.deps.db.global.sealCertificate.findMany({ select: { sha256: true } });
    expect(kept.map(({ sha256 }) => sha256)).toEqual(
      expect.arrayContaining([certificateSha256, former.certificateSha256]),
    );
    expect(isGenuine(await readPdf(technician, id), certificate)).toBe(true);
    expect(isGenuine(new Uint8Array((await book('arraybuffer')).data), certificate)).toBe(true);
    expect(await pageOf(id)).not.toContain('not sealed yet');
  });

  /** The file that has ended is refused, so the former key stays in use. */
  async function renewSealWithoutFile(): Promise<void> {
    await rm(settings.SEAL_P12_FILE);
    await renewSeal(app.deps);
    expect(told('the key of the seal cannot be opened again')).toBe(1);
  }
});
