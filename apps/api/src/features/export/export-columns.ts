/** The columns of an exported table: their types, what they mean, and what they refer to. */
import { z } from 'zod';
import { enumValues } from '../../generated/model-fields.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { fieldsOf, referencesOf, type TableField } from '../../platform/table-fields.ts';
import { type ExportedModel, type ExportedTable, exportedTables } from './account-tables.ts';
import { publicMeanings } from './export-meanings.ts';

export type Exported = ExportedTable & { model: Prisma.ModelName };

/** Columns that the client omits are secrets too; `without` repeats them for readers of the list. */
const alwaysWithout = ['accountId'];

/** The columns that are exported. */
export const exportedFields = ({ model, without = [] }: Exported): TableField[] =>
  fieldsOf(model).filter(({ name }) => ![...alwaysWithout, ...without].includes(name));

/** The columns of a table's key, without the account. */
export const keyOf = ({ key = ['id'] }: Exported): readonly string[] => key;

/** What a schema says of all columns that are called so, unless a comment says more. */
const commonMeanings: Record<string, string> = {
  id: 'Key of the row.',
  createdAt: 'When the row was written.',
  updatedAt: 'When the row was changed last.',
  nip: 'Tax number.',
  regon: 'Company register number.',
};

/** `streetAddress` is “Street address”. */
function spelledOut(name: string): string {
  const words = name
    .replace(/Id$/, '')
    .replace(/Sha256$/, ' SHA-256')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

export function meaningOf(field: TableField, table: Exported): string {
  const { name, type, doc } = field;
  const meant = publicMeanings[`${table.model}.${name}`];
  if (meant) return meant;
  if (doc) return doc.replaceAll(/\s+/g, ' ').trim();
  if (name === 'position' && type === 'Int') return 'Place in the order.';
  const file = targetOf(table, name)?.split('.')[0];
  return file ? `${spelledOut(name)} A row of ${file}.` : (commonMeanings[name] ?? spelledOut(name));
}

/** The exported table whose `id` a column holds; null: it is no reference, or its table is not exported. */
export function modelOfKey(model: Prisma.ModelName, column: string): ExportedModel | null {
  for (const { columns, to } of referencesOf(model)) {
    const index = columns.indexOf(column);
    const target = exportedTables.find((table) => table.model === to);
    if (index < 0 || !target) continue;
    const key = keyOf(target)[index] ?? 'id';
    return key === 'id' ? target.model : modelOfKey(to, key);
  }
  return null;
}

/** The file and column that a column points to, such as `customers.id`; null if to nothing in the export. */
export function targetOf({ model }: Exported, column: string): string | null {
  const to = modelOfKey(model, column);
  return to && `${exportedTables.find((table) => table.model === to)?.file}.id`;
}

const moment = z.iso.datetime();
const day = z.iso.date();
const wholeNumber = z.string().regex(/^-?\d+$/);

function schemaOf({ name, type }: TableField, { days = [] }: Exported): z.ZodType {
  if (days.includes(name)) return day;
  const values = enumValues[type];
  if (values) return z.enum(values as [string, ...string[]]);
  switch (type) {
    case 'Int':
      return z.int();
    case 'BigInt':
      return wholeNumber;
    case 'Float':
      return z.number();
    case 'Boolean':
      return z.boolean();
    case 'DateTime':
      return moment;
    case 'Json':
      return z.unknown();
    default:
      return z.string();
  }
}

/** How the documentation names a column's type. */
export function typeOf(field: TableField, { days = [] }: Exported): string {
  const { name, type, isList, isOptional } = field;
  const names: Record<string, string> = {
    Int: 'whole number',
    BigInt: 'whole number, as text',
    Float: 'number',
    Boolean: 'true or false',
    DateTime: days.includes(name) ? 'day' : 'moment',
    Json: 'JSON',
    String: 'text',
  };
  const one = names[type] ?? (enumValues[type] ?? []).map((value) => `\`${value}\``).join(', ');
  return `${isList ? 'list of ' : ''}${one}${isOptional ? ', or null' : ''}`;
}

/**
 * The shape of a table's rows.
 * @param isLenient accepts rows without columns that the database fills in: an archive may be older than they are
 */
export function rowSchema(table: Exported, isLenient = false): z.ZodObject {
  const shape = exportedFields(table).map((field): [string, z.ZodType] => {
    const value = schemaOf(field, table);
    const listed = field.isList ? z.array(value) : value;
    const nullable = field.isOptional ? listed.nullable() : listed;
    const isDispensable = isLenient && (field.isOptional || field.hasDefault || field.isList);
    const described = nullable.describe(meaningOf(field, table));
    return [field.name, isDispensable ? described.optional() : described];
  });
  return z.strictObject(Object.fromEntries(shape));
}
