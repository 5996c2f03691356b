import { formatWeekday } from '@servicebook/i18n/format.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import type { Visit } from '@servicebook/shared/visit';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';

/** Names a technician, and says so of one who left. Its texts: `visit`. */
export function useTechnicianText() {
  const { t } = useTranslation('visit');
  return (person: Visit['technicians'][number]): string =>
    person.active ? nameOf(person) : t('inactive', { name: nameOf(person) });
}

/** The time window: `8:00–10:00`, or `8:00` alone; empty if there is none. */
export const windowText = ({ from, to }: Pick<Visit, 'from' | 'to'>): string =>
  [from, to].filter(Boolean).join('–');

/** Day and time window in one line; null if there is no day. */
export function whenText({ day, ...window }: Pick<Visit, 'day' | 'from' | 'to'>): string | null {
  if (!day) return null;
  return [formatWeekday(day, currentLanguage()), windowText(window)].filter(Boolean).join(', ');
}
