/** Reads an uploaded file into rows; runs in a work process, because a hostile file may take all its time and memory. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ImportSheet } from '@servicebook/shared/import';
import type { Cell } from '@servicebook/shared/import-fields';
import type { ImportRefusal } from '@servicebook/shared/import-refusals';
import { importLimits } from '@servicebook/shared/import-refusals';
import { cutText } from '../../platform/cut-text.ts';
import { describeSheet, headerOf, type JudgedRow, judgedCharacters, judgedRows } from './describe-sheet.ts';
import { readCsv, type TextFormat } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { type Place, type ReadSheet, Refused, rowSink, type TableRow } from './table-rows.ts';

export interface ReadTask {
  /** Path of the uploaded file. */
  from: string;
  /** Path of the file for the rows, one JSON text a line. */
  to: string;
}

/** What is known of a file after it was read; its rows are in the file `to`. */
export interface TablesFound {
  format: 'xlsx' | 'text';
  /** Of a text file. */
  text?: TextFormat;
  sheets: ReadSheet[];
  /** The same sheets with their columns, and the fields that these seem to hold. */
  described: ImportSheet[];
}
export type ReadOutcome = TablesFound | { refusal: ImportRefusal; place: Place };

/** A hundred kilobytes at a time. */
const bufferedCharacters = 100_000;

/** The content of the file decides what it is, not its name. */
export async function readTables({ from, to }: ReadTask): Promise<ReadOutcome> {
  const output = openSync(to, 'w');
  let lines = '';
  const flush = () => {
    if (lines) writeSync(output, lines);
    lines = '';
  };
  const described: ImportSheet[] = [];
  let first: JudgedRow[] = [];
  /** Describes the sheets up to one, so that their first rows need not be kept. */
  const describeUpTo = (count: number) => {
    for (const sheet of sink.sheets.slice(described.length, count)) {
      described.push(describedAs(sheet, first));
      first = [];
    }
  };
  const sink = rowSink((row: TableRow) => {
    describeUpTo(row.sheet);
    if (first.length < judgedRows) first.push({ row: row.row, cells: row.cells.map(beginningOf) });
    // Readers of lines take these two for the end of one.
    lines += `${JSON.stringify(row).replace(/[\u2028\u2029]/g, lineSeparator)}\n`;
    if (lines.length > bufferedCharacters) flush();
  });
  try {
    const format = await formatOf(from);
    const text = format === 'text' ? await readCsv(from, sink) : await readXlsx(from, sink);
    flush();
    if (sink.sheets.every(({ rows }) => rows === 0)) throw new Refused('EMPTY_FILE');
    describeUpTo(sink.sheets.length);
    return { format, ...(text && { text }), sheets: sink.sheets, described };
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal, place: error.place };
    throw error;
  } finally {
    closeSync(output);
  }
}

const beginningOf = (cell: Cell): Cell =>
  typeof cell === 'string' && cell.length > judgedCharacters ? cutText(cell, judgedCharacters) : cell;

function describedAs(read: ReadSheet, first: readonly JudgedRow[]): ImportSheet {
  const { name, rows, hints, isHidden, columns } = read;
  if (columns === 1) hints.push({ hint: 'ONE_COLUMN', count: 1 });
  const headerRow = headerOf(first);
  const above = first.filter(({ row }) => row <= (headerRow ?? 0)).length;
  const sheet = describeSheet(name, first, {
    ...{ headerRow, rows: rows - above },
    hints: hints.map((hint) => ({ ...hint, row: hint.row ?? null })),
  });
  return { ...sheet, isLeftOut: sheet.isLeftOut || isHidden };
}

const lineSeparator = (char: string) => (char === '\u2028' ? '\\u2028' : '\\u2029');
const headBytes = 8;
const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** @throws Refused */
async function formatOf(path: string): Promise<'xlsx' | 'text'> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) throw new Refused('EMPTY_FILE');
    if (size > importLimits.bytes) throw new Refused('FILE_TOO_LARGE');
    const { buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    if (startsWith(buffer, 0x50, 0x4b)) return 'xlsx';
    // The container of old Office files. A workbook with a password is a part of one.
    if (startsWith(buffer, 0xd0, 0xcf, 0x11, 0xe0)) {
      const content = await file.readFile();
      const names = (name: string) => content.includes(Buffer.from(name, 'utf16le'));
      if (names('EncryptedPackage')) throw new Refused('PASSWORD_PROTECTED');
      throw new Refused(names('Workbook') || names('Book') ? 'OLD_WORKBOOK' : 'NOT_A_SPREADSHEET');
    }
    return 'text';
  } finally {
    await file.close();
  }
}
