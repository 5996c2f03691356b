/** Brings an installation back from a backup. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { applyMigrations, listMigrations } from '@servicebook/prisma/migrate';
import { withSession } from '@servicebook/prisma/with-session';
import type pg from 'pg';
import type { FileStore } from '../platform/file-store.ts';
import { addOwnKey } from '../platform/own-key-file.ts';
import { WaitingJob, withJobQueue } from '../platform/waiting-jobs.ts';
import { filePath, jobsPath, keyFilePath, type Manifest, partPath } from './backup-format.ts';
import type { BackupFile } from './backup-place.ts';
import { BackupProblem } from './backup-problem.ts';
import { type BackupReader, openBackup } from './backup-reader.ts';
import {
  copyInto,
  listTables,
  lockTables,
  readMigrations,
  setSequences,
  withoutRules,
} from './table-copy.ts';
import type { Installation } from './write-backup.ts';

/**
 * Fills an empty installation. Tables are filled all at once at the end, so a try that failed can be repeated.
 * @throws BackupProblem if the installation is not empty, or the backup is damaged or of a later version
 */
export async function restoreBackup(file: BackupFile, to: Installation): Promise<Manifest> {
  const backup = await openBackup(file);
  try {
    const { manifest } = backup;
    await requireKnown(manifest);
    await withSession(to.databaseUrl, requireEmpty);
    // As it was then: the next start applies what came later, to the rows too.
    await applyMigrations(to.databaseUrl, manifest.migrations);
    await withSession(to.databaseUrl, (client) => requireVersion(client, manifest));
    await restoreKeys(backup, to.keysDir);
    await restoreFiles(backup, to.files);
    const jobs = (await text(await backup.open(jobsPath))).split('\n').filter(Boolean);
    await withJobQueue(to.databaseUrl, (addJobs) =>
      withSession(to.databaseUrl, async (client) => {
        await client.query('BEGIN');
        // Nobody registers meanwhile.
        await lockTables(client, await listTables(client), 'ACCESS EXCLUSIVE');
        await requireEmpty(client);
        await requireVersion(client, manifest);
        await withoutRules(client, () => restoreTables(client, backup));
        await setSequences(client, manifest.sequences);
        await addJobs(
          client,
          jobs.map((line) => WaitingJob.parse(JSON.parse(line))),
        );
        await client.query('COMMIT');
      }),
    );
    return manifest;
  } finally {
    backup.close();
  }
}

async function requireKnown({ migrations, createdAt }: Manifest): Promise<void> {
  const known = new Set(await listMigrations());
  const later = migrations.filter((name) => !known.has(name));
  if (later.length > 0)
    throw new BackupProblem(
      `The backup of ${createdAt} is of a later version of Servicebook: this one does not know ${later.join(', ')}. Install that version first.`,
    );
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(
    "SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'account'",
  );
  if (tables.length === 0) return;
  // Invoices and payments stay when their company is gone.
  const { rows } = await client.query(`
    SELECT FROM account UNION ALL SELECT FROM invoice UNION ALL SELECT FROM payment_session LIMIT 1`);
  if (rows.length > 0)
    throw new BackupProblem('The database has companies. A backup is restored into an empty database only.');
}

async function requireVersion(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const applied = await readMigrations(client);
  if (applied.join() !== migrations.join())
    throw new BackupProblem(
      'The database was made by a later version than the backup. A backup is restored into an empty database only.',
    );
}

async function restoreTables(client: pg.Client, { manifest, open }: BackupReader): Promise<void> {
  for (const { parts, rows: expected, ...table } of manifest.tables) {
    const content = async function* () {
      for (let part = 0; part < parts; part++) yield* await open(partPath(table.name, part));
    };
    const rows = await copyInto(client, table, Readable.from(content()));
    if (rows !== expected)
      throw new BackupProblem(`${table.name} has ${rows} rows after the restore, not ${expected}.`);
  }
}

/** The keys of another installation are not overwritten: its seals and archives need them. */
async function restoreKeys(backup: BackupReader, keysDir: string): Promise<void> {
  const keys = new Map<string, Buffer>();
  for (const name of backup.namesOf(keyFilePath('')))
    keys.set(path.basename(name), await buffer(await backup.open(name)));
  await mkdir(keysDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(keysDir)) {
    // What a try that was killed has left of one.
    if (keys.has(path.parse(name).name)) continue;
    if (keys.get(name)?.equals(await readFile(path.join(keysDir, name)))) continue;
    throw new BackupProblem(
      `${path.join(keysDir, name)} is a key of another installation. A backup is restored into an empty DATA_DIR only.`,
    );
  }
  for (const [name, key] of keys) await addOwnKey(path.join(keysDir, name), key);
}

async function restoreFiles(backup: BackupReader, files: FileStore): Promise<void> {
  for (const name of backup.namesOf('files/')) {
    const key = path.basename(name);
    if (name !== filePath(key)) throw new BackupProblem(`The backup is damaged: ${name} is no file of it.`);
    // A try that was killed may have left a part of it. A whole one stays until this one is known to be good.
    await rm(path.join(files.uploadDir, key), { force: true });
    await files.write(key, await backup.open(name));
  }
}
