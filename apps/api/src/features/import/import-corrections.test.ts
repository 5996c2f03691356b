/** Correcting rows: in place, where the counts stay those of a whole check, and in the table of rejected rows. */
import type { Import, ImportRow } from '@servicebook/shared/import';
import type { ImportField } from '@servicebook/shared/import-fields';
import { expect, it } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildAdmin } from '../../testing/builders.ts';
import { settled } from './testing/settled.ts';
import { textRow, workbook } from './testing/workbook.ts';

const app = useTestApp();

type List = readonly [name: string, fields: ImportField[], rows: string[][]];

const lists: List[] = [
  [
    'Customers',
    ['customer.shortName', 'customer.city'],
    [
      ['Mill', 'Berlin'],
      ['Forge', 'Hamburg'],
      ['Bakery', 'Jena'],
    ],
  ],
  [
    'Machines',
    ['customer.shortName', 'category.name', 'machine.name', 'machine.serialNumber', 'machine.yearBuilt'],
    [
      ['Mill', 'Presses', 'Press', 'PR-10001', '2020'],
      ['Forge', 'Presses', 'Press', 'PR-10002', 'old'],
      ['Forge', 'Hammers', 'Hammer', 'HA-10001', '2021'],
      ['Bakery', 'Ovens', 'Oven', 'OV-10001', '2022'],
    ],
  ],
  [
    'Parts',
    ['machine.serialNumber', 'part.name'],
    [
      ['PR-10002', 'Seal'],
      ['HA-10001', 'Handle'],
    ],
  ],
];

const fileOf = (all: readonly List[]) =>
  new Blob([
    workbook({
      sheets: all.map(([name, fields, rows]) => ({
        name,
        rows: [fields.map((_, index) => `${name} ${index}`), ...rows].map((row) => textRow(...row)).join(''),
      })),
    }) as Uint8Array<ArrayBuffer>,
  ]);

async function checked(api: Api, all: readonly List[]): Promise<Import> {
  const { id } = await api.import.upload({ file: fileOf(all), fileName: 'lists.xlsx' });
  const sheets = all.map(([, fields]) => ({
    headerRow: 1,
    columns: fields.map((field) => ({ field, dateOrder: null })),
  }));
  await api.import.setMapping({ body: { id, sheets, options: {} } });
  await api.import.check({ params: { id } });
  return settled(api, id);
}

const standing = async (api: Api, { id, counts }: Import) => {
  const { content } = await api.import.rows({ body: { id, size: 100 } });
  const rows = content.map(({ sheet, row, plan, problems }: ImportRow) => ({ sheet, row, plan, problems }));
  return { counts, rows };
};

it('leaves what a check of the whole file would find', async () => {
  const api = await app.as(await buildAdmin(app));
  const found = await checked(api, lists);
  expect(found.counts.rows).toMatchObject({ CREATE: 7, ERROR: 2 });
  const { id } = found;
  const wrong = (await api.import.rows({ body: { id, size: 100 } })).content.find(
    ({ sheet, row }) => sheet === 1 && row === 3,
  );
  for (const [column, value] of [
    [4, '2019'],
    [1, 'Hammers'],
    [0, 'Mill'],
    [3, 'PR-10001'],
    [3, 'PR-10003'],
    [4, 'new'],
    [4, '2023'],
  ] as const) {
    await api.import.fixCell({ body: { id, position: wrong?.position ?? 0, column, value } });
    const corrected = await standing(api, await api.import.findById({ params: { id } }));
    await api.import.check({ params: { id } });
    expect(corrected, `${column}: ${value}`).toEqual(await standing(api, await settled(api, id)));
  }
});

it('gives rejected rows back sheet by sheet, and knows their columns when they return', async () => {
  const api = await app.as(await buildAdmin(app));
  const { id } = await checked(api, lists);
  const { data } = await api.http.get<ArrayBuffer>(`/api/import/table/${id}/problems/xlsx`, {
    responseType: 'arraybuffer',
  });
  const back = await api.import.upload({ file: new Blob([data]), fileName: 'rejected.xlsx' });
  expect(back.sheets.map(({ name, rows, columns }) => [name, rows, columns.length])).toEqual([
    ['Customers', 0, 4],
    ['Machines', 1, 7],
    ['Parts', 1, 4],
  ]);
  expect(back.sheets.slice(1).map(({ columns }) => columns.map(({ field }) => field))).toEqual(
    lists.slice(1).map(([, fields]) => [null, null, ...fields]),
  );
});

