import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
/** How moments read on the screens. */
import { currentLanguage } from './i18n.ts';
import { wallTime } from './wall-clock.ts';

/** `YYYY-MM-DDTHH:mm` as people write it; text that is no date stays as it is. */
export function momentText(wall: string | null): string {
  if (!wall) return '–';
  const [day = '', time = ''] = wall.split('T');
  return joinPresent([formatDay(day, currentLanguage()), time]);
}

/** A moment on the user's clock, as people write it. */
export const momentIn = (moment: string | Date, timezone: string): string =>
  momentText(wallTime(moment, timezone));
