/** What a user's phone keeps to work without a network, and what of it the phone does not have yet. */
import { createHash } from 'node:crypto';
import { dateIn } from '@servicebook/shared/calendar';
import {
  WorkingSet,
  type WorkingSetChunk,
  type WorkingSetLimits,
  type WorkingSetQuery,
  workingSetLimits,
} from '@servicebook/shared/offline';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { Limit } from '../../platform/throttle.ts';
import { type Chosen, chooseRecords, type Wanted } from './working-set-choice.ts';
import { batchesOf, type Chunk, kindNames, readChunks, readRecords } from './working-set-records.ts';

/** Answers that are read from the records. A large account's first set takes two dozen. */
const perUser: Limit = { points: 100, seconds: 300 };

interface List extends Omit<Chosen, 'choice'> {
  chunks: Chunk[];
}

/**
 * Lists of which a part was sent, by their revisions: making one takes longer than reading what is sent. If a record
 * changes before it is sent, its chunk has another hash in the next list and is sent again.
 */
const openLists = new LRUCache<string, List>({ max: 30, ttl: 10 * 60_000 });

/** A new version of the server may answer records in another form; phones then get them again. */
const form = createHash('sha256')
  .update(JSON.stringify(z.toJSONSchema(WorkingSet, { io: 'input' })))
  .digest('base64url')
  .slice(0, 8);

/** @throws AppError TOO_MANY_ATTEMPTS */
export async function readWorkingSet(
  deps: Deps,
  ctx: Ctx,
  query: WorkingSetQuery,
  limits: WorkingSetLimits = workingSetLimits,
): Promise<WorkingSet> {
  const takenAt = deps.clock().toISOString();
  // Read before the rows: a change in between is then sent twice, but never missed.
  const { revision, today } = await readState(deps, ctx, query);
  if (query.revision === revision) return { takenAt, revision, set: null };
  await deps.throttle.take('working-set', `${ctx.accountId}/${ctx.userId}`, perUser);
  const { pinned, opened, have } = query;
  const list = openLists.get(revision) ?? (await makeList(deps, ctx, { pinned, opened, today, limits }));
  const { chunks, ...chosen } = list;
  const missing = chunks.filter(({ key, hash }) => have[key] !== hash);
  const sent = firstOf(missing, limits.records);
  const records = await readSent(deps, ctx, sent);
  const more = sent.length < missing.length;
  if (more) openLists.set(revision, list);
  else openLists.delete(revision);
  return {
    takenAt,
    revision: more ? null : revision,
    set: {
      ...chosen,
      more,
      chunks: chunks.map(
        ({ kind, key, hash }) => ({ kind, key, hash, records: records.get(key) }) as WorkingSetChunk,
      ),
    },
  };
}

async function makeList(deps: Deps, ctx: Ctx, wanted: Wanted): Promise<List> {
  const { choice, ...chosen } = await chooseRecords(deps, ctx, wanted);
  const chunks: Chunk[] = [];
  for (const name of kindNames)
    chunks.push(...(await readChunks(deps, ctx, name, { ids: choice[name], form })));
  return { ...chosen, chunks };
}

/** In one look-up: what the answer depends on, and the day by the company's calendar. */
async function readState(
  deps: Deps,
  ctx: Ctx,
  { pinned, opened }: WorkingSetQuery,
): Promise<{ revision: string; today: string }> {
  const { accountId, userId, roles, language, timezone } = ctx;
  const [account] = await deps.db.read<{ revision: string; timezone: string }>(
    ctx,
    Prisma.sql`SELECT revision, timezone FROM account WHERE id = ${accountId}`,
    'working set state',
  );
  if (!account) throw new AppError('NOT_SIGNED_IN');
  const now = deps.clock().toISOString();
  const today = dateIn(now, account.timezone);
  // The home page's to-dos are due by the calendar of the user.
  const days = [today, dateIn(now, timezone)];
  const state = [account.revision, userId, roles, language, timezone, days, pinned, opened, form];
  const revision = createHash('sha256').update(JSON.stringify(state)).digest('base64url');
  return { revision, today };
}

/** The first chunks up to so many records, at least one. */
function firstOf(chunks: readonly Chunk[], most: number): Chunk[] {
  let records = 0;
  return chunks.filter(({ ids }, index) => {
    records += ids.length;
    return index === 0 || records <= most;
  });
}

/** The records by the keys of their chunks. */
async function readSent(
  deps: Deps,
  ctx: Ctx,
  chunks: readonly Chunk[],
): Promise<Map<string, { id: number }[]>> {
  const sent = new Map<string, { id: number }[]>();
  for (const [kind, ofKind] of Map.groupBy(chunks, (chunk) => chunk.kind)) {
    const byId = new Map<number, { id: number }>();
    for (const batch of batchesOf(ofKind.flatMap(({ ids }) => ids)))
      for (const record of await readRecords(deps, ctx, kind, batch)) byId.set(record.id, record);
    for (const { key, ids } of ofKind)
      sent.set(
        key,
        ids.flatMap((id) => byId.get(id) ?? []),
      );
  }
  return sent;
}
