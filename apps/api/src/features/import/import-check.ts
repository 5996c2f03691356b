/** The check: what would become of each row. Nothing is written but what it finds. */
import type { ImportProblem } from '@servicebook/shared/import';
import type { ApartDeps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { countRows } from './import-counts.ts';
import type { ImportWork } from './import-kinds.ts';
import { planRow, type RowPlan, type SourceRow } from './import-plan.ts';
import { batchesOf, contextOf, readersOf, sheetsOf } from './import-rows.ts';
import { PlanState } from './import-state.ts';
import { inTurns } from './import-turns.ts';
import { readCustomersAndCategories, readNamed, type World } from './import-world.ts';
import { type PlannedRow, rowStatement } from './import-write.ts';

const batchSize = 250;

export async function checkRows(
  deps: ApartDeps,
  { accountId, importId, revision }: ImportWork,
  signal: AbortSignal,
): Promise<void> {
  const db = deps.db.of({ accountId });
  const mine = { id: importId, revision, state: 'CHECKING' } as const;
  const row = await db.import.findFirst({ where: mine });
  if (!row) return;
  const total = sheetsOf(row).reduce((sum, { isLeftOut, rows }) => sum + (isLeftOut ? 0 : rows), 0);
  const world: World = {
    accountId,
    state: new PlanState(),
    context: await contextOf(deps, row),
    written: new Set(),
    readAt: null,
    read: (statement) => deps.db.read({ accountId }, statement),
    isLocking: false,
  };
  await readCustomersAndCategories(world, deps.clock());
  world.state.keep();
  let done = 0;
  for await (const batch of batchesOf(deps, row, readersOf(row), batchSize)) {
    signal.throwIfAborted();
    await readNamed(world, batch);
    const planned = await planAll(world, batch);
    world.state.keep();
    done += batch.length;
    await db.$executeRaw(rowStatement(accountId, importId, world.state, planned, false));
    const { count } = await db.import.updateMany({ where: mine, data: { done, total } });
    if (count === 0) return;
  }
  const counts = await countRows((statement) => db.$queryRaw(statement), accountId, importId);
  await db.import.updateMany({
    where: mine,
    data: { state: 'CHECKED', counts: counts as unknown as Prisma.InputJsonObject, done: total, total },
  });
}

/**
 * Plans rows in their order, and lets others have their turn in between.
 * @param refusalOf says why a planned row must not be done after all; it then leaves nothing for others to build on
 */
export async function planAll<Row extends SourceRow>(
  { state, context }: World,
  rows: readonly Row[],
  refusalOf: (row: Row, plan: RowPlan) => ImportProblem | null = () => null,
): Promise<PlannedRow[]> {
  const planned: PlannedRow[] = [];
  for await (const row of inTurns(rows)) {
    const mark = state.mark();
    const plan = planRow(state, row, context);
    const refusal = plan.plan === 'ERROR' ? null : refusalOf(row, plan);
    if (refusal) state.backTo(mark);
    planned.push({
      at: row.at,
      plan: refusal ? { ...plan, plan: 'ERROR', problems: [refusal], records: [], operations: [] } : plan,
    });
  }
  return planned;
}
