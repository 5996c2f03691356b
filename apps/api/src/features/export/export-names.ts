/** In the tables for people, how that is called what an id points to: `customerName` beside `customerId`. */
import { joinPresent, nameOrEmail } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import { documentNumber } from '@servicebook/shared/service';
import type { Prisma } from '../../generated/prisma/client.ts';
import { fieldsOf, referencesOf } from '../../platform/table-fields.ts';
import { exportedTables } from './account-tables.ts';
import { type Exported, exportedFields, keyOf } from './export-columns.ts';

type Row = Record<string, unknown>;

interface Called {
  /** The columns that the name is made of. */
  columns: readonly string[];
  name: (row: never) => string;
}

const called: Partial<Record<Prisma.ModelName, Called>> = {
  Branch: { columns: ['name'], name: ({ name }: { name: string }) => name },
  Category: { columns: ['name'], name: ({ name }: { name: string }) => name },
  Customer: { columns: ['shortName'], name: ({ shortName }: { shortName: string }) => shortName },
  Device: { columns: ['name', 'serialNumber'], name: machineName },
  Part: { columns: ['name', 'serialNumber'], name: machineName },
  Service: { columns: ['number', 'numberExtension', 'month', 'year'], name: documentNumber },
  StoredFile: { columns: ['filename'], name: ({ filename }: { filename: string }) => filename },
  User: { columns: ['firstName', 'lastName', 'email'], name: nameOrEmail },
  Visit: {
    columns: ['day', 'text'],
    name: ({ day, text }: { day: Date | null; text: string }) =>
      joinPresent([day?.toISOString().slice(0, 10), text.split('\n', 1)[0]], ' '),
  },
};

/** A name that a table for people has beside an id. */
export interface NameColumn {
  /** Beside this column. */
  column: string;
  header: string;
  /** The relations that lead to it. */
  path: readonly string[];
  of: Called;
}

/** The names that a table for people has, by the column that they follow. */
export function nameColumns(table: Exported): Map<string, NameColumn> {
  const names = new Set(fieldsOf(table.model).map(({ name }) => name));
  return new Map(
    exportedFields(table).flatMap(({ name: column }): [string, NameColumn][] => {
      const found = pathOf(table.model, column);
      const header = `${column.replace(/Id$/, '')}Name`;
      return found && column.endsWith('Id') && !names.has(header)
        ? [[column, { column, header, ...found }]]
        : [];
    }),
  );
}

/** Where a column leads, also by a table between: an action belongs to a machine of its protocol. */
function pathOf(model: Prisma.ModelName, column: string): Pick<NameColumn, 'path' | 'of'> | null {
  for (const { name, columns, to } of referencesOf(model)) {
    const at = columns.indexOf(column);
    if (at < 0) continue;
    const of = called[to];
    if (of && columns.length === 1) return { path: [name], of };
    const between = exportedTables.find((table) => table.model === to);
    const further = between && columns.length > 1 && pathOf(to, keyOf(between)[at] ?? '');
    if (further) return { ...further, path: [name, ...further.path] };
  }
  return null;
}

/** What is read for the names: `{ customer: { select: { shortName: true } } }`. */
export function selectNames(names: Iterable<NameColumn>): Row {
  const select: Row = {};
  for (const { path, of } of names) {
    let inside = select;
    for (const relation of path) {
      const known = inside[relation] as { select: Row } | undefined;
      const next = known ?? { select: {} };
      inside[relation] = next;
      inside = next.select;
    }
    for (const column of of.columns) inside[column] = true;
  }
  return select;
}

/** The name, read with `selectNames`; null if the id is. */
export function readName({ path, of }: NameColumn, row: Row): string | null {
  let found: unknown = row;
  for (const relation of path) found = (found as Row | null)?.[relation] ?? null;
  return found === null ? null : of.name(found as never);
}
