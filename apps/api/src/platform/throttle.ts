/** Limits how often something may be tried; all servers share the counters in PostgreSQL. */
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './app-error.ts';
import { openPool } from './database.ts';
import type { DatabaseAccess } from './database-access.ts';
import type { Logger } from './logger.ts';

export interface Limit {
  /** Attempts within the window. */
  points: number;
  /** Length of the window in seconds. */
  seconds: number;
}

export interface Throttle {
  /** Counts one attempt, or several at once. @throws AppError TOO_MANY_ATTEMPTS, with the seconds to wait. */
  take(name: string, key: string, limit: Limit, attempts?: number): Promise<void>;
  /** Returns what was counted, after it succeeded. */
  giveBack(name: string, key: string, limit: Limit, attempts?: number): Promise<void>;
  /** Forgets all attempts of a key. */
  forget(name: string, key: string, limit: Limit): Promise<void>;
  close(): Promise<void>;
}

/** @param access to the database with the `throttle` table. */
export function createThrottle(access: string | DatabaseAccess, log: Logger): Throttle {
  const pool = openPool(access, {
    poolSize: 2,
    onError: (error) => log.warn({ err: error }, 'throttle lost a connection'),
  });
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = (name: string, { points, seconds }: Limit): RateLimiterPostgres => {
    let limiter = limiters.get(name);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'throttle',
        tableCreated: true,
        // The library's clean-up would continue after the pool is closed; housekeeping does it every night.
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
      });
      limiters.set(name, limiter);
    }
    return limiter;
  };
  // Hashed, because a key is untrusted input of any length, and addresses should not be readable in this table.
  const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');
  const refusal = (state: RateLimiterRes) =>
    new AppError('TOO_MANY_ATTEMPTS', { retryAfter: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) });
  return {
    async take(name, key, limit, attempts = 1) {
      try {
        await limiterOf(name, limit).consume(hashed(key), attempts);
      } catch (error) {
        throw error instanceof RateLimiterRes ? refusal(error) : error;
      }
    },
    async giveBack(name, key, limit, attempts = 1) {
      await limiterOf(name, limit).reward(hashed(key), attempts);
    },
    async forget(name, key, limit) {
      await limiterOf(name, limit).delete(hashed(key));
    },
    close: () => pool.end(),
  };
}
