/** Writes what rows of a batch create and change, table by table, and remembers it for taking it back. */
import { type ImportEntity, importEntities } from '@servicebook/shared/import';
import { Prisma } from '../../generated/prisma/client.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { columnOf, columnsOf, entityTables, type Values, whatOf } from './import-entities.ts';
import type { Operation, RowPlan } from './import-plan.ts';
import type { PlanState, RowPlace } from './import-state.ts';
import type { Inserted } from './import-statistics.ts';

export interface PlannedRow {
  at: RowPlace;
  plan: RowPlan;
}

/** Somebody else has written the same at the same moment: the batch is planned again. */
export class WrittenMeanwhile extends Error {
  override name = 'WrittenMeanwhile';
}

interface Batch {
  tx: AccountTransaction;
  accountId: number;
  userId: number;
  importId: number;
  state: PlanState;
  /** Counts what the batch adds to each table. */
  inserted: Inserted;
}

/** All that the rows of a batch do with one record. */
type Merged = Operation & { position: number };

/** @throws WrittenMeanwhile */
export async function writeBatch(batch: Batch, rows: readonly PlannedRow[]): Promise<void> {
  const merged = mergedOperations(rows);
  for (const entity of importEntities) {
    const own = merged.filter((each) => each.entity === entity);
    const updates = own.filter(({ isNew }) => !isNew);
    // A customer has one main contact at any time: the former one goes first.
    const first = updates.filter(({ values }) => entity !== 'contact' || values.isMain === false);
    await update(batch, entity, first);
    await insert(
      batch,
      entity,
      own.filter(({ isNew }) => isNew),
      entity === 'machine' ? lastServices(merged) : undefined,
    );
    await update(
      batch,
      entity,
      updates.filter((each) => !first.includes(each)),
    );
  }
  await remember(batch, merged);
  await writeRows(batch, rows);
}

function mergedOperations(rows: readonly PlannedRow[]): Merged[] {
  const byRef = new Map<number, Merged>();
  for (const { at, plan } of rows)
    for (const operation of plan.operations) {
      const known = byRef.get(operation.ref);
      if (!known) byRef.set(operation.ref, { ...operation, position: at.position });
      else
        byRef.set(operation.ref, {
          ...known,
          values: { ...known.values, ...operation.values },
          before: { ...operation.before, ...known.before },
        });
    }
  return [...byRef.values()];
}

/** The columns of a record as the database reads JSON. */
function columnsIn({ state }: Batch, entity: ImportEntity, values: Values): Values {
  const { references } = entityTables[entity];
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      columnOf(entity, field),
      field in references ? idOf(state, value as number) : value,
    ]),
  );
}

function idOf(state: PlanState, ref: number): number {
  // A parent that no row names.
  if (ref < 0) return -ref;
  const { id } = state.get(ref);
  if (id === null) throw new Error(`draft ${ref} is not written`);
  return id;
}

const listOf = (names: readonly string[]): Prisma.Sql =>
  Prisma.raw(names.map((name) => `"${name}"`).join(', '));

/**
 * The dates that the past services of a batch give its new machines. The triggers would write them too, but then each
 * machine, with all its indexes, would be written twice.
 */
function lastServices(operations: readonly Merged[]): (ref: number) => Values {
  const dates = new Map<number, { all: string[]; inspections: string[] }>();
  for (const { entity, isNew, values } of operations) {
    if (entity !== 'past' || !isNew) continue;
    const machine = values.machine as number;
    const known = dates.get(machine) ?? { all: [], inspections: [] };
    known.all.push(values.date as string);
    if ((values.types as string[]).includes('PERIODIC_INSPECTION'))
      known.inspections.push(values.date as string);
    dates.set(machine, known);
  }
  const last = (some: string[] = []) => some.toSorted().at(-1) ?? null;
  return (ref) => ({
    last_service_date: last(dates.get(ref)?.all),
    last_inspection_date: last(dates.get(ref)?.inspections),
  });
}

