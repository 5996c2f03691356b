import { useTranslation } from 'react-i18next';
import { ArchiveDialog } from './archive-dialog.tsx';
import { useServiceBooksArchive } from './export.queries.ts';

/** The service books of the chosen machines, in one archive. */
export function ServiceBooksDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const { t } = useTranslation('export');
  const asked = useServiceBooksArchive();
  return (
    <ArchiveDialog
      kind="SERVICE_BOOKS"
      title={t('serviceBooks.title')}
      hint={t('serviceBooks.hint', { count: ids.length })}
      leave={t('serviceBooks.leave')}
      onStart={() => asked.mutate(ids)}
      asked={asked}
      onClose={onClose}
    />
  );
}
