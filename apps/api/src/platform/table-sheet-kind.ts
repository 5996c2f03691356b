/** The workbook as a kind of document; the library that draws it loads in the drawing process alone. */
import { definePdfKind } from './pdf/renderer.ts';
import type { TableSheet } from './table-sheet.ts';

export const tableSheet = definePdfKind<TableSheet>(import.meta.resolve('./table-sheet.ts'), 'drawSheet');
