/** A workbook of all lists with errors at known places: the check finds each with its cell, nothing else, and writes nothing. */
import { type ImportProblemCode, rowProblems } from '@servicebook/shared/import';
import type { Cell, ImportField } from '@servicebook/shared/import-fields';
import { cellProblems } from '@servicebook/shared/import-values';
import { expect, it, vi } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCategory, buildCustomer, buildDevice } from '../../testing/builders.ts';
import { workbook } from './testing/workbook.ts';

const app = useTestApp();

type Row = Partial<Record<ImportField, Cell>>;
/** A row with one error: what differs from a good row, the field whose cell is to blame, and the reason. */
type Seeded = [row: Row, field: ImportField, code: ImportProblemCode];

interface List {
  name: string;
  fields: ImportField[];
  good: (index: number) => Row;
  seeded: Seeded[];
  /** Rows at the end that are right, and on which errors depend. */
  further?: Row[];
}

const long = (length: number) => 'x'.repeat(length + 1);
const day = (date: string): Cell => ({ date });

/** Too long texts of a list, each in its field. */
const tooLong = (lengths: Partial<Record<ImportField, number>>): Seeded[] =>
  Object.entries(lengths).map(([field, length]) => [
    { [field]: long(length) },
    field as ImportField,
    `MAX_${length}_CHARACTERS` as ImportProblemCode,
  ]);

/** A row that says nothing about its customer. */
const nobody: Row = {
  ...{ 'customer.ownNumber': null, 'customer.shortName': null, 'customer.fullName': null },
  ...{ 'customer.city': null, 'customer.country': null },
};

