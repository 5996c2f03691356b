/** The run: rows are written in batches, one transaction each, and marked as written in it. */
import { setTimeout as wait } from 'node:timers/promises';
import { undoDays } from '@servicebook/shared/import';
import type { ApartDeps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { isRefusedStatement } from '../../platform/refused-statement.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { recordAll } from '../audit/audit.service.ts';
import { keepNames, lockNames } from '../name-lock/name-lock.ts';
import { differenceOf } from './import-announced.ts';
import { planAll } from './import-check.ts';
import { countRows } from './import-counts.ts';
import type { ImportWork } from './import-kinds.ts';
import type { RowPlan } from './import-plan.ts';
import { batchesOf, contextOf, readersOf, type StoredRow } from './import-rows.ts';
import { PlanState } from './import-state.ts';
import { type Inserted, refreshStatistics } from './import-statistics.ts';
import { readCustomersAndCategories, readNamed, readWritten, type World } from './import-world.ts';
import { WrittenMeanwhile, writeBatch } from './import-write.ts';

/** Small, so that nobody waits long for the customers and machines that a batch locks. */
const batchSize = 200;
const attempts = 5;
const timeouts = { maxWait: 20_000, timeout: 60_000 };
const dayLength = 24 * 3_600_000;

/** Names of what has protocols are changed under a lock that must be taken first. */
const named: Record<string, readonly string[]> = {
  customer: ['shortName', 'fullName', 'city'],
  category: ['name'],
  machine: ['name', 'serialNumber', 'ownNumber', 'manufacturer', 'model', 'city'],
};

/** Somebody has written the same at the same moment, or two wait for each other: another try may succeed. */
const isRefused = (error: unknown): boolean => error instanceof WrittenMeanwhile || isRefusedStatement(error);

class NeedsNames extends Error {}
/** Somebody has cancelled the run, or another server has taken it over. */
export class NotMine extends Error {}

export async function runRows(deps: ApartDeps, work: ImportWork, signal: AbortSignal): Promise<void> {
  const { accountId, importId, revision } = work;
  const db = deps.db.of({ accountId });
  const mine = { id: importId, revision, state: 'RUNNING' } as const;
  const row = await db.import.findFirst({ where: mine });
  if (!row) return;
  const world: World = {
    accountId,
    state: new PlanState(),
    context: await contextOf(deps, row),
    written: await readWritten(deps, accountId, importId),
    readAt: null,
    read: (statement) => deps.db.read({ accountId }, statement),
    isLocking: false,
  };
  await readCustomersAndCategories(world, deps.clock());
  world.state.keep();
  const running: Running = { ...work, userId: row.userId, inserted: new Map() };
  try {
    for await (const batch of batchesOf(deps, row, readersOf(row), batchSize)) {
      signal.throwIfAborted();
      // What the check has found fault with was announced to be left out.
      const open = batch.filter((each) => each.isDone || isPlanned(each));
      if (open.every(({ isDone }) => isDone)) await follow(world, open);
      else {
        await runBatch(deps, running, world, open);
        await refreshStatistics(deps, running.inserted);
      }
      world.state.keep();
    }
  } catch (error) {
    if (error instanceof NotMine) return;
    throw error;
  }
  await finish(deps, work);
}

const isPlanned = ({ plan, isSkipped }: StoredRow): boolean =>
  !isSkipped && (plan === 'CREATE' || plan === 'UPDATE' || plan === 'SAME');

/** Goes through rows that were written before a server died: later rows may name the same. */
async function follow(world: World, rows: readonly StoredRow[]): Promise<void> {
  await readNamed(world, rows);
  await planAll(world, rows);
}

type Running = ImportWork & { userId: number; inserted: Inserted };

async function runBatch(
  deps: ApartDeps,
  running: Running,
  world: World,
  rows: readonly StoredRow[],
): Promise<void> {
  let isNaming = false;
  for (let attempt = 1; ; attempt++) {
    const mark = world.state.mark();
    try {
      await inBatch(deps, running, world, rows, isNaming);
      return;
    } catch (error) {
      world.state.backTo(mark);
      if (error instanceof NotMine) throw error;
      if (error instanceof NeedsNames) {
        isNaming = true;
        continue;
      }
      if (!isRefused(error)) throw error;
      if (attempt >= attempts) {
        const { accountId, importId } = running;
        deps.log.imports.warn(
          { err: error, accountId, importId },
          'a batch of an import is written row by row',
        );
        await oneByOne(deps, running, world, rows);
        return;
      }
      // Records that somebody else has written since are read again, all of them.
      world.readAt = null;
      await wait(50 * attempt);
    }
  }
}

/** The last resort: a row that cannot be written does not keep others from it. */
async function oneByOne(
  deps: ApartDeps,
  running: Running,
  world: World,
  rows: readonly StoredRow[],
): Promise<void> {
  for (const row of rows) {
    const mark = world.state.mark();
    world.readAt = null;
    try {
      await inBatch(deps, running, world, [row], true);
    } catch (error) {
      world.state.backTo(mark);
      if (!isRefused(error)) throw error;
      await refuseRow(deps, running, row, error);
    }
  }
}

async function refuseRow(
  deps: ApartDeps,
  running: Running,
  { at }: StoredRow,
  error: unknown,
): Promise<void> {
  const { accountId, importId } = running;
  deps.log.imports.warn({ err: error, accountId, importId, ...at }, 'a row of an import was refused');
  await deps.db.of({ accountId }).$transaction(async (tx) => {
    await advance(tx, running, 1);
    await tx.importRow.updateMany({
      where: { importId, position: at.position, isDone: false },
      data: {
        plan: 'ERROR',
        problems: [{ column: null, field: null, code: 'CHANGED_MEANWHILE' }],
        records: [],
      },
    });
  }, timeouts);
}

async function inBatch(
  deps: ApartDeps,
  running: Running,
  world: World,
  rows: readonly StoredRow[],
  isNaming: boolean,
): Promise<void> {
  const { accountId, importId, userId, inserted } = running;
  await deps.db.of({ accountId }).$transaction(async (tx) => {
    await (isNaming ? lockNames : keepNames)(tx, { accountId });
    await advance(tx, running, rows.filter(({ isDone }) => !isDone).length);
    const locked: World = { ...world, isLocking: true, read: (statement) => tx.$queryRaw(statement) };
    await readCustomersAndCategories(locked, deps.clock());
    world.readAt = locked.readAt;
    await readNamed(locked, rows);
    const planned = await planAll(locked, rows, (row, plan) => differenceOf(world.state, row, plan));
    const open = planned.filter((_, index) => !rows[index]?.isDone);
    if (!isNaming && open.some(({ plan }) => renames(plan))) throw new NeedsNames();
    await writeBatch({ tx, accountId, userId, importId, state: world.state, inserted }, open);
  }, timeouts);
}

const renames = ({ operations }: RowPlan): boolean =>
  operations.some(({ entity, isNew, values }) => !isNew && named[entity]?.some((field) => field in values));

/** Says how far the run is, and waits for whoever cancels it. @throws NotMine */
async function advance(
  tx: AccountTransaction,
  { importId, revision }: ImportWork,
  rows: number,
): Promise<void> {
  const { count } = await tx.import.updateMany({
    where: { id: importId, revision, state: 'RUNNING' },
    data: { done: { increment: rows } },
  });
  if (count === 0) throw new NotMine();
}

async function finish(deps: ApartDeps, { accountId, importId, revision }: ImportWork): Promise<void> {
  await deps.db.of({ accountId }).$transaction(async (tx) => {
    await endRun(tx, { accountId, importId }, deps.clock(), 'DONE', { revision, state: 'RUNNING' });
  }, timeouts);
}

/** Ends a run: counts what it has done, and writes one entry of the log. @returns whether it was under way */
export async function endRun(
  tx: AccountTransaction,
  { accountId, importId }: { accountId: number; importId: number },
  now: Date,
  state: 'DONE' | 'CANCELLED' | 'FAILED',
  expected: Prisma.ImportWhereInput,
  errorCode: string | null = null,
): Promise<boolean> {
  const { count } = await tx.import.updateMany({
    where: { id: importId, ...expected },
    data: {
      ...{ state, errorCode, finishedAt: now, revision: { increment: 1 } },
      undoUntil: new Date(now.getTime() + undoDays * dayLength),
    },
  });
  if (count === 0) return false;
  const counts = await countRows((statement) => tx.$queryRaw(statement), accountId, importId);
  const row = await tx.import.update({
    where: { accountId_id: { accountId, id: importId } },
    data: { counts: counts as unknown as Prisma.InputJsonObject },
  });
  await recordAll(tx, { accountId, userId: row.userId }, [
    { kind: 'IMPORTED', entity: 'import', entityId: importId, what: row.filename },
  ]);
  return true;
}
