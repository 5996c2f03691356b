import { dateFormat } from '@servicebook/i18n/intl.ts';

/**
 * Converts between instants and local time in a timezone. It uses the browser's timezone data, because a calendar
 * library would be larger than the form that needs it.
 */
const minute = 60_000;
const day = 24 * 60 * minute;

const options = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

function formatOf(timeZone: string) {
  try {
    return dateFormat('en', { ...options, timeZone });
  } catch {
    // A timezone this browser does not know, or none.
    return dateFormat('en', { ...options, timeZone: 'UTC' });
  }
}

/** An instant as `YYYY-MM-DDTHH:mm` in the timezone; an unknown timezone counts as UTC. */
export function wallTime(moment: Date | string, timezone: string): string {
  const parts = formatOf(timezone).formatToParts(new Date(moment));
  const part = (type: keyof typeof options) =>
    parts.find((each) => each.type === type)?.value.padStart(2, '0');
  return `${part('year')?.padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** The offset of the timezone from UTC around an instant, in milliseconds. */
function offsetAt(moment: number, timezone: string): number {
  return Date.parse(`${wallTime(new Date(moment), timezone)}Z`) - Math.floor(moment / minute) * minute;
}

/**
 * The instant, as ISO 8601 in UTC, of the local time `YYYY-MM-DDTHH:mm`; null if it is not a valid date and time. A
 * repeated time counts as its first occurrence; a skipped time is moved forward by the length of the gap.
 */
export function momentOf(wall: string, timezone: string): string | null {
  const asIfUtc = Date.parse(`${wall}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall) || Number.isNaN(asIfUtc)) return null;
  // Some browsers would parse 31 February as 3 March.
  if (new Date(asIfUtc).toISOString().slice(0, 16) !== wall) return null;
  const [before = asIfUtc, after = asIfUtc] = [asIfUtc - day, asIfUtc + day].map(
    (near) => asIfUtc - offsetAt(near, timezone),
  );
  const shows = (moment: number) => wallTime(new Date(moment), timezone) === wall;
  const moment = shows(before) || !shows(after) ? before : after;
  return new Date(moment).toISOString();
}
