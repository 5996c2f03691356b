import { formatDay } from '@servicebook/i18n/format.ts';
import { soonDays } from '@servicebook/shared/inspection-overview';
import { useTranslation } from 'react-i18next';
import { DayBadge } from '../../components/day-badge.tsx';
import type { Urgency } from '../../components/map.tsx';
import { currentLanguage } from '../../lib/i18n.ts';

export const urgencyOf = (days: number | null): Urgency | undefined =>
  days === null ? undefined : days < 0 ? 'overdue' : days <= soonDays ? 'soon' : undefined;

/** The distance of an inspection in words. */
export function useDaysText() {
  const { t } = useTranslation('inspection-overview');
  return (days: number) =>
    days < 0 ? t('overdue', { count: -days }) : days === 0 ? t('today') : t('days', { count: days });
}

interface Props {
  nextInspection: string | null;
  daysToNextInspection: number | null;
  /** Nothing is due before a machine is handed over. */
  handedOver: boolean;
}

/** The day of the next inspection and its distance; red if it has passed. */
export function NextInspection({ nextInspection, daysToNextInspection: days, handedOver }: Props) {
  const { t } = useTranslation('inspection-overview');
  const daysText = useDaysText();
  if (nextInspection === null || days === null) return t(handedOver ? 'none' : 'notHandedOver');
  return (
    <DayBadge day={formatDay(nextInspection, currentLanguage())} urgency={urgencyOf(days)}>
      {daysText(days)}
    </DayBadge>
  );
}
