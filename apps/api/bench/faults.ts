/**
 * `pnpm faults`: breaks the real server and prints what its clients notice: SIGTERM under load, and a database that says
 * nothing. It runs on loopback only, with data of its own, and ends by itself after about ten minutes.
 * `--runs 5` shortens it.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoUsers } from '../src/features/demo/team.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { openLink } from '../src/testing/frozen-link.ts';
import { forkServer } from '../src/testing/server-process.ts';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, port: { type: 'string', default: '4240' } },
});
const runs = Number(options.runs);
const port = Number(options.port);
const clients = 50;

const started: ChildProcess[] = [];

interface Started {
  /** What it has written to standard error. */
  complaints: string[];
  ended: Promise<{ code: number | null; seconds: number }>;
  end(): void;
}

async function startServer(dataDir: string, databaseUrl = ''): Promise<Started> {
  // An empty address counts as not set: the embedded database runs.
  const settings = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO_DATA: 'true' };
  const server = forkServer(settings, ['ignore', 'pipe', 'pipe', 'ipc']);
  started.push(server);
  const complaints: string[] = [];
  server.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  let endedAt = 0;
  const ended = once(server, 'exit').then(([code]) => ({ code, seconds: (Date.now() - endedAt) / 1000 }));
  // Its demo data is there too.
  let said = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (!said.includes('Servicebook runs at')) {
    if (server.exitCode !== null) throw new Error(`The server ended: ${complaints.join('')}`);
    await sleep(100);
  }
  return {
    complaints,
    ended,
    end() {
      endedAt = Date.now();
      server.kill('SIGTERM');
    },
  };
}

interface Answer {
  status: number;
  body: string;
  cookie: string;
}

/** @throws with the code of the socket, if the connection breaks */
function call(
  method: string,
  url: string,
  { agent, headers = {}, body }: { agent?: Agent; headers?: Record<string, string>; body?: object } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path: url, ...(agent && { agent }), headers });
    if (body) sent.setHeader('Content-Type', 'application/json');
    sent.setHeader('X-Requested-With', 'XMLHttpRequest');
    sent.on('error', reject).on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      answer
        .on('error', reject)
        .on('end', () => resolve({ status: answer.statusCode ?? 0, body: text, cookie }));
    });
    sent.end(body && JSON.stringify(body));
  });
}

async function signIn(): Promise<Record<string, string>> {
  const [{ email, password }] = demoUsers;
  const Authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
  const { status, cookie } = await call('GET', '/api/user/auth', { headers: { Authorization } });
  if (status !== 200) throw new Error(`The sign-in answered ${status}`);
  return { Cookie: cookie };
}

async function firstMachine(headers: Record<string, string>): Promise<number> {
  const { body } = await call('POST', '/api/device/search', { headers, body: { page: 0, size: 1 } });
  return JSON.parse(body).content[0].id;
}

const countNotes = async (headers: Record<string, string>, machine: number): Promise<number> =>
  JSON.parse((await call('GET', `/api/deviceNote/findByIdDevice/${machine}`, { headers })).body).length;

/** Clients that write without a pause until the server is gone. */
async function shutDownUnderLoad(dataDir: string) {
  const sum = { answered: 0, reset: 0, failed: 0, lost: 0, badExits: 0, complaints: 0, slowest: 0 };
  for (let run = 0; run < runs; run++) {
    const server = await startServer(dataDir);
    const headers = await signIn();
    const machine = await firstMachine(headers);
    const before = await countNotes(headers, machine);
    let answered = 0;
    let isOver = false;
    const write = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!isOver)
        try {
          const body = { text: 'Fault run', device: { id: machine } };
          const { status } = await call('POST', '/api/deviceNote/insert', { agent, headers, body });
          if (status === 200) answered++;
          else sum.failed++;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') break;
          sum.reset++;
        }
      agent.destroy();
    };
    const writing = Array.from({ length: clients }, write);
    await sleep(1500);
    server.end();
    const { code, seconds } = await server.ended;
    isOver = true;
    await Promise.all(writing);
    sum.answered += answered;
    if (code !== 0) sum.badExits++;
    sum.complaints += server.complaints.length;
    sum.slowest = Math.max(sum.slowest, seconds);
    const again = await startServer(dataDir);
    const session = await signIn();
    sum.lost += answered - ((await countNotes(session, machine)) - before);
    again.end();
    await again.ended;
  }
  return sum;
}

/** A database that says nothing for so long, under eight clients; then it is silent while the server ends. */
async function silence(dataDir: string, seconds: number) {
  const database = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const link = await openLink(database.url);
  const server = await startServer(path.join(dataDir, 'server'), link.url);
  const headers = await signIn();
  const figures = { refusals: 0, others: 0, slowest: 0, readySlowest: 0, backAfter: 0 };
  let isOver = false;
  const read = async (agent: Agent) => {
    while (!isOver) {
      const began = Date.now();
      const { status } = await call('POST', '/api/device/search', {
        agent,
        headers,
        body: { page: 0, size: 10 },
      });
      figures.slowest = Math.max(figures.slowest, (Date.now() - began) / 1000);
      if (status === 503) {
        figures.refusals++;
        await sleep(500);
      } else if (status !== 200) figures.others++;
    }
  };
  const ask = async () => {
    while (!isOver) {
      const began = Date.now();
      await call('GET', '/readyz');
      figures.readySlowest = Math.max(figures.readySlowest, (Date.now() - began) / 1000);
      await sleep(500);
    }
  };
  const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true }));
  const all = [...agents.map(read), ask()];
  await sleep(2000);
  link.freeze();
  await sleep(seconds * 1000);
  link.thaw();
  const thawed = Date.now();
  while ((await call('POST', '/api/device/search', { headers, body: { page: 0, size: 10 } })).status !== 200)
    await sleep(100);
  figures.backAfter = (Date.now() - thawed) / 1000;
  isOver = true;
  await Promise.all(all);
  for (const agent of agents) agent.destroy();
  link.freeze();
  server.end();
  const { seconds: endsAfter } = await server.ended;
  link.close();
  await database.stop();
  return { ...figures, endsAfter };
}

const folder = await mkdtemp(path.join(tmpdir(), 'servicebook-faults-'));
try {
  console.log(`SIGTERM under ${clients} writing clients, ${runs} times:`);
  console.table(await shutDownUnderLoad(path.join(folder, 'load')));
  console.log('A database that says nothing, 8 reading clients, seconds:');
  console.table({
    '25 s': await silence(path.join(folder, 'short'), 25),
    '150 s': await silence(path.join(folder, 'long'), 150),
  });
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const server of started) if (server.exitCode === null) server.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}
