/** Calendar arithmetic, the same on both sides. Dates are `YYYY-MM-DD`, instants ISO 8601. */
import { Temporal } from 'temporal-polyfill';

/** The calendar date of an instant in a timezone. @throws RangeError for an unknown timezone. */
export const dateIn = (instant: string, timezone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate().toString();

/** Local date and time in a timezone at an instant, `YYYY-MM-DDTHH:mm:ss`. @throws RangeError for an unknown timezone. */
export const clockIn = (instant: string, timezone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });

/**
 * The instant of a date and time text. If it has an offset, the offset counts; otherwise the text is local time in the
 * timezone. A time that is skipped when summer time begins counts as an hour later; a repeated time counts as its first
 * occurrence.
 * @throws RangeError for an unknown timezone or a text that is not a date and time
 */
export const instantIn = (text: string, timezone: string): string =>
  /(Z|[+-]\d\d:?\d\d)$/i.test(text)
    ? Temporal.Instant.from(text).toString()
    : Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).toInstant().toString();

/** Year and month (1 to 12) of an instant in a timezone. @throws RangeError for an unknown timezone. */
export function monthIn(instant: string, timezone: string): { year: number; month: number } {
  const { year, month } = Temporal.Instant.from(instant).toZonedDateTimeISO(timezone);
  return { year, month };
}

/** The local hour, 0 to 23, of an instant in a timezone. @throws RangeError for an unknown timezone. */
export const hourIn = (instant: string, timezone: string): number =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).hour;

/** The day of the week, Monday 1 to Sunday 7, of an instant in a timezone. @throws RangeError for an unknown timezone. */
export const weekdayIn = (instant: string, timezone: string): number =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).dayOfWeek;

/** The number of the week, Monday to Sunday, that contains a date (ISO 8601). */
export const weekOf = (date: string): number => Temporal.PlainDate.from(date).weekOfYear ?? 0;

/** Adds calendar days; the number may be negative. */
export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString();

/** Adds calendar months; a day that the month does not have becomes its last day (31 January + 1 month = 28 or 29 February). */
export const addMonths = (date: string, months: number): string =>
  Temporal.PlainDate.from(date).add({ months }, { overflow: 'constrain' }).toString();

/** Whole days from one date to another; negative when the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days;

/**
 * The instant a calendar day begins in a timezone. This is not midnight where clocks change at midnight.
 * @param plusDays moves the day forward.
 */
export const startOfDay = (date: string, timezone: string, plusDays = 0): string =>
  Temporal.PlainDate.from(date).add({ days: plusDays }).toZonedDateTime(timezone).toInstant().toString();

/** The days from Monday to Friday between two dates, both included. Public holidays are not known. */
export function workingDays(from: string, to: string): string[] {
  const days: string[] = [];
  const last = Temporal.PlainDate.from(to);
  for (
    let day = Temporal.PlainDate.from(from);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  )
    if (day.dayOfWeek <= 5) days.push(day.toString());
  return days;
}
