/** The check: what would become of each row. Nothing is written but what it finds. */
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { countRows } from './import-counts.ts';
import type { ImportWork } from './import-kinds.ts';
import { planRow, type SourceRow } from './import-plan.ts';
import { batchesOf, contextOf, readersOf, sheetsOf } from './import-rows.ts';
import { PlanState } from './import-state.ts';
import { inTurns } from './import-turns.ts';
import { readCustomersAndCategories, readNamed, type World } from './import-world.ts';
import { type PlannedRow, rowStatement } from './import-write.ts';

const batchSize = 250;

export async function checkRows(
  deps: Deps,
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

/** Plans rows in their order, and lets others have their turn in between. */
export async function planAll({ state, context }: World, rows: readonly SourceRow[]): Promise<PlannedRow[]> {
  const planned: PlannedRow[] = [];
  for await (const row of inTurns(rows)) planned.push({ at: row.at, plan: planRow(state, row, context) });
  return planned;
}
