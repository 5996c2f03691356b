/** Rows of an import as a table: those that were not imported, to be corrected elsewhere, or all with their result. */

import type { ExportFormat } from '@servicebook/shared/export-format';
import type { ImportProblem, ImportRow, ImportSheet, importTables } from '@servicebook/shared/import';
import { namedValues } from '@servicebook/shared/import-allowed';
import { cellProblems } from '@servicebook/shared/import-values';
import type { Language } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import {
  furtherSheet,
  mostSheetRows,
  type Sheet,
  type TableColumn,
  tableFile,
} from '../../platform/table-file.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { anyTextOf, textsOf } from '../../platform/texts.ts';
import { cellText } from './describe-sheet.ts';
import { importedRows } from './import.service.ts';
import { allowedWords } from './import-allowed.ts';
import { sheetsOf } from './import-rows.ts';

interface Asked {
  id: number;
  which: (typeof importTables)[number];
  format: ExportFormat;
}

type Row = Pick<ImportRow, 'position' | 'sheet' | 'row' | 'cells' | 'problems'> & { result: string };

const batchSize = 1000;

/**
 * A workbook has the sheets of the file with their columns, so that corrected rows can be imported again as they are. CSV
 * has one table for all.
 * @throws AppError EXPORT_TOO_LARGE
 */
export async function importTable(deps: Deps, ctx: Ctx, { id, which, format }: Asked): Promise<FileAnswer> {
  const stored = await deps.db.of(ctx).import.findUniqueOrThrow({ where: rowKey(ctx, id) });
  const sheets = sheetsOf(stored);
  const texts = textsOf(ctx.language, 'import');
  const rowsIn = (where: Prisma.Sql) => rowsOf(deps, ctx, id, which, where);
  const reason = text(texts('table.reason'), ({ sheet, problems }) =>
    problems.map((problem) => problemText(ctx.language, problem, sheets[sheet]?.columns)).join('; '),
  );
  const result = text(texts('table.result'), ({ result: plan }) => texts(`plan.${plan}`));
  const place: TableColumn<Row>[] = [
    { header: texts('table.row'), kind: 'number', value: ({ row }) => row },
    ...(which === 'all' ? [result, reason] : [reason]),
  ];
  const used = sheets.flatMap(({ isLeftOut, name, columns }, index) =>
    isLeftOut ? [] : [{ index, name, columns: [...place, ...columns.map(columnAt)] }],
  );
  const name = texts(`table.${which}`);
  const imported = importedRows(sheets);
  const [first, ...others] = used;
  if (format === 'csv' || !first || others.length === 0) {
    const named = text(texts('table.sheet'), ({ sheet }) => sheets[sheet]?.name ?? '');
    const columns = [...(sheets.length > 1 ? [named] : []), ...place, ...columnsOfAll(sheets)];
    return tableFile<Row>(deps, ctx, format, { name, columns, batches: rowsIn(imported) });
  }
  const inSheet = (index: number) => Prisma.sql`${imported} AND r.sheet = ${index}`;
  const after: Sheet[] = [];
  let count = 0;
  for (const each of others) {
    const rows: Row[] = [];
    for await (const batch of rowsIn(inSheet(each.index))) {
      rows.push(...batch);
      count += batch.length;
      if (count > mostSheetRows) throw new AppError('EXPORT_TOO_LARGE', { values: { limit: mostSheetRows } });
    }
    if (rows.length > 0) after.push(furtherSheet(each.name, each.columns, rows));
  }
  const batches = rowsIn(inSheet(first.index));
  return tableFile<Row>(deps, ctx, format, {
    name,
    columns: first.columns,
    batches,
    sheet: first.name,
    after,
  });
}

const text = (header: string, value: (row: Row) => string): TableColumn<Row> => ({
  header,
  kind: 'text',
  value,
});

const columnAt = ({ header }: { header: string }, index: number): TableColumn<Row> =>
  text(header, ({ cells }) => cellText(cells[index]));

/** Sheets of one kind share their columns; columns of one sheet that are called the same do not. */
function columnsOfAll(sheets: readonly ImportSheet[]): TableColumn<Row>[] {
  const places = sheets.map(({ isLeftOut, columns }) => {
    const counts = new Map<string, number>();
    return new Map(
      (isLeftOut ? [] : columns).map(({ header }, index) => {
        const count = (counts.get(header) ?? 0) + 1;
        counts.set(header, count);
        return [JSON.stringify([header, count]), { header, index }];
      }),
    );
  });
  const all = new Map(places.flatMap((one) => [...one].map(([key, { header }]) => [key, header] as const)));
  return [...all].map(([key, header]) =>
    text(header, ({ sheet, cells }) => cellText(cells[places[sheet]?.get(key)?.index ?? -1])),
  );
}

async function* rowsOf(
  deps: Deps,
  { accountId }: Ctx,
  importId: number,
  which: Asked['which'],
  imported: Prisma.Sql,
): AsyncGenerator<Row[]> {
  const result = Prisma.sql`CASE WHEN r.is_done THEN r.plan::text WHEN r.is_skipped THEN 'SKIP' ELSE r.plan::text END`;
  const wanted =
    which === 'all'
      ? Prisma.sql`r.plan IS NOT NULL`
      : Prisma.sql`NOT r.is_done AND (r.is_skipped OR r.plan = 'ERROR')`;
  for (let after = -1; ; ) {
    const rows = await deps.db.read<Row>(
      { accountId },
      Prisma.sql`SELECT r.position, r.sheet, r.row, r.cells, r.problems, ${result} AS result FROM import_row r
        WHERE r.account_id = ${accountId} AND r.import_id = ${importId} AND r.position > ${after} AND ${imported} AND ${wanted}
        ORDER BY r.position LIMIT ${batchSize}`,
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.position;
  }
}

/** "Serial number: digits are missing", in the reader's language. */
function problemText(
  language: Language,
  { column, field, code, other }: ImportProblem,
  columns: readonly { header: string }[] = [],
): string {
  const say = anyTextOf(language);
  const reason = say(`import:problems.${code}`, { ...other }) ?? say(`errors:fields.${code}`) ?? code;
  const isOfCell = (cellProblems as readonly string[]).includes(code);
  const values = field && isOfCell ? namedValues(field, allowedWords(language)) : null;
  const allowed = values && say('import:problems.allowed', { values });
  const header = column === null ? undefined : columns[column]?.header;
  const text = [reason, ...(allowed ? [allowed] : [])].join('. ');
  return header === undefined ? text : `${header}: ${text}`;
}
