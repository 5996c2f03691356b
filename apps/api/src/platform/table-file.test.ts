import { buffer, text } from 'node:stream/consumers';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { afterAll, describe, expect, it } from 'vitest';
import { createPdfRenderer } from './pdf/renderer.ts';
import { mostSheetRows, type Table, tableFile } from './table-file.ts';
import { tableSheet } from './table-sheet-kind.ts';

interface Row {
  name: string;
  hours?: number | null;
  built?: string | Date | null;
  seen?: string | Date;
}

const pdf = createPdfRenderer({ kinds: { table: tableSheet }, processes: 1 });
afterAll(() => pdf.close());
const deps = { clock: () => new Date('2026-11-20T23:30:00Z'), pdf };
const polish = { accountId: 1, language: 'pl', timezone: 'Europe/Warsaw' } as const;

async function* inBatches(...batches: Row[][]) {
  yield* batches;
}
const tableOf = (...batches: Row[][]): Table<Row> => ({
  name: 'Maszyny',
  columns: [
    { header: 'Nazwa', kind: 'text', value: ({ name }) => name },
    { header: 'Godziny', kind: 'number', value: ({ hours }) => hours },
    { header: 'Budowa', kind: 'date', value: ({ built }) => built },
    { header: 'Widziana', kind: 'instant', value: ({ seen }) => seen },
  ],
  batches: inBatches(...batches),
});
const csvOf = async (...batches: Row[][]) => {
  const { content } = await tableFile(deps, polish, 'csv', tableOf(...batches));
  return text(content as NodeJS.ReadableStream & AsyncIterable<Uint8Array>);
};
const sheetOf = async (...batches: Row[][]) => {
  const { content } = await tableFile(deps, polish, 'xlsx', tableOf(...batches));
  return readSheet(Buffer.from(content as Uint8Array));
};
/** A cell of a CSV file as a spreadsheet program reads it: its text, or the name of another type. */
function readCell(written: string): string {
  const cell = /^"[\s\S]*"$/.test(written) ? written.slice(1, -1).replaceAll('""', '"') : written;
  const [, inner] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? [];
  if (inner !== undefined) return inner.replaceAll('""', '"');
  if (/^'[-=+@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell)) return cell.slice(1);
  if (/^[-=+@\t\r]/.test(cell)) return 'a formula';
  if (/^\d+[-/.]\d+([-/.]\d+)?$/.test(cell)) return 'a date';
  return /\d/.test(cell) && !Number.isNaN(Number(cell.replace(',', '.'))) ? 'a number' : cell;
}
const many = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ name: `M${index}` }));

it('names the file after the table and the day in the user’s timezone', async () => {
  const file = await tableFile(deps, polish, 'csv', tableOf());
  expect(file).toMatchObject({ filename: 'Maszyny 2026-11-21.csv', contentType: 'text/csv; charset=utf-8' });
});

