import { dateFormat } from '@servicebook/i18n/intl.ts';

/**
 * Between moments and what the clock on the wall shows in a timezone. The browser's own tables do it: a whole
 * calendar library would weigh more than the form that needs it.
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
    // A zone this browser does not know, or none.
    return dateFormat('en', { ...options, timeZone: 'UTC' });
  }
}

/** A moment as `YYYY-MM-DDTHH:mm` in the timezone; an unknown timezone is taken as UTC. */
export function wallTime(moment: Date | string, timezone: string): string {
  const parts = formatOf(timezone).formatToParts(new Date(moment));
  const part = (type: keyof typeof options) =>
    parts.find((each) => each.type === type)?.value.padStart(2, '0');
  return `${part('year')?.padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** How far the wall is ahead of UTC around a moment, in milliseconds. */
function offsetAt(moment: number, timezone: string): number {
  return Date.parse(`${wallTime(new Date(moment), timezone)}Z`) - Math.floor(moment / minute) * minute;
}

/**
 * The moment, as ISO 8601 in UTC, when the wall shows `YYYY-MM-DDTHH:mm`; null when that is no date and time. Of an
 * hour that comes twice it is the first; within one that is skipped it is as much later as the clock jumped.
 */
export function momentOf(wall: string, timezone: string): string | null {
  const asIfUtc = Date.parse(`${wall}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall) || Number.isNaN(asIfUtc)) return null;
  // 31 February would pass the parser of some browsers as 3 March.
  if (new Date(asIfUtc).toISOString().slice(0, 16) !== wall) return null;
  const [before = asIfUtc, after = asIfUtc] = [asIfUtc - day, asIfUtc + day].map(
    (near) => asIfUtc - offsetAt(near, timezone),
  );
  const shows = (moment: number) => wallTime(new Date(moment), timezone) === wall;
  const moment = shows(before) || !shows(after) ? before : after;
  return new Date(moment).toISOString();
}
