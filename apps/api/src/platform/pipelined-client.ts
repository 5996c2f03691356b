/**
 * A connection that saves round trips and plans. Nobody waits for the BEGIN of a transaction, nor for statements that are
 * marked as `unwaited`: they travel together with the next statement. Statements of transactions that come again are
 * prepared. What ends or changes a session is announced by the commit.
 */
import pg from 'pg';
import { nameAccountInJoins } from './prisma-joins.ts';
import { sessionsChanged } from './session-changes.ts';
import { DatabaseSilent, type SilenceWatch, type Watched } from './silence-watch.ts';
import { beginStatement } from './trace.ts';

/** Begins a statement of a transaction whose result nobody needs. It travels with the text, which Prisma may batch. */
export const unwaitedMark = '/* unwaited */ ';

interface Statement {
  name?: string | undefined;
  text: string;
  values?: unknown[];
}

/** What a connection has prepared does not fit the tables any more: another server has changed them. */
export const isStalePlan = (error: unknown): boolean =>
  /cached plan must not change/.test((error as Error | undefined)?.message ?? '');

/** A transaction that may take as long as it likes. */
const liftsLimit = /\bstatement_timeout\b'?\s*[=,]\s*'?0\b/;

interface Watch {
  /** The name under which a statement is prepared, if it is. Null: none is prepared, whatever name it comes with. */
  nameOf: ((text: string) => string | undefined) | null;
  /** Whose sessions a statement ends or changes; undefined if nobody's (session-changes.ts). */
  sessionsChangedBy: (text: string, values?: unknown[]) => string | undefined;
  silence: SilenceWatch;
}

/** Fails a call of pg, which has a callback or returns a promise. */
function refuse(callback: unknown): Promise<never> | undefined {
  const reason = new DatabaseSilent();
  if (typeof callback !== 'function') return Promise.reject(reason);
  process.nextTick(callback as (error: Error) => void, reason);
  return undefined;
}

export function pipelinedClient({ nameOf, sessionsChangedBy, silence }: Watch) {
  /** A plain text is a statement of our own. */
  function asSent(statement: string | Statement): string | Statement {
    if (typeof statement === 'string') return statement;
    const text = nameAccountInJoins(statement.text);
    if (text === statement.text && (nameOf || !statement.name)) return statement;
    return { ...statement, text, name: nameOf ? statement.name : undefined };
  }

  return class PipelinedClient extends pg.Client implements Watched {
    #inTransaction = false;
    /** Statements wait for the next one to travel with. */
    #isHolding = false;
    /** Why the transaction failed: after that, all its statements fail. */
    #reason: unknown;
    #isPatient = false;
    /** Whose sessions the transaction has ended or changed. */
    readonly #changed = new Set<string>();

    constructor(config?: pg.ClientConfig) {
      super({ ...config, pipeline: true });
      // A connection that breaks fails its statements. Without a listener, it would end the process too.
      this.on('error', () => {});
    }

    isPatient(): boolean {
      return this.#isPatient;
    }

    cut(reason: Error): void {
      this.connection.stream.destroy(reason);
    }

    /** `never`, as below. */
    override connect(...args: unknown[]): never {
      if (silence.isSilent()) return refuse(args.at(-1)) as never;
      this.once('end', silence.opened(this));
      return (super.connect as (...args: unknown[]) => unknown).apply(this, args) as never;
    }

    /** `never`, because the overloads of pg are many and all end here. */
    override query(...args: unknown[]): never {
      args[0] = asSent(args[0] as string | Statement);
      const [given, second] = args as [string | Statement, unknown];
      const values = Array.isArray(second) && { values: second };
      const statement = typeof given === 'string' ? { text: given, ...values } : given;
      const changed = sessionsChangedBy(statement.text, values ? second : statement.values);
      const callback = args.at(-1);
      if (changed !== undefined && !this.#inTransaction) {
        const answer = this.#runAlone({ ...statement, ...values }, changed);
        if (typeof callback !== 'function') return answer as never;
        answer.then((rows) => callback(undefined, rows), callback as (error: unknown) => void);
        return undefined as never;
      }
      if (changed !== undefined) this.#changed.add(changed);
      // The pool's own call, for a statement without a transaction.
      if (typeof callback === 'function') return this.#submit(...args) as never;
      return this.#run(statement) as never;
    }

    /** A transaction of one statement, so that its announcement has one too. */
    async #runAlone(statement: Statement, changed: string): Promise<unknown> {
      void this.#run({ text: 'BEGIN' });
      this.#changed.add(changed);
      // All of it is sent at once.
      const [answer] = await Promise.all([this.#send(statement), this.#run({ text: 'COMMIT' })]);
      return answer;
    }

    #run(statement: Statement): Promise<unknown> {
      const { text } = statement;
      if (text === 'BEGIN') {
        this.#inTransaction = true;
        this.#isPatient = false;
        this.#reason = undefined;
        this.#changed.clear();
        return this.#hold(statement);
      }
      if (!this.#inTransaction) return this.#submit(statement) as Promise<unknown>;
      if (text === 'COMMIT' || text === 'ROLLBACK') this.#inTransaction = false;
      if (text === 'COMMIT' && this.#changed.size > 0) void this.#hold(sessionsChanged(this.#changed));
      if (liftsLimit.test(text)) this.#isPatient = true;
      if (statement.values?.length) statement.name ??= nameOf?.(text);
      return text.startsWith(unwaitedMark) ? this.#hold(statement) : this.#send(statement);
    }

    #hold(statement: Statement): Promise<unknown> {
      if (!this.#isHolding) this.connection.stream.cork();
      this.#isHolding = true;
      const sent = this.#submit(statement) as Promise<unknown>;
      sent.catch((error: unknown) => this.#fail(error));
      return Promise.resolve({ rows: [], fields: [], rowCount: 0 });
    }

    async #send(statement: Statement): Promise<unknown> {
      const sent = this.#submit(statement) as Promise<unknown>;
      if (this.#isHolding) this.connection.stream.uncork();
      this.#isHolding = false;
      const answer = await sent.catch((error: unknown) => {
        this.#fail(error);
        throw this.#reason;
      });
      // The commit of a failed transaction undoes it without an error.
      const isUndone = (answer as { command?: string } | undefined)?.command === 'ROLLBACK';
      if (statement.text === 'COMMIT' && isUndone)
        throw this.#reason ?? new Error('The database has undone the transaction');
      return answer;
    }

    #fail(error: unknown): void {
      this.#reason ??= error;
      // The connection ends, and what it has prepared with it.
      if (isStalePlan(error)) this.connection.stream.destroy();
    }

    /** A statement with a callback or, without one, a promise. */
    #submit(...args: unknown[]): unknown {
      const submit = (given: unknown[]) => (super.query as (...all: unknown[]) => unknown).apply(this, given);
      const callback = args.at(-1);
      if (silence.isSilent()) {
        // It may be within a transaction, which ends with the connection.
        this.cut(new DatabaseSilent());
        return refuse(callback);
      }
      const heard = silence.sent(this);
      const statement = args[0] as string | Statement;
      const endSpan = beginStatement(typeof statement === 'string' ? statement : statement.text);
      const ended = (error?: unknown) => {
        heard(error);
        endSpan(error);
      };
      if (typeof callback === 'function')
        return submit([
          ...args.slice(0, -1),
          (...[error, ...answer]: unknown[]) => {
            ended(error);
            callback(error, ...answer);
          },
        ]);
      const sent = submit(args) as Promise<unknown>;
      sent.then(() => ended(), ended);
      return sent;
    }
  };
}
