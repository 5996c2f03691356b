/** What both formats have in common while they are read: the limits, the hints, and rows that go to a file. */
import type { Cell } from '@servicebook/shared/import-fields';
import { type ImportHint, type ImportRefusal, importLimits } from '@servicebook/shared/import-refusals';
import { optionalLine } from '@servicebook/shared/primitives';
import { cutText } from '../../platform/cut-text.ts';

/** Where in the file; rows and columns count from 1, as programs show them. */
export interface Place {
  sheet?: string;
  row?: number;
  column?: number;
}

/** Ends the reading of a file. Never leaves the work process: it is answered as an outcome. */
export class Refused extends Error {
  readonly refusal: ImportRefusal;
  readonly place: Place;
  constructor(refusal: ImportRefusal, place: Place = {}, cause?: unknown) {
    super(refusal, { cause });
    this.name = 'Refused';
    this.refusal = refusal;
    this.place = place;
  }
}

export interface Hint {
  hint: ImportHint;
  /** How many. */
  count: number;
  /** The first row it was found in, from 1. */
  row?: number;
}

/** One sheet of a workbook; a text file has one, without a name. */
export interface ReadSheet {
  name: string;
  /** Hidden by the program. Whoever imports decides. */
  isHidden: boolean;
  /** Rows with at least one value. */
  rows: number;
  /** Up to the last column with a value. */
  columns: number;
  hints: Hint[];
}

/** A row with at least one value. */
export interface TableRow {
  /** Position of the sheet in the list of sheets. */
  sheet: number;
  /** The number that a program shows beside it, from 1. */
  row: number;
  isHidden: boolean;
  /** Up to the last value. */
  cells: Cell[];
}

/** Takes rows one by one, within the limits of the whole file. */
export interface RowSink {
  /** Begins the next sheet. */
  sheet(name: string, isHidden: boolean): void;
  /** Cells beyond the last value may be missing. */
  row(row: number, cells: readonly Cell[], isHidden?: boolean): void;
  hint(hint: ImportHint, row?: number): void;
  readonly sheets: ReadSheet[];
}

/** Line breaks and tabs are text. The rest of the control characters are not, and PostgreSQL stores no NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unstorable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g;

/** The name of a sheet as a text in one line. */
const sheetName = optionalLine(200);
const line = (name: string): string =>
  sheetName.parse(cutText(name.toWellFormed().replace(unstorable, ' '), 200));

/** @param write takes each row that has a value */
export function rowSink(write: (row: TableRow) => void): RowSink {
  const sheets: ReadSheet[] = [];
  const inAll = { rows: 0, columns: 0, cells: 0, characters: 0 };

  const current = (): ReadSheet => {
    const sheet = sheets.at(-1);
    if (!sheet) throw new Error('A row came before its sheet');
    return sheet;
  };

  function hint(name: ImportHint, row?: number): void {
    const { hints } = current();
    const known = hints.find((each) => each.hint === name);
    if (known) known.count += 1;
    else hints.push({ hint: name, count: 1, ...(row !== undefined && { row }) });
  }

  function storable(cell: Cell, place: Place & { row: number }): Cell {
    if (typeof cell !== 'string') return cell;
    if (cell.length > importLimits.characters) throw new Refused('CELL_TOO_LONG', place);
    inAll.characters += cell.length;
    const text =
      cell.isWellFormed() && !unstorable.test(cell) ? cell : cell.toWellFormed().replace(unstorable, '');
    unstorable.lastIndex = 0;
    if (text !== cell) hint('CHARACTERS_REMOVED', place.row);
    return text.trim() === '' ? null : text;
  }

  return {
    sheets,
    hint,
    sheet(name, isHidden) {
      if (sheets.length >= importLimits.sheets) throw new Refused('TOO_MANY_SHEETS');
      sheets.push({ name: line(name), isHidden, rows: 0, columns: 0, hints: [] });
    },
    row(row, cells, isHidden = false) {
      const sheet = current();
      const at = { sheet: sheet.name, row };
      let width = cells.length;
      while (width > 0 && (cells[width - 1] ?? '') === '') width -= 1;
      if (width > importLimits.columns) throw new Refused('TOO_MANY_COLUMNS', { ...at, column: width });
      const values = Array.from({ length: width }, (_, index) =>
        storable(cells[index] ?? null, { ...at, column: index + 1 }),
      );
      while (values.length > 0 && values.at(-1) === null) values.pop();
      if (values.length === 0) return;
      inAll.rows += 1;
      inAll.cells += values.length;
      if (inAll.rows > importLimits.rows) throw new Refused('TOO_MANY_ROWS', at);
      if (inAll.cells > importLimits.cells || inAll.characters > importLimits.charactersInAll)
        throw new Refused('FILE_TOO_LARGE', at);
      sheet.rows += 1;
      inAll.columns += Math.max(0, values.length - sheet.columns);
      if (inAll.columns > importLimits.columnsInAll) throw new Refused('TOO_MANY_COLUMNS', at);
      sheet.columns = Math.max(sheet.columns, values.length);
      if (isHidden) hint('HIDDEN_ROWS', row);
      write({ sheet: sheets.length - 1, row, isHidden, cells: values });
    },
  };
}
