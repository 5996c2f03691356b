/** Calls over HTTP, how long they take, and rounds of two sides in turn. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { loadavg } from 'node:os';
import { processorSeconds } from './cpu.ts';

export interface Call {
  url: string;
  method?: string | undefined;
  body?: string | Buffer | undefined;
  headers?: Record<string, string>;
  /** The answer expected, 200 when not given. */
  status?: number;
}

export interface Answer {
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** @returns whatever was answered. @throws if nothing was, or the signal ended it */
export const exchange = ({
  url,
  method = 'GET',
  body,
  headers = {},
  signal,
}: Call & { signal?: AbortSignal }) =>
  new Promise<Answer & { status: number }>((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers, signal }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    outgoing.once('error', reject).end(body);
  });

/** @throws if another status was answered */
export async function send(call: Call): Promise<Answer> {
  const { status, ...answer } = await exchange(call);
  if (status !== (call.status ?? 200))
    throw new Error(`${call.url} answered ${status}: ${answer.body.subarray(0, 500)}`);
  return answer;
}

export const closeConnections = (): void => agent.destroy();

/** A form with one file, as browsers send it. */
export function form(
  json: Record<string, object>,
  file?: { field: string; name?: string; content: string | Buffer },
) {
  const boundary = 'bench-a1b2c3d4';
  const part = (disposition: string, content: string | Buffer) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ];
  const parts = Object.entries(json).flatMap(([name, value]) =>
    part(`name="${name}"`, JSON.stringify(value)),
  );
  if (file)
    parts.push(...part(`name="${file.field}"${file.name ? `; filename="${file.name}"` : ''}`, file.content));
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

/** Runs something several times at once, again and again, until the time is over. @returns milliseconds of each */
export async function repeat(
  concurrency: number,
  milliseconds: number,
  work: (caller: number) => Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = [];
  const end = performance.now() + milliseconds;
  await Promise.all(
    Array.from({ length: concurrency }, async (_, caller) => {
      while (performance.now() < end) {
        const start = performance.now();
        await work(caller);
        taken.push(performance.now() - start);
      }
    }),
  );
  return taken;
}

/** The value that this part of all values does not exceed, such as 0.99. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: number[]): number => quantile(values, 0.5);
export const milliseconds = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
export const loads = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(', ');

/** One of the two that are compared. */
export interface Side {
  /** Its processes, without the database's. */
  pids: number[];
  call: () => Call;
  /** Waits until it has done what it does after its answers. */
  settle?: (() => Promise<void>) | undefined;
}

const roundMilliseconds = 500;

/** One round: calls a second of the clock, and of the processors of server and database. */
async function round({ pids, call, settle }: Side, concurrency: number, databasePid: number) {
  const processorsBefore = processorSeconds(pids, databasePid);
  const start = performance.now();
  const taken = await repeat(concurrency, roundMilliseconds, () => send(call()));
  const perSecond = (taken.length / (performance.now() - start)) * 1000;
  await settle?.();
  return {
    taken,
    perSecond,
    processors: (processorSeconds(pids, databasePid) - processorsBefore) / taken.length,
  };
}

/** Prints rows as a table that can be pasted; its head comes with the first. */
export function table(columns: string[]): (cells: (string | number)[]) => void {
  const row = (cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
  let isOpen = false;
  return (cells) => {
    if (!isOpen) {
      console.log('');
      row([...columns, 'load']);
      row([...columns, ''].map(() => '---'));
    }
    isOpen = true;
    row([...cells, loadavg()[0]?.toFixed(1) ?? '']);
  };
}

const ofCalls = ['p50 ms', 'p99 ms', 'CPU ms'];
export const comparedColumns = [
  ...['call', 'at once', 'per second', 'by CPU'],
  ...ofCalls,
  ...ofCalls.map((name) => `floor’s ${name}`),
];

interface Comparison {
  ours: Side;
  floor: Side;
  concurrency: number;
  rounds: number;
  databasePid: number;
}

type Rounds = Awaited<ReturnType<typeof round>>[];

/**
 * Medians of ratios taken in turn, so that a slow moment of the machine meets both sides. Where others want the
 * processors too, whoever spreads its work over more processes gets more of them: the ratio by CPU does not see that.
 * @returns the cells of a row
 */
export async function compare(
  title: string,
  { ours, floor, concurrency, rounds, databasePid }: Comparison,
): Promise<(string | number)[]> {
  const clock: number[] = [];
  const processors: number[] = [];
  const [mine, its]: [Rounds, Rounds] = [[], []];
  for (let at = -1; at < rounds; at++) {
    const one = await round(ours, concurrency, databasePid);
    const other = await round(floor, concurrency, databasePid);
    // The first round warms up.
    if (at < 0) continue;
    clock.push(one.perSecond / other.perSecond);
    processors.push(other.processors / one.processors);
    mine.push(one);
    its.push(other);
  }
  const times = (of: Rounds) => {
    const taken = of.flatMap((each) => each.taken);
    const used = median(of.map((each) => each.processors)) * 1000;
    return [quantile(taken, 0.5), quantile(taken, 0.99), used].map(milliseconds);
  };
  const ratios = [clock, processors].map((each) => median(each).toFixed(2));
  return [title, concurrency, ...ratios, ...times(mine), ...times(its)];
}
