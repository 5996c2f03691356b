/** The real server on a database of its own, called through the same typed client as the browser. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type StandIn, startPaymentStandIn } from '@servicebook/payment-stand-in/server';
import { type Contracts, contracts } from '@servicebook/shared';
import { type Client, clientOf } from '@servicebook/shared/client';
import type { Contract } from '@servicebook/shared/contract';
import type { ErrorBody } from '@servicebook/shared/error-codes';
import axios, { type AxiosError, type AxiosInstance, isAxiosError } from 'axios';
import { afterAll, afterEach, beforeAll, expect, inject, vi } from 'vitest';
import { readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { type ServerOptions, startServer } from '../main.ts';
import type { Mail } from '../platform/mailer.ts';
import { createSession } from '../platform/session.ts';
import { createTestDatabase } from './database.ts';
import { requireDeclared } from './declared-answers.ts';
import { type SessionWatch, watchSessions } from './session-watch.ts';
import { asProduct, type StatementWatch, watchStatements } from './statement-watch.ts';
import { openTransactionPooler } from './transaction-pooler.ts';

export type Api = { [Feature in keyof Contracts]: Client<Contracts[Feature]> } & { http: AxiosInstance };

export interface TestApp {
  url: string;
  /** Where its metrics are, with the setting METRICS_PORT. */
  metricsUrl: string | null;
  deps: Deps;
  /** Waits until failures and traces are reported. */
  flushReports(): Promise<void>;
  /** Everything mailed so far; nothing with the setting SMTP_URL, which is taken then. */
  mails: Mail[];
  /** Lets jobs run until a mail to this address has arrived. */
  mailTo(address: string): Promise<Mail>;
  /** Mails sent from now on fail, as many as this. */
  failMails(count: number, error?: Error): void;
  /** Starts jobs at once that wait for another try. */
  hurryJobs(): Promise<void>;
  /** Everything logged so far, one JSON text a line. */
  logs: string[];
  /** Sets the server's clock; null lets it run again. */
  setNow(now: Date | null): void;
  /** Resets all throttling counters. */
  forgetAttempts(): Promise<void>;
  /** Names of files on the disk that belong to no row: uploads under way, or left behind. */
  strayFiles(): Promise<string[]>;
  /** Waits until no bytes lie about that belong to nothing: uploads go shortly after the answer. */
  expectNoStrayFiles(): Promise<void>;
  /** The payment provider: its address and the merchant's keys. */
  standIn: StandIn;
  /** A caller without a session. */
  anonymous: Api;
  /** A caller with a session of this user. */
  as(user: { accountId: number; id: number }, headers?: Record<string, string>): Promise<Api>;
}

/** The answer to a refused call. @throws if it was not refused */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ status: number } & Partial<ErrorBody> & Record<string, unknown>> {
  try {
    const answer = await call;
    throw new Error(`not refused: ${JSON.stringify(answer)}`);
  } catch (error) {
    if (!isAxiosError(error) || !error.response) throw error;
    const { status, data } = error.response;
    // Where a file was asked for, the refusal is left as text.
    return { status, ...(typeof data === 'string' && data.startsWith('{') ? JSON.parse(data) : data) };
  }
}

/**
 * Starts the application for one test file and stops it at its end.
 * @param options pooled: behind a pooler that gives each transaction another connection
 */
