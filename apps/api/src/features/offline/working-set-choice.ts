/** Which records come along on a user's phone: the ids alone, in a fixed number of statements. */
import type { WorkingSetKind, WorkingSetLimits, WorkingSetQuery } from '@servicebook/shared/offline';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { scopedAccount } from '../../platform/tenancy.ts';
import { performedBy } from '../service/service-search.ts';
import { isOpen } from '../visit-news/visit-rows.ts';

/** The ids of the records of each kind, in ascending order. */
export type Choice = Record<WorkingSetKind, number[]>;

export interface Chosen {
  whole: boolean;
  missingMachines: number;
  choice: Choice;
}

export interface Wanted {
  pinned: WorkingSetQuery['pinned'];
  opened: WorkingSetQuery['opened'];
  /** By the company's calendar. */
  today: string;
  limits: WorkingSetLimits;
}

/** Open, or on one of these days. */
const isMine = (
  { accountId, userId }: Ctx,
  { today, limits }: Wanted,
) => Prisma.sql`v.account_id = ${accountId}
  AND EXISTS (SELECT FROM visit_technician mt
    WHERE mt.account_id = ${scopedAccount} AND mt.visit_id = v.id AND mt.user_id = ${userId})
  AND (${isOpen} OR v.state <> 'CANCELLED'
    AND v.day BETWEEN ${today}::date - 1 AND ${today}::date + ${limits.visitDays}::int)
  AND (v.day IS NULL OR v.day <= ${today}::date + ${limits.visitDays}::int)`;

export async function chooseRecords(deps: Deps, ctx: Ctx, wanted: Wanted): Promise<Chosen> {
  const { accountId, userId } = ctx;
  const { limits } = wanted;
  const ids = async (statement: Prisma.Sql): Promise<number[]> => {
    // As one array: it is quicker than a row for each.
    const [row] = await deps.db.read<{ ids: number[] | null }>(
      ctx,
      Prisma.sql`SELECT array_agg(id ORDER BY id) AS ids FROM (${statement}) AS chosen`,
    );
    return row?.ids ?? [];
  };
  const totals = await countAll(deps, ctx);
  const likely = await findLikely(deps, ctx, wanted);
  const whole = totals.machines <= limits.machines && totals.customers <= limits.customers;
  const machines = whole
    ? await ids(Prisma.sql`SELECT id FROM device WHERE account_id = ${accountId}
        AND (archived_at IS NULL OR id = ANY(${likely}::int[]))`)
    : likely.slice(0, limits.machines).sort((a, b) => a - b);
  const close = likely.slice(0, limits.closeMachines).sort((a, b) => a - b);
  const visits = await ids(Prisma.sql`SELECT v.id FROM visit v WHERE ${isMine(ctx, wanted)}
    ORDER BY abs(v.day - ${wanted.today}::date) NULLS LAST, v.id DESC LIMIT ${limits.visits}`);
  const own = [userId];
  const choice: Partial<Choice> = { own, home: own, visits, machines, inspections: close };
  // One after the other, so that a phone needs one connection to the database.
  const others = Object.entries(statementsFor(ctx, wanted, { whole, machines, close, visits }));
  for (const [kind, statement] of others) choice[kind as WorkingSetKind] = await ids(statement);
  const { customers } = choice;
  return {
    whole,
    missingMachines: whole ? 0 : totals.machines - (await countServiced(deps, ctx, machines)),
    choice: {
      ...choice,
      visitNotes: visits,
      machineFacts: machines,
      contacts: customers,
      signers: customers,
    } as Choice,
  };
}

interface Machines {
  whole: boolean;
  machines: number[];
  close: number[];
  visits: number[];
}

