/** Writes a whole installation into one file while it is used. */
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, readdir, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
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

export interface Backup {
  manifest: Manifest;
  /** Files that rows name and that are not there: the installation has lost them. */
  lostFiles: string[];
}

/** The disk is nearly full. */
export class NoRoom extends BackupProblem {}

/** A part of a table is in memory as a whole. */
const partSize = 8 * 1024 * 1024;
/** A backup must not fill a disk on which others write. Bytes. */
const leastRoom = 500 * 1024 * 1024;
/** So much is written between two looks at the disk. Bytes. */
const lookEvery = 16 * 1024 * 1024;

/**
 * Writes a backup. All tables are as they were at one moment; files are added afterwards, and never change.
 * @param target a file that does not exist yet. It appears when it is complete.
 * @param room bytes that stay free on its disk
 * @throws BackupProblem if the target exists, keys are missing, or the disk is nearly full; errors of the database and the
 *   disk
 */
export async function writeBackup(
  from: Installation,
  target: string,
  now: Date,
  room = leastRoom,
): Promise<Backup> {
  if (existsSync(target)) throw new BackupProblem(`${target} exists. Name a new file.`);
  const draft = `${target}.${randomBytes(4).toString('hex')}.part`;
  try {
    const backup = await withSession(from.databaseUrl, (client) =>
      writeDraft(from, client, { draft, now, room }),
    );
    await rename(draft, target);
    return backup;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeDraft(
  from: Installation,
  client: pg.Client,
  { draft, now, room }: { draft: string; now: Date; room: number },
): Promise<Backup> {
  const manifest: Manifest = {
    ...{ format: 1, createdAt: now.toISOString(), migrations: [], tables: [] },
    ...{ sequences: {}, jobs: 0, files: 0, missingFiles: [] },
  };
  const output = await open(draft, 'wx', 0o600);
  const archive = zipOf(withHashes(entriesOf(from, client, manifest)), now);
  const folder = path.dirname(draft);
  await pipeline(
    archive,
    (bytes) => whileRoom(bytes, folder, room),
    output.createWriteStream({ flush: true }),
  );
  const named = await stillNamed(client, manifest.missingFiles);
  return { manifest, lostFiles: manifest.missingFiles.filter((key) => named.has(key)) };
}

/** Fills the manifest on the way, which comes last. */
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
  for (const name of await readKeyNames(keysDir))
    yield { name: keyFilePath(name), content: createReadStream(path.join(keysDir, name)) };
  yield { name: manifestPath, content: JSON.stringify(manifest, null, 1) };
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

/** Passes on what is to be written. @throws BackupProblem before the disk is full */
async function* whileRoom(
  bytes: AsyncIterable<Buffer>,
  folder: string,
  room: number,
): AsyncGenerator<Buffer> {
  let unseen = lookEvery;
  for await (const chunk of bytes) {
    unseen += chunk.length;
    if (unseen >= lookEvery) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < room)
        throw new NoRoom(`The disk of ${folder} is nearly full: a backup leaves some room for others.`);
      unseen = 0;
    }
    yield chunk;
  }
}

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
