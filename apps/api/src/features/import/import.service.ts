import {
  type Import,
  type ImportAlikeFix,
  type ImportAlikeFixed,
  type ImportCellFix,
  type ImportChange,
  type ImportChangeSearch,
  ImportCounts,
  type ImportFixedRow,
  type ImportMapping,
  type ImportRow,
  type ImportRowSearch,
  type ImportSheet,
  type ImportSkip,
  type ImportState,
  type ImportSummary,
  mostKeptRows,
  mostOpenImports,
} from '@servicebook/shared/import';
import type { Cell, ImportField } from '@servicebook/shared/import-fields';
import { importLimits } from '@servicebook/shared/import-refusals';
import { type Page, toPage } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import { Prisma, type Import as Stored } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inOrder, mapPage, readPage } from '../../platform/paged-query.ts';
import { type AccountTransaction, inTransaction, refusing, rowKey } from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { asRemembered, firstRows, rememberColumns, rowsBelow, withDateOrders } from './import-columns.ts';
import { countRows, isFiltered, noCounts } from './import-counts.ts';
import { checkImport, runImport, undoImport } from './import-kinds.ts';
import { leaveOut } from './import-left-out.ts';
import { withMachinePlaces } from './import-places.ts';
import { mostRechecked, recheck } from './import-recheck.ts';
import { optionsOf, readersOf, sheetsOf } from './import-rows.ts';
import { endRun } from './import-run.ts';
import type { ReadTables } from './table-reader.ts';

const withUser = { user: { select: { id: true, firstName: true, lastName: true } } } as const;
type WithUser = Stored & { user: { id: number; firstName: string; lastName: string } };

type Undone = ImportSummary['undone'];
const nothingUndone = (): Undone => ({ REVERSED: 0, KEPT: 0, FAILED: 0 });

/** While an undo is under way, its progress is enough: counting reads all its changes. */
async function countUndone(
  db: Pick<AccountTransaction, 'importChange'>,
  rows: readonly Pick<Stored, 'id' | 'state'>[],
): Promise<Map<number, Undone>> {
  const ids = rows.flatMap(({ id, state }) => (state === 'UNDONE' || state === 'FAILED' ? id : []));
  if (ids.length === 0) return new Map();
  const groups = await db.importChange.groupBy({
    by: ['importId', 'undo'],
    where: { importId: { in: ids }, undo: { not: null } },
    _count: true,
  });
  const counted = new Map<number, Undone>();
  for (const { importId, undo, _count } of groups) {
    const counts = counted.get(importId) ?? nothingUndone();
    if (undo) counts[undo] = _count;
    counted.set(importId, counts);
  }
  return counted;
}

const toSummary = (row: WithUser, undone: Undone): ImportSummary => ({
  id: row.id,
  state: row.state,
  filename: row.filename,
  size: row.size,
  user: row.user,
  done: row.done,
  total: row.total,
  counts: ImportCounts.safeParse(row.counts).data ?? noCounts(),
  undone,
  errorCode: row.errorCode as ImportSummary['errorCode'],
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  undoUntil: row.state === 'UNDONE' ? null : (row.undoUntil?.toISOString() ?? null),
  revision: row.revision,
});

export async function listImports(deps: Deps, ctx: Ctx): Promise<ImportSummary[]> {
  const db = deps.db.of(ctx);
  const rows = await db.import.findMany({
    where: {},
    orderBy: { id: 'desc' },
    include: withUser,
    omit: { sheets: true },
  });
  const undone = await countUndone(db, rows);
  return rows.map((row) => toSummary({ ...row, sheets: [] }, undone.get(row.id) ?? nothingUndone()));
}

export async function findImport(deps: Deps, ctx: Ctx, id: number): Promise<Import> {
  return readImport(deps.db.of(ctx), ctx, id);
}

export async function readImport(
  db: Pick<AccountTransaction, 'import' | 'importChange'>,
  ctx: Pick<Ctx, 'accountId'>,
  id: number,
): Promise<Import> {
  const row = await db.import.findUniqueOrThrow({ where: rowKey(ctx, id), include: withUser });
  const undone = await countUndone(db, [row]);
  return {
    ...toSummary(row, undone.get(id) ?? nothingUndone()),
    sheets: sheetsOf(row),
    options: optionsOf(row),
  };
}

