/** Why a file is not read as a spreadsheet, and what is worth knowing about one that was. */

/** The closed list of reasons for which a file is refused as a whole. */
export const importRefusals = [
  /** No bytes, or no cell with a value. */
  'EMPTY_FILE',
  /** Neither a workbook nor a text: a PDF, a picture, a ZIP of something else, a web page. */
  'NOT_A_SPREADSHEET',
  /** XLS and its XML of 2003, XLSB. To be saved as XLSX. */
  'OLD_WORKBOOK',
  /** ODS. To be saved as XLSX. */
  'OPEN_DOCUMENT',
  'PASSWORD_PROTECTED',
  /** Cut off or damaged. */
  'BROKEN_FILE',
  /** It holds what no spreadsheet program writes: entities, parts larger than they say. */
  'UNSAFE_FILE',
  /** More than can be read: bytes, cells, characters, or memory. */
  'FILE_TOO_LARGE',
  'TOO_MANY_ROWS',
  'TOO_MANY_COLUMNS',
  'TOO_MANY_SHEETS',
  'CELL_TOO_LONG',
  /** A quotation mark opens a cell and nothing closes it. */
  'QUOTE_NOT_CLOSED',
  /** Reading took longer than it may. */
  'TOOK_TOO_LONG',
] as const;
export type ImportRefusal = (typeof importRefusals)[number];

/** The closed list of what a reader of the table must know, although the file was read. */
export const importHints = [
  /** The text of a merged cell stands in the first of them; the others are empty. */
  'MERGED_CELLS',
  /** Rows that the program hides, by a filter or by hand. They are read, and marked. */
  'HIDDEN_ROWS',
  /** Formulas whose result the file does not hold. They are empty: nothing is calculated here. */
  'FORMULAS_WITHOUT_RESULT',
  /** Macros were ignored. */
  'MACROS_IGNORED',
  /** Characters that no text may hold, such as NUL, were left out. */
  'CHARACTERS_REMOVED',
  'ONE_COLUMN',
] as const;
export type ImportHint = (typeof importHints)[number];

/** What one file may hold. */
export const importLimits = {
  bytes: 50_000_000,
  rows: 200_000,
  columns: 500,
  sheets: 100,
  /** Of all sheets. */
  columnsInAll: 5_000,
  cells: 4_000_000,
  /** Of one cell: as many as Excel allows. */
  characters: 32_767,
  /** Of all cells. One text of a workbook may stand in a million of them. */
  charactersInAll: 100_000_000,
} as const;
