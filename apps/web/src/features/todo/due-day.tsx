import { formatDay } from '@servicebook/i18n/format.ts';
import { daysBetween } from '@servicebook/shared/calendar';
import { useTranslation } from 'react-i18next';
import { DayBadge } from '../../components/day-badge.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { useToday } from '../../lib/use-today.ts';

/** A due date: red if it has passed, amber if it is today; also expressed in words. */
export function DueDay({ date, done }: { date: string; done: boolean }) {
  const { t } = useTranslation('todo');
  const today = useToday();
  const day = formatDay(date, currentLanguage());
  if (done) return day;
  const days = daysBetween(today, date);
  if (days > 1) return day;
  const words =
    days < 0 ? t('due.overdue', { count: -days }) : days === 0 ? t('due.today') : t('due.tomorrow');
  return (
    <DayBadge day={day} urgency={days < 0 ? 'overdue' : days === 0 ? 'soon' : undefined}>
      {words}
    </DayBadge>
  );
}
