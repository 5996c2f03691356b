import type { BoxProps } from '@mantine/core';
import type { ErrorCode } from '@servicebook/shared/error-codes';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { i18n } from '../../lib/i18n.ts';

/** Reasons for which the server gave a check, a run or an undo up. Nobody waited for an answer, so it has no text of its own. */
const failures = [
  'INTERNAL',
  'NOT_FOUND',
  'RECORD_CHANGED',
  'TOO_MUCH_WORK',
  'WORK_INTERRUPTED',
  'STORAGE_FULL',
] as const;

interface FailureNoticeProps extends Pick<BoxProps, 'mb'> {
  title: string;
  code: ErrorCode;
}

/** Why the work on an import ended. */
export function FailureNotice({ title, code, ...margins }: FailureNoticeProps) {
  const { t } = useTranslation('import');
  const known = failures.find((each) => each === code);
  // Of the others, those that screens word too.
  const other = i18n.exists(code, { ns: 'errors' }) ? errorText(new ApiError({ status: 0, code })) : null;
  return (
    <ErrorNotice
      title={title}
      error={known ? t(`screen.failures.${known}`) : (other ?? t('screen.failures.INTERNAL'))}
      {...margins}
    />
  );
}
