/** Sessions this server has just looked up, so that a burst of requests asks the database once. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../context.ts';
import { openChangeFeed } from '../platform/change-feed.ts';
import type { Logger } from '../platform/logger.ts';

/** What a session's look-up finds. */
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
}

export interface SessionCache {
  /** The row of a token's hash: remembered for some seconds, else read. */
  get(tokenHash: string, read: () => Promise<SessionRow | null>): Promise<SessionRow | null>;
  /** Resolves when every change of users and sessions that is committed has been heard of. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Triggers on users and sessions write to it: account:user, or the account alone. */
const channel = 'session_changed';
/** Only what no trigger tells, such as a plan's own change, waits as long as this. */
const freshMs = 5_000;

/**
 * @param max sessions kept; the least used go first.
 * @throws when the database cannot be reached
 */
export async function openSessionCache(
  databaseUrl: string,
  clock: Clock,
  log: Logger,
  max = 10_000,
): Promise<SessionCache> {
  const known = new LRUCache<string, { row: SessionRow; readAt: number }>({ max });
  let changes = 0;

  function forget(accountId?: number, userId?: number): void {
    changes++;
    for (const [key, { row }] of known.entries()) {
      const isMeant =
        accountId === undefined ||
        (row.accountId === accountId && (userId === undefined || row.userId === userId));
      if (isMeant) known.delete(key);
    }
  }

  const feed = await openChangeFeed(
    databaseUrl,
    channel,
    {
      onMessage(payload) {
        const [accountId, userId] = payload.split(':').map(Number);
        forget(accountId, userId);
      },
      onLoss: () => forget(),
    },
    log,
  );
  return {
    async get(tokenHash, read) {
      const remembered = known.get(tokenHash);
      if (remembered && Math.abs(clock().getTime() - remembered.readAt) < freshMs) return remembered.row;
      const [before, readAt] = [changes, clock().getTime()];
      const row = await read();
      // What changed while it was read may be missing in it, and was told already.
      if (row && changes === before && feed.isHearing()) known.set(tokenHash, { row, readAt });
      return row;
    },
    catchUp: () => feed.catchUp(),
    stop: () => feed.stop(),
  };
}
