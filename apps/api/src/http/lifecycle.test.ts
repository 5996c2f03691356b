/** Starting, readiness and stopping; and settings that depend on how users reach the server. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axios from 'axios';
import { Router } from 'express';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { startServer } from '../main.ts';
import { openDatabase } from '../platform/database.ts';
import { useTestApp } from '../testing/app.ts';
import { buildUser, knownPassword } from '../testing/builders.ts';
import { createTestDatabase } from '../testing/database.ts';

const get = (url: string, headers = {}) => axios.get(url, { headers, validateStatus: () => true });

describe('behind TLS', () => {
  const app = useTestApp({ PUBLIC_URL: 'https://service.example' });

  it('binds the session to the host and to TLS, and asks browsers to stay there', async () => {
    const { email } = await buildUser(app);
    const { headers } = await app.anonymous.http.get('/api/user/auth', {
      auth: { username: email, password: knownPassword },
    });
    const cookie = String(headers['set-cookie']?.[0]);
    expect(cookie).toMatch(/^__Host-servicebook=\d+\.[\w-]{43};/);
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(flag);
    expect(cookie).not.toContain('Domain');
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
    const Cookie = cookie.split(';')[0] ?? '';
    expect((await app.anonymous.http.get('/api/user/check-auth', { headers: { Cookie } })).status).toBe(200);
    const unprefixed = Cookie.replace('__Host-', '');
    const answer = await app.anonymous.http.get('/api/user/check-auth', {
      headers: { Cookie: unprefixed },
      validateStatus: () => true,
    });
    expect(answer.status).toBe(401);
    const { data } = await get(`${app.url}/api/openapi.json`);
    expect(data.components.securitySchemes.session.name).toBe('__Host-servicebook');
  });
});

describe('a server whose database goes away', () => {
  const app = useTestApp();

  it('is alive but not ready, says so, and recovers', async () => {
    expect((await get(`${app.url}/readyz`)).data).toEqual({ status: 'ready' });
    const name = new URL(app.deps.config.databaseUrl ?? '').pathname.slice(1);
    const outside = await createTestDatabase();
    const elsewhere = openDatabase(outside.url);
    try {
      await elsewhere.$executeRawUnsafe(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
      await elsewhere.$queryRawUnsafe(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
      await vi.waitFor(async () => expect((await get(`${app.url}/readyz`)).status).toBe(503), {
        timeout: 15_000,
      });
      expect(await get(`${app.url}/healthz`)).toMatchObject({ status: 200, data: { status: 'ok' } });
      const answer = await app.anonymous.http.get('/api/user/auth', {
        auth: { username: 'a@example.com', password: 'x' },
        validateStatus: () => true,
      });
      expect(answer).toMatchObject({
        status: 503,
        data: { code: 'UNAVAILABLE' },
        headers: { 'retry-after': '5' },
      });
    } finally {
      await elsewhere.$executeRawUnsafe(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    }
    await vi.waitFor(async () => expect((await get(`${app.url}/readyz`)).status).toBe(200), {
      timeout: 10_000,
    });
    await elsewhere.$disconnect();
    await outside.drop();
  });
});

describe('a server without its data folder', () => {
  const app = useTestApp();

  it('is alive but not ready', async () => {
    const { dataDir } = app.deps.config;
    await rename(dataDir, `${dataDir}.away`);
    expect(await get(`${app.url}/readyz`)).toMatchObject({ status: 503, data: { status: 'no data folder' } });
    expect((await get(`${app.url}/healthz`)).status).toBe(200);
    await rename(`${dataDir}.away`, dataDir);
  });
});

describe('stopping', () => {
  it('finishes running requests, accepts no new ones, and stops after the last answer', async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-drain-'));
    const config = readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SMTP_URL: 'smtp://localhost:1',
      LOG_LEVEL: 'silent',
    });
    let arrived = () => {};
    let release = () => {};
    const isHere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const mayGo = new Promise<void>((resolve) => {
      release = resolve;
    });
    const routes = Router().get('/slow', async (_request, response) => {
      arrived();
      await mayGo;
      response.json({ done: true });
    });
    const server = await startServer(config as Parameters<typeof startServer>[0], {
      routes,
    });
    const agent = new Agent({ keepAlive: true });
    const kept = new Agent({ keepAlive: true });
    await axios.get(`${server.url}/healthz`, { httpAgent: kept });
    // Browsers open connections that they may never use. Nobody waits for these.
    const unused = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(unused, 'connect');
    const answer = axios.get(`${server.url}/slow`, { httpAgent: agent });
    await isHere;
    let isStopped = false;
    const stopped = server.stop().then(() => {
      isStopped = true;
    });
    // Who keeps a connection is answered once more, and told that it closes. Nobody else comes in.
    const last = await axios.get(`${server.url}/healthz`, { httpAgent: kept });
    expect(last).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await expect(get(`${server.url}/healthz`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(isStopped).toBe(false);
    release();
    expect(await answer).toMatchObject({ data: { done: true }, headers: { connection: 'close' } });
    // The browser would keep the connection; the server does not wait for it.
    await stopped;
    agent.destroy();
    await database.drop();
    await rm(dataDir, { recursive: true });
  }, 8_000);
});

describe('the web app beside the API', () => {
  const webDir = mkdtempSync(path.join(tmpdir(), 'servicebook-web-'));
  mkdirSync(path.join(webDir, 'assets'));
  writeFileSync(path.join(webDir, 'index.html'), '<!doctype html>screen');
  writeFileSync(path.join(webDir, 'assets', 'a-1.js'), 'script');
  afterAll(() => rm(webDir, { recursive: true }));
  const app = useTestApp({}, { webDir });

  it('answers every other address with the app, also those the API shares with it', async () => {
    for (const url of ['/', '/machineEdit?id=1', '/logout', '/any/thing']) {
      expect((await get(`${app.url}${url}`)).data, url).toBe('<!doctype html>screen');
    }
    expect((await get(`${app.url}/logout`, { 'X-Requested-With': 'XMLHttpRequest' })).status).toBe(204);
    expect((await get(`${app.url}/api/nothing`)).data).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('lets browsers cache hashed files for a year, and answers 404 for missing ones', async () => {
    const { headers } = await get(`${app.url}/assets/a-1.js`);
    expect(headers['cache-control']).toContain('immutable');
    expect((await get(`${app.url}/`)).headers['cache-control']).toBe('no-cache');
    expect((await get(`${app.url}/assets/a-2.js`)).status).toBe(404);
    expect((await get(`${app.url}/assets/..%2f..%2f..%2fetc%2fpasswd`)).status).toBe(404);
  });
});
