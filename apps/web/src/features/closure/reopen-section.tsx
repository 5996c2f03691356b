import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { showToast } from '../../lib/toast.ts';
import { useReopen } from './closure.queries.ts';

/** Opens a closed account again. The guards then show its screens. */
export function ReopenSection() {
  const { t } = useTranslation('closure');
  const reopen = useReopen();
  return (
    <SectionCard title={t('closed.reopenTitle')} hint={t('closed.reopenHint')}>
      <Button
        variant="default"
        loading={reopen.isPending}
        onClick={() =>
          reopen.mutate(undefined, { onSuccess: () => showToast({ message: t('closed.reopened') }) })
        }
      >
        {t('closed.reopen')}
      </Button>
      <ErrorNotice error={reopen.error} mt="sm" />
    </SectionCard>
  );
}
