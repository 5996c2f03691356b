import { type ErrorBody, type ErrorCode, errorStatus, type FieldCode } from '@servicebook/shared/error-codes';

/**
 * CONNECTION: no answer, or not from our server. POPUP_BLOCKED: the browser blocked a window.
 * PHONE_FULL: what should wait here has no room.
 */
export type ApiErrorCode = ErrorCode | 'CONNECTION' | 'PHONE_FULL' | 'POPUP_BLOCKED';

/** The failure of a call, for screens. */
export class ApiError extends Error {
  status: number;
  code: ApiErrorCode;
  fields: Record<string, FieldCode>;
  requestId: string | null;
  /** The e-mail address concerned, if the caller has proven to own it. */
  email: string | null;
  /** The record that the first of repeated calls made or changed, long ago. */
  recordId: number | null;
  /** The plain text answer of a proxy or firewall. */
  plainText: string | null;

  constructor(failure: Pick<ApiError, 'status' | 'code'> & Partial<ApiError>) {
    super(failure.message ?? failure.code);
    this.name = 'ApiError';
    this.status = failure.status;
    this.code = failure.code;
    this.fields = failure.fields ?? {};
    this.requestId = failure.requestId ?? null;
    this.email = failure.email ?? null;
    this.recordId = failure.recordId ?? null;
    this.plainText = failure.plainText ?? null;
  }

  /** Not caused by the user: shown as a toast everywhere. */
  get unexpected(): boolean {
    return this.code === 'CONNECTION' || this.status >= 500;
  }
}

const codeOfStatus: Record<number, ApiErrorCode> = {
  // The only error without a body: a 304 has none.
  304: 'SERVICE_NOT_LAST',
  400: 'MALFORMED_REQUEST',
  401: 'NOT_SIGNED_IN',
  402: 'NOT_ACTIVE_SUBSCRIPTION',
  403: 'NO_PERMISSION',
  404: 'NOT_FOUND',
  413: 'FILE_TOO_LARGE',
  429: 'TOO_MANY_ATTEMPTS',
  502: 'CONNECTION',
  503: 'CONNECTION',
  504: 'CONNECTION',
};

/** The error in an answer; answers from others, such as a proxy, are mapped by status. */
export function refusalOf(
  status: number,
  body: Partial<ErrorBody>,
  plainText: string | null = null,
): ApiError {
  const isKnown = body.code !== undefined && Object.hasOwn(errorStatus, body.code);
  return new ApiError({
    status,
    code: isKnown && body.code ? body.code : (codeOfStatus[status] ?? 'INTERNAL'),
    message: body.message,
    fields: body.fields,
    requestId: body.requestId ?? null,
    email: body.email ?? null,
    recordId: body.recordId ?? null,
    plainText,
  });
}

/** Whether a failure comes from the connection or the server, so that a retry may succeed. */
export const isWorthRepeating = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.unexpected || error.status === 429;

/** Whether the browser has no room for what was to be stored. */
export const isStorageFull = (error: unknown): boolean =>
  (error as { name?: unknown } | null)?.name === 'QuotaExceededError';
