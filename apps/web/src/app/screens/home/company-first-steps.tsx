import { Button, Group } from '@mantine/core';
import type { FirstSteps as Facts } from '@servicebook/shared/first-steps';
import type { HomeFigures } from '@servicebook/shared/statistics';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fromSteps } from '../../../components/page-header.tsx';
import { firstStepsQuery, useHideFirstSteps } from '../../../features/first-steps/first-steps.queries.ts';
import { remindersAnchor } from '../../../features/reminder/reminder-section.tsx';
import { errorText } from '../../../lib/error-text.ts';
import { paths, withQuery } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import { FirstSteps, type Step } from './first-steps.tsx';

/** For administrators: the first steps go on after the first protocol, until the list is put away. */
export function CompanyFirstSteps({ figures }: { figures: HomeFigures }) {
  const { data } = useQuery(firstStepsQuery);
  if (!data || data.hidden) return null;
  const steps = companySteps(data);
  return (
    <FirstSteps figures={figures} company={steps}>
      <HideButton done={figures.services.any && steps.every(({ done }) => done)} />
    </FirstSteps>
  );
}

const companySteps = ({ done, categoryId }: Facts): Step[] => {
  const inMyAccount = (tab: 'company' | 'user') => withQuery(paths.myAccount, { tab, ...fromSteps });
  return [
    {
      name: 'employees',
      to: withQuery(paths.userAdd, fromSteps),
      done: done.employees,
      open: true,
    },
    {
      name: 'intervals',
      to: categoryId
        ? withQuery(paths.categoryEdit, { id: categoryId, ...fromSteps })
        : withQuery(paths.categoryAdd, fromSteps),
      done: done.intervals,
      open: true,
    },
    { name: 'companyData', to: inMyAccount('company'), done: done.company, open: true },
    { name: 'logo', to: inMyAccount('company'), done: done.logo, open: true },
    {
      name: 'reminders',
      to: `${inMyAccount('user')}#${remindersAnchor}`,
      done: done.reminders,
      open: true,
    },
  ];
};

/** Puts the list away for the company. */
function HideButton({ done }: { done: boolean }) {
  const { t } = useTranslation('home');
  const hide = useHideFirstSteps();
  return (
    <Group justify="flex-end" mt="md">
      <Button
        variant={done ? 'filled' : 'default'}
        loading={hide.isPending}
        onClick={() =>
          hide.mutate(
            { body: { hidden: true } },
            {
              onSuccess: () => showToast({ message: t('steps.hidden') }),
              onError: (error) => showToast({ tone: 'error', message: errorText(error) }),
            },
          )
        }
      >
        {t(done ? 'steps.finish' : 'steps.notNow')}
      </Button>
    </Group>
  );
}
