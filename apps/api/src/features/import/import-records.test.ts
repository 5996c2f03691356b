/** What an import makes of rows: each kind of record, what counts as the same, and what is refused. */
import type { Import, ImportRow } from '@servicebook/shared/import';
import { importTemplates } from '@servicebook/shared/import';
import type { ImportField } from '@servicebook/shared/import-fields';
import { languages } from '@servicebook/shared/primitives';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCategory, buildCustomer, buildDevice, buildTeam } from '../../testing/builders.ts';
import { templateFields } from './import-template.ts';
import { settled } from './testing/settled.ts';

const app = useTestApp();

const file = (rows: string[][]) => new Blob([rows.map((row) => row.join(';')).join('\n')]);

/** Uploads a list whose first row names the fields themselves, and checks it. */
async function checked(
  api: Api,
  fields: ImportField[],
  rows: string[][],
  options: object = {},
): Promise<Import> {
  const found = await api.import.upload({
    file: file([fields.map((_, index) => `Column ${index}`), ...rows]),
    fileName: 'list.csv',
  });
  await api.import.setMapping({
    body: {
      id: found.id,
      sheets: [{ headerRow: 1, columns: fields.map((field) => ({ field, dateOrder: null })) }],
      options,
    },
  });
  await api.import.check({ params: { id: found.id } });
  return settled(api, found.id);
}

async function imported(
  api: Api,
  fields: ImportField[],
  rows: string[][],
  options: object = {},
): Promise<Import> {
  const { id } = await checked(api, fields, rows, options);
  await api.import.run({ params: { id } });
  return settled(api, id);
}

const rowsOf = async (api: Api, { id }: Import, search: object = {}): Promise<ImportRow[]> =>
  (await api.import.rows({ body: { id, size: 100, ...search } })).content;
const problemsOf = async (api: Api, found: Import) =>
  (await rowsOf(api, found, { plans: ['ERROR'] })).map(({ row, problems }) => [
    row,
    problems.map(({ code }) => code),
  ]);

const own = async () => {
  const owner = await buildAdmin(app);
  return { owner, accountId: owner.accountId, api: await app.as(owner) };
};

