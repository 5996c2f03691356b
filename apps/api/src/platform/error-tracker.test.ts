/** Failures of the server and crashes of the web app reach the error tracker once, and nothing personal does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endpoint } from '@servicebook/shared/contract';
import { Router } from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { handlers } from '../http/handlers.ts';
import { mount } from '../http/mount.ts';
import { createPages } from '../http/pages.ts';
import { refusal, useTestApp } from '../testing/app.ts';
import { buildAdmin } from '../testing/builders.ts';
import { startErrorTracker } from '../testing/error-tracker.ts';
import { openErrorTracker, readDsn, withoutPersonalData } from './error-tracker.ts';
import { handles, jobKind } from './jobs.ts';

const tracker = await startErrorTracker();
afterAll(() => tracker.stop());
const routes = Router();
const app = useTestApp({ ERROR_TRACKER_DSN: tracker.dsn }, { routes });
const untracked = useTestApp();

const contract = {
  fails: endpoint({
    method: 'post',
    path: '/api/fails/{id}',
    summary: 'Fails',
    access: 'account.read',
    params: z.strictObject({ id: z.string() }),
    query: z.strictObject({ search: z.string() }),
    body: z.strictObject({ name: z.string() }),
    response: 'empty',
  }),
};
const ending = jobKind('test.ending', z.object({ accountId: z.number(), userId: z.number() }));
let admin: Awaited<ReturnType<typeof buildAdmin>>;

beforeAll(async () => {
  mount(
    () => routes,
    app.deps,
    createPages(undefined),
    handlers(contract, {
      fails: async ({ body }) => {
        const cause = new Error(`"${body.name}" <anna@customer.test> is not at +48 601 602 603`);
        throw Object.assign(new Error('no way to call', { cause }), { code: 'E_CALL' });
      },
    }),
  );
  await app.deps.jobs.work([
    handles(ending, async () => {
      throw new Error('the disk is gone');
    }),
  ]);
  admin = await buildAdmin(app);
});
beforeEach(() => {
  vi.restoreAllMocks();
  tracker.received.length = 0;
  tracker.status = 200;
});

const next = (count = 1) =>
  vi.waitFor(() => {
    expect(tracker.received).toHaveLength(count);
    return tracker.received[count - 1] ?? expect.fail();
  }, 15_000);

const call = async (server = app) => {
  const { http } = await server.as(admin);
  return refusal(http.post('/api/fails/17?search=pump-of-anna', { name: 'Anna Nowak' }));
};

it('a failed request is reported once, with its request id, route, account and user ids, and no personal data', async () => {
  const { requestId } = await call();
  const { path, auth, body, event } = await next();
  expect(path).toBe('/api/42/envelope/');
  expect(auth).toContain('sentry_key=public-key');
  expect(event).toMatchObject({
    level: 'error',
    logger: 'http',
    environment: 'test',
    release: expect.stringMatching(/^servicebook@\d/),
    transaction: 'POST /api/fails/{id}',
    tags: { requestId, accountId: admin.accountId },
    user: { id: `${admin.accountId}/${admin.id}` },
  });
  const [cause, error] = event.exception.values;
  expect(cause).toMatchObject({ type: 'Error', value: '"…" … is not at …' });
  expect(error).toMatchObject({ type: 'Error', value: 'E_CALL: no way to call' });
  expect(error?.stacktrace?.frames.at(-1)).toMatchObject({
    filename: 'apps/api/src/platform/error-tracker.test.ts',
    function: expect.stringContaining('fails'),
    in_app: true,
  });
  for (const secret of ['Anna', 'Nowak', 'anna@', '601 602', '/17', admin.email, process.cwd()])
    expect(body).not.toContain(secret);
  await call();
  await next(2);
});

it('a refusal is not reported', async () => {
  await refusal((await app.as(admin)).customer.findById({ params: { id: 999_999 } }));
  await call();
  await next();
});

it('a job is reported when it has failed for about an hour, and when it has failed for good', async () => {
  const { db, jobs } = app.deps;
  const { accountId, id: userId } = admin;
  await db.of(admin).$transaction((tx) => jobs.enqueue(tx, ending, { accountId, userId }));
  const failAt = (retryCount: number) =>
    vi.waitFor(async () => {
      const waiting = await db.global.$executeRaw`
        UPDATE pgboss.job SET retry_count = ${retryCount - 1}, start_after = now()
         WHERE name = 'test.ending' AND state = 'retry'`;
      expect(waiting).toBe(1);
    }, 10_000);
  await failAt(12);
  await vi.waitFor(() => expect(tracker.received).toHaveLength(1), 10_000);
  await failAt(60);
  await vi.waitFor(() => expect(tracker.received).toHaveLength(2), 10_000);
  expect(tracker.received.map(({ event }) => event.message)).toEqual([
    'job keeps failing, will be tried again',
    'job failed for the last time',
  ]);
  expect(tracker.received[1]?.event).toMatchObject({
    logger: 'jobs',
    tags: { job: 'test.ending', jobId: expect.any(String), accountId },
    exception: { values: [{ value: 'the disk is gone' }] },
  });
}, 60_000);

it('without a tracker nothing is sent', async () => {
  expect(untracked.deps.config.errorTracker).toBeNull();
  untracked.deps.log.http.error({ err: new Error('unseen') }, 'request failed');
  expect(untracked.logs.join()).toContain('unseen');
  expect(tracker.received).toEqual([]);
});

describe('a crash in a browser', () => {
  const crash = {
    name: 'TypeError',
    message: "Cannot read properties of undefined (reading 'name')",
    stack:
      'TypeError: x\n    at Row (https://app.test/assets/list-x1.js?v=2:3:14)\nrender@https://app.test/assets/b.js:1:2',
    screen: '/machine/{id}',
  };

  it('is reported with the user’s ids, and logged with the request id', async () => {
    await (await app.as(admin)).app.reportCrash({ body: crash });
    const { event } = await next();
    const line = app.logs.map((text) => JSON.parse(text)).findLast(({ name }) => name === 'browser');
    expect(line).toMatchObject({ level: 50, requestId: event.tags.requestId, screen: '/machine/{id}' });
    expect(event).toMatchObject({
      logger: 'browser',
      transaction: '/machine/{id}',
      user: { id: `${admin.accountId}/${admin.id}` },
      exception: { values: [{ type: 'TypeError', value: crash.message }] },
    });
    expect(event.exception.values[0]?.stacktrace?.frames).toMatchObject([
      { function: 'render', filename: '/assets/b.js', lineno: 1 },
      { function: 'Row', filename: '/assets/list-x1.js', lineno: 3 },
    ]);
  });

  it('is reported without what a message, a stack or an address could name', async () => {
    await (await app.as(admin)).app.reportCrash({
      body: {
        name: 'anna@customer.test +48601602603',
        message: 'GET https://app.test/activate/Hidden0 failed',
        stack: [
          'Error: Anna Hidden1 anna@customer.test tel +48 601 602 603 token=Hidden2 at 10:12:30',
          'at Hidden3:1:2',
          '    at anna@customer.test Hidden4 (https://app.test/assets/a.js:1:2)',
          '    at load (https://app.test/activate/Hidden5?x=1:1:2)',
          'Anna anna@customer.test@https://app.test/assets/b.js:3:4',
          '    at async load (https://app.test/Hidden6+1/list.js?v=Hidden7:5:6)',
        ].join('\n'),
        screen: '/resetPassword/abcdef0123456789',
      },
    });
    const { event, body } = await next();
    expect(event.transaction).toBe('/resetPassword/{id}');
    expect(event.exception.values).toEqual([
      {
        type: 'Error',
        value: 'GET https://app.test/activate/{id} failed',
        stacktrace: {
          frames: [{ function: 'async load', filename: '/{id}/list.js', lineno: 5, colno: 6, in_app: true }],
        },
      },
    ]);
    for (const secret of ['Hidden', 'Anna', 'anna@', '601', 'abcdef']) expect(body).not.toContain(secret);
  });

  it('is also reported without a session, twenty times per hour from one network', async () => {
    await app.forgetAttempts();
    const { reportCrash } = app.anonymous.app;
    for (let count = 0; count < 20; count++) await reportCrash({ body: crash });
    expect(await refusal(reportCrash({ body: crash }))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    const { event } = await next(20);
    expect(event).not.toHaveProperty('user');
  });
});

it('an error that nothing catches is reported before the process ends', async () => {
  const source = `
    const { endOnCrash } = await import(${JSON.stringify(import.meta.resolve('./crash.ts'))});
    const { createLogs } = await import(${JSON.stringify(import.meta.resolve('./logger.ts'))});
    const { openErrorTracker, readDsn } = await import(${JSON.stringify(import.meta.resolve('./error-tracker.ts'))});
    const tracker = openErrorTracker(readDsn(process.argv[1]), { release: 'r', environment: 'e' }, console.error);
    endOnCrash(createLogs({ all: 'info' }, { tracker }).server, tracker.flush);
    Promise.reject(new Error('left alone'));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, tracker.dsn], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect((await next()).event).toMatchObject({
    level: 'fatal',
    logger: 'server',
    exception: { values: [{ value: 'left alone' }] },
  });
}, 30_000);

it('the reason in an error text is kept, and user input is removed', () => {
  const invocation =
    "\nInvalid `prisma.user.create()` invocation:\n{ data: { name: 'Anna' } }\n\nArgument `role` is missing.";
  expect(withoutPersonalData(invocation)).toBe('Argument `role` is missing.');
  expect(withoutPersonalData(`Unexpected token 'A', "Anna Nowak"... is not valid JSON`)).toBe(
    `Unexpected token 'A', "…"... is not valid JSON`,
  );
  expect(withoutPersonalData('Key (email)=(anna@x.test) exists')).toBe('Key (email)=(…) exists');
  expect(withoutPersonalData('GET https://maps.test/search?q=Anna failed')).toBe(
    'GET https://maps.test/search?… failed',
  );
});

it('the address is parsed with its folder and project', () => {
  expect(readDsn('https://abc@errors.test:8443/team/7')).toEqual({
    url: 'https://errors.test:8443/team/api/7/envelope/',
    key: 'abc',
  });
});

// The last one: the server leaves the tracker alone afterwards.
describe('a tracker that does not work', () => {
  const open = (onSilence: (reason: unknown) => void) =>
    openErrorTracker(readDsn(tracker.dsn) ?? expect.fail(), { release: '', environment: '' }, onSilence);
  const failure = { level: 'error', logger: 'http', text: '', about: { err: new Error('x') } } as const;

  it('delays no answer', async () => {
    tracker.status = null;
    expect(await call()).toMatchObject({ status: 500 });
    expect(await call()).toMatchObject({ status: 500 });
    await next();
  });

  it('is left alone for a minute', async () => {
    tracker.status = 429;
    const onSilence = vi.fn();
    const { report, flush } = open(onSilence);
    report(failure);
    report(failure);
    await flush();
    report(failure);
    await flush();
    expect(onSilence).toHaveBeenCalledOnce();
    expect(tracker.received).toHaveLength(1);
  });

  it('gets at most sixty reports a minute', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const { report, flush } = open(() => expect.fail());
    for (let count = 0; count < 70; count++) {
      report(failure);
      await flush();
    }
    expect(tracker.received).toHaveLength(60);
  });
});
