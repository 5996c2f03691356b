import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import type { NotKept } from './service-draft.ts';

/** Warns that the browser cannot store the draft, or some of its files. */
export function NotKeptNotice({
  notKept,
  className,
}: {
  notKept: NotKept | null;
  className?: string | undefined;
}) {
  const { t } = useTranslation('service');
  if (!notKept) return null;
  const names = notKept.files.join(', ');
  return (
    <ErrorNotice
      className={className}
      error={notKept.text ? t('draft.notKept') : t('draft.filesNotKept', { names })}
    />
  );
}
