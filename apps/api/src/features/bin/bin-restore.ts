/** Restoring what is in the bin. */
import type { BinKind, Restored } from '@servicebook/shared/bin';
import type { Deps } from '../../deps.ts';
import { type BinEntry, Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, inTransaction, refusing, violates } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { mainAgain } from '../customer-contact/customer-contact.service.ts';
import { binTables, type Content, logged } from '../deletion/bin-kinds.ts';
import { columnList, named, type Reference, readReferences } from '../deletion/bin-references.ts';
import { keepNames } from '../name-lock/name-lock.ts';
import { attachAgain } from '../service/service-files.ts';
import { numberAgain } from '../service/service-numbering.ts';
import { nameOf } from '../service/service-rows.ts';
import { keepWithinQuota } from '../storage/storage-quota.ts';
import { acceptVisitFile } from '../visit/visit-file.service.ts';
import { visitOf } from '../visit/visit-work.ts';
import { tellOfVisits } from '../visit-news/visit-news.ts';
import { readVisits } from '../visit-news/visit-rows.ts';

interface Asked {
  /** Finds the entry, and refuses it to callers who may not have it. */
  find: (tx: AccountTransaction) => Promise<BinEntry>;
  /** Right after the deletion, by who deleted it. */
  isUndo: boolean;
}

/**
 * Puts a record back as it was, with everything that was deleted with it. The entry is locked, so that nobody else
 * restores or erases it meanwhile.
 * @throws AppError BIN_PARENT_DELETED, BIN_PARENT_GONE, BIN_NAME_TAKEN, BIN_NUMBER_TAKEN, BIN_ENTERED_AGAIN, PRICES_EXIST, STORAGE_QUOTA_REACHED; what
 *   attaching a file refuses
 */
export async function restoreEntry(deps: Deps, ctx: Ctx, { find, isUndo }: Asked): Promise<Restored> {
  let entry: BinEntry | undefined;
  const taken = () => new AppError('BIN_NAME_TAKEN', { values: { title: entry?.title ?? '' } });
  try {
    return await refusing(
      {
        customer_account_id_short_name_key: taken,
        category_account_id_name_key: taken,
        customer_own_number_key: () => new AppError('BIN_NUMBER_TAKEN'),
        device_own_number_key: () => new AppError('BIN_NUMBER_TAKEN'),
        past_service_same_key: () => new AppError('BIN_ENTERED_AGAIN'),
        price_list_owner_key: () => new AppError('PRICES_EXIST'),
      },
      () =>
        inTransaction(deps, ctx, async (tx) => {
          await keepNames(tx, ctx);
          entry = await find(tx);
          return putBack(deps, tx, ctx, entry, isUndo);
        }),
    );
  } catch (error) {
    throw entry ? await missingParent(deps, ctx, entry, error) : error;
  }
}

/** Inserts the rows of a locked entry again. */
export async function putBack(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  entry: BinEntry,
  isUndo: boolean,
): Promise<Restored> {
  const { accountId } = ctx;
  const { id: entryId, recordId: id } = entry;
  const kind = entry.kind as BinKind;
  const rows = await tx.$queryRaw<{ table: string; isLink: boolean }[]>`
    SELECT table_name AS "table", is_link AS "isLink" FROM bin_row
     WHERE account_id = ${accountId} AND entry_id = ${entryId}
     GROUP BY table_name, is_link ORDER BY is_link, min(position)`;
  const content = await readRoot(tx, ctx, entry);
  const changed = (await prepare[kind]?.({ deps, tx, ctx, content, isUndo })) ?? {};
  const { table: root } = binTables[kind];
  for (const { table } of rows.filter(({ isLink }) => !isLink))
    await insertRows(tx, ctx, entryId, table, table === root ? changed : {});
  for (const { table } of rows.filter(({ isLink }) => isLink)) await linkAgain(tx, ctx, entryId, table);
  if (kind === 'service') await resumeVisit(deps, tx, ctx, content);
  const size = await sizeOfFiles(tx, ctx, entryId);
  await tx.binEntry.delete({ where: { accountId_id: { accountId, id: entryId } } });
  if (size > 0) await keepWithinQuota(tx, ctx, { kind: 'MACHINE_FILE', size, now: deps.clock() });
  if (kind === 'visit') await tellOfReturn(deps, tx, ctx, id);
  const title = kind === 'service' ? titleOfProtocol({ ...content, ...changed }) : entry.title;
  await record(tx, ctx, { kind: 'RESTORED', ...logged(kind, content, { ...entry, title }) });
  return { kind, id, title, isRenumbered: title !== entry.title };
}

