/** Callers in a process of their own: whoever takes in megabytes again and again measures nothing else well. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Call, exchange, repeat } from './measure.ts';

export interface Calling {
  call: Call;
  concurrency: number;
  seconds: number;
  /** How long a caller waits for an answer. */
  hangUpAfterSeconds?: number;
}

export interface Called {
  /** Milliseconds of each call. */
  taken: number[];
  /** How many by their status; 0: hung up, or cut off. */
  answers: Record<number, number>;
}

/**
 * Starts the callers. What starting them costs is over when they are there.
 * @returns calls again and again, until the time is over, and ends the callers
 */
export async function startCallers(): Promise<(calling: Calling) => Promise<Called>> {
  const child = fork(fileURLToPath(import.meta.url), [], { execArgv: [], serialization: 'advanced' });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the callers ended with ${code}`);
  });
  ended.catch(() => {});
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0];
  await answer();
  return async (calling) => {
    child.send(calling);
    return (await answer()) as Called;
  };
}

async function callAgainAndAgain({
  call,
  concurrency,
  seconds,
  hangUpAfterSeconds = 120,
}: Calling): Promise<Called> {
  const answers: Called['answers'] = {};
  const taken = await repeat(concurrency, seconds * 1000, async () => {
    const signal = AbortSignal.timeout(hangUpAfterSeconds * 1000);
    const status = await exchange({ ...call, signal }).then(
      (answer) => answer.status,
      () => 0,
    );
    answers[status] = (answers[status] ?? 0) + 1;
    // A refusal comes at once; without a pause the attack would be one by numbers.
    if (status === 429) await sleep(200);
  });
  return { taken, answers };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // A bench that was ended leaves no callers behind.
  process.once('disconnect', () => process.exit());
  process.once('message', async (calling: Calling) => {
    process.send?.(await callAgainAndAgain(calling), () => process.exit());
  });
  process.send?.('ready');
}
