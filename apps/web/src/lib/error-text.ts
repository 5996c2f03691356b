import type { Resources } from '@servicebook/i18n/resources.ts';
import { type FieldCode, fieldCodes } from '@servicebook/shared/error-codes';
import { ApiError, type ApiErrorCode, isStorageFull } from './api-error.ts';
import { i18n } from './i18n.ts';

const isFieldCode = (code: string): code is FieldCode => (fieldCodes as readonly string[]).includes(code);

/** Errors that name records. */
const namingCodes = new Set<ApiErrorCode>(['CATEGORY_IN_USE', 'CUSTOMER_IN_USE', 'DEVICE_IN_USE']);

/** The others have no text here: the server words them (`refusal.json`). */
const isWorded = (code: ApiErrorCode): code is keyof Resources['errors'] & ApiErrorCode =>
  i18n.exists(code, { ns: 'errors' });

/** The text of a failure in the language of the screen. */
export function errorText(error: unknown): string {
  if (isStorageFull(error)) return i18n.t('PHONE_FULL', { ns: 'errors' });
  if (!(error instanceof ApiError)) return i18n.t('INTERNAL', { ns: 'errors' });
  const { code, status, message } = error;
  // Only the server knows the limit, or the records concerned; its message is in the caller's language.
  const needsServerText = status === 413 || namingCodes.has(code) || !isWorded(code);
  if (needsServerText && message !== code) return message;
  return i18n.t(isWorded(code) ? code : 'INTERNAL', { ns: 'errors', limit: '' });
}

/** The error text of a field; also for codes of whole requests (CUSTOMER_EXISTS). */
export function fieldText(code: string | undefined): string | undefined {
  if (!code) return undefined;
  if (isFieldCode(code)) return i18n.t(`fields.${code}`, { ns: 'errors' });
  return isWorded(code as ApiErrorCode)
    ? i18n.t(code as keyof Resources['errors'] & ApiErrorCode, { ns: 'errors', limit: '' })
    : i18n.t('fields.INVALID', { ns: 'errors' });
}
