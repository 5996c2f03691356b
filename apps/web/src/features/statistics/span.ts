import { addMonths } from '@servicebook/shared/calendar';
import type { DayRange } from '../../components/day-range.tsx';

/** The days the figures are counted between, both included; null: without end. */
export type Span = DayRange;

export const presets = ['THIS_MONTH', 'LAST_MONTH', 'THIS_YEAR', 'LAST_12_MONTHS'] as const;
export type Preset = (typeof presets)[number];

const firstOf = (month: string) => `${month}-01`;
const dayBefore = (day: string) => new Date(Date.parse(day) - 864e5).toISOString().slice(0, 10);

/** Whole calendar months around today. */
export function presetSpan(preset: Preset, today: string): Span {
  const month = firstOf(today.slice(0, 7));
  const starts = {
    THIS_MONTH: [month, 1],
    LAST_MONTH: [addMonths(month, -1), 1],
    THIS_YEAR: [`${today.slice(0, 4)}-01-01`, 12],
    LAST_12_MONTHS: [addMonths(month, -11), 12],
  } as const;
  const [dateFrom, months] = starts[preset];
  return { dateFrom, dateTo: dayBefore(addMonths(dateFrom, months)) };
}

/** Reads the span from the page's address; an address that names none means the last twelve months. */
export function readSpan(query: URLSearchParams, today: string): Span {
  if (!query.has('dateFrom') && !query.has('dateTo')) return presetSpan('LAST_12_MONTHS', today);
  return { dateFrom: query.get('dateFrom') || null, dateTo: query.get('dateTo') || null };
}

/** The address with this span in it; a side without end stays in it, empty. */
export function writeSpan(query: URLSearchParams, { dateFrom, dateTo }: Span): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set('dateFrom', dateFrom ?? '');
  next.set('dateTo', dateTo ?? '');
  next.delete('page');
  return next;
}
