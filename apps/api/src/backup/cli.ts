// pnpm backup FILE    writes the database, the files and the keys of this installation into a file, while it is used
// pnpm restore FILE   brings them back into an empty installation, whose server does not run
// pnpm verify         compares every stored file and every signed protocol with its hash
// pnpm verify FILE    compares all that is in a backup with its hash
// FILE is a path, or s3://BUCKET/NAME in the store of BACKUP_S3_*
// pnpm files:move bucket|folder [--remove]   copies the files into the bucket of S3_BUCKET, or back into DATA_DIR
import { existsSync } from 'node:fs';
import path from 'node:path';
import { MigrationRefused } from '@servicebook/prisma/migrate';
import { ConfigError, readConfig } from '../config.ts';
import { keysDirOf, openDataDir } from '../data-dir.ts';
import { openFileStore } from '../open-file-store.ts';
import { directUrlOf } from '../platform/database-access.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { onEndSignal } from '../platform/end-signals.ts';
import { openLocalFileStore } from '../platform/file-store.ts';
import { countRows, type Manifest } from './backup-format.ts';
import type { BackupFile } from './backup-place.ts';
import { BackupProblem } from './backup-problem.ts';
import { moveFiles } from './move-files.ts';
import { backupAt } from './open-backup-places.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { verifyInstallation } from './verify-installation.ts';
import { type Installation, writeBackup } from './write-backup.ts';

