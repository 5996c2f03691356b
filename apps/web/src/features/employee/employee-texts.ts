/** How employees and the ends of their plans read on the screens of the feature. */
import type { Employee } from '@servicebook/shared/employee';
import { formatDay } from '../../components/day-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';

export const fullName = ({ firstName, lastName, email }: Employee): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

/** Swedish writes dates as ISO 8601 does. */
const dayIn = (moment: string, timezone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(new Date(moment));

/** The last day of paid access, as people write it; null on the free plan and where nothing was ever paid. */
export function planEnd({ accountPlan, planExpired }: Employee, timezone: string): string | null {
  if (accountPlan.type === 'FREE' || planExpired === null) return null;
  return formatDay(dayIn(planExpired, timezone), currentLanguage());
}
