import { addDays, addMonths } from '@servicebook/shared/calendar';
import { z } from 'zod';
import type { DayRange } from '../../components/day-range.tsx';

/** The range of days, inclusive; null: open-ended. */
export type Span = DayRange;

export const presets = ['THIS_MONTH', 'LAST_MONTH', 'THIS_YEAR', 'LAST_12_MONTHS'] as const;
export type Preset = (typeof presets)[number];

const firstOf = (month: string) => `${month}-01`;

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
  return { dateFrom, dateTo: addDays(addMonths(dateFrom, months), -1) };
}

/** The range in the page's address. An open end is written as empty text. */
export const SpanAddress = z.object({
  dateFrom: z.string().max(40).optional(),
  dateTo: z.string().max(40).optional(),
});

/** The range from an address; by default the last twelve months. */
export function spanOf({ dateFrom, dateTo }: z.output<typeof SpanAddress>, today: string): Span {
  if (dateFrom === undefined && dateTo === undefined) return presetSpan('LAST_12_MONTHS', today);
  return { dateFrom: dateFrom || null, dateTo: dateTo || null };
}