describe('customers', () => {
  it('are matched by own number, tax number, short name, full name; empty cells change nothing', async () => {
    const { api, accountId } = await own();
    await buildCustomer(app, {
      accountId,
      shortName: 'Mill',
      fullName: 'Mill Ltd',
      ownNumber: 'K 1',
      phoneNumber: '1',
    });
    await buildCustomer(app, {
      accountId,
      shortName: 'Bakery',
      fullName: 'Bakery Ltd',
      nip: '526-000-12-46',
    });
    await buildCustomer(app, { accountId, shortName: 'Forge', fullName: 'Forge Ltd', city: 'Berlin' });
    const found = await imported(
      api,
      [
        'customer.ownNumber',
        'customer.nip',
        'customer.shortName',
        'customer.fullName',
        'customer.phoneNumber',
        'customer.city',
      ],
      [
        ['k1', '', 'Old Mill', '', '', 'Łódź'],
        ['', 'PL5260001246', '', '', '22', ''],
        ['', '', 'FORGE', '', '', ''],
        ['', '', '', 'forge  ltd', '33', 'Berlin'],
      ],
    );
    expect(await problemsOf(api, found)).toEqual([]);
    expect(found.counts.records.customer).toEqual({ CREATE: 0, UPDATE: 3, SAME: 0 });
    const customers = await api.customer.findAll();
    expect(customers).toHaveLength(3);
    expect(customers.find(({ shortName }) => shortName === 'Old Mill')).toMatchObject({
      phoneNumber: '1',
      city: 'Łódź',
    });
    expect(customers.find(({ shortName }) => shortName === 'Bakery')).toMatchObject({ phoneNumber: '22' });
    expect(customers.find(({ shortName }) => shortName === 'FORGE')).toMatchObject({
      phoneNumber: '33',
      city: 'Berlin',
    });
    await api.import.undo({ params: { id: found.id } });
    await settled(api, found.id);
    expect((await api.customer.findAll()).map(({ shortName }) => shortName).sort()).toEqual([
      'Bakery',
      'Forge',
      'Mill',
    ]);
  });

  it('are two when they share a tax number and have other names or numbers', async () => {
    const { api } = await own();
    const fields: ImportField[] = [
      'customer.ownNumber',
      'customer.nip',
      'customer.shortName',
      'customer.fullName',
    ];
    const rows = [
      ['', '5260001246', 'Chain Berlin', 'Chain Ltd'],
      ['', '5260001246', 'Chain Hamburg', 'Chain Ltd'],
      ['7', '5260001246', 'Chain Bremen', 'Chain Ltd'],
    ];
    expect((await imported(api, fields, rows)).counts.records.customer).toMatchObject({ CREATE: 3 });
    expect((await checked(api, fields, rows)).counts.records.customer).toEqual({
      CREATE: 0,
      UPDATE: 0,
      SAME: 3,
    });
  });

  it('keep the name that the list has, however long a form lets it be', async () => {
    const { api } = await own();
    const names = [
      'Zahnarztpraxis Dr. Lehmann & Partner',
      'Zahnarztpraxis Dr. Voigt',
      'Piekarnia Żółw Sp. z o.o.',
    ];
    const rows = names.map((name) => [name]);
    await imported(api, ['customer.shortName'], rows);
    const stored = (await api.customer.findAll()).map(({ shortName, fullName }) => [shortName, fullName]);
    expect(stored.sort()).toEqual(names.map((name) => [name, name]).sort());
    expect((await checked(api, ['customer.fullName'], rows)).counts.rows).toMatchObject({
      SAME: 3,
      CREATE: 0,
    });
  });

  it('have a short name of a full one’s first words if that is very long', async () => {
    const { api } = await own();
    const words =
      'Wholesale Company for Flour and Everything That Is Baked of It in the Whole of the Northern Country';
    const rows = [[`${words} and Islands`], [`${words} and Lakes`]];
    const found = await checked(api, ['customer.fullName'], rows);
    expect((await rowsOf(api, found)).map(({ records }) => records[0]?.changes)).toEqual([
      [{ field: 'shortName', before: '', after: words }],
      [{ field: 'shortName', before: '', after: `${words.slice(0, -' Country'.length)} 2` }],
    ]);
  });

  it('take a whole address apart', async () => {
    const { api } = await own();
    await imported(
      api,
      ['customer.shortName', 'customer.address', 'customer.position'],
      [['Mill', '"ul. Długa 5, 61-001 Poznań"', '"52.40, 16.92"']],
    );
    expect((await api.customer.findAll())[0]).toMatchObject({
      streetAddress: 'ul. Długa 5',
      zipCode: '61-001',
      city: 'Poznań',
      position: { latitude: 52.4, longitude: 16.92 },
    });
  });

  it('take postal code and city apart that stand in one column beside the street', async () => {
    const { api } = await own();
    await imported(
      api,
      ['customer.shortName', 'customer.streetAddress', 'customer.address'],
      [
        ['Mill', 'Hauptstr. 5', '10115 Berlin'],
        ['Forge', 'Hauptstr. 6', 'Jena'],
        ['Bakery', 'High Street 7', 'Leeds LS1 4AB'],
      ],
    );
    const places = (await api.customer.findAll()).map(({ shortName, streetAddress, zipCode, city }) => [
      ...[shortName, streetAddress, zipCode, city],
    ]);
    expect(places.toSorted()).toEqual([
      ['Bakery', 'High Street 7', 'LS1 4AB', 'Leeds'],
      ['Forge', 'Hauptstr. 6', '', 'Jena'],
      ['Mill', 'Hauptstr. 5', '10115', 'Berlin'],
    ]);
  });

  it('have the zero at the beginning of a postal code that a spreadsheet took for a number', async () => {
    const { api } = await own();
    const fields: ImportField[] = ['customer.shortName', 'customer.zipCode', 'customer.country'];
    const found = await imported(api, fields, [
      ['Mill', '1587', 'DE'],
      ['Mill', '01587', ''],
      ['Forge', '1010', 'AT'],
      ['Bakery', '4103', 'Deutschland'],
    ]);
    expect(await problemsOf(api, found)).toEqual([]);
    const codes = (await api.customer.findAll()).map(({ shortName, zipCode }) => [shortName, zipCode]);
    expect(Object.fromEntries(codes)).toEqual({ Mill: '01587', Forge: '1010', Bakery: '04103' });
  });

  it('need a name, and a number that nobody else has', async () => {
    const { api, accountId } = await own();
    await buildCustomer(app, { accountId, shortName: 'Mill', fullName: 'Mill Ltd', ownNumber: '1' });
    const found = await checked(
      api,
      ['customer.ownNumber', 'customer.shortName', 'customer.email'],
      [
        ['9', '', ''],
        ['2', 'Mill', ''],
        ['3', 'Bakery', 'nonsense'],
      ],
    );
    expect(await problemsOf(api, found)).toEqual([
      [2, ['CUSTOMER_NOT_FOUND']],
      [3, ['TAKEN']],
      [4, ['INCORRECT_EMAIL']],
    ]);
  });
});

