/** The workbook as a kind of document, its sheets in order; only the drawing process loads its library. */
import { definePdfKind } from './pdf/renderer.ts';
import type { TableSheet } from './table-sheet.ts';

export const tableSheet = definePdfKind<TableSheet[]>(import.meta.resolve('./table-sheet.ts'), 'drawSheets');
