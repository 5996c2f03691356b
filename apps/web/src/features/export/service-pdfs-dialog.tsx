import { formatNumber } from '@servicebook/i18n/format.ts';
import { maxServicePdfs } from '@servicebook/shared/export';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { useFoundServicePdfs } from './export.queries.ts';
import type { FoundServices } from './service-pdfs-button.tsx';

/** The documents of the protocols of a search, in one archive. */
export function ServicePdfsDialog({ total, found, onClose }: FoundServices & { onClose: () => void }) {
  const { t } = useTranslation('export');
  const asked = useFoundServicePdfs();
  const number = (value: number) => formatNumber(value, currentLanguage());
  const isTooMany = total > maxServicePdfs;
  return (
    <ArchiveDialog
      kind="SERVICE_PDFS"
      title={t('servicePdfs.heading')}
      hint={
        isTooMany
          ? t('servicePdfs.tooMany', { total: number(total), limit: number(maxServicePdfs) })
          : t('servicePdfs.hint', { count: total })
      }
      leave={t('servicePdfs.leave')}
      onStart={isTooMany ? null : () => asked.mutate(found)}
      asked={asked}
      onClose={onClose}
    />
  );
}
