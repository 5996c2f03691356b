/** Tables as downloadable files: CSV for European spreadsheet programs, or a workbook. */

import { pipeline, Readable } from 'node:stream';
import { decimalMark } from '@servicebook/i18n/format.ts';
import { clockIn } from '@servicebook/shared/calendar';
import { type ExportFormat, exportMedia } from '@servicebook/shared/export-format';
import { stringify } from 'csv-stringify';
import { AppError } from './app-error.ts';
import type { Clock, Ctx } from './ctx.ts';
import type { FileAnswer } from './file-transfer.ts';
import type { PdfRenderer } from './pdf/renderer.ts';
import { asTextFormula, isTakenForValue } from './spreadsheet-text.ts';
import type { CellValue, Money, TableSheet } from './table-sheet.ts';
import type { tableSheet } from './table-sheet-kind.ts';
import { createFairQueue, type WorkFor } from './work/fair-queue.ts';

type Maybe<Value> = Value | null | undefined;

/** The content of a column; the kind decides how it is written and, in a workbook, typed. */
export type TableColumn<Row> = {
  /** In the reader's language. */
  header: string;
} & (
  | { kind: 'text'; value: (row: Row) => Maybe<string> }
  | { kind: 'number'; value: (row: Row) => Maybe<number> }
  | { kind: 'money'; value: (row: Row) => Maybe<Money> }
  /** A calendar date: `YYYY-MM-DD`, or a database's date at midnight UTC. */
  | { kind: 'date'; value: (row: Row) => Maybe<string | Date> }
  /** A moment, ISO 8601 or a date; written in the reader's timezone. */
  | { kind: 'instant'; value: (row: Row) => Maybe<string | Date> }
);

/** A column for a field of the row, or for what is read from the row. The first argument also names its header. */
interface ColumnOf<Row, Value> {
  (
    field: { [Key in keyof Row]: Row[Key] extends Maybe<Value> ? Key : never }[keyof Row] & string,
  ): TableColumn<Row>;
  (key: string, value: (row: Row) => Maybe<Value>): TableColumn<Row>;
}

/** Columns of each kind. @param headerOf the header for a field or key, in the reader's language */
export function tableColumns<Row>(headerOf: (key: string) => string) {
  const of = <Value>(kind: TableColumn<Row>['kind']) =>
    ((key: string, value = (row: Row) => row[key as keyof Row]) => ({
      kind,
      header: headerOf(key),
      value,
    })) as ColumnOf<Row, Value>;
  return {
    text: of<string>('text'),
    number: of<number>('number'),
    money: of<Money>('money'),
    date: of<string | Date>('date'),
    instant: of<string | Date>('instant'),
  };
}

export interface Table<Row> {
  /** The file name in the reader's language, to which the day is added. */
  name: string;
  columns: readonly TableColumn<Row>[];
  /** In batches (`readBatches`), so that a million rows are not in memory at once. */
  batches: AsyncIterable<readonly Row[]>;
  /** The name of its sheet in a workbook, if there are several. */
  sheet?: string;
  /** More sheets of the workbook, before and after this one. CSV has none. */
  before?: readonly Sheet[];
  after?: readonly Sheet[];
}

/** A further sheet: its content in the reader's timezone. */
export type Sheet = (timezone: string) => TableSheet;

/** A further sheet of rows at hand. */
export const furtherSheet =
  <Row>(name: string, columns: readonly TableColumn<Row>[], rows: readonly Row[]): Sheet =>
  (timezone) => ({
    name,
    columns: headsOf(columns),
    rows: rows.map((row) => cellsOf(columns, row, timezone)),
  });

/** A workbook is created in memory, so it has a limit; a CSV file has none. */
export const mostSheetRows = 50_000;

/** Limits the workbooks in memory, however often users click; the others wait before reading any rows. */
const sheets = createFairQueue({ places: 2, waitingPerAccount: 5, waitingInAll: 100 });

type Reader = Pick<Ctx, 'language' | 'timezone'>;

interface TableDeps {
  clock: Clock;
  pdf: PdfRenderer<{ table: typeof tableSheet }>;
}