const customers: List = {
  name: 'Customers',
  fields: [
    ...(['customer.ownNumber', 'customer.shortName', 'customer.fullName', 'customer.streetAddress'] as const),
    ...(['customer.zipCode', 'customer.city', 'customer.country', 'customer.nip', 'customer.regon'] as const),
    ...(['customer.phoneNumber', 'customer.email', 'customer.language', 'customer.latitude'] as const),
    ...(['customer.longitude', 'contact.name', 'contact.role', 'contact.phone', 'contact.email'] as const),
    ...(['contact.note', 'contact.isMain'] as const),
  ],
  good: (index) => ({
    'customer.ownNumber': `C-${index}`,
    'customer.shortName': `Company ${index}`,
    'customer.fullName': `The whole company ${index}`,
    'customer.city': 'Łódź',
    'customer.country': 'Polska',
    'contact.name': `Person ${index}`,
  }),
  seeded: [
    ...tooLong({
      ...{ 'customer.ownNumber': 50, 'customer.fullName': 200, 'customer.streetAddress': 255 },
      ...{ 'customer.zipCode': 20, 'customer.city': 100, 'customer.nip': 20, 'customer.regon': 20 },
      ...{ 'customer.phoneNumber': 100, 'contact.name': 200, 'contact.role': 100, 'contact.phone': 100 },
      ...{ 'contact.note': 5000 },
    }),
    [{ 'customer.fullName': 'Ox' }, 'customer.fullName', 'MIN_3_CHARACTERS'],
    [{ 'customer.country': 'Atlantis' }, 'customer.country', 'UNKNOWN_COUNTRY'],
    [{ 'customer.language': 'Klingon' }, 'customer.language', 'UNKNOWN_LANGUAGE'],
    [{ 'customer.email': 'nobody at home' }, 'customer.email', 'INCORRECT_EMAIL'],
    [{ 'contact.email': '@example.com' }, 'contact.email', 'INCORRECT_EMAIL'],
    [{ 'customer.latitude': '91', 'customer.longitude': '20' }, 'customer.latitude', 'NOT_A_COORDINATE'],
    [{ 'customer.latitude': '52.2' }, 'customer.latitude', 'NOT_A_COORDINATE'],
    [{ 'contact.isMain': 'perhaps' }, 'contact.isMain', 'NOT_YES_OR_NO'],
    [{ 'customer.nip': '1.23457E+11' }, 'customer.nip', 'DIGITS_LOST'],
    [{ 'customer.regon': 1_234_567_890_123_460 }, 'customer.regon', 'DIGITS_LOST'],
    [{ 'customer.ownNumber': day('2026-11-03') }, 'customer.ownNumber', 'TURNED_INTO_DATE'],
    [{ 'customer.city': '#REF!' }, 'customer.city', 'FORMULA_ERROR'],
    // Its number is another one than that of the stored customer of this name.
    [{ 'customer.shortName': 'Known' }, 'customer.shortName', 'TAKEN'],
    [
      { 'customer.ownNumber': null, 'customer.shortName': null, 'customer.fullName': 'Twins limited' },
      ...(['customer.fullName', 'AMBIGUOUS_CUSTOMER'] as const),
    ],
    [
      { ...nobody, 'customer.ownNumber': 'C-nobody' },
      ...(['customer.ownNumber', 'CUSTOMER_NOT_FOUND'] as const),
    ],
    // The first row says another town.
    [
      { ...nobody, 'customer.ownNumber': 'C-1', 'customer.city': 'Kraków' },
      ...(['customer.city', 'CONTRADICTS_ROW'] as const),
    ],
    [nobody, 'contact.name', 'CONTACT_WITHOUT_CUSTOMER'],
    [{ 'contact.name': null, 'contact.role': 'Buyer' }, 'contact.name', 'ENTER_NAME'],
  ],
};
const categories: List = {
  name: 'Categories',
  fields: [
    'category.name',
    'category.interval',
    'action.name',
    'action.field',
    'action.unit',
    'action.required',
  ],
  good: (index) => ({ 'category.name': `Kind ${index}`, 'action.name': `Look at ${index}` }),
  further: Array.from({ length: 20 }, (_, field) => ({
    'category.name': 'Measured',
    'action.name': 'Measure',
    'action.field': `Value ${field}`,
    'action.unit': 'bar',
  })),
  seeded: [
    ...tooLong({ 'category.name': 100, 'action.name': 255, 'action.field': 100, 'action.unit': 20 }),
    [{ 'category.interval': 'now and then' }, 'category.interval', 'NOT_MONTHS'],
    [{ 'category.interval': 0 }, 'category.interval', 'FREQUENCY_NOT_POSITIVE'],
    [{ 'category.interval': 601 }, 'category.interval', 'TOO_LARGE'],
    [{ 'action.required': 'sometimes' }, 'action.required', 'NOT_YES_OR_NO'],
    [{ 'category.name': null }, 'action.name', 'ACTION_WITHOUT_CATEGORY'],
    [{ 'action.name': null, 'action.field': 'Pressure' }, 'action.name', 'NAME_EMPTY'],
    [{ 'action.name': 'Look @dodatkowePola' }, 'action.name', 'RESERVED_PHRASE'],
    [{ 'action.field': '+;' }, 'action.field', 'REQUIRED'],
    [
      { 'category.name': 'Measured', 'action.name': 'Measure', 'action.field': 'One too many' },
      ...(['action.name', 'TOO_MANY'] as const),
    ],
  ],
};

