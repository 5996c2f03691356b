/** Notifications that the database sends to every server when a transaction commits (LISTEN and NOTIFY). */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from './logger.ts';

const patienceMs = 2_000;
const retryMs = 1_000;

export interface Listener {
  /** A message with its original payload. */
  onMessage(payload: string): void;
  /** The connection broke: messages are missed from now on. */
  onLoss(): void;
}

export interface ChangeFeed {
  /** False while the connection is broken; it reconnects automatically. */
  isHearing(): boolean;
  /**
   * Resolves when all messages committed before the call have reached the listener. PostgreSQL delivers notifications
   * before it answers a statement, so one empty round trip is enough.
   */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Listens on one channel over a separate connection. @throws if the database cannot be reached at the start */
export async function openChangeFeed(
  databaseUrl: string,
  channel: string,
  { onMessage, onLoss }: Listener,
  log: Logger,
): Promise<ChangeFeed> {
  let client: pg.Client | undefined;
  const stopping = new AbortController();

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: patienceMs,
      keepAlive: true,
      application_name: 'servicebook changes',
    });
    next.on('notification', ({ payload = '' }) => onMessage(payload));
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next));
    try {
      await next.connect();
      await next.query(`LISTEN ${next.escapeIdentifier(channel)}`);
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    client = next;
  }

  function lose(lost: pg.Client, error?: Error): void {
    if (client !== lost) return;
    client = undefined;
    onLoss();
    void lost.end().catch(() => undefined);
    if (stopping.signal.aborted) return;
    log.warn({ err: error }, 'lost the connection that tells of changes');
    void reconnect();
  }

  async function reconnect(): Promise<void> {
    while (!client && !stopping.signal.aborted) {
      await pause(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (!stopping.signal.aborted) await connect().catch(() => undefined);
    }
    if (stopping.signal.aborted) await client?.end();
  }

  async function roundTrip(): Promise<void> {
    const current = client;
    // A connection that does not answer counts as lost; the listener then discards its state.
    await current?.query('').catch((error: Error) => lose(current, error));
  }

  await connect();
  let underWay = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    isHearing: () => client !== undefined,
    catchUp() {
      // A running round trip may have been answered before the call, so all new callers share the next one.
      next ??= underWay.then(() => {
        next = undefined;
        underWay = roundTrip();
        return underWay;
      });
      return next;
    },
    async stop() {
      stopping.abort();
      await client?.end();
    },
  };
}
