/** Reads along what the server under test sends to its database, and objects by the rule of account-statements.ts. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { loadModule, parseSync } from 'libpg-query';
import pg from 'pg';
import { objectionsTo, readSchema, type Schema } from './account-statements.ts';

/** A server that was started in it, and all that it does. A test may look at all accounts and change them. */
const product = new AsyncLocalStorage<true>();
export const asProduct = <Result>(start: () => Result): Result => product.run(true, start);

/** What work by the clock asks all servers for. */
export const ofScheduledWork = [
  // What is due, whosever it is.
  /^SELECT "t0"\."id" FROM "public"\."account" AS "t0" WHERE \("t0"\."(?:ends_on|closed_at|erasure_warned_at)" IS NOT NULL/,
  /^SELECT "t0"\."id" FROM "public"\."account" AS "t0" WHERE \("t0"\."deleted_at" IS NULL AND "t0"\."closed_at" IS NULL AND "t0"\."terms_version" </,
  /^SELECT "t0"\."id" FROM "public"\."account" AS "t0" WHERE "t0"\."deleted_at" </,
  /FROM "public"\."app_user" AS "t0" .* WHERE \("t0"\."(?:weekly_digest|daily_todos)" = /,
  /FROM "public"\."app_user" AS "t0" .* WHERE \("t0"\."plan_expired" >= /,
  /FROM "public"\."sent_reminder" AS "t0" WHERE \("t0"\."kind" = /,
  /FROM "public"\."purchase" AS "t0" WHERE \("t0"\."payment_status" IN/,
  /FROM "public"\."archive" AS "t0" WHERE \("t0"\."state" IN .* AND "t0"\."updated_at" </,
  /FROM "public"\."import" AS "t0" WHERE \("t0"\."undo_until" </,
  /FROM "public"\."import" AS "t0" WHERE \("t0"\."state" IN .* AND "t0"\."updated_at" </,
  /FROM "public"\."bin_entry" AS "t0" WHERE "t0"\."deleted_at" </,
  /FROM "public"\."export" AS "t0" WHERE \("t0"\."expires_at" </,
  /FROM "public"\."sealed_document" WHERE .* GROUP BY "public"\."sealed_document"\."account_id"/,
  // What is over, whosever it was.
  /^DELETE FROM "public"\."(?:activation_token|customer_link|sign_in_unlock)" WHERE .* IN \(SELECT .* WHERE "public"\."\w+"\."expires_at" </,
  /^DELETE FROM "public"\."(?:bulk_action|notification)" WHERE .* IN \(SELECT .* WHERE "public"\."\w+"\."created_at" </,
  /^DELETE FROM "public"\."customer_session" WHERE .* IN \(SELECT .* WHERE \("public"\."\w+"\."expires_at" </,
  /^DELETE FROM "public"\."idempotency_key" WHERE .* IN \(SELECT .* WHERE \("public"\."\w+"\."shortened" = \$1 AND "public"\."\w+"\."created_at" </,
  /^DELETE FROM "public"\."sent_reminder" WHERE .* IN \(SELECT .* WHERE \("public"\."\w+"\."kind" IN .* AND "public"\."\w+"\."sent_at" </,
  /^DELETE FROM "public"\."session" WHERE .* IN \(SELECT .* WHERE \(NOT \("public"\."\w+"\."expires_at" >/,
  /^DELETE FROM "public"\."export" WHERE \("public"\."\w+"\."expires_at" </,
  /^\s*DELETE FROM payment_session p\s+WHERE p\.poll_at IS NULL AND p\.created_at </,
  /^\s*UPDATE idempotency_key\s+SET shortened = true, .*\s+WHERE \(account_id, key\) IN \(\s+SELECT account_id, key FROM idempotency_key WHERE NOT shortened AND created_at </,
  /^\s*SELECT key, sha256, true AS is_there FROM stored_file WHERE key = ANY/,
  /^UPDATE "public"\."sealed_document" SET .* WHERE \("public"\."sealed_document"\."content_sha256" IS NOT NULL AND "public"\."sealed_document"\."created_at" </,
];

/** What may ask all servers, and why. */
const ofAllAccounts = [
  ...ofScheduledWork,
  // The metrics count the mails of all companies that did not arrive.
  /^\s*SELECT count\(\*\)::int AS count FROM protocol_mail m\s/,
  // Whoever shows a document to the public page knows only its hash.
  /FROM "public"\."document_hash" AS "t0" WHERE "t0"\."sha256" = /,
  // Prisma reads together what several requests ask for at one moment. They may be of several accounts.
  /"t0" LEFT JOIN LATERAL .* WHERE \(\("t0"\."account_id" = \$\d+ AND [^()]*\)(?: OR \("t0"\."account_id" = \$\d+ AND [^()]*\))+\)$/,
  // A new account gets its id from a sequence.
  /^INSERT INTO "public"\."account" /,
];

/** Lists and rows of any length count as one statement. */
const shorten = (sql: string): string =>
  sql
    .replace(/( IN \(\$\d+, ?\$\d+)[^()]*\)/g, '$1)')
    .replace(/(VALUES (\([^()]*\)))(?:, ?\([^()]*\))+/g, '$1');

/** By text, for all tests of a process: what there is to object to. */
const judged = new Map<string, string[]>();
const allowed = new Set<RegExp>();
/** Whether the server has sent such a statement. */
export const wasSent = (one: RegExp): boolean => allowed.has(one);
let schema: Schema | undefined;

export interface StatementWatch {
  /** Everything objected to since the last call. */
  take(): string[];
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
    take() {
      const taken = [...objections];
      objections.clear();
      return taken;
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
  const exception = ofAllAccounts.find((one) => one.test(sql));
  if (exception) allowed.add(exception);
  const objections = exception
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
