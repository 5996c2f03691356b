/** The rows of an account's tables, as CSV for people and as JSON for programs. */
import { Readable } from 'node:stream';
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { fieldsOf, type TableField } from '../../platform/table-fields.ts';
import { csvOf, type TableColumn } from '../../platform/table-file.ts';
import type { ZipEntry } from '../../platform/zip-file.ts';
import type { ExportedTable } from './account-tables.ts';
import type { Requester } from './export-producer.ts';

type Model = ExportedTable & { model: Prisma.ModelName };
type Row = Record<string, unknown>;

interface AnyTable {
  findMany(args: object): Promise<Row[]>;
}

const batchSize = 1000;
/** Columns that the client omits are secrets too; `without` repeats them for readers of the list. */
const alwaysWithout = ['accountId'];

/** Both files of a table. */
export function* tableEntries(deps: Deps, of: Requester, table: Model): Generator<ZipEntry> {
  const fields = exportedFields(table);
  const batches = () => readTable(deps, of, table, fields);
  const columns = fields.map((field) => columnOf(field, table));
  yield { name: `data/${table.file}.csv`, content: csvOf(of, { columns, batches: batches() }) };
  yield { name: `data/${table.file}.json`, content: Readable.from(jsonOf(batches(), table)) };
}

/** The columns that are exported. */
export const exportedFields = ({ model, without = [] }: Model): TableField[] =>
  fieldsOf(model).filter(({ name }) => ![...alwaysWithout, ...without].includes(name));

/** Goes on after the last row of a batch, so that no batch is slower than the first. */
async function* readTable(
  deps: Deps,
  of: Requester,
  { model, key = ['id'] }: Model,
  fields: TableField[],
): AsyncGenerator<Row[]> {
  const client = deps.db.of(of) as unknown as Record<string, AnyTable>;
  const table = client[model.charAt(0).toLowerCase() + model.slice(1)];
  const select = Object.fromEntries(fields.map(({ name }) => [name, true]));
  for (let last: Row | undefined; table; ) {
    const batch: Row[] = await table.findMany({
      where: last ? { OR: afterRow(key, last) } : {},
      orderBy: key.map((name) => ({ [name]: 'asc' })),
      take: batchSize,
      select,
    });
    yield batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1);
  }
}

/** (a, b) > (1, 2) is: a > 1, or a = 1 and b > 2. */
const afterRow = (key: readonly string[], last: Row) =>
  key.map((name, index) => ({
    ...Object.fromEntries(key.slice(0, index).map((before) => [before, last[before]])),
    [name]: { gt: last[name] },
  }));

function columnOf({ name, type }: TableField, { days = [] }: Model): TableColumn<Row> {
  const header = name;
  if (days.includes(name)) return { header, kind: 'date', value: (row) => row[name] as Date | null };
  if (type === 'DateTime') return { header, kind: 'instant', value: (row) => row[name] as Date | null };
  if (['Int', 'BigInt', 'Float'].includes(type))
    return { header, kind: 'number', value: (row) => numberOf(row[name] as number | bigint | null) };
  return { header, kind: 'text', value: (row) => textOf(row[name]) };
}

const numberOf = (value: number | bigint | null): number | null => (value === null ? null : Number(value));

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function* jsonOf(batches: AsyncIterable<Row[]>, { days = [] }: Model): AsyncGenerator<string> {
  const plain = (row: Row) =>
    JSON.stringify(row, (name, value: unknown) => {
      if (typeof value === 'bigint') return String(value);
      return days.includes(name) && typeof value === 'string' ? value.slice(0, 10) : value;
    });
  let isFirst = true;
  yield '[';
  for await (const batch of batches) {
    const lines = batch.map((row, index) => `${isFirst && index === 0 ? '\n' : ',\n'}${plain(row)}`).join('');
    if (lines === '') continue;
    isFirst = false;
    yield lines;
  }
  yield '\n]\n';
}
