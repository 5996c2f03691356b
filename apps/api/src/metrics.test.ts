import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axios from 'axios';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { nightlyName } from './backup/nightly-names.ts';
import { readConfig } from './config.ts';
import { type ReadyConfig, startServer } from './main.ts';
import { openDatabase } from './platform/database.ts';
import { handles, jobKind } from './platform/jobs.ts';
import { useTestApp } from './testing/app.ts';
import { buildAdmin, buildDevice, buildService, buildUser, knownPassword } from './testing/builders.ts';
import { createTestDatabase } from './testing/database.ts';
import { protocolOf, readPdf, readVersion, signProtocol } from './testing/protocols.ts';
import { openS3Server } from './testing/s3-server.ts';

const app = useTestApp({ METRICS_PORT: '0' });

/** The values by `name{labels}`, without what differs from run to run. */
async function read(url: string | null = app.metricsUrl): Promise<Map<string, number>> {
  const { data } = await axios.get<string>(String(url));
  const lines = data.split('\n').filter((line) => line && !line.startsWith('#'));
  const numberAt = (line: string) => Number(line.split(' ').at(-1)?.replace('Inf', 'Infinity'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), numberAt(line)]));
}
const signIn = (username: string, password: string) =>
  app.anonymous.http.get('/api/user/auth', {
    auth: { username, password },
    validateStatus: () => true,
  });

it('counts and times requests by their route, and never by what was asked for', async () => {
  const owner = await buildAdmin(app);
  const api = await app.as(owner);
  const { id } = await buildDevice(app, { accountId: owner.accountId });
  await api.device.findById({ params: { id } });
  await api.device.findById({ params: { id: id + 999 } }).catch(() => {});
  for (const path of ['/secret-path', '/api/nothing/4711', '/healthz'])
    await axios.get(`${app.url}${path}`, { validateStatus: () => true });
  const seen = await vi.waitFor(async () => {
    const known = await read();
    expect(known.get('servicebook_http_requests_in_progress')).toBe(0);
    return known;
  });
  const route = '/api/device/findById/{id}';
  expect(seen.get(`servicebook_http_requests_total{method="GET",route="${route}",status="200"}`)).toBe(1);
  expect(seen.get(`servicebook_http_requests_total{method="GET",route="${route}",status="404"}`)).toBe(1);
  expect(seen.get(`servicebook_http_refusals_total{route="${route}",code="NOT_FOUND"}`)).toBe(1);
  expect(seen.get(`servicebook_http_request_duration_seconds_count{method="GET",route="${route}"}`)).toBe(2);
  expect(seen.get('servicebook_http_requests_total{method="GET",route="/healthz",status="200"}')).toBe(1);
  expect(seen.get('servicebook_http_requests_total{method="GET",route="other",status="404"}')).toBe(2);
  const names = [...seen.keys()].join('\n');
  for (const secret of ['secret-path', '4711', `findById/${id}`]) expect(names).not.toContain(secret);
});

it('counts refused sign-ins by their reason', async () => {
  const { email } = await buildUser(app);
  for (let turn = 0; turn < 11; turn++) await signIn(email, 'guess');
  await signIn((await buildUser(app)).email, knownPassword);
  const refused = (code: string) => `servicebook_http_refusals_total{route="/api/user/auth",code="${code}"}`;
  const seen = await read();
  expect(seen.get(refused('WRONG_CREDENTIALS'))).toBe(10);
  expect(seen.get(refused('SIGN_IN_LOCKED'))).toBe(1);
});

/** A server that was never asked, because figures of the database are remembered for a while. */
async function another(settings: Partial<ReadyConfig> = {}): Promise<string> {
  const config = { ...(app.deps.config as ReadyConfig), role: 'web' as const, ...settings };
  const server = await startServer(config, { logTo: { write: () => {} } });
  onTestFinished(() => server.stop());
  return String(server.metricsUrl);
}

it('tells what the queue of all servers holds, and the mails that nobody took', async () => {
  const { db, jobs } = app.deps;
  const owner = await buildAdmin(app);
  const api = await app.as(owner);
  const { id } = await api.service.add({
    body: protocolOf(await buildDevice(app, { accountId: owner.accountId })),
  });
  await signProtocol(api, id);
  const version = await readVersion(app, owner.accountId, id);
  const mail = { ...{ accountId: owner.accountId, serviceVersionId: version.id }, language: 'en', text: '' };
  for (const refusal of ['SERVER', 'REPLACED'] as const)
    await db
      .of(owner)
      .protocolMail.create({ data: { ...mail, email: 'a@example.com', state: 'REFUSED', refusal } });
  // A queue that nobody works on.
  const kind = jobKind('test.idle', z.object({ accountId: z.number() }));
  await jobs.open([handles(kind, async () => {})]);
  for (const seconds of [0, 0, 0, 0, 3600])
    await db.of(owner).$transaction((tx) => jobs.enqueue(tx, kind, { accountId: owner.accountId }, seconds));
  const set = (state: string) => db.global.$executeRaw`
    UPDATE pgboss.job SET state = ${state}::pgboss.job_state
     WHERE id = (SELECT id FROM pgboss.job WHERE name = 'test.idle' AND state = 'created' AND start_after <= now() LIMIT 1)`;
  for (const state of ['failed', 'active', 'retry']) await set(state);
  await db.global.$executeRaw`
    UPDATE pgboss.job SET start_after = start_after - interval '1 hour' WHERE name = 'test.idle' AND state = 'created'`;

  const seen = await read(await another());
  const states = ['waiting', 'later', 'retry', 'active', 'failed'];
  expect(states.map((state) => seen.get(`servicebook_jobs{queue="test.idle",state="${state}"}`))).toEqual([
    2, 0, 1, 1, 1,
  ]);
  expect(seen.get('servicebook_oldest_job_seconds{queue="test.idle"}')).toBeGreaterThanOrEqual(3600);
  expect(seen.get('servicebook_refused_mails')).toBe(1);
  expect(seen.get('servicebook_database_up')).toBe(1);
});