async function insert(
  batch: Batch,
  entity: ImportEntity,
  operations: readonly Merged[],
  furtherOf: (ref: number) => Values = () => ({}),
): Promise<void> {
  if (operations.length === 0) return;
  const { tx, accountId, userId, state } = batch;
  const { table, isCreatedBy } = entityTables[entity];
  const ids = await tx.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence(${table}, 'id'))::int AS id
      FROM generate_series(1, ${operations.length}::int) WHERE ${accountId}::int > 0`;
  const own = { account_id: accountId, ...(isCreatedBy && createdBy(entity, userId)) };
  const rows = operations.map(({ ref, values }, index) => {
    const id = ids[index]?.id ?? 0;
    state.replace(state.get(ref), { id });
    return { ...columnsIn(batch, entity, values), ...furtherOf(ref), ...own, id };
  });
  const columns = [...new Set([...columnsOf(entity), ...rows.flatMap((row) => Object.keys(row))])];
  const written = await tx.$executeRaw`
    INSERT INTO ${Prisma.raw(`"${table}"`)} (${listOf(columns)})
    SELECT ${listOf(columns)} FROM jsonb_populate_recordset(NULL::${Prisma.raw(`"${table}"`)}, ${JSON.stringify(rows)}::jsonb)
     WHERE account_id = ${accountId} ORDER BY id ON CONFLICT DO NOTHING`;
  if (written < rows.length) throw new WrittenMeanwhile();
  batch.inserted.set(table, (batch.inserted.get(table) ?? 0) + written);
}

const createdBy = (entity: ImportEntity, userId: number): Values => ({
  user_created_id: userId,
  ...(entity === 'note' && { user_updated_id: userId }),
});

async function update(batch: Batch, entity: ImportEntity, operations: readonly Merged[]): Promise<void> {
  if (operations.length === 0) return;
  const { tx, accountId } = batch;
  const patches = operations.map(({ ref, values }) => ({
    id: idOf(batch.state, ref),
    patch: columnsIn(batch, entity, values),
  }));
  await tx.$executeRaw(updateStatement(entity, accountId, patches));
}

/** Changes records, each in its own columns. Columns that no record changes are not touched, so that no trigger runs for them. */
export function updateStatement(
  entity: ImportEntity,
  accountId: number,
  patches: readonly { id: number; patch: Values }[],
): Prisma.Sql {
  const { table, isRevised } = entityTables[entity];
  const columns = [...new Set(patches.flatMap(({ patch }) => Object.keys(patch)))];
  const revised = isRevised ? Prisma.sql`revision = t.revision + 1,` : Prisma.empty;
  return Prisma.sql`
    UPDATE ${Prisma.raw(`"${table}"`)} t
       SET ${revised} updated_at = now(), (${listOf(columns)}) = ROW(${Prisma.raw(
         columns.map((column) => `(jsonb_populate_record(t, p.patch))."${column}"`).join(', '),
       )})
      FROM jsonb_to_recordset(${JSON.stringify(patches)}::jsonb) AS p (id int, patch jsonb)
     WHERE t.account_id = ${accountId} AND t.id = p.id`;
}

async function remember(batch: Batch, operations: readonly Merged[]): Promise<void> {
  if (operations.length === 0) return;
  const { tx, accountId, importId, state } = batch;
  const order = new Map(importEntities.map((entity, index) => [entity, index]));
  const rows = operations
    .toSorted((one, other) => (order.get(one.entity) ?? 0) - (order.get(other.entity) ?? 0))
    .map(({ ref, entity, isNew, values, before, position }) => ({
      position,
      entity,
      entity_id: idOf(state, ref),
      what: whatOf(entity, state.get(ref).values),
      before: isNew ? null : columnsIn(batch, entity, before),
      after: { ...columnsIn(batch, entity, values), ...(isNew && entityTables[entity].untouched) },
    }));
  await tx.$executeRaw`
    INSERT INTO import_change (account_id, import_id, position, entity, entity_id, what, before, after)
    SELECT ${accountId}::int, ${importId}::int, position, entity, entity_id, what, before, after
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS c (position int, entity text, entity_id int, what text, before jsonb, after jsonb)`;
}

/** What became of the rows. */
async function writeRows(batch: Batch, rows: readonly PlannedRow[]): Promise<void> {
  const { tx, accountId, importId, state } = batch;
  await tx.$executeRaw(rowStatement(accountId, importId, state, rows, true));
}

/** @param isDone whether the rows that have a plan are written with it */
export function rowStatement(
  accountId: number,
  importId: number,
  state: PlanState,
  rows: readonly PlannedRow[],
  isDone: boolean,
): Prisma.Sql {
  const given = rows.map(({ at, plan }) => ({
    position: at.position,
    plan: plan.plan,
    problems: plan.problems,
    records: plan.records.map(({ ref, ...record }) => ({ ...record, id: state.get(ref).id })),
    keys: plan.keys,
    is_done: isDone && plan.plan !== 'ERROR',
  }));
  const positions = given.map(({ position }) => position);
  return Prisma.sql`
    UPDATE import_row r SET plan = g.plan, problems = g.problems, records = g.records, keys = g.keys,
           is_done = g.is_done
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        AS g (position int, plan import_plan, problems jsonb, records jsonb, keys text[], is_done boolean)
     WHERE r.account_id = ${accountId} AND r.import_id = ${importId} AND r.position = g.position AND NOT r.is_done
       -- By the key, also while the database does not know yet how many rows there are.
       AND r.position = ANY (${positions}::int[])`;
}
