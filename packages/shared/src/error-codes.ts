import type { z } from 'zod';

/** All error codes of the server, with their HTTP status. The list is closed. */
export const errorStatus = {
  VALIDATION_FAILED: 400,
  MALFORMED_REQUEST: 400,
  UNSUPPORTED_FILE_TYPE: 400,
  FILE_NOT_AS_NAMED: 400,
  IMPORT_UNREADABLE: 400,
  IMAGE_UNREADABLE: 400,
  PAYMENT_REFUSED: 400,
  NOT_SIGNED_IN: 401,
  WRONG_PASSWORD: 400,
  WRONG_CREDENTIALS: 401,
  GOOGLE_SIGN_IN_FAILED: 401,
  GOOGLE_REGISTRATION_FAILED: 401,
  GOOGLE_AFTER_INVITATION: 401,
  NOT_ACTIVE_SUBSCRIPTION: 402,
  FREE_PLAN_USER_LIMIT: 402,
  SIGNED_PROTOCOL_LIMIT: 402,
  NO_PERMISSION: 403,
  SUPPLEMENT_BY_ADMIN: 403,
  PASSWORD_CHOICE_REQUIRED: 403,
  PAYMENTS_DISABLED: 403,
  XHR_HEADER_MISSING: 403,
  NOT_FOUND: 404,
  UNKNOWN_EMAIL: 404,
  UNLOCK_LINK_INVALID: 404,
  CATEGORY_EXISTS: 409,
  CATEGORY_IN_USE: 409,
  CUSTOMER_EXISTS: 409,
  CUSTOMER_IN_USE: 409,
  DEVICE_IN_USE: 409,
  SERVICE_NUMBER_EXISTS: 409,
  SERVICE_CHANGED: 409,
  SIGNED_PROTOCOL: 409,
  WITHDRAWN_PROTOCOL: 409,
  UNSIGNED_PROTOCOL: 409,
  MAIL_OF_UNSIGNED_PROTOCOL: 409,
  PROTOCOL_TOO_LONG: 409,
  TOO_MANY_ATTACHMENTS: 409,
  SIGNED_FILE: 409,
  SIGNED_PHOTOS: 409,
  TOO_MANY_PHOTOS: 409,
  TOO_MANY_FILES: 409,
  RECORD_CHANGED: 409,
  SESSION_CHANGED: 409,
  TODO_OF_SERVICE: 409,
  VISIT_STATE: 409,
  VISIT_DAY_PAST: 409,
  VISIT_IN_USE: 409,
  USER_EXISTS: 409,
  USER_IN_USE: 409,
  PASSWORD_ALREADY_CHOSEN: 409,
  INVITATION_USED: 409,
  ADDRESS_OF_ANOTHER_COMPANY: 409,
  LAST_ADMIN: 409,
  AMBIGUOUS_FILE_NAME: 409,
  IDEMPOTENCY_MISMATCH: 409,
  ALREADY_DONE: 409,
  TOO_OLD_TO_REPEAT: 409,
  PRICE_CHANGED: 409,
  PRICES_EXIST: 409,
  ALREADY_INVOICED: 409,
  NOT_BILLABLE: 409,
  AMOUNT_CHANGED: 409,
  INVOICE_OF_SEVERAL_CUSTOMERS: 409,
  COMPANY_DATA_REQUIRED: 409,
  ORDER_CLOSED: 409,
  BIN_PARENT_DELETED: 409,
  BIN_PARENT_GONE: 409,
  BIN_NAME_TAKEN: 409,
  BIN_NUMBER_TAKEN: 409,
  BIN_ENTERED_AGAIN: 409,
  UNDO_TOO_LATE: 409,
  IMPORT_STATE: 409,
  IMPORT_RUNNING: 409,
  IMPORT_DATES_AMBIGUOUS: 409,
  IMPORT_NOTHING_ASSIGNED: 409,
  ARCHIVE_STATE: 409,
  SERVICE_NOT_LAST: 304,
  FILE_TOO_LARGE: 413,
  EXPORT_TOO_LARGE: 413,
  STORAGE_QUOTA_REACHED: 413,
  PICTURE_TOO_LARGE: 413,
  DOCUMENT_TOO_LARGE: 413,
  ACCOUNT_INACTIVE: 423,
  ACCOUNT_CLOSED: 423,
  TOO_MANY_ATTEMPTS: 429,
  SIGN_IN_LOCKED: 429,
  TOO_MANY_INVITATIONS: 429,
  EXPORT_LIMIT: 429,
  IMPORT_LIMIT: 429,
  IMPORT_ROWS_LIMIT: 429,
  TOO_MUCH_WORK: 429,
  TOO_MANY_DOCUMENTS: 413,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  GEOCODER_UNAVAILABLE: 503,
  WORK_INTERRUPTED: 503,
  PAYMENT_UNAVAILABLE: 503,
  SEAL_UNAVAILABLE: 503,
  GOOGLE_UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Errors of a single field, shown next to it in the user's language. */
export const fieldCodes = [
  'REQUIRED',
  'NEEDED_ON_INVOICES',
  'INVALID',
  'UNKNOWN_FIELD',
  'MIN_3_CHARACTERS',
  'MIN_10_CHARACTERS',
  'MIN_LENGTH_PASSWORD',
  'COMMON_PASSWORD',
  'MAILED_PASSWORD',
  'INVITATION_OPEN',
  'MAX_1_CHARACTER',
  'MAX_20_CHARACTERS',
  'MAX_44_CHARACTERS',
  'MAX_50_CHARACTERS',
  'MAX_100_CHARACTERS',
  'MAX_200_CHARACTERS',
  'MAX_255_CHARACTERS',
  'MAX_5000_CHARACTERS',
  'MAX_1200_DAYS',
  'NAME_EMPTY',
  'CATEGORY_NOT_SELECTED',
  'CUSTOMER_NOT_SELECTED',
  'PERFORMER_NOT_SELECTED',
  'DATE_REQUIRED',
  'DATE_IN_FUTURE',
  'DATE_TOO_EARLY',
  'INSPECTED_SINCE',
  'PAST_SERVICE_LISTED',
  'VALUE_OR_REASON',
  'SERVICE_TYPE_REQUIRED',
  'DEVICE_REQUIRED',
  'DEVICE_GONE',
  'DEVICE_ARCHIVED',
  'INCORRECT_NUMBER',
  'NUMBER_SIGNED',
  'INCORRECT_EMAIL',
  'INCORRECT_WEBSITE',
  'EMAIL_TAKEN',
  'OWN_NUMBER_TAKEN',
  'PASSWORDS_ARE_NOT_THE_SAME',
  'ACCEPT_CONDITIONS',
  'RESERVED_PHRASE',
  'NOT_NEGATIVE',
  'WHOLE_NUMBER',
  'TOO_LARGE',
  'YEAR_OUT_OF_RANGE',
  'TOO_MANY',
  'NO_LINKS_ON_FREE_PLAN',
  'PROTOCOL_TOO_LONG',
  'DEVICES_OF_ONE_CUSTOMER',
  'HAS_PROTOCOLS',
  'SIGNATURE_REQUIRED',
  'SIGNER_NAME_REQUIRED',
  'WITHDRAW_REASON_REQUIRED',
  'ENTER_TEXT',
  'SELECT_LOCATION',
  'ENTER_NAME',
  'SELECT_LOCALIZATION_ON_MAP',
  'DATE_BEFORE_START',
  'ENDS_AS_IT_STARTS',
  'FREQUENCY_NOT_POSITIVE',
  'INCORRECT_QTY',
  'INVALID_DURATION',
  'QTY_MUST_BE_BIGGER_THAN_ZERO',
  'LISTED_TWICE',
  'ONE_CURRENCY',
] as const;

export type FieldCode = (typeof fieldCodes)[number];

/** Maximum text lengths in use; each has its own message. */
export type MaxLength = 20 | 44 | 50 | 100 | 200 | 255 | 5000;

/** Kinds of records that prevent a deletion, in the order in which messages list them. */
export const linkedKinds = [
  'machines',
  'archivedMachines',
  'protocols',
  'pastServices',
  'visits',
  'events',
  'files',
  'nameplates',
  'notes',
  'parts',
] as const;
export type LinkedCounts = Partial<Record<(typeof linkedKinds)[number], number>>;

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  requestId?: string;
  /** The e-mail address concerned, only for its verified owner: a Google account whose user is not active. */
  email?: string;
  fields?: Record<string, FieldCode>;
  /** If a record cannot be deleted: the number of dependent records by kind. */
  linked?: LinkedCounts;
  /** Of a call that was carried out long ago (ALREADY_DONE): the record that it made or changed. */
  recordId?: number;
}

const isFieldCode = (text: string): text is FieldCode => (fieldCodes as readonly string[]).includes(text);

/**
 * Turns a zod error into one code per field, keyed by dotted path (`devices.0.id`).
 * Messages in our schemas already are field codes; others fall back by kind of issue.
 */
export function fieldErrors(error: z.ZodError): Record<string, FieldCode> {
  const fields: Record<string, FieldCode> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = 'UNKNOWN_FIELD';
      continue;
    }
    const path = issue.path.join('.');
    fields[path] ??= isFieldCode(issue.message) ? issue.message : 'INVALID';
  }
  return fields;
}
