/** Turns between accounts: heavy work of one company never keeps the others waiting for all of it. */
import { AppError } from '../app-error.ts';

/** For whom work is done. */
export interface WorkFor {
  accountId: number;
  /** Aborts when the caller has hung up. Without it nobody waits: a job, which lets people go first. */
  gone?: AbortSignal | undefined;
}

export interface FairQueue {
  /**
   * Runs a piece of work when its account's turn has come.
   * @throws AppError TOO_MUCH_WORK when too much is waiting; the signal's reason when the caller hangs up before the turn
   */
  run<Result>(of: WorkFor, work: () => Promise<Result>): Promise<Result>;
  /** Finishes what was taken on, and takes nothing more. */
  close(): Promise<void>;
}

/** A second or two for each piece that waits before. */
const retryAfterSeconds = 5;

/**
 * Accounts take turns, one piece each: one that has a piece under way goes behind those that have none. Where several
 * pieces run at once, one account never holds all places, so another one's work starts at once.
 * @param places how many pieces run at once
 * @param waitingPerAccount how many pieces of people of one account wait at most
 * @param waitingInAll how many pieces of people wait at most
 */
export function createFairQueue({
  places,
  waitingPerAccount,
  waitingInAll,
}: {
  places: number;
  waitingPerAccount: number;
  waitingInAll: number;
}): FairQueue {
  const placesPerAccount = Math.max(1, places - 1);
  /** Who waits, by account; the account that is first in a line has the next turn of it. */
  const people = new Map<number, (() => void)[]>();
  const jobs = new Map<number, (() => void)[]>();
  /** What runs, by account. */
  const running = new Map<number, number>();
  const takenOn = new Set<Promise<unknown>>();
  let closed = false;

  const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);
  const under = (accountId: number) => running.get(accountId) ?? 0;
  const lengths = () => [...people.values()].map(({ length }) => length);

  function advance(): void {
    if (sum(running.values()) >= places) return;
    for (const line of [people, jobs]) {
      const waiting = [...line.keys()].filter((accountId) => under(accountId) < placesPerAccount);
      // Sorting keeps the order of those that have as many pieces under way.
      const [accountId] = waiting.sort((one, other) => under(one) - under(other));
      if (accountId === undefined) continue;
      const [start, ...later] = line.get(accountId) ?? [];
      line.delete(accountId);
      if (later.length > 0) line.set(accountId, later);
      running.set(accountId, under(accountId) + 1);
      start?.();
      advance();
      return;
    }
  }

  /** To the end of the lines: all others go before its next piece. */
  function goBehind(accountId: number): void {
    for (const line of [people, jobs]) {
      const pieces = line.get(accountId);
      if (!pieces) continue;
      line.delete(accountId);
      line.set(accountId, pieces);
    }
  }

  const turn = ({ accountId, gone }: WorkFor) =>
    new Promise<void>((resolve, reject) => {
      const line = gone ? people : jobs;
      const start = () => {
        gone?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        const others = (line.get(accountId) ?? []).filter((each) => each !== start);
        if (others.length > 0) line.set(accountId, others);
        else line.delete(accountId);
        reject(gone?.reason);
      };
      gone?.addEventListener('abort', leave, { once: true });
      line.set(accountId, [...(line.get(accountId) ?? []), start]);
      advance();
    });

  async function inTurn<Result>(of: WorkFor, work: () => Promise<Result>): Promise<Result> {
    await turn(of);
    try {
      return await work();
    } finally {
      const left = under(of.accountId) - 1;
      if (left > 0) running.set(of.accountId, left);
      else running.delete(of.accountId);
      // What came while the piece was under way waits behind the others that came then.
      goBehind(of.accountId);
      advance();
    }
  }

  return {
    async run(of, work) {
      if (closed) throw new Error('The queue is closed');
      of.gone?.throwIfAborted();
      const mine = people.get(of.accountId)?.length ?? 0;
      if (of.gone && (mine >= waitingPerAccount || sum(lengths()) >= waitingInAll))
        throw new AppError('TOO_MUCH_WORK', { retryAfter: retryAfterSeconds });
      const piece = inTurn(of, work);
      takenOn.add(piece);
      try {
        return await piece;
      } finally {
        takenOn.delete(piece);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(takenOn);
    },
  };
}
