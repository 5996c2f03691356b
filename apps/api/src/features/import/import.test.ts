/** Imports through the real server: a file is uploaded, assigned, checked, run and taken back. */
import type { ImportRow } from '@servicebook/shared/import';
import type { ImportField } from '@servicebook/shared/import-fields';
import { describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildTeam } from '../../testing/builders.ts';
import { removeOldImports } from './import.jobs.ts';
import { assign } from './testing/assign.ts';
import { settled } from './testing/settled.ts';

const app = useTestApp();

/** A CSV file of these rows. */
const csv = (...rows: string[][]) =>
  new Blob([rows.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\r\n')]);

const upload = (api: Api, file: Blob, fileName = 'list.csv') => api.import.upload({ file, fileName });

const check = async (api: Api, id: number) => {
  await api.import.check({ params: { id } });
  return settled(api, id);
};
const run = async (api: Api, id: number) => {
  await api.import.run({ params: { id } });
  return settled(api, id);
};
const undo = async (api: Api, id: number) => {
  await api.import.undo({ params: { id } });
  return settled(api, id);
};
const rowsOf = async (api: Api, id: number, search: object = {}): Promise<ImportRow[]> =>
  (await api.import.rows({ body: { id, size: 100, ...search } })).content;

const machineFields: ImportField[] = [
  'customer.ownNumber',
  'customer.shortName',
  'customer.city',
  'category.name',
  'machine.name',
  'machine.serialNumber',
  'machine.transferDate',
  'machine.interval',
  'past.lastInspection',
];
const machineHeader = [
  'No',
  'Customer',
  'City',
  'Category',
  'Machine',
  'S/N',
  'Handover',
  'Interval',
  'Last inspection',
];
const machines = [
  ['K1', 'Customer 1', 'Berlin', 'Compressors', 'Compressor', 'GA-1001', '15.01.2024', '12', '10.02.2026'],
  ['K1', 'Customer 1', 'Berlin', 'Compressors', 'Compressor', 'GA-1002', '15.01.2024', '12', ''],
  ['K2', 'Customer 2', 'Łódź', 'Pumps', 'Pump', '', '', '', ''],
  ['K2', 'Customer 2', 'Łódź', 'Pumps', 'Pump', '', '', '', ''],
];

async function imported(api: Api, rows: string[][] = machines, options: object = {}) {
  const found = await upload(api, csv(machineHeader, ...rows));
  const assigned = await assign(api, found, machineFields, options);
  await check(api, assigned.id);
  return run(api, assigned.id);
}

describe('an import', () => {
  it('creates customers, categories, machines and past services, and says before what it will do', async () => {
    const { admin, accountId } = await buildTeam(app);
    const found = await upload(admin, csv(machineHeader, ...machines));
    expect(found).toMatchObject({ state: 'MAPPING', filename: 'list.csv', done: 0 });
    expect(found.sheets[0]).toMatchObject({ headerRow: 1, rows: 4 });
    expect(found.sheets[0]?.columns[5]).toMatchObject({ header: 'S/N', samples: ['GA-1001', 'GA-1002'] });
    await assign(admin, found, machineFields);
    const checked = await check(admin, found.id);
    expect(checked).toMatchObject({ state: 'CHECKED', done: 4, total: 4 });
    expect(checked.counts.rows).toMatchObject({ CREATE: 4, ERROR: 0 });
    expect(checked.counts.records).toMatchObject({
      customer: { CREATE: 2, UPDATE: 0, SAME: 0 },
      category: { CREATE: 2 },
      machine: { CREATE: 4 },
      past: { CREATE: 1 },
    });
    expect(await admin.device.findAll()).toEqual([]);
    expect(await admin.customer.findAll()).toEqual([]);

    const done = await run(admin, found.id);
    expect(done).toMatchObject({ state: 'DONE', counts: { rowsDone: 4 } });
    const devices = await admin.device.findAll();
    expect(devices).toHaveLength(4);
    expect(devices.find(({ serialNumber }) => serialNumber === 'GA-1001')).toMatchObject({
      name: 'Compressor',
      customer: { shortName: 'Customer 1' },
      category: { name: 'Compressors' },
      transferDate: '2024-01-15',
      lastService: '2026-02-10',
      nextInspection: '2027-02-10',
    });
    const log = await app.deps.db.of({ accountId }).auditLog.findMany({ where: { entity: { not: 'user' } } });
    expect(log.map(({ kind, entity, what }) => [kind, entity, what])).toContainEqual([
      'IMPORTED',
      'import',
      'list.csv',
    ]);
    expect(log.filter(({ entity }) => entity === 'device')).toEqual([]);
  });

  it('creates nothing when the same file comes again', async () => {
    const { admin } = await buildTeam(app);
    await imported(admin);
    const again = await upload(admin, csv(machineHeader, ...machines));
    expect(again.sheets[0]).toMatchObject({ isRemembered: true });
    expect(again.sheets[0]?.columns.map(({ field }) => field)).toEqual(machineFields);
    const checked = await check(admin, again.id);
    expect(checked.counts.rows).toEqual({ CREATE: 0, UPDATE: 0, SAME: 4, ERROR: 0, SKIP: 0 });
    expect(checked.counts.records).toMatchObject({
      customer: { SAME: 2 },
      machine: { SAME: 4 },
      past: { SAME: 1 },
    });
    await run(admin, again.id);
    expect(await admin.device.findAll()).toHaveLength(4);
    expect(await admin.customer.findAll()).toHaveLength(2);
  });

  it('is taken back completely', async () => {
    const { admin } = await buildTeam(app);
    const { id } = await imported(admin);
    const undone = await undo(admin, id);
    expect(undone).toMatchObject({ state: 'UNDONE', undone: { REVERSED: 9, KEPT: 0, FAILED: 0 } });
    expect(await admin.device.findAll()).toEqual([]);
    expect(await admin.customer.findAll()).toEqual([]);
    expect(await admin.category.findAll()).toEqual([]);
  });

  it('is told by the history of its machines and customers, once, and not when it was taken back', async () => {
    const { admin, accountId } = await buildTeam(app);
    const first = await imported(admin);
    const [machine] = await admin.device.search({ body: { text: 'GA-1002' } }).then(({ content }) => content);
    const { id = 0, customer } = machine ?? {};
    const customerId = customer?.id ?? 0;
    const renamed = machines.map((row) => row.map((cell) => (cell === 'Berlin' ? 'Potsdam' : cell)));
    const second = await imported(admin, renamed);
    const told = async (): Promise<unknown[]> => [
      (await admin.serviceBook.history({ params: { id } })).map(({ kind, text, who }) => [kind, text, who]),
      (await admin.log.changes({ params: { entity: 'device', id } })).map(({ kind, file }) => [kind, file]),
      (await admin.log.changes({ params: { entity: 'customer', id: customerId } })).map(({ kind }) => kind),
    ];
    const created = [
      [['IMPORTED', 'list.csv', expect.stringContaining('Test User')]],
      [['IMPORTED', 'list.csv']],
    ];
    expect(await told()).toEqual([...created, ['IMPORT_CHANGED', 'IMPORTED']]);
    await undo(admin, second.id);
    expect(await told()).toEqual([...created, ['IMPORTED']]);
    // When an import can no longer be taken back, this is all that is left of it.
    const inAMonth = () => new Date(Date.now() + 31 * 24 * 3_600_000);
    await removeOldImports({ ...app.deps, clock: inAMonth });
    expect(await told()).toEqual([...created, ['IMPORTED']]);
    const left = await app.deps.db
      .of({ accountId })
      .importChange.findMany({ where: {}, orderBy: { id: 'asc' } });
    expect(left.map(({ importId, entity, after }) => [importId, entity, after])).toEqual(
      ['customer', 'customer', ...Array.from({ length: 4 }, () => 'machine')].map((entity) => [
        ...[first.id, entity, {}],
      ]),
    );
  });

  it('keeps what somebody has changed or used since, and says who', async () => {
    const { admin, technician } = await buildTeam(app);
    const { id } = await imported(admin);
    const [first] = await admin.device.search({ body: { text: 'GA-1001' } }).then(({ content }) => content);
    const { id: deviceId = 0, revision } = first ?? {};
    await technician.device.update({
      body: { ...(await toInput(admin, deviceId)), id: deviceId, revision, name: 'Renamed' } as never,
    });
    const undone = await undo(admin, id);
    // The machine, its past service is gone; its customer and category are needed.
    expect(undone.undone).toEqual({ REVERSED: 6, KEPT: 3, FAILED: 0 });
    const { content } = await admin.import.changes({ body: { id, undo: 'KEPT' } });
    expect(content.map(({ entity, reason, who }) => [entity, reason, who])).toEqual([
      ['customer', 'IN_USE', ''],
      ['category', 'IN_USE', ''],
      ['machine', 'CHANGED', expect.stringContaining('Test User')],
    ]);
    expect((await admin.device.findAll()).map(({ name }) => name)).toEqual(['Renamed']);
  });

  it('names every problem with its row, column and reason, and the cell can be corrected', async () => {
    const { admin } = await buildTeam(app);
    const found = await upload(
      admin,
      csv(
        machineHeader,
        ['K1', 'Customer 1', '', 'Pumps', 'Pump', '1.23457E+11', '32.01.2024', 'soon', ''],
        ['K1', 'Customer 1', '', 'Pumps', 'Pump', 'P-20000', '', '', '2199-01-01'],
      ),
    );
    await assign(admin, found, machineFields);
    const checked = await check(admin, found.id);
    expect(checked.counts.rows).toMatchObject({ CREATE: 0, ERROR: 2 });
    const [one, two] = await rowsOf(admin, found.id, { plans: ['ERROR'] });
    expect(one).toMatchObject({ sheet: 0, row: 2, plan: 'ERROR' });
    expect(one?.problems).toEqual([
      { column: 5, field: 'machine.serialNumber', code: 'DIGITS_LOST' },
      { column: 6, field: 'machine.transferDate', code: 'NOT_A_DATE' },
      { column: 7, field: 'machine.interval', code: 'NOT_MONTHS' },
    ]);
    expect(two?.problems).toEqual([{ column: 8, field: 'past.lastInspection', code: 'DATE_IN_FUTURE' }]);
    const fixed = await admin.import.fixCell({
      body: { id: found.id, position: two?.position ?? 0, column: 8, value: '2026-01-05' },
    });
    expect(fixed).toMatchObject({ plan: 'CREATE', problems: [] });
    expect((await admin.import.findById({ params: { id: found.id } })).counts.rows).toMatchObject({
      CREATE: 1,
      ERROR: 1,
    });
    await run(admin, found.id);
    expect(await admin.device.findAll()).toHaveLength(1);
    // The row that was left out is corrected afterwards, and imported too.
    for (const [column, value] of [
      [5, '123457000000'],
      [6, '31.01.2024'],
      [7, '12'],
    ] as const)
      await admin.import.fixCell({ body: { id: found.id, position: one?.position ?? 0, column, value } });
    await run(admin, found.id);
    expect(await admin.device.findAll()).toHaveLength(2);
  });

  it('takes what no column says where the row is shown: the sheet gets a column for it', async () => {
    const { admin } = await buildTeam(app);
    const found = await upload(
      admin,
      csv(['Customer', 'Machine'], ['Customer 1', 'Pump'], ['Customer 2', 'Press']),
    );
    await assign(admin, found, ['customer.shortName', 'machine.name']);
    await check(admin, found.id);
    const [one, two] = await rowsOf(admin, found.id, { plans: ['ERROR'] });
    const missing = { column: null, field: 'category.name', code: 'CATEGORY_NOT_SELECTED' };
    expect([one?.problems, two?.problems]).toEqual([[missing], [missing]]);
    const fix = (row: ImportRow | undefined, value: string, field?: ImportField) =>
      admin.import.fixCell({
        body: { id: found.id, position: row?.position ?? 0, column: null, field: field ?? null, value },
      });
    expect(await refusal(fix(one, 'Pumps'))).toMatchObject({ fields: { field: 'REQUIRED' } });
    expect(await fix(one, 'Pumps', 'category.name')).toMatchObject({ plan: 'CREATE', problems: [] });
    // The second row fills the same column.
    expect(await fix(two, 'Presses', 'category.name')).toMatchObject({
      plan: 'CREATE',
      cells: ['Customer 2', 'Press', 'Presses'],
    });
    const { sheets } = await admin.import.findById({ params: { id: found.id } });
    expect(sheets[0]?.columns.map(({ header, field }) => [header, field]).at(-1)).toEqual([
      ...['Category', 'category.name'],
    ]);
    expect(sheets[0]?.columns).toHaveLength(3);
    await run(admin, found.id);
    expect((await admin.device.findAll()).map(({ category }) => category.name).sort()).toEqual([
      ...['Presses', 'Pumps'],
    ]);
  });

  it('refuses rows that contradict each other, and names the other row', async () => {
    const { admin } = await buildTeam(app);
    const found = await upload(
      admin,
      csv(['No', 'Customer', 'Town'], ['K1', 'Customer 1', 'Berlin'], ['K1', 'Customer 1', 'Hamburg']),
    );
    await assign(admin, found, ['customer.ownNumber', 'customer.shortName', 'customer.city']);
    await check(admin, found.id);
    const [row] = await rowsOf(admin, found.id, { problem: 'CONTRADICTS_ROW' });
    expect(row).toMatchObject({
      row: 3,
      problems: [
        { column: 2, field: 'customer.city', code: 'CONTRADICTS_ROW', other: { row: 2, value: 'Berlin' } },
      ],
    });
  });

  it('is for admins', async () => {
    const { technician } = await buildTeam(app);
    expect(await refusal(upload(technician, csv(['A'], ['b'])))).toMatchObject({ status: 403 });
  });

  it('refuses what is no spreadsheet, with the reason', async () => {
    const admin = await app.as(await buildAdmin(app));
    expect(await refusal(upload(admin, new Blob([])))).toMatchObject({
      code: 'IMPORT_UNREADABLE',
      message: 'This file cannot be read. The file is empty.',
    });
    await app.expectNoStrayFiles();
  });
});

async function toInput(api: Api, id: number) {
  const device = await api.device.findById({ params: { id } });
  const {
    status,
    manufacturer,
    model,
    serialNumber,
    yearBuilt,
    sourcePower,
    transferDate,
    warranty,
    warrantyLength,
  } = device;
  const { streetAddress, zipCode, city, country, inspectionPeriodInMonths, category, customer } = device;
  return {
    ...{
      status,
      manufacturer,
      model,
      serialNumber,
      yearBuilt,
      sourcePower,
      transferDate,
      warranty,
      warrantyLength,
    },
    ...{ streetAddress, zipCode, city, country, inspectionPeriodInMonths },
    ...{ category: { id: category.id }, customer: { id: customer.id } },
  };
}
