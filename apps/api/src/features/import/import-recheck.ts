/**
 * Checks single rows again after a correction. In a file of usual size that is a check of all rows. In a large one it takes
 * the rows that name the same customers, machines and categories, and what those build on.
 */
import type { ImportProblem, ImportRowRecord } from '@servicebook/shared/import';
import type { Deps } from '../../deps.ts';
import { Prisma, type Import as Stored } from '../../generated/prisma/client.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { differenceOf } from './import-announced.ts';
import { planAll } from './import-check.ts';
import type { RowPlan } from './import-plan.ts';
import { contextOf, rawColumns, readersOf, type StoredRow, sourceOf } from './import-rows.ts';
import { PlanState } from './import-state.ts';
import { readCustomersAndCategories, readNamed, readWritten, type World } from './import-world.ts';
import { rowStatement } from './import-write.ts';

/** All rows of a file of this size are checked again: about a second. */
export const mostRechecked = 2000;
/** More neighbours than this are judged when the import runs. */
const mostNeighbours = 200;

/** What a run has held back waits for a person who looks at that very row. */
const isHeld = Prisma.sql`r.problems @> ANY (
  ARRAY['[{"code": "CHANGED_SINCE_CHECK"}]', '[{"code": "CHANGED_MEANWHILE"}]']::jsonb[])`;

type RawRow = Parameters<typeof sourceOf>[1];

export async function recheck(
  deps: Deps,
  tx: AccountTransaction,
  row: Stored,
  positions: readonly number[],
): Promise<void> {
  const { accountId, id: importId } = row;
  const readers = readersOf(row);
  const context = await contextOf(deps, row);
  const written = await readWritten(deps, accountId, importId);
  const worldOf = (): World => ({
    ...{ accountId, context, written, readAt: null, isLocking: false },
    state: new PlanState(),
    read: (statement) => tx.$queryRaw(statement),
  });
  /** @param first rows that must not fall behind the limit */
  const read = async (
    where: Prisma.Sql,
    limit: number,
    first: readonly number[] = positions,
  ): Promise<StoredRow[]> => {
    const rows = await tx.$queryRaw<RawRow[]>`
      SELECT ${rawColumns} FROM import_row r WHERE r.account_id = ${accountId} AND r.import_id = ${importId}
         AND ${where} AND (r.position = ANY (${[...positions]}::int[]) OR NOT ${isHeld})
       ORDER BY r.position = ANY (${[...first]}::int[]) DESC, r.position LIMIT ${limit}`;
    return rows
      .flatMap((each) => {
        const reader = readers[each.sheet];
        return reader && each.row > reader.headerRow ? sourceOf(reader, each) : [];
      })
      .toSorted((one, other) => one.sheet.rank - other.sheet.rank || one.at.position - other.at.position);
  };
  const corrected = new Set(positions);
  const plan = async (rows: StoredRow[]) => {
    const world = worldOf();
    await readCustomersAndCategories(world, deps.clock());
    await readNamed(world, rows);
    const announced = changesOf(rows);
    const refusalOf = (row: StoredRow, next: RowPlan) =>
      corrected.has(row.at.position) ? null : otherThanAnnounced(world.state, announced, row, next);
    return { state: world.state, planned: await planAll(world, rows, refusalOf) };
  };
  const write = ({ state, planned }: Awaited<ReturnType<typeof plan>>, rows: readonly StoredRow[]) => {
    const places = new Set(rows.filter(({ isDone }) => !isDone).map(({ at }) => at.position));
    const open = planned.filter(({ at }) => places.has(at.position));
    return tx.$executeRaw(rowStatement(accountId, importId, state, open, false));
  };
  const all = await read(Prisma.sql`TRUE`, mostRechecked + 1);
  if (all.length <= mostRechecked) {
    await write(await plan(all), all);
    return;
  }
  const own = Prisma.sql`r.position = ANY (${positions}::int[])`;
  // What the rows say now; what they said before is in their stored keys.
  const { planned: now } = await plan(await read(own, mostNeighbours));
  const keys = now.flatMap((each) => each.plan.keys);
  const named = Prisma.sql`(${own} OR r.keys && (${keys}::text[] || ARRAY(
    SELECT unnest(o.keys) FROM import_row o WHERE o.account_id = ${accountId} AND o.import_id = ${importId}
       AND o.position = ANY (${positions}::int[]))))`;
  const rows = await read(named, mostNeighbours);
  const places = rows.map(({ at }) => at.position);
  // Neighbours need the rows that create their customers, machines and categories; these are not judged themselves.
  const near = Prisma.sql`(${named} OR r.keys && ARRAY(
    SELECT unnest(n.keys) FROM import_row n WHERE n.account_id = ${accountId} AND n.import_id = ${importId}
       AND n.position = ANY (${places}::int[])))`;
  await write(await plan(await read(near, mostRechecked, places)), rows);
}

type Announced = ReadonlyMap<string, ImportRowRecord['changes']>;

/** What the rows together have announced about each stored record. */
function changesOf(rows: readonly StoredRow[]): Announced {
  const announced = new Map<string, ImportRowRecord['changes']>();
  for (const { records, isSkipped } of rows)
    for (const { entity, id, changes } of isSkipped ? [] : records)
      if (id !== null)
        announced.set(`${entity}:${id}`, [...(announced.get(`${entity}:${id}`) ?? []), ...changes]);
  return announced;
}

/**
 * A correction announces its own row again, not the others: where somebody has changed what they are about since the check,
 * they are held back as they would be by the run. That another row has announced a change is no difference: the correction
 * may have moved it from there.
 */
function otherThanAnnounced(
  state: PlanState,
  announced: Announced,
  row: StoredRow,
  next: RowPlan,
): ImportProblem | null {
  if (row.plan === null || row.plan === 'ERROR' || row.isSkipped) return null;
  const records = row.records.map((record) => ({
    ...record,
    changes: (record.id !== null && announced.get(`${record.entity}:${record.id}`)) || record.changes,
  }));
  const problem = differenceOf(state, { ...row, records }, next);
  if (problem?.code !== 'CHANGED_MEANWHILE') return problem;
  // What the row would create again is now another row's, by the correction.
  const isTaken = records.some(
    ({ entity, id }) => id !== null && typeof state.withId(entity, id)?.namedBy === 'number',
  );
  return isTaken ? null : problem;
}
