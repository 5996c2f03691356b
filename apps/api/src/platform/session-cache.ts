/** Caches recently looked-up sessions, so that a burst of requests queries the database once. */
import { LRUCache } from 'lru-cache';
import { openChangeFeed } from './change-feed.ts';
import type { Clock } from './ctx.ts';
import type { Logger } from './logger.ts';
import { sessionChannel } from './session-changes.ts';

/** The result of a session look-up. */
export interface SessionRow {
  id: number;
  accountId: number;
  userId: number;
  lastSeenAt: Date;
  expiresAt: Date;
  remembered: boolean;
  mustChoosePassword: boolean;
  isAdmin: boolean;
  language: string | null;
  timezone: string | null;
  paid: boolean;
  planExpired: Date | null;
  closedUntil: string | null;
}

export interface SessionCache {
  /** The row of a token's hash: cached for some seconds, otherwise read. */
  get(tokenHash: string, read: () => Promise<SessionRow | null>): Promise<SessionRow | null>;
  /** Resolves when all committed changes of users and sessions have been processed. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** The maximum delay for changes that nobody announces, such as a change of the plan itself. */
const freshMs = 5_000;

/**
 * @param max number of cached sessions; the least recently used are dropped first.
 * @throws if the database cannot be reached
 */
export async function openSessionCache(
  databaseUrl: string,
  clock: Clock,
  log: Logger,
  max = 10_000,
): Promise<SessionCache> {
  const cache = new LRUCache<string, { row: SessionRow; readAt: number }>({ max });
  let changes = 0;

  function forget(accountId?: number, userId?: number): void {
    changes++;
    for (const [key, { row }] of cache.entries()) {
      const isMeant =
        accountId === undefined ||
        (row.accountId === accountId && (userId === undefined || row.userId === userId));
      if (isMeant) cache.delete(key);
    }
  }

  const feed = await openChangeFeed(
    databaseUrl,
    sessionChannel,
    {
      onMessage(payload) {
        const [accountId, userId] = payload === '' ? [] : payload.split(':').map(Number);
        forget(accountId, userId);
      },
      onLoss: () => forget(),
    },
    log,
  );
  return {
    async get(tokenHash, read) {
      const remembered = cache.get(tokenHash);
      if (remembered && Math.abs(clock().getTime() - remembered.readAt) < freshMs) return remembered.row;
      const [before, readAt] = [changes, clock().getTime()];
      const row = await read();
      // A change during the read may be missing in the row, and its notification has already passed.
      if (row && changes === before && feed.isHearing()) cache.set(tokenHash, { row, readAt });
      return row;
    },
    catchUp: () => feed.catchUp(),
    stop: () => feed.stop(),
  };
}
