/** Deleting a record: it leaves its table, and its rows are kept in the bin. */
import { type BinKind, undoSeconds } from '@servicebook/shared/bin';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { cutText } from '../../platform/cut-text.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { binTables, type Content } from './bin-kinds.ts';
import { columnList, named, type Reference, readReferences } from './bin-references.ts';
import { trimBin } from './trim-bin.job.ts';

interface Deleted<Row> {
  kind: BinKind;
  id: number;
  /** Deletes the record. */
  remove: () => Promise<Row>;
  /** How people call it, and what it belongs to. */
  called: (row: Row) => { title: string; parent?: string };
  /** Tables whose rows `remove` deletes too, although the database does not. */
  takes?: readonly string[];
  /** Tables whose rows stay and lose their reference to the record by `remove`. */
  frees?: readonly string[];
  /** A row that stays and loses these values by `remove`. */
  remembers?: { table: string; id: number | null; columns: readonly string[] };
}

/** A row as text, exactly as PostgreSQL wrote it, and read. */
interface Kept {
  table: string;
  text: string;
  content: Content;
  isLink: boolean;
}

/**
 * Deletes a record and keeps what is deleted with it: its row, all rows that the database deletes with it, and those that
 * the caller names. They are locked first, so that nothing comes to the record meanwhile.
 * @returns what `remove` returns
 * @throws AppError NOT_FOUND
 */
export async function moveToBin<Row>(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  { kind, id: recordId, remove, called, takes = [], frees = [], remembers }: Deleted<Row>,
): Promise<Row> {
  const { accountId, userId } = ctx;
  const { table } = binTables[kind];
  const references = await readReferences(tx, ctx);
  const [root] = await readRows(tx, table, Prisma.sql`t.account_id = ${accountId} AND t.id = ${recordId}`);
  if (!root) throw new AppError('NOT_FOUND');
  const goes = (reference: Reference) => reference.cascades || takes.includes(reference.table);
  const rows = inOrder(await withDependents(tx, ctx, root, references.filter(goes)), references);
  const links = await readLinks(
    tx,
    ctx,
    root,
    references.filter((reference) => reference.to === table && frees.includes(reference.table)),
  );
  if (remembers?.id) {
    const where = Prisma.sql`t.account_id = ${accountId} AND t.id = ${remembers.id}`;
    const kept = await readRows(tx, remembers.table, where);
    links.push(...kept.map((one) => linkOf(one, remembers.columns)));
  }
  const row = await remove();
  const { email } = await tx.user.findUniqueOrThrow({ where: rowKey(ctx, userId), select: { email: true } });
  const files = rows.filter(isFile).length;
  // After the time in which the deletion may be undone.
  if (files > 0) await deps.jobs.enqueue(tx, trimBin, { accountId }, undoSeconds);
  const { id: entryId } = await tx.binEntry.create({
    data: {
      accountId,
      kind,
      recordId,
      ...called(row),
      files,
      userId,
      who: email,
      deletedAt: deps.clock(),
    },
    select: { id: true },
  });
  await keepRows(tx, ctx, entryId, [...rows, ...links]);
  await tx.binUser.createMany({
    data: namedUsers(rows, references).map((named) => ({ accountId, entryId, userId: named })),
  });
  return row;
}

const longestTitle = 80;

/** A text as a title: its beginning. */
export const excerpt = (text: string): string =>
  text.length > longestTitle ? `${cutText(text, longestTitle - 1).trimEnd()}…` : text;

const isFile = ({ table }: Kept): boolean => table === 'stored_file';

async function readRows(tx: AccountTransaction, table: string, where: Prisma.Sql): Promise<Kept[]> {
  const rows = await tx.$queryRaw<{ text: string }[]>`
    SELECT to_jsonb(t)::text AS text FROM ${named(table)} AS t WHERE ${where} FOR UPDATE OF t`;
  return rows.map(({ text }) => ({ table, text, content: JSON.parse(text) as Content, isLink: false }));
}

