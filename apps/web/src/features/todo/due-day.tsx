import { dateIn, daysBetween } from '@servicebook/shared/calendar';
import { useTranslation } from 'react-i18next';
import { DayBadge } from '../../components/day-badge.tsx';
import { formatDay } from '../../components/day-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { useSession } from '../../lib/use-session.ts';

/** By when something is to be done: red when that day has passed, amber when it is here; said in words too. */
export function DueDay({ date, done }: { date: string; done: boolean }) {
  const { t } = useTranslation('todo');
  const { user } = useSession();
  const day = formatDay(date, currentLanguage());
  if (done) return day;
  const days = daysBetween(dateIn(new Date().toISOString(), user?.timezone || 'UTC'), date);
  if (days > 1) return day;
  const words =
    days < 0 ? t('due.overdue', { count: -days }) : days === 0 ? t('due.today') : t('due.tomorrow');
  return (
    <DayBadge day={day} urgency={days < 0 ? 'overdue' : days === 0 ? 'soon' : undefined}>
      {words}
    </DayBadge>
  );
}