/** What comes along because of the machines and visits, and what always does. */
function statementsFor(
  { accountId, userId }: Ctx,
  { pinned, limits }: Wanted,
  { whole, machines, close, visits }: Machines,
) {
  const unsigned = Prisma.sql`SELECT s.id FROM service s
    WHERE s.account_id = ${accountId} AND s.state = 'NEW' AND ${performedBy(accountId, userId)}`;
  const newestProtocols = (of: number[], most: number) => Prisma.sql`
    SELECT s.id FROM unnest(${of}::int[]) AS m(id) CROSS JOIN LATERAL (
      SELECT s.id FROM service_device sd JOIN service s ON s.account_id = sd.account_id AND s.id = sd.service_id
       WHERE sd.account_id = ${accountId} AND sd.device_id = m.id
       ORDER BY s.date DESC, s.id DESC LIMIT ${most}) AS s`;
  const newest = (rows: Prisma.Sql, order: Prisma.Sql) => Prisma.sql`
    SELECT x.id FROM unnest(${machines}::int[]) AS m(id) CROSS JOIN LATERAL (
      SELECT t.id FROM ${rows} t WHERE t.account_id = ${accountId} AND t.device_id = m.id
       ORDER BY ${order} LIMIT ${limits.perMachine}) AS x`;
  const [byId, byDate] = [Prisma.sql`t.id DESC`, Prisma.sql`t.date DESC, t.id DESC`];
  const events = Prisma.sql`(SELECT * FROM incident WHERE account_id = ${scopedAccount} AND service_id IS NULL)`;
  const all = (table: Prisma.Sql) => Prisma.sql`SELECT id FROM ${table} WHERE account_id = ${accountId}`;
  return {
    employees: all(Prisma.sql`app_user`),
    branches: all(Prisma.sql`branch`),
    categories: all(Prisma.sql`category`),
    customers: whole
      ? all(Prisma.sql`customer`)
      : Prisma.sql`SELECT customer_id AS id FROM device
            WHERE account_id = ${accountId} AND id = ANY(${machines}::int[])
          UNION SELECT customer_id FROM visit WHERE account_id = ${accountId} AND id = ANY(${visits}::int[])
          UNION SELECT id FROM customer
            WHERE account_id = ${accountId} AND id = ANY(${pinned.customers}::int[])`,
    protocols: Prisma.sql`${newestProtocols(machines, 1)} UNION ${newestProtocols(close, limits.protocols)}
      UNION ${unsigned}`,
    attachments: Prisma.sql`${unsigned} AND EXISTS (SELECT FROM stored_file f
      WHERE f.account_id = ${scopedAccount} AND f.service_id = s.id AND f.kind = 'SERVICE_FILE')`,
    todos: Prisma.sql`SELECT t.id FROM todo t WHERE t.account_id = ${accountId} AND t.status = 'TODO'
      AND (${whole} OR t.assignee_id = ${userId} OR t.user_created_id = ${userId} OR EXISTS (
        SELECT FROM service_device sd WHERE sd.account_id = ${scopedAccount} AND sd.service_id = t.service_id
           AND sd.device_id = ANY(${machines}::int[])))
      ORDER BY (t.assignee_id = ${userId}) DESC NULLS LAST, t.date NULLS LAST, t.id LIMIT ${limits.todos}`,
    notes: newest(Prisma.sql`device_note`, byId),
    events: newest(events, byDate),
    parts: newest(Prisma.sql`part`, byId),
    pastServices: newest(Prisma.sql`past_service`, byDate),
  } satisfies Partial<Record<WorkingSetKind, Prisma.Sql>>;
}

async function countAll(deps: Deps, ctx: Ctx): Promise<{ machines: number; customers: number }> {
  const [totals] = await deps.db.read<{ machines: number; customers: number }>(
    ctx,
    Prisma.sql`SELECT
      (SELECT count(*)::int FROM device WHERE account_id = ${ctx.accountId} AND archived_at IS NULL) AS machines,
      (SELECT count(*)::int FROM customer WHERE account_id = ${ctx.accountId}) AS customers`,
    'working set totals',
  );
  return totals ?? { machines: 0, customers: 0 };
}

async function countServiced(deps: Deps, { accountId }: Ctx, ids: readonly number[]): Promise<number> {
  const [row] = await deps.db.read<{ count: number }>(
    { accountId },
    Prisma.sql`SELECT count(*)::int AS count FROM device
      WHERE account_id = ${accountId} AND id = ANY(${ids}::int[]) AND archived_at IS NULL`,
  );
  return row?.count ?? 0;
}

/**
 * The machines that the user probably needs, the likeliest first: those of the user's visits, what was taken along, what
 * was opened, and what is due, the nearest day first.
 */
async function findLikely(deps: Deps, ctx: Ctx, wanted: Wanted): Promise<number[]> {
  const { accountId } = ctx;
  const { pinned, opened, today, limits } = wanted;
  const rows = await deps.db.read<{ id: number }>(
    ctx,
    Prisma.sql`SELECT d.id FROM device d JOIN (
        SELECT id, min(place) AS place FROM (
          SELECT x.device_id AS id, 1 AS place FROM visit v
            JOIN visit_device x ON x.account_id = v.account_id AND x.visit_id = v.id WHERE ${isMine(ctx, wanted)}
          UNION ALL SELECT unnest(${pinned.machines}::int[]), 2
          UNION ALL SELECT id, 3 FROM device
            WHERE account_id = ${accountId} AND customer_id = ANY(${pinned.customers}::int[]) AND archived_at IS NULL
          UNION ALL SELECT unnest(${opened}::int[]), 4
          UNION ALL SELECT id, 5 FROM device
            WHERE account_id = ${accountId} AND next_inspection_date <= ${today}::date + ${limits.dueDays}::int
        ) AS found GROUP BY id) AS likely ON likely.id = d.id
      WHERE d.account_id = ${accountId}
      ORDER BY likely.place, abs(d.next_inspection_date - ${today}::date) NULLS LAST, d.id LIMIT ${limits.machines}`,
  );
  return rows.map(({ id }) => id);
}
