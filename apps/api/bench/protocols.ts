/** Protocols from the form to their document: added with five actions, signed on the screen, and their PDF read. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Company } from './company.ts';
import { processorSeconds } from './cpu.ts';
import { milliseconds, quantile, repeat, send, table } from './measure.ts';
import { newProtocol, newSignature } from './writes.ts';

/** Waits until all documents are drawn. */
export async function untilDrawn(client: pg.Client): Promise<void> {
  const open = `SELECT FROM pgboss.job WHERE name = 'service.render-pdf' AND state IN ('created', 'retry', 'active') LIMIT 1`;
  while ((await client.query(open)).rowCount) await sleep(20);
}

const seconds = 8;

const printRow = table([
  ...[
    'protocols',
    'at once',
    'per second',
    'failed',
    'add p50 / p99 ms',
    'sign p50 / p99 ms',
    'sign to PDF p50 / p99 ms',
    'CPU ms',
  ],
]);

/** @param servers addresses and processes; callers share them out */
export async function measureProtocols(
  title: string,
  {
    companies,
    servers,
    client,
    databasePid,
  }: {
    companies: Company[];
    servers: { url: string; pid: number }[];
    client: pg.Client;
    databasePid: number;
  },
): Promise<void> {
  const pids = servers.map(({ pid }) => pid);
  let count = 0;
  for (const concurrency of [1, 4, 16]) {
    // Autovacuum is off here, and the queue starts empty: without current statistics, each fetch of a job reads all jobs.
    await client.query('VACUUM ANALYZE pgboss.job_common');
    const [added, signed, drawn]: [number[], number[], number[]] = [[], [], []];
    let failed = 0;
    const one = async (caller: number) => {
      const company = companies[count % companies.length] as Company;
      const machine = company.machines[count++ % company.machines.length];
      const { url } = servers[caller % servers.length] ?? { url: '' };
      if (!machine) throw new Error('no machine');
      const post = async (path: string, { body, type }: ReturnType<typeof newSignature>) => {
        const headers = { ...company.headers, 'Content-Type': type };
        return send({ url: url + path, method: 'POST', headers, body });
      };
      const start = performance.now();
      const { id } = JSON.parse(String((await post('/api/service/add', newProtocol(machine))).body)) as {
        id: number;
      };
      const begun = performance.now();
      await post(`/api/service/sign/${id}`, newSignature());
      const done = performance.now();
      await send({ url: `${url}/api/service/pdf/${id}`, headers: company.headers });
      added.push(begun - start);
      signed.push(done - begun);
      drawn.push(performance.now() - begun);
    };
    // Where too many wait for too few processors, a call may be given up.
    const attempt = (caller: number) =>
      one(caller).catch(() => {
        failed++;
      });
    await repeat(concurrency, 1000, attempt);
    for (const taken of [added, signed, drawn]) taken.length = 0;
    failed = 0;
    const processorsBefore = processorSeconds(pids, databasePid);
    const start = performance.now();
    await repeat(concurrency, seconds * 1000, attempt);
    const perSecond = (drawn.length / (performance.now() - start)) * 1000;
    await untilDrawn(client);
    const processors = ((processorSeconds(pids, databasePid) - processorsBefore) / drawn.length) * 1000;
    const times = [added, signed, drawn].map((taken) =>
      [0.5, 0.99].map((part) => milliseconds(quantile(taken, part))).join(' / '),
    );
    printRow([title, concurrency, perSecond.toFixed(1), failed, ...times, milliseconds(processors)]);
  }
}
