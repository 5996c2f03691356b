// A generator for `prisma generate`: writes the fields of all models for the code that treats tables alike, such as
// tenancy and exports. Prisma sends requests as JSON-RPC on standard input and reads the answers from standard error.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Field {
  name: string;
  kind: string;
  type: string;
  dbName?: string | null;
  isList: boolean;
  isRequired: boolean;
  hasDefaultValue: boolean;
  isUpdatedAt?: boolean;
  relationFromFields?: string[];
  documentation?: string;
}

interface Model {
  name: string;
  dbName: string | null;
  documentation?: string;
  fields: Field[];
}

interface Enum {
  name: string;
  values: { name: string }[];
}

interface Request {
  id: number;
  method: 'getManifest' | 'generate';
  params: {
    generator: { output: { value: string } };
    dmmf: { datamodel: { models: Model[]; enums: Enum[] } };
  };
}

const header = `// Written by prisma/model-fields.ts.
export interface ModelField {
  name: string;
  /** scalar, enum, or object for a relation. */
  kind: string;
  /** Int, BigInt, Float, Boolean, DateTime, Json, String, or the name of an enum or model. */
  type: string;
  /** The column in the database, if it is called differently. */
  column?: string;
  isList?: true;
  /** May be null. */
  isOptional?: true;
  /** The database fills it in when it is left out. */
  hasDefault?: true;
  /** Of a relation: the fields of this model that hold the key of the other one. */
  from?: string[];
  /** The comment in the schema. */
  doc?: string;
}

`;

const fieldOf = (field: Field) => ({
  name: field.name,
  kind: field.kind,
  type: field.type,
  ...(field.dbName && { column: field.dbName }),
  ...(field.isList && { isList: true }),
  ...(!field.isRequired && !field.isList && { isOptional: true }),
  ...((field.hasDefaultValue || field.isUpdatedAt) && { hasDefault: true }),
  ...(field.relationFromFields?.length && { from: field.relationFromFields }),
  ...(field.documentation && { doc: field.documentation.replaceAll('\n', ' ') }),
});

function write({ generator, dmmf }: Request['params']): null {
  const { models, enums } = dmmf.datamodel;
  const fields = models.map(({ name, fields }) => {
    const lines = fields.map((field) => `    ${JSON.stringify(fieldOf(field))},\n`);
    return `  ${name}: [\n${lines.join('')}  ],\n`;
  });
  const tables = models.map(({ name, dbName, documentation = '' }) => {
    const table = { table: dbName ?? name, doc: documentation.replaceAll('\n', ' ') };
    return `  ${name}: ${JSON.stringify(table)},\n`;
  });
  const values = enums.map(
    ({ name, values }) => `  ${name}: ${JSON.stringify(values.map((value) => value.name))},\n`,
  );
  writeFileSync(
    generator.output.value,
    [
      header,
      `export const modelFields = {\n${fields.join('')}} satisfies Record<string, ModelField[]>;\n\n`,
      `export const modelTables = {\n${tables.join('')}} satisfies Record<string, { table: string; doc: string }>;\n\n`,
      `export const enumValues: Record<string, string[]> = {\n${values.join('')}};\n`,
    ].join(''),
  );
  return null;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as Request;
  const result = method === 'getManifest' ? { manifest: { prettyName: 'Model fields' } } : write(params);
  process.stderr.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
