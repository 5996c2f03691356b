import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import type { NotKept } from './service-draft.ts';

/** Warns that the browser cannot store the draft, or some of its files, and says what helps if it is full. */
export function NotKeptNotice({
  notKept,
  className,
}: {
  notKept: NotKept | null;
  className?: string | undefined;
}) {
  const { t } = useTranslation('service');
  if (!notKept) return null;
  const { text, full } = notKept;
  const names = notKept.files.join(', ');
  return (
    <ErrorNotice
      className={className}
      error={
        text
          ? t(full ? 'draft.full' : 'draft.notKept')
          : t(full ? 'draft.filesFull' : 'draft.filesNotKept', { names })
      }
    />
  );
}
