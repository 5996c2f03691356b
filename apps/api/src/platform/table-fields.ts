/** The columns of a table, generated from the schema, so that a new column is included automatically. */
import { type ModelField, modelFields } from '../generated/model-fields.ts';
import type { Prisma } from '../generated/prisma/client.ts';

export type TableField = ModelField;

/** A foreign key: the columns of the table, without the account, and the table that they point to. */
export interface TableReference {
  /** As the database client calls it. */
  name: string;
  columns: readonly string[];
  to: Prisma.ModelName;
  isOptional: boolean;
}

/** The columns of a table, without relations. */
export const fieldsOf = (model: Prisma.ModelName): TableField[] =>
  modelFields[model].filter(({ kind }) => kind !== 'object');

/** Where the columns of a table point to. */
export function referencesOf(model: Prisma.ModelName): TableReference[] {
  const fields: ModelField[] = modelFields[model];
  const account = model === 'Account' ? 'id' : 'accountId';
  return fields.flatMap(({ name: reference, kind, type, from = [] }) => {
    const columns = from.filter((name) => name !== account);
    if (kind !== 'object' || columns.length === 0) return [];
    const isOptional = fields.some(({ name, isOptional }) => columns.includes(name) && isOptional);
    return { name: reference, columns, to: type as Prisma.ModelName, isOptional };
  });
}
