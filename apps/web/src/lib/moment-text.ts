import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
/** Formats moments for screens. */
import { currentLanguage } from './i18n.ts';
import { wallTime } from './wall-clock.ts';

/** Formats `YYYY-MM-DDTHH:mm`; text that is not a date is returned unchanged. */
export function momentText(wall: string | null): string {
  if (!wall) return '–';
  const [day = '', time = ''] = wall.split('T');
  return joinPresent([formatDay(day, currentLanguage()), time]);
}

/** Formats the day of a moment in a timezone. */
export const dayIn = (moment: string | Date, timezone: string): string =>
  formatDay(wallTime(moment, timezone).slice(0, 10), currentLanguage());

/** Formats a moment in the user's timezone. */
export const momentIn = (moment: string | Date, timezone: string): string =>
  momentText(wallTime(moment, timezone));