const envFile = path.resolve(import.meta.dirname, '../../../../.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

const [command, file, ...rest] = process.argv.slice(2);
const isOption = file?.startsWith('-') ?? false;

const usage =
  'Usage: pnpm backup FILE, pnpm restore FILE, pnpm verify [FILE], or pnpm files:move bucket|folder [--remove]';

try {
  if (isOption) fail(usage);
  else if (command === 'backup' && file && rest.length === 0) await backup(file);
  else if (command === 'restore' && file && rest.length === 0) await restore(file);
  else if (command === 'verify' && file && rest.length === 0) await verifyFile(file);
  else if (command === 'verify' && !file) await verify();
  else if (command === 'move-files' && (file === 'bucket' || file === 'folder') && isRemove(rest))
    await move(file, rest.length > 0);
  else fail(usage);
} catch (error) {
  const problems = [BackupProblem, ConfigError, MigrationRefused];
  if (problems.some((problem) => error instanceof problem)) fail((error as Error).message);
  else if (isAbout(error, file)) fail(String((error as Error).message));
  else throw error;
}

async function backup(address: string): Promise<void> {
  const target = await backupAt(address, readConfig(process.env));
  const end = new AbortController();
  onEndSignal(() => end.abort());
  const now = new Date();
  // Nightly backups may have another place, so they never clean up here.
  await target.place.removeDraftsByHand(now).catch((error: Error) => {
    complain(`Unfinished backups could not be removed: ${error.message}`);
  });
  const manifest = await withInstallation((from) => writeBackup(from, target, now, end.signal)).catch(
    (error: unknown) => {
      if (!end.signal.aborted) throw error;
      fail('Ended. No backup was written.');
      // What is still read is of no use.
      process.exit();
    },
  );
  const { missingFiles, lostFiles } = manifest;
  say(`Wrote ${target.place.addressOf(target.name)}: ${contentOf(manifest)}.`);
  say('It holds the keys of the installation and all passwords’ hashes: keep it secret.');
  const removed = missingFiles.length - lostFiles.length;
  if (removed > 0) say(`${removed} files were removed meanwhile, and are not in it.`);
  if (lostFiles.length > 0)
    fail(`These files are missing: ${some(lostFiles)}. Does DATA_DIR name the right folder?`);
}

function some(names: readonly string[]): string {
  const more = names.length - 20;
  return names.slice(0, 20).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function contentOf(manifest: Manifest): string {
  const { tables, files, jobs } = manifest;
  return `${countRows(manifest)} rows of ${tables.length} tables, ${files} files, ${jobs} waiting jobs`;
}

async function fetchBackup(address: string): Promise<BackupFile> {
  const { place, name } = await backupAt(address, readConfig(process.env));
  return place.fetch(name);
}

async function verifyFile(address: string): Promise<void> {
  const manifest = await verifyBackup(await fetchBackup(address));
  say(`The backup of ${manifest.createdAt} is whole: ${contentOf(manifest)}.`);
  if (manifest.lostFiles.length > 0) fail(lostIn(manifest));
}

function lostIn({ lostFiles }: Manifest): string {
  return `It was made without files that the installation had lost: ${some(lostFiles)}.`;
}

async function restore(address: string): Promise<void> {
  onEndSignal(() => {
    fail('Ended. The restore is not complete: restore again before a server starts.');
    process.exit();
  });
  const source = await fetchBackup(address);
  const manifest = await withInstallation((to) => restoreBackup(source, to), { isNew: true });
  const { createdAt, files, jobs } = manifest;
  say(
    `Restored the backup of ${createdAt}: ${countRows(manifest)} rows, ${files} files. The server can be started.`,
  );
  if (manifest.lostFiles.length > 0) complain(lostIn(manifest));
  if (jobs > 0)
    say(
      `${jobs} jobs that waited, such as mails, are done by the first server that starts. For a trial, start it without SMTP_URL: then mails are caught.`,
    );
}

async function verify(): Promise<void> {
  const { files, versions, sequences, problems } = await withInstallation((of) =>
    verifyInstallation(of, new Date()),
  );
  for (const problem of problems) say(problem);
  say(
    `Checked ${files} files, ${versions} signed versions and ${sequences} sequences: ${problems.length} problems.`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

function isRemove(rest: string[]): boolean {
  return rest.length === 0 || (rest.length === 1 && rest[0] === '--remove');
}

async function move(where: 'bucket' | 'folder', remove: boolean): Promise<void> {
  const { s3, dataDir } = readConfig(process.env);
  if (!s3)
    throw new BackupProblem('S3_BUCKET is not set. It names the bucket, also on the way back from it.');
  const folder = await openLocalFileStore(path.join(path.resolve(dataDir), 'files'));
  const { copied, known, removed, problems } = await withInstallation(({ databaseUrl, files: bucket }) => {
    const [from, to] = where === 'bucket' ? [folder, bucket] : [bucket, folder];
    return moveFiles(databaseUrl, from, to, { remove });
  });
  for (const problem of problems) say(problem);
  say(
    `Copied ${copied} files, found ${known} copied before, removed ${removed} from their former place: ${problems.length} problems.`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

/**
 * With the database of the running server, of DATABASE_URL, or started for this.
 * @param isNew makes an embedded database where there is none
 */
async function withInstallation<Result>(
  work: (of: Installation) => Promise<Result>,
  { isNew = false } = {},
): Promise<Result> {
  const config = readConfig(process.env);
  const dataDir = path.resolve(config.dataDir);
  const postgresDir = path.join(dataDir, 'postgres');
  if (!isNew && !config.databaseUrl && !existsSync(postgresDir))
    throw new BackupProblem(
      `There is no installation in ${dataDir}. Does DATA_DIR name the server’s folder? Set DATABASE_URL if its database is elsewhere.`,
    );
  await openDataDir(dataDir);
  const { databaseUrl } = config;
  const known = databaseUrl
    ? directUrlOf({ ...config, databaseUrl })
    : await findRunningPostgres(postgresDir);
  const own = known === null ? await startDatabase(postgresDir) : null;
  try {
    return await work({
      databaseUrl: known ?? own?.url ?? '',
      files: await openFileStore({ ...config, dataDir }),
      keysDir: keysDirOf(dataDir),
    });
  } finally {
    await own?.stop();
  }
}

async function startDatabase(dataDir: string) {
  return startEmbeddedPostgres({ dataDir }).catch((cause: Error) => {
    throw new BackupProblem(cause.message, { cause });
  });
}

/** The file that was named cannot be read or written, or a bucket is away. */
function isAbout(error: unknown, name = ''): boolean {
  const { path: place = '', code } = error as NodeJS.ErrnoException;
  if (code === 'STORAGE_AWAY') return true;
  return name !== '' && place.startsWith(path.resolve(name));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

function fail(line: string): void {
  complain(line);
  process.exitCode = 1;
}
