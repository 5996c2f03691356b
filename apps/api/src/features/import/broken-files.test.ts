/** Files as they come, and as attackers write them, through the real server: a clear word, and nothing is written. */
import { languages } from '@servicebook/i18n';
import type { Import } from '@servicebook/shared/import';
import type { ImportRefusal } from '@servicebook/shared/import-refusals';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '../../platform/texts.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildTeam } from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';
import { settled } from './testing/settled.ts';
import { textRow, workbook } from './testing/workbook.ts';

const app = useTestApp();

type Bytes = string | Uint8Array;
const toBlob = (bytes: Bytes) => new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]);

/** Rows of all tables that an import writes, and of the import itself. */
async function written(accountId: number): Promise<number> {
  const db = app.deps.db.of({ accountId });
  const counts = await Promise.all([
    db.customer.count(),
    db.customerContact.count(),
    db.category.count(),
    db.device.count(),
    db.part.count(),
    db.pastService.count(),
    db.todo.count(),
    db.deviceNote.count(),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

const ole = (name: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le')]);
const complete = workbook({ sheets: [{ rows: textRow('Customer', 'Machine').repeat(2000) }] });
/** An archive of a few kilobytes that says to hold ten bytes, and unpacks to ten million. */
function bomb(): Uint8Array {
  const padded = `<worksheet>${' '.repeat(10_000_000)}</worksheet>`;
  const archive = Buffer.from(workbook({ parts: { 'xl/worksheets/sheet1.xml': padded } }));
  archive.writeUInt32LE(10, archive.lastIndexOf('xl/worksheets/sheet1.xml') - 46 + 24);
  return archive;
}
const entities = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>
  <worksheet><sheetData><row><c t="str"><v>&e;</v></c></row></sheetData></worksheet>`;

const refused: [title: string, name: string, bytes: () => Bytes, reason: ImportRefusal][] = [
  ['nothing at all', 'empty.xlsx', () => '', 'EMPTY_FILE'],
  ['a workbook without a value', 'empty.xlsx', () => workbook({}), 'EMPTY_FILE'],
  ['separators only', 'empty.csv', () => '\ufeff;;;\r\n;;;\r\n', 'EMPTY_FILE'],
  ['a million columns', 'wide.csv', () => 'c;'.repeat(1_000_000), 'TOO_MANY_COLUMNS'],
  ['too many rows', 'long.csv', () => 'a;b\n'.repeat(200_001), 'TOO_MANY_ROWS'],
  ['a cell of 5 MB', 'cell.csv', () => `a;b\n1;${'x'.repeat(5_000_000)}`, 'CELL_TOO_LONG'],
  ['an open quotation mark', 'quote.csv', () => 'a;b\n"open;2\n3;4\n', 'QUOTE_NOT_CLOSED'],
  ['a zip bomb', 'bomb.xlsx', bomb, 'UNSAFE_FILE'],
  ['entities', 'entities.xlsx', () => workbook({ sheets: [{ rows: entities }] }), 'UNSAFE_FILE'],
  ['a password', 'secret.xlsx', () => ole('EncryptedPackage'), 'PASSWORD_PROTECTED'],
  ['an XLS', 'old.xls', () => ole('Workbook'), 'OLD_WORKBOOK'],
  [
    'an ODS',
    'open.ods',
    () => zipSync({ mimetype: strToU8('application/vnd.oasis'), 'content.xml': strToU8('<a/>') }),
    'OPEN_DOCUMENT',
  ],
  ['a PDF called XLSX', 'list.xlsx', () => '%PDF-1.7\n1 0 obj\n', 'NOT_A_SPREADSHEET'],
  ['half a workbook', 'half.xlsx', () => complete.subarray(0, complete.length - 200), 'BROKEN_FILE'],
];

describe('a file is refused, in the language of whoever sends it, and nothing is kept', () => {
  let owner: { id: number; accountId: number };
  beforeAll(async () => {
    owner = await buildAdmin(app);
  });
  it.each(refused)('%s', async (_, fileName, bytes, reason) => {
    const language = languages[refused.findIndex(([, name]) => name === fileName) % languages.length] ?? 'en';
    const api = await app.as(owner, { 'Accept-Language': language });
    await api.user.setLanguage({ query: { language } });
    const answer = await refusal(api.import.upload({ file: toBlob(bytes()), fileName }));
    expect(answer).toMatchObject({ status: 400, code: 'IMPORT_UNREADABLE' });
    expect(answer.message).toContain(textsOf(language, 'import')(`refusals.${reason}`));
    expect(await app.deps.db.of(owner).import.count()).toBe(0);
    expect(await app.deps.db.of(owner).importRow.count()).toBe(0);
    expect(await written(owner.accountId)).toBe(0);
  });
});

const header = ['Customer', 'Machine', 'Serial number', 'Category', 'Handover date', 'Customer country'];
const lines = (...rows: string[][]) => [header, ...rows].map((row) => row.join(';')).join('\n');
const machine = (...given: (string | undefined)[]) =>
  ['Mill', 'Oven', 'OF-100001', 'Ovens', '2024-03-05', 'Germany'].map((cell, at) => given[at] ?? cell);
const sheetOf = (cells: string, after = '') =>
  workbook({ formats: [14], sheets: [{ rows: `${textRow(...header)}<row>${cells}</row>`, after }] });
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const first = text('Mill') + text('Oven');

interface Read {
  bytes: () => Bytes;
  name?: string;
  /** What the user is told about the file. */
  hints?: string[];
  /** Problems with the row and the column of the file, from 1. */
  problems?: [row: number, column: number | null, code: string][];
  /** What is read of the first row. */
  cells?: unknown[];
  creates?: number;
}

const read: Record<string, Read> = {
  'merged cells': {
    bytes: () =>
      sheetOf(
        `${first}${text('OF-1')}${text('Ovens')}<c/><c/>`,
        '<mergeCells><mergeCell ref="E2:F2"/></mergeCells>',
      ),
    hints: ['MERGED_CELLS'],
  },
  'formulas, with and without a result': {
    bytes: () =>
      sheetOf(`${first}<c t="str"><f>A1&amp;"1"</f><v>OF-1</v></c>${text('Ovens')}<c><f>NOW()</f></c>`),
    hints: ['FORMULAS_WITHOUT_RESULT'],
    cells: ['Mill', 'Oven', 'OF-1'],
  },
  'dates as numbers': {
    bytes: () => sheetOf(`${first}${text('OF-1')}${text('Ovens')}<c s="1"><v>45356</v></c>`),
    cells: ['Mill', 'Oven', 'OF-1', 'Ovens', { date: '2024-03-05' }],
    creates: 1,
  },
  'shortened serial numbers': {
    bytes: () => lines(machine('Mill', 'Oven', '1.23457E+11')),
    problems: [[2, 3, 'DIGITS_LOST']],
    creates: 0,
  },
  'leading zeros': {
    bytes: () => lines(machine('Mill', 'Oven', '0007012')),
    cells: ['Mill', 'Oven', '0007012', 'Ovens', '2024-03-05', 'Germany'],
    creates: 1,
  },
  'the same machine twice': { bytes: () => lines(machine(), machine()), creates: 2 },
  'two rows that contradict each other': {
    bytes: () => lines(machine(), machine('Mill', 'Press')),
    problems: [[3, 2, 'CONTRADICTS_ROW']],
  },
  'an unknown country': {
    bytes: () => lines(machine('Mill', 'Oven', 'OF-1', 'Ovens', '', 'Atlantis')),
    problems: [[2, 6, 'UNKNOWN_COUNTRY']],
    creates: 0,
  },
  macros: {
    bytes: () =>
      workbook({
        macros: true,
        parts: { 'xl/vbaProject.bin': 'Sub Auto_Open()' },
        sheets: [{ rows: textRow(...header) + textRow(...machine()) }],
      }),
    name: 'list.xlsm',
    hints: ['MACROS_IGNORED'],
    creates: 1,
  },
  'a CSV called XLSX': { bytes: () => lines(machine()), name: 'list.xlsx', creates: 1 },
  'mixed line ends and a mark of the encoding': {
    bytes: () =>
      `\ufeff${header.join(';')}\r\n${machine().join(';')}\r${machine('Mill', 'Oven', 'OF-200002').join(';')}\n\n`,
    creates: 2,
  },
  'NUL bytes': {
    bytes: () => lines(machine('Mi\0ll')),
    hints: ['CHARACTERS_REMOVED'],
    creates: 1,
  },
  'names from right to left': {
    bytes: () => lines(machine('מאפייה', 'تنور')),
    name: 'list\u202Excod.csv',
    cells: ['מאפייה', 'تنور', 'OF-100001', 'Ovens', '2024-03-05', 'Germany'],
    creates: 1,
  },
};

async function checked(api: Api, bytes: Bytes, fileName = 'list.csv'): Promise<Import> {
  const { id } = await api.import.upload({ file: toBlob(bytes), fileName });
  await api.import.check({ params: { id } });
  return settled(api, id);
}

describe('a file is read, and its check names what is wrong without writing anything', () => {
  it.each(Object.entries(read))(
    '%s',
    async (_, { bytes, name, hints = [], problems = [], cells, creates }) => {
      const { admin, accountId } = await buildTeam(app);
      const found = await checked(admin, bytes(), name);
      expect(found.state).toBe('CHECKED');
      // Signs that turn the direction of a name are no part of it.
      expect(found.filename).toBe((name ?? 'list.csv').replace('\u202E', ''));
      expect(found.sheets.flatMap((sheet) => sheet.hints.map(({ hint }) => hint))).toEqual(hints);
      const { content } = await admin.import.rows({ body: { id: found.id, size: 100 } });
      expect(
        content.flatMap(({ row, problems: all }) =>
          all.map(({ column, code }) => [row, column === null ? null : column + 1, code]),
        ),
      ).toEqual(problems);
      if (cells) expect(content[0]?.cells.slice(0, cells.length)).toEqual(cells);
      if (creates !== undefined) expect(found.counts.rows.CREATE + found.counts.rows.SAME).toBe(creates);
      expect(await written(accountId)).toBe(0);
    },
  );
});

it('one column is read, and said to be; nothing is checked before it is assigned', async () => {
  const { admin, accountId } = await buildTeam(app);
  const found = await admin.import.upload({ file: toBlob('Name\nMill 1\nMill 2\n'), fileName: 'list.csv' });
  expect(found.sheets[0]?.hints).toMatchObject([{ hint: 'ONE_COLUMN' }]);
  expect(await refusal(admin.import.check({ params: { id: found.id } }))).toMatchObject({
    code: 'IMPORT_NOTHING_ASSIGNED',
  });
  expect(await written(accountId)).toBe(0);
});

it('scripts and formulas stay texts, on the screen’s calls, in the stored record and in every later export', async () => {
  const formula = '=HYPERLINK(""http://example.com"",""x"")';
  const script = '<svg onload=a()>';
  const { admin } = await buildTeam(app);
  const found = await checked(
    admin,
    lines(
      machine(script, `"${formula}"`, '@SUM(A1)'),
      machine('+cmd|calc!A0', 'Oven', '-1+1', 'Ovens', 'never'),
    ),
  );
  const { content } = await admin.import.rows({ body: { id: found.id, size: 100 } });
  const stored = formula.replaceAll('""', '"');
  expect(content[0]?.cells.slice(0, 3)).toEqual([script, stored, '@SUM(A1)']);

  await admin.import.run({ params: { id: found.id } });
  await settled(admin, found.id);
  const { content: machines } = await admin.device.search({ body: {} });
  expect(machines).toMatchObject([
    { name: stored, serialNumber: '@SUM(A1)', customer: { shortName: script } },
  ]);

  const exports = [
    admin.device.export({ body: { format: 'csv' } }),
    admin.import.table({ params: { id: found.id, which: 'all', format: 'csv' } }),
    admin.import.table({ params: { id: found.id, which: 'problems', format: 'csv' } }),
  ];
  for (const answer of exports) {
    const cells = linesOf(await answer).flatMap((line) => line.split(';'));
    // A cell that is a formula returns a fixed text, and nothing else is one.
    expect(cells.filter((cell) => /^\s*[=+@-]/.test(cell) && !/^="[^"]*"$/.test(cell))).toEqual([]);
  }
});
