import { Button, Group, Stack, Text } from '@mantine/core';
import { isUnderWay } from '@servicebook/shared/export';
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
  const ask = useAccountDataExport();
  const { export: named } = useAddress(ExportAddress).values;

  const ofAccount = exports?.filter(({ kind }) => kind === 'ACCOUNT_DATA') ?? [];
  const made = ofAccount.find(({ id }) => id === named) ?? ofAccount[0];
  const isGone = exports !== undefined && named !== null && made?.id !== named;
  const underWay = ofAccount.some(isUnderWay);
  return (
    <SectionCard title={t('accountData.heading')} hint={t('accountData.hint')}>
      {exports ? (
        <Stack>
          {isGone && !underWay && <Text c="dimmed">{t('accountData.gone')}</Text>}
          {made && <ExportState made={made} />}
          {underWay ? (
            <Text c="dimmed">{t('accountData.leave')}</Text>
          ) : (
            <Group mod="actions">
              <Button
                variant="default"
                loading={ask.isPending}
                leftSection={<IconPackageExport size={18} aria-hidden />}
                onClick={() => ask.mutate()}
              >
                {t(made ? 'accountData.again' : 'accountData.start')}
              </Button>
            </Group>
          )}
          <ErrorNotice error={ask.error} />
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
    </SectionCard>
  );
}
