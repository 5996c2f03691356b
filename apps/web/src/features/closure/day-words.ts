import { formatLongDay } from '@servicebook/i18n/format.ts';
import { currentLanguage } from '../../lib/i18n.ts';

/** A day as a sentence says it: 30 January 2027. */
export const dayWords = (day: string): string => formatLongDay(day, currentLanguage());
