import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { homeQuery } from '../../../features/statistics/statistics.queries.ts';
import { useSession } from '../../../lib/use-session.ts';
import { FirstSteps } from './first-steps.tsx';
import classes from './home-page.module.css';
import { MachineCard } from './machine-card.tsx';
import { RegisterCards } from './register-cards.tsx';
import { WorkCards } from './work-cards.tsx';

/** Where everybody starts: first what waits for them, then every register. */
export function HomePage() {
  const { t } = useTranslation('home');
  const { user } = useSession();
  const { data, error, isFetching, refetch } = useQuery(homeQuery);
  const figures = { figures: data, failed: error !== null && !data };
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('greeting', { name: user?.firstName ?? '' })}</h1>
        <p className={classes.question}>{t('question')}</p>
      </header>
      {figures.failed && (
        <div className={classes.failed} role="status">
          {t('failed')}
          <Button variant="default" size="xs" loading={isFetching} onClick={() => refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {data && !data.services.any && <FirstSteps figures={data} />}
      <section aria-label={t('work')}>
        <WorkCards {...figures} />
      </section>
      <section aria-label={t('registers')}>
        <ul className={classes.cards}>
          <MachineCard {...figures} />
          <RegisterCards {...figures} />
        </ul>
      </section>
    </div>
  );
}
