/** What a request or job does reaches a collector of OpenTelemetry, nothing personal does, and a dead one hurts nobody. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axios from 'axios';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ReadyConfig, startServer } from './main.ts';
import { startMailCatcher } from './platform/mail-catcher.ts';
import { type Api, refusal, useTestApp } from './testing/app.ts';
import { buildDevice, buildService, buildTeam, buildUser, knownPassword } from './testing/builders.ts';
import { startGoogle } from './testing/google.ts';
import { type ReceivedSpan, startCollector } from './testing/otlp-collector.ts';
import { buildBuyer, orderMonth, startPaying } from './testing/payments.ts';
import { picture } from './testing/protocols.ts';
import { openS3Server } from './testing/s3-server.ts';

const collector = await startCollector();
const google = await startGoogle();
const bucket = await openS3Server();
const mails = await startMailCatcher({
  dir: await mkdtemp(path.join(tmpdir(), 'servicebook-traced-mails-')),
});
const settings = { ...google.settings, ...bucket.settings, SMTP_URL: mails.smtpUrl, DATABASE_POOL_SIZE: '2' };
const app = useTestApp({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` });
let team: Awaited<ReturnType<typeof buildTeam>>;
let api: Api;

beforeAll(async () => {
  team = await buildTeam(app);
  api = team.admin;
});
afterAll(async () => {
  collector.stop();
  await Promise.all([google.stop(), bucket.close(), mails.stop()]);
});

/** All spans, once there is one of this name. */
const spansWith = (name: string): Promise<ReceivedSpan[]> =>
  vi.waitFor(
    async () => {
      await app.flushReports();
      expect(collector.spans.map((span) => span.name)).toContain(name);
      return collector.spans;
    },
    { timeout: 15_000, interval: 25 },
  );

/** The last span of a name, and what happened within it. */
async function spanOf(name: string) {
  const spans = await spansWith(name);
  const span = spans.findLast((one) => one.name === name) ?? expect.fail();
  return { ...span, parts: spans.filter(({ parentId }) => parentId === span.spanId) };
}
const namesOf = (spans: ReceivedSpan[]) => spans.map(({ name }) => name);

it('a request is a span of the caller’s trace, with its statements in it, and its lines in the log name the trace', async () => {
  const [traceId, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const traced = await app.as(
    { accountId: team.accountId, id: team.userId },
    {
      traceparent: `00-${traceId}-${caller}-01`,
    },
  );
  const { id } = await buildDevice(app, { accountId: team.accountId });
  await traced.device.findById({ params: { id } });
  const { parts, ...span } = await spanOf('GET /api/device/findById/{id}');
  expect(span).toMatchObject({ traceId, parentId: caller, kind: 2, failed: false, service: 'servicebook' });
  expect(span.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/device/findById/{id}',
    'http.response.status_code': 200,
    'servicebook.request_id': expect.stringMatching(/^[\w-]{36}$/),
    'servicebook.account_id': team.accountId,
  });
  const statement = parts.find(({ name }) => name === 'SELECT device');
  expect(statement).toMatchObject({ traceId, kind: 3 });
  expect(statement?.attributes).toMatchObject({
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.collection.name': 'device',
  });
  const line = app.logs.map((text) => JSON.parse(text)).find(({ req }) => req?.path?.includes(`/${id}`));
  expect(line).toMatchObject({ trace_id: traceId, req: { id: span.attributes['servicebook.request_id'] } });
  const { requestId } = await refusal(traced.device.findById({ params: { id: id + 999 } }));
  const refused = (await spansWith(span.name)).find(
    ({ attributes }) => attributes['servicebook.request_id'] === requestId,
  );
  expect(refused).toMatchObject({ failed: false, attributes: { 'servicebook.refusal': 'NOT_FOUND' } });
});

it('a job is a trace of its own, with its try and a link to the request that has queued it', async () => {
  const { email, accountId } = await buildUser(app);
  await api.user.resetPassword({ body: { recipients: [email] } });
  await vi.waitFor(async () => expect(await mails.list(email)).toHaveLength(1), 15_000);
  const request = await spanOf('POST /api/user/resetPassword');
  expect(request.parts).toContainEqual(
    expect.objectContaining({
      name: expect.stringMatching(/ job/),
      attributes: expect.objectContaining({ 'db.system.name': 'postgresql' }),
    }),
  );
  const { parentId: tryId } = await spanOf('mail');
  const job = collector.spans.find(({ spanId }) => spanId === tryId);
  expect(job).toMatchObject({
    name: expect.stringMatching(/^job user\./),
    kind: 5,
    links: [request.traceId],
  });
  expect(job?.attributes).toMatchObject({ 'servicebook.try': 1, 'servicebook.account_id': accountId });
  const line = app.logs.map((text) => JSON.parse(text)).findLast(({ msg }) => msg === 'mail sent');
  expect(line.trace_id).toBe(job?.traceId);
});

