import { withSession } from '@servicebook/prisma/with-session';
import type pg from 'pg';
import { namedFiles } from '../features/storage/named-files.ts';
import type { FileStore } from '../platform/file-store.ts';

/** A file that a row speaks of. */
export interface StoredKey {
  key: string;
  /** Null: the row does not say. */
  sha256: string | null;
}

/** What people are told of a file whose bytes are not those of its row; null if they are, or if the row does not say. */
export const changeOf = ({ key, sha256 }: StoredKey, stored: string): string | null =>
  sha256 === null || stored === sha256
    ? null
    : `The file ${key} was changed: its SHA-256 is ${stored}, and was ${sha256}.`;

const batch = 1_000;

/** All files that rows name in the transaction of `client`, kept by the database until they are read. */
export async function collectStoredKeys(client: pg.ClientBase): Promise<void> {
  await client.query(`DECLARE stored_keys NO SCROLL CURSOR WITH HOLD FOR
    SELECT key, max(sha256) AS sha256 FROM (${namedFiles().text}) AS named WHERE is_there GROUP BY key ORDER BY key`);
}

/** The same, in a transaction of its own. */
export async function collectStoredKeysNow(client: pg.ClientBase): Promise<void> {
  await client.query('BEGIN READ ONLY');
  await collectStoredKeys(client);
  await client.query('COMMIT');
}

/** Reads in batches what was collected, after that transaction, so that it need not last as long as the files do. */
export async function* storedKeys(client: pg.ClientBase): AsyncGenerator<StoredKey> {
  for (;;) {
    const { rows } = await client.query<StoredKey>(`FETCH ${batch} FROM stored_keys`);
    yield* rows;
    if (rows.length < batch) break;
  }
  await client.query('CLOSE stored_keys');
}

/** Of files that were not found: those that rows still name. The others were removed meanwhile, which is no fault. */
export async function stillNamed(client: pg.ClientBase, keys: readonly string[]): Promise<Set<string>> {
  const { text, values } = namedFiles(keys);
  const { rows } = await client.query<StoredKey>(
    `SELECT DISTINCT key FROM (${text}) AS named WHERE is_there`,
    values,
  );
  return new Set(rows.map(({ key }) => key));
}

const endOfTime = new Date(8.64e15);

export async function listFiles(files: FileStore): Promise<Set<string>> {
  const there = new Set<string>();
  for await (const key of files.keysBefore(endOfTime)) there.add(key);
  return there;
}

/** Files that rows name and that are not there. None is read. @throws errors of the database and of the store */
export async function findLostFiles(databaseUrl: string, files: FileStore): Promise<string[]> {
  return withSession(databaseUrl, async (client) => {
    await collectStoredKeysNow(client);
    const there = await listFiles(files);
    const missing: string[] = [];
    for await (const { key } of storedKeys(client)) if (!there.has(key)) missing.push(key);
    return [...(await stillNamed(client, missing))];
  });
}
