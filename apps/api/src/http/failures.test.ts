/** Failures on our side: the answer, and one entry in the log. */
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoint } from '@servicebook/shared/contract';
import axios, { AxiosError } from 'axios';
import { Router } from 'express';
import { beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '../platform/app-error.ts';
import { openDatabase } from '../platform/database.ts';
import { useTestApp } from '../testing/app.ts';
import { type Feature, handlers } from './handlers.ts';
import { mount } from './mount.ts';
import { createPages } from './pages.ts';

const routes = Router();
const app = useTestApp({}, { routes });

const broken = (name: string) =>
  endpoint({
    method: 'get',
    path: `/api/broken/${name}`,
    summary: 'Fails',
    access: 'public',
    query: z.strictObject({ secret: z.string().optional() }),
    response: z.object({ count: z.number() }),
  });
const contract = {
  throws: broken('throws'),
  wrongAnswer: broken('wrongAnswer'),
  strangeSchema: broken('strangeSchema'),
  otherServer: broken('otherServer'),
  diskFull: broken('diskFull'),
  databaseFull: broken('databaseFull'),
  slowStatement: broken('slowStatement'),
  slowTransaction: broken('slowTransaction'),
  noSocket: broken('noSocket'),
  tooMuch: broken('tooMuch'),
  cutOff: { ...broken('cutOff'), response: 'file' as const },
  busyLink: { ...broken('busyLink'), plainLink: true },
};

beforeAll(() => {
  const feature: Feature = handlers(contract, {
    throws: async () => {
      throw new Error('the reason');
    },
    wrongAnswer: async () => ({ count: 'many' }) as never,
    strangeSchema: async () => z.object({ inner: z.string() }).parse({}) as never,
    otherServer: async () => {
      const response = await axios.get(`${app.url}/api/nothing`, { validateStatus: () => true });
      throw new AxiosError('refused', 'ERR_BAD_REQUEST', undefined, undefined, response);
    },
    diskFull: async () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
    },
    databaseFull: async () => {
      await app.deps.db.global.$executeRaw`DO $$ BEGIN RAISE 'no space left' USING ERRCODE = '53100'; END $$`;
      return { count: 1 };
    },
    slowStatement: async () => {
      await app.deps.db.global.$transaction(async (tx) => {
        await tx.$executeRaw`SET LOCAL statement_timeout = 20`;
        await tx.$executeRaw`SELECT pg_sleep(1)`;
      });
      return { count: 1 };
    },
    slowTransaction: async () => {
      const work = async (tx: Pick<typeof app.deps.db.global, '$executeRaw'>) => {
        await pause(100);
        await tx.$executeRaw`SELECT 1`;
      };
      await app.deps.db.global.$transaction(work, { timeout: 20 });
      return { count: 1 };
    },
    noSocket: async () => {
      await openDatabase('postgresql://nobody@localhost/none?host=/nowhere').$queryRaw`SELECT 1`;
      return { count: 1 };
    },
    cutOff: async () => ({
      content: Readable.from(halfAFile()),
      filename: 'half.bin',
      contentType: 'application/octet-stream',
      inline: false,
    }),
    tooMuch: async () => ({ count: 1, passwordHash: 'leaked' }),
    busyLink: async () => {
      throw new AppError('TOO_MUCH_WORK', { retryAfter: 5 });
    },
  });
  mount(() => routes, app.deps, createPages(undefined), feature);
});

async function* halfAFile() {
  yield Buffer.alloc(100_000, 'x');
  throw new Error('bad sector');
}

const call = (name: keyof typeof contract, language = 'en') =>
  app.anonymous.http.get(`/api/broken/${name}?secret=in-the-query`, {
    headers: { 'Accept-Language': language },
    validateStatus: () => true,
  });

it.each(['throws', 'wrongAnswer', 'strangeSchema', 'otherServer'] as const)(
  'a failing handler of kind %s is a server error, answered without its reason',
  async (name) => {
    const { status, data } = await call(name);
    expect(status).toBe(500);
    expect(data).toEqual({
      code: 'INTERNAL',
      message: 'Something went wrong on our side. Please try again.',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect((await call(name, 'de')).data.message).not.toBe(data.message);
  },
);

it('a failure is logged once, with its reason and the caller’s request id', async () => {
  const { data } = await call('throws');
  const lines = app.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
  const errors = lines.filter((line) => Number(line.level) >= 50 && line.requestId === data.requestId);
  expect(errors).toMatchObject([
    {
      name: 'http',
      err: { message: 'the reason', stack: expect.any(String) },
      path: '/api/broken/throws',
      route: '/api/broken/throws',
    },
  ]);
});

it.each([
  ['diskFull', 'no space left'],
  ['cutOff', 'bad sector'],
] as const)('%s is logged once as well', async (name, reason) => {
  await call(name).catch(() => {});
  const lines = () =>
    app.logs.filter((line) => line.includes(`/api/broken/${name}"`) && line.includes(reason));
  await vi.waitFor(() => expect(lines()).toHaveLength(1), { timeout: 15_000 });
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ level: 50, requestId: expect.any(String) });
});

it('a refusal is not logged as an error, and no query is ever logged', async () => {
  await app.anonymous.http.get('/api/customer/findAll?secret=in-the-query', { validateStatus: () => true });
  const refused = app.logs.filter((line) => line.includes('/api/customer/findAll'));
  expect(refused.map((line) => JSON.parse(line).level)).toEqual([30]);
  expect(app.logs.join()).not.toContain('in-the-query');
});

it('reports a full disk, of the files or of the database', async () => {
  expect(await call('diskFull')).toMatchObject({ status: 507, data: { code: 'STORAGE_FULL' } });
  expect(await call('databaseFull')).toMatchObject({ status: 507, data: { code: 'STORAGE_FULL' } });
});

it.each(['slowStatement', 'slowTransaction'] as const)(
  '%s is a failure, because it may take too long each time',
  async (name) => expect(await call(name)).toMatchObject({ status: 500, data: { code: 'INTERNAL' } }),
);

it('a database whose socket is missing is away', async () => {
  expect(await call('noSocket')).toMatchObject({ status: 503, data: { code: 'UNAVAILABLE' } });
});

it('a refused link shows a page with text, and the browser retries it', async () => {
  const visit = await axios.get(`${app.url}/api/broken/busyLink`, {
    headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'de' },
    validateStatus: () => true,
  });
  expect(visit.status).toBe(429);
  expect(visit.headers).toMatchObject({ 'retry-after': '5', refresh: '5' });
  expect(visit.headers['content-type']).toContain('text/html');
  expect(visit.data).toContain('<p>Der Server ist gerade mit anderen Aufgaben Ihrer Firma beschäftigt.');
  expect(visit.data).toContain('<a href="/">Servicebook</a>');
  expect((await call('busyLink')).data).toMatchObject({ code: 'TOO_MUCH_WORK' });
});

it('a link opened while signed out leads to the sign-in', async () => {
  const { data } = await axios.get(`${app.url}/api/service/pdf/1`, {
    headers: { Accept: 'text/html', 'Accept-Language': 'de' },
    validateStatus: () => true,
  });
  expect(data).toContain('<a href="/login">Anmelden</a>');
});

it('sends only the fields that the contract names', async () => {
  expect((await call('tooMuch')).data).toEqual({ count: 1 });
});