const machines: List = {
  name: 'Machines',
  fields: [
    ...(['customer.ownNumber', 'customer.shortName', 'category.name', 'machine.name'] as const),
    ...(['machine.ownNumber', 'machine.serialNumber', 'machine.manufacturer', 'machine.model'] as const),
    ...(['machine.yearBuilt', 'machine.sourcePower', 'machine.status', 'machine.transferDate'] as const),
    ...(['machine.warranty', 'machine.warrantyLength', 'machine.warrantyUntil'] as const),
    ...(['machine.streetAddress', 'machine.zipCode', 'machine.city', 'machine.country'] as const),
    ...(['machine.position', 'machine.interval', 'machine.note', 'past.lastInspection'] as const),
    ...(['past.nextInspection', 'past.lastService'] as const),
  ],
  good: (index) => ({
    'customer.shortName': 'Company 1',
    'category.name': 'Kind 1',
    'machine.name': `Press ${index}`,
    'machine.serialNumber': `PRESS-${10_000 + index}`,
    'machine.transferDate': '25.01.2024',
    'past.lastInspection': '25.02.2026',
  }),
  seeded: [
    ...tooLong({
      ...{ 'machine.name': 200, 'machine.ownNumber': 50, 'machine.serialNumber': 100 },
      ...{ 'machine.manufacturer': 100, 'machine.model': 100, 'machine.sourcePower': 100 },
      ...{ 'machine.streetAddress': 255, 'machine.zipCode': 20, 'machine.city': 100, 'machine.note': 5000 },
      ...{ 'machine.warranty': 100 },
    }),
    [{ 'machine.name': 'No' }, 'machine.name', 'MIN_3_CHARACTERS'],
    [{ 'machine.serialNumber': day('2026-03-11') }, 'machine.serialNumber', 'TURNED_INTO_DATE'],
    [{ 'machine.serialNumber': '#N/A' }, 'machine.serialNumber', 'FORMULA_ERROR'],
    [{ 'machine.yearBuilt': 'old' }, 'machine.yearBuilt', 'NOT_A_YEAR'],
    [{ 'machine.yearBuilt': 1805 }, 'machine.yearBuilt', 'YEAR_OUT_OF_RANGE'],
    [{ 'machine.status': 'melancholic' }, 'machine.status', 'UNKNOWN_STATUS'],
    [{ 'machine.country': 'Utopia' }, 'machine.country', 'UNKNOWN_COUNTRY'],
    [{ 'machine.country': 'x'.repeat(101) }, 'machine.country', 'TOO_LONG'],
    [{ 'machine.position': 'behind the church' }, 'machine.position', 'NOT_A_COORDINATE'],
    [{ 'machine.transferDate': '32.01.2024' }, 'machine.transferDate', 'NOT_A_DATE'],
    [{ 'machine.transferDate': '03/2024' }, 'machine.transferDate', 'DAY_MISSING'],
    [{ 'machine.transferDate': day('2290-01-01') }, 'machine.transferDate', 'DATE_OUT_OF_RANGE'],
    [{ 'machine.interval': 'rarely' }, 'machine.interval', 'NOT_MONTHS'],
    [{ 'machine.interval': 0 }, 'machine.interval', 'FREQUENCY_NOT_POSITIVE'],
    [{ 'machine.interval': 999 }, 'machine.interval', 'TOO_LARGE'],
    [{ 'machine.warrantyLength': 20_000 }, 'machine.warrantyLength', 'TOO_LARGE'],
    [{ 'machine.warrantyLength': 'long' }, 'machine.warrantyLength', 'NOT_MONTHS'],
    [
      { 'machine.transferDate': null, 'machine.warrantyUntil': '25.01.2027' },
      ...(['machine.warrantyUntil', 'TRANSFER_DATE_REQUIRED'] as const),
    ],
    [{ 'machine.warrantyUntil': '11.02.2026' }, 'machine.warrantyUntil', 'WARRANTY_NOT_WHOLE_MONTHS'],
    [{ 'customer.shortName': null }, 'customer.ownNumber', 'CUSTOMER_NOT_SELECTED'],
    [
      { 'customer.shortName': null, 'customer.ownNumber': 'C-404' },
      ...(['customer.ownNumber', 'CUSTOMER_NOT_FOUND'] as const),
    ],
    [{ 'category.name': null }, 'category.name', 'CATEGORY_NOT_SELECTED'],
    [
      { 'past.lastInspection': null, 'past.nextInspection': '25.02.2150', 'machine.interval': 12 },
      ...(['past.nextInspection', 'DATE_OUT_OF_RANGE'] as const),
    ],
    [{ 'past.lastInspection': '25.02.2190' }, 'past.lastInspection', 'DATE_IN_FUTURE'],
    [{ 'past.lastInspection': '25.02.1920' }, 'past.lastInspection', 'DATE_TOO_EARLY'],
    [{ 'past.lastService': '25.02.2025' }, 'past.lastService', 'SERVICE_TYPE_REQUIRED'],
    // The machine of the first row was handed over on another day.
    [
      {
        'machine.serialNumber': 'PRESS-10001',
        'machine.name': 'Press 1',
        'machine.transferDate': '26.01.2024',
      },
      ...(['machine.transferDate', 'CONTRADICTS_ROW'] as const),
    ],
    [
      { 'machine.serialNumber': 'TWIN-10000', 'machine.name': 'Twin machine', 'customer.shortName': 'Known' },
      ...(['machine.name', 'AMBIGUOUS_MACHINE'] as const),
    ],
  ],
};

