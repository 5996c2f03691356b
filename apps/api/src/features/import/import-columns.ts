/** The columns of an import's sheets: headers, samples, and the fields they seem to hold. */
import { createHash } from 'node:crypto';
import { foldText } from '@servicebook/shared/fold-text';
import type { ImportColumn, ImportSheet } from '@servicebook/shared/import';
import { type DateOrder, dateOrderOf } from '@servicebook/shared/import-dates';
import {
  type Cell,
  type ImportField,
  ImportFieldName,
  importFields,
  kindOf,
} from '@servicebook/shared/import-fields';
import {
  type RecognisedColumn,
  recogniseColumns,
  recogniseSheet,
} from '@servicebook/shared/import-recognition';
import { languages } from '@servicebook/shared/primitives';
import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { importNames } from './import-names.ts';
import type { TableRow } from './table-rows.ts';

const sampleCount = 5;
const sampleLength = 100;
/** The longest header that tells two columns apart. */
const headerLength = 200;

type JudgedRow = Pick<TableRow, 'row' | 'cells'>;

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
    (_, index) => cellText(header[index]).trim().slice(0, headerLength) || columnLetters(index),
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
      cells.map((cell) => cellText(cell).trim().slice(0, sampleLength)).filter((text) => text !== ''),
    ),
  ].slice(0, sampleCount);

interface Reach {
  tx: AccountTransaction;
  accountId: number;
  importId: number;
}

/** Finds the order of day and month in every column of dates; what was chosen stays. */
export async function withDateOrders(reach: Reach, sheet: ImportSheet, index: number): Promise<ImportSheet> {
  const columns: ImportColumn[] = [];
  for (const [at, column] of sheet.columns.entries()) {
    const isDate = column.field !== null && kindOf(column.field) === 'date' && !sheet.isLeftOut;
    columns.push(
      isDate ? { ...column, ...(await orderIn(reach, sheet, index, at, column.dateOrder)) } : column,
    );
  }
  return { ...sheet, columns };
}

async function orderIn(
  { tx, accountId, importId }: Reach,
  { headerRow }: ImportSheet,
  sheet: number,
  column: number,
  chosen: DateOrder | null,
): Promise<Pick<ImportColumn, 'dateOrder' | 'isAmbiguous'>> {
  const cells = await tx.$queryRaw<{ text: string }[]>`
    SELECT DISTINCT cells->>${column}::int AS text FROM import_row
     WHERE account_id = ${accountId} AND import_id = ${importId} AND sheet = ${sheet} AND row > ${headerRow ?? 0}
       AND jsonb_typeof(cells->${column}::int) = 'string'`;
  const found = dateOrderOf(cells.map(({ text }) => text));
  if (found === 'AMBIGUOUS') return { dateOrder: chosen, isAmbiguous: chosen === null };
  return { dateOrder: found, isAmbiguous: false };
}

/** What our tables of rejected rows put before the columns of the list. */
const addedHeaders = new Set(
  languages.flatMap((language) => {
    const texts = textsOf(language, 'import');
    return ['sheet', 'row', 'result', 'reason'].map((key) => foldText(texts(`table.${key}`)));
  }),
);

/** Rejected rows that come back with their reasons are a list of the same columns. */
const headersKey = (columns: readonly ImportColumn[]): string => {
  const headers = columns.map(({ header }) => foldText(header));
  const own = headers.filter((header) => !addedHeaders.has(header));
  return createHash('sha256')
    .update((own.length === 0 ? headers : own).sort().join('\n'))
    .digest('hex');
};

const Remembered = z.array(z.tuple([z.string(), ImportFieldName.nullable()]));

/** Assigns the columns as they were the last time for a list with these headers. */
export async function asRemembered({ tx, accountId }: Reach, sheet: ImportSheet): Promise<ImportSheet> {
  const known = await tx.importMapping.findUnique({
    where: { accountId_headers: { accountId, headers: headersKey(sheet.columns) } },
  });
  const parsed = Remembered.safeParse(known?.fields);
  if (!parsed.success) return sheet;
  const left = [...parsed.data];
  const columns = sheet.columns.map((column) => {
    const at = left.findIndex(([header]) => header === foldText(column.header));
    const [, field] = at < 0 ? [] : (left.splice(at, 1)[0] ?? []);
    return { ...column, field: field ?? null, certainty: field ? 1 : 0 };
  });
  return { ...sheet, columns, isRemembered: true };
}

export async function rememberColumns({ tx, accountId }: Reach, { columns }: ImportSheet): Promise<void> {
  const headers = headersKey(columns);
  const fields: [string, ImportField | null][] = columns.map(({ header, field }) => [
    foldText(header),
    field,
  ]);
  await tx.importMapping.upsert({
    where: { accountId_headers: { accountId, headers } },
    create: { accountId, headers, fields },
    update: { fields },
  });
}

/** The first rows of a sheet. */
export const firstRows = (
  { tx, accountId, importId }: Reach,
  sheet: number,
  count: number,
): Promise<JudgedRow[]> =>
  tx.$queryRaw<JudgedRow[]>(Prisma.sql`SELECT row, cells FROM import_row
    WHERE account_id = ${accountId} AND import_id = ${importId} AND sheet = ${sheet} ORDER BY position LIMIT ${count}`);

export const rowsBelow = async (
  { tx, importId }: Reach,
  sheet: number,
  headerRow: number | null,
): Promise<number> => tx.importRow.count({ where: { importId, sheet, row: { gt: headerRow ?? 0 } } });
