/** The columns of an import's sheets: how they were assigned before, and the order of days and months in them. */
import { createHash } from 'node:crypto';
import { foldText } from '@servicebook/shared/fold-text';
import type { ImportColumn, ImportSheet } from '@servicebook/shared/import';
import { type DateOrder, dateOrderOf, longestDate } from '@servicebook/shared/import-dates';
import { type ImportField, ImportFieldName, kindOf } from '@servicebook/shared/import-fields';
import { languages } from '@servicebook/shared/primitives';
import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { type JudgedRow, judgedCharacters, judgedRows } from './describe-sheet.ts';

interface Reach {
  tx: Pick<AccountTransaction, '$queryRaw' | 'importRow' | 'importMapping'>;
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
       AND jsonb_typeof(cells->${column}::int) = 'string' AND length(cells->>${column}::int) <= ${longestDate}`;
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

/** The first rows of a sheet, with the beginnings of long texts. */
export const firstRows = ({ tx, accountId, importId }: Reach, sheet: number): Promise<JudgedRow[]> =>
  tx.$queryRaw<JudgedRow[]>(Prisma.sql`
    SELECT row, (SELECT jsonb_agg(CASE jsonb_typeof(c) WHEN 'string' THEN to_jsonb(left(c #>> '{}', ${judgedCharacters}::int)) ELSE c END
                                  ORDER BY n)
                   FROM jsonb_array_elements(cells) WITH ORDINALITY AS one (c, n)) AS cells
      FROM import_row WHERE account_id = ${accountId} AND import_id = ${importId} AND sheet = ${sheet}
     ORDER BY position LIMIT ${judgedRows}`);

export const rowsBelow = async (
  { tx, importId }: Reach,
  sheet: number,
  headerRow: number | null,
): Promise<number> => tx.importRow.count({ where: { importId, sheet, row: { gt: headerRow ?? 0 } } });