describe('contacts', () => {
  it('come with their customer; the first is the main one unless the list says otherwise', async () => {
    const { api } = await own();
    const fields: ImportField[] = ['customer.shortName', 'contact.name', 'contact.phone', 'contact.isMain'];
    const rows = [
      ['Mill', 'Person 1', '1', ''],
      ['Mill', 'Person 2', '2', 'yes'],
    ];
    await imported(api, fields, rows);
    const [customer] = await api.customer.findAll();
    const contacts = () => api.customerContact.findByCustomer({ params: { customerId: customer?.id ?? 0 } });
    expect((await contacts()).map(({ name, isMain }) => [name, isMain])).toEqual([
      ['Person 2', true],
      ['Person 1', false],
    ]);
    expect((await checked(api, fields, rows)).counts.rows).toMatchObject({ SAME: 2 });
    expect(
      await problemsOf(api, await checked(api, ['customer.shortName', 'contact.name'], [['', 'Person 3']])),
    ).toEqual([[2, ['CONTACT_WITHOUT_CUSTOMER']]]);
  });
});

describe('categories', () => {
  it('get their actions with values to record, added to those that are there', async () => {
    const { api, accountId } = await own();
    await buildCategory(app, { accountId, name: 'Pumps', serviceReviewOperations: ['Cleaning'] });
    const fields: ImportField[] = [
      'category.name',
      'category.interval',
      'action.name',
      'action.field',
      'action.unit',
      'action.required',
    ];
    const rows = [
      ['pumps', '12', 'Check the pressure', 'Pressure', 'bar', 'yes'],
      ['Pumps', '', 'Check the pressure', 'Temperature', '°C', ''],
      ['Pumps', '', 'cleaning', '', '', ''],
    ];
    const found = await imported(api, fields, rows);
    expect((await api.category.findAll())[0]).toMatchObject({
      name: 'Pumps',
      inspectionPeriodInMonths: 12,
      serviceReviewOperationsList: JSON.stringify([
        'Cleaning',
        'Check the pressure\n@dodatkowePola{Pressure+bar+!;Temperature+°C}',
      ]),
    });
    expect((await checked(api, fields, rows)).counts.rows).toMatchObject({ SAME: 3 });
    await api.import.undo({ params: { id: found.id } });
    expect(await settled(api, found.id)).toMatchObject({ undone: { KEPT: 0, FAILED: 0 } });
    expect((await api.category.findAll())[0]).toMatchObject({
      inspectionPeriodInMonths: null,
      serviceReviewOperationsList: '["Cleaning"]',
    });
  });
});

