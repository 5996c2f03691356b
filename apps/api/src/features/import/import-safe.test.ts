/** Imports beside people who work, and lists that are nearly about the same records. */
import { randomUUID } from 'node:crypto';
import type { Import, ImportRow } from '@servicebook/shared/import';
import type { ImportField } from '@servicebook/shared/import-fields';
import { describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildTeam } from '../../testing/builders.ts';
import { settled } from './testing/settled.ts';

const app = useTestApp();

type List = Partial<Record<ImportField, string>>[];

const fieldsOf = (rows: List): ImportField[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row) as ImportField[])),
];
const csv = (rows: List) => {
  const fields = fieldsOf(rows);
  const lines = [fields, ...rows.map((row) => fields.map((field) => row[field] ?? ''))];
  return new Blob([lines.map((line) => `${line.join(';')};.`).join('\n')]);
};

const at = async (api: Api, id: number, work: 'check' | 'run' | 'undo'): Promise<Import> => {
  await api.import[work]({ params: { id } });
  return settled(api, id);
};
const rowsOf = async (api: Api, id: number): Promise<ImportRow[]> =>
  (await api.import.rows({ body: { id, size: 100 } })).content;

async function checked(api: Api, rows: List): Promise<Import> {
  const found = await api.import.upload({ file: csv(rows), fileName: 'list.csv' });
  const columns = [...fieldsOf(rows), null].map((field) => ({ field, dateOrder: null }));
  await api.import.setMapping({ body: { id: found.id, sheets: [{ headerRow: 1, columns }], options: {} } });
  return at(api, found.id, 'check');
}
const imported = async (api: Api, rows: List) => at(api, (await checked(api, rows)).id, 'run');

const machine = (name: string, serial: string, more: List[number] = {}) => ({
  'customer.shortName': 'Customer 1',
  'customer.phoneNumber': '',
  'category.name': 'Presses',
  'machine.name': name,
  'machine.serialNumber': serial,
  'machine.status': 'OK',
  ...more,
});

