/** Reads multipart requests: one file into the upload folder, the JSON field as the body. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Upload } from '@servicebook/shared/contract';
import type { Request, RequestHandler, Response } from 'express';
import multer from 'multer';
import type { Deps } from '../deps.ts';
import { AppError, refuseFields } from '../platform/app-error.ts';
import type { UploadedFile } from '../platform/file-transfer.ts';

export interface Multipart {
  file: UploadedFile | undefined;
  body: unknown;
  remove(): Promise<void>;
}

/**
 * Parses a multipart request by its contract. The file field may also come as plain text (SVG path data).
 * @throws AppError FILE_TOO_LARGE, MALFORMED_REQUEST, or VALIDATION_FAILED if a required file is missing.
 */
export async function readMultipart(
  deps: Deps,
  upload: Upload,
  request: Request,
  response: Response,
): Promise<Multipart> {
  if (!request.is('multipart/form-data')) throw new AppError('MALFORMED_REQUEST');
  const parse = multer({
    storage: multer.diskStorage({
      destination: deps.files.uploadDir,
      filename: (_request, _file, done) => done(null, deps.files.newKey()),
    }),
    limits: { fileSize: upload.maxBytes, files: 1, fields: 2, fieldSize: 4 * 1024 * 1024, parts: 4 },
    defParamCharset: 'utf8',
  }).single(upload.file);
  await run(parse, request, response).catch((error: unknown) => {
    // Errors in the form are plain errors; errors of the disk have a system call.
    throw error instanceof multer.MulterError || isOfSystem(error)
      ? error
      : new AppError('MALFORMED_REQUEST');
  });
  const fields = (request.body ?? {}) as Record<string, unknown>;
  const file = request.file
    ? { path: request.file.path, name: request.file.originalname, size: request.file.size }
    : await textFile(deps, upload, fields[upload.file]);
  const remove = async () => {
    if (file) await rm(file.path, { force: true });
  };
  try {
    if (!file && upload.required) throw refuseFields({ [upload.file]: 'REQUIRED' });
    return { file, body: upload.json ? parseJson(fields[upload.json]) : {}, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

const run = (handler: RequestHandler, request: Request, response: Response) =>
  new Promise<void>((resolve, reject) => {
    handler(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });

async function textFile(deps: Deps, upload: Upload, text: unknown): Promise<UploadedFile | undefined> {
  if (typeof text !== 'string' || text === '') return undefined;
  const place = path.join(deps.files.uploadDir, deps.files.newKey());
  await writeFile(place, text);
  return { path: place, name: `${upload.file}.txt`, size: Buffer.byteLength(text) };
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw new AppError('MALFORMED_REQUEST');
  }
}
