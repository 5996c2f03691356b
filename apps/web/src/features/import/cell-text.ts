import { formatDay } from '@servicebook/i18n/format.ts';
import type { ImportEntity } from '@servicebook/shared/import';
import type { Cell } from '@servicebook/shared/import-fields';
import { currentLanguage } from '../../lib/i18n.ts';

/** A cell as it can be typed again. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? cell.date : String(cell);
}

/** A, B, … Z, AA: as spreadsheet programs call their columns. */
export const sheetColumn = (index: number): string =>
  (index >= 26 ? sheetColumn(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** How people call a record: an earlier service by its day. */
export const recordName = ({ entity, what }: { entity: ImportEntity; what: string }): string =>
  entity === 'past' && what !== '' ? formatDay(what, currentLanguage()) : what;
