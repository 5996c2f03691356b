/** Checks archives and brings them back; removes the bytes of those that are back or were given up. */
import { type ArchiveFault, passingFaults } from '@servicebook/shared/archive';
import type { ApartDeps, Deps } from '../../deps.ts';
import type { Archive as Row } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import { handles, runsAt } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { isUnavailable } from '../../platform/unavailable.ts';
import { record } from '../audit/audit.service.ts';
import { readReturnedSealsJob } from '../seal/seal-kinds.ts';
import { removeBytes } from '../storage/storage.service.ts';
import { giveUpOldArchives } from './archive.service.ts';
import { checkArchive } from './archive-check.ts';
import { Faulty } from './archive-faulty.ts';
import { removeStored, storeFiles } from './archive-files.ts';
import { type ArchiveWork, checkArchiveJob, clearArchiveJob, runArchiveJob } from './archive-kinds.ts';
import { type ArchiveReader, openArchive } from './archive-reader.ts';
import { countRecords, writeArchive } from './archive-write.ts';

const progressEvery = 1000;
/** All rows of a large company. Nobody waits for them: the account is empty. */
const timeouts = { maxWait: 60_000, timeout: 3 * 3_600_000 };

/** Somebody has given the archive up, or another server has taken it over. */
class NotMine extends Error {}

/** @throws Faulty */
async function openParts(
  deps: ApartDeps,
  { accountId, archiveId }: Omit<ArchiveWork, 'revision'>,
): Promise<ArchiveReader> {
  const parts = await deps.db.of({ accountId }).archivePart.findMany({
    where: { archiveId },
    orderBy: { position: 'asc' },
    select: { key: true, size: true },
  });
  return openArchive(deps.files, parts, deps.exportKey);
}

/** Tells now and then how far the work is, and whether it is still this job's. */
function progressOf(deps: ApartDeps, work: ArchiveWork, total: number, signal: AbortSignal) {
  let done = 0;
  let toldAt = 0;
  return async (more: number): Promise<void> => {
    done += more;
    if (performance.now() - toldAt < progressEvery) return;
    toldAt = performance.now();
    signal.throwIfAborted();
    const { count } = await deps.db.of(work).archive.updateMany({
      where: mine(work),
      data: { done: Math.min(done, total), total },
    });
    if (count === 0) throw new NotMine();
  };
}

const mine = ({ archiveId, revision }: ArchiveWork) => ({ id: archiveId, revision });

type Work = (
  deps: ApartDeps,
  row: Row,
  archive: ArchiveReader,
  work: ArchiveWork,
  signal: AbortSignal,
) => Promise<void>;

/** An archive that is refused tells its user why; a server that stops leaves the work to another one. */
const watched =
  (deps: ApartDeps, state: 'CHECKING' | 'RUNNING', work: Work) =>
  async (payload: ArchiveWork, signal: AbortSignal): Promise<void> => {
    const row = await deps.db.of(payload).archive.findFirst({ where: { ...mine(payload), state } });
    if (!row) return;
    let archive: ArchiveReader | undefined;
    try {
      archive = await openParts(deps, payload);
      await work(deps, row, archive, payload, signal);
    } catch (error) {
      // Whoever goes on has the same keys: another server, or the next try. Even the commit may have arrived.
      if (signal.aborted || isUnavailable(error)) throw error;
      if (error instanceof NotMine) return;
      // Only what nobody can finish any more is removed.
      const isRefused = await refuse(deps, payload, state, faultOf(deps, payload, error));
      if (isRefused && archive && state === 'RUNNING') await removeStored(deps, archive, row.seed);
    } finally {
      archive?.close();
    }
  };

function faultOf(deps: ApartDeps, { accountId, archiveId }: ArchiveWork, error: unknown): ArchiveFault {
  const plain = (code: ArchiveFault['code']) => ({ code, file: '', row: null });
  if (error instanceof Faulty) {
    deps.log.imports.info({ err: error.cause, accountId, archiveId, ...error.fault }, 'archive refused');
    return error.fault;
  }
  if (error instanceof AppError && (error.code === 'STORAGE_FULL' || error.code === 'STORAGE_QUOTA_REACHED'))
    return plain(error.code);
  deps.log.imports.error({ err: error, accountId, archiveId }, 'archive failed');
  return plain('INTERNAL');
}

/**
 * A fault that passes leaves the checked archive here: nobody likes to upload it twice.
 * @returns false if it was finished or given up meanwhile
 */
