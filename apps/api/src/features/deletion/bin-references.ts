/** The foreign keys between tables, from the database's own catalogue: a new table cannot be forgotten here. */
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { AccountDatabase, AccountTransaction } from '../../platform/tenancy.ts';

/** A foreign key. The columns are without the account, with which every key begins. */
export interface Reference {
  name: string;
  table: string;
  columns: string[];
  to: string;
  toColumns: string[];
  /** The rows are deleted with the row that they refer to. */
  cascades: boolean;
}

const columnsOf = (table: Prisma.Sql, numbers: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT array_agg(a.attname::text ORDER BY k.place)
     FROM unnest(${numbers}) WITH ORDINALITY AS k (number, place)
     JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = k.number
    WHERE a.attname <> 'account_id')`;

/** By transaction, because one may delete many records. */
const known = new WeakMap<object, Promise<Reference[]>>();

/** Read for each transaction: during an update, the database may have tables that this server does not know. */
export function readReferences(
  tx: AccountTransaction | AccountDatabase,
  ctx: Pick<Ctx, 'accountId'>,
): Promise<Reference[]> {
  const read = known.get(tx) ?? readAll(tx, ctx);
  known.set(tx, read);
  return read;
}

const readAll = (
  tx: AccountTransaction | AccountDatabase,
  { accountId }: Pick<Ctx, 'accountId'>,
): Promise<Reference[]> => tx.$queryRaw<Reference[]>`
  SELECT * FROM (
    SELECT c.conname::text AS name, f.relname::text AS "table", t.relname::text AS "to", c.confdeltype = 'c' AS cascades,
           ${columnsOf(Prisma.sql`c.conrelid`, Prisma.sql`c.conkey`)} AS columns,
           ${columnsOf(Prisma.sql`c.confrelid`, Prisma.sql`c.confkey`)} AS "toColumns"
      FROM pg_constraint c
      JOIN pg_class f ON f.oid = c.conrelid
      JOIN pg_class t ON t.oid = c.confrelid
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
  ) AS reference
  -- Statements of an account must name it. The keys to the account itself have no other column.
  WHERE columns IS NOT NULL AND ${accountId}::int > 0
  ORDER BY name`;

/** A table or column in SQL. The names come from the database's catalogue or from our code, never from a request. */
export const named = (name: string): Prisma.Sql => Prisma.raw(`"${name}"`);

/** Columns of a row, side by side. */
export const columnList = (alias: string, columns: readonly string[]): Prisma.Sql =>
  Prisma.join(columns.map((column) => Prisma.sql`${named(alias)}.${named(column)}`));