/** Locks an import for a change. @throws AppError IMPORT_STATE, NOT_FOUND */
async function lockImport(
  tx: AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  id: number,
  states: readonly ImportState[],
): Promise<Stored> {
  await tx.$queryRaw`SELECT FROM import WHERE account_id = ${ctx.accountId} AND id = ${id} FOR UPDATE`;
  const row = await tx.import.findUniqueOrThrow({ where: rowKey(ctx, id) });
  if (!states.includes(row.state)) throw new AppError('IMPORT_STATE');
  return row;
}

/** States in which an import that has not run can be changed. */
const open: ImportState[] = ['MAPPING', 'CHECKED'];
/** States in which rows that are not written can be corrected. */
const correctable: ImportState[] = [...open, 'DONE', 'CANCELLED', 'FAILED'];

interface FileFacts {
  filename: string;
  size: number;
  sha256: string;
}

/** Stores a file's rows, all or none. @throws AppError IMPORT_LIMIT, IMPORT_ROWS_LIMIT */
export async function storeImport(
  deps: Deps,
  ctx: Ctx,
  file: FileFacts,
  tables: Pick<ReadTables, 'described' | 'batches'>,
): Promise<Import> {
  const { accountId, userId } = ctx;
  return deps.db.of(ctx).$transaction(
    async (tx) => {
      // Two uploads at once wait for each other here, so that both count.
      await tx.$queryRaw`SELECT FROM app_user WHERE account_id = ${accountId} AND id = ${userId} FOR NO KEY UPDATE`;
      const unfinished = await tx.import.count({ where: { startedAt: null } });
      if (unfinished >= mostOpenImports)
        throw new AppError('IMPORT_LIMIT', { values: { limit: mostOpenImports } });
      const kept = await tx.importRow.count({ where: {} });
      if (kept > mostKeptRows)
        throw new AppError('IMPORT_ROWS_LIMIT', { values: { rows: kept, limit: mostKeptRows } });
      const now = deps.clock();
      const { id: importId } = await tx.import.create({
        data: { accountId, userId, ...file, createdAt: now, updatedAt: now },
      });
      const reach = { tx, accountId, importId };
      let position = 0;
      for await (const rows of tables.batches()) {
        await storeRows(reach, position, rows);
        position += rows.length;
      }
      const sheets: ImportSheet[] = [];
      for (const [index, described] of tables.described.entries()) {
        const placed = await withPlaces(reach, described, index);
        sheets.push(await withDateOrders(reach, await asRemembered(reach, placed), index));
        await leaveOut(reach, index, described.headerRow);
      }
      await tx.import.update({
        where: rowKey(ctx, importId),
        data: { sheets: sheets as unknown as Prisma.InputJsonArray },
      });
      return readImport(tx, ctx, importId);
    },
    { maxWait: 20_000, timeout: 300_000 },
  );
}

