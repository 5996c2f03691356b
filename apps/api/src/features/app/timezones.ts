/** The timezones offered for choosing. */
import { knownTimezones, timezoneName } from '@servicebook/i18n/intl.ts';
import type { Language } from '@servicebook/shared/primitives';

const names = ['UTC', ...knownTimezones().filter((name) => name !== 'UTC')];
/** Offsets change on the hour; until then a language's list is the same for everybody. */
const lists = new Map<Language, { hour: number; labels: Record<string, string> }>();

/**
 * Timezones by IANA name, each with place, offset and the zone's name in the language, sorted by offset:
 * `(UTC+01:00) Europe/Warsaw, Central European Time`.
 */
export function listTimezones(language: Language, now: Date): Record<string, string> {
  const hour = Math.floor(now.getTime() / 3_600_000);
  const cached = lists.get(language);
  if (cached?.hour === hour) return cached.labels;
  const zones = names.map((name) => {
    const offset = timezoneName(name, 'en', 'longOffset', now).replace('GMT', '') || '+00:00';
    const zoneName = timezoneName(name, language, 'longGeneric', now);
    const place = name.replaceAll('_', ' ');
    const label = `(UTC${offset}) ${place}${/\d/.test(zoneName) || zoneName === place ? '' : `, ${zoneName}`}`;
    return { name, label, minutes: minutesOf(offset) };
  });
  zones.sort((one, other) => one.minutes - other.minutes || (one.name < other.name ? -1 : 1));
  const labels = Object.fromEntries(zones.map(({ name, label }) => [name, label]));
  lists.set(language, { hour, labels });
  return labels;
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d+):(\d+)/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
