import { Button } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { ownTimezone } from '@servicebook/i18n/intl.ts';
import { dateIn } from '@servicebook/shared/calendar';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { homeQuery } from '../../../features/statistics/statistics.queries.ts';
import { myDaysQuery } from '../../../features/visit/visit.queries.ts';
import { currentLanguage } from '../../../lib/i18n.ts';
import { presentTime } from '../../../lib/server-time.ts';
import { useSession } from '../../../lib/use-session.ts';
import { FirstSteps } from './first-steps.tsx';
import classes from './home-page.module.css';
import { InspectionWork } from './inspection-work.tsx';
import { MachineWork } from './machine-work.tsx';
import { ProtocolWork } from './protocol-work.tsx';
import { RegisterTiles } from './register-tiles.tsx';
import { TodoWork } from './todo-work.tsx';
import { VisitsWaiting, VisitWork } from './visit-work.tsx';

const CompanyFirstSteps = lazy(async () => ({
  default: (await import('./company-first-steps.tsx')).CompanyFirstSteps,
}));

/** Everybody's start page: pending work first, then links to all lists. */
export function HomePage() {
  const { t } = useTranslation('home');
  const { user, isAdmin, may } = useSession();
  const { data, error, isFetching, refetch } = useQuery(homeQuery);
  const visits = useQuery(myDaysQuery);
  // How many there are moves everything below them. Without an answer, it is better to begin with the rest.
  const waits = visits.isPending && visits.fetchStatus === 'fetching' && visits.failureCount === 0;
  const figures = { figures: data, failed: error !== null && !data };
  const isNew = data && !data.services.any && data.machines.length === 0 && data.todos.all === 0;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('greeting', { name: user?.firstName ?? '' })}</h1>
      {figures.failed && (
        <div className={classes.failed} role="status">
          {t('failed')}
          <Button variant="default" size="xs" loading={isFetching} onClick={() => refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {data && <DayOfFigures day={data.todos.dueUntil} />}
      {waits ? <VisitsWaiting /> : <VisitWork />}
      <div hidden={waits} data-below-visits>
        {data &&
          (may('account.manage') ? (
            <Suspense>
              <CompanyFirstSteps figures={data} />
            </Suspense>
          ) : (
            !data.services.any && <FirstSteps figures={data} />
          ))}
        {!isNew && (
          <section className={classes.work} aria-label={t('work')}>
            {/* Inspections come first for the office, which plans ahead, and last for technicians. */}
            {isAdmin && <InspectionWork {...figures} />}
            <TodoWork {...figures} />
            <ProtocolWork {...figures} />
            <MachineWork {...figures} />
            {!isAdmin && <InspectionWork {...figures} />}
          </section>
        )}
        <nav aria-label={t('registers')}>
          <RegisterTiles {...figures} machines={isNew ?? false} />
        </nav>
      </div>
    </div>
  );
}

/** Without a network, the figures of a company that is too large for this phone are those of the last refresh. */
function DayOfFigures({ day }: { day: string }) {
  const { t } = useTranslation('home');
  // As the server was asked for them.
  const today = dateIn(presentTime().toISOString(), ownTimezone());
  if (day >= today) return null;
  return (
    <p className={classes.failed} role="status">
      {t('figuresOf', { day: formatDay(day, currentLanguage()) })}
    </p>
  );
}
