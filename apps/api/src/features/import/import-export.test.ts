/** What a company takes with it is the same before an import and after it was taken back. */
import { createHash } from 'node:crypto';
import type { Import } from '@servicebook/shared/import';
import type { ImportField } from '@servicebook/shared/import-fields';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildCategory,
  buildCustomer,
  buildDevice,
  buildService,
  buildTodo,
} from '../../testing/builders.ts';

const app = useTestApp();

/** What an import leaves when it is taken back: its own line, and that both happened. */
// The manifest says when the archive was made, and holds the hashes of these two.
const ofImports = ['data/imports.json', 'data/log.json', 'manifest.json'];

/** The hash of each of the export's tables. When a row was last written is no content: taking back writes too. */
async function hashes(api: Api): Promise<Record<string, string>> {
  const { id } = await api.export.accountData({ body: {} });
  await vi.waitFor(async () => expect((await api.export.findById({ params: { id } })).status).toBe('DONE'), {
    timeout: 30_000,
    interval: 50,
  });
  const { data } = await api.http.get<ArrayBuffer>(`/api/export/download/${id}`, {
    responseType: 'arraybuffer',
  });
  const tables = Object.entries(unzipSync(new Uint8Array(data))).filter(
    ([name]) => name.endsWith('.json') && !ofImports.includes(name),
  );
  return Object.fromEntries(
    tables.map(([name, bytes]) => {
      const rows = strFromU8(bytes)
        .replace(/"updatedAt":"[^"]*"/g, '')
        .split('\n')
        .sort();
      return [name, createHash('sha256').update(rows.join('\n')).digest('hex')];
    }),
  );
}

const fields: ImportField[] = [
  ...(['customer.shortName', 'customer.city', 'contact.name', 'contact.isMain', 'category.name'] as const),
  ...(['action.name', 'machine.name', 'machine.serialNumber', 'machine.transferDate'] as const),
  ...(['machine.interval', 'machine.note', 'part.name', 'past.lastInspection', 'todo.text'] as const),
];
/** Rows of the list: every fifth one is about a machine that was there before. */
const list = (town: string, interval: string) =>
  Array.from({ length: 400 }, (_, row) => {
    const known = row % 5 === 0;
    return [
      ...(known ? ['Known', town, `Person ${row % 7}`, row === 0 ? 'yes' : '', 'Presses'] : []),
      ...(known ? [] : [`New ${row % 40}`, town, `Person ${row % 40}`, '', `Kind ${row % 9}`]),
      ...[`Check ${row % 9}`, `Machine ${row}`, `SERIAL-${10_000 + row}`, '25.01.2024', interval],
      ...[
        row % 3 ? '' : `Note ${row}`,
        row % 4 ? '' : `Part ${row}`,
        '25.02.2026',
        row % 6 ? '' : `Order ${row}`,
      ],
    ];
  });

async function settled(api: Api, id: number): Promise<Import> {
  return vi.waitFor(
    async () => {
      const found = await api.import.findById({ params: { id } });
      expect(['CHECKING', 'RUNNING', 'UNDOING']).not.toContain(found.state);
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );
}

async function imported(api: Api, rows: string[][]): Promise<number> {
  const file = new Blob([[fields, ...rows].map((row) => row.join(';')).join('\n')]);
  const { id } = await api.import.upload({ file, fileName: 'list.csv' });
  const columns = fields.map((field) => ({ field, dateOrder: null }));
  await api.import.setMapping({ body: { id, sheets: [{ headerRow: 1, columns }], options: {} } });
  await api.import.check({ params: { id } });
  expect((await settled(api, id)).counts.rows).toMatchObject({ ERROR: 0 });
  await api.import.run({ params: { id } });
  expect(await settled(api, id)).toMatchObject({ state: 'DONE', counts: { rowsDone: rows.length } });
  return id;
}

async function takenBack(api: Api, id: number): Promise<void> {
  await api.import.undo({ params: { id } });
  expect(await settled(api, id)).toMatchObject({ state: 'UNDONE', undone: { KEPT: 0, FAILED: 0 } });
}

it('hashes to the same, also when a further import had changed what the first one wrote', async () => {
  const owner = await buildAdmin(app);
  const { accountId } = owner;
  const admin = await app.as(owner);
  const { id: customerId } = await buildCustomer(app, { accountId, shortName: 'Known', city: 'Łódź' });
  const db = app.deps.db.of({ accountId });
  await db.customerContact.create({ data: { accountId, customerId, name: 'Anna Maj', isMain: true } });
  const { id: categoryId } = await buildCategory(app, { accountId, name: 'Presses' });
  for (let row = 0; row < 400; row += 5)
    await buildDevice(app, {
      ...{ accountId, customerId, categoryId, name: `Press ${row}`, serialNumber: `SERIAL-${10_000 + row}` },
    });
  const { id: deviceId } = await db.device.findFirstOrThrow({ where: {} });
  await buildService(app, { accountId, userId: owner.id, customerId, deviceId });
  await buildTodo(app, owner, {});

  const before = await hashes(admin);
  expect(Object.keys(before)).toContain('data/machines.json');
  const first = await imported(admin, list('Kraków', '12'));
  const between = await hashes(admin);
  const further = await imported(admin, list('Gdańsk', '6'));
  const after = await hashes(admin);
  for (const table of ['machines', 'customers'])
    expect(new Set([before, between, after].map((each) => each[`data/${table}.json`])).size).toBe(3);

  await takenBack(admin, further);
  expect(await hashes(admin)).toEqual(between);
  await takenBack(admin, first);
  expect(await hashes(admin)).toEqual(before);
}, 120_000);