describe('CSV', () => {
  it('starts with a byte order mark, separates cells by semicolons and ends lines like Windows', async () => {
    const content = await buffer(
      (await tableFile(deps, polish, 'csv', tableOf([{ name: 'Łódź' }, { name: 'Пресс' }]))).content as never,
    );
    expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(content.toString('utf8').slice(1)).toBe(
      '"Nazwa";"Godziny";"Budowa";"Widziana"\r\n"Łódź";;;\r\n"Пресс";;;\r\n',
    );
  });

  it('writes numbers with the language’s decimal separator, plain dates, and moments in the user’s timezone', async () => {
    const row = { name: 'A', hours: -12.5, built: '2026-02-28', seen: '2026-07-01T22:15:40.000Z' };
    expect(await csvOf([row])).toContain('\r\n"A";"-12,5";"2026-02-28";"2026-07-02 00:15"\r\n');
    expect(await csvOf([{ name: 'B', built: new Date('2026-02-28') }])).toContain(
      '\r\n"B";;"2026-02-28";\r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+48 123', "'+48 123"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['=HYPERLINK("http://x";"y")', '\'=HYPERLINK(""http://x"";""y"")'],
    ['a=1', 'a=1'],
    ['a,=1+1,b', 'a,=1+1,b'],
    ['x\t=2+2', 'x\t=2+2'],
  ])('keeps %j from being a formula', async (name, written) => {
    expect(await csvOf([{ name, hours: -2 }])).toContain(`\r\n"${written}";"-2";;\r\n`);
  });

  it.each([
    '3/11/2026',
    '1-2',
    '3.11',
    '3E5',
    '1,5e-3',
    '00123',
    '12345678901234567',
    '60-001',
    '600 100 200',
    '12:30',
    '9:30 PM',
    '5%',
    '€ 5',
    '(5)',
    '2026-11',
    '1 Mar',
    'SEPT2',
    '3. März',
    '5 мая',
    ' +0',
    ' -3E5',
  ])('keeps %j as it is written: a text, and no number or date', async (name) => {
    expect(await csvOf([{ name, hours: 7 }])).toContain(`\r\n"=""${name}""";"7";;\r\n`);
  });

  it.each(['25A/11/2026', 'M 100', 'SN-0815/B', 'Line 4', 'Maria 5', 'E5', '2 × 3', 'Ma 5', '…', 'March'])(
    'leaves %j unchanged, which every program reads as text',
    async (name) => {
      expect(await csvOf([{ name }])).toContain(`\r\n"${name}";;;\r\n`);
    },
  );

  it('keeps every text unchanged in a spreadsheet program, neither as a number nor as a formula', async () => {
    const characters = fc.constantFrom(...'0123456789-/.,:eE %"=+@\t;äМ');
    const text = fc.oneof(fc.string({ unit: characters }), fc.string({ unit: 'binary' }));
    // An apostrophe that somebody typed cannot be told from ours.
    const texts = fc.array(
      text.filter((each) => !each.startsWith("'")),
      { minLength: 100, maxLength: 100 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (names) => {
        const csv = await csvOf(names.map((name) => ({ name })));
        const cells = csv.split(';;;\r\n').slice(0, -1);
        cells[0] = cells[0]?.split('\r\n').slice(1).join('\r\n') ?? '';
        expect(cells.map(readCell)).toEqual(names);
      }),
      { numRuns: 10 },
    );
  });

  it('quotes cells with semicolons, quotes and line breaks', async () => {
    expect(await csvOf([{ name: 'a;"b"\nc' }])).toContain('\r\n"a;""b""\nc";;;\r\n');
  });

  it('writes 10,000 rows in the order they come', async () => {
    const lines = (await csvOf(many(6000), many(4000))).split('\r\n');
    expect(lines).toHaveLength(10_002);
    expect([lines[1], lines[6000], lines[6001], lines[10_000]]).toEqual([
      '"M0";;;',
      '"M5999";;;',
      '"M0";;;',
      '"M3999";;;',
    ]);
  });

  it('requests no batch before the reader is ready', async () => {
    let asked = 0;
    async function* endless() {
      for (;;) {
        asked++;
        yield many(1000);
      }
    }
    const { content } = await tableFile(deps, polish, 'csv', { ...tableOf(), batches: endless() });
    await new Promise((resolve) => setTimeout(resolve, 50));
    (content as import('node:stream').Readable).destroy();
    expect(asked).toBeLessThan(10);
  });

  it('breaks off when a batch fails', async () => {
    async function* failing(): AsyncGenerator<Row[]> {
      yield [{ name: 'A' }];
      throw new Error('gone');
    }
    const { content } = await tableFile(deps, polish, 'csv', { ...tableOf(), batches: failing() });
    await expect(text(content as never)).rejects.toThrow('gone');
  });
});

describe('workbook', () => {
  it('has typed cells, and no text is a formula', async () => {
    const row = { name: '=1+1', hours: -12.5, built: '2026-02-28', seen: '2026-07-02T04:00:00.000Z' };
    expect(await sheetOf([row, { name: 'Żółć Ж' }])).toEqual([
      ['Nazwa', 'Godziny', 'Budowa', 'Widziana'],
      ['=1+1', -12.5, new Date('2026-02-28'), new Date('2026-07-02T06:00:00Z')],
      ['Żółć Ж', null, null, null],
    ]);
  });

  it('omits characters that XML cannot represent', async () => {
    expect((await sheetOf([{ name: 'a\u0001b' }]))[1]?.[0]).toBe('ab');
  });

  it('keeps a text that looks like an escaped character as it was typed', async () => {
    const names = ['a_x0041_b', '_x000d__x00Fg_', '_x005F_x0041_', '_x0041_x0042_', '_X0041_', '_x41_'];
    const sheet = await sheetOf(names.map((name) => ({ name })));
    expect(sheet.slice(1).map(([name]) => name)).toEqual(names);
  });

  it('holds 10,000 rows', async () => {
    const sheet = await sheetOf(many(10_000));
    expect(sheet).toHaveLength(10_001);
    expect(sheet[10_000]?.[0]).toBe('M9999');
  });

  it('shares memory with at most one other, with any number of requests', async () => {
    let inMemory = 0;
    let most = 0;
    async function* watched() {
      most = Math.max(most, ++inMemory);
      yield many(10);
    }
    const render = async (...document: Parameters<typeof deps.pdf.render>) => {
      const sheet = await deps.pdf.render(...document);
      inMemory--;
      return sheet;
    };
    const watching = { ...deps, pdf: { ...deps.pdf, render } } as typeof deps;
    const tables = Array.from({ length: 6 }, () => ({ ...tableOf(), batches: watched() }));
    const asked = tables.map((table, at) =>
      tableFile(watching, { ...polish, accountId: at % 2 }, 'xlsx', table),
    );
    await Promise.all(asked);
    expect(most).toBe(2);
  });

  it('refuses more rows than fit into memory, without reading on', async () => {
    let asked = 0;
    async function* endless() {
      for (;;) {
        asked++;
        yield many(1000);
      }
    }
    const refused = tableFile(deps, polish, 'xlsx', { ...tableOf(), batches: endless() });
    await expect(refused).rejects.toMatchObject({
      code: 'EXPORT_TOO_LARGE',
      details: { values: { limit: mostSheetRows } },
    });
    expect(asked).toBe(mostSheetRows / 1000 + 1);
  });
});
