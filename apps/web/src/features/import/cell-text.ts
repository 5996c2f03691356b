import { formatDay } from '@servicebook/i18n/format.ts';
import type { Cell } from '@servicebook/shared/import-fields';
import { currentLanguage } from '../../lib/i18n.ts';

/** A cell as it can be typed again. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? cell.date : String(cell);
}

/** A cell as it is read: days in the reader's form, also those that are stored as texts. */
export const readableText = (cell: Cell | undefined): string => formatDay(cellText(cell), currentLanguage());

/** A, B, … Z, AA: as spreadsheet programs call their columns. */
export const sheetColumn = (index: number): string =>
  (index >= 26 ? sheetColumn(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
