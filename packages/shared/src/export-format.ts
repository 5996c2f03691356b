/** Formats of exported tables. */
import { z } from 'zod';

export const exportFormats = ['csv', 'xlsx'] as const;
/** The `format` parameter of every call that returns a table as a file. */
export const exportFormat = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof exportFormat>;

/** The media types of these formats. */
export const exportMedia: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