it('gives each of several columns with one header back', async () => {
  const api = await app.as(await buildAdmin(app));
  const { id } = await api.import.upload({
    file: new Blob(['Customer;Phone;Phone;Mail\nMill;111;222;nonsense']),
    fileName: 'list.csv',
  });
  const fields = ['customer.shortName', 'customer.phoneNumber', null, 'customer.email'] as const;
  await api.import.setMapping({
    body: {
      id,
      sheets: [{ headerRow: 1, columns: fields.map((field) => ({ field, dateOrder: null })) }],
      options: {},
    },
  });
  await api.import.check({ params: { id } });
  await settled(api, id);
  const { data } = await api.http.get<string>(`/api/import/table/${id}/problems/csv`);
  const [header, row] = data.trim().split('\r\n');
  expect(header).toContain('"Customer";"Phone";"Phone";"Mail"');
  expect(row).toMatch(/"Mill";[^;]*111[^;]*;[^;]*222[^;]*;"nonsense"$/);
});

const statuses = (count: number): List => [
  'Machines',
  ['customer.shortName', 'category.name', 'machine.name', 'machine.serialNumber', 'machine.status'],
  Array.from({ length: count }, (_, index) => [
    ...['Mill', 'Presses', `Press ${index}`, `PR-${20_000 + index}`],
    index % 3 === 0 ? 'somehow' : index % 3 === 1 ? 'OK' : '',
  ]),
];
const alike = (id: number) => ({ id, sheet: 0, column: 4 });

it('corrects the same wrong value in all rows at once, and takes just that back', async () => {
  const api = await app.as(await buildAdmin(app));
  const { id, counts } = await checked(api, [statuses(30)]);
  expect(counts.rows).toMatchObject({ CREATE: 20, ERROR: 10 });
  const fixed = await api.import.fixCell({ body: { id, position: 1, column: 4, value: 'Fault' } });
  expect(fixed).toMatchObject({ plan: 'CREATE', alike: 9 });
  const { import: all, positions } = await api.import.fixAlike({
    body: { ...alike(id), before: 'somehow', value: 'OK' },
  });
  expect(positions).toHaveLength(9);
  expect(all.counts.rows).toMatchObject({ CREATE: 30, ERROR: 0 });
  // Rows that said so from the start stay as they are.
  const back = await api.import.fixAlike({
    body: { ...alike(id), before: 'OK', value: 'somehow', positions },
  });
  expect(back.positions).toEqual(positions);
  expect(back.import.counts.rows).toMatchObject({ CREATE: 21, ERROR: 9 });
  const { content } = await api.import.rows({ body: { id, size: 100 } });
  expect(content.filter(({ cells }) => cells[4] === 'OK')).toHaveLength(10);
});

it('corrects what no column says in all rows at once', async () => {
  const api = await app.as(await buildAdmin(app));
  const [name, fields, rows] = statuses(5);
  const without = (cells: readonly string[]) => cells.toSpliced(1, 1);
  const { id } = await checked(api, [
    [name, fields.toSpliced(1, 1), rows.map((row) => without(row).with(3, 'OK'))],
  ]);
  const field = 'category.name';
  const fixed = await api.import.fixCell({
    body: { id, position: 1, column: null, field, value: 'Presses' },
  });
  expect(fixed).toMatchObject({ plan: 'CREATE', alike: 4 });
  const done = await api.import.fixAlike({
    body: { id, sheet: 0, column: 4, before: null, value: 'Presses' },
  });
  expect(done.import.counts.rows).toMatchObject({ CREATE: 5, ERROR: 0 });
});

it('checks a large file as a whole after such a correction', async () => {
  const api = await app.as(await buildAdmin(app));
  const { id } = await checked(api, [statuses(2400)]);
  const { import: all, positions } = await api.import.fixAlike({
    body: { ...alike(id), before: 'somehow', value: 'OK' },
  });
  expect(all.state).toBe('CHECKING');
  expect(positions).toHaveLength(800);
  expect(await settled(api, id)).toMatchObject({
    state: 'CHECKED',
    counts: { rows: { CREATE: 2400, ERROR: 0 } },
  });
});

it('names the values that a column may have in the table of rejected rows', async () => {
  const api = await app.as(await buildAdmin(app));
  const { id } = await checked(api, [statuses(1)]);
  const { data } = await api.http.get<string>(`/api/import/table/${id}/problems/csv`);
  expect(data).toContain('There is no such status. Allowed: In production, In transport');
});
