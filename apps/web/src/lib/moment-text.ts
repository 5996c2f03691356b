/** How moments read on the screens. */
import { formatDay } from './day-text.ts';
import { currentLanguage } from './i18n.ts';
import { wallTime } from './wall-clock.ts';

/** `YYYY-MM-DDTHH:mm` as people write it; text that is no date stays as it is. */
export function momentText(wall: string | null): string {
  if (!wall) return '–';
  const [day = '', time = ''] = wall.split('T');
  return [formatDay(day, currentLanguage()), time].filter(Boolean).join(', ');
}

/** A moment on the user's clock, as people write it. */
export const momentIn = (moment: string | Date, timezone: string): string =>
  momentText(wallTime(moment, timezone));
