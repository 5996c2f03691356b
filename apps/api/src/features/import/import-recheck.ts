/** Checks single rows again after a correction, together with the rows that name the same customers and machines. */
import type { Deps } from '../../deps.ts';
import { Prisma, type Import as Stored } from '../../generated/prisma/client.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { planAll } from './import-check.ts';
import { contextOf, rawColumns, readersOf, type StoredRow, sourceOf } from './import-rows.ts';
import { PlanState } from './import-state.ts';
import { readCustomersAndCategories, readNamed, readWritten, type World } from './import-world.ts';
import { rowStatement } from './import-write.ts';

/** More neighbours than this are judged when the import runs. */
const mostNeighbours = 200;

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
  const read = async (where: Prisma.Sql): Promise<StoredRow[]> => {
    const rows = await tx.$queryRaw<RawRow[]>`
      SELECT ${rawColumns} FROM import_row r WHERE r.account_id = ${accountId} AND r.import_id = ${importId}
         AND ${where} ORDER BY r.position LIMIT ${mostNeighbours}`;
    return rows
      .flatMap((each) => {
        const reader = readers[each.sheet];
        return reader && each.row > reader.headerRow ? sourceOf(reader, each) : [];
      })
      .toSorted((one, other) => one.sheet.rank - other.sheet.rank || one.at.position - other.at.position);
  };
  const plan = async (rows: StoredRow[]) => {
    const world = worldOf();
    await readCustomersAndCategories(world, deps.clock());
    await readNamed(world, rows);
    return { state: world.state, planned: await planAll(world, rows) };
  };
  const own = Prisma.sql`r.position = ANY (${positions}::int[])`;
  // What the rows say now; what they said before is in their stored keys.
  const { planned: now } = await plan(await read(own));
  const keys = now.flatMap((each) => each.plan.keys);
  const named = Prisma.sql`r.keys && (${keys}::text[] || ARRAY(
    SELECT unnest(o.keys) FROM import_row o WHERE o.account_id = ${accountId} AND o.import_id = ${importId}
       AND o.position = ANY (${positions}::int[])))`;
  const rows = await read(Prisma.sql`(${own} OR ${named})`);
  const { state, planned } = await plan(rows);
  const open = planned.filter((_, index) => !rows[index]?.isDone);
  await tx.$executeRaw(rowStatement(accountId, importId, state, open, false));
}
