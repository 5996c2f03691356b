import { Button, Modal } from '@mantine/core';
import { formatNumber } from '@servicebook/i18n/format.ts';
import { isUnderWay, mostServicePdfs } from '@servicebook/shared/export';
import { IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { exportsQuery, useFoundServicePdfs } from './export.queries.ts';
import { ExportState } from './export-state.tsx';
import type { FoundServices } from './service-pdfs-button.tsx';
import classes from './service-pdfs-dialog.module.css';

const shownBefore = 2;

/** Has the archive made, shows how far it is and gives it out; also those made before, for as long as they last. */
export function ServicePdfsDialog({ total, found, onClose }: FoundServices & { onClose: () => void }) {
  const { t } = useTranslation(['export', 'common']);
  const { data: exports = [], error } = useQuery(exportsQuery);
  const ask = useFoundServicePdfs();
  const archives = exports.filter(({ kind }) => kind === 'SERVICE_PDFS');
  const asked = archives.find(({ id }) => id === ask.data?.id);
  const before = archives.filter(({ id }) => id !== asked?.id).slice(0, shownBefore);
  const number = (value: number) => formatNumber(value, currentLanguage());
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('servicePdfs.heading')}
      size="32rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.content}>
        {asked ? (
          <>
            <ExportState made={asked} />
            {isUnderWay(asked) && <p className={classes.quiet}>{t('servicePdfs.leave')}</p>}
          </>
        ) : total > mostServicePdfs ? (
          <p className={classes.text}>
            {t('servicePdfs.tooMany', { total: number(total), limit: number(mostServicePdfs) })}
          </p>
        ) : (
          <>
            <p className={classes.text}>{t('servicePdfs.hint', { count: total })}</p>
            <Button
              className={classes.start ?? ''}
              loading={ask.isPending}
              leftSection={<IconFileZip size={18} aria-hidden />}
              onClick={() => ask.mutate(found)}
            >
              {t('servicePdfs.start')}
            </Button>
          </>
        )}
        <ErrorNotice error={ask.error ?? error} />
        {before.length > 0 && (
          <section className={classes.before}>
            <h3 className={classes.heading}>{t('servicePdfs.earlier')}</h3>
            {before.map((made) => (
              <ExportState key={made.id} made={made} />
            ))}
          </section>
        )}
      </div>
    </Modal>
  );
}
