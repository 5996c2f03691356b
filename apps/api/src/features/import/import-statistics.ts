/** Keeps PostgreSQL's statistics of tables true while a run fills them. */
import type { ApartDeps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** Rows that a table was given since its statistics were last collected. */
export type Inserted = Map<string, number>;

const few = 500;
const growth = 0.5;

/**
 * Collects the statistics of tables that have grown by half. PostgreSQL does so too, but once a minute. Until then it
 * takes the rows of a large import for those of all companies, as before, and reads whole tables for a search.
 */
export async function refreshStatistics({ db }: Pick<ApartDeps, 'db'>, inserted: Inserted): Promise<void> {
  const filled = [...inserted].flatMap(([table, rows]) => (rows > few ? table : []));
  if (filled.length === 0) return;
  const tables = await db.global.$queryRaw<{ table: string; rows: number }[]>`
    SELECT relname AS table, greatest(reltuples, 0)::int AS rows FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relname = ANY (${filled})`;
  for (const { table, rows } of tables) {
    if ((inserted.get(table) ?? 0) < few + rows * growth) continue;
    // A table that another run looks at needs no second look.
    await db.global.$executeRaw`ANALYZE (SKIP_LOCKED) ${Prisma.raw(`"${table}"`)}`;
    inserted.set(table, 0);
  }
}
