/** Detects the real type of an uploaded file. Names and declared types are not trusted. */
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endingOf, isPrintable, previewKind, programType, withoutTurns } from '@servicebook/shared/storage';
import { fileTypeFromBuffer } from 'file-type';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { cutText } from '../../platform/cut-text.ts';
import type { UploadedFile } from '../../platform/file-transfer.ts';
import type { PictureTask } from '../../platform/picture-drawing.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';

export interface UploadContent {
  bytes: Uint8Array;
  contentType: string;
  /** As the user calls it, with the extension that fits the content. */
  filename: string;
  /** Of the bytes as they were sent, if others are stored. */
  sentSha256?: string;
}

/** Types that are sent to a browser if name and content agree; all others are sent as plain bytes. */
const documents: Record<string, string> = {
  'application/zip': 'zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
};
/** Shown as they are. */
const previewed: Record<string, string> = { 'application/pdf': 'pdf', 'image/bmp': 'bmp' };
/** Re-encoded, which drops scripts, metadata and hidden content. */
const pictures: Record<string, 'jpeg' | 'png' | 'gif'> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'jpeg',
};
const texts = new Map([
  ['txt', 'text/plain'],
  ['csv', 'text/csv'],
]);

/** Programs that are known by their content, whatever they are called. */
const programs =
  /^application\/(x-(elf|mach-binary|msdownload|ms-shortcut|ms-regedit|shockwave-flash|deb|rpm|google-chrome-extension)|vnd\.(ms-htmlhelp|android\.package-archive)|java-(vm|archive)|wasm|vnd\..+\.macroenabled\.12)$/;
/** The name of the macro folder in a .doc or .xls. */
const macros = Buffer.from('_VBA_PROJECT', 'utf16le');

/** Endings of files that are previewed or printed, and no ending: the content decides the type of such a file. */
const judgedByContent = [
  '',
  'jpg',
  'jpeg',
  'jpe',
  'jfif',
  'png',
  'gif',
  'bmp',
  'webp',
  'heic',
  'heif',
  'pdf',
];

/** Types that may be shown in a browser. */
export const isInline = (contentType: string): boolean =>
  contentType in previewed || isPrintable(contentType);

/** The content type sent for a stored file; never that of a program. */
export const servedType = (contentType: string): string =>
  contentType === programType ? inert : contentType;

const inert = 'application/octet-stream';

/**
 * Reads an upload and determines its type by its content. Any file may be stored. Files other than pictures and PDFs are
 * kept byte for byte under their own names, for download only.
 * @param only 'images' for pictures alone.
 * @throws AppError UNSUPPORTED_FILE_TYPE if only pictures are accepted; FILE_NOT_AS_NAMED if the name promises a
 * preview and the content is something else; errors of drawing a picture
 */
export async function readUpload(
  deps: Deps,
  of: WorkFor,
  file: UploadedFile,
  only: 'images' | 'all' = 'all',
): Promise<UploadContent> {
  const bytes = await readFile(file.path);
  const type = await fileTypeFromBuffer(bytes);
  const mime = type?.mime ?? '';
  const name = cleanName(file.name);
  if (only === 'all' && !judgedByContent.includes(endingOf(name))) return keep(bytes, mime, name);
  const picture = pictures[mime];
  if (picture) {
    const sentSha256 = createHash('sha256').update(bytes).digest('hex');
    return { ...(await redraw(deps, of, name, { from: file.path, format: picture })), sentSha256 };
  }
  const extension = previewed[mime];
  if (extension && (only === 'all' || mime.startsWith('image/')))
    return { bytes, contentType: mime, filename: withEnding(name, extension) };
  if (only === 'images') throw new AppError('UNSUPPORTED_FILE_TYPE');
  // A photo no browser shows, such as a HEIC that is called .jpg.
  if (type && mime.startsWith('image/')) return keep(bytes, mime, withEnding(name, type.ext));
  if (previewKind(name) !== 'none') throw new AppError('FILE_NOT_AS_NAMED');
  return keep(bytes, mime, name);
}

/** Byte for byte, under its own name, never to be shown. */
function keep(bytes: Buffer, mime: string, name: string): UploadContent {
  return { bytes, contentType: typeOfKept(bytes, mime, endingOf(name)), filename: name };
}

function typeOfKept(bytes: Buffer, mime: string, ending: string): string {
  if (programs.test(mime) || bytes.subarray(0, 2).toString('latin1') === '#!') return programType;
  if (mime === 'application/x-cfb' && bytes.includes(macros)) return programType;
  if (mime !== '' && documents[mime] === ending) return mime;
  const text = mime === '' ? texts.get(ending) : undefined;
  return text && isText(bytes) ? `${text}; charset=utf-8` : inert;
}

/**
 * Reads a picture that will stand still and small, drawn again within a square.
 * @param maxEdge the longer side at most, in pixels; a smaller picture keeps its size.
 * @param opaque makes a JPEG of any picture, on white; otherwise all but photos may be transparent.
 * @throws AppError UNSUPPORTED_FILE_TYPE; errors of drawing a picture
 */
export async function readPicture(
  deps: Deps,
  of: WorkFor,
  bytes: Buffer,
  name: string,
  maxEdge: number,
  { opaque = false } = {},
): Promise<UploadContent> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!pictures[mime]) throw new AppError('UNSUPPORTED_FILE_TYPE');
  const format = opaque || mime === 'image/jpeg' ? 'jpeg' : 'png';
  return inPlace(deps, async (from) => {
    await writeFile(from, bytes, { mode: 0o600 });
    return redraw(deps, of, name, { from, format, maxEdge });
  });
}

async function redraw(
  deps: Deps,
  of: WorkFor,
  name: string,
  task: Omit<PictureTask, 'to'>,
): Promise<UploadContent> {
  const { format } = task;
  return inPlace(deps, async (to) => {
    await deps.pictures.draw({ ...task, to }, of);
    return {
      bytes: await readFile(to),
      contentType: `image/${format}`,
      filename: withEnding(name, format === 'jpeg' ? 'jpg' : format),
    };
  });
}

/** Lends a place for a file beside the uploads under way. */
async function inPlace<Result>(deps: Deps, work: (place: string) => Promise<Result>): Promise<Result> {
  const place = path.join(deps.files.uploadDir, deps.files.newKey());
  try {
    return await work(place);
  } finally {
    await rm(place, { force: true });
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

/** The last part of a name, without control characters and signs that turn its direction, at most 201 long. */
function cleanName(name: string): string {
  const last = path.basename(name.replaceAll('\\', '/')).replace(/[. ]+$/, '');
  const base = withoutTurns(last).replace(/[\p{Cc}"<>|:*?]/gu, '_');
  const { length } = endingOf(base);
  return length === 0 ? stemOf(base) : `${stemOf(base)}.${base.slice(-length)}`;
}

/** The name with the ending its content demands. */
function withEnding(name: string, ending: string): string {
  const own = endingOf(name);
  return `${stemOf(name)}.${ending === 'jpg' && own === 'jpeg' ? own : ending}`;
}

function stemOf(name: string): string {
  const { length } = endingOf(name);
  return cutText(name.slice(0, length === 0 ? undefined : -length - 1), 180) || 'file';
}
