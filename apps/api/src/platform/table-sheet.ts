/** Draws a workbook of one sheet; runs in a work process, because it blocks its thread. */
import writeExcelFile, { type Cell } from 'write-excel-file/node';

export type CellKind = 'text' | 'number' | 'date' | 'instant';
/** Days and moments are dates whose UTC parts are the local time, because a sheet has no timezones. */
export type CellValue = string | number | Date | null;

export interface TableSheet {
  columns: { header: string; kind: CellKind }[];
  rows: CellValue[][];
}

const formats: Partial<Record<CellKind, string>> = { date: 'yyyy-mm-dd', instant: 'yyyy-mm-dd hh:mm' };
const types = { text: String, number: Number, date: Date, instant: Date };
const widths: Partial<Record<CellKind, number>> = { date: 12, instant: 17 };
const narrowest = 8;
const widest = 60;
/** Maximum length of a cell's text. */
const longestText = 32_767;
/** Text that looks like an escaped character (`_x0041_`), which a spreadsheet program would decode. */
const likeEscape = /_(?=x[\da-f]{4}_)/gi;

export async function drawSheet({ columns, rows }: TableSheet): Promise<Uint8Array> {
  const heads = columns.map(({ header }): Cell => ({ value: header, type: String, fontWeight: 'bold' }));
  const cells = rows.map((row) => row.map((value, index) => cellOf(columns[index]?.kind ?? 'text', value)));
  const { buffer, byteOffset, length } = await writeExcelFile([heads, ...cells], {
    columns: columns.map((column, index) => ({ width: widthOf(column, index, rows) })),
    stickyRowsCount: 1,
  }).toBuffer();
  return new Uint8Array(buffer, byteOffset, length).slice();
}

// A text always has the type text, so that no program reads it as a formula.
function cellOf(kind: CellKind, value: CellValue): Cell {
  if (value === null || value === '') return null;
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