describe('what somebody has entered since the check', () => {
  it('is not overwritten: the row is held back and says what is there now', async () => {
    const { admin, accountId } = await buildTeam(app);
    await imported(admin, [
      machine('Press 1', 'SN-1001'),
      machine('Press 2', 'SN-1002'),
      machine('Press 3', 'SN-1003'),
    ]);
    const again = await checked(admin, [
      machine('Press 1', 'SN-1001'),
      machine('Press 2', 'SN-1002', { 'machine.status': 'FAULT' }),
      machine('Press 3', 'SN-1003'),
      machine('Press 4', 'SN-1004'),
    ]);
    expect(again.counts.rows).toMatchObject({ CREATE: 1, UPDATE: 1, SAME: 2 });
    const db = app.deps.db.of({ accountId });
    await db.device.updateMany({
      where: { serialNumber: { in: ['SN-1001', 'SN-1002'] } },
      data: { status: 'DANGER' },
    });
    await db.device.deleteMany({ where: { serialNumber: 'SN-1003' } });
    const { customerId, categoryId } = await db.device.findFirstOrThrow({ where: {} });
    await db.device.create({
      data: { accountId, customerId, categoryId, name: 'Press 4', serialNumber: 'SN-1004', status: 'DANGER' },
    });
    const done = await at(admin, again.id, 'run');
    expect(done.counts.rows).toMatchObject({ ERROR: 4 });
    const rows = await rowsOf(admin, again.id);
    expect(
      rows.map(({ problems }) => problems.map(({ code, field, other }) => [code, field, other?.value])),
    ).toEqual([
      [['CHANGED_SINCE_CHECK', 'machine.status', 'DANGER']],
      [['CHANGED_SINCE_CHECK', 'machine.status', 'DANGER']],
      [['CHANGED_MEANWHILE', null, undefined]],
      [['CHANGED_SINCE_CHECK', 'machine.status', 'DANGER']],
    ]);
    expect(await db.device.count({ where: { status: 'DANGER' } })).toBe(3);
    expect(await db.device.count({ where: {} })).toBe(3);

    // Whoever has seen that decides.
    await admin.import.fixCell({
      body: { id: again.id, position: rows[1]?.position ?? 0, column: 5, value: 'OK' },
    });
    expect((await at(admin, again.id, 'run')).counts.rowsDone).toBe(1);
    expect(await db.device.findFirst({ where: { serialNumber: 'SN-1002' } })).toMatchObject({ status: 'OK' });
  });

  it('is not announced again by the correction of another row', async () => {
    const { admin, accountId } = await buildTeam(app);
    await imported(admin, [machine('Press 1', 'SN-1001'), machine('Press 2', 'SN-1002')]);
    const again = await checked(admin, [
      machine('Press 1', 'SN-1001', { 'machine.status': 'FAULT' }),
      machine('Press 2', 'SN-1002', { 'machine.status': 'FAULT' }),
      machine('Press 3', 'SN-1003', { 'machine.status': 'red' }),
    ]);
    await app.deps.db.of({ accountId }).device.updateMany({
      where: { serialNumber: 'SN-1001' },
      data: { status: 'DANGER' },
    });
    const position = (await rowsOf(admin, again.id))[2]?.position ?? 0;
    await admin.import.fixCell({ body: { id: again.id, position, column: 5, value: 'OK' } });
    const rows = await rowsOf(admin, again.id);
    expect(rows.map(({ plan, problems }) => [plan, problems[0]?.code, problems[0]?.other?.value])).toEqual([
      ['ERROR', 'CHANGED_SINCE_CHECK', 'DANGER'],
      ['UPDATE', undefined, undefined],
      ['CREATE', undefined, undefined],
    ]);
  });

  it('is announced by another row when a correction moves the change there', async () => {
    const { admin } = await buildTeam(app);
    const city = (name: string) => ({ 'customer.city': name });
    await imported(admin, [machine('Press 1', 'SN-1001', city('Jena'))]);
    const again = await checked(admin, [
      machine('Press 1', 'SN-1001', city('Gera')),
      machine('Press 2', 'SN-1002', city('Gera')),
    ]);
    expect(again.counts).toMatchObject({ rowsChanging: 1, rows: { UPDATE: 1, CREATE: 1 } });
    const position = (await rowsOf(admin, again.id))[0]?.position ?? 0;
    await admin.import.fixCell({ body: { id: again.id, position, column: 0, value: 'Customer 2' } });
    const [, other] = await rowsOf(admin, again.id);
    expect(other).toMatchObject({ plan: 'CREATE', problems: [] });
    expect(other?.records[0]).toMatchObject({
      ...{ entity: 'customer', plan: 'UPDATE' },
      changes: [{ field: 'city', before: 'Jena', after: 'Gera' }],
    });
  });

  it('is no difference where the import itself has made it, also in several batches', async () => {
    const { admin } = await buildTeam(app);
    await imported(admin, [machine('Press', 'SN-1')]);
    const rows = Array.from({ length: 450 }, (_, index) =>
      machine(`Press ${index % 225}`, `SN-9${index % 225}`, {
        'customer.phoneNumber': '600 100 200',
        'machine.status': 'FAULT',
      }),
    );
    const done = await imported(admin, rows);
    expect(done.counts).toMatchObject({ rowsDone: 450, rows: { ERROR: 0 } });
  });
});

describe('a list that is nearly about the same', () => {
  it('does not take over a machine of another customer, name and category by its serial number alone', async () => {
    const { admin } = await buildTeam(app);
    await imported(admin, [machine('Press', '10001')]);
    const other = { 'customer.shortName': 'Customer 2', 'category.name': 'Pumps' };
    const { id } = await checked(admin, [machine('Pump', '10001', other)]);
    expect((await rowsOf(admin, id)).map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ['AMBIGUOUS_MACHINE'],
    ]);
    const moved = await checked(admin, [machine('Press', '10001', { 'customer.shortName': 'Customer 2' })]);
    expect(moved.counts.records.machine).toMatchObject({ CREATE: 0, UPDATE: 1 });
  });

  it('keeps customers apart whose names differ in accents, if their place or full name does too', async () => {
    const { admin } = await buildTeam(app);
    const list = (shortName: string, fullName: string, city: string) => ({
      ...{ 'customer.shortName': shortName, 'customer.fullName': fullName, 'customer.city': city },
    });
    await imported(admin, [list('Weiss AG', 'Weiss AG', 'Berlin'), list('Bohm', 'Bohm Pumps', 'Bremen')]);
    const next = await checked(admin, [
      list('Weiß AG', '', 'Passau'),
      list('Böhm', 'Böhm Tools', 'Bremen'),
      list('WEISS ag', '', 'Berlin'),
    ]);
    expect((await rowsOf(admin, next.id)).map(({ plan }) => plan)).toEqual(['CREATE', 'CREATE', 'SAME']);
    await at(admin, next.id, 'run');
    const names = (await admin.customer.findAll()).map(({ shortName }) => shortName);
    expect(names.toSorted()).toEqual(['Bohm', 'Böhm', 'Weiss AG', 'Weiß AG']);
    const again = await checked(admin, [list('Weiß AG', '', 'Passau'), list('Böhm', 'Böhm Tools', 'Bremen')]);
    expect(again.counts.rows).toMatchObject({ SAME: 2, CREATE: 0, UPDATE: 0 });
  });
});

