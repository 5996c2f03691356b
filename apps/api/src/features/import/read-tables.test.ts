import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOfStream } from 'node:stream/consumers';
import type { Cell } from '@servicebook/shared/import-fields';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { csvOf, type TableColumn } from '../../platform/table-file.ts';
import { drawSheets } from '../../platform/table-sheet.ts';
import { readTables } from './read-tables.ts';
import type { TableRow } from './table-rows.ts';
import { textRow, type Workbook, workbook } from './testing/workbook.ts';

const folder = await mkdtemp(join(tmpdir(), 'read-tables-'));
afterAll(() => rm(folder, { recursive: true }));
const from = join(folder, 'upload');
const to = join(folder, 'rows');

async function read(bytes: Uint8Array | string) {
  await writeFile(from, bytes);
  const outcome = await readTables({ from, to });
  const lines = (await readFile(to, 'utf8')).split('\n').filter(Boolean);
  const rows = lines.map((line) => JSON.parse(line) as TableRow);
  return { outcome, rows, cells: rows.map(({ cells }) => cells) };
}
async function refusal(bytes: Uint8Array | string) {
  const { outcome } = await read(bytes);
  return 'refusal' in outcome ? { [outcome.refusal]: outcome.place } : outcome;
}
const readBook = (book: Workbook) => read(workbook(book));
const hintsOf = ({ outcome }: Awaited<ReturnType<typeof read>>) =>
  'sheets' in outcome ? outcome.sheets.map(({ hints }) => hints) : outcome;

