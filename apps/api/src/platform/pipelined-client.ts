/**
 * A connection that saves round trips and plans. Nobody waits for the BEGIN of a transaction, nor for statements that are
 * marked as `unwaited`: they travel together with the next statement. Statements of transactions that come again are
 * prepared.
 */
import pg from 'pg';

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

interface Watch {
  /** The name under which a statement is prepared, if it is. */
  nameOf: (text: string) => string | undefined;
  onStatement: (text: string) => void;
}

export function pipelinedClient({ nameOf, onStatement }: Watch) {
  return class PipelinedClient extends pg.Client {
    #inTransaction = false;
    /** Statements wait for the next one to travel with. */
    #isHolding = false;
    /** Why the transaction failed: after that, all its statements fail. */
    #reason: unknown;

    constructor(config?: pg.ClientConfig) {
      super({ ...config, pipeline: true });
    }

    /** `never`, because the overloads of pg are many and all end here. */
    override query(...args: unknown[]): never {
      const [given, values] = args as [string | Statement, unknown[] | undefined];
      const statement = typeof given === 'string' ? { text: given, ...(values && { values }) } : given;
      onStatement(statement.text);
      // The pool's own call, for a statement without a transaction.
      if (typeof args.at(-1) === 'function') return this.#submit(...args) as never;
      return this.#run(statement) as never;
    }

    #run(statement: Statement): Promise<unknown> {
      const { text } = statement;
      if (text === 'BEGIN') {
        this.#inTransaction = true;
        this.#reason = undefined;
        return this.#hold(statement);
      }
      if (!this.#inTransaction) return this.#submit(statement) as Promise<unknown>;
      if (text === 'COMMIT' || text === 'ROLLBACK') this.#inTransaction = false;
      if (statement.values?.length) statement.name ??= nameOf(text);
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

    #submit(...args: unknown[]): unknown {
      return (super.query as (...args: unknown[]) => unknown).apply(this, args);
    }
  };
}
