/**
 * Notices a database that says nothing, and ends the connections that wait for it. A long statement is answered some time;
 * that of a frozen host or a cut network never is. What tells them apart: does a new connection get an answer?
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

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
  /** A statement was sent. Returns a function to call when it is answered. */
  sent(connection: Watched): () => void;
  stop(): void;
}

/**
 * Watches the connections of a pool.
 * @param ask whether the database says anything at all, also no
 */
export function watchSilence(ask: () => Promise<boolean>): SilenceWatch {
  /** Since when each connection has had no answer, and to how many statements. */
  const waiting = new Map<Watched, { since: number; statements: number }>();
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  let silent = false;

  async function look(): Promise<void> {
    const waitsFor = ({ since }: { since: number }) => Date.now() - since;
    for (const [connection, wait] of waiting)
      if (waitsFor(wait) >= longestStatement && !connection.isPatient()) cut(connection);
    const stuck = [...waiting].filter(([, wait]) => waitsFor(wait) >= patience);
    if (isAsking || (stuck.length === 0 && !silent)) return rest();
    isAsking = true;
    silent = !((await ask()) || (await ask()));
    isAsking = false;
    // What was answered meanwhile waits with another object, or not at all.
    if (silent) for (const [connection, wait] of stuck) if (waiting.get(connection) === wait) cut(connection);
    rest();
  }

  function cut(connection: Watched): void {
    waiting.delete(connection);
    connection.cut(new DatabaseSilent());
  }

  function answered(connection: Watched): void {
    const wait = waiting.get(connection);
    if (!wait) return;
    if (wait.statements > 1) waiting.set(connection, { since: Date.now(), statements: wait.statements - 1 });
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
    sent(connection) {
      const wait = waiting.get(connection);
      if (wait) wait.statements++;
      else waiting.set(connection, { since: Date.now(), statements: 1 });
      timer ??= setInterval(look, lookEvery).unref();
      return () => answered(connection);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
      waiting.clear();
    },
  };
}

/** Whether a database answers a new connection, whatever it says. */
export async function databaseAnswers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'servicebook pulse' });
  client.on('error', () => {});
  const heard = client
    .connect()
    .then(() => client.query('SELECT 1'))
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