/** Bytes of a text in an encoding of one byte a character. */
function encoded(encoding: string, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte] as const),
  );
  return Uint8Array.from(text, (char) => bytes.get(char) ?? 63);
}
const utf16 = (text: string, isBigEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

describe('a text file', () => {
  const polish = 'Nazwa;Miejscowość;Uwagi\r\nPrasa krawędziowa;Łódź;Źle działa, żółty przewód\r\n';
  const german = 'Maschine;Straße;Ort\r\nHydraulikpresse;Mühlenstraße 5;Köln\r\n';
  const spanish = 'Máquina;Población\r\nCarretilla pequeña;Logroño\r\n';
  const italian = 'Macchina;Località\r\nPressa;Forlì\r\n';
  const russian = 'Машина;Город\r\nПресс гидравлический;Москва\r\n';

  it.each([
    ['windows-1250', polish],
    ['iso-8859-2', polish],
    ['windows-1250', 'Miasto;Klient\nToruń;Klient 1\nGdańsk;Klient 2\n'],
    ['windows-1252', german],
    ['windows-1252', spanish],
    ['windows-1252', italian],
    ['windows-1251', russian],
    ['windows-1251', 'Модель;Зав. №\nCR 32;А-0012\n'],
  ])('is read in %s', async (encoding, text) => {
    const { outcome, cells } = await read(encoded(encoding, text));
    expect(cells).toEqual(
      text
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(';')),
    );
    expect(outcome).toMatchObject({ text: { encoding, separator: ';' } });
  });

  it.each([polish, german, spanish, russian])(
    'is read in UTF-8 and UTF-16, with and without a mark',
    async (text) => {
      const expected = text
        .trim()
        .split('\r\n')
        .map((line) => line.split(';'));
      for (const bytes of [
        text,
        `\ufeff${text}`,
        utf16(text, false),
        utf16(`\ufeff${text}`, false),
        utf16(text, true),
        utf16(`\ufeff${text}`, true),
      ])
        expect((await read(bytes)).cells).toEqual(expected);
    },
  );

  it.each([
    [';', 'a;b;c\n1,5;2;3\n1,7;2;3\n'],
    [',', 'a,b,c\n"1,5",2;3,4\n1,2,3\n'],
    ['\t', 'a\tb\tc\n1,5\t2;3\t3\n'],
    ['|', 'a|b|c\n1,5|2|3\n'],
    [',', 'sep=,\r\na,b\r\n"x;y;z",2\r\n'],
  ])('shows that its separator is %j', async (separator, text) => {
    const { outcome, rows } = await read(text);
    expect(outcome).toMatchObject({ text: { separator } });
    expect(rows[0]).toMatchObject({ row: 1 });
    expect(rows[0]?.cells[0]).toBe('a');
  });

  it('keeps what stands in a cell: commas, quotes, line breaks, zeros, formulas', async () => {
    const text = 'n;t\n007;"a ""b"" c"\n1,5;"two\nlines"\n=1+1;@cmd\n+48 600;5" pipe\n1.23457E+11;-\n';
    expect((await read(text)).cells).toEqual([
      ['n', 't'],
      ['007', 'a "b" c'],
      ['1,5', 'two\nlines'],
      ['=1+1', '@cmd'],
      ['+48 600', '5" pipe'],
      ['1.23457E+11', '-'],
    ]);
  });

  it('takes apostrophes for quotation marks where every cell has them', async () => {
    expect((await read("'a';'b'\n'x;y';'z'\n")).cells).toEqual([
      ['a', 'b'],
      ['x;y', 'z'],
    ]);
  });

  it('may mix line ends, leave lines empty, and have rows of several lengths', async () => {
    const { rows } = await read('a;b\r\n1;2\n\n3;4\r5;6;7\r\n;;\r\n8\r\n');
    expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
      [4, '3', '4'],
      [5, '5', '6', '7'],
      [7, '8'],
    ]);
  });

  it('may hold NUL and lone halves of characters, which are left out and counted', async () => {
    const { cells, outcome } = await read(`${'name;city\n'.repeat(50)}a\0b;c\n`);
    expect(cells.at(-1)).toEqual(['ab', 'c']);
    expect(outcome).toMatchObject({
      sheets: [{ hints: [{ hint: 'CHARACTERS_REMOVED', count: 1, row: 51 }] }],
    });
  });

  it('may be written from right to left, and break lines as Unicode does', async () => {
    expect((await read('שם;עיר\nמכונה 1;תל\u2028אביב\n')).cells).toEqual([
      ['שם', 'עיר'],
      ['מכונה 1', 'תל\u2028אביב'],
    ]);
  });

  it('is refused when a quotation mark is not closed, however much follows', async () => {
    expect(await refusal('a;b\n"open;2\n3;4\n')).toEqual({ QUOTE_NOT_CLOSED: { row: 2 } });
    const long = `a;b\n"open;2\n${'3;4\n'.repeat(10_000)}"5;6\n`;
    expect(await refusal(long)).toEqual({ QUOTE_NOT_CLOSED: { row: 2 } });
  });

  it('is refused when it is too much', async () => {
    expect(await refusal(`a;b\n1;${'x'.repeat(5_000_000)}\n`)).toEqual({
      CELL_TOO_LONG: { sheet: '', row: 2, column: 2 },
    });
    expect(await refusal(`${'c;'.repeat(1_000_000)}\n`)).toEqual({
      TOO_MANY_COLUMNS: { sheet: '', row: 1, column: 1_000_000 },
    });
    // Separators without values are no columns.
    expect((await read(`a;b${';'.repeat(1_000_000)}\n`)).cells).toEqual([['a', 'b']]);
    expect(await refusal('a;b\n'.repeat(200_001))).toEqual({ TOO_MANY_ROWS: { sheet: '', row: 200_001 } });
    expect(await refusal(new Uint8Array(50_000_001).fill(97))).toEqual({ FILE_TOO_LARGE: {} });
  });

  it('is refused when there is nothing in it, or something else', async () => {
    expect(await refusal('')).toEqual({ EMPTY_FILE: {} });
    expect(await refusal('\ufeff')).toEqual({ EMPTY_FILE: {} });
    expect(await refusal(';;;\r\n;;;\r\n  \r\n')).toEqual({ EMPTY_FILE: {} });
    for (const other of [
      '%PDF-1.7\n1 0 obj\n',
      '<!DOCTYPE html><table><tr><td>a</td></tr></table>',
      Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
      new Uint8Array(1000),
      zipSync({ 'a.txt': strToU8('a') }),
    ])
      expect(await refusal(other)).toEqual({ NOT_A_SPREADSHEET: {} });
  });

  it('of one column is read, and said to be', async () => {
    const one = await read('Klient\nKlient 1\nKlient 2\n');
    expect(one.cells).toEqual([['Klient'], ['Klient 1'], ['Klient 2']]);
    expect(hintsOf(one)).toEqual([[{ hint: 'ONE_COLUMN', count: 1 }]]);
  });
});

