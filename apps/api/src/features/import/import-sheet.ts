/** A sheet's columns with their fields, ready to read rows. */
import type { ImportColumn, ImportProblem, ImportSheet } from '@servicebook/shared/import';
import { type Cell, groupOf, type ImportField, importGroups } from '@servicebook/shared/import-fields';
import { lengthUnitOf, readCell } from '@servicebook/shared/import-values';
import { importNames } from './import-names.ts';
import { customersAtPlaces } from './import-places.ts';

/** The values of a row, by field; empty cells are missing. */
export interface ReadRow {
  values: Partial<Record<ImportField, unknown>>;
  problems: ImportProblem[];
}

export interface SheetReader {
  name: string;
  /** Rows up to this one are titles and the header. */
  headerRow: number;
  /** The column of a field. */
  columns: Partial<Record<ImportField, number>>;
  /** Each row is a part, a past service or a to-do: the same machine may stand in several. */
  isOfDetails: boolean;
  /** Sheets are imported in this order: what others refer to comes first. */
  rank: number;
  /** The field that names customers whose only place is their address; null: the list does not say it so. */
  customersAtPlaces: ImportField | null;
  read(cells: readonly Cell[]): ReadRow;
}

const detailFields: ImportField[] = ['part.name', 'part.serialNumber', 'past.date', 'past.number'];
/** What a list of to-dos has of a machine, to name it. A list of machines that has a column for to-dos has more. */
const namingFields: ImportField[] = ['machine.ownNumber', 'machine.serialNumber', 'machine.name'];

/** @returns null for a sheet that is left out, or of which no column is used */
export function sheetReader({ name, headerRow, columns, isLeftOut }: ImportSheet): SheetReader | null {
  const used = columns.flatMap((column, index) =>
    column.field ? [{ index, ...usedColumn(column, column.field) }] : [],
  );
  if (isLeftOut || used.length === 0) return null;
  const isOfDetails =
    used.some(({ field }) => detailFields.includes(field)) || isOfTodos(used.map(({ field }) => field));
  return {
    name,
    headerRow: headerRow ?? 0,
    columns: Object.fromEntries(used.map(({ field, index }) => [field, index])),
    isOfDetails,
    customersAtPlaces: customersAtPlaces({ columns }),
    rank: isOfDetails
      ? importGroups.length
      : Math.max(...used.map(({ field }) => importGroups.indexOf(groupOf(field)))),
    read(cells) {
      const row: ReadRow = { values: {}, problems: [] };
      for (const { index, field, context } of used) {
        const reading = readCell(field, cells[index] ?? null, context);
        if ('problem' in reading) row.problems.push({ column: index, field, code: reading.problem });
        else if (reading.value !== null) row.values[field] = reading.value;
      }
      return row;
    },
  };
}

const isOfTodos = (fields: readonly ImportField[]): boolean =>
  fields.includes('todo.text') &&
  !fields.some((field) => ['machine', 'category'].includes(groupOf(field)) && !namingFields.includes(field));

const usedColumn = ({ header, dateOrder }: ImportColumn, field: ImportField) => ({
  field,
  context: { names: importNames, dateOrder, unit: lengthUnitOf(header) },
});