describe('machines', () => {
  it('are found by own number and serial number in any writing, and move with a long one only', async () => {
    const { api, accountId } = await own();
    const { id: categoryId } = await buildCategory(app, { accountId, name: 'Pumps' });
    const [one, other] = [
      await buildCustomer(app, { accountId, shortName: 'One' }),
      await buildCustomer(app, { accountId, shortName: 'Other' }),
    ];
    const machine = { accountId, categoryId, customerId: one.id };
    await buildDevice(app, { ...machine, name: 'Pump A', serialNumber: 'GA-2024/1296' });
    await buildDevice(app, { ...machine, name: 'Pump B', serialNumber: '12' });
    await buildDevice(app, { ...machine, name: 'Pump C', ownNumber: 'INV 7' });
    const found = await imported(
      api,
      ['customer.shortName', 'category.name', 'machine.name', 'machine.serialNumber', 'machine.ownNumber'],
      [
        ['Other', 'Pumps', '', 'ga20241296', ''],
        ['Other', 'Pumps', 'Pump D', '12', ''],
        ['', '', 'Pump C renamed', '', 'inv7'],
      ],
    );
    expect(found.counts.records.machine).toEqual({ CREATE: 1, UPDATE: 2, SAME: 0 });
    const devices = await api.device.findAll();
    expect(devices.find(({ name }) => name === 'Pump A')?.customer.id).toBe(other.id);
    expect(devices.find(({ name }) => name === 'Pump B')?.customer.id).toBe(one.id);
    expect(devices.find(({ name }) => name === 'Pump D')?.customer.id).toBe(other.id);
    expect(devices.map(({ name }) => name)).toContain('Pump C renamed');
  });

  it('get a category and a customer for rows that name none, and leave what exists alone when asked to', async () => {
    const { api, accountId } = await own();
    await buildCustomer(app, { accountId, shortName: 'Mill', fullName: 'Mill Ltd' });
    const fields: ImportField[] = [
      'machine.manufacturer',
      'machine.model',
      'machine.serialNumber',
      'machine.note',
    ];
    const rows = [['Maker', 'KX-1', 'KX-10001', 'Key at the gate']];
    expect(await problemsOf(api, await checked(api, fields, rows))).toEqual([
      [2, ['CUSTOMER_NOT_SELECTED', 'CATEGORY_NOT_SELECTED']],
    ]);
    const options = { customer: 'Mill', category: 'Presses' };
    await imported(api, fields, rows, options);
    const [device] = await api.device.findAll();
    expect(device).toMatchObject({
      name: 'Maker KX-1',
      category: { name: 'Presses' },
      customer: { shortName: 'Mill' },
    });
    const changed = [['Other maker', 'KX-1', 'KX-10001', '']];
    const kept = await imported(api, fields, changed, { ...options, updateExisting: false });
    expect(kept.counts.rows).toMatchObject({ SAME: 1, UPDATE: 0 });
    expect((await api.device.findAll())[0]?.manufacturer).toBe('Maker');
  });

  it('stand at their customer’s address if the list has no column for their own', async () => {
    const { api } = await own();
    const fields: ImportField[] = ['customer.shortName', 'customer.city', 'category.name', 'machine.name'];
    const rows = [['Mill', 'Jena', 'Pumps', 'Pump']];
    await imported(api, [...fields, 'machine.city'], [['Forge', 'Hamburg', 'Pumps', 'Press', '']]);
    await imported(api, fields, rows);
    await imported(api, fields, [['Bakery', 'Berlin', 'Ovens', 'Oven']], { placeOfCustomer: false });
    const places = (await api.device.findAll()).map(({ name, city }) => [name, city]);
    expect(Object.fromEntries(places)).toEqual({ Press: '', Pump: 'Jena', Oven: '' });
    expect((await checked(api, fields, rows)).counts.rows).toMatchObject({ SAME: 1, CREATE: 0, UPDATE: 0 });
  });

  it('keep their category and customer, whatever is usual for rows that name none', async () => {
    const { api, accountId } = await own();
    const device = await buildDevice(app, { accountId, name: 'Mixer', serialNumber: 'MIX-10001' });
    const options = { customer: 'Mill', category: 'Other machines', pastType: 'REPAIR' };
    const parts = await imported(
      api,
      ['machine.serialNumber', 'part.name'],
      [
        ['MIX-10001', 'Seal'],
        ['MIX-99999', 'Belt'],
      ],
      options,
    );
    expect(await problemsOf(api, parts)).toEqual([[3, ['MACHINE_NOT_FOUND']]]);
    const todos = await imported(
      api,
      ['machine.serialNumber', 'todo.text'],
      [
        ['MIX-10001', 'Order a seal'],
        ['MIX-99999', 'Call back'],
      ],
      options,
    );
    expect(await problemsOf(api, todos)).toEqual([[3, ['MACHINE_NOT_FOUND']]]);
    await imported(api, ['machine.serialNumber', 'machine.city'], [['MIX-10001', 'Berlin']], options);
    expect(await api.device.findAll()).toMatchObject([
      { category: { id: device.categoryId }, customer: { id: device.customerId }, city: 'Berlin' },
    ]);
    const { shortName } = await api.customer.findById({ params: { id: device.customerId } });
    expect((await api.todo.get({ query: {} })).map(({ description }) => description)).toEqual([
      `Order a seal (${shortName}, Mixer, MIX-10001)`,
    ]);
  });

  it('derive the length of the warranty, and refuse what does not follow', async () => {
    const { api } = await own();
    const fields: ImportField[] = [
      'customer.shortName',
      'category.name',
      'machine.name',
      'machine.transferDate',
      'machine.warrantyUntil',
    ];
    const found = await imported(api, fields, [
      ['Mill', 'Pumps', 'Pump 1', '2024-03-01', '2026-02-28'],
      ['Mill', 'Pumps', 'Pump 2', '', '2026-02-28'],
      ['Mill', 'Pumps', 'Pump 3', '2024-03-01', '2026-02-10'],
    ]);
    expect(await problemsOf(api, found)).toEqual([
      [3, ['TRANSFER_DATE_REQUIRED']],
      [4, ['WARRANTY_NOT_WHOLE_MONTHS']],
    ]);
    expect(await api.device.findAll()).toMatchObject([{ name: 'Pump 1', warrantyLength: 24 }]);
  });

  it('have parts and past services of lists with a row for each; two parts of one name are two', async () => {
    const { api } = await own();
    const machine: ImportField[] = ['customer.shortName', 'category.name', 'machine.name'];
    const parts: ImportField[] = [...machine, 'part.name', 'part.serialNumber'];
    const rows = [
      ['Mill', 'Pumps', 'Pump', 'Seal', ''],
      ['Mill', 'Pumps', 'Pump', 'Seal', ''],
      ['Mill', 'Pumps', 'Pump', 'Motor', 'M-1'],
    ];
    expect((await imported(api, parts, rows)).counts.records).toMatchObject({
      machine: { CREATE: 1 },
      part: { CREATE: 3 },
    });
    expect((await checked(api, parts, rows)).counts.records).toMatchObject({
      machine: { SAME: 1 },
      part: { SAME: 3, CREATE: 0 },
    });
    const services: ImportField[] = [...machine, 'past.date', 'past.type', 'past.number', 'past.performedBy'];
    const past = [
      ['Mill', '', 'Pump', '2025-03-04', 'Inspection', '17/2025', 'Person 1'],
      ['Mill', '', 'Pump', '2025-06-04', 'Repair', '', 'Person 1'],
      ['Mill', '', 'Press', '2025-06-04', 'Repair', '', ''],
      ['Mill', '', 'Pump', '2025-06-05', '', '', ''],
    ];
    const found = await imported(api, services, past);
    expect(await problemsOf(api, found)).toEqual([
      [4, ['MACHINE_NOT_FOUND']],
      [5, ['SERVICE_TYPE_REQUIRED']],
    ]);
    const [device] = await api.device.findAll();
    const stored = await api.pastService.findByDevice({ params: { deviceId: device?.id ?? 0 } });
    expect(stored.map(({ date, types, number }) => [date, types, number])).toEqual([
      ['2025-06-04', ['REPAIR'], ''],
      ['2025-03-04', ['PERIODIC_INSPECTION'], '17/2025'],
    ]);
  });
});