async function storeRows(
  { tx, accountId, importId }: { tx: AccountTransaction; accountId: number; importId: number },
  first: number,
  rows: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO import_row (account_id, import_id, position, sheet, row, cells)
    SELECT ${accountId}::int, ${importId}::int, ${first - 1}::int + r.at, r.sheet, r.row, r.cells
      FROM ROWS FROM (jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) AS (sheet int, row int, cells jsonb))
           WITH ORDINALITY AS r (sheet, row, cells, at)`;
}

/** @throws AppError IMPORT_STATE, RECORD_CHANGED, and VALIDATION_FAILED for a field that is given twice */
export async function setMapping(deps: Deps, ctx: Ctx, input: ImportMapping): Promise<Import> {
  refuseRepeated(input);
  const describedAgain = await withOtherHeaders(deps, ctx, input);
  return inTransaction(deps, ctx, async (tx) => {
    const row = await lockImport(tx, ctx, input.id, open);
    if (input.revision !== undefined && input.revision !== row.revision) throw new AppError('RECORD_CHANGED');
    if (row.startedAt) throw new AppError('IMPORT_STATE');
    const stored = sheetsOf(row);
    if (stored.length !== input.sheets.length) throw refuseFields({ sheets: 'INVALID' });
    const reach = { tx, accountId: ctx.accountId, importId: row.id };
    const sheets: ImportSheet[] = [];
    for (const [index, sheet] of stored.entries()) {
      const given = input.sheets[index] as ImportMapping['sheets'][number];
      const next =
        given.headerRow === sheet.headerRow
          ? withFields(sheet, given, index)
          : await withHeader(reach, describedAgain.get(index), given, index);
      const complete = await withDateOrders(reach, next, index);
      if (!complete.isLeftOut && complete.columns.some(({ field }) => field))
        await rememberColumns(reach, complete);
      sheets.push(complete);
    }
    // Also what a check has left that was cancelled.
    await tx.importRow.updateMany({
      where: { importId: row.id, plan: { not: null } },
      data: { plan: null, problems: [], records: [], keys: [] },
    });
    await tx.import.update({
      where: rowKey(ctx, row.id),
      data: {
        state: 'MAPPING',
        sheets: sheets as unknown as Prisma.InputJsonArray,
        options: input.options,
        counts: {},
        errorCode: null,
        revision: { increment: 1 },
      },
    });
    return readImport(tx, ctx, row.id);
  });
}

function refuseRepeated({ sheets }: ImportMapping): void {
  for (const [index, { columns, isLeftOut }] of sheets.entries()) {
    const seen = new Set<ImportField>();
    for (const [column, { field }] of columns.entries()) {
      if (field && seen.has(field) && !isLeftOut)
        throw refuseFields({ [`sheets.${index}.columns.${column}.field`]: 'LISTED_TWICE' });
      if (field) seen.add(field);
    }
  }
}

function withFields(
  sheet: ImportSheet,
  { isLeftOut, columns }: ImportMapping['sheets'][number],
  index: number,
): ImportSheet {
  if (columns.length !== sheet.columns.length) throw refuseFields({ [`sheets.${index}.columns`]: 'INVALID' });
  return {
    ...sheet,
    isLeftOut,
    columns: sheet.columns.map((column, at) => ({
      ...column,
      field: columns[at]?.field ?? null,
      dateOrder: columns[at]?.dateOrder ?? null,
      isAmbiguous: false,
    })),
  };
}

/**
 * The sheets whose header is to be another row, by index. Finding the fields of their columns takes time, so it is done
 * before anything is locked.
 */
async function withOtherHeaders(
  deps: Deps,
  ctx: Ctx,
  { id, sheets }: ImportMapping,
): Promise<Map<number, ImportSheet>> {
  const db = deps.db.of(ctx);
  const stored = sheetsOf(await db.import.findUniqueOrThrow({ where: rowKey(ctx, id) }));
  const reach = { tx: db, accountId: ctx.accountId, importId: id };
  const described = new Map<number, ImportSheet>();
  for (const [index, { name, hints, headerRow: former }] of stored.entries()) {
    const headerRow = sheets[index]?.headerRow;
    if (headerRow === undefined || headerRow === former) continue;
    const first = await firstRows(reach, index);
    if (headerRow !== null && !first.some(({ row }) => row === headerRow))
      throw refuseFields({ [`sheets.${index}.headerRow`]: 'INVALID' });
    const facts = { headerRow, rows: await rowsBelow(reach, index, headerRow), hints };
    described.set(index, await deps.tables.describe({ name, first, facts }, ctx));
  }
  return described;
}

async function withHeader(
  reach: Parameters<typeof asRemembered>[0],
  described: ImportSheet | undefined,
  given: ImportMapping['sheets'][number],
  index: number,
): Promise<ImportSheet> {
  // Somebody else has chosen another header meanwhile.
  if (!described) throw new AppError('RECORD_CHANGED');
  const { isLeftOut, columns } = given;
  const isAssigned = columns.length === described.columns.length && columns.some(({ field }) => field);
  if (isAssigned) return withFields(described, given, index);
  const placed = await withPlaces(reach, described, index);
  return asRemembered(reach, { ...placed, isLeftOut: isLeftOut || placed.isLeftOut });
}

const withPlaces = (reach: Parameters<typeof asRemembered>[0], sheet: ImportSheet, index: number) =>
  withMachinePlaces((statement) => reach.tx.$queryRaw(statement), reach, sheet, index);

/** Puts an import into another state and queues the work. */
async function begin(
  deps: Deps,
  tx: AccountTransaction,
  { accountId, id: importId }: Stored,
  kind: typeof checkImport,
  data: Prisma.ImportUpdateInput,
): Promise<void> {
  const { revision } = await tx.import.update({
    where: rowKey({ accountId }, importId),
    data: { ...data, done: 0, errorCode: null, revision: { increment: 1 } },
  });
  await deps.jobs.enqueue(tx, kind, { accountId, importId, revision });
}

/** @throws AppError IMPORT_STATE, IMPORT_DATES_AMBIGUOUS, IMPORT_NOTHING_ASSIGNED */
export async function startCheck(deps: Deps, ctx: Ctx, id: number): Promise<Import> {
  return inTransaction(deps, ctx, async (tx) => {
    const row = await lockImport(tx, ctx, id, open);
    if (row.startedAt) throw new AppError('IMPORT_STATE');
    if (readersOf(row).every((reader) => reader === null)) throw new AppError('IMPORT_NOTHING_ASSIGNED');
    const sheets = sheetsOf(row).filter(({ isLeftOut }) => !isLeftOut);
    if (sheets.some(({ columns }) => columns.some(({ isAmbiguous }) => isAmbiguous)))
      throw new AppError('IMPORT_DATES_AMBIGUOUS');
    const total = sheets.reduce((sum, { rows }) => sum + rows, 0);
    await begin(deps, tx, row, checkImport, { state: 'CHECKING', total });
    return readImport(tx, ctx, id);
  });
}

const oneAtATime = { import_writing_key: () => new AppError('IMPORT_RUNNING') };

/** Rows that a run writes: of the sheets that it goes through. */
const toWrite = (row: Stored) =>
  ({
    importId: row.id,
    isDone: false,
    isSkipped: false,
    plan: { in: ['CREATE', 'UPDATE', 'SAME'] },
    OR: readersOf(row).flatMap((reader, sheet) => (reader ? [{ sheet, row: { gt: reader.headerRow } }] : [])),
  }) satisfies Prisma.ImportRowWhereInput;

/** @throws AppError IMPORT_STATE, also when there is nothing to write; IMPORT_RUNNING */
export async function startRun(deps: Deps, ctx: Ctx, id: number): Promise<Import> {
  return refusing(oneAtATime, () =>
    inTransaction(deps, ctx, async (tx) => {
      const row = await lockImport(tx, ctx, id, ['CHECKED', 'DONE', 'CANCELLED', 'FAILED']);
      const isUndone = (await tx.importChange.count({ where: { importId: id, undo: { not: null } } })) > 0;
      const total = await tx.importRow.count({ where: toWrite(row) });
      if (isUndone || total === 0) throw new AppError('IMPORT_STATE');
      const startedAt = row.startedAt ?? deps.clock();
      await begin(deps, tx, row, runImport, { state: 'RUNNING', startedAt, total });
      return readImport(tx, ctx, id);
    }),
  );
}

/** @throws AppError IMPORT_STATE */
export async function cancelImport(deps: Deps, ctx: Ctx, id: number): Promise<Import> {
  return inTransaction(deps, ctx, async (tx) => {
    const { state } = await lockImport(tx, ctx, id, ['CHECKING', 'RUNNING']);
    if (state === 'CHECKING')
      await tx.import.update({
        where: rowKey(ctx, id),
        data: { state: 'MAPPING', revision: { increment: 1 } },
      });
    else await endRun(tx, { accountId: ctx.accountId, importId: id }, deps.clock(), 'CANCELLED', { state });
    return readImport(tx, ctx, id);
  });
}

/** @throws AppError IMPORT_STATE, also when the time for it is over; IMPORT_RUNNING */
export async function startUndo(deps: Deps, ctx: Ctx, id: number): Promise<Import> {
  return refusing(oneAtATime, () =>
    inTransaction(deps, ctx, async (tx) => {
      const row = await lockImport(tx, ctx, id, ['DONE', 'CANCELLED', 'FAILED']);
      if (!row.undoUntil || row.undoUntil <= deps.clock()) throw new AppError('IMPORT_STATE');
      const total = await tx.importChange.count({ where: { importId: id, undo: null } });
      await begin(deps, tx, row, undoImport, { state: 'UNDOING', total });
      return readImport(tx, ctx, id);
    }),
  );
}

/** @throws AppError IMPORT_STATE */
export async function deleteImport(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await lockImport(tx, ctx, id, [...open, 'CHECKING']);
    if (row.startedAt) throw new AppError('IMPORT_STATE');
    await tx.import.delete({ where: rowKey(ctx, id) });
  });
}

interface RowOnWire extends Omit<ImportRow, 'plan'> {
  storedPlan: ImportRow['plan'];
  isSkipped: boolean;
}

const rowColumns = Prisma.sql`r.position, r.sheet, r.row, r.cells, r.plan::text AS "storedPlan", r.problems, r.records,
  r.is_skipped AS "isSkipped", r.is_done AS "isDone"`;

const toRow = ({ storedPlan, isSkipped, ...row }: RowOnWire): ImportRow => ({
  ...row,
  plan: isSkipped && !row.isDone ? 'SKIP' : storedPlan,
});

/** Only rows below the headers of sheets that are imported. */
export function importedRows(sheets: readonly ImportSheet[]): Prisma.Sql {
  const used = sheets.flatMap(({ isLeftOut, headerRow }, sheet) =>
    isLeftOut ? [] : Prisma.sql`(r.sheet = ${sheet} AND r.row > ${headerRow ?? 0})`,
  );
  return used.length === 0 ? Prisma.sql`FALSE` : Prisma.sql`(${Prisma.join(used, ' OR ')})`;
}

export async function searchRows(deps: Deps, ctx: Ctx, search: ImportRowSearch): Promise<Page<ImportRow>> {
  const { accountId } = ctx;
  const { id, plans, filter, problem, sheet, isDone, text, page, size } = search;
  const row = await deps.db.of(ctx).import.findUniqueOrThrow({ where: rowKey(ctx, id) });
  const effective = Prisma.sql`CASE WHEN r.is_skipped AND NOT r.is_done THEN 'SKIP' ELSE r.plan::text END`;
  const conditions = [
    Prisma.sql`r.account_id = ${accountId} AND r.import_id = ${id}`,
    importedRows(sheetsOf(row)),
    ...(plans.length > 0 ? [Prisma.sql`${effective} = ANY (${plans}::text[])`] : []),
    ...(filter ? [isFiltered(filter, accountId, id)] : []),
    ...(problem ? [Prisma.sql`r.problems @> ${JSON.stringify([{ code: problem }])}::jsonb`] : []),
    ...(sheet === null || sheet === undefined ? [] : [Prisma.sql`r.sheet = ${sheet}`]),
    ...(isDone === null || isDone === undefined ? [] : [Prisma.sql`r.is_done = ${isDone}`]),
    ...(text === '' ? [] : [Prisma.sql`search_text(r.cells::text) LIKE search_pattern(${text})`]),
  ];
  const rows = await readPage<RowOnWire>(deps.db, ctx, {
    select: rowColumns,
    from: Prisma.sql`FROM import_row r WHERE ${Prisma.join(conditions, ' AND ')}`,
    order: inOrder('asc', Prisma.sql`r.position`),
    ...{ page, size },
  });
  return mapPage(rows, toRow);
}

async function readRow(
  tx: AccountTransaction,
  ctx: Ctx,
  importId: number,
  position: number,
): Promise<ImportRow> {
  const [row] = await tx.$queryRaw<RowOnWire[]>`
    SELECT ${rowColumns} FROM import_row r
     WHERE r.account_id = ${ctx.accountId} AND r.import_id = ${importId} AND r.position = ${position}`;
  if (!row) throw new AppError('NOT_FOUND');
  return toRow(row);
}

async function writeCounts(tx: AccountTransaction, ctx: Ctx, importId: number): Promise<void> {
  const counts = await countRows((statement) => tx.$queryRaw(statement), ctx.accountId, importId);
  await tx.import.update({
    where: rowKey(ctx, importId),
    data: { counts: counts as unknown as Prisma.InputJsonObject, revision: { increment: 1 } },
  });
}

/** The column of a field, added behind the others if the sheet has none: what a list does not say can be said here. */
async function withColumn(
  tx: AccountTransaction,
  ctx: Ctx,
  row: Stored,
  sheet: number,
  field: ImportField | null,
): Promise<{ row: Stored; column: number }> {
  const sheets = sheetsOf(row);
  const columns = sheets[sheet]?.columns;
  if (!columns || !field) throw refuseFields({ field: 'REQUIRED' });
  const known = columns.findIndex((column) => column.field === field);
  if (known >= 0) return { row, column: known };
  if (columns.length >= importLimits.columns) throw refuseFields({ column: 'TOO_MANY' });
  const header = textsOf(ctx.language, 'import')(`fields.${field}`);
  columns.push({ ...{ header, field }, samples: [], certainty: 1, dateOrder: null, isAmbiguous: false });
  const data = { sheets: sheets as unknown as Prisma.InputJsonArray };
  return { row: await tx.import.update({ where: rowKey(ctx, row.id), data }), column: columns.length - 1 };
}

/** @throws AppError IMPORT_STATE, NOT_FOUND */
export async function fixCell(
  deps: Deps,
  ctx: Ctx,
  { id, position, column: given, field, value }: ImportCellFix,
): Promise<ImportFixedRow> {
  return inTransaction(deps, ctx, async (tx) => {
    const locked = await lockImport(tx, ctx, id, correctable);
    const before = await readRow(tx, ctx, id, position);
    if (before.isDone) throw new AppError('IMPORT_STATE');
    const { row, column } =
      given === null
        ? await withColumn(tx, ctx, locked, before.sheet, field ?? null)
        : { row: locked, column: given };
    const width = sheetsOf(row)[before.sheet]?.columns.length ?? 0;
    if (column >= width) throw refuseFields({ column: 'INVALID' });
    const cells: Cell[] = Array.from(
      { length: Math.max(width, before.cells.length) },
      (_, at) => before.cells[at] ?? null,
    );
    cells[column] = value.trim() === '' ? null : value;
    await tx.importRow.updateMany({
      where: { importId: id, position },
      data: { cells: cells as Prisma.InputJsonArray },
    });
    if (row.state !== 'MAPPING') {
      await recheck(deps, tx, row, [position]);
      await writeCounts(tx, ctx, id);
    }
    const alike = isAlike(row, before.sheet, column, before.cells[column] ?? null);
    const [{ count } = { count: 0 }] = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM import_row r WHERE ${alike} AND r.position <> ${position}`;
    return { ...(await readRow(tx, ctx, id, position)), alike: count };
  });
}

