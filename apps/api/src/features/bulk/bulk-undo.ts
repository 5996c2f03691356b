/** Taking an action back: each record gets its former values if it still has the written ones; a deleted one comes back. */
import { isDeepStrictEqual } from 'node:util';
import { nameOf } from '@servicebook/i18n/names.ts';
import { may } from '@servicebook/shared/access';
import type { BulkKeptReason, BulkKind, BulkUndone, TakenNumber } from '@servicebook/shared/bulk';
import type { Deps } from '../../deps.ts';
import type { BulkRecord } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { isConstraintViolation, isTaken } from '../../platform/refused-statement.ts';
import { foundReference, inLongTransaction } from '../../platform/tenancy.ts';
import { missingParent, putBack } from '../bin/bin-restore.ts';
import { lockRows, stillDone, withinTime } from './bulk.service.ts';
import { asJson, type BulkRecords, type Change, type Row, type Work } from './bulk-rule.ts';
import { ruleOf } from './bulk-rules.ts';

type Renumbered = BulkUndone['renumbered'][number];
type Outcome = 'REVERSED' | BulkKeptReason;

/**
 * Takes back what is left of the action. All in one transaction; only if the database refuses it, one by one.
 * @throws AppError NOT_FOUND if it is somebody else's, or too long ago
 */
export async function undoBulk(deps: Deps, ctx: Ctx, id: number): Promise<BulkUndone> {
  const db = deps.db.of(ctx);
  const renumbered: Renumbered[] = [];
  try {
    renumbered.push(...(await takeBack(deps, ctx, id)));
  } catch (error) {
    if (!isRefused(error)) throw error;
    const left = await db.bulkRecord.findMany({ where: { actionId: id, ...stillDone } });
    for (const record of left) renumbered.push(...(await takeBackOne(deps, ctx, record)));
  }
  const records = await db.bulkRecord.findMany({ where: { actionId: id }, orderBy: { recordId: 'asc' } });
  const kept = records.filter(({ undo }) => undo !== 'REVERSED');
  return {
    reversed: records.length - kept.length,
    kept: kept.map(({ recordId, name, undo, who }) => ({
      ...{ id: recordId, name },
      reason: (undo ?? 'REFUSED') as BulkKeptReason,
      ...(undo === 'MISSING' ? { who: '', missing: who } : { who, missing: '' }),
    })),
    renumbered,
  };
}

/** A constraint, or a limit: another try would end in the same way. */
const isRefused = (error: unknown): boolean =>
  foundReference(error) ||
  isConstraintViolation(error) ||
  (error instanceof AppError && error.code !== 'NOT_FOUND' && error.code !== 'NO_PERMISSION');

async function takeBackOne(deps: Deps, ctx: Ctx, record: BulkRecord): Promise<Renumbered[]> {
  const { actionId, recordId } = record;
  try {
    return await takeBack(deps, ctx, actionId, recordId);
  } catch (error) {
    if (!isRefused(error)) throw error;
    await deps.db.of(ctx).bulkRecord.updateMany({
      where: { actionId, recordId, ...stillDone },
      data: await hindranceOf(deps, ctx, record, error),
    });
    return [];
  }
}

/** Why a record is refused, and what is missing. */
async function hindranceOf(
  deps: Deps,
  ctx: Ctx,
  { actionId, before, after }: BulkRecord,
  error: unknown,
): Promise<{ undo: Outcome; who: string }> {
  const work = { deps, tx: deps.db.of(ctx), ctx };
  if (isTaken(error)) return { undo: 'TAKEN', who: '' };
  const records = await allowedRecords(work, actionId);
  const missing =
    after === null
      ? await missingInBin(work, before, error)
      : await records.findMissing?.(work, before as Partial<Row>);
  return missing === undefined ? { undo: 'REFUSED', who: '' } : { undo: 'MISSING', who: missing };
}

/** What a deleted record belonged to; empty if it was erased. */
async function missingInBin({ deps, tx, ctx }: Work, before: unknown, error: unknown) {
  const entry = await tx.binEntry.findFirst({ where: { id: entryOf(before) } });
  const cause = entry ? await missingParent(deps, ctx, entry, error) : error;
  if (!(cause instanceof AppError)) return undefined;
  if (cause.code === 'BIN_PARENT_DELETED') return String(cause.details.values?.title ?? '');
  return cause.code === 'BIN_PARENT_GONE' ? '' : undefined;
}

/** Where the action has put a deleted record. */
const entryOf = (before: unknown): number => (before as { binEntry: number } | null)?.binEntry ?? 0;

const takeBack = (deps: Deps, ctx: Ctx, id: number, only?: number): Promise<Renumbered[]> =>
  inLongTransaction(deps, ctx, async (tx) => {
    const work = { deps, tx, ctx };
    const records = await allowedRecords(work, id);
    const left = { actionId: id, ...stillDone, ...(only && { recordId: only }) };
    const asked = await tx.bulkRecord.findMany({ where: left, select: { recordId: true } });
    await records.begin?.(
      work,
      asked.map(({ recordId }) => recordId),
    );
    // Who presses twice waits here, and then finds nothing left.
    const { accountId } = ctx;
    await tx.$queryRaw`SELECT FROM bulk_action WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`;
    const changes = await tx.bulkRecord.findMany({
      where: left,
      orderBy: { recordId: 'asc' },
    });
    const outcomes = new Map<number, Outcome>();
    await revert(
      work,
      records,
      changes.filter(({ after }) => after !== null),
      outcomes,
    );
    const renumbered = await restore(
      work,
      records,
      changes.filter(({ after }) => after === null),
      outcomes,
    );
    for (const [outcome, same] of Map.groupBy(outcomes.keys(), (one) => outcomes.get(one)))
      await tx.bulkRecord.updateMany({
        where: { actionId: id, recordId: { in: same } },
        data: { undo: outcome as string, who: '' },
      });
    await nameThose(work, records, id, outcomes);
    return renumbered;
  });

