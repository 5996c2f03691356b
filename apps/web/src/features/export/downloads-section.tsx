import { Box, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { SectionCard } from '../../components/section-card.tsx';
import { oneId } from '../../lib/address.ts';
import { useAddress } from '../../lib/use-address.ts';
import { exportsQuery } from './export.queries.ts';
import { ExportState } from './export-state.tsx';

const ExportAddress = z.object({ export: oneId });
const titles = {
  SERVICE_PDFS: 'servicePdfs.title',
  SERVICE_BOOKS: 'serviceBooks.title',
  WARRANTY_DOSSIER: 'dossier.title',
} as const;

/** The archives that the user has requested in lists, while there are any. The mail that announces one links here. */
export function DownloadsSection() {
  const { t } = useTranslation('export');
  const { data: exports = [], isSuccess } = useQuery(exportsQuery);
  const { export: asked } = useAddress(ExportAddress).values;
  const archives = exports.filter(({ kind }) => kind !== 'ACCOUNT_DATA');
  const isGone = isSuccess && asked !== null && exports.every(({ id }) => id !== asked);
  if (archives.length === 0 && !isGone) return null;
  return (
    <SectionCard title={t('downloads.heading')} hint={t('downloads.hint')}>
      <Stack>
        {isGone && <Text c="dimmed">{t('accountData.gone')}</Text>}
        {archives.map((made) => (
          <Box key={made.id}>
            <Text fw={600}>{t(titles[made.kind as keyof typeof titles])}</Text>
            {made.deviceId !== null && <Text size="sm">{made.filename}</Text>}
            <ExportState made={made} />
          </Box>
        ))}
      </Stack>
    </SectionCard>
  );
}
