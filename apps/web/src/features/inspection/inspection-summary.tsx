import { formatDay } from '@servicebook/i18n/format.ts';
import type { InspectionSummary } from '@servicebook/shared/inspection';
import { IconCalendarDue, IconCircleCheck, IconHistory, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import classes from './inspection-tab.module.css';
import { nextInspectionOf, warrantyOf } from './standing.ts';

interface SummaryProps {
  summary: InspectionSummary;
  transferDate: string | null;
}

/** Where the machine stands: its next and last inspection, and its warranty. */
export function Summary({ summary, transferDate }: SummaryProps) {
  const { t } = useTranslation(['inspection', 'device']);
  const day = (date: string) => formatDay(date, currentLanguage());
  const { lastInspection, lastPeriod, lastWarrantyInspectionDone } = summary;
  const next = nextInspectionOf(summary, transferDate);
  const warranty = warrantyOf(summary);
  return (
    <dl className={classes.summary}>
      <Fact term={t('next')} icon={<IconCalendarDue size={20} stroke={1.7} aria-hidden />}>
        {'date' in next ? (
          <>
            <strong className={classes.value}>{day(next.date)}</strong>
            <span className={next.state === 'overdue' ? classes.overdue : classes.note}>
              {next.state === 'today'
                ? t('today')
                : next.state === 'overdue'
                  ? t('overdue', { count: next.days })
                  : t('daysLeft', { count: next.days })}
            </span>
          </>
        ) : (
          <>
            <strong className={classes.value}>{t(next.state)}</strong>
            <span className={classes.note}>{t(`${next.state}Hint`)}</span>
          </>
        )}
      </Fact>
      <Fact term={t('last')} icon={<IconHistory size={20} stroke={1.7} aria-hidden />}>
        <strong className={classes.value}>{lastInspection ? day(lastInspection) : t('none')}</strong>
        {lastInspection && lastPeriod !== null && (
          <span className={classes.note}>
            {t('then', { months: t('device:months', { count: lastPeriod }) })}
          </span>
        )}
      </Fact>
      <Fact term={t('warranty')} icon={<IconShieldCheck size={20} stroke={1.7} aria-hidden />}>
        <strong className={classes.value}>
          {warranty.state === 'running' ? t('daysLeft', { count: warranty.days }) : t('noWarranty')}
        </strong>
        {warranty.state !== 'running' && (
          <span className={classes.note}>
            {t(warranty.state === 'ended' ? 'warrantyEnded' : 'warrantyUnknown')}
          </span>
        )}
        {lastWarrantyInspectionDone && (
          <span className={classes.completed}>
            <IconCircleCheck size={18} aria-hidden />
            {t('lastWarrantyDone')}
          </span>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ term, icon, children }: { term: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>
        {icon}
        {term}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
