/**
 * Notices a database that says nothing, and ends all connections to it. A long statement is answered some time; that of a
 * frozen host or a cut network never is. What tells them apart: does anybody get an answer, on a new connection or on any
 * other one?
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseAccess, directUrlOf } from './database-access.ts';

/** Nobody wonders about a statement for so long. In milliseconds, as all here. */
const patience = 3_000;
/** How long a new connection may take to say anything. It is tried twice, because a machine may be busy. */
const askLimit = 2_000;
/** Longer than the server allows any statement that has not asked for more (platform/database.ts). */
const longestStatement = 40_000;
const lookEvery = 1_000;

/** The database answers nobody. Its statements failed, or were not sent at all. */
export class DatabaseSilent extends Error {
  constructor() {
    super('The database does not answer');
    this.name = 'DatabaseSilent';
  }
}

/** A connection whose statements are watched. */
export interface Watched {
  /** Its statement may take as long as it likes: it has lifted the server's limit. */
  isPatient(): boolean;
  /** Ends the connection; all its statements fail with the reason. */
  cut(reason: Error): void;
}

export interface SilenceWatch {
  /** Whether the database answers nobody now. */
  isSilent(): boolean;
  /** A connection is being opened. Returns a function to call when it has ended. */
  opened(connection: Watched): () => void;
  /** A statement was sent. Returns a function to call when it has ended, with the error if it failed. */
  sent(connection: Watched): (error?: unknown) => void;
  stop(): void;
}

/** Only what PostgreSQL says itself has a severity. */
const isAnswer = (error: unknown): boolean =>
  !error || (error as { severity?: unknown }).severity !== undefined;

/**
 * Watches the connections of a pool.
 * @param ask whether the database says anything at all, also no
 */
export function watchSilence(ask: () => Promise<boolean>): SilenceWatch {
  const open = new Set<Watched>();
  /** When the database last answered anybody. */
  let lastAnswer = 0;
  /** Since when each connection has had no answer, and to how many statements. */
  const waiting = new Map<Watched, { since: number; statements: number }>();
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  let silent = false;

  async function look(): Promise<void> {
    const waitsFor = ({ since }: { since: number }) => performance.now() - since;
    for (const [connection, wait] of waiting)
      if (waitsFor(wait) >= longestStatement && !connection.isPatient()) cut(connection);
    const isStuck = [...waiting.values()].some((wait) => waitsFor(wait) >= patience);
    if (isAsking || (!isStuck && !silent)) return rest();
    isAsking = true;
    const asked = performance.now();
    silent = !((await ask()) || (await ask()) || lastAnswer > asked);
    isAsking = false;
    // Also those that wait for nothing: when the database answers again, it may be another one at the same address.
    if (silent) open.forEach(cut);
    rest();
  }

  function cut(connection: Watched): void {
    waiting.delete(connection);
    open.delete(connection);
    connection.cut(new DatabaseSilent());
  }

  function ended(connection: Watched, error: unknown): void {
    const now = performance.now();
    if (isAnswer(error)) lastAnswer = now;
    const wait = waiting.get(connection);
    if (!wait) return;
    if (wait.statements > 1) waiting.set(connection, { since: now, statements: wait.statements - 1 });
    else waiting.delete(connection);
  }

  /** Nothing waits, so nothing is looked at. */
  function rest(): void {
    if (waiting.size > 0 || silent) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    isSilent: () => silent,
    opened(connection) {
      open.add(connection);
      return () => open.delete(connection);
    },
    sent(connection) {
      const wait = waiting.get(connection);
      if (wait) wait.statements++;
      else waiting.set(connection, { since: performance.now(), statements: 1 });
      timer ??= setInterval(look, lookEvery).unref();
      return (error) => ended(connection, error);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
      waiting.clear();
      open.clear();
    },
  };
}

/**
 * Whether a database answers a new connection, whatever it says. Behind a pooler, all of whose connections may wait for one
 * lock, it is the database itself that must answer; the pooler must only let somebody in.
 */
export async function databaseAnswers({ databaseUrl, databaseDirectUrl }: DatabaseAccess): Promise<boolean> {
  const says = await Promise.all([
    hears(directUrlOf({ databaseUrl, databaseDirectUrl }), (client) => client.query('SELECT 1')),
    databaseDirectUrl === undefined || hears(databaseUrl, async () => {}),
  ]);
  return says.every(Boolean);
}

async function hears(url: string, ask: (client: pg.Client) => Promise<unknown>): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'servicebook pulse' });
  client.on('error', () => {});
  const heard = client
    .connect()
    .then(() => ask(client))
    .then(
      () => true,
      // With a severity, it is PostgreSQL that says no: too many connections, or it is starting.
      (error: { severity?: string }) => error.severity !== undefined,
    );
  try {
    return await Promise.race([heard, pause(askLimit, false, { ref: false })]);
  } finally {
    client.connection.stream.destroy();
  }
}
