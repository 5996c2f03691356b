import {
  type ErrorCode,
  errorStatus,
  type FieldCode,
  type LinkedCounts,
} from '@servicebook/shared/error-codes';

interface Details {
  /** For VALIDATION_FAILED: a code per field. */
  fields?: Record<string, FieldCode>;
  /** Values for the message's places. */
  values?: Record<string, string | number>;
  /** The address a refusal is about; only for who has proven to own it. */
  email?: string;
  /** What hangs on a record that cannot be deleted; told after the message. */
  linked?: LinkedCounts;
  /** Seconds to wait, sent as Retry-After. */
  retryAfter?: number;
}

/** A refusal the user is to see. Anything else that is thrown is our failure. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;
  constructor(code: ErrorCode, details: Details = {}) {
    super(code);
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
