/** When a reminder is due, by its reader's clock. */
import { dateIn, hourIn, weekdayIn } from '@servicebook/shared/calendar';
import type { ReminderKind } from '@servicebook/shared/reminder';

const firstHour = 7;
const monday = 1;

/**
 * The day for which a reminder is due at this moment, or null. It stays due to the end of its day, so that a server
 * which comes late still sends it; never on another day.
 * @param timezone the reader's.
 */
export function dueOccasion(kind: ReminderKind, now: Date, timezone: string): string | null {
  const moment = now.toISOString();
  if (hourIn(moment, timezone) < firstHour) return null;
  if (kind === 'WEEKLY_DIGEST' && weekdayIn(moment, timezone) !== monday) return null;
  return dateIn(moment, timezone);
}