describe('to-dos', () => {
  it('name their machine and who does them', async () => {
    const { admin, accountId, userId } = await buildTeam(app);
    const user = await app.deps.db
      .of({ accountId })
      .user.findUniqueOrThrow({ where: { accountId_id: { accountId, id: userId } } });
    const fields: ImportField[] = [
      'customer.shortName',
      'category.name',
      'machine.name',
      'todo.text',
      'todo.date',
      'todo.assignee',
    ];
    const rows = [
      ['Mill', 'Pumps', 'Pump', 'Order a filter', '2027-01-20', `${user.lastName} ${user.firstName}`],
      ['', '', '', 'Call', '', 'nobody'],
    ];
    const found = await imported(admin, fields, rows);
    expect(await problemsOf(admin, found)).toEqual([[3, ['UNKNOWN_EMPLOYEE']]]);
    expect(await admin.todo.get({ query: {} })).toMatchObject([
      { description: 'Order a filter (Mill, Pump)', date: '2027-01-20', assignee: { id: userId } },
    ]);
    expect((await checked(admin, fields, rows.slice(0, 1))).counts.rows).toMatchObject({ SAME: 1 });
  });
});

describe('columns', () => {
  it('with dates that may be read in two ways are asked for, never guessed', async () => {
    const { api } = await own();
    const found = await api.import.upload({
      file: file([
        ['Customer', 'Category', 'Machine name', 'Handover'],
        ['Mill', 'Pumps', 'Pump', '03/04/2026'],
      ]),
      fileName: 'list.csv',
    });
    const fields = ['customer.shortName', 'category.name', 'machine.name', 'machine.transferDate'] as const;
    const assign = (dateOrder: 'DMY' | null) =>
      api.import.setMapping({
        body: {
          id: found.id,
          sheets: [
            {
              headerRow: 1,
              columns: fields.map((field, index) => ({ field, dateOrder: index === 3 ? dateOrder : null })),
            },
          ],
          options: {},
        },
      });
    expect((await assign(null)).sheets[0]?.columns[3]).toMatchObject({ isAmbiguous: true });
    expect(await refusal(api.import.check({ params: { id: found.id } }))).toMatchObject({
      code: 'IMPORT_DATES_AMBIGUOUS',
    });
    await assign('DMY');
    await api.import.check({ params: { id: found.id } });
    await settled(api, found.id);
    await api.import.run({ params: { id: found.id } });
    await settled(api, found.id);
    expect((await api.device.findAll())[0]?.transferDate).toBe('2026-04-03');
  });

  it('hold a field once; another row can be the header; a sheet can be left out', async () => {
    const { api } = await own();
    const found = await api.import.upload({
      file: file([['List'], ['Customer', 'City'], ['Mill', 'Berlin']]),
      fileName: 'l.csv',
    });
    const { id, revision } = found;
    const sheet = (headerRow: number, fields: (ImportField | null)[], isLeftOut = false) =>
      api.import.setMapping({
        body: {
          id,
          sheets: [{ headerRow, isLeftOut, columns: fields.map((field) => ({ field, dateOrder: null })) }],
          options: {},
        },
      });
    expect(
      await refusal(sheet(found.sheets[0]?.headerRow ?? 0, ['customer.city', 'customer.city'])),
    ).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { 'sheets.0.columns.1.field': 'LISTED_TWICE' },
    });
    const moved = await sheet(1, [null, null]);
    expect(moved.sheets[0]).toMatchObject({ headerRow: 1, rows: 2 });
    await sheet(2, [null, null]);
    expect(
      await refusal(api.import.setMapping({ body: { id, revision, sheets: [], options: {} } })),
    ).toMatchObject({ code: 'RECORD_CHANGED' });
    await sheet(2, [null, null], true);
    expect(await refusal(api.import.check({ params: { id } }))).toMatchObject({
      code: 'IMPORT_NOTHING_ASSIGNED',
    });
  });
});