/**
 * A table as the answer of an endpoint whose response is 'file'.
 * @throws AppError EXPORT_TOO_LARGE if a workbook would have more than 50,000 rows; errors of drawing it
 */
export async function tableFile<Row>(
  deps: TableDeps,
  ctx: Reader & WorkFor,
  format: ExportFormat,
  table: Table<Row>,
): Promise<FileAnswer> {
  const today = wallClock(deps.clock(), ctx.timezone).toISOString().slice(0, 10);
  // The name of a month’s end already says its days.
  const isDated = /\d{4}-\d{2}-\d{2}$/.test(table.name);
  const filename = `${table.name}${isDated ? '' : ` ${today}`}.${format}`;
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
 * A table as CSV: BOM, semicolons, CRLF, every cell in quotes, the decimal sign of the language. A text that looks like
 * a formula gets a leading apostrophe; one that looks like a number or date is written as `="3/11/2026"`.
 */
export function csvOf<Row>(
  { language, timezone }: Reader,
  { columns, batches }: Pick<Table<Row>, 'columns' | 'batches'>,
): Readable {
  const decimalSign = decimalMark(language);
  // A minus begins a number here, not a formula.
  const numberCell = (text: string) => ({ value: text.replace('.', decimalSign), escape_formulas: false });
  const csv = stringify({
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
    // A program that splits at commas or tabs must not find a formula inside a cell.
    quoted: true,
    cast: {
      string: textCell,
      number: (value) => numberCell(String(value)),
      object: (value) => numberCell((value as unknown as Money).amount.toFixed(2)),
      date: (value, { column }) => dateText(value, columns[Number(column)]?.kind === 'instant'),
    },
  });
  async function* records() {
    yield columns.map(({ header }) => header);
    for await (const batch of batches) for (const row of batch) yield cellsOf(columns, row, timezone);
  }
  // A failure has already ended the reader's stream and is reported there.
  pipeline(Readable.from(records()), csv, () => {});
  return csv;
}

/** The library adds the apostrophe to text that begins like a formula. */
const textCell = (text: string) =>
  isTakenForValue(text) && !text.startsWith('-')
    ? { value: asTextFormula(text), escape_formulas: false }
    : text;

async function sheetOf<Row>(
  { pdf }: TableDeps,
  of: Reader & WorkFor,
  { columns, batches, sheet, before = [], after = [] }: Table<Row>,
): Promise<Uint8Array> {
  const rows: CellValue[][] = [];
  for await (const batch of batches) {
    if (rows.length + batch.length > mostSheetRows)
      throw new AppError('EXPORT_TOO_LARGE', { values: { limit: mostSheetRows } });
    for (const row of batch) rows.push(cellsOf(columns, row, of.timezone));
  }
  const drawn = (further: readonly Sheet[]) => further.map((each) => each(of.timezone));
  const main = { ...(sheet !== undefined && { name: sheet }), columns: headsOf(columns), rows };
  return pdf.render('table', [...drawn(before), main, ...drawn(after)], of);
}

const headsOf = <Row>(columns: readonly TableColumn<Row>[]): TableSheet['columns'] =>
  columns.map(({ header, kind }) => ({ header, kind }));

const cellsOf = <Row>(columns: readonly TableColumn<Row>[], row: Row, timezone: string): CellValue[] =>
  columns.map((column) => {
    const value = column.value(row);
    if (value === null || value === undefined || value === '') return null;
    if (typeof value === 'object' && 'currency' in value) return value;
    if (column.kind === 'date') return new Date(value);
    return column.kind === 'instant' ? wallClock(new Date(value), timezone) : value;
  });

/** The moment's local date and time, as if they were UTC. */
const wallClock = (moment: Date, timezone: string): Date =>
  new Date(`${clockIn(moment.toISOString(), timezone)}Z`);

const dateText = (value: Date, withTime: boolean): string =>
  withTime ? value.toISOString().slice(0, 16).replace('T', ' ') : value.toISOString().slice(0, 10);
