import { addDays } from '@servicebook/shared/calendar';
import type { BoardRange } from './planning-address.ts';

/** Monday 0 to Sunday 6. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

export const isWeekend = (day: string): boolean => weekdayOf(day) > 4;

const lengths: Record<BoardRange, number> = { day: 1, week: 7, weeks: 14 };

/** The days of a range that contains a day. Weeks start on Monday. */
export function daysOf(range: BoardRange, day: string): string[] {
  const first = range === 'day' ? day : addDays(day, -weekdayOf(day));
  return Array.from({ length: lengths[range] }, (_, index) => addDays(first, index));
}

/** The same weekday, one range earlier or later. */
export const turned = (range: BoardRange, day: string, by: 1 | -1): string =>
  addDays(day, by * lengths[range]);
