// A generator for `prisma generate`: writes the fields of all models for the code that treats tables alike, such as
// tenancy and exports. Prisma sends requests as JSON-RPC on standard input and reads the answers from standard error.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Field {
  name: string;
  kind: string;
  type: string;
}

interface Request {
  id: number;
  method: 'getManifest' | 'generate';
  params: {
    generator: { output: { value: string } };
    dmmf: { datamodel: { models: { name: string; fields: Field[] }[] } };
  };
}

const header = `// Written by prisma/model-fields.ts.
export interface ModelField {
  name: string;
  /** scalar, enum, or object for a relation. */
  kind: string;
  /** Int, BigInt, Float, Boolean, DateTime, Json, String, or the name of an enum or model. */
  type: string;
}

`;

function write({ generator, dmmf }: Request['params']): null {
  const models = dmmf.datamodel.models.map(({ name, fields }) => {
    const lines = fields.map(({ name, kind, type }) => `    ${JSON.stringify({ name, kind, type })},\n`);
    return `  ${name}: [\n${lines.join('')}  ],\n`;
  });
  writeFileSync(
    generator.output.value,
    `${header}export const modelFields = {\n${models.join('')}} satisfies Record<string, ModelField[]>;\n`,
  );
  return null;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as Request;
  const result = method === 'getManifest' ? { manifest: { prettyName: 'Model fields' } } : write(params);
  process.stderr.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