const parts: List = {
  name: 'Parts',
  fields: ['machine.serialNumber', 'part.name', 'part.serialNumber', 'part.producer', 'part.description'],
  good: (index) => ({ 'machine.serialNumber': 'PRESS-10001', 'part.name': `Filter ${index}` }),
  seeded: [
    ...tooLong({
      'part.name': 200,
      'part.serialNumber': 100,
      'part.producer': 200,
      'part.description': 5000,
    }),
    [{ 'machine.serialNumber': 'NOWHERE-1' }, 'machine.serialNumber', 'MACHINE_NOT_FOUND'],
    [{ 'machine.serialNumber': 'TWIN-10000' }, 'machine.serialNumber', 'AMBIGUOUS_MACHINE'],
    [{ 'machine.serialNumber': null }, 'part.name', 'RECORD_WITHOUT_MACHINE'],
    [{ 'part.name': null, 'part.producer': 'Maker' }, 'part.name', 'NAME_EMPTY'],
  ],
};

const services: List = {
  name: 'Services',
  fields: [
    ...(['machine.serialNumber', 'past.date', 'past.type', 'past.number', 'past.performedBy'] as const),
    'past.description',
  ],
  good: (index) => ({
    'machine.serialNumber': 'PRESS-10001',
    // Written in both orders, so that nothing says which of them a column has.
    'past.date': index % 2 ? '25/03/2024' : '03/26/2024',
    'past.type': 'Reparatur',
    'past.number': `R-${index}`,
  }),
  seeded: [
    ...tooLong({ 'past.number': 50, 'past.performedBy': 100, 'past.description': 5000 }),
    [{ 'past.date': '03/04/2024' }, 'past.date', 'AMBIGUOUS_DATE'],
    [{ 'past.date': null }, 'past.date', 'DATE_REQUIRED'],
    [{ 'past.date': '1949-12-31' }, 'past.date', 'DATE_TOO_EARLY'],
    [{ 'past.date': '2198-12-31' }, 'past.date', 'DATE_IN_FUTURE'],
    [{ 'past.type': null }, 'past.type', 'SERVICE_TYPE_REQUIRED'],
    [{ 'past.type': 'exorcism' }, 'past.type', 'UNKNOWN_SERVICE_TYPE'],
  ],
};

const todos: List = {
  name: 'To-dos',
  fields: ['todo.text', 'todo.date', 'todo.status', 'todo.assignee'],
  good: (index) => ({ 'todo.text': `Order filter ${index}`, 'todo.date': day('2026-12-01') }),
  seeded: [
    ...tooLong({ 'todo.text': 5000 }),
    [{ 'todo.text': null }, 'todo.text', 'ENTER_TEXT'],
    [{ 'todo.date': 'soon' }, 'todo.date', 'NOT_A_DATE'],
    [{ 'todo.status': 'forgotten' }, 'todo.status', 'UNKNOWN_STATUS'],
    [{ 'todo.assignee': 'Nobody Known' }, 'todo.assignee', 'UNKNOWN_EMPLOYEE'],
  ],
};

const lists = [customers, categories, machines, parts, services, todos];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const firstDay = Date.UTC(1899, 11, 30);
function inXml(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'object')
    return `<c s="1"><v>${Math.round((Date.parse(cell.date) - firstDay) / 86_400_000)}</v></c>`;
  if (cell.startsWith('#')) return `<c t="e"><v>${cell}</v></c>`;
  return `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
}
const inRow = (cells: readonly (Cell | undefined)[]) => `<row>${cells.map(inXml).join('')}</row>`;

/** A list's rows: good ones, and between them those with errors. Row 1 is the header. */
function rowsOf({ fields, good, seeded, further = [] }: List) {
  const rows: { row: Row; expected: Seeded | null }[] = [
    { row: good(1), expected: null },
    { row: good(2), expected: null },
    ...further.map((row) => ({ row, expected: null })),
  ];
  for (const [index, expected] of seeded.entries()) {
    rows.push({ row: { ...good(100 + 2 * index), ...expected[0] }, expected });
    rows.push({ row: good(101 + 2 * index), expected: null });
  }
  return {
    rows,
    xml: [inRow(fields), ...rows.map(({ row }) => inRow(fields.map((field) => row[field])))].join(''),
  };
}

/** Every row of every table, except what an import writes about itself and what a request leaves: sessions, jobs. */
async function everything(): Promise<Record<string, string>> {
  const { global } = app.deps.db;
  const tables = await global.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'import%'
       AND table_name NOT IN ('session', '_prisma_migrations') ORDER BY 1`;
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await global.$queryRawUnsafe<{ sum: string }[]>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\n' ORDER BY t::text), '')) AS sum FROM "${name}" t`,
    );
    sums[name] = row?.sum ?? '';
  }
  return sums;
}

