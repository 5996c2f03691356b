/** What an import would do, or has done: counted in the database, so that a corrected cell counts at once. */
import type {
  ImportCounts,
  ImportEntity,
  ImportPlan,
  ImportProblemCode,
  ImportRowRecord,
  importRowFilters,
} from '@servicebook/shared/import';
import { importEntities, importPlans } from '@servicebook/shared/import';
import { importFields } from '@servicebook/shared/import-fields';
import { isCustomerPlace } from '@servicebook/shared/import-places';
import { Prisma } from '../../generated/prisma/client.ts';

type Read = <Result>(statement: Prisma.Sql) => Promise<Result[]>;

const emptyRecords = () =>
  Object.fromEntries(
    importEntities.map((entity) => [entity, { CREATE: 0, UPDATE: 0, SAME: 0 }]),
  ) as ImportCounts['records'];

/** Rows that change a record that was there before. After a run, the rows that are written no longer say so. */
const isChanging = Prisma.sql`(NOT r.is_done AND NOT r.is_skipped AND r.plan <> 'ERROR'
  AND r.records @? '$[*] ? (@.plan == "UPDATE" && @.id != null)')`;

const machineWith = (inspection: NonNullable<ImportRowRecord['inspection']>): Prisma.Sql =>
  Prisma.sql`r.records @> ${JSON.stringify([{ entity: 'machine', plan: 'CREATE', inspection }])}::jsonb`;

/**
 * Rows whose new machine will have no next inspection. Its last inspection may stand in another row, in a list of services:
 * those are looked up for all rows at once, because a file may have 200,000.
 */
const isWithoutInspection = (accountId: number, importId: number): Prisma.Sql => Prisma.sql`(
  NOT r.is_done AND NOT r.is_skipped AND (${machineWith('NO_INTERVAL')} OR (${machineWith('NOT_YET')}
    AND r.position NOT IN (
      SELECT n.position FROM import_row n CROSS JOIN LATERAL unnest(n.keys) AS named (key)
       WHERE n.account_id = ${accountId} AND n.import_id = ${importId} AND named.key LIKE 'machine:%'
         -- As a set: a join would be planned by what the database does not know yet about new rows, and take minutes.
         AND (named.key IN (
           SELECT unnest(o.keys) FROM import_row o WHERE o.account_id = ${accountId} AND o.import_id = ${importId}
              AND NOT o.is_skipped AND o.records @> '[{"entity": "past", "inspection": "DONE"}]')) IS TRUE))))`;

/** Rows whose machine has a street without a town. */
const isWithoutTown = Prisma.sql`(NOT r.is_done AND NOT r.is_skipped AND r.plan <> 'ERROR'
  AND r.records @> '[{"entity": "machine", "isWithoutTown": true}]')`;

/** Problems with the address of a customer about which another row says something else. */
const isAddressConflict = Prisma.sql`(x->>'code' = 'CONTRADICTS_ROW' AND x->>'column' IS NOT NULL
  AND x->>'field' = ANY (${importFields.filter(isCustomerPlace)}::text[]))`;

/** The rows that a filter shows, as they are counted. */
export const isFiltered = (
  filter: (typeof importRowFilters)[number],
  accountId: number,
  importId: number,
): Prisma.Sql =>
  ({
    CHANGING: isChanging,
    WITHOUT_INSPECTION: isWithoutInspection(accountId, importId),
    WITHOUT_TOWN: isWithoutTown,
  })[filter];

export const noCounts = (): ImportCounts => ({
  rows: Object.fromEntries(importPlans.map((plan) => [plan, 0])) as ImportCounts['rows'],
  rowsDone: 0,
  rowsChanging: 0,
  rowsWithoutInspection: 0,
  rowsWithoutTown: 0,
  addressConflicts: [],
  records: emptyRecords(),
  problems: {},
});

export async function countRows(read: Read, accountId: number, importId: number): Promise<ImportCounts> {
  const where = Prisma.sql`r.account_id = ${accountId} AND r.import_id = ${importId}`;
  const plans = await read<{ plan: ImportPlan; count: number; done: number }>(Prisma.sql`
    SELECT CASE WHEN r.is_skipped AND NOT r.is_done THEN 'SKIP' ELSE r.plan::text END AS plan, count(*)::int AS count,
           count(*) FILTER (WHERE r.is_done)::int AS done
      FROM import_row r WHERE ${where} AND r.plan IS NOT NULL GROUP BY 1`);
  // A record counts once: as created by the row that does, as changed by the first that does.
  const records = await read<{
    entity: ImportEntity;
    plan: 'CREATE' | 'UPDATE' | 'SAME';
    count: number;
  }>(Prisma.sql`
    SELECT e.entity, e.plan, count(*)::int AS count FROM (
      SELECT x->>'entity' AS entity,
             CASE WHEN bool_or(x->>'plan' = 'CREATE') THEN 'CREATE' WHEN bool_or(x->>'plan' = 'UPDATE') THEN 'UPDATE'
                  ELSE 'SAME' END AS plan
        FROM import_row r CROSS JOIN LATERAL jsonb_array_elements(r.records) AS x
       WHERE ${where} AND NOT r.is_skipped AND x->>'plan' <> 'NAMED'
         -- It completes what another row creates.
         AND NOT (x->>'plan' = 'UPDATE' AND x->>'id' IS NULL)
       GROUP BY 1, coalesce(x->>'id', r.position || ':' || (x->>'what'))) e
     GROUP BY 1, 2`);
  const problems = await read<{ code: ImportProblemCode; count: number }>(Prisma.sql`
    SELECT x->>'code' AS code, count(DISTINCT r.position)::int AS count
      FROM import_row r CROSS JOIN LATERAL jsonb_array_elements(r.problems) AS x
     WHERE ${where} AND r.plan = 'ERROR' AND NOT r.is_skipped GROUP BY 1`);
  const addressConflicts = await read<ImportCounts['addressConflicts'][number]>(Prisma.sql`
    SELECT r.sheet, array_agg(DISTINCT (x->>'column')::int) AS columns, count(DISTINCT r.position)::int AS rows
      FROM import_row r CROSS JOIN LATERAL jsonb_array_elements(r.problems) AS x
     WHERE ${where} AND r.plan = 'ERROR' AND NOT r.is_skipped AND ${isAddressConflict} GROUP BY 1 ORDER BY 1`);
  const [filtered] = await read<{
    changing: number;
    withoutInspection: number;
    withoutTown: number;
  }>(Prisma.sql`
    SELECT count(*) FILTER (WHERE ${isFiltered('CHANGING', accountId, importId)})::int AS changing,
           count(*) FILTER (WHERE ${isFiltered('WITHOUT_INSPECTION', accountId, importId)})::int AS "withoutInspection",
           count(*) FILTER (WHERE ${isFiltered('WITHOUT_TOWN', accountId, importId)})::int AS "withoutTown"
      FROM import_row r WHERE ${where}`);
  const counts = noCounts();
  counts.rowsChanging = filtered?.changing ?? 0;
  counts.rowsWithoutInspection = filtered?.withoutInspection ?? 0;
  counts.rowsWithoutTown = filtered?.withoutTown ?? 0;
  counts.addressConflicts = addressConflicts;
  for (const { plan, count, done } of plans) {
    counts.rows[plan] += count;
    counts.rowsDone += done;
  }
  for (const { entity, plan, count } of records) counts.records[entity][plan] = count;
  for (const { code, count } of problems) counts.problems[code] = count;
  return counts;
}