describe('our own exports', () => {
  const texts = [
    '=1+1',
    '+48 600',
    '3/11/2026',
    '007',
    '1.5e-3',
    'a "b"; c',
    '_x0041_',
    '-',
    "'quoted",
    'Łódź',
  ];

  it('come back as they were: CSV', async () => {
    const columns: TableColumn<string>[] = [
      { header: 'T', kind: 'text', value: (row) => row },
      { header: 'N', kind: 'number', value: () => 1.5 },
      { header: 'D', kind: 'date', value: () => '2026-11-03' },
    ];
    async function* batches() {
      yield texts;
    }
    const csv = csvOf({ accountId: 1, language: 'pl', timezone: 'UTC' } as never, {
      columns,
      batches: batches(),
    });
    const { cells } = await read(await textOfStream(csv));
    expect(cells).toEqual([['T', 'N', 'D'], ...texts.map((text) => [text, '1,5', '2026-11-03'])]);
  });

  it('come back as they were: workbook', async () => {
    const columns = (['text', 'number', 'date', 'instant', 'money'] as const).map((kind) => ({
      header: kind,
      kind,
    }));
    const rows = texts.map((text) => [
      text,
      1.5,
      new Date('2026-11-03'),
      new Date('2026-11-03T14:30:00Z'),
      { amount: 12.5, currency: 'EUR' },
    ]);
    const bytes = await drawSheets([
      { name: 'One', columns, rows },
      { name: 'Two', columns, rows: [] },
    ]);
    const { outcome, cells } = await read(bytes);
    const day = { date: '2026-11-03' };
    expect(cells.slice(1, -1)).toEqual(texts.map((text) => [text, 1.5, day, day, 12.5]));
    expect(outcome).toMatchObject({
      sheets: [
        { name: 'One', rows: 11 },
        { name: 'Two', rows: 1 },
      ],
    });
  });
});

