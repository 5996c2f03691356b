/** The share of a server that one company's requests may take, so that the others' do not wait for them. */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../app-error.ts';
import { createAccountPlaces } from './account-places.ts';
import { createFairQueue, type WorkFor } from './fair-queue.ts';

export type WorkKind = 'request' | 'list' | 'heavy';

export interface AccountShare {
  /** Counts a request. @throws AppError TOO_MUCH_WORK if there were too many within the last seconds */
  count(accountId: number): Promise<void>;
  /**
   * Works on a request when it is its account's turn.
   * @param kind a list is as long as the account, and sent as fast as its reader takes it; heavy work has a queue of its
   *   own or waits for the file store, and needs no connection meanwhile
   * @throws AppError TOO_MUCH_WORK if too many wait; errors of the work; the signal's reason if the caller hangs up before
   */
  run<Result>(kind: WorkKind, of: WorkFor, work: () => Promise<Result>): Promise<Result>;
  /**
   * The parts of a list. Each is read when it is the account's turn; nobody waits while the reader takes one in.
   * If the account had too much, it rests after each part for as long as this took. The parts end when the caller hangs
   * up. @throws errors of the parts
   */
  eachInTurn<Part>(of: WorkFor, parts: AsyncIterable<Part>): AsyncIterable<Part>;
}

/** A part that took longer may have waited for a lock. Milliseconds. */
const longestRest = 1000;

/** A morning on which a whole company opens the app at once. */
const burstSeconds = 20;

/**
 * Each server has its own counts.
 * @param connections to the database; one account's requests use a quarter at most, or more where a request asks several
 *   things at once
 */
export function createAccountShare({
  perSecond,
  connections,
}: {
  perSecond: number;
  connections: number;
}): AccountShare {
  const limiter = new RateLimiterMemory({
    points: perSecond * burstSeconds,
    duration: burstSeconds,
  });
  const places = createAccountPlaces(connections);
  const everybody = { places: Number.POSITIVE_INFINITY, waitingInAll: Number.POSITIVE_INFINITY };
  const queues = {
    request: createFairQueue({ ...everybody, placesPerAccount: places.of, waitingPerAccount: 100 }),
    list: createFairQueue({ ...everybody, placesPerAccount: () => 2, waitingPerAccount: 20 }),
    heavy: createFairQueue({ ...everybody, placesPerAccount: () => 25, waitingPerAccount: 100 }),
  };
  return {
    async count(accountId) {
      places.see(accountId);
      try {
        await limiter.consume(accountId);
      } catch (refused) {
        const { msBeforeNext } = refused as RateLimiterRes;
        throw new AppError('TOO_MUCH_WORK', { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
      }
    },
    run: (kind, of, work) =>
      queues[kind].run(of, kind === 'request' ? () => places.take(of.accountId, work) : work),
    async *eachInTurn(of, parts) {
      const source = parts[Symbol.asyncIterator]();
      const read = () =>
        places.take(of.accountId, async () => {
          const start = performance.now();
          const part = await source.next();
          const rest = Math.min(performance.now() - start, longestRest);
          // So the others have all processors half of the time.
          if (places.hadTooMuch(of.accountId)) await new Promise((resolve) => setTimeout(resolve, rest));
          return part;
        });
      const next = () => queues.request.run({ ...of, goesOn: true }, read);
      try {
        for (let part = await next(); !part.done; part = await next()) yield part.value;
      } catch (error) {
        // Nobody takes in the rest.
        if (error !== of.gone?.reason) throw error;
      } finally {
        await source.return?.();
      }
    },
  };
}
