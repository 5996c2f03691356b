import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { paths } from '../../lib/paths.ts';
import { firstStepsQuery, useHideFirstSteps } from './first-steps.queries.ts';

/** Brings back the list of first steps after it was put away. */
export function FirstStepsSection() {
  const { t } = useTranslation('my-account');
  const navigate = useNavigate();
  const { data } = useQuery(firstStepsQuery);
  const show = useHideFirstSteps();
  const open = () => {
    if (data?.hidden) show.mutate({ body: { hidden: false } }, { onSuccess: () => navigate(paths.home) });
    else navigate(paths.home);
  };
  return (
    <SectionCard title={t('firstSteps.title')} hint={t('firstSteps.hint')}>
      {data && !data.hidden && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('firstSteps.shown')}
        </Text>
      )}
      <Button variant="default" disabled={!data} loading={show.isPending} onClick={open}>
        {t('firstSteps.show')}
      </Button>
      <ErrorNotice error={show.error} mt="sm" />
    </SectionCard>
  );
}
