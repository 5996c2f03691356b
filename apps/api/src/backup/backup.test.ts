/** A backup brings an installation back: the same rows, the same files, work that waited, and numbers that go on. */
import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { applyMigrations } from '@servicebook/prisma/migrate';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import yauzl from 'yauzl';
import { type Config, readConfig } from '../config.ts';
import { forgetBytes } from '../features/storage/storage.jobs.ts';
import { openJobProcesses } from '../job-processes.ts';
import { AppError } from '../platform/app-error.ts';
import { type Bucket, openBucket, type S3Settings } from '../platform/bucket.ts';
import { type FileStore, openLocalFileStore } from '../platform/file-store.ts';
import { startJobs } from '../platform/jobs.ts';
import { openS3FileStore } from '../platform/s3-file-store.ts';
import { inTransaction } from '../platform/tenancy.ts';
import { zipOf } from '../platform/zip-file.ts';
import { useTestApp } from '../testing/app.ts';
import { buildAdmin, buildCustomer, buildDevice } from '../testing/builders.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openS3Server, type S3Server } from '../testing/s3-server.ts';
import { buildUsedAccount } from '../testing/used-account.ts';
import { backupBucket } from './backup-bucket.ts';
import { backupFolder } from './backup-folder.ts';
import { filePath, hashesPath, jobsPath, manifestPath } from './backup-format.ts';
import { backupJobs, nightlyLock, writeNightlyBackup } from './backup-jobs.ts';
import type { BackupAddress, BackupPlace } from './backup-place.ts';
import { NoRoom } from './backup-problem.ts';
import { backupAt, checkBackupBucket, openBackupPlaces } from './open-backup-places.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { verifyInstallation } from './verify-installation.ts';
import { type Installation, writeBackup } from './write-backup.ts';

const app = useTestApp();
let folder: string;
let here: Installation;
let world: Awaited<ReturnType<typeof buildUsedAccount>>;
const now = new Date();
const cleanUp: (() => Promise<void>)[] = [];
let names = 0;
const newPath = () => path.join(folder, String(++names));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'servicebook-backup-'));
  const { databaseUrl = '', dataDir } = app.deps.config;
  here = { databaseUrl, files: app.deps.files, keysDir: path.join(dataDir, 'keys') };
  world = await buildUsedAccount(app);
  await buildDevice(app, { accountId: world.accountId, name: 'Presse „Łódź“\n\\N\t' });
  // The rest of the tables, and work that waits.
  await app.deps.db.global
    .$executeRaw`INSERT INTO invoice_counter (seller_nip, year, month) VALUES ('1', 2026, 1)`;
  await fetch(`${app.url}/readyz`);
  await inTransaction(app.deps, { accountId: world.accountId, userId: 1 }, (tx) =>
    forgetBytes(app.deps, tx, { accountId: world.accountId, key: app.deps.files.newKey() }),
  );
}, 120_000);
afterAll(async () => {
  for (const each of cleanUp.reverse()) await each();
  await rm(folder, { recursive: true });
});

async function emptyInstallation(make: () => Promise<TestDatabase> = createBareDatabase) {
  const { url, drop } = await make();
  cleanUp.push(drop);
  const dataDir = newPath();
  const files = await openLocalFileStore(path.join(dataDir, 'files'));
  return { databaseUrl: url, files, keysDir: path.join(dataDir, 'keys') };
}

const inFolder = (file: string, room?: number): BackupAddress => ({
  place: backupFolder(path.dirname(file), room),
  name: path.basename(file),
});

async function backUp(from: Installation = here): Promise<string> {
  const file = newPath();
  await writeBackup(from, inFolder(file), now);
  return file;
}

/** A folder for backups, with files of these names. */
async function folderWith(...names: string[]): Promise<string> {
  const backupDir = newPath();
  await mkdir(backupDir);
  for (const name of names) await writeFile(path.join(backupDir, name), name);
  return backupDir;
}

/** The command line of `cli.ts` for this installation, and its environment. */
function commandOf(words: string[], settings: Record<string, string> = {}) {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = app.deps.config;
  const env = { ...process.env, DATABASE_URL, DATA_DIR, NODE_ENV: 'test', ...settings };
  return [process.execPath, [path.join(import.meta.dirname, 'cli.ts'), ...words], { env }] as const;
}

/** A file in the bin that is not there, or is. */
const nameInBin = (fileKey: string | null = null) =>
  app.deps.db.of(world).binRow.updateMany({ where: {}, data: { fileKey } });

/** The files, and something that happens before the first one is read. */
function onFirstFile(happen: () => Promise<void>): FileStore {
  let happening: Promise<void> | undefined;
  const { files } = app.deps;
  return {
    ...files,
    stream: (key) => {
      happening ??= happen();
      const content = async function* () {
        await happening;
        yield* files.stream(key);
      };
      return Readable.from(content());
    },
  };
}

/** The same backup without one entry. */
async function without(file: string, missing: string): Promise<string> {
  const entries = async function* () {
    const zip = await yauzl.openPromise(file, { lazyEntries: true });
    for await (const entry of zip.eachEntry())
      if (entry.fileName !== missing)
        yield { name: entry.fileName, content: await zip.openReadStreamPromise(entry) };
  };
  const copy = newPath();
  await writeFile(copy, zipOf(entries(), now));
  return copy;
}

