import {
  type ErrorCode,
  errorStatus,
  type FieldCode,
  type LinkedCounts,
} from '@servicebook/shared/error-codes';

interface Details {
  /** For VALIDATION_FAILED: a code per field. */
  fields?: Record<string, FieldCode>;
  /** Values for the message's placeholders. */
  values?: Record<string, string | number>;
  /** The e-mail address concerned; only for its proven owner. */
  email?: string;
  /** The records linked to one that cannot be deleted; appended to the message. */
  linked?: LinkedCounts;
  /** The record that an earlier call made or changed. */
  recordId?: number | undefined;
  /** Seconds to wait, sent as Retry-After. */
  retryAfter?: number;
}

/** An error with a text for the user. Any other thrown error is our failure. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;
  /** @param cause why, for the log; the user does not see it */
  constructor(code: ErrorCode, details: Details = {}, cause?: unknown) {
    super(code, { cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
  get status(): number {
    return errorStatus[this.code];
  }
}

/** Refuses single fields. */
export const refuseFields = (fields: Record<string, FieldCode>): AppError =>
  new AppError('VALIDATION_FAILED', { fields });