/** The rows with a problem in a column whose cell there holds a value. A row without such a column holds nothing. */
function isAlike(row: Stored, sheet: number, column: number, value: Cell): Prisma.Sql {
  const field = sheetsOf(row)[sheet]?.columns[column]?.field;
  if (!field) return Prisma.sql`FALSE`;
  return Prisma.sql`${holds(row, sheet, column, value)} AND r.plan = 'ERROR' AND NOT r.is_skipped
    AND r.problems @> ${JSON.stringify([{ field }])}::jsonb`;
}

const holds = ({ accountId, id }: Stored, sheet: number, column: number, value: Cell): Prisma.Sql =>
  Prisma.sql`r.account_id = ${accountId} AND r.import_id = ${id} AND r.sheet = ${sheet} AND NOT r.is_done
    AND coalesce(r.cells->${column}::int, 'null') = ${JSON.stringify(value)}::jsonb`;

/** After a run, more rows than this of a large file are corrected by further calls: their neighbours are looked for. */
const mostAlike = 1000;
const alikeAtOnce = 100;

/** @throws AppError IMPORT_STATE, NOT_FOUND */
export async function fixAlike(
  deps: Deps,
  ctx: Ctx,
  { id, sheet, column, before, value: given, positions }: ImportAlikeFix,
): Promise<ImportAlikeFixed> {
  return inTransaction(deps, ctx, async (tx) => {
    const row = await lockImport(tx, ctx, id, correctable);
    const sheets = sheetsOf(row);
    const width = sheets[sheet]?.columns.length ?? 0;
    if (column >= width) throw refuseFields({ column: 'INVALID' });
    const value = typeof given === 'string' && given.trim() === '' ? null : given;
    const inFile = sheets.reduce((sum, { isLeftOut, rows }) => sum + (isLeftOut ? 0 : rows), 0);
    const isLarge = inFile > mostRechecked;
    const most = isLarge && row.startedAt ? mostAlike : inFile;
    const some = positions
      ? Prisma.sql`${holds(row, sheet, column, before)} AND r.position = ANY (${positions}::int[])`
      : isAlike(row, sheet, column, before);
    const changed = await tx.$queryRaw<{ position: number }[]>`
      UPDATE import_row r SET cells = (
        SELECT jsonb_agg(CASE WHEN i = ${column}::int THEN ${JSON.stringify(value)}::jsonb
                              ELSE coalesce(r.cells->i, 'null') END ORDER BY i)
          FROM generate_series(0, greatest(jsonb_array_length(r.cells), ${width}::int) - 1) AS i)
       WHERE r.account_id = ${ctx.accountId} AND r.import_id = ${id} AND r.position = ANY (ARRAY(
         SELECT r.position FROM import_row r WHERE ${some} ORDER BY r.position LIMIT ${most}::int))
      RETURNING r.position`;
    const corrected = changed.map(({ position }) => position).toSorted((one, other) => one - other);
    if (corrected.length > 0 && row.state !== 'MAPPING') {
      if (isLarge && !row.startedAt)
        await begin(deps, tx, row, checkImport, { state: 'CHECKING', total: inFile });
      else {
        const step = isLarge ? alikeAtOnce : corrected.length;
        for (let from = 0; from < corrected.length; from += step)
          await recheck(deps, tx, row, corrected.slice(from, from + step));
        await writeCounts(tx, ctx, id);
      }
    }
    return { import: await readImport(tx, ctx, id), positions: corrected };
  });
}

