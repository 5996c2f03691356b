/** Reads a text file as a table: encoding, separator and quotation mark are found, nothing is converted. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { importLimits } from '@servicebook/shared/import-refusals';
import { CsvError, parse } from 'csv-parse';
import { Refused, type RowSink } from './table-rows.ts';
import { encodingOf, type TextEncoding } from './text-encoding.ts';

/** How a text file was read. */
export interface TextFormat {
  encoding: TextEncoding;
  separator: Separator;
}

const separators = [';', ',', '\t', '|'] as const;
type Separator = (typeof separators)[number];

/** How much of the file shows its separator. */
const sampleCharacters = 100_000;
const chunkBytes = 64 * 1024;

/** @throws Refused */
export async function readCsv(path: string, sink: RowSink): Promise<TextFormat> {
  const bytes = await readFile(path);
  const encoding = encodingOf(bytes);
  const sample = decoded(bytes.subarray(0, sampleCharacters * 2), encoding).slice(0, sampleCharacters);
  if (/<\?mso-application progid="Excel/.test(sample)) throw new Refused('OLD_WORKBOOK');
  if (!isText(sample)) throw new Refused('NOT_A_SPREADSHEET');
  // Excel's own mark of the separator is the first line, and no row.
  const [marked, said] = /^sep=([;,\t|])\r?\n?/i.exec(sample) ?? [''];
  const quote = quoteOf(sample);
  const separator = (said as Separator | undefined) ?? separatorOf(sample, quote);

  const parser = parse({
    delimiter: separator,
    quote,
    escape: quote,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // 5" pipe
    relax_quotes: true,
    skip_empty_lines: false,
  });
  sink.sheet('', false);
  let row = 0;
  try {
    const source = Readable.from(textOf(bytes, encoding, marked.length));
    source.on('error', (error) => parser.destroy(error));
    for await (const record of source.pipe(parser) as AsyncIterable<string[]>) {
      row += 1;
      // Many lines in one cell: a quotation mark that a later one closes by chance.
      if (record.some((cell) => cell.length > importLimits.characters && /[\r\n]/.test(cell)))
        throw new Refused('QUOTE_NOT_CLOSED', { row });
      sink.row(row, record.map(unprotected));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED';
    // The parser is ahead of the rows that arrived here.
    const { records = row } = error as CsvError & { records?: number };
    throw new Refused(isOpen ? 'QUOTE_NOT_CLOSED' : 'BROKEN_FILE', { row: records + 1 }, error);
  }
  return { encoding, separator };
}

const decoded = (bytes: Uint8Array, encoding: TextEncoding): string =>
  new TextDecoder(encoding).decode(bytes);

/** @param skip characters at the beginning */
function* textOf(bytes: Uint8Array, encoding: TextEncoding, skip: number): Generator<string> {
  // Drops the byte order mark.
  const decoder = new TextDecoder(encoding);
  let left = skip;
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const text = decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true });
    yield text.slice(left);
    left = Math.max(0, left - text.length);
  }
  yield decoder.decode();
}

/** A picture or a program read as text is full of control characters; a list may hold one by mistake. */
function isText(sample: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
  const controls = sample.match(/[\0-\x08\x0e-\x1f\x7f-\x9f\ufffd]/g)?.length ?? 0;
  return controls <= sample.length / 50 && !/^\s*(<!doctype|<html|<\?xml|<table|\{\\rtf|%pdf)/i.test(sample);
}

/** Cells in apostrophes are rare; a list that has them has no quotation mark. */
function quoteOf(sample: string): '"' | "'" {
  if (sample.includes('"')) return '"';
  const cells = sample.split(/[;,\t|\r\n]+/).filter((cell) => cell !== '');
  return cells.filter((cell) => /^'.*'$/.test(cell)).length > cells.length / 2 ? "'" : '"';
}

/** The sign that gives most rows the same number of cells, more than one. */
function separatorOf(sample: string, quote: string): Separator {
  let best: Separator = ';';
  let most = 0;
  for (const separator of separators) {
    const widths = widthsOf(sample, separator, quote);
    const counts = new Map<number, number>();
    for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
    for (const [width, rows] of counts) {
      const score = (rows / widths.length) * Math.log2(width + 1);
      if (score > most) [best, most] = [separator, score];
    }
  }
  return best;
}

/** How many cells the first rows have with this separator. */
function widthsOf(sample: string, separator: string, quote: string): number[] {
  const widths: number[] = [];
  let cells = 1;
  let isQuoted = false;
  let isEmpty = true;
  for (const char of sample) {
    if (char === quote) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === separator) cells += 1;
    else if (char === '\n' || char === '\r') {
      if (!isEmpty) widths.push(cells);
      [cells, isEmpty] = [1, true];
      if (widths.length === 200) break;
      continue;
    }
    isEmpty = false;
  }
  if (!isEmpty && widths.length < 200) widths.push(cells);
  return widths;
}

/** Undoes what an export of ours, and Excel's users, do to protect a text: `="007"`, `'+48 600`. */
function unprotected(cell: string): string {
  const [, text] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? [];
  if (text !== undefined) return text.replaceAll('""', '"');
  return /^'[-=+@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell) ? cell.slice(1) : cell;
}
