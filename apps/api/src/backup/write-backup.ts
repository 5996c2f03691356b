/** Writes a whole installation into one file while it is used. */
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
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
import { storedKeys } from './stored-keys.ts';
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
 * @param target a file that does not exist yet. It appears when it is complete.
 * @throws BackupProblem if the target exists; errors of the database and the disk
 */
export async function writeBackup(from: Installation, target: string, now: Date): Promise<Manifest> {
  if (existsSync(target)) throw new BackupProblem(`${target} exists. Name a new file.`);
  const draft = `${target}.${randomBytes(4).toString('hex')}.part`;
  try {
    const manifest = await withSession(from.databaseUrl, (client) => writeDraft(from, client, draft, now));
    await rename(draft, target);
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeDraft(
  from: Installation,
  client: pg.Client,
  draft: string,
  now: Date,
): Promise<Manifest> {
  const tables = await listTables(client);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // Before the first look: a migration that rewrites a table would leave it empty for what was seen before.
  await lockTables(client, tables, 'ACCESS SHARE');
  const manifest: Manifest = {
    ...{ format: 1, createdAt: now.toISOString(), migrations: await readMigrations(client) },
    ...{ tables: [], sequences: {}, jobs: 0, files: 0, missingFiles: [] },
  };
  const output = await open(draft, 'wx', 0o600);
  const archive = zipOf(withHashes(entriesOf(from, client, tables, manifest)), now);
  await pipeline(archive, output.createWriteStream({ flush: true }));
  await client.query('COMMIT');
  return manifest;
}

/** Fills the manifest on the way, which comes last. */
async function* entriesOf(
  { files, keysDir }: Installation,
  client: pg.Client,
  tables: readonly Table[],
  manifest: Manifest,
): AsyncGenerator<ZipEntry> {
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
  for await (const { key } of storedKeys(client)) {
    const content = await untilOpen(files.stream(key));
    if (!content) manifest.missingFiles.push(key);
    else {
      manifest.files++;
      yield { name: filePath(key), content, isCompressed: true };
    }
  }
  for (const name of (await readKeyNames(keysDir)).sort())
    yield { name: keyFilePath(name), content: createReadStream(path.join(keysDir, name)) };
  // At last: so they may be ahead of the tables, but never behind.
  manifest.sequences = await readSequences(client);
  yield { name: manifestPath, content: JSON.stringify(manifest, null, 1) };
}

/** @throws BackupProblem, because a backup without them is none */
async function readKeyNames(keysDir: string): Promise<string[]> {
  try {
    return await readdir(keysDir);
  } catch (error) {
    throw new BackupProblem(
      `The keys of the installation cannot be read: ${(error as Error).message}. Does DATA_DIR name the server's folder?`,
    );
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
