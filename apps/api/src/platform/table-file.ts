/** Tables as files to take along: CSV as spreadsheet programs in Europe read it, or a workbook. */
import { pipeline, Readable } from 'node:stream';
import { clockIn } from '@servicebook/shared/calendar';
import { type ExportFormat, exportMedia } from '@servicebook/shared/export-format';
import type { Language } from '@servicebook/shared/primitives';
import { stringify } from 'csv-stringify';
import type { Ctx, Deps } from '../context.ts';
import { AppError } from './app-error.ts';
import { asTextFormula, isTakenForValue } from './spreadsheet-text.ts';
import type { CellValue } from './table-sheet.ts';
import { createFairQueue, type WorkFor } from './work/fair-queue.ts';

type Maybe<Value> = Value | null | undefined;

/** What stands in one column; the kind decides how it is written and, in a workbook, how it is typed. */
export type TableColumn<Row> = {
  /** In the language of who asks. */
  header: string;
} & (
  | { kind: 'text'; value: (row: Row) => Maybe<string> }
  | { kind: 'number'; value: (row: Row) => Maybe<number> }
  /** A calendar date: `YYYY-MM-DD`, or a database's date at midnight UTC. */
  | { kind: 'date'; value: (row: Row) => Maybe<string | Date> }
  /** A moment, ISO 8601 or a date; written as the clock of who asks shows it. */
  | { kind: 'instant'; value: (row: Row) => Maybe<string | Date> }
);

export interface Table<Row> {
  /** In the language of who asks; the file is called so, with the day. */
  name: string;
  columns: readonly TableColumn<Row>[];
  /** In batches (`readBatches`), so that a million rows do not lie in memory at once. */
  batches: AsyncIterable<readonly Row[]>;
}

/** A workbook is made in memory, so it has an end; a CSV file has none. */
export const mostSheetRows = 50_000;

/** So many are in memory at once, however often somebody clicks; the others wait, having read nothing yet. */
const sheets = createFairQueue({ places: 2, waitingPerAccount: 5, waitingInAll: 100 });

/** As an endpoint of response 'file' answers it. */
interface TableFile {
  content: Readable | Uint8Array;
  filename: string;
  contentType: string;
  inline: false;
}

type Reader = Pick<Ctx, 'language' | 'timezone'>;

/**
 * A table as the answer of an endpoint whose response is 'file'.
 * @throws AppError EXPORT_TOO_LARGE when a workbook would have more than 50,000 rows; what drawing it throws
 */
export async function tableFile<Row>(
  deps: Pick<Deps, 'clock' | 'pdf'>,
  ctx: Reader & WorkFor,
  format: ExportFormat,
  table: Table<Row>,
): Promise<TableFile> {
  const today = wallClock(deps.clock(), ctx.timezone).toISOString().slice(0, 10);
  const filename = `${table.name} ${today}.${format}`;
  if (format === 'csv') {
    const contentType = `${exportMedia.csv}; charset=utf-8`;
    return { content: csvOf(ctx, table), filename, contentType, inline: false };
  }
  return {
    content: await sheets.run(ctx, () => sheetOf(deps, ctx, table)),
    filename,
    contentType: exportMedia.xlsx,
    inline: false,
  };
}

/**
 * A table as CSV: BOM, semicolons, CRLF, every cell in quotes, the decimal sign of the language. A text that a spreadsheet program would take
 * for a formula gets an apostrophe in front; one it would take for a number or a date is written as `="3/11/2026"`.
 */
export function csvOf<Row>(
  { language, timezone }: Reader,
  { columns, batches }: Pick<Table<Row>, 'columns' | 'batches'>,
): Readable {
  const decimalSign = decimalSignOf(language);
  const csv = stringify({
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
    // A reader that splits at commas or tabs must not find a formula inside a cell.
    quoted: true,
    cast: {
      string: textCell,
      number: (value) => String(value).replace('.', decimalSign),
      date: (value, { column }) => dateText(value, columns[Number(column)]?.kind === 'instant'),
    },
  });
  async function* records() {
    yield columns.map(({ header }) => header);
    for await (const batch of batches) for (const row of batch) yield cellsOf(columns, row, timezone);
  }
  // A failure has ended the reader's stream by then; it is told there.
  pipeline(Readable.from(records()), csv, () => {});
  return csv;
}

/** What begins like a formula gets its apostrophe from the library. */
const textCell = (text: string) =>
  isTakenForValue(text) && !text.startsWith('-')
    ? { value: asTextFormula(text), escape_formulas: false }
    : text;

async function sheetOf<Row>(
  { pdf }: Pick<Deps, 'pdf'>,
  of: Reader & WorkFor,
  { columns, batches }: Table<Row>,
): Promise<Uint8Array> {
  const rows: CellValue[][] = [];
  for await (const batch of batches) {
    if (rows.length + batch.length > mostSheetRows)
      throw new AppError('EXPORT_TOO_LARGE', { values: { limit: mostSheetRows } });
    for (const row of batch) rows.push(cellsOf(columns, row, of.timezone));
  }
  const heads = columns.map(({ header, kind }) => ({ header, kind }));
  return pdf.render('table', { columns: heads, rows }, of);
}

const cellsOf = <Row>(columns: readonly TableColumn<Row>[], row: Row, timezone: string): CellValue[] =>
  columns.map((column) => {
    const value = column.value(row);
    if (value === null || value === undefined || value === '') return null;
    if (column.kind === 'date') return new Date(value);
    return column.kind === 'instant' ? wallClock(new Date(value), timezone) : value;
  });

/** The moment's local date and time, as if they were UTC. */
const wallClock = (moment: Date, timezone: string): Date =>
  new Date(`${clockIn(moment.toISOString(), timezone)}Z`);

const dateText = (value: Date, withTime: boolean): string =>
  withTime ? value.toISOString().slice(0, 16).replace('T', ' ') : value.toISOString().slice(0, 10);

const decimalSignOf = (language: Language): string =>
  new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
