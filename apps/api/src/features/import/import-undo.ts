/** Taking an import back: the newest change first, except what somebody has changed or used since. */
import { nameOf } from '@servicebook/i18n/names.ts';
import type { ImportEntity, ImportUndoReason, ImportUndoResult } from '@servicebook/shared/import';
import type { LogEntity } from '@servicebook/shared/log';
import type { ApartDeps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { isRefusedStatement, isTaken } from '../../platform/refused-statement.ts';
import { type AccountTransaction, scopedAccount } from '../../platform/tenancy.ts';
import { recordAll } from '../audit/audit.service.ts';
import { lockNames } from '../name-lock/name-lock.ts';
import { entityTables, type Values } from './import-entities.ts';
import type { ImportWork } from './import-kinds.ts';
import { NotMine } from './import-run.ts';
import { updateStatement } from './import-write.ts';

const batchSize = 250;
const attempts = 5;
const timeouts = { maxWait: 20_000, timeout: 60_000 };

interface Change {
  id: number;
  entity: ImportEntity;
  entityId: number;
  before: Values | null;
  after: Values;
}

interface Outcome {
  id: number;
  undo: ImportUndoResult;
  reason: ImportUndoReason | null;
  who: string;
}

/** The log's names for what an import writes. A contact stands in the log of its customer, so it has none. */
const logged: Partial<Record<ImportEntity, LogEntity>> = {
  customer: 'customer',
  category: 'category',
  machine: 'device',
  note: 'note',
  part: 'part',
  todo: 'todo',
};

export async function undoRows(deps: ApartDeps, work: ImportWork, signal: AbortSignal): Promise<void> {
  const { accountId, importId, revision } = work;
  const db = deps.db.of({ accountId });
  const mine = { id: importId, revision, state: 'UNDOING' } as const;
  /** What was settled is not looked through again with every batch. */
  let before: number | undefined;
  for (;;) {
    signal.throwIfAborted();
    const row = await db.import.findFirst({ where: mine });
    if (!row) return;
    const changes = await db.importChange.findMany({
      where: { importId, undo: null, ...(before && { id: { lt: before } }) },
      orderBy: { id: 'desc' },
      take: batchSize,
      select: { id: true, entity: true, entityId: true, before: true, after: true },
    });
    before = changes.at(-1)?.id;
    if (!before) break;
    try {
      await undoBatch(deps, work, changes as unknown as Change[], row.startedAt ?? row.createdAt);
    } catch (error) {
      if (error instanceof NotMine) return;
      throw error;
    }
  }
  await db.$transaction(async (tx) => {
    const { count } = await tx.import.updateMany({
      where: mine,
      data: { state: 'UNDONE', revision: { increment: 1 } },
    });
    if (count === 0) return;
    await giveMainContacts(tx, work);
    const row = await tx.import.findUniqueOrThrow({ where: { accountId_id: { accountId, id: importId } } });
    const entry = {
      kind: 'IMPORT_UNDONE',
      entity: 'import',
      entityId: importId,
      what: row.filename,
    } as const;
    await recordAll(tx, { accountId, userId: row.userId }, [entry]);
  }, timeouts);
}

async function undoBatch(
  deps: ApartDeps,
  work: ImportWork,
  changes: readonly Change[],
  since: Date,
): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      await inBatch(deps, work, changes, since);
      return;
    } catch (error) {
      if (error instanceof NotMine) throw error;
      if (!isRefusedStatement(error)) throw error;
    }
  }
  // One of them cannot be taken back; the others can.
  for (const change of changes) {
    try {
      await inBatch(deps, work, [change], since);
    } catch (error) {
      if (error instanceof NotMine || !isRefusedStatement(error)) throw error;
      const reason = isTaken(error) ? 'TAKEN' : 'INTERNAL';
      await deps.db.of(work).$transaction(async (tx) => {
        await advance(tx, work, 1);
        await settle(tx, work.accountId, [{ id: change.id, undo: 'FAILED', reason, who: '' }]);
      }, timeouts);
    }
  }
}

async function inBatch(
  deps: ApartDeps,
  work: ImportWork,
  changes: readonly Change[],
  since: Date,
): Promise<void> {
  await deps.db.of(work).$transaction(async (tx) => {
    // It may give names back that protocols are found by.
    await lockNames(tx, work);
    await advance(tx, work, changes.length);
    for (const part of partsOf(changes)) {
      const outcomes = await (part[0]?.before
        ? revert(tx, work.accountId, part)
        : remove(tx, work.accountId, part));
      await settle(tx, work.accountId, await withNames(tx, work, part, outcomes, since));
    }
  }, timeouts);
}

