/** The one place where what was thrown becomes an answer. */
import { type ErrorBody, errorStatus, type FieldCode } from '@servicebook/shared/error-codes';
import type { Endpoint } from '@servicebook/shared/contract';
import type { ErrorRequestHandler } from 'express';
import { MulterError } from 'multer';
import { AppError } from '../platform/app-error.ts';
import { foundNothing } from '../platform/tenancy.ts';
import { textsOf } from '../platform/texts.ts';
import type { Deps } from '../context.ts';
import { callerOf } from './session.ts';

/** What the body parser and multer throw, as ours. */
function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (foundNothing(error)) return new AppError('NOT_FOUND');
  if (error instanceof MulterError) return new AppError(error.code === 'LIMIT_FILE_SIZE' ? 'FILE_TOO_LARGE' : 'MALFORMED_REQUEST');
  const status = (error as { status?: number; statusCode?: number } | null)?.status;
  if (status === 413) return new AppError('FILE_TOO_LARGE');
  if (status !== undefined && status >= 400 && status < 500) return new AppError('MALFORMED_REQUEST');
  return null;
}

/** Registration's shape beside ours: every field by its last name, with a `<field>Message` counterpart. */
function keyed(fields: Record<string, FieldCode>, message: (code: FieldCode) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([path, code]) => {
      const name = path.split('.').at(-1) ?? path;
      return [
        [name, code],
        [`${name}Message`, message(code)],
      ];
    }),
  );
}

/** Renders refusals in the caller's language; logs our own failures once, with the request's id. */
export const renderErrors =
  (deps: Deps): ErrorRequestHandler =>
  (thrown, request, response, next) => {
    if (response.headersSent) return next(thrown);
    const requestId = String(request.id);
    const known = asAppError(thrown);
    if (!known) deps.log.error({ err: thrown, requestId, method: request.method, path: request.path }, 'request failed');
    const error = known ?? new AppError('INTERNAL');
    const texts = textsOf(callerOf(request, requestId).language, 'errors');
    const { fields, values, retryAfter } = error.details;
    if (retryAfter) response.set('Retry-After', String(retryAfter));
    const endpoint = response.locals.endpoint as Endpoint | undefined;
    const megabytes = (endpoint?.upload?.maxBytes ?? 1024 * 1024) / 1024 / 1024;
    const body: ErrorBody = {
      code: error.code,
      message: texts(error.code, { limit: megabytes, ...values }),
      requestId,
      ...(fields && { fields }),
    };
    const extra = fields && endpoint?.keyedErrors ? keyed(fields, (code) => texts(`fields.${code}`)) : {};
    response.status(errorStatus[error.code]).json({ ...extra, ...body });
  };
