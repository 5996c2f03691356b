import type { Import, ImportMapping } from '@servicebook/shared/import';

/** The columns and rules of an import as they stand, to send them back with a change. */
export const mappingOf = ({ id, revision, sheets, options }: Import): ImportMapping => ({
  id,
  revision,
  sheets: sheets.map(({ isLeftOut, headerRow, columns }) => ({
    isLeftOut,
    headerRow,
    columns: columns.map(({ field, dateOrder }) => ({ field, dateOrder })),
  })),
  options,
});