it('calls of other servers are spans of what has made them, and a failed one names the kind of its failure', async () => {
  await api.geo.search({ query: { q: 'Secret Street 7' } });
  expect((await spanOf('GET /api/geo/search')).parts).toContainEqual(
    expect.objectContaining({
      name: 'place search',
      kind: 3,
      attributes: expect.objectContaining({ 'http.response.status_code': 200 }),
    }),
  );
  const service = await buildService(app, { accountId: team.accountId, userId: team.userId });
  await team.technician.service.addFile({
    params: { serviceId: service.id },
    query: { print: 'true' },
    file: new Blob([new Uint8Array(await picture('jpeg'))]),
    fileName: 'leak.jpg',
  });
  expect(namesOf((await spanOf('PATCH /api/service/addFile/{serviceId}')).parts)).toContain('S3 PutObject');
  const buyer = await buildBuyer(app);
  await startPaying(buyer.api, await orderMonth(buyer.api, buyer.owner.id));
  expect(namesOf((await spanOf('POST /api/payment/przelewy24/getURL')).parts)).toContain(
    'payment POST /transaction/register',
  );
  const { email } = await buildUser(app);
  const person = { sub: 'sub-1', email, email_verified: true, given_name: 'Anna', family_name: 'Nowak' };
  await app.anonymous.http.get('/api/user/oauth2-google-login', {
    headers: { code: await google.agree(person) },
  });
  expect(namesOf((await spanOf('GET /api/user/oauth2-google-login')).parts)).toContain('Google');

  bucket.fail({ status: 503, code: 'SlowDown' });
  await refusal(
    team.technician.service.addFile({
      params: { serviceId: service.id },
      query: { print: 'true' },
      file: new Blob([new Uint8Array(await picture('png'))]),
      fileName: 'leak.png',
    }),
  );
  bucket.recover();
  const failed = await spanOf('PATCH /api/service/addFile/{serviceId}');
  expect(failed).toMatchObject({
    failed: true,
    attributes: { 'error.type': 'UNAVAILABLE', 'http.response.status_code': 503 },
  });
  expect(failed.parts).toContainEqual(expect.objectContaining({ name: 'S3 PutObject', failed: true }));
});

it('work that waits for a connection stays that of its own request', async () => {
  const { id } = await buildDevice(app, { accountId: team.accountId });
  const callers = await Promise.all(
    Array.from({ length: 12 }, async (_, turn) => {
      const traceId = `${turn + 10}`.repeat(16);
      const own = await app.as(
        { accountId: team.accountId, id: team.userId },
        { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
      );
      return { traceId, own };
    }),
  );
  await Promise.all(callers.map(({ own }) => own.device.findById({ params: { id } })));
  await app.flushReports();
  const statements = callers.map(({ traceId }) =>
    namesOf(collector.spans.filter((span) => span.traceId === traceId && span.kind === 3)).sort(),
  );
  for (const each of statements) expect(each).toEqual(statements[0]);
  expect(statements[0]).toContain('SELECT device');
});

it('nothing personal is sent: no value, name, address, secret or text', async () => {
  const { email } = await buildUser(app, { firstName: 'Secretfirst', lastName: 'Secretlast' });
  await app.anonymous.http.get('/api/user/auth', { auth: { username: email, password: knownPassword } });
  await refusal(
    app.anonymous.http.get('/api/user/auth', { auth: { username: email, password: 'Secretguess' } }),
  );
  const customer = { name: 'Secretcustomer', email: 'secret@customer.test' };
  await api.http.get('/api/device/search?search=Secretsearch').catch(() => {});
  await api.http.post('/api/customer', customer).catch(() => {});
  await api.http.get('/verify/secret-code').catch(() => {});
  await spansWith('GET /api/user/auth');
  const { parts } = await spanOf('GET /api/user/auth');
  expect(parts.length).toBeGreaterThan(0);
  expect(collector.sent).not.toMatch(/secret/i);
  for (const personal of [email, '@example.com', 'Łódź', 'Anna', 'Nowak', 'Company ', knownPassword])
    expect(collector.sent).not.toContain(personal);
});

it.each([
  ['hangs', null],
  ['is away', undefined],
])('a collector that %s neither delays an answer nor the end of the server', async (_what, status) => {
  const dead = await startCollector();
  if (status === undefined) dead.stop();
  else dead.status = status;
  const traces = { endpoint: dead.url, serviceName: 'servicebook', sampler: 'always_on', ratio: 1 } as const;
  const config = { ...(app.deps.config as ReadyConfig), role: 'web' as const, traces };
  const logs: string[] = [];
  const server = await startServer(config, { logTo: { write: (line) => void logs.push(line) } });
  try {
    expect((await axios.get(`${server.url}/api/openapi.json`)).status).toBe(200);
  } finally {
    await server.stop();
  }
  // It is given up before it has said anything.
  if (status === null) expect(dead.waiting()).toBe(1);
  dead.stop();
});

it('a collector that takes nothing is told to the log once', async () => {
  const warnings = () => app.logs.filter((line) => line.includes('the collector does not take traces'));
  collector.status = 400;
  for (let turn = 0; turn < 3; turn++) {
    await api.user.sessions({});
    await app.flushReports();
  }
  expect(warnings()).toHaveLength(1);
  collector.status = 200;
});