describe('rows', () => {
  it('that sum a list up are left out', async () => {
    const { api } = await own();
    const rows = [
      ['Mill', '5'],
      ['Total Service', '2'],
    ];
    for (const last of ['Summe Anlagen:', 'Razem', 'Итого:', 'Total']) {
      const found = await checked(api, ['customer.shortName', 'machine.yearBuilt'], [...rows, [last, '7']]);
      expect(
        (await rowsOf(api, found)).map(({ plan }) => plan === 'SKIP'),
        last,
      ).toEqual([false, false, true]);
      await api.import.delete({ params: { id: found.id } });
    }
  });

  it('with problems come back as a table with the reason, without formulas', async () => {
    const { api } = await own();
    const found = await checked(
      api,
      ['customer.shortName', 'customer.email'],
      [
        ['=1+1', 'nonsense'],
        ['Mill', 'mill@example.com'],
      ],
    );
    const answer = await api.http.get<string>(`/api/import/table/${found.id}/problems/csv`);
    expect(answer.data).toContain('"2";"Column 1: Incorrect e-mail address";"\'=1+1";"nonsense"');
    expect(answer.data).not.toContain('Mill');
  });

  it('can be left out and taken in again, one or all with problems', async () => {
    const { api } = await own();
    const found = await checked(
      api,
      ['customer.shortName', 'customer.email'],
      [
        ['Mill', 'nonsense'],
        ['Forge', ''],
        ['Bakery', 'x'],
      ],
    );
    const { id } = found;
    const all = await api.import.skip({ body: { id, position: null, isSkipped: true } });
    expect(all.counts.rows).toEqual({ CREATE: 1, UPDATE: 0, SAME: 0, ERROR: 0, SKIP: 2 });
    const [, , forge] = await rowsOf(api, { ...found }, {}).then((rows) => [null, null, rows[1]]);
    const one = await api.import.skip({ body: { id, position: forge?.position ?? 0, isSkipped: true } });
    expect(one.counts.rows).toMatchObject({ CREATE: 0, SKIP: 3 });
    expect(await refusal(api.import.run({ params: { id } }))).toMatchObject({ code: 'IMPORT_STATE' });
    const back = await api.import.skip({ body: { id, position: forge?.position ?? 0, isSkipped: false } });
    expect(back.counts.rows).toMatchObject({ CREATE: 1, SKIP: 2 });
    expect(back.counts.records.customer).toMatchObject({ CREATE: 1 });
  });
});

