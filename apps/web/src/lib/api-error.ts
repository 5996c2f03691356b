import { type ErrorBody, type ErrorCode, errorStatus, type FieldCode } from '@servicebook/shared/error-codes';

/** CONNECTION: no answer, or none of our server's. POPUP_BLOCKED: the browser let no window open. */
export type ApiErrorCode = ErrorCode | 'CONNECTION' | 'POPUP_BLOCKED';

/** Why a call failed, as screens see it. */
export class ApiError extends Error {
  status: number;
  code: ApiErrorCode;
  fields: Record<string, FieldCode>;
  requestId: string | null;
  /** The address the refusal is about, where the caller has proven to own it. */
  email: string | null;
  /** What a server in between says in plain words: a proxy, a firewall. */
  plainText: string | null;

  constructor(failure: Pick<ApiError, 'status' | 'code'> & Partial<ApiError>) {
    super(failure.message ?? failure.code);
    this.name = 'ApiError';
    this.status = failure.status;
    this.code = failure.code;
    this.fields = failure.fields ?? {};
    this.requestId = failure.requestId ?? null;
    this.email = failure.email ?? null;
    this.plainText = failure.plainText ?? null;
  }

  /** Nothing the user did: worth a toast wherever it happens. */
  get unexpected(): boolean {
    return this.code === 'CONNECTION' || this.status >= 500;
  }
}

const codeOfStatus: Record<number, ApiErrorCode> = {
  // The one refusal without a body: a 304 has none.
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

/** The refusal in an answer; what is not one of ours, such as a proxy's, goes by its status. */
export function refusalOf(
  status: number,
  body: Partial<ErrorBody>,
  plainText: string | null = null,
): ApiError {
  const known = body.code !== undefined && Object.hasOwn(errorStatus, body.code);
  return new ApiError({
    status,
    code: known && body.code ? body.code : (codeOfStatus[status] ?? 'INTERNAL'),
    message: body.message,
    fields: body.fields,
    requestId: body.requestId ?? null,
    email: body.email ?? null,
    plainText,
  });
}

/** Whether a failure is the connection's or the server's, so that the same may pass another time. */
export const isWorthRepeating = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.unexpected || error.status === 429;
