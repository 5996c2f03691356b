/**
 * `pnpm bench:hostile`: measures how one company is affected while another does the worst that it may. Starts the real
 * server in a separate process with a separate database, on loopback only; prints a table and ends after about six
 * minutes. `--seconds 20` shortens each part; `searches` runs only these attacks.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { applyMigrations } from '@servicebook/prisma/migrate';
import { maxProtocolLines, protocolLines } from '@servicebook/shared/protocol-length';
import pg from 'pg';
import sharp from 'sharp';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { hashPassword } from '../src/platform/password.ts';
import { startServer } from '../src/testing/server-process.ts';
import { type Called, type Calling, startCallers } from './callers.ts';
import { emailOf, fillAccount } from './dataset.ts';
import { form } from './measure.ts';

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' }, port: { type: 'string', default: '4230' } },
});
const seconds = Number(options.seconds);
const base = `http://127.0.0.1:${options.port}`;
const password = 'a bench, no secret';
/** Longer than anything that may happen; a call that takes so long counts with it. */
const timeout = 120_000;

interface Company {
  headers: Record<string, string>;
  firstId(table: 'device' | 'service'): Promise<number>;
}

const signIn = (name: string) =>
  fetch(`${base}/api/user/auth`, {
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      Authorization: `Basic ${Buffer.from(`${emailOf(name)}:${password}`).toString('base64')}`,
    },
    signal: AbortSignal.timeout(timeout),
  });

async function openCompany(
  client: pg.Client,
  name: string,
  machines: number,
  protocols: number,
): Promise<Company> {
  const { accountId, userId } = await fillAccount(client, name, { machines, protocols, todos: 0 });
  await client.query('UPDATE app_user SET password_hash = $2 WHERE id = $1', [
    userId,
    await hashPassword(password),
  ]);
  const answer = await signIn(name);
  const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? [];
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return {
    headers: { 'X-Requested-With': 'XMLHttpRequest', Cookie: cookie },
    async firstId(table) {
      const { rows } = await client.query<{ id: number }>(
        `SELECT min(id) AS id FROM ${table} WHERE account_id = $1 ${table === 'service' ? `AND state = 'NEW'` : ''}`,
        [accountId],
      );
      return rows[0]?.id as number;
    },
  };
}

const get = ({ headers }: Company, address: string) =>
  fetch(base + address, { headers, signal: AbortSignal.timeout(timeout) });
const post = ({ headers }: Company, address: string, body: object) =>
  fetch(base + address, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
  });

/** 7000 × 7000 pixels of noise, just under the limit of bytes. */
async function largestPicture(): Promise<Buffer> {
  const noise = (edge: number, quality: number) => {
    const create = { width: edge, height: edge, channels: 3, background: 'white' } as const;
    const drawn = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 40 } } });
    return drawn.jpeg({ quality }).toBuffer();
  };
  for (let quality = 90; ; quality -= 10)
    if ((await noise(1000, quality)).length * 49 < 21_500_000) return noise(7000, quality);
}

/** Text without a word that was hyphenated before, up to the last line that a protocol may have. */
function longestActions() {
  const actions: { name: string; fields: { name: string; value: string; unit: string }[] }[] = [];
  const lines = () => protocolLines({ faultDescription: null, machines: 1, actions });
  const field = (of: number, at: number) => ({
    name: `${at}${'hIjKlM'.repeat(16)}`,
    value: `${of}-${at}${'nOpQrSt'.repeat(35)}`,
    unit: 'uVwXyZ',
  });
  while (lines() <= maxProtocolLines)
    actions.push({
      name: `${actions.length}${'aBcDeFg'.repeat(30)}`,
      fields: Array.from({ length: 20 }, (_, at) => field(actions.length, at)),
    });
  while (lines() > maxProtocolLines && actions.at(-1)?.fields.pop()) {}
  return actions;
}

async function longestProtocol(company: Company): Promise<number> {
  const id = await company.firstId('device');
  const device = (await (await get(company, `/api/device/findById/${id}`)).json()) as {
    customer: { id: number };
  };
  const protocol = {
    date: new Date().toISOString(),
    type: ['REPAIR'],
    customer: { id: device.customer.id },
    devices: [{ id }],
    actions: longestActions().map((action) => ({ ...action, device: { id } })),
  };
  const form = new FormData();
  form.append('serviceJson', JSON.stringify(protocol));
  const answer = await fetch(`${base}/api/service/add`, {
    method: 'POST',
    headers: company.headers,
    body: form,
  });
  const stored = (await answer.json()) as { id: number };
  if (answer.status !== 200) throw new Error(`protocol: ${answer.status} ${JSON.stringify(stored)}`);
  return stored.id;
}

