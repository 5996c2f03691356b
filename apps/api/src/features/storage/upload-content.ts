/** What an uploaded file really is. Names and declared types are not believed. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { UploadedFile } from '../../http/handlers.ts';
import { AppError } from '../../platform/app-error.ts';

export interface UploadContent {
  bytes: Uint8Array;
  contentType: string;
  /** As the user calls it, with the extension that fits the content. */
  filename: string;
}

/** About 7000 × 7000; a larger picture would cost more memory than a request may. */
const maxPixels = 50_000_000;

/** Kept as they are: they cannot run in a browser, or are only ever downloaded. */
const documents: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/bmp': 'bmp',
  'application/zip': 'zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
};
/** Drawn anew, which drops scripts, metadata and hidden content. */
const pictures: Record<string, 'jpeg' | 'png' | 'gif'> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'jpeg',
};
const texts: Record<string, string> = { txt: 'text/plain', csv: 'text/csv' };

/** Image types that may be shown in a browser. */
export const isInline = (contentType: string): boolean =>
  contentType === 'application/pdf' || contentType.startsWith('image/');

/**
 * Reads an upload and decides by its content what it is.
 * @param only 'images' for pictures alone.
 * @throws AppError UNSUPPORTED_FILE_TYPE, IMAGE_UNREADABLE
 */
export async function readUpload(file: UploadedFile, only: 'images' | 'all' = 'all'): Promise<UploadContent> {
  const bytes = await readFile(file.path);
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  const picture = pictures[mime];
  if (picture) return redraw(bytes, picture, file.name);
  const extension = documents[mime];
  if (extension && (only === 'all' || mime.startsWith('image/'))) {
    return { bytes, contentType: mime, filename: named(file.name, extension) };
  }
  const text = mime === '' && only === 'all' ? texts[extensionOf(file.name)] : undefined;
  if (text && isText(bytes)) {
    return {
      bytes,
      contentType: `${text}; charset=utf-8`,
      filename: named(file.name, extensionOf(file.name)),
    };
  }
  throw new AppError('UNSUPPORTED_FILE_TYPE');
}

/**
 * Reads a picture that will stand still and small, drawn anew within a square.
 * @param maxEdge the longer side at most, in pixels; a smaller picture keeps its size.
 * @throws AppError UNSUPPORTED_FILE_TYPE, IMAGE_UNREADABLE
 */
export async function readPicture(bytes: Buffer, name: string, maxEdge: number): Promise<UploadContent> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!pictures[mime]) throw new AppError('UNSUPPORTED_FILE_TYPE');
  // All but photos may be transparent.
  return redraw(bytes, mime === 'image/jpeg' ? 'jpeg' : 'png', name, maxEdge);
}

async function redraw(
  bytes: Buffer,
  format: 'jpeg' | 'png' | 'gif',
  name: string,
  maxEdge?: number,
): Promise<UploadContent> {
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: format === 'gif' });
    // Upright by its own note first, since that note is dropped with the rest of the metadata.
    const upright = format === 'gif' ? image : image.rotate();
    const fitting = maxEdge
      ? upright.resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true })
      : upright;
    const drawn = await fitting
      .toFormat(format, format === 'jpeg' ? { quality: 85, mozjpeg: true } : {})
      .toBuffer();
    return {
      bytes: drawn,
      contentType: `image/${format}`,
      filename: named(name, format === 'jpeg' ? 'jpg' : format),
    };
  } catch {
    throw new AppError('IMAGE_UNREADABLE');
  }
}

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const extensionOf = (name: string): string => path.extname(name).slice(1).toLowerCase();

/** The last part of the name, without control characters, ending as the content demands. */
function named(name: string, extension: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const base = path.basename(name.replaceAll('\\', '/')).replace(/[\u0000-\u001f\u007f"<>|:*?]/g, '_');
  const known = extensionOf(base);
  const stem = known === '' ? base : base.slice(0, -known.length - 1);
  const fits = known === extension || (extension === 'jpg' && known === 'jpeg');
  return `${(stem || 'file').slice(0, 180)}.${fits ? known : extension}`;
}