it('times the documents that it draws, and tells of its pool, disk and process', async () => {
  const { accountId, id: userId } = await buildAdmin(app);
  const { id } = await buildService(app, { accountId, userId });
  await readPdf(await app.as({ accountId, id: userId }), id);
  const seen = await read();
  expect(seen.get('servicebook_pdfs{state="waiting"}')).toBe(0);
  expect(seen.get('servicebook_pdf_duration_seconds_count{kind="protocol"}')).toBeGreaterThan(0);
  expect(seen.get('servicebook_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(seen.get('servicebook_database_waiting')).toBe(0);
  expect(seen.get('servicebook_data_disk_free_bytes')).toBeGreaterThan(0);
  expect(seen.get('servicebook_build_info{version="0.1.0",role="all"}')).toBe(1);
  expect(seen.get('process_resident_memory_bytes')).toBeGreaterThan(0);
});

it('tells how old the newest backup is, in the place that is furthest behind', async () => {
  const store = await openS3Server();
  const backupDir = await mkdtemp(path.join(tmpdir(), 'servicebook-metrics-'));
  onTestFinished(async () => {
    await store.close();
    await rm(backupDir, { recursive: true, force: true });
  });
  const { backupS3 } = readConfig({ ...store.settings, BACKUP_S3_BUCKET: store.settings.S3_BUCKET });
  const ageWith = async (settings: Partial<ReadyConfig>) =>
    (await read(await another(settings))).get('servicebook_backup_age_seconds');
  const hoursAgo = (hours: number) => nightlyName(new Date(Date.now() - hours * 3_600_000));
  const addToBucket = (name: string) => store.objects.set(name, { bytes: Buffer.from(''), at: new Date() });

  expect(await ageWith({})).toBeUndefined();
  expect(await ageWith({ backupDir })).toBe(Number.POSITIVE_INFINITY);
  for (const name of [hoursAgo(50), hoursAgo(26), `${hoursAgo(1)}.0a1b2c3d.part`, 'accounts.zip'])
    await writeFile(path.join(backupDir, name), '');
  expect(Math.floor(Number(await ageWith({ backupDir })) / 3600)).toBe(26);
  // One that was not read back, and whole ones.
  for (const name of [hoursAgo(1), ...[hoursAgo(40), hoursAgo(30)].flatMap((one) => [one, `${one}.sha256`])])
    addToBucket(name);
  expect(Math.floor(Number(await ageWith({ backupDir, backupS3 })) / 3600)).toBe(30);
  await rm(backupDir, { recursive: true });
  expect(await ageWith({ backupDir, backupS3 })).toBeUndefined();
});

/** The figures that a document names and those that there are, by their names. */
async function namedIn(document: string): Promise<{ named: Set<string>; exposed: Set<string> }> {
  const { data } = await axios.get<string>(String(app.metricsUrl));
  const exposed = new Set([...data.matchAll(/^# TYPE (\S+)/gm)].map(([, metric]) => String(metric)));
  const text = readFileSync(path.join(import.meta.dirname, '../../../docs', document), 'utf8');
  const found = text.matchAll(/\b(?:servicebook|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g);
  return { named: new Set([...found].map(([metric]) => metric.replace(/_bucket$/, ''))), exposed };
}

it.each(['operations.md', 'grafana-dashboard.json'])('are those that %s names', async (document) => {
  const { named, exposed } = await namedIn(document);
  expect([...named].filter((metric) => !exposed.has(metric))).toEqual([]);
  const ours = [...exposed].filter((metric) => metric.startsWith('servicebook_'));
  expect(ours.filter((metric) => !named.has(metric))).toEqual([]);
});

it('have every figure that an alert asks for', async () => {
  const { named, exposed } = await namedIn('prometheus-alerts.yml');
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((metric) => !exposed.has(metric))).toEqual([]);
});

it('tells the rest while the database is away, and is found nowhere else', async () => {
  const url = await another();
  const outside = await createTestDatabase();
  const elsewhere = openDatabase(outside.url);
  const name = new URL(app.deps.config.databaseUrl ?? '').pathname.slice(1);
  const allow = (allowed: boolean) =>
    elsewhere.$executeRawUnsafe(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS ${allowed}`);
  onTestFinished(async () => {
    await allow(true);
    await elsewhere.$disconnect();
    await outside.drop();
  });
  await allow(false);
  await elsewhere.$queryRawUnsafe(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  const seen = await read(url);
  expect(seen.get('servicebook_database_up')).toBe(0);
  expect([...seen.keys()].filter((key) => /servicebook_(jobs|oldest|refused)/.test(key))).toEqual([]);
  expect(seen.get('servicebook_data_disk_free_bytes')).toBeGreaterThan(0);
  for (const other of [`${app.url}/metrics`, url.replace('/metrics', '/readyz')])
    expect((await axios.get(other, { validateStatus: () => true })).status).toBe(404);
});