async function readRoot(tx: AccountTransaction, ctx: Ctx, { id: entryId, kind }: BinEntry): Promise<Content> {
  const { table } = binTables[kind as BinKind];
  const row = await tx.binRow.findFirstOrThrow({
    where: { entryId, table, isLink: false },
    orderBy: { position: 'asc' },
  });
  return { ...(row.content as Content), account_id: ctx.accountId };
}

interface Returning {
  deps: Deps;
  tx: AccountTransaction;
  ctx: Ctx;
  /** The record's row. */
  content: Content;
  isUndo: boolean;
}

/**
 * What the return of a record asks for, as its addition would: locks, limits, and columns that change because something
 * else happened meanwhile.
 */
const prepare: Partial<Record<BinKind, (of: Returning) => Promise<Content>>> = {
  async contact({ tx, ctx, content, isUndo }) {
    const wasMain = content.is_main === true;
    return { is_main: await mainAgain(tx, ctx, Number(content.customer_id), { wasMain, isUndo }) };
  },
  async service({ tx, ctx, content }) {
    await refuseWithoutVisit(tx, ctx, content);
    const { number, numberExtension } = await numberAgain(tx, ctx, {
      year: Number(content.year),
      month: Number(content.month),
      number: Number(content.number),
      numberExtension: String(content.number_extension),
    });
    // Its visit may be gone for good; see resumeVisit.
    return { number, number_extension: numberExtension, visit_id: null };
  },
  async file({ tx, ctx, content }) {
    if (content.visit_id !== null) await acceptVisitFile(tx, ctx, Number(content.visit_id));
    if (content.service_id === null) return {};
    return { print: await attachAgain(tx, ctx, Number(content.service_id), content.print === true) };
  },
};

/** Restored before its visit, a protocol would lose it. @throws AppError BIN_PARENT_DELETED */
async function refuseWithoutVisit(
  tx: AccountTransaction,
  { accountId }: Ctx,
  { visit_id: visitId }: Content,
): Promise<void> {
  if (visitId === null || visitId === undefined) return;
  const [visit] = await tx.$queryRaw<{ title: string }[]>`
    SELECT e.title FROM bin_entry e
     WHERE e.account_id = ${accountId} AND e.kind = 'visit' AND e.record_id = ${Number(visitId)}`;
  if (visit) throw new AppError('BIN_PARENT_DELETED', { values: { title: visit.title } });
}

/** A protocol is on its visit again, which it starts as a new one does, unless the visit is gone. */
async function resumeVisit(deps: Deps, tx: AccountTransaction, ctx: Ctx, content: Content): Promise<void> {
  if (content.visit_id === null) return;
  const asked = { visitId: Number(content.visit_id), customerId: Number(content.customer_id) };
  const visitId = await visitOf(deps, tx, ctx, asked);
  await tx.$executeRaw`
    UPDATE service SET visit_id = ${visitId} WHERE account_id = ${ctx.accountId} AND id = ${Number(content.id)}`;
}

const titleOfProtocol = ({ number, number_extension: extension, month, year }: Content): string =>
  nameOf({
    number: Number(number),
    numberExtension: String(extension),
    month: Number(month),
    year: Number(year),
  });

