import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openTableReader, type ReadTables, type TablesOrRefusal } from './table-reader.ts';
import type { TableRow } from './table-rows.ts';
import { textRow, workbook } from './testing/workbook.ts';

const folder = await mkdtemp(join(tmpdir(), 'table-reader-'));
const upload = join(folder, 'upload');
const rowFiles = join(folder, 'rows');
await mkdir(rowFiles);
const reader = openTableReader({ processes: 1, folder: rowFiles });
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true });
});
const of = { accountId: 1 };

function tables(found: TablesOrRefusal): ReadTables {
  if ('refusal' in found) throw new Error(found.refusal);
  return found;
}

it('reads a file in another process and hands its rows over in batches', async () => {
  const lines = Array.from({ length: 1200 }, (_, index) => `Machine ${index};${index}`);
  await writeFile(upload, `Name;No\n${lines.join('\n')}\n`);
  const found = tables(await reader.read(upload, of));
  expect(found).toMatchObject({ format: 'text', sheets: [{ rows: 1201, columns: 2 }] });
  const batches: TableRow[][] = [];
  for await (const batch of found.batches()) batches.push(batch.map((row) => JSON.parse(row)));
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 201]);
  expect(batches.at(-1)?.at(-1)).toEqual({
    sheet: 0,
    row: 1201,
    isHidden: false,
    cells: ['Machine 1199', '1199'],
  });
  // They can be read again, until they are removed.
  for await (const [first] of found.batches()) {
    expect(JSON.parse(first ?? '')).toMatchObject({ cells: ['Name', 'No'] });
    break;
  }
  await found.remove();
  expect(await readdir(rowFiles)).toEqual([]);
});

it('ends a batch early when its texts are long', async () => {
  const long = 'x'.repeat(32_000);
  await writeFile(upload, `a;b\n${`${long};${long}\n`.repeat(200)}`);
  const found = tables(await reader.read(upload, of));
  const sizes: number[] = [];
  for await (const batch of found.batches()) sizes.push(batch.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(201);
  expect(Math.max(...sizes)).toBeLessThan(100);
  await found.remove();
});

it('answers a file that cannot be read with its code, and leaves nothing behind', async () => {
  await writeFile(upload, '%PDF-1.7');
  expect(await reader.read(upload, of)).toEqual({ refusal: 'NOT_A_SPREADSHEET', place: {} });
  expect(await readdir(rowFiles)).toEqual([]);
});

it('answers with a code when the process exceeds its memory or its time, and reads the next file', async () => {
  const rows = textRow(...Array.from({ length: 20 }, (_, index) => `text ${index}`)).repeat(20_000);
  const strings = Array.from({ length: 200_000 }, (_, index) => `<t>${index} ${'x'.repeat(60)}</t>`);
  await writeFile(upload, workbook({ strings, sheets: [{ rows }] }));
  const small = openTableReader({ processes: 1, folder: rowFiles, memoryMegabytes: 30 });
  const hasty = openTableReader({ processes: 1, folder: rowFiles, seconds: 0.05 });
  try {
    expect(await small.read(upload, of)).toEqual({ refusal: 'FILE_TOO_LARGE', place: {} });
    expect(await hasty.read(upload, of)).toEqual({ refusal: 'TOOK_TOO_LONG', place: {} });
    expect(await readdir(rowFiles)).toEqual([]);
    await writeFile(upload, 'a;b\n1;2\n');
    await tables(await small.read(upload, of)).remove();
  } finally {
    await Promise.all([small.close(), hasty.close()]);
  }
});

it('describes a sheet with another header in the process, too', async () => {
  const first = [
    { row: 1, cells: ['1 2 3', null] },
    { row: 2, cells: ['Customer', 'City'] },
    { row: 3, cells: ['Customer 1', 'Berlin'] },
  ];
  const facts = { headerRow: 2, rows: 1, hints: [] };
  expect(await reader.describe({ name: 'List', first, facts }, of)).toMatchObject({
    name: 'List',
    columns: [{ field: 'customer.fullName' }, { field: 'customer.city', samples: ['Berlin'] }],
  });
});

it('keeps a place for other companies while one has files read', async () => {
  const two = openTableReader({ processes: 2, folder: rowFiles });
  await writeFile(upload, `a;b\n${'text;text\n'.repeat(150_000)}`);
  const small = join(folder, 'small');
  await writeFile(small, 'a;b\n1;2\n');
  const order: string[] = [];
  const readAs = async (name: string, path: string, accountId: number) => {
    await tables(await two.read(path, { accountId })).remove();
    order.push(name);
  };
  try {
    await Promise.all([readAs('large', upload, 1), readAs('large', upload, 1), readAs('small', small, 2)]);
    expect(order).toEqual(['small', 'large', 'large']);
  } finally {
    await two.close();
  }
});

it('fails as other work does when the caller hangs up or the file is gone', async () => {
  await writeFile(upload, 'a;b\n1;2\n');
  await expect(
    reader.read(upload, { accountId: 1, gone: AbortSignal.abort(new Error('gone')) }),
  ).rejects.toThrow('gone');
  await expect(reader.read(join(folder, 'nowhere'), of)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(rowFiles)).toEqual([]);
  expect(existsSync(upload)).toBe(true);
});
