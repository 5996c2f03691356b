/** Formats of exported tables. */
import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
/** The `format` parameter of every call that returns a table as a file. */
export const exportFormat = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof exportFormat>;

/** The media types of these formats. */
export const exportMedia: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The answer of every call that exports a table. */
export const tableAnswer = {
  response: 'file',
  media: Object.values(exportMedia),
  errors: ['EXPORT_TOO_LARGE', 'DOCUMENT_TOO_LARGE', 'TOO_MUCH_WORK', 'WORK_INTERRUPTED'],
} as const satisfies { response: 'file'; media: string[]; errors: readonly ErrorCode[] };

/** The body of an export: a paged search without its page. */
export const exportOf = <Shape extends z.ZodRawShape & Record<'page' | 'size', z.ZodType>>(
  search: z.ZodObject<Shape, z.core.$strict>,
) => {
  const { page: _page, size: _size, ...rest } = search.shape;
  return z.strictObject({ ...rest, format: exportFormat });
};