async function refuse(
  deps: ApartDeps,
  work: ArchiveWork,
  during: 'CHECKING' | 'RUNNING',
  fault: ArchiveFault,
): Promise<boolean> {
  const { accountId, archiveId } = work;
  const isOver = during === 'CHECKING' || !passingFaults.includes(fault.code);
  const now = deps.clock();
  return deps.db.of(work).$transaction(async (tx) => {
    const { count } = await tx.archive.updateMany({
      where: mine(work),
      data: {
        ...(isOver ? { state: 'FAILED', finishedAt: now } : { state: 'CHECKED' }),
        ...{ fault, updatedAt: now, revision: { increment: 1 } },
      },
    });
    if (count > 0 && isOver) await deps.jobs.enqueue(tx, clearArchiveJob, { accountId, archiveId });
    return count > 0;
  });
}

const check: Work = async (deps, _row, archive, work, signal) => {
  const tell = progressOf(deps, work, archive.size, signal);
  const content = await checkArchive(deps, work, archive, tell);
  await deps.db.of(work).archive.updateMany({
    where: mine(work),
    data: { state: 'CHECKED', content, updatedAt: deps.clock(), revision: { increment: 1 } },
  });
};

/** The files first, under keys that no row names yet; then all rows at once, with the end of the work. */
const run: Work = async (deps, row, archive, work, signal) => {
  const { accountId, archiveId } = work;
  const [obstacle] = await countRecords(deps.db.of(work), accountId);
  if (obstacle) throw new Faulty('NOT_EMPTY', obstacle.file);
  const { files, tables } = archive.manifest;
  const bytes = files.reduce((sum, file) => sum + (file.path === null ? 0 : file.size), 0);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  // A row is some hundred bytes of work.
  const weight = 500;
  const tell = progressOf(deps, work, bytes + rows * weight, signal);
  const stillMine = async () => {
    const where = { ...mine(work), state: 'RUNNING' as const };
    if ((await deps.db.of(work).archive.count({ where })) === 0) throw new NotMine();
  };
  await storeFiles(deps, archive, row.seed, { stillMine, tell });
  const replaced = await deps.db.of(work).$transaction(async (tx) => {
    const { userId, seed } = row;
    const tellRows = (written: number) => tell(written * weight);
    const unneeded = await writeArchive({ deps, tx, accountId, userId, seed, archive, tell: tellRows });
    const { count } = await tx.archive.updateMany({
      where: { ...mine(work), state: 'RUNNING' },
      data: { state: 'DONE', finishedAt: deps.clock(), revision: { increment: 1 } },
    });
    if (count === 0) throw new NotMine();
    const what = row.filename;
    await record(
      tx,
      { accountId, userId },
      { kind: 'BROUGHT_BACK', entity: 'account', entityId: accountId, what },
    );
    await deps.jobs.enqueue(tx, clearArchiveJob, { accountId, archiveId });
    await deps.jobs.enqueue(tx, readReturnedSealsJob, { accountId });
    return unneeded;
  }, timeouts);
  await removeBytes(deps, replaced);
};

/** Removes the bytes of an archive: those of the upload, and files that were stored and have no row. */
async function clear(deps: ApartDeps, work: Omit<ArchiveWork, 'revision'>): Promise<void> {
  const db = deps.db.of(work);
  const row = await db.archive.findUnique({ where: rowKey(work, work.archiveId) });
  if (!row) return;
  const parts = await db.archivePart.findMany({ where: { archiveId: row.id }, select: { key: true } });
  if (row.state !== 'DONE' && parts.length > 0) await clearStored(deps, work, row.seed);
  await removeBytes(
    deps,
    parts.map(({ key }) => key),
  );
  await db.archivePart.deleteMany({ where: { archiveId: row.id } });
}

/** An archive that was not read has stored nothing. */
async function clearStored(
  deps: ApartDeps,
  work: Omit<ArchiveWork, 'revision'>,
  seed: string,
): Promise<void> {
  let archive: ArchiveReader;
  try {
    archive = await openParts(deps, work);
  } catch {
    return;
  }
  try {
    await removeStored(deps, archive, seed);
  } finally {
    archive.close();
  }
}

/** Brings an archive back that its user has started. */
export const runArchive = (deps: ApartDeps) => watched(deps, 'RUNNING', run);

/** The work on archives; it runs in a process of its own. */
export const archiveWork = (deps: ApartDeps) => [
  handles(checkArchiveJob, watched(deps, 'CHECKING', check), { isLong: true }),
  handles(runArchiveJob, runArchive(deps), { isLong: true }),
];

export const archiveJobs = (deps: Deps) => [
  handles(clearArchiveJob, (work) => clear(deps, work), { isLong: true }),
  runsAt('archive.give-up-old', '50 1 * * *', () => giveUpOldArchives(deps)),
];
