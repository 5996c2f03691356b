import { Button, Divider, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { formatNumber } from '@servicebook/i18n/format.ts';
import { isInProgress, maxServicePdfs } from '@servicebook/shared/export';
import { IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { exportsQuery, useFoundServicePdfs } from './export.queries.ts';
import { ExportState } from './export-state.tsx';
import type { FoundServices } from './service-pdfs-button.tsx';

const maxEarlier = 2;

/** Requests the archive, shows its progress and offers the download. Also lists earlier archives until they expire. */
export function ServicePdfsDialog({ total, found, onClose }: FoundServices & { onClose: () => void }) {
  const { t } = useTranslation(['export', 'common']);
  const { data: exports = [], error } = useQuery(exportsQuery);
  const startExport = useFoundServicePdfs();
  const archives = exports.filter(({ kind }) => kind === 'SERVICE_PDFS');
  const currentExport = archives.find(({ id }) => id === startExport.data?.id);
  const before = archives.filter(({ id }) => id !== currentExport?.id).slice(0, maxEarlier);
  const number = (value: number) => formatNumber(value, currentLanguage());
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('servicePdfs.heading')}
      size="32rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        {currentExport ? (
          <>
            <ExportState made={currentExport} />
            {isInProgress(currentExport) && <Text c="dimmed">{t('servicePdfs.leave')}</Text>}
          </>
        ) : total > maxServicePdfs ? (
          <Text>{t('servicePdfs.tooMany', { total: number(total), limit: number(maxServicePdfs) })}</Text>
        ) : (
          <>
            <Text>{t('servicePdfs.hint', { count: total })}</Text>
            <Group mod="actions">
              <Button
                loading={startExport.isPending}
                leftSection={<IconFileZip size={18} aria-hidden />}
                onClick={() => startExport.mutate(found)}
              >
                {t('servicePdfs.start')}
              </Button>
            </Group>
          </>
        )}
        <ErrorNotice error={startExport.error ?? error} />
        {before.length > 0 && (
          <section>
            <Divider mb="md" />
            <Stack>
              <Title order={3} size="h4">
                {t('servicePdfs.earlier')}
              </Title>
              {before.map((made) => (
                <ExportState key={made.id} made={made} />
              ))}
            </Stack>
          </section>
        )}
      </Stack>
    </Modal>
  );
}