/** Neighbours that one statement can take back: of one table, all created or all changed, no record twice. */
function partsOf(changes: readonly Change[]): Change[][] {
  const parts: Change[][] = [];
  for (const change of changes) {
    const part = parts.at(-1);
    const [first] = part ?? [];
    const isAlike = first?.entity === change.entity && (first.before === null) === (change.before === null);
    if (part && isAlike && !part.some(({ entityId }) => entityId === change.entityId)) part.push(change);
    else parts.push([change]);
  }
  return parts;
}

async function advance(
  tx: AccountTransaction,
  { importId, revision }: ImportWork,
  changes: number,
): Promise<void> {
  const { count } = await tx.import.updateMany({
    where: { id: importId, revision, state: 'UNDOING' },
    data: { done: { increment: changes } },
  });
  if (count === 0) throw new NotMine();
}

interface Standing {
  id: number;
  isChanged: boolean;
  isUsed: boolean;
}

/** How records stand now. They are locked, so that they stay so. */
async function standingOf(
  tx: AccountTransaction,
  accountId: number,
  part: readonly Change[],
  used: Prisma.Sql,
): Promise<Map<number, Standing>> {
  const table = Prisma.raw(`"${entityTables[part[0]?.entity ?? 'todo'].table}"`);
  const ids = part.map(({ entityId }) => entityId);
  await tx.$queryRaw`
    SELECT FROM ${table} WHERE account_id = ${accountId} AND id = ANY (${ids}::int[]) ORDER BY id FOR UPDATE`;
  const expected = part.map(({ entityId, after }) => ({ id: entityId, after }));
  const rows = await tx.$queryRaw<Standing[]>`
    SELECT t.id, ${used} AS "isUsed", EXISTS (
             SELECT FROM jsonb_each(e.after) AS v WHERE now.row -> v.key IS DISTINCT FROM v.value) AS "isChanged"
      FROM jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) AS e (id int, after jsonb)
      JOIN ${table} t ON t.account_id = ${accountId} AND t.id = e.id AND t.id = ANY (${ids}::int[])
     -- Once for a record, not for each of its values.
     CROSS JOIN LATERAL (SELECT to_jsonb(t) AS row OFFSET 0) AS now`;
  return new Map(rows.map((row) => [row.id, row]));
}

const outcome = (id: number, undo: ImportUndoResult, reason: ImportUndoReason | null = null): Outcome => ({
  ...{ id, undo, reason },
  who: '',
});

/** Deletes what the import has created. */
async function remove(
  tx: AccountTransaction,
  accountId: number,
  part: readonly Change[],
): Promise<Outcome[]> {
  const { table } = entityTables[part[0]?.entity ?? 'todo'];
  const standing = await standingOf(tx, accountId, part, await usesOf(tx, accountId, table));
  const outcomes = part.map(({ id, entityId }) => {
    const now = standing.get(entityId);
    if (!now) return outcome(id, 'REVERSED', 'GONE');
    if (now.isChanged) return outcome(id, 'KEPT', 'CHANGED');
    return now.isUsed ? outcome(id, 'KEPT', 'IN_USE') : outcome(id, 'REVERSED');
  });
  const deleted = part.flatMap(({ entityId }, index) =>
    outcomes[index]?.undo === 'REVERSED' ? entityId : [],
  );
  await tx.$executeRaw`
    DELETE FROM ${Prisma.raw(`"${table}"`)} WHERE account_id = ${accountId} AND id = ANY (${deleted}::int[])`;
  return outcomes;
}

/** A customer whose main contact came with the import has another one, as when it is deleted by hand. */
async function giveMainContacts(tx: AccountTransaction, { accountId, importId }: ImportWork): Promise<void> {
  const customers = await tx.$queryRaw<{ id: number }[]>`
    SELECT c.id FROM customer c
     WHERE c.account_id = ${accountId} AND c.id IN (
       SELECT (i.after ->> 'customer_id')::int FROM import_change i
        WHERE i.account_id = ${accountId} AND i.import_id = ${importId} AND i.entity = 'contact' AND i.before IS NULL)
     ORDER BY c.id FOR NO KEY UPDATE`;
  const ids = customers.map(({ id }) => id);
  await tx.$executeRaw`
    UPDATE customer_contact t SET is_main = TRUE, revision = t.revision + 1, updated_at = now()
     WHERE t.account_id = ${accountId} AND t.id IN (
       SELECT min(o.id) FROM customer_contact o WHERE o.account_id = ${accountId} AND o.customer_id = ANY (${ids}::int[])
        GROUP BY o.customer_id HAVING NOT bool_or(o.is_main))`;
}

interface Reference {
  table: string;
  column: string;
}