describe('a workbook', () => {
  it('has texts, numbers, days, yes and no, and errors', async () => {
    const { cells } = await readBook({
      strings: [
        '<t>shared</t>',
        '<r><t>in </t></r><r><t xml:space="preserve">runs</t></r><rPh><t>x</t></rPh>',
      ],
      formats: [
        14,
        'dd\\.mm\\.yyyy',
        '[$-407]d\\. mmmm yyyy',
        'hh:mm',
        '0000000',
        '#,##0.00',
        '&quot;day &quot;0',
      ],
      sheets: [
        {
          rows: `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2"><v>12.300000000000001</v></c>
            <c r="E2" t="b"><v>1</v></c><c r="F2" t="e"><v>#REF!</v></c><c r="G2" t="d"><v>2024-03-05T00:00:00</v></c></row>
            <row r="5"><c r="A5" s="1"><v>45356</v></c><c r="B5" s="2"><v>45356.75</v></c><c r="C5" s="3"><v>45356</v></c>
            <c r="D5" s="4"><v>0.5</v></c><c r="E5" s="5"><v>1067</v></c><c r="F5" s="6"><v>1234.5</v></c>
            <c r="G5" s="7"><v>3</v></c><c r="H5"><v>1.2345678901234567E+19</v></c></row>`,
        },
      ],
    });
    const day = { date: '2024-03-05' };
    expect(cells).toEqual<Cell[][]>([
      ['shared', 'in runs', null, 12.3, true, '#REF!', day],
      [day, day, day, 0.5, '0001067', 1234.5, 3, 12_345_678_901_234_600_000],
    ]);
  });

  it('may count days from 1904', async () => {
    const book = {
      formats: [14],
      sheets: [{ rows: '<row><c s="1"><v>43894</v></c><c><v>43894</v></c></row>' }],
    };
    expect((await readBook({ ...book, date1904: true })).cells).toEqual([[{ date: '2024-03-05' }, 43_894]]);
  });

  it('keeps texts that look like formulas, and takes results instead of formulas', async () => {
    const found = await readBook({
      sheets: [
        {
          rows: `${textRow('=HYPERLINK(&quot;x&quot;)', '+1', '@SUM(A1)')}<row r="2"><c r="A2"><f>1+1</f><v>2</v></c>
            <c r="B2" t="str"><f>A1</f><v>text</v></c><c r="C2"><f>NOW()</f></c></row>`,
        },
      ],
    });
    expect(found.cells).toEqual([
      ['=HYPERLINK("x")', '+1', '@SUM(A1)'],
      [2, 'text'],
    ]);
    expect(hintsOf(found)).toEqual([[{ hint: 'FORMULAS_WITHOUT_RESULT', count: 1, row: 2 }]]);
  });

  it('may have several sheets, hidden ones and hidden rows; they are read, and marked', async () => {
    const found = await readBook({
      sheets: [
        {
          name: 'Machines',
          rows: `${textRow('a', 'b')}<row hidden="1"><c><v>1</v></c><c><v>2</v></c></row>`,
        },
        { name: 'Lists', state: 'veryHidden', rows: textRow('x', 'y') },
        { name: 'Empty', rows: '' },
      ],
    });
    expect(found.outcome).toMatchObject({
      sheets: [
        { name: 'Machines', isHidden: false, rows: 2, hints: [{ hint: 'HIDDEN_ROWS', count: 1, row: 2 }] },
        { name: 'Lists', isHidden: true, rows: 1 },
        { name: 'Empty', rows: 0, columns: 0 },
      ],
    });
    expect(found.rows.map(({ sheet, row, isHidden }) => [sheet, row, isHidden])).toEqual([
      [0, 1, false],
      [0, 2, true],
      [1, 1, false],
    ]);
  });

  it('may merge cells: the value stands in the first of them', async () => {
    const found = await readBook({
      sheets: [
        {
          rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>Title</t></is></c><c r="B1"/></row>${textRow('a', 'b')}`,
          after: '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
        },
      ],
    });
    expect(found.cells).toEqual([['Title'], ['a', 'b']]);
    expect(hintsOf(found)).toEqual([[{ hint: 'MERGED_CELLS', count: 1, row: 1 }]]);
  });

  it('may have macros, which are ignored, and characters that no text may hold', async () => {
    const found = await readBook({
      macros: true,
      parts: { 'xl/vbaProject.bin': 'Sub Auto_Open()' },
      sheets: [{ rows: textRow('a_x0000_b', '_xD800_c', 'line_x000D_\nbreak') }],
    });
    expect(found.cells).toEqual([['ab', '�c', 'line\r\nbreak']]);
    expect(hintsOf(found)).toEqual([
      [
        { hint: 'MACROS_IGNORED', count: 1 },
        { hint: 'CHARACTERS_REMOVED', count: 2, row: 1 },
      ],
    ]);
  });

  it('is known by its content: an XLSX called CSV, a CSV called XLSX', async () => {
    // The reader sees no name at all.
    expect((await read('a;b\n1;2\n')).outcome).toMatchObject({ format: 'text' });
    expect((await readBook({ sheets: [{ rows: textRow('a', 'b') }] })).outcome).toMatchObject({
      format: 'xlsx',
    });
  });

  it('comes with its columns, their fields, and samples without half a character', async () => {
    const long = `${'x'.repeat(99)}😀`;
    const found = await readBook({
      sheets: [
        {
          name: 'Evil&#x202e;name&#10;of \ud800 it',
          rows: textRow('Title') + textRow('Customer', 'Serial number') + textRow('Customer 1', long),
        },
        { name: 'hidden', state: 'hidden', rows: textRow('a', 'b') + textRow('1', '2') },
      ],
    });
    expect('described' in found.outcome && found.outcome.described).toMatchObject([
      {
        name: 'Evil name of \ufffd it',
        ...{ headerRow: 2, rows: 1, isLeftOut: false },
        columns: [
          { header: 'Customer', field: 'customer.fullName', samples: ['Customer 1'] },
          { header: 'Serial number', field: 'machine.serialNumber', samples: ['x'.repeat(99)] },
        ],
      },
      { name: 'hidden', isLeftOut: true },
    ]);
  });

  it('may hold a day that does not exist as a text', async () => {
    const day = (text: string) => `<row><c t="d"><v>${text}</v></c></row>`;
    const { cells } = await readBook({ sheets: [{ rows: day('2026-99-99') + day('2026-02-28T10:00:00') }] });
    expect(cells).toEqual([['2026-99-99'], [{ date: '2026-02-28' }]]);
  });

  it('may prefix its elements', async () => {
    const rows = `<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="str"><x:v>a</x:v></x:c>
      <x:c r="B1"><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    expect((await readBook({ sheets: [{ rows }] })).cells).toEqual([['a', 2]]);
  });
});

describe('a workbook is refused', () => {
  const sheet = (rows: string) => refusal(workbook({ sheets: [{ rows }] }));

  it('when it is empty, or of another kind', async () => {
    expect(await sheet('')).toEqual({ EMPTY_FILE: {} });
    expect(await sheet('<row><c t="inlineStr"><is><t> </t></is></c></row>')).toEqual({ EMPTY_FILE: {} });
    expect(
      await refusal(zipSync({ mimetype: strToU8('application/vnd.oasis'), 'content.xml': strToU8('<a/>') })),
    ).toEqual({
      OPEN_DOCUMENT: {},
    });
    const ole = (name: string) =>
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from(name, 'utf16le'),
      ]);
    expect(await refusal(ole('EncryptedPackage'))).toEqual({ PASSWORD_PROTECTED: {} });
    expect(await refusal(ole('Workbook'))).toEqual({ OLD_WORKBOOK: {} });
    expect(await refusal(ole('WordDocument'))).toEqual({ NOT_A_SPREADSHEET: {} });
    expect(await refusal('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>')).toEqual(
      {
        OLD_WORKBOOK: {},
      },
    );
  });

  it('when it is damaged', async () => {
    const bytes = workbook({ sheets: [{ rows: textRow('a', 'b').repeat(2000) }] });
    expect(await refusal(bytes.subarray(0, bytes.length - 200))).toEqual({ BROKEN_FILE: {} });
    const scratched = bytes.slice();
    scratched.fill(0xff, 900, 1000);
    expect(await refusal(scratched)).toMatchObject({ BROKEN_FILE: {} });
    expect(await sheet('<row><c><v>1</v></row>')).toEqual({ BROKEN_FILE: {} });
    expect(await sheet('<row><c><v>&unknown;</v></c></row>')).toEqual({ BROKEN_FILE: {} });
    expect(
      await refusal(workbook({ parts: { 'xl/workbook.xml': '<workbook><sheets/></workbook>' } })),
    ).toEqual({
      BROKEN_FILE: {},
    });
  });

  it('when its rows, sheets or columns are more than a program can have', async () => {
    const row = textRow('a', 'b');
    const number = (count: number) => row.replace('<row>', `<row r="${count}">`);
    for (const count of [3_000_000_000, 1_048_577, 0, -1, 1.5])
      expect(await sheet(number(count))).toEqual({ BROKEN_FILE: { sheet: 'Sheet1' } });
    expect(await sheet(number(1_048_576))).toMatchObject({ format: 'xlsx' });
    const book = (count: number, rows: string) =>
      refusal(
        workbook({ sheets: Array.from({ length: count }, (_, index) => ({ name: `S${index}`, rows })) }),
      );
    expect(await book(101, row)).toEqual({ TOO_MANY_SHEETS: {} });
    expect(await book(100, row)).toMatchObject({ format: 'xlsx' });
    const wide = textRow(...Array.from({ length: 500 }, () => 'a'));
    expect(await book(11, wide)).toEqual({ TOO_MANY_COLUMNS: { sheet: 'S10', row: 1 } });
  });

  it('when it is filled with what is no content', async () => {
    const filled = (some: string) =>
      sheet(`<?xml version="1.0"?><worksheet>${some.repeat(200)}<sheetData/></worksheet>`);
    const stuff = 'x'.repeat(1000);
    expect(await filled(`<!--${stuff}-->`)).toEqual({ UNSAFE_FILE: {} });
    expect(await filled(`<?x ${stuff}?>`)).toEqual({ UNSAFE_FILE: {} });
    expect(await filled('<!-- a remark -->')).toEqual({ EMPTY_FILE: {} });
  });

  it('when it holds entities, of its own or from elsewhere', async () => {
    const secret = join(folder, 'secret');
    await writeFile(secret, 'secret');
    const bodies = [
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file://${secret}">]><worksheet><sheetData><row><c t="str"><v>&e;</v></c></row></sheetData></worksheet>`,
      `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`,
    ];
    for (const body of bodies)
      expect(await sheet(`<?xml version="1.0"?>${body}`)).toEqual({ UNSAFE_FILE: {} });
  });

  it('when it refers to what is outside of it', async () => {
    const rels = (target: string) =>
      `<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="${target}"/></Relationships>`;
    for (const target of ['../../../../etc/passwd', 'https://example.com/book.xml', '/etc/passwd'])
      expect(await refusal(workbook({ parts: { '_rels/.rels': rels(target) } }))).toEqual({
        NOT_A_SPREADSHEET: {},
      });
  });

  it('when it unpacks to more than it may, whatever it says', async () => {
    const padded = `<worksheet>${' '.repeat(10_000_000)}</worksheet>`;
    const sized = (bytes: number) => {
      const archive = Buffer.from(workbook({ parts: { 'xl/worksheets/sheet1.xml': padded } }));
      expect(archive.length).toBeLessThan(20_000);
      // In the directory at the end of the archive, before the name of the part.
      const entry = archive.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
      expect(archive.readUInt32LE(entry)).toBe(0x02014b50);
      archive.writeUInt32LE(bytes, entry + 24);
      return archive;
    };
    expect(await refusal(sized(padded.length))).toEqual({ EMPTY_FILE: {} });
    expect(await refusal(sized(500_000_000))).toEqual({ FILE_TOO_LARGE: {} });
    expect(await refusal(sized(10))).toEqual({ UNSAFE_FILE: {} });
  });

  it('but not for archives inside of it, which nobody opens', async () => {
    const inner = zipSync({ 'zeros.bin': new Uint8Array(50_000_000) });
    const { cells } = await readBook({
      sheets: [{ rows: textRow('a', 'b') }],
      parts: { 'xl/media/inner.zip': inner },
    });
    expect(cells).toEqual([['a', 'b']]);
  });

  it('when one text stands in so many cells that they are too much', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(400)}</row>`;
    const found = await refusal(
      workbook({ strings: [`<t>${'x'.repeat(32_000)}</t>`], sheets: [{ rows: row.repeat(50) }] }),
    );
    expect(found).toMatchObject({ FILE_TOO_LARGE: { sheet: 'Sheet1' } });
  });

  it('when it has too many rows, columns or characters', async () => {
    expect(await sheet('<row><c><v>1</v></c><c><v>2</v></c></row>'.repeat(200_001))).toEqual({
      TOO_MANY_ROWS: { sheet: 'Sheet1', row: 200_001 },
    });
    expect(await sheet(`<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`)).toEqual({
      TOO_MANY_COLUMNS: { sheet: 'Sheet1', row: 1, column: 501 },
    });
    expect(await sheet('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>')).toEqual({
      TOO_MANY_COLUMNS: { sheet: 'Sheet1', row: 1, column: 16_384 },
    });
    // Formatted columns without a value are none.
    expect(
      (
        await readBook({
          sheets: [
            { rows: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>1</v></c><c r="XFD1" s="1"/></row>' },
          ],
        })
      ).cells,
    ).toEqual([[1, 1]]);
    for (const cell of [
      `<c t="inlineStr"><is><t>${'x'.repeat(5_000_000)}</t></is></c>`,
      `<c t="str"><v>${'x'.repeat(5_000_000)}</v></c>`,
    ])
      expect(await sheet(`<row>${cell}</row>`)).toHaveProperty('CELL_TOO_LONG');
    expect(await sheet(textRow('a', 'x'.repeat(32_768)))).toEqual({
      CELL_TOO_LONG: { sheet: 'Sheet1', row: 1, column: 2 },
    });
  });
});