describe('an undo', () => {
  it('leaves a customer with a main contact', async () => {
    const { admin } = await buildTeam(app);
    await imported(admin, [{ 'customer.shortName': 'Customer 1' }]);
    const { id } = await imported(admin, [{ 'customer.shortName': 'Customer 1', 'contact.name': 'Anna' }]);
    const [customer] = await admin.customer.findAll();
    const customerId = customer?.id ?? 0;
    await admin.customerContact.insert({
      body: { customer: { id: customerId }, name: 'Ewa' },
      idempotencyKey: randomUUID(),
    });
    await at(admin, id, 'undo');
    const left = await admin.customerContact.findByCustomer({ params: { customerId } });
    expect(left.map(({ name, isMain }) => [name, isMain])).toEqual([['Ewa', true]]);
  });

  it('keeps the customer of a machine in the bin, so that it can be restored', async () => {
    const { admin } = await buildTeam(app);
    const { id } = await imported(admin, [machine('Press', 'SN-1')]);
    const [device] = await admin.device.findAll();
    await admin.device.delete({ params: { id: device?.id ?? 0 } });
    await at(admin, id, 'undo');
    const kept = await admin.import.changes({ body: { id, undo: 'KEPT' } });
    expect(kept.content.map(({ entity, reason }) => [entity, reason])).toEqual([
      ['customer', 'IN_USE'],
      ['category', 'IN_USE'],
    ]);
    await admin.bin.undo({ body: { kind: 'device', id: device?.id ?? 0 } });
    expect(await admin.device.findAll()).toHaveLength(1);
  });

  it('keeps a record that a row has lost to the bin and has again once that is restored', async () => {
    const { admin, accountId, userId } = await buildTeam(app);
    const { id } = await imported(admin, [{ 'customer.shortName': 'Customer 1' }]);
    const [customer] = await admin.customer.findAll();
    const kept = { id: 1, customer_id: customer?.id ?? 0 };
    const entry = { kind: 'note', recordId: 1, title: 'Note', userId, who: '', deletedAt: new Date() };
    await app.deps.db.of({ accountId }).binEntry.create({
      data: {
        ...{ accountId, ...entry },
        rows: { create: { position: 0, table: 'visit', content: kept, isLink: true } },
      },
    });
    await at(admin, id, 'undo');
    expect(await admin.customer.findAll()).toHaveLength(1);
  });
});

describe('a check', () => {
  it('that was cancelled leaves nothing that a later one counts, and a run ends', async () => {
    const { admin, accountId } = await buildTeam(app);
    const first = await checked(admin, [
      { 'customer.shortName': 'Customer 1' },
      { 'customer.shortName': 'Customer 2' },
    ]);
    const { id } = first;
    const db = app.deps.db.of({ accountId });
    // As if it had been cancelled on its way.
    await db.import.updateMany({ where: { id }, data: { state: 'MAPPING' } });
    const sheets = [
      {
        isLeftOut: true,
        headerRow: 1,
        columns: [
          { field: null, dateOrder: null },
          { field: null, dateOrder: null },
        ],
      },
    ];
    const left = await admin.import.setMapping({ body: { id, sheets, options: {} } });
    expect(left.counts.rows.CREATE).toBe(0);
    expect(await db.importRow.count({ where: { importId: id, plan: { not: null } } })).toBe(0);
    const columns = [
      { field: 'customer.shortName', dateOrder: null },
      { field: null, dateOrder: null },
    ] as const;
    await admin.import.setMapping({
      body: { id, sheets: [{ headerRow: 1, columns: [...columns] }], options: {} },
    });
    await at(admin, id, 'check');
    expect((await at(admin, id, 'run')).counts.rowsDone).toBe(2);
    expect(await refusal(admin.import.run({ params: { id } }))).toMatchObject({ code: 'IMPORT_STATE' });
    const header = { id, position: 0, isSkipped: true };
    expect(await refusal(admin.import.skip({ body: header }))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
