import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import type { StatisticsOverview } from '@servicebook/shared/statistics';
import { useTranslation } from 'react-i18next';
import classes from './service-events.module.css';
import { useFigures } from './use-figures.ts';

/** The totals, as tiles. */
export function Totals({ totals }: { totals: StatisticsOverview['totals'] | undefined }) {
  const { t } = useTranslation('statistics');
  const { whole, mean, share } = useFigures();
  const shown = totals && {
    all: [whole(totals.all)],
    signed: [whole(totals.signed), share(totals.signed, totals.all)],
    unsigned: [whole(totals.all - totals.signed), share(totals.all - totals.signed, totals.all)],
    customers: [whole(totals.customers)],
    machines: [whole(totals.machines)],
    repairs: [whole(totals.repairs)],
    daysBetweenRepairs: [mean(totals.daysBetweenRepairs)],
  };
  const names = [
    'all',
    'signed',
    'unsigned',
    'customers',
    'machines',
    'repairs',
    'daysBetweenRepairs',
  ] as const;
  return (
    <section aria-label={t('totals.label')}>
      <dl className={classes.totals}>
        {names.map((name) => (
          <div key={name} className={classes.total} data-total={name}>
            <dt>{t(`totals.${name}`)}</dt>
            <dd>
              {shown ? (
                <>
                  {shown[name][0]}
                  {shown[name][1] && <small>{shown[name][1]}</small>}
                </>
              ) : (
                <Skeleton height="1em" width="3rem" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
