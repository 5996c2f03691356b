import { formatDay } from '@servicebook/i18n/format.ts';
import type { Absence } from '@servicebook/shared/absence';
import { currentLanguage } from '../../lib/i18n.ts';

/** The days of an absence: `12.10.2026 – 16.10.2026`, or the only one. */
export function daysText({ from, to }: Pick<Absence, 'from' | 'to'>): string {
  const language = currentLanguage();
  const first = formatDay(from, language);
  return from === to ? first : `${first} – ${formatDay(to, language)}`;
}