/** @throws AppError IMPORT_STATE, NOT_FOUND */
export async function skipRows(
  deps: Deps,
  ctx: Ctx,
  { id, position, isSkipped }: ImportSkip,
): Promise<Import> {
  return inTransaction(deps, ctx, async (tx) => {
    const row = await lockImport(tx, ctx, id, correctable);
    const some = position === null ? { plan: 'ERROR' as const } : { position };
    const above = sheetsOf(row).flatMap(({ headerRow }, sheet) =>
      headerRow === null ? [] : [{ sheet, row: { lte: headerRow } }],
    );
    const { count } = await tx.importRow.updateMany({
      where: { importId: id, isDone: false, NOT: above, ...some },
      data: { isSkipped },
    });
    if (count === 0 && position !== null) throw new AppError('NOT_FOUND');
    if (row.state !== 'MAPPING') {
      // Rows with problems have left nothing that others build on.
      if (position !== null) await recheck(deps, tx, row, [position]);
      await writeCounts(tx, ctx, id);
    }
    return readImport(tx, ctx, id);
  });
}

export async function searchChanges(
  deps: Deps,
  ctx: Ctx,
  search: ImportChangeSearch,
): Promise<Page<ImportChange>> {
  const db = deps.db.of(ctx);
  const { id: importId, undo, entity, page, size } = search;
  await db.import.findUniqueOrThrow({ where: rowKey(ctx, importId), select: { id: true } });
  const where = { importId, ...(undo && { undo }), ...(entity && { entity }) };
  const [total, rows] = [
    await db.importChange.count({ where }),
    await db.importChange.findMany({ where, orderBy: { id: 'asc' }, skip: page * size, take: size }),
  ];
  const places = await db.importRow.findMany({
    where: { importId, position: { in: rows.map(({ position }) => position) } },
    select: { position: true, sheet: true, row: true },
  });
  const placeOf = new Map(places.map(({ position, ...place }) => [position, place]));
  const content = rows.map((row) => ({
    id: row.id,
    ...(placeOf.get(row.position) ?? { sheet: 0, row: 0 }),
    entity: row.entity as ImportChange['entity'],
    entityId: row.entityId,
    what: row.what,
    isCreated: row.before === null,
    undo: row.undo,
    reason: row.reason as ImportChange['reason'],
    who: row.who,
  }));
  return toPage(content, total, page, size);
}
