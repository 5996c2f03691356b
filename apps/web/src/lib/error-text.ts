import { type FieldCode, fieldCodes } from '@servicebook/shared/error-codes';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { i18n } from './i18n.ts';

const isFieldCode = (code: string): code is FieldCode => (fieldCodes as readonly string[]).includes(code);

/** Errors that name records. */
const namingCodes = new Set<ApiErrorCode>([
  'CATEGORY_IN_USE',
  'CUSTOMER_IN_USE',
  'DEVICE_IN_USE',
  'BIN_PARENT_DELETED',
  'BIN_NAME_TAKEN',
  'ALREADY_INVOICED',
  'NOT_BILLABLE',
  'AMOUNT_CHANGED',
  'INVOICE_OF_SEVERAL_CUSTOMERS',
]);

/** The text of a failure in the language of the screen. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18n.t('INTERNAL', { ns: 'errors' });
  // Only the server knows the limit, or the records concerned; its message is in the caller's language.
  const needsServerText = error.status === 413 || namingCodes.has(error.code);
  if (needsServerText && error.message !== error.code) return error.message;
  return i18n.t(error.code, { ns: 'errors', limit: '' });
}

/** The error text of a field; also for codes of whole requests (CUSTOMER_EXISTS). */
export function fieldText(code: string | undefined): string | undefined {
  if (!code) return undefined;
  if (isFieldCode(code)) return i18n.t(`fields.${code}`, { ns: 'errors' });
  return i18n.exists(code, { ns: 'errors' })
    ? i18n.t(code as ApiErrorCode, { ns: 'errors', limit: '' })
    : i18n.t('fields.INVALID', { ns: 'errors' });
}
