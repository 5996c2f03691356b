/** The rows of an import, sheet by sheet in the order in which they are imported. */

import { dateIn } from '@servicebook/shared/calendar';
import { Import, ImportOptions, type ImportRowRecord, type ImportSheet } from '@servicebook/shared/import';
import type { Cell } from '@servicebook/shared/import-fields';
import type { ApartDeps } from '../../deps.ts';
import { Prisma, type Import as Row } from '../../generated/prisma/client.ts';
import { nameKey } from './import-keys.ts';
import { customersInSeveralPlaces } from './import-places.ts';
import type { PlanContext, SourceRow } from './import-plan.ts';
import { type SheetReader, sheetReader } from './import-sheet.ts';
import { inTurns } from './import-turns.ts';
import { readPeople } from './import-world.ts';

export const sheetsOf = (row: Pick<Row, 'sheets'>): ImportSheet[] => Import.shape.sheets.parse(row.sheets);
export const optionsOf = (row: Pick<Row, 'options'>): ImportOptions => ImportOptions.parse(row.options);

export interface StoredRow extends SourceRow {
  isDone: boolean;
  plan: string | null;
  /** What the check has said that becomes of it. */
  records: ImportRowRecord[];
}

interface RawRow {
  position: number;
  sheet: number;
  row: number;
  cells: Cell[];
  isSkipped: boolean;
  isDone: boolean;
  plan: string | null;
  records: ImportRowRecord[];
}

/** The readers of an import's sheets, by index; null: left out. */
export const readersOf = (row: Pick<Row, 'sheets'>): (SheetReader | null)[] => sheetsOf(row).map(sheetReader);

export async function contextOf(
  deps: ApartDeps,
  row: Pick<Row, 'id' | 'accountId' | 'options' | 'sheets'>,
): Promise<PlanContext> {
  const { id: importId, accountId } = row;
  const { timezone, country } = await deps.db.of(row).account.findUniqueOrThrow({
    where: { id: row.accountId },
    select: { timezone: true, country: true },
  });
  return {
    options: optionsOf(row),
    country,
    today: dateIn(deps.clock().toISOString(), timezone),
    people: await readPeople(deps, row),
    inSeveralPlaces: new Set(
      (
        await customersInSeveralPlaces(
          (statement) => deps.db.read({ accountId }, statement),
          { accountId, importId },
          sheetsOf(row),
        )
      ).map(nameKey),
    ),
  };
}

/** Batches of rows. A batch is read when it is its turn, so that memory holds one. */
export async function* batchesOf(
  deps: ApartDeps,
  { accountId, id: importId }: Pick<Row, 'accountId' | 'id'>,
  readers: readonly (SheetReader | null)[],
  size: number,
): AsyncGenerator<StoredRow[]> {
  const used = readers.flatMap((reader, sheet) => (reader ? [{ reader, sheet }] : []));
  for (const { reader, sheet } of used.toSorted((one, other) => one.reader.rank - other.reader.rank))
    for (let after = -1; ; ) {
      const rows = await deps.db.read<RawRow>(
        { accountId },
        Prisma.sql`SELECT ${rawColumns} FROM import_row r
           WHERE r.account_id = ${accountId} AND r.import_id = ${importId} AND r.sheet = ${sheet}
             AND r.row > ${reader.headerRow} AND r.position > ${after}
           ORDER BY r.position LIMIT ${size}`,
      );
      const batch: StoredRow[] = [];
      for await (const row of inTurns(rows)) batch.push(sourceOf(reader, row));
      if (batch.length > 0) yield batch;
      const last = rows.at(-1);
      if (!last || rows.length < size) break;
      after = last.position;
    }
}

export const rawColumns = Prisma.sql`r.position, r.sheet, r.row, r.cells, r.is_skipped AS "isSkipped",
  r.is_done AS "isDone", r.plan::text AS plan, r.records`;

/** A row with the values of its cells. */
export const sourceOf = (reader: SheetReader, { position, row, cells, ...own }: RawRow): StoredRow => ({
  at: { position, sheet: reader.name, row },
  sheet: reader,
  read: reader.read(cells),
  isSkipped: own.isSkipped,
  isDone: own.isDone,
  plan: own.plan,
  records: own.records,
});
