/** Draws a workbook; runs in a work process, because it blocks its thread. */
import writeExcelFile, { type Cell } from 'write-excel-file/node';

export type CellKind = 'text' | 'number' | 'date' | 'instant' | 'money';
/** An amount with the code of its currency. */
export interface Money {
  amount: number;
  currency: string;
}
/** Days and moments are dates whose UTC parts are the local time, because a sheet has no timezones. */
export type CellValue = string | number | Date | Money | null;

export interface TableSheet {
  /** Only needed if there are several. */
  name?: string;
  columns: { header: string; kind: CellKind }[];
  rows: CellValue[][];
}

const formats: Partial<Record<CellKind, string>> = { date: 'yyyy-mm-dd', instant: 'yyyy-mm-dd hh:mm' };
const types = { text: String, number: Number, date: Date, instant: Date, money: Number };
const widths: Partial<Record<CellKind, number>> = { date: 12, instant: 17, money: 14 };
const narrowest = 8;
const widest = 60;
/** Maximum length of a cell's text. */
const longestText = 32_767;
/** Text that looks like an escaped character (`_x0041_`), which a spreadsheet program would decode. */
const likeEscape = /_(?=x[\da-f]{4}_)/gi;

/** One sheet after another. */
export async function drawSheets(sheets: TableSheet[]): Promise<Uint8Array> {
  const { buffer, byteOffset, length } = await writeExcelFile(sheets.map(contentOf)).toBuffer();
  return new Uint8Array(buffer, byteOffset, length).slice();
}

function contentOf({ name = 'Sheet1', columns, rows }: TableSheet) {
  const heads = columns.map(({ header }): Cell => ({ value: header, type: String, fontWeight: 'bold' }));
  const cells = rows.map((row) => row.map((value, index) => cellOf(columns[index]?.kind ?? 'text', value)));
  return {
    data: [heads, ...cells],
    sheet: name,
    columns: columns.map((column, index) => ({ width: widthOf(column, index, rows) })),
    stickyRowsCount: 1,
  };
}

const isMoney = (value: CellValue): value is Money =>
  typeof value === 'object' && value !== null && 'currency' in value;

// A text always has the type text, so that no program reads it as a formula.
function cellOf(kind: CellKind, value: CellValue): Cell {
  if (value === null || value === '') return null;
  if (isMoney(value)) return { value: value.amount, type: Number, format: `#,##0.00\\ [$${value.currency}]` };
  const format = formats[kind];
  return {
    value: typeof value === 'string' ? escaped(value.slice(0, longestText)) : value,
    type: types[kind],
    ...(format && { format }),
  };
}

const escaped = (text: string): string => text.replace(likeEscape, '_x005F_');

function widthOf(
  { header, kind }: TableSheet['columns'][number],
  index: number,
  rows: CellValue[][],
): number {
  const longest = rows
    .slice(0, 1000)
    .reduce((most, row) => Math.max(most, String(row[index] ?? '').length), 0);
  const width = Math.max(header.length, widths[kind] ?? longest) + 2;
  return Math.min(widest, Math.max(narrowest, width));
}
