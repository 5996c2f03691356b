/** Turns every thrown error into an answer. */

import { formatList } from '@servicebook/i18n/format.ts';
import type { Endpoint } from '@servicebook/shared/contract';
import {
  type ErrorBody,
  errorStatus,
  type FieldCode,
  type LinkedCounts,
  linkedKinds,
} from '@servicebook/shared/error-codes';
import type { Language } from '@servicebook/shared/primitives';
import type { ErrorRequestHandler } from 'express';
import { MulterError } from 'multer';
import type { Deps } from '../deps.ts';
import { AppError } from '../platform/app-error.ts';
import type { Ctx } from '../platform/ctx.ts';
import { html } from '../platform/html.ts';
import type { Page } from '../platform/page.ts';
import { foundNothing } from '../platform/tenancy.ts';
import { anyTextOf, textsOf } from '../platform/texts.ts';
import { isDiskFull, isUnavailable } from '../platform/unavailable.ts';
import { callerOf } from './caller.ts';
import { loggedPath } from './logged-path.ts';
import type { SendPage } from './pages.ts';

/** A server that is away is tried again so soon. */
const secondsToRetry = 5;

/**
 * Converts errors of the database, the disk, multer, the body parser and the router. A status alone is not enough:
 * errors of an HTTP client have one too, but are not caused by our caller.
 */
function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (foundNothing(error)) return new AppError('NOT_FOUND');
  if (error instanceof MulterError)
    return new AppError(error.code === 'LIMIT_FILE_SIZE' ? 'FILE_TOO_LARGE' : 'MALFORMED_REQUEST');
  const { status, expose } = (error ?? {}) as { status?: number; expose?: boolean };
  if (isDiskFull(error)) return new AppError('STORAGE_FULL', {}, error);
  if (isUnavailable(error)) return new AppError('UNAVAILABLE', { retryAfter: secondsToRetry }, error);
  if (!expose && !(error instanceof URIError)) return null;
  if (status === 404) return new AppError('NOT_FOUND');
  if (status === 413) return new AppError('FILE_TOO_LARGE');
  return status !== undefined && status < 500 ? new AppError('MALFORMED_REQUEST') : null;
}

/** The additional shape for registration: every field by its last name, with a `<field>Message` counterpart. */
function keyed(
  fields: Record<string, FieldCode>,
  message: (code: FieldCode) => string,
): Record<string, string> {
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

/** `Linked: 3 protocols and 2 events.`; empty if nothing is linked any more. */
function linkedText(linked: LinkedCounts, language: Language): string {
  const texts = textsOf(language, 'linked');
  const parts = linkedKinds.flatMap((kind) => {
    const count = linked[kind];
    return count ? texts(kind, { count }) : [];
  });
  return parts.length === 0 ? '' : texts('sentence', { list: formatList(parts, language) });
}

/** The page for a refused link, with a link to the sign-in or to the app. */
function pageOf({ code, message }: ErrorBody, language: Language): Page {
  const [path, label] =
    code === 'NOT_SIGNED_IN'
      ? ['/login', textsOf(language, 'account')('login.submit')]
      : ['/', 'Servicebook'];
  const body = html`<p>${message}</p><p><a href="${path}">${label}</a></p>`;
  return { status: errorStatus[code], language, title: message, body };
}

/** Renders errors in the caller's language; logs our own failures once, with the request id. */
export const renderErrors =
  (deps: Deps, sendPage: SendPage): ErrorRequestHandler =>
  async (thrown, request, response, _next) => {
    const requestId = String(request.id);
    const error = asAppError(thrown) ?? new AppError('INTERNAL', {}, thrown);
    const endpoint = response.locals.endpoint as Endpoint | undefined;
    response.locals.refusal = error.code;
    const { accountId, userId } = (response.locals.ctx ?? {}) as Partial<Ctx>;
    const { method } = request;
    const path = loggedPath(request.path);
    const about = { requestId, accountId, userId, method, path, route: endpoint?.path, code: error.code };
    if (error.status >= 500) deps.log.http.error({ err: error.cause ?? error, ...about }, 'request failed');
    else if (error.cause) deps.log.http.warn({ err: error.cause, ...about }, 'request refused');
    // The answer has begun, so the connection ends.
    if (response.headersSent || response.destroyed) return void response.destroy();
    const { language } = callerOf(deps, request, requestId);
    const texts = textsOf(language, 'errors');
    const { fields, values, retryAfter, email, linked, recordId } = error.details;
    if (retryAfter) response.set('Retry-After', String(retryAfter));
    const megabytes = (endpoint?.upload?.maxBytes ?? 1024 * 1024) / 1024 / 1024;
    const known = { limit: megabytes, ...values };
    const message = anyTextOf(language)(`refusal:${error.code}`, known) ?? texts(error.code, known);
    const body: ErrorBody = {
      code: error.code,
      message: linked ? `${message} ${linkedText(linked, language)}`.trim() : message,
      requestId,
      ...(fields && { fields }),
      ...(email && { email }),
      ...(linked && { linked }),
      ...(recordId !== undefined && { recordId }),
    };
    const extra = fields && endpoint?.keyedErrors ? keyed(fields, (code) => texts(`fields.${code}`)) : {};
    // Otherwise an intermediate cache could store a 404 and serve it to others.
    response.set('Cache-Control', 'no-store');
    response.status(errorStatus[error.code]);
    if (endpoint?.plainLink && request.accepts(['json', 'html']) === 'html') {
      // A person opened the link in a browser. If the wait is short, the browser retries automatically.
      if (retryAfter) response.set('Refresh', String(retryAfter));
      await sendPage(response, pageOf(body, language));
    } else response.json({ ...extra, ...body });
  };
