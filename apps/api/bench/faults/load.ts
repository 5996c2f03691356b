/** Clients that write without a pause, and what became of each thing they wrote. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withSession } from '@servicebook/prisma/with-session';
import { type Answer, call, firstMachine, newAgent, refusalOf, signIn } from './calls.ts';
import { secondsSince } from './outcome.ts';

export interface Load {
  acknowledged(): number;
  /** Every answer but 200, and how often. */
  refused: Map<string, number>;
  /** The longest that anybody waited for any answer, in seconds. */
  slowest(): number;
  /** Waits until a write is answered that was sent from now on. */
  nextAnswer(): Promise<void>;
  /** Ends when all clients have ended. */
  stop(): Promise<void>;
  /** Compares what was acknowledged with what is stored. */
  compare(databaseUrl: string): Promise<{ lost: number; doubled: number; unanswered: number }>;
}

/**
 * Starts clients that add notes to a machine, one after the other.
 * @param ports of the servers, which the clients share out
 * @param repeats whether a refused write is sent again with its key until it is answered; otherwise a client ends when
 *   nobody accepts its connection
 */
export async function startLoad(
  ports: number[],
  { clients = 8, repeats = true }: { clients?: number; repeats?: boolean } = {},
): Promise<Load> {
  const [first = 0] = ports;
  const headers = await signIn(first);
  const machine = await firstMachine(first, headers);
  const run = randomBytes(4).toString('hex');
  const acknowledged = new Set<string>();
  const refused = new Map<string, number>();
  const waiting = new Set<{ since: number; tell: () => void }>();
  let slowest = 0;
  let isOver = false;

  async function write(client: number): Promise<void> {
    const agent = newAgent();
    const port = ports[client % ports.length] ?? first;
    for (let number = 0; !isOver; number++) {
      const text = `Fault run ${run} ${client}-${number}`;
      const key = randomUUID();
      const body = { text, device: { id: machine.id } };
      while (!acknowledged.has(text)) {
        const sentAt = performance.now();
        const outcome: Answer | Error = await call(port, 'POST', '/api/deviceNote/insert', {
          ...{ agent, headers, body },
          ...(repeats && { key }),
        }).catch((error: Error) => error);
        slowest = Math.max(slowest, secondsSince(sentAt));
        if ('status' in outcome && outcome.status === 200) {
          acknowledged.add(text);
          for (const each of waiting)
            if (sentAt >= each.since) {
              waiting.delete(each);
              each.tell();
            }
          break;
        }
        const refusal = refusalOf(outcome);
        const isGone = refusal === 'ECONNREFUSED';
        if (!repeats && isGone) return agent.destroy();
        refused.set(refusal, (refused.get(refusal) ?? 0) + 1);
        if (!repeats || isOver) break;
        await sleep(100);
      }
    }
    agent.destroy();
  }
  const writing = Array.from({ length: clients }, (_, client) => write(client));

  return {
    acknowledged: () => acknowledged.size,
    refused,
    slowest: () => slowest,
    nextAnswer: () =>
      new Promise((tell) => {
        waiting.add({ since: performance.now(), tell });
      }),
    async stop() {
      isOver = true;
      await Promise.all(writing);
    },
    async compare(databaseUrl) {
      const { rows } = await withSession(databaseUrl, (client) =>
        client.query<{ text: string; count: number }>(
          'SELECT text, count(*)::int FROM device_note WHERE text LIKE $1 GROUP BY text',
          [`Fault run ${run} %`],
        ),
      );
      const stored = new Set(rows.map(({ text }) => text));
      return {
        lost: [...acknowledged].filter((text) => !stored.has(text)).length,
        doubled: rows.filter(({ count }) => count > 1).length,
        unanswered: rows.filter(({ text }) => !acknowledged.has(text)).length,
      };
    },
  };
}

/** Asks a server again and again whether it is ready. */
export function watchReadiness(port: number) {
  const said = new Map<string, number>();
  let slowest = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      const answer = await call(port, 'GET', '/readyz').catch((error: Error) => error);
      if (!(answer instanceof Error)) {
        slowest = Math.max(slowest, secondsSince(began));
        const { status } = JSON.parse(answer.body);
        said.set(status, (said.get(status) ?? 0) + 1);
      }
      await sleep(200);
    }
  })();
  return {
    async stop(): Promise<string> {
      isOver = true;
      await asking;
      const states = [...said.keys()].map((state) => `“${state}”`).join(', ');
      return `/readyz said ${states} within ${slowest.toFixed(1)} s`;
    },
  };
}
