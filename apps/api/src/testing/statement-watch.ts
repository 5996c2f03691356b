/** Reads along what the server under test sends to its database, and objects by the rule of account-statements.ts. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { loadModule, parseSync } from 'libpg-query';
import pg from 'pg';
import { objectionsTo, readSchema, type Schema } from './account-statements.ts';

/** A server that was started in it, and all that it does. A test may look at all accounts and change them. */
const product = new AsyncLocalStorage<true>();
export const asProduct = <Result>(start: () => Result): Result => product.run(true, start);

/** The features whose tests fail when their server sends something that the rule objects to. */
const held = /\/features\/(?:category|customer|device|inspection|statistics|todo|visit)\//;

/** What may ask all servers: jobs for all accounts, which look who is due, and how much waits. */
const ofAllAccounts = [
  // Prisma joins relations by columns. Documents are of one moment that way; on a spread database it must load them apart.
  /"__prisma_data__"/,
  /FROM "public"\."account" WHERE \("public"\."account"\."(?:ends_on|closed_at|erasure_warned_at|deleted_at)" IS/,
  /FROM "public"\."purchase" WHERE \("public"\."purchase"\."payment_status" IN/,
  /FROM "public"\."app_user" .*WHERE \("public"\."app_user"\."(?:weekly_digest|daily_todos)"/,
  /FROM "public"\."sent_reminder" WHERE/,
  /FROM "public"\."sealed_document" WHERE .* GROUP BY "public"\."sealed_document"\."account_id"/,
];

/** Lists and rows of any length count as one statement. */
const shorten = (sql: string): string =>
  sql
    .replace(/( IN \(\$\d+, ?\$\d+)[^()]*\)/g, '$1)')
    .replace(/(VALUES (\([^()]*\)))(?:, ?\([^()]*\))+/g, '$1');

/** By text, for all files of a run: what there is to object to. */
const judged = new Map<string, string[]>();
let schema: Schema | undefined;

export interface StatementWatch {
  /** Everything objected to since the last call, in the file of a test that is held to the rule. */
  take(testPath: string | undefined): string[];
  /** How many statements it has read. */
  seen(): number;
  stop(): void;
}

/** @param databaseUrl a migrated database */
export async function watchStatements(databaseUrl: string): Promise<StatementWatch> {
  await loadModule();
  const known = schema ?? (await readSchemaOf(databaseUrl));
  schema = known;
  const objections = new Set<string>();
  let seen = 0;
  const { query } = pg.Client.prototype;

  function watched(this: pg.Client, ...args: unknown[]): unknown {
    const [statement] = args as [string | { text?: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    if (text && product.getStore()) {
      seen++;
      for (const each of judge(text, known)) objections.add(each);
    }
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  }

  pg.Client.prototype.query = watched as typeof query;
  return {
    take(testPath) {
      const taken = [...objections];
      objections.clear();
      return held.test(testPath ?? '') ? taken : [];
    },
    seen: () => seen,
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}

function judge(text: string, known: Schema): string[] {
  const sql = shorten(text);
  const before = judged.get(sql);
  if (before) return before;
  const objections = ofAllAccounts.some((one) => one.test(sql))
    ? []
    : objectionsTo(parseSync(sql), known).map((objection) => `${objection}: ${sql}`);
  judged.set(sql, objections);
  return objections;
}

async function readSchemaOf(databaseUrl: string): Promise<Schema> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await readSchema(client);
  } finally {
    await client.end();
  }
}