/**
 * Whether another record needs the row `t`. The database knows which tables refer to it, also those whose rows would be
 * deleted with it: somebody may have added them. What lies in the bin needs it to be restored, and so does a row that
 * stayed and has its reference back then.
 */
async function usesOf(tx: AccountTransaction, accountId: number, table: string): Promise<Prisma.Sql> {
  const references = await tx.$queryRaw<Reference[]>`
    SELECT c.conrelid::regclass::text AS table, a.attname AS column
      FROM pg_constraint c
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[2]
     WHERE c.contype = 'f' AND c.confrelid = ${table}::regclass AND ${accountId}::int > 0`;
  const found = references.flatMap(({ table: other, column }) => [
    // Looked up row by row: an EXISTS among others may be answered by reading the whole table.
    Prisma.sql`(SELECT TRUE FROM ${Prisma.raw(other)} o WHERE o.account_id = ${scopedAccount}
        AND o.${Prisma.raw(`"${column}"`)} = t.id LIMIT 1) IS TRUE`,
    // Read once for all rows.
    Prisma.sql`t.id::text IN (SELECT r.content ->> ${column} FROM bin_row r WHERE r.account_id = ${accountId}
        AND r.table_name = ${other} AND r.content ->> ${column} IS NOT NULL)`,
  ]);
  return found.length === 0 ? Prisma.sql`FALSE` : Prisma.sql`(${Prisma.join(found, ' OR ')})`;
}

/** Gives changed records their former values, if they still hold the imported ones. */
async function revert(
  tx: AccountTransaction,
  accountId: number,
  part: readonly Change[],
): Promise<Outcome[]> {
  const entity = part[0]?.entity ?? 'todo';
  const standing = await standingOf(tx, accountId, part, Prisma.sql`FALSE`);
  const outcomes = part.map(({ id, entityId }) => {
    const now = standing.get(entityId);
    if (!now) return outcome(id, 'FAILED', 'GONE');
    return now.isChanged ? outcome(id, 'KEPT', 'CHANGED') : outcome(id, 'REVERSED');
  });
  const patches = part.flatMap(({ entityId, before }, index) =>
    before && outcomes[index]?.undo === 'REVERSED' ? { id: entityId, patch: before } : [],
  );
  if (patches.length > 0) await tx.$executeRaw(updateStatement(entity, accountId, patches));
  return outcomes;
}

/** Who has changed what was kept: as the log tells, or whoever has imported it since. */
async function withNames(
  tx: AccountTransaction,
  { accountId, importId }: ImportWork,
  part: readonly Change[],
  outcomes: readonly Outcome[],
  since: Date,
): Promise<Outcome[]> {
  const kept = new Map(part.map(({ id, entityId }) => [id, entityId]));
  const changed = outcomes.filter(({ reason }) => reason === 'CHANGED').map(({ id }) => kept.get(id) ?? 0);
  const entity = part[0]?.entity ?? 'todo';
  if (changed.length === 0) return [...outcomes];
  const rows = await tx.$queryRaw<{ entityId: number; who: string; firstName: string; lastName: string }[]>`
    SELECT DISTINCT ON (e.entity_id) e.entity_id AS "entityId", e.who, coalesce(u.first_name, '') AS "firstName",
           coalesce(u.last_name, '') AS "lastName"
      FROM (SELECT l.entity_id, l.user_id, l.who, l.timestamp AS at FROM audit_log l
             WHERE l.account_id = ${accountId} AND l.entity = ${logged[entity] ?? ''}
               AND l.entity_id = ANY (${changed}::int[]) AND l.timestamp >= ${since}
            UNION ALL
            SELECT c.entity_id, i.user_id, '', i.started_at FROM import_change c
              JOIN import i ON i.account_id = c.account_id AND i.id = c.import_id
             WHERE c.account_id = ${accountId} AND c.import_id > ${importId} AND c.entity = ${entity}
               AND c.entity_id = ANY (${changed}::int[]) AND c.undo IS DISTINCT FROM 'REVERSED') e
      LEFT JOIN app_user u ON u.account_id = ${accountId} AND u.id = e.user_id
     ORDER BY e.entity_id, e.at DESC`;
  const names = new Map(rows.map((row) => [row.entityId, nameOf(row) || row.who]));
  return outcomes.map((each) =>
    each.reason === 'CHANGED' ? { ...each, who: names.get(kept.get(each.id) ?? 0) ?? '' } : each,
  );
}

async function settle(
  tx: AccountTransaction,
  accountId: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE import_change c SET undo = o.undo, reason = o.reason, who = o.who
      FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS o (id int, undo import_undo, reason text, who text)
     WHERE c.account_id = ${accountId} AND c.id = o.id`;
}