/** The condition that a row refers to one of these. */
const refersTo = (
  { accountId }: Pick<Ctx, 'accountId'>,
  { columns, to, toColumns }: Reference,
  rows: readonly Kept[],
): Prisma.Sql => Prisma.sql`t.account_id = ${accountId} AND (${columnList('t', columns)}) IN (
  SELECT ${columnList('p', toColumns)} FROM jsonb_populate_recordset(NULL::${named(to)}, ${listOf(rows)}::jsonb) AS p)`;

const listOf = (rows: readonly Kept[]): string => `[${rows.map(({ text }) => text).join(',')}]`;

/** The row and everything that goes with it; each row once, though several references may lead to it. */
async function withDependents(
  tx: AccountTransaction,
  ctx: Ctx,
  root: Kept,
  references: readonly Reference[],
): Promise<Kept[]> {
  const found = new Map<string, Kept>();
  for (let next = [root]; next.length > 0; ) {
    const reached: Kept[] = [];
    for (const row of next) found.set(`${row.table} ${row.text}`, row);
    for (const reference of references) {
      const parents = next.filter(({ table }) => table === reference.to);
      if (parents.length > 0)
        reached.push(...(await readRows(tx, reference.table, refersTo(ctx, reference, parents))));
    }
    next = reached.filter(({ table, text }) => !found.has(`${table} ${text}`));
  }
  return [...found.values()];
}

/** Rows that others refer to come first. */
function inOrder(rows: readonly Kept[], references: readonly Reference[]): Kept[] {
  const waiting = new Set(rows.map(({ table }) => table));
  const ordered: Kept[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].find((table) =>
      references.every((one) => one.table !== table || one.to === table || !waiting.has(one.to)),
    );
    if (!free) throw new Error(`tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    waiting.delete(free);
    ordered.push(...rows.filter(({ table }) => table === free));
  }
  return ordered;
}

/** Rows that stay: their ids with the reference that they lose. */
async function readLinks(
  tx: AccountTransaction,
  ctx: Ctx,
  root: Kept,
  references: readonly Reference[],
): Promise<Kept[]> {
  const links: Kept[] = [];
  for (const reference of references) {
    const rows = await readRows(tx, reference.table, refersTo(ctx, reference, [root]));
    links.push(...rows.map((row) => linkOf(row, reference.columns)));
  }
  return links;
}

/** Of a row that stays: its id, and the values that it loses. */
function linkOf({ table, content }: Kept, columns: readonly string[]): Kept {
  const link: Content = Object.fromEntries(['id', ...columns].map((column) => [column, content[column]]));
  return { table, text: JSON.stringify(link), content: link, isLink: true };
}

async function keepRows(
  tx: AccountTransaction,
  { accountId }: Ctx,
  entryId: number,
  rows: readonly Kept[],
): Promise<void> {
  const tables = rows.map(({ table }) => table);
  const texts = rows.map(({ text }) => text);
  const links = rows.map(({ isLink }) => isLink);
  const keys = rows.map((row) => (isFile(row) ? String(row.content.key) : null));
  await tx.$executeRaw`
    INSERT INTO bin_row (account_id, entry_id, position, table_name, content, is_link, file_key)
    SELECT ${accountId}, ${entryId}, place - 1, name, text::jsonb, link, key
      FROM unnest(${tables}::text[], ${texts}::text[], ${links}::boolean[], ${keys}::text[])
           WITH ORDINALITY AS row (name, text, link, key, place)`;
}

/** Users without whom the rows could not be restored. */
function namedUsers(rows: readonly Kept[], references: readonly Reference[]): number[] {
  const ids = references
    .filter(({ to, cascades }) => to === 'app_user' && !cascades)
    .flatMap(({ table, columns: [column = ''] }) =>
      rows.filter((row) => row.table === table).map(({ content }) => content[column]),
    );
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
}
