/** The rows of an account's tables, as CSV for people and as JSON for programs. */
import { Readable } from 'node:stream';
import type { TableField } from '../../platform/table-fields.ts';
import { csvOf, type TableColumn } from '../../platform/table-file.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import type { ZipEntry } from '../../platform/zip-file.ts';
import { type Exported, exportedFields, keyOf } from './export-columns.ts';
import { nameColumns, readName, selectNames } from './export-names.ts';
import type { Requester } from './export-producer.ts';

type Row = Record<string, unknown>;

interface AnyTable {
  findMany(args: object): Promise<Row[]>;
}

const batchSize = 1000;

/** Both files of a table. @param count is told the number of rows once the JSON is written */
export function tableEntries(
  db: AccountTransaction,
  of: Requester,
  table: Exported,
  count: (rows: number) => void,
): { csv: ZipEntry; json: ZipEntry } {
  const fields = exportedFields(table);
  const names = nameColumns(table);
  const read = (others: Row = {}) => readTable(db, table, { ...selectOf(fields), ...others });
  const columns = fields.flatMap((field): TableColumn<Row>[] => {
    const name = names.get(field.name);
    const own = columnOf(field, table);
    return name ? [own, { header: name.header, kind: 'text', value: (row) => readName(name, row) }] : [own];
  });
  const batches = read(selectNames(names.values()));
  return {
    csv: { name: `data/${table.file}.csv`, content: csvOf(of, { columns, batches }) },
    json: { name: `data/${table.file}.json`, content: Readable.from(jsonOf(read(), table, count)) },
  };
}

const selectOf = (fields: TableField[]): Row => Object.fromEntries(fields.map(({ name }) => [name, true]));

/** Goes on after the last row of a batch, so that no batch is slower than the first. */
async function* readTable(db: AccountTransaction, exported: Exported, select: Row): AsyncGenerator<Row[]> {
  const { model } = exported;
  const key = keyOf(exported);
  const client = db as unknown as Record<string, AnyTable>;
  const table = client[model.charAt(0).toLowerCase() + model.slice(1)];
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

function columnOf({ name, type }: TableField, { days = [] }: Exported): TableColumn<Row> {
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

async function* jsonOf(
  batches: AsyncIterable<Row[]>,
  { days = [] }: Exported,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  const plain = (row: Row) =>
    JSON.stringify(row, (name, value: unknown) => {
      if (typeof value === 'bigint') return String(value);
      return days.includes(name) && typeof value === 'string' ? value.slice(0, 10) : value;
    });
  let rows = 0;
  yield '[';
  for await (const batch of batches) {
    const lines = batch
      .map((row, index) => `${rows === 0 && index === 0 ? '\n' : ',\n'}${plain(row)}`)
      .join('');
    if (lines === '') continue;
    rows += batch.length;
    yield lines;
  }
  yield '\n]\n';
  count(rows);
}