async function read(file: string, name: string): Promise<string> {
  const zip = await yauzl.openPromise(file, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    if (entry.fileName === name) return text(await zip.openReadStreamPromise(entry));
  throw new Error(`no ${name}`);
}

async function ask<Row>({ databaseUrl }: Installation, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

describe('A backup', () => {
  it('brings back every row, file and key, and the work that waits', async () => {
    // Also of which company it is: of some work, few jobs of one company run at once.
    await ask(here, `UPDATE pgboss.job SET group_id = '${world.accountId}'`);
    const file = await backUp();
    const there = await emptyInstallation();
    const { tables, jobs, files, sequences } = await restoreBackup(file, there);
    expect({
      empty: tables.filter(({ rows }) => rows === 0).map(({ name }) => name),
      jobs: jobs > 0,
    }).toEqual({
      empty: [],
      jobs: true,
    });
    expect(files).toBeGreaterThan(5);
    // What was restored gives the same backup, byte by byte.
    const hashes = async (of: string) =>
      (await read(of, hashesPath)).split('\n').filter((line) => !line.endsWith(manifestPath));
    expect(await hashes(await backUp(there))).toEqual(await hashes(file));
    const again = await read(await backUp(there), manifestPath);
    expect(JSON.parse(again).sequences).toEqual(sequences);
  });

  it('is of one moment, also while people work', async () => {
    let working = true;
    const work = async () => {
      for (let at = 0; working; at++) {
        const { id: customerId } = await buildCustomer(app, { accountId: world.accountId });
        await buildDevice(app, { accountId: world.accountId, customerId, name: `Busy ${at}` });
      }
    };
    const people = Promise.all([work(), work()]);
    const file = await backUp();
    working = false;
    await people;
    // A machine without its customer would be refused.
    const there = await emptyInstallation();
    const { tables } = await restoreBackup(file, there);
    const [{ count = '' } = {}] = await ask<{ count: string }>(there, 'SELECT count(*) FROM device');
    expect(tables.find(({ name }) => name === 'device')?.rows).toBe(Number(count));
  });

  it('says which files were removed meanwhile, and which are lost', async () => {
    const { archivePart } = app.deps.db.of(world);
    const removed = await app.deps.files.put(new Uint8Array([1]));
    const lost = app.deps.files.newKey();
    await nameInBin(lost);
    const { key: _, ...part } = await archivePart.findFirstOrThrow();
    await archivePart.create({ data: { ...part, position: 1000, key: removed } });
    const whileCopying = onFirstFile(async () => {
      await archivePart.deleteMany({ where: { key: removed } });
      await app.deps.files.remove(removed);
    });
    const { missingFiles, lostFiles } = await writeBackup(
      { ...here, files: whileCopying },
      inFolder(newPath()),
      now,
    );
    expect(missingFiles.toSorted()).toEqual([removed, lost].toSorted());
    expect(lostFiles).toEqual([lost]);
    await nameInBin(null);
  });

  it('waits for a migration that rewrites a table, and keeps none waiting while it copies files', async () => {
    const [{ count: before = '' } = {}] = await ask<{ count: string }>(here, 'SELECT count(*) FROM device');
    const migration = new pg.Client({ connectionString: here.databaseUrl });
    await migration.connect();
    await migration.query('BEGIN');
    await migration.query('ALTER TABLE device ADD COLUMN mark double precision DEFAULT random()');
    const migrateMore = onFirstFile(async () => {
      await ask(here, "SET lock_timeout = '100ms'; ALTER TABLE device DROP COLUMN mark");
    });
    const file = newPath();
    const writing = writeBackup({ ...here, files: migrateMore }, inFolder(file), now);
    await vi.waitFor(async () =>
      expect(
        await ask(here, "SELECT FROM pg_locks WHERE NOT granted AND relation = 'device'::regclass"),
      ).not.toEqual([]),
    );
    await migration.query('COMMIT');
    await migration.end();
    const { tables } = await writing;
    const device = tables.find(({ name }) => name === 'device');
    expect(device?.rows).toBe(Number(before));
    expect(device?.columns).toContain('mark');
    expect(await ask(here, "SELECT FROM pg_attribute WHERE attname = 'mark'")).toEqual([]);
  });

  it('needs the key that each installation has, and leaves room on the disk', async () => {
    const file = newPath();
    const keysDir = newPath();
    await mkdir(keysDir);
    await expect(writeBackup({ ...here, keysDir }, inFolder(file), now)).rejects.toThrow('has no export.pem');
    await expect(writeBackup(here, inFolder(file, Number.MAX_SAFE_INTEGER), now)).rejects.toThrow(
      'is nearly full',
    );
    expect((await readdir(folder)).filter((name) => name.startsWith(path.basename(file)))).toEqual([]);
  });

  it('leaves nothing behind if it fails, and overwrites nothing', async () => {
    const file = newPath();
    const away = { ...here, databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' };
    await expect(writeBackup(away, inFolder(file), now)).rejects.toThrow('ECONNREFUSED');
    await writeBackup(here, inFolder(file), now);
    const before = await readFile(file);
    await expect(writeBackup(here, inFolder(file), now)).rejects.toThrow('exists. Name a new file.');
    expect((await readFile(file)).equals(before)).toBe(true);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('A restore is refused', () => {
  const isUntouched = async (there: Installation) =>
    expect(await ask(there, 'SELECT FROM account').catch(() => [])).toEqual([]);

  it('where there are companies', async () => {
    await expect(restoreBackup(await backUp(), here)).rejects.toThrow('has companies');
    await expect(app.as(await buildAdmin(app))).resolves.toBeDefined();
  });

  it('beside keys of another installation', async () => {
    const there = await emptyInstallation();
    await mkdir(there.keysDir, { recursive: true });
    await writeFile(path.join(there.keysDir, 'export.pem'), 'another one');
    await expect(restoreBackup(await backUp(), there)).rejects.toThrow('a key of another installation');
    await isUntouched(there);
    expect(await readFile(path.join(there.keysDir, 'export.pem'), 'utf8')).toBe('another one');
  });

  it('of a file that is damaged, cut off or something else; a second try with a good one works', async () => {
    const file = await backUp();
    const bytes = await readFile(file);
    const there = await emptyInstallation();
    const damaged = newPath();
    // A stored file, whose bytes are in the archive as they are.
    const key = await app.deps.files.put(new TextEncoder().encode('a photo of the meter'));
    await nameInBin(key);
    const whole = await readFile(await backUp());
    const at = whole.indexOf('a photo of the meter');
    expect(at).toBeGreaterThan(0);
    await writeFile(
      damaged,
      Buffer.concat([whole.subarray(0, at), Buffer.from('A'), whole.subarray(at + 1)]),
    );
    await expect(restoreBackup(damaged, there)).rejects.toThrow(`damaged: ${filePath(key)} was changed`);
    await nameInBin(null);
    await isUntouched(there);
    const cut = newPath();
    await writeFile(cut, bytes.subarray(0, bytes.length / 2));
    await expect(restoreBackup(cut, there)).rejects.toThrow('is no backup');
    await writeFile(cut, 'Dear customer', { flag: 'w' });
    await expect(restoreBackup(cut, there)).rejects.toThrow('is no backup');
    await expect(restoreBackup(await without(file, jobsPath), there)).rejects.toThrow(
      `it has no ${jobsPath}`,
    );
    // What a try has left that was killed while it wrote a key.
    await mkdir(there.keysDir, { recursive: true });
    await writeFile(path.join(there.keysDir, `export.pem.${randomUUID()}`), '-----BEG');
    await restoreBackup(file, there);
    expect(await ask(there, 'SELECT FROM account')).not.toEqual([]);
  });

  it('if the backup is of a later version, or the database is', async () => {
    const later = `99990101000000_later`;
    await app.deps.db.global.$executeRaw`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', ${later}, now())`;
    const file = await backUp();
    await app.deps.db.global.$executeRaw`DELETE FROM _prisma_migrations WHERE id = 'later'`;
    const there = await emptyInstallation();
    await expect(restoreBackup(file, there)).rejects.toThrow(`does not know ${later}`);
    const migrated = await emptyInstallation(createTestDatabase);
    await ask(
      migrated,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '${later}', now())`,
    );
    await expect(restoreBackup(await backUp(), migrated)).rejects.toThrow('of a later version');
    await ask(migrated, "DELETE FROM _prisma_migrations WHERE id = 'later'");
    const { global } = app.deps.db;
    await global.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = now()
      WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`;
    const earlier = await backUp();
    await global.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = NULL`;
    await expect(restoreBackup(earlier, migrated)).rejects.toThrow('by a later version');
    await isUntouched(migrated);
    await expect(readdir(migrated.keysDir)).rejects.toThrow('ENOENT');
  });
});

describe('A restore', () => {
  it('is of a version without a migration that came later, although its name is an earlier one', async () => {
    const { global } = app.deps.db;
    const index = '20261124190800_refused_mails';
    await global.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = ${index}`;
    const file = await backUp();
    await global.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = NULL`;
    const there = await emptyInstallation();
    const { migrations } = await restoreBackup(file, there);
    expect(migrations).not.toContain(index);
    expect(await applyMigrations(there.databaseUrl)).toEqual([index]);
  });

  it.each(['account', 'invoice'])('erases no %s that is added while it begins', async (table) => {
    const file = await backUp();
    const there = await emptyInstallation(createTestDatabase);
    const [{ row = '' } = {}] = await ask<{ row: string }>(
      here,
      `SELECT row_to_json(t)::text AS row FROM ${table} t LIMIT 1`,
    );
    const other = new pg.Client({ connectionString: there.databaseUrl });
    await other.connect();
    // Without what the row refers to.
    await other.query('BEGIN; SET LOCAL session_replication_role = replica');
    await other.query(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_record(null::${table}, $1)`,
      [row],
    );
    const refused = expect(restoreBackup(file, there)).rejects.toThrow('has companies');
    await vi.waitFor(
      async () => expect(await ask(there, 'SELECT FROM pg_locks WHERE NOT granted')).not.toEqual([]),
      { timeout: 20_000 },
    );
    await other.query('COMMIT');
    await other.end();
    await refused;
    expect(await ask(there, `SELECT FROM ${table}`)).toHaveLength(1);
  });
});

describe('A nightly backup', () => {
  it('is written where the settings say; old ones go when it is complete, and nothing else does', async () => {
    const { deps } = app;
    const clock = () => new Date('2026-11-27T00:30:00Z');
    const files = {
      old: 'servicebook-2026-11-12T00-30-00.zip',
      killed: 'servicebook-2026-11-26T00-30-00.zip.0a1b2c3d.part',
      growing: 'servicebook-2026-11-27T00-30-00.zip.0a1b2c3d.part',
      young: 'servicebook-2026-11-13T00-30-00.zip',
      new: 'servicebook-2026-11-27T00-30-00.zip',
      others: 'accounts 2020.zip',
    };
    const { old, killed, growing, young, others } = files;
    const backupDir = await folderWith(old, killed, growing, young, others);
    const settings = { ...deps, clock, config: { ...deps.config, backupDir, backupDays: 14 } };
    const away = { ...settings.config, databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' };
    await expect(writeNightlyBackup({ ...settings, config: away })).rejects.toThrow('ECONNREFUSED');
    expect(await readdir(backupDir)).toContain(files.old);
    const hourAgo = new Date(clock().getTime() - 3_700_000);
    await utimes(path.join(backupDir, files.killed), hourAgo, hourAgo);
    await writeNightlyBackup(settings);
    expect((await readdir(backupDir)).sort()).toEqual([files.others, files.young, files.new, files.growing]);
    await restoreBackup(path.join(backupDir, files.new), await emptyInstallation());
    await writeNightlyBackup({ ...settings, config: { ...settings.config, backupDir: null } });
  });

  it('that lacks lost files lets old ones stay longer, and is an error', async () => {
    const daysAgo = (days: number) =>
      `servicebook-${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}T00-30-00.zip`;
    const backupDir = await folderWith(daysAgo(30), daysAgo(80));
    const lost = app.deps.files.newKey();
    await nameInBin(lost);
    const error = vi.spyOn(app.deps.log.files, 'error');
    // One that is being made is not lost yet.
    const unfinished = await app.deps.db.of(world).export.updateMany({
      where: { status: 'DONE' },
      data: { status: 'RUNNING', fileKey: app.deps.files.newKey() },
    });
    expect(unfinished.count).toBeGreaterThan(0);
    await writeNightlyBackup({ ...app.deps, config: { ...app.deps.config, backupDir } });
    await nameInBin(null);
    expect((await readdir(backupDir)).sort()).toEqual([
      daysAgo(30),
      expect.stringContaining(daysAgo(0).slice(0, 22)),
    ]);
    expect(error.mock.calls).toMatchObject([
      [{ lost: 1, keys: [lost] }, 'files are missing, so old backups stay longer'],
    ]);
    error.mockRestore();
  });

  it('that finds no room makes some for its next try, but never without the newest old one', async () => {
    const names = ['2020-01-01', '2020-01-02', '2020-01-03'].map((day) => `servicebook-${day}T00-30-00.zip`);
    const backupDir = await folderWith(...names);
    await expect(
      writeNightlyBackup(app.deps, [backupFolder(backupDir, Number.MAX_SAFE_INTEGER)]),
    ).rejects.toThrow('is nearly full');
    expect(await readdir(backupDir)).toEqual(names.slice(2));
  });

  it('that finds no room is made all the same while files are missing; the oldest one stays too', async () => {
    const [oldest = '', ...others] = ['01', '02', '03'].map(
      (day) => `servicebook-2020-01-${day}T00-30-00.zip`,
    );
    const backupDir = await folderWith(oldest, ...others);
    const there = backupFolder(backupDir);
    const small: BackupPlace = {
      ...there,
      async write(...backup) {
        if ((await there.nightly()).length > 2) throw new NoRoom('The disk is full.');
        await there.write(...backup);
      },
    };
    const error = vi.spyOn(app.deps.log.files, 'error');
    const lost = app.deps.files.newKey();
    await nameInBin(lost);
    const deps = { ...app.deps, clock: () => new Date('2020-01-20T00:30:00Z') };
    await expect(writeNightlyBackup(deps, [small])).rejects.toThrow('is full');
    expect(await there.nightly()).toEqual([oldest, others[1]]);
    await writeNightlyBackup(deps, [small]);
    const made = 'servicebook-2020-01-20T00-30-00.zip';
    expect(await there.nightly()).toEqual([oldest, others[1], made]);
    // The oldest one is too old by now, so the next one stays.
    const muchLater = { ...deps, clock: () => new Date('2020-02-27T00:30:00Z') };
    for (const day of ['05', '06'])
      await writeFile(path.join(backupDir, `servicebook-2020-02-${day}T00-30-00.zip`), '');
    await expect(writeNightlyBackup(muchLater, [small])).rejects.toThrow('is full');
    expect(await there.nightly()).toEqual([others[1], 'servicebook-2020-02-06T00-30-00.zip']);
    await nameInBin(null);
    expect(error.mock.calls).toMatchObject([
      [{ lost: 1, keys: [lost] }, 'files are missing, so old backups stay longer'],
    ]);
    error.mockRestore();
  });

  it('that finds no room removes nothing while nobody knows whether files are missing', async () => {
    const names = ['2020-01-01', '2020-01-02', '2020-01-03'].map((day) => `servicebook-${day}T00-30-00.zip`);
    const backupDir = await folderWith(...names);
    const away = async function* () {
      yield* [];
      throw new Error('the store is away');
    };
    const deps = { ...app.deps, files: { ...app.deps.files, keysBefore: away } };
    const error = vi.spyOn(app.deps.log.files, 'error');
    await expect(
      writeNightlyBackup(deps, [backupFolder(backupDir, Number.MAX_SAFE_INTEGER)]),
    ).rejects.toThrow('is nearly full');
    expect(await readdir(backupDir)).toEqual(names);
    expect(error.mock.calls.map(([, message]) => message)).toEqual([
      'it is not known whether files are missing, so no old backup makes room',
    ]);
    error.mockRestore();
  });

  it('that fails is tried again until the evening, hours apart, and is an error once', async () => {
    const backupDir = newPath();
    const { databaseUrl = '' } = app.deps.config;
    const error = vi.spyOn(app.deps.log.jobs, 'error');
    const server = await startJobs(databaseUrl, app.deps.log.jobs);
    onTestFinished(() => server.stop());
    const jobs = backupJobs({ ...app.deps, config: { ...app.deps.config, backupDir } });
    await server.work(jobs.map((job) => ({ ...job, dailyFromMinute: 0 })));
    const hours: number[] = [];
    while (hours.length < 9) {
      const failed = `name = 'backup.write' AND state = 'retry' AND retry_count = ${hours.length}`;
      const pauseOf = async () => {
        const [job = expect.fail()] = await ask<{ pause: number }>(
          here,
          `SELECT extract(epoch FROM start_after - now())::float AS pause FROM pgboss.job WHERE ${failed}`,
        );
        return job.pause / 3600;
      };
      hours.push(await vi.waitFor(pauseOf, { timeout: 20_000, interval: 100 }));
      if (hours.length === 9) await mkdir(backupDir);
      await ask(here, `UPDATE pgboss.job SET start_after = now() WHERE ${failed}`);
    }
    await vi.waitFor(async () => expect(await readdir(backupDir)).toHaveLength(1), { timeout: 20_000 });
    const inAll = hours.reduce((sum, each) => sum + each, 0);
    expect(Math.min(...hours)).toBeGreaterThan(0.24);
    expect(inAll).toBeGreaterThan(18);
    // The next night has a job of its own.
    expect(inAll).toBeLessThan(22);
    expect(error.mock.calls.map(([, message]) => message)).toEqual([
      'job keeps failing, will be tried again',
    ]);
    error.mockRestore();
  }, 60_000);

  it('is not made twice if two servers try at once: the other one waits', async () => {
    const backupDir = await folderWith();
    const deps = { ...app.deps, config: { ...app.deps.config, backupDir } };
    const later = { ...deps, clock: () => new Date(app.deps.clock().getTime() + 1000) };
    let other: Promise<void> | undefined;
    const waits = vi.spyOn(app.deps.log.files, 'info');
    const files = onFirstFile(async () => {
      other = writeNightlyBackup(later);
      await vi.waitFor(() => expect(waits.mock.calls.flat()).toContainEqual(expect.stringMatching(/waits$/)));
    });
    await writeNightlyBackup({ ...deps, files });
    await other;
    expect(other).toBeDefined();
    expect(await readdir(backupDir)).toHaveLength(1);
    waits.mockRestore();
  });

  it('ends if its server loses the lock, so that another one may write it', async () => {
    const backupDir = await folderWith();
    const deps = { ...app.deps, config: { ...app.deps.config, backupDir } };
    const later = { ...deps, clock: () => new Date(app.deps.clock().getTime() + 1000) };
    let another: Promise<void> | undefined;
    const files = onFirstFile(async () => {
      await ask(
        here,
        `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
          WHERE d.datname = current_database() AND l.locktype = 'advisory'
            AND l.classid::bigint << 32 | l.objid::bigint = ${nightlyLock}`,
      );
      another = vi.waitFor(() => writeNightlyBackup(later), { timeout: 10_000, interval: 100 });
      await another;
    });
    await expect(writeNightlyBackup({ ...deps, files })).rejects.toThrow();
    await another;
    expect(await readdir(backupDir)).toHaveLength(1);
  });

  it('is the work of servers that have a place for it, and of each place', () => {
    const [inFolder, inOther, inBucket, nowhere] = [
      { backupDir: folder },
      { backupDir: newPath() },
      { backupS3: { bucket: 'backups' } },
      {},
    ].map((places) => {
      const config = { ...app.deps.config, backupDir: null, backupS3: null, ...places } as Config;
      return backupJobs({ ...app.deps, config })[0] ?? expect.fail();
    });
    expect([nowhere, inFolder, inBucket].map((job) => job?.isElsewhere)).toEqual([true, false, false]);
    expect(new Set([inFolder, inOther, inBucket].map((job) => job?.dailyFor)).size).toBe(3);
  });

  it('is written by a process of its own', async () => {
    const backupDir = await folderWith();
    const { databaseUrl = '', ...config } = app.deps.config;
    const processes = openJobProcesses({ ...config, databaseUrl, backupDir });
    const [job] = processes.apart(backupJobs(app.deps));
    await job?.handle({} as never, new AbortController().signal);
    await processes.close();
    const [name = ''] = await readdir(backupDir);
    await restoreBackup(path.join(backupDir, name), await emptyInstallation());
  });
});

describe('The command', () => {
  /** Its answer, and what was wrong. */
  async function run(words: string[], settings?: Record<string, string>) {
    return promisify(execFile)(...commandOf(words, settings)).catch(
      (failed: { stdout: string; stderr: string }) => failed,
    );
  }

  it('says what it has written, what is missing, and whether a backup is whole', async () => {
    const lost = app.deps.files.newKey();
    await nameInBin(lost);
    const file = newPath();
    const written = await run(['backup', file]);
    await nameInBin(null);
    expect(written.stdout).toMatch(new RegExp(`^Wrote ${file}: \\d+ rows of \\d+ tables, \\d+ files, `));
    expect(written.stderr).toBe(`These files are missing: ${lost}. Does DATA_DIR name the right folder?\n`);
    expect(await run(['verify', file])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(' is whole: '),
      stderr: `It was made without files that the installation had lost: ${lost}.\n`,
    });
  });

  it('says what is wrong with a name, and makes nothing of it', async () => {
    const nowhere = newPath();
    const failed = (...words: string[]) =>
      run(words).then(({ stderr }) => stderr.replaceAll(nowhere, 'NOWHERE').trim());
    expect(await failed('backup', '--help')).toMatch(/^Usage: /);
    expect(await failed('backup', path.join(nowhere, 'today.zip'))).toBe('There is no folder NOWHERE.');
    expect(await failed('restore', nowhere)).toBe('There is no NOWHERE.');
    expect(await failed('verify', folder)).toBe(`${folder} is a folder.`);
  });

  it('looks for an installation, and makes none but to restore one', async () => {
    const DATA_DIR = newPath();
    const settings = { DATABASE_URL: '', DATA_DIR };
    for (const words of [['verify'], ['backup', newPath()]])
      expect(await run(words, settings)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^There is no installation in .*\. Does DATA_DIR name/),
      });
    expect(await readdir(folder)).not.toContain(path.basename(DATA_DIR));
  });

  it('removes what was killed a day ago, and leaves alone what grows, nightly backups and files of others', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const backupDir = await folderWith();
    const killed = spawn(...commandOf(['backup', path.join(backupDir, 'killed.zip')]));
    const ended = once(killed, 'exit');
    const [draft = expect.fail()] = await vi.waitFor(
      async () => {
        const names = await readdir(backupDir);
        expect(names).toHaveLength(1);
        return names;
      },
      { timeout: 20_000, interval: 5 },
    );
    killed.kill('SIGKILL');
    await ended;
    const others = [
      'growing.zip.servicebook.0a1b2c3d.part',
      'film.zip.0a1b2c3d.part',
      'servicebook-2026-11-27T00-30-00.zip.0a1b2c3d.part',
      'servicebook-2026-11-27T00-30-00.zip.servicebook.0a1b2c3d.part',
    ];
    for (const [index, name] of [draft, ...others].entries()) {
      await appendFile(path.join(backupDir, name), 'half');
      const grown = hoursAgo(index === 1 ? 23 : 25);
      await utimes(path.join(backupDir, name), grown, grown);
    }
    expect(await run(['backup', path.join(backupDir, 'today.zip')])).toMatchObject({ stderr: '' });
    expect((await readdir(backupDir)).sort()).toEqual([...others, 'today.zip'].sort());
    // The nightly backup removes its own sooner.
    await backupFolder(backupDir).removeDrafts(new Date());
    expect((await readdir(backupDir)).sort()).toEqual([...others.slice(0, 2), 'today.zip'].sort());
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves nothing of a backup that is ended by %s',
    async (signal) => {
      const target = newPath();
      await mkdir(target);
      const other = new pg.Client({ connectionString: here.databaseUrl });
      await other.connect();
      onTestFinished(() => other.end());
      await other.query('BEGIN; LOCK TABLE device');
      const command = spawn(...commandOf(['backup', path.join(target, 'today.zip')]));
      const ended = once(command, 'exit');
      const isReading = async () => {
        // The server's own work may wait for the table before the command does.
        expect(await readdir(target)).toHaveLength(1);
        expect(await ask(here, 'SELECT FROM pg_locks WHERE NOT granted')).not.toEqual([]);
      };
      await vi.waitFor(isReading, { timeout: 20_000 });
      command.kill(signal);
      const said = text(command.stderr);
      expect(await ended).toEqual([1, null]);
      expect(await said).toBe('Ended. No backup was written.\n');
      expect(await readdir(target)).toEqual([]);
      await other.end();
    },
  );
});

describe('A backup in a bucket', () => {
  let server: S3Server;
  let settings: Pick<Config, 'backupDir' | 'backupS3' | 's3'>;
  let bucket: Bucket;
  let place: BackupPlace;
  const clock = () => new Date('2026-11-27T00:30:00Z');
  const named = (time: string) => `servicebook-${time}-30-00.zip`;
  /** As if it were a whole one. */
  const addWhole = (name: string) => {
    for (const each of [name, `${name}.sha256`])
      server.objects.set(each, { bytes: Buffer.from(''), at: now });
  };
  const names = () => [...server.objects.keys()].sort();

  beforeAll(async () => {
    server = await openS3Server();
    const BACKUP_S3_BUCKET = server.settings.S3_BUCKET;
    const { backupS3, s3 } = readConfig({ ...server.settings, BACKUP_S3_BUCKET });
    settings = { backupDir: null, backupS3, s3 };
    bucket = openBucket(settings.backupS3 as S3Settings);
    [place] = (await openBackupPlaces(settings)) as [BackupPlace];
  });
  afterEach(() => {
    server.recover();
    server.objects.clear();
    server.uploads.clear();
  });
  afterAll(() => server.close());

  it('is written every night and read back; old ones go when it is complete, and nothing else does', async () => {
    const deps = { ...app.deps, clock, config: { ...app.deps.config, ...settings } };
    addWhole(named('2026-11-12T00'));
    addWhole(named('2026-11-13T00'));
    const unchecked = [named('2026-11-25T00'), named('2026-11-27T00').replace('30-00', '15-00')];
    for (const name of [...unchecked, 'servicebook-notes.zip', 'accounts 2020.zip'])
      server.objects.set(name, { bytes: Buffer.from(name), at: now });
    server.fail({ status: 403, code: 'AccessDenied' });
    const before = names();
    await expect(writeNightlyBackup(deps)).rejects.toMatchObject({ code: 'STORAGE_AWAY' });
    expect(names()).toEqual(before);
    server.recover();
    await writeNightlyBackup(deps);
    const [young, made] = [named('2026-11-13T00'), named('2026-11-27T00')];
    expect(await place.nightly()).toEqual([young, made]);
    expect(names()).toEqual(
      [young, made, ...unchecked.slice(1), 'servicebook-notes.zip', 'accounts 2020.zip']
        .flatMap((name) => ([young, made].includes(name) ? [name, `${name}.sha256`] : [name]))
        .sort(),
    );
    const [{ bytes } = expect.fail()] = [server.objects.get(made)];
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(server.objects.get(`${made}.sha256`)?.bytes.toString()).toBe(`${hash}  ${made}\n`);
    // The same night again.
    await writeNightlyBackup({ ...deps, clock: () => new Date('2026-11-27T00:45:00Z') });
    expect(await place.nightly()).toEqual([young, made]);
  });

  it('is restored and verified by its address, through a copy that has no name', async () => {
    const target = await backupAt('s3://files/some/where/today.zip', settings);
    const manifest = await writeBackup(here, target, now);
    expect(names()).toEqual(['some/where/today.zip', 'some/where/today.zip.sha256']);
    // No list is asked, because some stores have it later.
    server.fail({ status: 503, code: 'SlowDown', method: 'GET' });
    await expect(writeBackup(here, target, now)).rejects.toThrow(
      's3://files/some/where/today.zip exists. Name a new file.',
    );
    server.fail('CUT', 1);
    expect(await verifyBackup(await target.place.fetch(target.name))).toEqual(manifest);
    const file = await target.place.fetch(target.name);
    expect(await restoreBackup(file, await emptyInstallation())).toEqual(manifest);
    await expect(target.place.fetch('other.zip')).rejects.toThrow(
      'There is no s3://files/some/where/other.zip.',
    );
    server.objects.set('some/where/today.zip', { bytes: Buffer.from('noise'), at: now });
    await expect(target.place.fetch(target.name)).rejects.toThrow('is not what was stored');
  });

  it.each([
    ['SIGKILL', ''],
    ['SIGINT', 'Ended. The restore is not complete: restore again before a server starts.\n'],
  ] as const)('leaves no copy if its restore is ended by %s', async (signal, says) => {
    const name = 'today.zip';
    // Once it was listed, half of it comes.
    const stored = {
      get bytes() {
        server.fail('STUCK');
        return Buffer.from('half of it comes');
      },
      at: now,
    };
    server.objects.set(name, stored);
    const TMPDIR = newPath();
    await mkdir(TMPDIR);
    const before = server.calls.length;
    const isRead = () => server.calls.slice(before).some(({ call }) => call.startsWith(`GET /files/${name}`));
    const restoring = spawn(
      ...commandOf(['restore', `s3://files/${name}`], { ...server.settings, TMPDIR, DATA_DIR: newPath() }),
    );
    const ended = once(restoring, 'exit');
    await vi.waitFor(() => expect(isRead()).toBe(true), 20_000);
    restoring.kill(signal);
    const said = text(restoring.stderr);
    await ended;
    expect(await said).toBe(says);
    expect(await readdir(TMPDIR)).toEqual([]);
  });

  it('needs a bucket that does not refuse us; one that is away keeps no server from its start', async () => {
    const own = settings.backupS3 as S3Settings;
    await expect(checkBackupBucket({ ...own, bucket: 'missing' }, app.deps.log.files)).rejects.toThrow(
      `BACKUP_S3_BUCKET: the bucket missing at ${own.endpoint} cannot be used: NoSuchBucket`,
    );
    const error = vi.spyOn(app.deps.log.files, 'error');
    server.fail({ status: 503, code: 'SlowDown' });
    await checkBackupBucket(own, app.deps.log.files);
    expect(error.mock.calls).toMatchObject([[{}, 'the bucket of the backups does not answer']]);
    error.mockRestore();
  });

  it('that does not arrive as it was sent is none', async () => {
    const lossy: Bucket = {
      ...bucket,
      async write(name, content) {
        for await (const _ of content);
        return bucket.write(name, Readable.from(['noise']));
      },
    };
    const target = { place: backupBucket(lossy, settings.backupS3 as S3Settings), name: 'today.zip' };
    await expect(writeBackup(here, target, now)).rejects.toThrow('did not arrive as it was sent');
    expect(names()).toEqual([]);
  });

  it('takes the place of a try that was killed, and gives up what that has sent', async () => {
    const parts = new Map([[1, { bytes: Buffer.from('half'), at: new Date() }]]);
    for (const name of ['today.zip', 'film.zip']) server.uploads.set(name, { name, at: new Date(), parts });
    server.objects.set('today.zip.sha256', { bytes: Buffer.from(''), at: new Date() });
    const manifest = await writeBackup(here, await backupAt('s3://files/today.zip', settings), now);
    expect([...server.uploads.keys()]).toEqual(['film.zip']);
    expect(await verifyBackup(await place.fetch('today.zip'))).toEqual(manifest);
  });

  it('that is given up while it is sent or read back leaves nothing there', async () => {
    const end = new AbortController();
    const stuck = () => {
      const content = async function* () {
        // More than a part.
        yield randomBytes(16 * 1024 * 1024);
        await new Promise(() => {});
      };
      return Readable.from(content());
    };
    const inStore = (of: Bucket) => ({
      place: backupBucket(of, settings.backupS3 as S3Settings),
      name: 'today.zip',
    });
    const files = { ...app.deps.files, stream: stuck };
    const sent = writeBackup({ ...here, files }, inStore(bucket), now, end.signal);
    const givenUp = expect(sent).rejects.toThrow('aborted');
    await vi.waitFor(() => expect(server.uploads.size).toBe(1), { timeout: 20_000 });
    end.abort();
    await givenUp;
    expect([server.uploads.size, names()]).toEqual([0, []]);

    const later = new AbortController();
    const readBack: Bucket = {
      ...bucket,
      stream: (name) => {
        expect(names()).toEqual(['today.zip', 'today.zip.sha256']);
        later.abort();
        return bucket.stream(name);
      },
    };
    await expect(writeBackup(here, inStore(readBack), now, later.signal)).rejects.toThrow('aborted');
    expect(names()).toEqual([]);
  });

  it('by hand that is killed leaves its upload until a later one; what grows or is of others stays', async () => {
    const store = Object.entries(server.settings).map(([name, value]) => [`BACKUP_${name}`, value]);
    const start = (name: string) =>
      spawn(...commandOf(['backup', `s3://files/some/where/${name}`], Object.fromEntries(store)));
    // More than a part.
    await nameInBin(await app.deps.files.put(randomBytes(80 * 1024 * 1024)));
    const killed = start('killed.zip');
    const ended = once(killed, 'exit');
    await vi.waitFor(() => expect(server.uploads.size).toBe(1), { timeout: 20_000, interval: 10 });
    killed.kill('SIGKILL');
    await ended;
    await nameInBin(null);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const mark = server.objects.get('some/where/killed.zip.sha256');
    const begun = (name: string, grown: Date, isBackup = true) => {
      const parts = new Map([[1, { bytes: Buffer.from('half'), at: grown }]]);
      server.uploads.set(name, { name, at: daysAgo(3), parts });
      if (isBackup && mark) server.objects.set(`${name}.sha256`, mark);
    };
    const left = () => [...server.uploads.values()].map(({ name }) => name).sort();
    expect(left()).toEqual(['some/where/killed.zip']);
    server.uploads.clear();
    // As long as the folder that is meant, which the store lists no better.
    begun('else/where/killed.zip', daysAgo(2));
    begun('some/where/killed.zip', daysAgo(2));
    server.uploads.set('of another try', { name: 'some/where/killed.zip', at: daysAgo(3), parts: new Map() });
    begun('some/where/growing.zip', daysAgo(0.9));
    begun('some/where/film.zip', daysAgo(2), false);
    // Others publish files with hashes too.
    begun('some/where/release.tar', daysAgo(2), false);
    server.objects.set('some/where/release.tar.sha256', { bytes: Buffer.from('a hash'), at: now });
    // Somebody copies a folder's backups here, which have no hashes.
    const copied = 'some/where/servicebook-2020-01-01T00-30-00.zip';
    server.objects.set(copied, { bytes: Buffer.from('a backup'), at: now });
    expect(await once(start('next.zip'), 'exit')).toEqual([0, null]);
    const others = ['some/where/film.zip', 'some/where/growing.zip', 'some/where/release.tar'];
    expect(left()).toEqual(['else/where/killed.zip', ...others]);
    expect(names()).toEqual([
      'else/where/killed.zip.sha256',
      'some/where/growing.zip.sha256',
      'some/where/next.zip',
      'some/where/next.zip.sha256',
      'some/where/release.tar.sha256',
      copied,
    ]);
    // The nightly backup removes them too.
    await place.removeDrafts(new Date());
    expect(left()).toEqual(others);
    expect(names()).not.toContain('else/where/killed.zip.sha256');
  }, 60_000);

  it('removes all that others have left, although the bucket keeps one of them', async () => {
    const parts = new Map([[1, { bytes: Buffer.from('half'), at: new Date(0) }]]);
    const uploads = ['2020-01-01T00', '2020-01-02T00', '2020-01-03T00'].map(named);
    for (const name of uploads) server.uploads.set(name, { name, at: new Date(0), parts });
    const unfinished = named('2020-01-04T00');
    server.objects.set(unfinished, { bytes: Buffer.from('half'), at: now });
    server.fail({ status: 403, code: 'AccessDenied', method: 'DELETE' }, 1);
    await expect(place.removeDrafts(now)).rejects.toThrow('AccessDenied');
    expect([...server.uploads.keys()]).toEqual(uploads.slice(0, 1));
    expect(names()).toEqual([]);
  });

  it('that finds no room makes some for its next try, but never without the newest old one', async () => {
    const old = ['2020-01-01T00', '2020-01-02T00', '2020-01-03T00'].map(named);
    for (const name of old) addWhole(name);
    const writeInto = (code: string) => {
      const reason = Object.assign(new Error('no room'), { code });
      const full: Bucket = {
        ...bucket,
        write: async () => Promise.reject(new AppError('STORAGE_FULL', {}, reason)),
      };
      return writeNightlyBackup(app.deps, [backupBucket(full, settings.backupS3 as S3Settings)]);
    };
    // The disk of the database is not that of the backups.
    await expect(writeInto('53100')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(await place.nightly()).toEqual(old);
    await expect(writeInto('ENOSPC')).rejects.toThrow('is full');
    expect(await place.nightly()).toEqual(old.slice(2));
  });

  it('may lie beside the files: neither is an orphan of the other', async () => {
    const local = await openLocalFileStore(newPath());
    const files = openS3FileStore(bucket, local);
    const key = await files.put(Buffer.from('a photo'));
    const name = named('2026-11-27T00');
    addWhole(name);
    const parts = new Map([[1, { bytes: Buffer.from('half'), at: new Date(0) }]]);
    const upload = (of: string) => server.uploads.set(of, { name: of, at: new Date(0), parts });
    const photo = `aa/${'a'.repeat(40)}`;
    for (const each of [name, photo]) upload(each);
    const keys: string[] = [];
    for await (const each of files.keysBefore(new Date(Date.now() + 60_000))) keys.push(each);
    expect(keys).toEqual([key]);
    expect(await place.nightly()).toEqual([name]);
    expect(await files.removePartial(new Date())).toBe(1);
    expect([...server.uploads.keys()]).toEqual([name]);
    upload(photo);
    await place.removeDrafts(new Date());
    expect([...server.uploads.keys()]).toEqual([photo]);
  });

  it('is written although the folder is away, and the folder is tried again', async () => {
    const backupDir = newPath();
    const deps = { ...app.deps, clock, config: { ...app.deps.config, ...settings, backupDir } };
    await expect(writeNightlyBackup(deps)).rejects.toThrow('ENOENT');
    const made = named('2026-11-27T00');
    expect(await place.nightly()).toEqual([made]);
    await mkdir(backupDir);
    const bytes = server.objects.get(made)?.bytes;
    await writeNightlyBackup(deps);
    expect(await readdir(backupDir)).toEqual([made]);
    expect(server.objects.get(made)?.bytes).toBe(bytes);
  });
});

describe('A check of everything', () => {
  it('finds nothing in what was restored, and each fault', async () => {
    const there = await emptyInstallation();
    await restoreBackup(await backUp(), there);
    // So late that no file is an upload in progress.
    const check = () => verifyInstallation(there, new Date(now.getTime() + 48 * 3_600_000));
    const { problems, files, versions, sequences } = await check();
    expect(problems).toEqual([]);
    for (const count of [files, versions, sequences]) expect(count).toBeGreaterThan(0);
    const [first, second] = await ask<{ key: string }>(there, 'SELECT key FROM stored_file ORDER BY key');
    await there.files.remove(first?.key ?? '');
    await there.files.remove(second?.key ?? '');
    await there.files.write(second?.key ?? '', Readable.from(['other']));
    const orphan = await there.files.put(new Uint8Array([1]));
    await ask(there, 'ALTER TABLE service_version DISABLE TRIGGER USER');
    await ask(there, `UPDATE service_version SET snapshot = snapshot || ' '`);
    await ask(there, `SELECT setval('device_id_seq', 1)`);
    const found = (await check()).problems.join('\n');
    expect(found).toContain(`The file ${first?.key} is missing.`);
    expect(found).toContain(`The file ${second?.key} was changed`);
    expect(found).toContain(`The file ${orphan} belongs to nothing`);
    expect(found).toContain('is not what was signed');
    expect(found).toContain('The sequence device_id_seq is at 1');
  });
});
