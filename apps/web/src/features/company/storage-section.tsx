import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { formatSize } from '@servicebook/i18n/format.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { storageQuery } from './company.queries.ts';

/** Shows how much of the company's storage is used. */
export function StorageSection() {
  const { t } = useTranslation('company');
  const { data, error, refetch } = useQuery(storageQuery);
  const size = (bytes: number) => formatSize(bytes, currentLanguage());
  return (
    <SectionCard title={t('storage.title')} hint={t('storage.hint')}>
      {data ? (
        <>
          <p>{t('storage.use', { used: size(data.used), total: size(data.total) })}</p>
          <Progress
            value={data.total > 0 ? Math.min(100, (data.used / data.total) * 100) : 100}
            color={data.used >= data.total * 0.9 ? 'red.9' : 'blue'}
            aria-label={t('storage.label')}
          />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
    </SectionCard>
  );
}