/** The durations of repeated calls until the time is over, in milliseconds, shortest first. */
async function measure(until: number, call: () => Promise<Response>): Promise<number[]> {
  const taken: number[] = [];
  while (performance.now() < until) {
    const start = performance.now();
    const answer = await call();
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the other company was answered ${answer.status}`);
    taken.push(performance.now() - start);
    await sleep(200);
  }
  return taken.sort((a, b) => a - b);
}

const share = (taken: number[], part: number): string =>
  Math.round(taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? 0).toLocaleString('en');

/** The first moments, in which everything is done for the first time and the queues fill, are not measured. */
const beginning = 3;

async function report(title: string, other: Company, attacking?: () => Promise<Called>): Promise<void> {
  const id = await other.firstId('service');
  const calls: Record<string, () => Promise<Response>> = {
    'sign-in': () => signIn('other'),
    'machine search': () => post(other, '/api/device/search', { text: 'klient 7', size: 50 }),
    'protocol PDF': () => get(other, `/api/service/pdf/${id}`),
  };
  const attacked = attacking?.();
  await measure(performance.now() + beginning * 1000, () => get(other, `/api/service/pdf/${id}`));
  const until = performance.now() + seconds * 1000;
  const all = await Promise.all(
    Object.entries(calls).map(async ([name, call]) => [name, await measure(until, call)] as const),
  );
  for (const [name, taken] of all)
    console.log(
      `| ${title} | ${name} | ${taken.length} | ${share(taken, 0.5)} | ${share(taken, 0.99)} | ${share(taken, 1)} | ${loadavg()[0]?.toFixed(1)} |`,
    );
  if (attacked)
    console.log(`<!-- ${title}: answers by status ${JSON.stringify((await attacked).answers)} -->`);
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
const client = new pg.Client({ connectionString: postgres.url });
let server: ChildProcess | undefined;
try {
  await applyMigrations(postgres.url);
  server = await startServer(Number(options.port), postgres.url, dataDir);
  await client.connect();
  const other = await openCompany(client, 'other', 2000, 2000);
  const hostile = await openCompany(client, 'hostile', 100, 10);
  const large = await openCompany(client, 'large', 50_000, 50_000);
  await client.query('ANALYZE');
  const picture = await largestPicture();
  const device = { id: await hostile.firstId('device') };
  const protocol = await longestProtocol(hostile);
  console.log(`picture ${(picture.length / 1e6).toFixed(1)} MB`);
  console.log(
    '| while | call | calls | p50 ms | p99 ms | longest ms | load |\n|---|---|---|---|---|---|---|',
  );
  await report('quiet', other);
  const attack = async (title: string, calling: Omit<Calling, 'seconds'>) => {
    if (chosen.length === 0 || chosen.some((word) => title.includes(word))) {
      const call = await startCallers();
      await report(title, other, () => call({ ...calling, seconds: beginning + seconds }));
    }
  };
  const file = { device, type: 'MACHINE_FILE', filename: 'a.jpg', description: '' };
  const upload = form({ fileJson: file }, { field: 'file', name: 'a.jpg', content: picture });
  const { headers } = hostile;
  await attack('pictures', {
    call: {
      ...{ url: `${base}/api/file/add`, method: 'POST', body: upload.body },
      headers: { ...headers, 'Content-Type': upload.type },
    },
    concurrency: 6,
  });
  await attack('documents', {
    call: { url: `${base}/api/service/pdf/${protocol}`, headers },
    concurrency: 8,
    hangUpAfterSeconds: 3,
  });
  // What no index answers, also not its count, from more callers than may wait.
  await attack('searches', {
    call: {
      ...{
        url: `${base}/api/device/search`,
        method: 'POST',
        body: JSON.stringify({ serialNumber: 'zz', size: 50 }),
      },
      headers: { ...large.headers, 'Content-Type': 'application/json' },
    },
    concurrency: 120,
  });
  await attack('whole lists', {
    call: { url: `${base}/api/device/findAll`, headers: large.headers },
    concurrency: 20,
  });
} finally {
  if (server?.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await client.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
