/** The columns of a table, read from the client, so that a new column is included automatically. */
import type { Prisma } from '../generated/prisma/client.ts';
import type { Databases } from './tenancy.ts';

export interface TableField {
  name: string;
  /** Prisma's name of the type: Int, BigInt, Float, Boolean, DateTime, Json, String, or an enum's. */
  type: string;
}

interface Model {
  fields: (TableField & { kind: string })[];
}

/** The columns of a table, without relations. */
export function fieldsOf({ global }: Pick<Databases, 'global'>, model: Prisma.ModelName): TableField[] {
  const { _runtimeDataModel } = global as unknown as { _runtimeDataModel: { models: Record<string, Model> } };
  const fields = _runtimeDataModel.models[model]?.fields ?? [];
  return fields.filter(({ kind }) => kind !== 'object').map(({ name, type }) => ({ name, type }));
}
