/** The columns of a table, generated from the schema, so that a new column is included automatically. */
import { type ModelField, modelFields } from '../generated/model-fields.ts';
import type { Prisma } from '../generated/prisma/client.ts';

export type TableField = Pick<ModelField, 'name' | 'type'>;

/** The columns of a table, without relations. */
export const fieldsOf = (model: Prisma.ModelName): TableField[] =>
  modelFields[model].filter(({ kind }) => kind !== 'object').map(({ name, type }) => ({ name, type }));
