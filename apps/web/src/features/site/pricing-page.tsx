import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { type AccountPlan, type Period, periods, pricingOf, yearlySaving } from '@servicebook/shared/plan';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { plansQuery } from './plan.queries.ts';
import { PlanCard } from './plan-card.tsx';
import classes from './pricing-page.module.css';
import site from './site.module.css';

/** The prices of the product, per month and per year. */
export function PricingPage() {
  const { t, i18n } = useTranslation(['site', 'order']);
  const { data, error, refetch } = useQuery(plansQuery);
  const plans = data?.filter(({ language }) => language === i18n.language);
  const saving = Math.max(0, ...(plans ?? []).map((plan) => yearlySaving(pricingOf(plan))));
  return (
    <div className={`${site.band} ${classes.page}`}>
      <h1 className={site.pageTitle}>{t('pages.pricing.title')}</h1>
      <p className={site.lead}>{t('price.text')}</p>
      {plans ? (
        <Tabs defaultValue="month" variant="pills" className={classes.tabs ?? ''}>
          <Tabs.List aria-label={t('order:pricing.period')} className={classes.periods ?? ''}>
            {periods.map((period) => (
              <Tabs.Tab key={period} value={period}>
                {t(`order:pricing.${period}`)}
                {period === 'year' && saving > 0 && (
                  <span className={classes.saving}>{t('order:pricing.saving', { percent: saving })}</span>
                )}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {periods.map((period) => (
            <Tabs.Panel key={period} value={period}>
              <Plans plans={plans} period={period} />
            </Tabs.Panel>
          ))}
        </Tabs>
      ) : (
        <div className={classes.tabs}>
          {error ? (
            <ErrorState title={t('order:pricing.loadError')} error={error} onRetry={refetch} />
          ) : (
            <LoadingState />
          )}
        </div>
      )}
      <p className={classes.note}>{t('order:pricing.note')}</p>
    </div>
  );
}

function Plans({ plans, period }: { plans: AccountPlan[]; period: Period }) {
  return (
    <ul className={classes.plans}>
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} period={period} />
      ))}
    </ul>
  );
}