describe('templates', () => {
  it.each(importTemplates.flatMap((kind) => languages.map((language) => ({ kind, language }))))(
    '$kind in $language is read again column by column, and can be imported',
    async ({ kind, language }) => {
      const owner = await buildAdmin(app, { language });
      const api = await app.as(owner, { 'Accept-Language': language, Language: language });
      const answer = await api.http.get<ArrayBuffer>(`/api/import/template/${kind}`, {
        responseType: 'arraybuffer',
      });
      const sheet = await readSheet(Buffer.from(answer.data));
      expect(sheet).toHaveLength(3);
      const found = await api.import.upload({ file: new Blob([answer.data]), fileName: 'template.xlsx' });
      expect(found.sheets[0]?.columns.map(({ field }) => field)).toEqual(templateFields[kind]);
      const { id } = found;
      await api.import.check({ params: { id } });
      const asItIs = await settled(api, id);
      expect(asItIs.counts.rows).toEqual({ CREATE: 0, UPDATE: 0, SAME: 0, ERROR: 0, SKIP: 2 });
      for (const { position } of await rowsOf(api, asItIs))
        await api.import.skip({ body: { id, position, isSkipped: false } });
      const { counts } = await api.import.findById({ params: { id } });
      // Parts and services belong to machines that are there already, to-dos to employees.
      const isOfMachines = kind === 'parts' || kind === 'pastServices';
      expect(counts.rows).toMatchObject(isOfMachines ? { ERROR: 2 } : { CREATE: 2, ERROR: 0 });
    },
  );
});
