/** Takes an uploaded spreadsheet: it is read in a process of its own, and its rows are stored. The file is not kept. */
import type { Import } from '@servicebook/shared/import';
import type { Deps } from '../../deps.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { cutText } from '../../platform/cut-text.ts';
import { hashOf } from '../../platform/file-hash.ts';
import type { UploadedFile } from '../../platform/file-transfer.ts';
import { textsOf } from '../../platform/texts.ts';
import { storeImport } from './import.service.ts';
import type { TablesOrRefusal } from './table-reader.ts';

const longestName = 200;

/** @throws AppError IMPORT_UNREADABLE with the reason in the caller's language, IMPORT_LIMIT, IMPORT_ROWS_LIMIT; errors of reading it */
export async function uploadImport(deps: Deps, ctx: Ctx, file: UploadedFile | undefined): Promise<Import> {
  if (!file) throw refuseFields({ file: 'REQUIRED' });
  const tables = await deps.tables.read(file.path, ctx);
  if ('refusal' in tables) throw refusalOf(ctx, tables);
  try {
    // Signs that turn the direction of a text would make another name of it.
    const filename = cutText(file.name.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ''), longestName);
    const sha256 = await hashOf(file.path);
    return await storeImport(deps, ctx, { filename, size: file.size, sha256 }, tables);
  } finally {
    await tables.remove();
  }
}

function refusalOf(
  { language }: Ctx,
  { refusal, place }: Extract<TablesOrRefusal, { refusal: unknown }>,
): AppError {
  const texts = textsOf(language, 'import');
  const { sheet = '', row } = place;
  const at = row === undefined ? '' : ` ${texts('refusals.at', { sheet, row })}`;
  return new AppError('IMPORT_UNREADABLE', { values: { reason: `${texts(`refusals.${refusal}`)}${at}` } });
}