/** Only the columns that the table still has; those that are new get their defaults. */
async function insertRows(
  tx: AccountTransaction,
  { accountId }: Ctx,
  entryId: number,
  table: string,
  changed: Content,
): Promise<void> {
  const columns = await tx.$queryRaw<{ name: string }[]>`
    SELECT a.attname::text AS name FROM pg_attribute a
     WHERE a.attrelid = (SELECT oid FROM pg_class WHERE relname = ${table} AND relnamespace = 'public'::regnamespace)
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'account_id'
       AND a.attname IN (
         SELECT jsonb_object_keys(r.content) FROM bin_row r
          WHERE r.account_id = ${accountId} AND r.entry_id = ${entryId} AND r.table_name = ${table} AND NOT r.is_link)
     ORDER BY a.attnum`;
  const names = columns.map(({ name }) => name);
  await tx.$executeRaw`
    INSERT INTO ${named(table)} (account_id, ${Prisma.join(names.map(named))})
    SELECT ${accountId}, ${columnList('p', names)}
      FROM bin_row r, jsonb_populate_record(NULL::${named(table)}, r.content || ${JSON.stringify(changed)}::jsonb) AS p
     WHERE r.account_id = ${accountId} AND r.entry_id = ${entryId} AND r.table_name = ${table} AND NOT r.is_link
     ORDER BY r.position`;
}

/** Rows that lost a reference or another value have it again, unless they are gone or have another one by now. */
async function linkAgain(
  tx: AccountTransaction,
  { accountId }: Ctx,
  entryId: number,
  table: string,
): Promise<void> {
  const columns = await tx.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT jsonb_object_keys(content) AS name FROM bin_row
     WHERE account_id = ${accountId} AND entry_id = ${entryId} AND table_name = ${table} AND is_link`;
  for (const { name } of columns.filter((column) => column.name !== 'id'))
    await tx.$executeRaw`
      UPDATE ${named(table)} AS t SET ${named(name)} = p.${named(name)}
        FROM bin_row r, jsonb_populate_record(NULL::${named(table)}, r.content) AS p
       WHERE r.account_id = ${accountId} AND r.entry_id = ${entryId} AND r.table_name = ${table} AND r.is_link
         AND r.content ? ${name}
         AND t.account_id = ${accountId} AND t.id = p.id AND t.${named(name)} IS NULL`;
}

/** In bytes. Only uploaded files come to the bin, and all of them count for the quota. */
async function sizeOfFiles(tx: AccountTransaction, { accountId }: Ctx, entryId: number): Promise<number> {
  const [sizes] = await tx.$queryRaw<{ size: number }[]>`
    SELECT coalesce(sum((content ->> 'size')::int), 0)::float8 AS size FROM bin_row
     WHERE account_id = ${accountId} AND entry_id = ${entryId} AND file_key IS NOT NULL`;
  return sizes?.size ?? 0;
}

/** Who was told that the visit is cancelled is told that it takes place. */
async function tellOfReturn(deps: Deps, tx: AccountTransaction, ctx: Ctx, id: number): Promise<void> {
  const visits = await readVisits(tx, ctx, [id]);
  const gone = visits.map((visit) => ({ ...visit, state: 'CANCELLED' as const }));
  await tellOfVisits(deps, tx, ctx, gone, visits);
}

/** The refusal, if what the record belonged to is gone; otherwise the error itself. */
export async function missingParent(
  deps: Deps,
  ctx: Ctx,
  { id: entryId }: BinEntry,
  error: unknown,
): Promise<unknown> {
  const { accountId } = ctx;
  const db = deps.db.of(ctx);
  const broken = (await readReferences(db, ctx)).find(({ name }) => violates(error, `"${name}"`));
  if (!broken) return error;
  const [parent] = await db.$queryRaw<{ title: string }[]>`
    SELECT e.title FROM bin_row r
      JOIN bin_row p ON p.account_id = ${accountId} AND p.table_name = ${broken.to} AND NOT p.is_link
       AND ${Prisma.join(
         broken.columns.map((column, at) => isSame(column, broken, at)),
         ' AND ',
       )}
      JOIN bin_entry e ON e.account_id = ${accountId} AND e.id = p.entry_id
     WHERE r.account_id = ${accountId} AND r.entry_id = ${entryId} AND r.table_name = ${broken.table} AND NOT r.is_link
       AND p.entry_id <> r.entry_id
     LIMIT 1`;
  return parent
    ? new AppError('BIN_PARENT_DELETED', { values: { title: parent.title } })
    : new AppError('BIN_PARENT_GONE');
}

const isSame = (column: string, { toColumns }: Reference, at: number): Prisma.Sql =>
  Prisma.sql`p.content -> ${toColumns[at] ?? ''} = r.content -> ${column}`;
