/** Accounts take turns, so that others do not have to wait for all the heavy work of one company. */
import { AppError } from '../app-error.ts';

/** The account and caller of a task. */
export interface WorkFor {
  accountId: number;
  /** Aborts when the caller hangs up. Jobs have none, and users' requests go first. */
  gone?: AbortSignal | undefined;
  /** It goes on with something that was begun, so it is never refused. */
  goesOn?: boolean;
}

export interface Load {
  running: number;
  waiting: number;
}

export interface FairQueue {
  /**
   * Runs a task when it is its account's turn.
   * @throws AppError TOO_MUCH_WORK if too much is waiting; the signal's reason if the caller hangs up before the turn
   */
  run<Result>(of: WorkFor, work: () => Promise<Result>): Promise<Result>;
  /** How many tasks run, and how many wait for their turn. */
  load(): Load;
  /** Finishes accepted tasks and accepts no more. */
  close(): Promise<void>;
}

interface Line {
  /** Waiting tasks by account; the first account has its next turn. */
  accounts: Map<number, (() => void)[]>;
  /** Of all accounts. Counted, because a queue with places for everybody asks at each request. */
  waiting: number;
}

/** So often a task that waits although places are free looks whether its account may have more. Milliseconds. */
const lookAgainAfter = 250;

/** A second or two for each task ahead. */
const retryAfterSeconds = 5;

/**
 * Accounts take turns, one task each: an account with a running task goes behind those without one. If several tasks
 * run at once, one account never uses all places, so another one's task starts at once.
 * @param places how many tasks run at once
 * @param placesPerAccount how many of an account; asked each time, because it may change; by default all but one
 * @param waitingPerAccount maximum number of waiting user tasks per account
 * @param waitingInAll maximum number of waiting user tasks in all
 */
export function createFairQueue({
  places,
  placesPerAccount = () => Math.max(1, places - 1),
  waitingPerAccount,
  waitingInAll,
}: {
  places: number;
  placesPerAccount?: (accountId: number) => number;
  waitingPerAccount: number;
  waitingInAll: number;
}): FairQueue {
  const people: Line = { accounts: new Map(), waiting: 0 };
  const jobs: Line = { accounts: new Map(), waiting: 0 };
  /** Number of running tasks by account. */
  const running = new Map<number, number>();
  const takenOn = new Set<Promise<unknown>>();
  let runningInAll = 0;
  let closed = false;
  let lookingAgain: NodeJS.Timeout | undefined;

  const under = (accountId: number) => running.get(accountId) ?? 0;

  /** Of those with fewest running tasks, the one whose turn comes first. */
  function nextOf({ accounts }: Line): number | undefined {
    let next: number | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const accountId of accounts.keys()) {
      if (under(accountId) >= Math.min(least, placesPerAccount(accountId))) continue;
      next = accountId;
      least = under(accountId);
      if (least === 0) break;
    }
    return next;
  }

  function advance(): void {
    if (runningInAll >= places) return;
    for (const line of [people, jobs]) {
      const accountId = nextOf(line);
      if (accountId === undefined) continue;
      const [start, ...later] = line.accounts.get(accountId) ?? [];
      line.accounts.delete(accountId);
      if (later.length > 0) line.accounts.set(accountId, later);
      line.waiting--;
      running.set(accountId, under(accountId) + 1);
      runningInAll++;
      start?.();
      advance();
      return;
    }
    if (people.waiting + jobs.waiting === 0) return;
    clearTimeout(lookingAgain);
    lookingAgain = setTimeout(advance, lookAgainAfter).unref();
  }

  /** Moves an account to the end of the queues: all others go before its next task. */
  function goBehind(accountId: number): void {
    for (const { accounts } of [people, jobs]) {
      const pieces = accounts.get(accountId);
      if (!pieces) continue;
      accounts.delete(accountId);
      accounts.set(accountId, pieces);
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
        const others = (line.accounts.get(accountId) ?? []).filter((each) => each !== start);
        if (others.length > 0) line.accounts.set(accountId, others);
        else line.accounts.delete(accountId);
        line.waiting--;
        reject(gone?.reason);
      };
      gone?.addEventListener('abort', leave, { once: true });
      line.accounts.set(accountId, [...(line.accounts.get(accountId) ?? []), start]);
      line.waiting++;
      advance();
    });

  async function inTurn<Result>(of: WorkFor, work: () => Promise<Result>): Promise<Result> {
    await turn(of);
    try {
      return await work();
    } finally {
      runningInAll--;
      const left = under(of.accountId) - 1;
      if (left > 0) running.set(of.accountId, left);
      else running.delete(of.accountId);
      // Tasks of this account that arrived while it ran go behind those of other accounts.
      goBehind(of.accountId);
      advance();
    }
  }

  return {
    async run(of, work) {
      if (closed) throw new Error('The queue is closed');
      of.gone?.throwIfAborted();
      const mine = people.accounts.get(of.accountId)?.length ?? 0;
      if (of.gone && !of.goesOn && (mine >= waitingPerAccount || people.waiting >= waitingInAll))
        throw new AppError('TOO_MUCH_WORK', { retryAfter: retryAfterSeconds });
      const piece = inTurn(of, work);
      takenOn.add(piece);
      try {
        return await piece;
      } finally {
        takenOn.delete(piece);
      }
    },
    load: () => ({ running: runningInAll, waiting: people.waiting + jobs.waiting }),
    async close() {
      closed = true;
      await Promise.allSettled(takenOn);
    },
  };
}
