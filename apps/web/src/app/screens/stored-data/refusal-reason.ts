import type { FieldCode } from '@servicebook/shared/error-codes';
import type { TFunction } from 'i18next';
import { ApiError, type ApiErrorCode } from '../../../lib/api-error.ts';
import { errorText, fieldText } from '../../../lib/error-text.ts';
import type { EntryLabel, Refusal } from '../../../offline/outbox/database.ts';

const visitSteps: EntryLabel['kind'][] = ['visitStarted', 'visitDone', 'visitChecked', 'visit'];

/** Why an entry was refused, in words. */
export function reasonOf(t: TFunction<'unsent'>, refused: Refusal, { kind }: EntryLabel): string {
  if (visitSteps.includes(kind) && refused.code === 'VISIT_STATE') return t('visitOver');
  if (visitSteps.includes(kind) && refused.code === 'NOT_FOUND') return t('visitGone');
  if (refused.code === 'FILE_LOST') return t('fileLost');
  if (refused.code === 'CONFLICT') return t('conflict');
  return refused.code === 'SIGNED_MEANWHILE' ? t('signedMeanwhile') : wordsOf(refused);
}

/** The first refused field says more than the refusal. */
function wordsOf({ code, status, message, fields }: Refusal): string {
  const [field] = Object.values(fields);
  const error = new ApiError({
    code: code as ApiErrorCode,
    status,
    message,
    fields: fields as Record<string, FieldCode>,
  });
  return (code === 'VALIDATION_FAILED' && fieldText(field)) || errorText(error);
}
