/** What one company notices while another reads everything again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startCallers } from './callers.ts';
import type { Company } from './company.ts';
import { memoryOf } from './cpu.ts';
import { type Call, milliseconds, quantile, repeat, send, table } from './measure.ts';

const seconds = 15;
const everyMilliseconds = 5;

const printRow = table([
  ...[
    'meanwhile another company reads',
    'each takes, p50 ms',
    'reads',
    'failed',
    'p50 ms',
    'p99 ms',
    'longest ms',
    'server MB',
  ],
]);

/** Reads at fixed moments, whether those before are answered or not: a read that is late counts with its whole wait. */
async function readSteadily(call: Call, work: Promise<unknown>, pid: number) {
  const taken: number[] = [];
  const reads: Promise<void>[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  let [memory, failed] = [0, 0];
  const first = performance.now();
  for (let count = 0; !isOver; count++) {
    const due = first + count * everyMilliseconds;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    reads.push(
      send(call)
        .catch(() => {
          failed++;
        })
        .then(() => void taken.push(performance.now() - due)),
    );
    if (count % 50 === 0) memory = Math.max(memory, memoryOf(pid));
  }
  await Promise.all(reads);
  return { taken, failed, memory };
}

/** @param big of many machines; its read is repeated @param other whose read is measured */
export async function measureNeighbours({
  big,
  other,
  server,
  isWanted,
}: {
  big: Company;
  other: Company;
  server: { url: string; pid: number };
  isWanted: (title: string) => boolean;
}): Promise<void> {
  const list = `${server.url}/api/device/findAll`;
  const { headers } = big;
  const cases: [string, Call | undefined][] = [
    ['nothing', undefined],
    ['all its machines', { url: list, headers }],
    ['all its machines, gzip', { url: list, headers: { ...headers, 'Accept-Encoding': 'gzip' } }],
    ['its names in use', { url: `${server.url}/api/device/findAllDevicesNames`, headers }],
  ];
  const call = { url: `${server.url}/api/device/findById/${other.machines[0]?.id}`, headers: other.headers };
  for (const [title, bigRead] of cases) {
    if (!isWanted(`neighbours ${title}`)) continue;
    await repeat(1, 500, () => send(call));
    const work = bigRead
      ? (await startCallers())({ call: bigRead, concurrency: 1, seconds })
      : sleep(seconds * 1000, { taken: [], answers: {} });
    const { taken, failed, memory } = await readSteadily(call, work, server.pid);
    const { taken: each, answers } = await work;
    if (Object.keys(answers).some((status) => status !== '200'))
      throw new Error(`${title}: answered ${JSON.stringify(answers)}`);
    const columns = [
      each.length > 0 ? milliseconds(quantile(each, 0.5)) : '–',
      taken.length,
      failed,
      ...[0.5, 0.99, 1].map((part) => milliseconds(quantile(taken, part))),
      memory,
    ];
    printRow([title, ...columns]);
  }
}