it('finds every error with its sheet, row, column and value, reports nothing else, and writes nothing', async () => {
  const owner = await buildAdmin(app);
  const { accountId } = owner;
  const admin = await app.as(owner);
  const known = await buildCustomer(app, {
    accountId,
    shortName: 'Known',
    fullName: 'Known limited',
    ownNumber: 'K-1',
  });
  for (const shortName of ['Twin 1', 'Twin 2'])
    await buildCustomer(app, { accountId, shortName, fullName: 'Twins limited' });
  const { id: categoryId } = await buildCategory(app, { accountId, name: 'Stored kind' });
  for (let count = 0; count < 2; count++)
    await buildDevice(app, {
      ...{ accountId, categoryId, customerId: known.id, name: 'Twin machine', serialNumber: 'TWIN-10000' },
    });

  const made = lists.map(rowsOf);
  const file = workbook({
    formats: [14],
    sheets: lists.map(({ name }, index) => ({ name, rows: made[index]?.xml ?? '' })),
  });
  const { id } = await admin.import.upload({ file: new Blob([file as BlobPart]), fileName: 'errors.xlsx' });
  const assigned = await admin.import.setMapping({
    body: {
      id,
      sheets: lists.map(({ fields }) => ({
        headerRow: 1,
        columns: fields.map((field) => ({ field, dateOrder: null })),
      })),
      options: { category: '', customer: '', pastType: null },
    },
  });
  expect(assigned.sheets.map(({ name, rows }) => [name, rows])).toEqual(
    lists.map(({ name }, index) => [name, made[index]?.rows.length]),
  );

  const before = await everything();
  await admin.import.check({ params: { id } });
  const checked = await vi.waitFor(
    async () => {
      const found = await admin.import.findById({ params: { id } });
      if (found.state === 'CHECKING') throw new Error(found.state);
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(checked).toMatchObject({ state: 'CHECKED', errorCode: null });
  expect(await everything()).toEqual(before);

  const reported: unknown[] = [];
  for (let page = 0, total = 1; reported.length < total; page++) {
    const found = await admin.import.rows({ body: { id, plans: ['ERROR'], size: 100, page } });
    total = found.totalElements;
    for (const { sheet, row, cells, problems } of found.content)
      reported.push({
        sheet: lists[sheet]?.name,
        row,
        problems: problems.map(({ column, field, code }) => ({
          ...{ column, field, code },
          value: column === null ? undefined : (cells[column] ?? null),
        })),
      });
    if (found.content.length === 0) break;
  }
  const seeded = lists.flatMap(({ name, fields }, index) =>
    (made[index]?.rows ?? []).flatMap(({ row, expected }, at) =>
      expected
        ? {
            sheet: name,
            row: at + 2,
            problems: [
              {
                column: fields.indexOf(expected[1]),
                field: expected[1],
                code: expected[2],
                value: row[expected[1]] ?? null,
              },
            ],
          }
        : [],
    ),
  );
  expect(reported).toEqual(seeded);
  expect(checked.counts.rows.ERROR).toBe(seeded.length);

  // All reasons of cells and rows are in the file; these belong to a run.
  const codes = new Set(lists.flatMap((list) => list.seeded.map(([, , code]) => code)));
  expect([...cellProblems, ...rowProblems].filter((code) => !codes.has(code))).toEqual([
    'CHANGED_MEANWHILE',
    'CHANGED_SINCE_CHECK',
  ]);
}, 120_000);