/** @throws AppError NOT_FOUND if the action is somebody else's, or too long ago; NO_PERMISSION */
async function allowedRecords({ deps, tx, ctx }: Work, id: number): Promise<BulkRecords> {
  const action = await tx.bulkAction.findFirst({ where: { id, ...withinTime(deps, ctx) } });
  if (!action) throw new AppError('NOT_FOUND');
  const { records, access } = ruleOf(action.action as BulkKind);
  if (!may(ctx.roles, access)) throw new AppError('NO_PERMISSION');
  return records;
}

/** What is to be known before taking back: numbers that others have by now. */
export async function checkUndo(deps: Deps, ctx: Ctx, id: number): Promise<{ taken: TakenNumber[] }> {
  const work = { deps, tx: deps.db.of(ctx), ctx };
  const records = await allowedRecords(work, id);
  const left = await work.tx.bulkRecord.findMany({ where: { actionId: id, ...stillDone } });
  return {
    taken:
      (await records.findTaken?.(
        work,
        left.map(({ before }) => entryOf(before)),
      )) ?? [],
  };
}

/** Gives rows their former values, if they still have those that were written. Values are compared, not revisions. */
async function revert(
  work: Work,
  records: BulkRecords,
  changes: readonly BulkRecord[],
  outcomes: Map<number, Outcome>,
): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ recordId }) => recordId);
  await lockRows(work.tx, work.ctx, records, ids);
  const rows = new Map<number, Row>((await records.read(work, ids)).map((row) => [records.idOf(row), row]));
  const reverted: Change[] = [];
  for (const { recordId, before, after } of changes) {
    const row = rows.get(recordId);
    const now = row && asJson(row);
    const isOurs =
      now && Object.entries(after ?? {}).every(([name, value]) => isDeepStrictEqual(now[name], value));
    outcomes.set(recordId, isOurs ? 'REVERSED' : row ? 'CHANGED' : 'GONE');
    if (isOurs) reverted.push({ before: row, values: before as Change['values'] });
  }
  if (reverted.length > 0) await records.write(work, reverted);
}

/** Brings deleted records back from the bin, where the action has put them. A later deletion is not this action's. */
async function restore(
  work: Work,
  records: BulkRecords,
  changes: readonly BulkRecord[],
  outcomes: Map<number, Outcome>,
): Promise<Renumbered[]> {
  if (changes.length === 0 || !records.bin) return [];
  const { deps, tx, ctx } = work;
  const ids = changes.map(({ recordId }) => recordId);
  const there = new Set((await records.read(work, ids)).map(records.idOf));
  await tx.$queryRaw`
    SELECT FROM bin_entry
     WHERE account_id = ${ctx.accountId} AND kind = ${records.bin} AND record_id = ANY(${ids}::int[])
     ORDER BY id FOR UPDATE`;
  const entries = await tx.binEntry.findMany({
    where: { kind: records.bin, recordId: { in: ids } },
    orderBy: { id: 'asc' },
  });
  const deletedAgain = new Set(entries.map(({ recordId }) => recordId));
  for (const id of ids)
    outcomes.set(id, there.has(id) ? 'REVERSED' : deletedAgain.has(id) ? 'CHANGED' : 'GONE');
  const ours = new Set(changes.map(({ before }) => entryOf(before)));
  const renumbered: Renumbered[] = [];
  // What was deleted last comes back first.
  for (const entry of entries.filter(({ id }) => ours.has(id)).toReversed()) {
    const { title: next, isRenumbered } = await putBack(deps, tx, ctx, entry, true);
    if (isRenumbered) renumbered.push({ id: entry.recordId, name: entry.title, next });
    outcomes.set(entry.recordId, 'REVERSED');
  }
  return renumbered;
}

/** Who has changed the records that are kept, as the log tells. */
async function nameThose(
  { tx, ctx: { accountId } }: Work,
  { entity }: BulkRecords,
  actionId: number,
  outcomes: ReadonlyMap<number, Outcome>,
): Promise<void> {
  const ids = [...outcomes].filter(([, outcome]) => outcome !== 'REVERSED').map(([id]) => id);
  if (ids.length === 0) return;
  const rows = await tx.$queryRaw<{ id: number; who: string; firstName: string; lastName: string }[]>`
    SELECT DISTINCT ON (l.entity_id) l.entity_id AS id, l.who, coalesce(u.first_name, '') AS "firstName",
           coalesce(u.last_name, '') AS "lastName"
      FROM audit_log l LEFT JOIN app_user u ON u.account_id = l.account_id AND u.id = l.user_id
     WHERE l.account_id = ${accountId} AND l.entity = ${entity} AND l.entity_id = ANY(${ids}::int[])
     ORDER BY l.entity_id, l.id DESC`;
  for (const { id: recordId, who, ...name } of rows)
    await tx.bulkRecord.updateMany({ where: { actionId, recordId }, data: { who: nameOf(name) || who } });
}
