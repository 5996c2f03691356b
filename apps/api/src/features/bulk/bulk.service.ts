/** One action on several records: what it would do, and doing it. A rule judges them (`bulk-rule.ts`). */
import { isDeepStrictEqual } from 'node:util';
import { may } from '@servicebook/shared/access';
import {
  type BulkAction,
  type BulkDone,
  type BulkPlan,
  type BulkRequest,
  bulkUndoMinutes,
} from '@servicebook/shared/bulk';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, inLongTransaction, refusing } from '../../platform/tenancy.ts';
import { asJson, type BulkRecords, type BulkRule, type Change, type Row, type Work } from './bulk-rule.ts';
import { ruleOf } from './bulk-rules.ts';

interface Judged {
  plan: BulkPlan;
  changes: Change[];
  deleted: Row[];
}

/** What the action would do now. Nothing is locked and nothing is written. */
export async function checkBulk(deps: Deps, ctx: Ctx, request: BulkRequest): Promise<BulkPlan> {
  const rule = allowedRule(ctx, request);
  return (await judge({ deps, tx: deps.db.of(ctx), ctx }, rule, request)).plan;
}

/** Does it, to each record that allows it. @throws what the rule of the action throws */
export function runBulk(deps: Deps, ctx: Ctx, request: BulkRequest): Promise<BulkDone> {
  const rule = allowedRule(ctx, request);
  const { records } = rule;
  return refusing(records.refusals ?? {}, () =>
    inLongTransaction(deps, ctx, async (tx) => {
      const work = { deps, tx, ctx };
      await records.begin?.(work, request.ids);
      await lockRows(tx, ctx, records, request.ids);
      const { plan, changes, deleted } = await judge(work, rule, request);
      if (plan.changed === 0) return { ...plan, id: null };
      const { accountId, userId } = ctx;
      const { action } = request.change;
      const { id } = await tx.bulkAction.create({
        data: { accountId, userId, action, createdAt: deps.clock() },
        select: { id: true },
      });
      await records.write(work, changes);
      await records.remove?.(work, deleted);
      const entries = await entriesOf(work, records, deleted);
      await tx.bulkRecord.createMany({
        data: [
          ...changes.map(({ before, values }) => ({
            ...called(ctx, records, before),
            ...{ accountId, actionId: id },
            before: pick(asJson(before), values) as Prisma.InputJsonObject,
            after: asJson(values) as Prisma.InputJsonObject,
          })),
          ...deleted.map((row) => ({
            ...called(ctx, records, row),
            ...{ accountId, actionId: id },
            before: { binEntry: entries.get(records.idOf(row)) ?? null },
          })),
        ],
      });
      return { ...plan, id };
    }),
  );
}

/** Where deleted records lie in the bin, by their ids. An older entry of the same record was restored before. */
async function entriesOf(
  { tx }: Work,
  { bin, idOf }: BulkRecords,
  deleted: readonly Row[],
): Promise<Map<number, number>> {
  if (!bin || deleted.length === 0) return new Map();
  const entries = await tx.binEntry.findMany({
    where: { kind: bin, recordId: { in: deleted.map(idOf) } },
    orderBy: { id: 'asc' },
    select: { id: true, recordId: true },
  });
  return new Map(entries.map(({ id, recordId }) => [recordId, id]));
}

/**
 * The records of an action that were not taken back. What was kept may come back with a later press, when nothing stands
 * in its way any more.
 */
export const stillDone = { OR: [{ undo: null }, { undo: { not: 'REVERSED' } }] };

/** The caller's actions that can still be taken back. What is gone will hardly come back, so it is not offered. */
export async function findRecentBulks(deps: Deps, ctx: Ctx): Promise<BulkAction[]> {
  const left = { accountId: ctx.accountId, OR: [{ undo: null }, { undo: { notIn: ['REVERSED', 'GONE'] } }] };
  const rows = await deps.db.of(ctx).bulkAction.findMany({
    where: { ...withinTime(deps, ctx), changes: { some: left } },
    orderBy: { id: 'desc' },
    take: 20,
    include: {
      _count: { select: { changes: { where: left } } },
      changes: { where: { undo: { not: null } }, take: 1 },
    },
  });
  return rows.map(({ id, action, createdAt, _count, changes }) => ({
    ...{ id, action, changed: _count.changes, isTried: changes.length > 0 },
    at: createdAt.toISOString(),
  }));
}

/** One's own actions, as long as they can be taken back. */
export const withinTime = ({ clock }: Deps, { userId }: Ctx) => ({
  userId,
  createdAt: { gte: new Date(clock().getTime() - bulkUndoMinutes * 60_000) },
});

/** Locked in one order, so that two actions on the same records do not wait for each other. */
export const lockRows = (
  tx: AccountTransaction,
  { accountId }: Ctx,
  { table }: BulkRecords,
  ids: readonly number[],
) => tx.$queryRaw`
  SELECT FROM ${Prisma.raw(`"${table}"`)} WHERE account_id = ${accountId} AND id = ANY(${ids}::int[]) ORDER BY id FOR UPDATE`;

function allowedRule(ctx: Ctx, { change }: BulkRequest): BulkRule<BulkRequest['change']> {
  const rule = ruleOf(change.action);
  if (!may(ctx.roles, rule.access)) throw new AppError('NO_PERMISSION');
  return rule;
}

/** @throws AppError NOT_FOUND if none of the records is the account's */
async function judge(
  work: Work,
  rule: BulkRule<BulkRequest['change']>,
  { ids: given, change }: BulkRequest,
): Promise<Judged> {
  const { records } = rule;
  const ids = [...new Set(given)];
  const rows = await records.read(work, ids);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  const ordered = rows.toSorted((a, b) => records.idOf(a) - records.idOf(b));
  const verdicts = await rule.judge(work, ordered, change);
  const judged = ordered.map((row, index) => ({ row, verdict: verdicts[index] ?? { isSame: true } }));
  const changes = judged.flatMap(({ row, verdict }) =>
    'values' in verdict ? (changeOf(row, verdict.values) ?? []) : [],
  );
  const deleted = judged.flatMap(({ row, verdict }) => ('isDeleted' in verdict ? row : []));
  const refused = judged.flatMap(({ row, verdict }) =>
    'refused' in verdict
      ? { id: records.idOf(row), name: records.nameOf(row, work.ctx), reason: verdict.refused }
      : [],
  );
  const changed = changes.length + deleted.length;
  const affected = [...changes.map(({ before }) => before), ...deleted];
  return {
    changes,
    deleted,
    plan: {
      changed,
      same: rows.length - changed - refused.length,
      gone: ids.length - rows.length,
      refused,
      notes: changed > 0 ? ((await rule.notes?.(work, affected, change)) ?? []) : [],
    },
  };
}

/** The values that the row does not have yet; null: it has them all. */
function changeOf(row: Row, values: Partial<Row>): Change | null {
  const [now, next] = [asJson(row), asJson(values)];
  const fields = Object.keys(next).filter((field) => !isDeepStrictEqual(now[field], next[field]));
  return fields.length === 0
    ? null
    : { before: row, values: Object.fromEntries(fields.map((field) => [field, values[field]])) };
}

const pick = (from: Record<string, unknown>, like: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(like).map((field) => [field, from[field] ?? null]));

const called = (ctx: Ctx, records: BulkRecords, row: Row) => ({
  recordId: records.idOf(row),
  name: records.nameOf(row, ctx),
});
