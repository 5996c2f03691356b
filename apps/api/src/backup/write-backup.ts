/** Writes a backup of a whole installation while it is used. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { withSession } from '@servicebook/prisma/with-session';
import type pg from 'pg';
import { type FileStore, untilOpen } from '../platform/file-store.ts';
import { readWaitingJobs } from '../platform/waiting-jobs.ts';
import { type ZipEntry, zipOf } from '../platform/zip-file.ts';
import {
  filePath,
  jobsPath,
  keyFilePath,
  type Manifest,
  manifestPath,
  partPath,
  withHashes,
} from './backup-format.ts';
import type { BackupAddress } from './backup-place.ts';
import { BackupProblem } from './backup-problem.ts';
import { collectStoredKeys, stillNamed, storedKeys } from './stored-keys.ts';
import { copyFrom, listTables, lockTables, readMigrations, readSequences, type Table } from './table-copy.ts';

export interface Installation {
  /** Without a pooler. */
  databaseUrl: string;
  files: FileStore;
  /** Folder of the installation's own keys. */
  keysDir: string;
}

/** A part of a table is in memory as a whole. */
const partSize = 8 * 1024 * 1024;

/**
 * Writes a backup. All tables are as they were at one moment; files are added afterwards, and never change.
 * @param target a name that is not taken yet. The backup appears there when it is complete.
 * @param signal gives it up; nothing of it remains
 * @returns what it holds
 * @throws BackupProblem if the target exists, keys are missing, or there is no room; errors of the database and the target
 */
export async function writeBackup(
  from: Installation,
  { place, name }: BackupAddress,
  now: Date,
  signal = new AbortController().signal,
): Promise<Manifest> {
  const manifest: Manifest = {
    ...{ format: 1, createdAt: now.toISOString(), migrations: [], tables: [] },
    ...{ sequences: {}, jobs: 0, files: 0, missingFiles: [], lostFiles: [] },
  };
  await withSession(from.databaseUrl, (client) =>
    place.write(name, () => zipOf(withHashes(entriesOf(from, client, manifest)), now), signal),
  );
  return manifest;
}

/** Fills the manifest on the way. It comes last, when the database is no longer needed. */
async function* entriesOf(
  { files, keysDir }: Installation,
  client: pg.Client,
  manifest: Manifest,
): AsyncGenerator<ZipEntry> {
  await readKeyNames(keysDir);
  yield* tablesOf(client, manifest);
  for await (const { key } of storedKeys(client)) {
    const content = await untilOpen(files.stream(key));
    if (!content) manifest.missingFiles.push(key);
    else {
      manifest.files++;
      yield { name: filePath(key), content, isCompressed: true };
    }
  }
  const named = await stillNamed(client, manifest.missingFiles);
  manifest.lostFiles = manifest.missingFiles.filter((key) => named.has(key));
  for (const name of await readKeyNames(keysDir))
    yield { name: keyFilePath(name), content: createReadStream(path.join(keysDir, name)) };
  // An earlier version can read the manifest if it has nothing new.
  const told = { ...manifest, lostFiles: manifest.lostFiles.length > 0 ? manifest.lostFiles : undefined };
  yield { name: manifestPath, content: JSON.stringify(told, null, 1) };
}

/** All of the database, in one transaction, which ends before the files: it keeps migrations waiting. */
async function* tablesOf(client: pg.Client, manifest: Manifest): AsyncGenerator<ZipEntry> {
  const tables = await beginWithTables(client);
  manifest.migrations = await readMigrations(client);
  for (const table of tables) {
    const rows = copyFrom(client, table);
    let parts = 0;
    for await (const content of inParts(rows)) yield { name: partPath(table.name, parts++), content };
    // Their number comes after the last of them.
    await client.query('');
    manifest.tables.push({ ...table, rows: rows.rowCount, parts });
  }
  const jobs = await readWaitingJobs(client);
  manifest.jobs = jobs.length;
  yield { name: jobsPath, content: jobs.map((job) => `${JSON.stringify(job)}\n`).join('') };
  await collectStoredKeys(client);
  // At last: so they may be ahead of the tables, but never behind.
  manifest.sequences = await readSequences(client);
  await client.query('COMMIT');
}

/** Locks all tables before it looks: a migration that rewrites one would leave it empty for what was seen before. */
async function beginWithTables(client: pg.Client): Promise<Table[]> {
  for (;;) {
    const known = await listTables(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await lockTables(client, known, 'ACCESS SHARE');
    const tables = await listTables(client);
    if (isDeepStrictEqual(tables, known)) return tables;
    // A migration was waited for.
    await client.query('ROLLBACK');
  }
}

/** @throws BackupProblem, because a backup without them is none */
async function readKeyNames(keysDir: string): Promise<string[]> {
  const names = await readdir(keysDir).catch((error: Error) => {
    throw new BackupProblem(`The keys of the installation cannot be read: ${error.message}. ${whichFolder}`);
  });
  if (!names.includes('export.pem'))
    throw new BackupProblem(`${keysDir} has no export.pem, a key that each installation has. ${whichFolder}`);
  return names.sort();
}

const whichFolder = 'Does DATA_DIR name the server’s folder?';

async function* inParts(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let part: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows) {
    part.push(chunk);
    size += chunk.length;
    if (size < partSize) continue;
    yield Buffer.concat(part);
    part = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(part);
}