export function useTestApp(
  settings: Record<string, string> = {},
  { pooled, ...options }: Pick<ServerOptions, 'routes' | 'webDir'> & { pooled?: boolean } = {},
): TestApp {
  const app = {} as TestApp;
  let stop = async () => {};
  let statements: StatementWatch | undefined;
  let sessions: SessionWatch | undefined;
  beforeAll(async () => {
    const database = await createTestDatabase();
    statements = await watchStatements(database.url);
    sessions = await watchSessions(database.url);
    const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-files-'));
    const geocoder = await startGeocoder();
    const pooler = pooled ? await openTransactionPooler(database.url) : null;
    const config = readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: pooler?.url ?? database.url,
      ACCOUNT_REQUESTS_PER_SECOND: '100000',
      ...(pooler && { DATABASE_DIRECT_URL: database.url, DATABASE_PREPARE_STATEMENTS: 'false' }),
      DATABASE_POOL_SIZE: '10',
      SMTP_URL: 'smtp://localhost:1',
      PDF_PROCESSES: '1',
      LOG_LEVEL: 'info',
      GEOCODER_URL: geocoder.url,
      SEAL_P12_FILE: inject('sealKeyFile'),
      ...settings,
    });
    const standIn = await startPaymentStandIn({
      lateSeconds: 1,
      deliver: (url, notification) =>
        axios.post(url.replace(config.publicUrl, server.url), notification, { validateStatus: () => true }),
    });
    let now: Date | null = null;
    const mails: Mail[] = [];
    const logs: string[] = [];
    let failing = 0;
    let failure = new Error();
    const send = async (mail: Mail) => {
      if (failing-- > 0) throw failure;
      mails.push(mail);
    };
    const server = await asProduct(() =>
      startServer({ ...config, przelewy24: standIn } as Parameters<typeof startServer>[0], {
        ...options,
        allJobsHere: true,
        clock: () => now ?? new Date(),
        ...(!settings.SMTP_URL && { mailer: { send, close: () => {} } }),
        logTo: { write: (line) => void logs.push(line) },
      }),
    );
    const { global } = server.deps.db;
    // The server has processed a test's direct changes of the database before the next call arrives.
    const caughtUp = () => server.deps.sessions.catchUp();
    stop = async () => {
      await server.stop();
      statements?.stop();
      await sessions?.stop();
      await pooler?.close();
      geocoder.stop();
      await standIn.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    };
    const strayFiles = async () => {
      const found = await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true });
      const names = found.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
      const rows = await global.storedFile.findMany({ select: { key: true } });
      const exports = await global.export.findMany({ select: { fileKey: true } });
      const parts = await global.archivePart.findMany({ select: { key: true } });
      const deleted = await global.binRow.findMany({ select: { fileKey: true } });
      const known = new Set([
        ...[...rows, ...parts].map(({ key }) => key),
        ...[...exports, ...deleted].flatMap(({ fileKey }) => fileKey ?? []),
      ]);
      return names.filter((name) => !known.has(name));
    };
    Object.assign(app, {
      url: server.url,
      metricsUrl: server.metricsUrl,
      flushReports: server.flushReports,
      deps: server.deps,
      mails,
      standIn,
      mailTo: (address: string) =>
        vi.waitFor(
          () => {
            const mail = mails.findLast(({ to }) => to === address);
            if (!mail) throw new Error(`no mail to ${address}`);
            return mail;
          },
          { timeout: 15_000, interval: 25 },
        ),
      failMails: (count: number, error = new Error('the mail server is down')) => {
        failing = count;
        failure = error;
      },
      hurryJobs: async () => {
        await global.$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state IN ('created', 'retry')`;
      },
      logs,
      setNow: (to: Date | null) => {
        now = to;
      },
      forgetAttempts: async () => {
        await global.throttle.deleteMany();
      },
      strayFiles,
      expectNoStrayFiles: () =>
        vi.waitFor(async () => expect(await strayFiles()).toEqual([]), { timeout: 5_000, interval: 25 }),
      anonymous: apiOf(server.url, {}, caughtUp),
      as: async (user: { accountId: number; id: number }, headers: Record<string, string> = {}) => {
        const caller = { language: 'en', timezone: 'UTC', requestId: '', ip: '', userAgent: 'test' } as const;
        const token = await createSession(server.deps, caller, user);
        const name = config.secure ? '__Host-servicebook' : 'servicebook';
        return apiOf(server.url, { Cookie: `${name}=${token}`, ...headers }, caughtUp);
      },
    } satisfies TestApp);
  }, 60_000);
  afterEach(async () => {
    expect(statements?.take()).toEqual([]);
    expect(await sessions?.take(), 'changes of sessions that no server was told of').toEqual([]);
  });
  afterAll(async () => {
    await stop();
    // Otherwise nothing it sends is held to the rule.
    expect(statements?.seen()).toBeGreaterThan(0);
  });
  return app;
}

function apiOf(url: string, headers: Record<string, string>, ready: () => Promise<void>): Api {
  const http = axios.create({
    baseURL: url,
    maxRedirects: 0,
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': 'en',
      Timezone: 'Europe/Warsaw',
      ...headers,
    },
  });
  http.interceptors.request.use(async (request) => {
    await ready();
    return request;
  });
  http.interceptors.response.use(
    (response) => {
      requireDeclared(response);
      return response;
    },
    (error: AxiosError) => {
      if (error.response) requireDeclared(error.response);
      throw error;
    },
  );
  const clients = Object.entries(contracts).map(([name, contract]) => [
    name,
    clientOf(http, contract as Contract),
  ]);
  return { ...Object.fromEntries(clients), http } as Api;
}

/** Answers every question with one place, as a geocoder of Nominatim's kind would. */
async function startGeocoder() {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify([{ display_name: 'Łódź, Polska', lat: '51.77', lon: '19.46' }]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/search`, stop: () => server.close() };
}
