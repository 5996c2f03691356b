/** The columns of a sheet: headers, samples, and the fields they seem to hold. Runs in a work process: it takes time. */
import { foldText } from '@servicebook/shared/fold-text';
import type { ImportSheet } from '@servicebook/shared/import';
import { longestAddress } from '@servicebook/shared/import-address';
import { type Cell, type ImportField, importFields } from '@servicebook/shared/import-fields';
import {
  type RecognisedColumn,
  recogniseColumns,
  recogniseSheet,
} from '@servicebook/shared/import-recognition';
import { languages } from '@servicebook/shared/primitives';
import { cutText } from '../../platform/cut-text.ts';
import { textsOf } from '../../platform/texts.ts';
import { importNames } from './import-names.ts';
import type { TableRow } from './table-rows.ts';

/** Rows by which a sheet's columns are judged. */
export const judgedRows = 200;
/** More of a cell says nothing about its column. */
export const judgedCharacters = longestAddress + 1;
const sampleCount = 5;
const sampleLength = 100;
/** The longest header that tells two columns apart. */
const headerLength = 200;

/** A row by which columns are judged. */
export type JudgedRow = Pick<TableRow, 'row' | 'cells'>;

/** A cell as people see it in the file. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? cell.date : String(cell);
}

/** The name of a column without a header, as spreadsheet programs call it. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

/** The headers of our templates, in all languages. */
const ownHeaders = new Map(
  languages.flatMap((language) => {
    const texts = textsOf(language, 'import');
    return importFields.map((field): [string, ImportField] => [foldText(texts(`fields.${field}`)), field]);
  }),
);

/** The number of the row that looks like the header; null: none does. */
export function headerOf(first: readonly JudgedRow[]): number | null {
  const ownRow = first.find(
    ({ cells }) => cells.length > 0 && cells.every((cell) => ownHeaders.has(foldText(cellText(cell)))),
  );
  if (ownRow) return ownRow.row;
  const { headerRow } = recogniseSheet(
    first.map(({ cells }) => cells),
    importNames,
  );
  return headerRow === null ? null : (first[headerRow]?.row ?? null);
}

/**
 * A sheet's columns with the fields that their headers and values suggest.
 * @param first rows to judge by, from the first one of the sheet
 */
export function describeSheet(
  name: string,
  first: readonly JudgedRow[],
  { headerRow, rows, hints }: Pick<ImportSheet, 'headerRow' | 'rows' | 'hints'>,
): ImportSheet {
  const header = first.find(({ row }) => row === headerRow)?.cells ?? [];
  const below = first.filter(({ row }) => row > (headerRow ?? 0));
  const width = Math.max(header.length, ...below.map(({ cells }) => cells.length), 0);
  const headers = Array.from(
    { length: width },
    (_, index) => cutText(cellText(header[index]).trim(), headerLength) || columnLetters(index),
  );
  const values = headers.map((_, index) => below.map(({ cells }) => cells[index] ?? null));
  const recognised = withOwnHeaders(headers, recogniseColumns(headers, values, importNames));
  return {
    ...{ name, rows, hints, headerRow, isLeftOut: width === 0 || rows === 0, isRemembered: false },
    columns: headers.map((text, index) => ({
      header: text,
      samples: samplesOf(values[index] ?? []),
      field: recognised[index]?.field ?? null,
      certainty: recognised[index]?.certainty ?? 0,
      dateOrder: null,
      isAmbiguous: false,
    })),
  };
}

/** A header of our own says exactly what its column holds, whatever others are called. */
function withOwnHeaders(headers: readonly string[], found: readonly RecognisedColumn[]): RecognisedColumn[] {
  const own = headers.map((header) => ownHeaders.get(foldText(header)));
  return found.map((column, index) => {
    const field = own[index];
    if (field) return { ...column, field: own.indexOf(field) === index ? field : null, certainty: 1 };
    return column.field && own.includes(column.field) ? { ...column, field: null, certainty: 0 } : column;
  });
}

const samplesOf = (cells: readonly (Cell | undefined)[]): string[] =>
  [
    ...new Set(
      cells.map((cell) => cutText(cellText(cell).trim(), sampleLength)).filter((text) => text !== ''),
    ),
  ].slice(0, sampleCount);

/** A sheet as it is described again with another header. */
export interface SheetTask {
  name: string;
  first: readonly JudgedRow[];
  facts: Pick<ImportSheet, 'headerRow' | 'rows' | 'hints'>;
}

/** `describeSheet` as a task of a work process. */
export const describeAgain = async ({ name, first, facts }: SheetTask): Promise<ImportSheet> =>
  describeSheet(name, first, facts);
