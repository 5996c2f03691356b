import { Button, Group, Stack, Text } from '@mantine/core';
import { isInProgress } from '@servicebook/shared/export';
import { IconPackageExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { oneId } from '../../lib/address.ts';
import { useAddress } from '../../lib/use-address.ts';
import { exportsQuery, useAccountDataExport } from './export.queries.ts';
import { ExportState } from './export-state.tsx';

const ExportAddress = z.object({ export: oneId });

/** Exports all data of the account. For admins; the mail that announces the archive links here. */
export function DataExportSection() {
  const { t } = useTranslation('export');
  const { data: exports, error, refetch } = useQuery(exportsQuery);
  const startExport = useAccountDataExport();
  const { export: exportId } = useAddress(ExportAddress).values;

  const ofAccount = exports?.filter(({ kind }) => kind === 'ACCOUNT_DATA') ?? [];
  const shownExport = ofAccount.find(({ id }) => id === exportId) ?? ofAccount[0];
  const isGone = exports !== undefined && exportId !== null && shownExport?.id !== exportId;
  const inProgress = ofAccount.some(isInProgress);
  return (
    <SectionCard title={t('accountData.heading')} hint={t('accountData.hint')}>
      {exports ? (
        <Stack>
          {isGone && !inProgress && <Text c="dimmed">{t('accountData.gone')}</Text>}
          {shownExport && <ExportState made={shownExport} />}
          {inProgress ? (
            <Text c="dimmed">{t('accountData.leave')}</Text>
          ) : (
            <Group mod="actions">
              <Button
                variant="default"
                loading={startExport.isPending}
                leftSection={<IconPackageExport size={18} aria-hidden />}
                onClick={() => startExport.mutate()}
              >
                {t(shownExport ? 'accountData.again' : 'accountData.start')}
              </Button>
            </Group>
          )}
          <ErrorNotice error={startExport.error} />
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
    </SectionCard>
  );
}
