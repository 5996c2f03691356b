/** Writes a calendar as programs read it (iCalendar, RFC 5545). Its entries are whole days, or have a time. */
import { addDays } from '@servicebook/shared/calendar';
import ical, { ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator';

export interface CalendarEntry {
  /** The same for the same thing forever, so that it moves in the calendar instead of appearing twice. */
  uid: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** The moments it starts and ends; otherwise it is the whole day. */
  time?: { start: string; end: string } | null;
  title: string;
  description: string;
  url: string;
  /** In one line; empty: nowhere in particular. */
  place?: string;
  geo?: { lat: number; lon: number } | null;
  /** The last change of its content. The answer is the same until then, so that unchanged calendars answer 304. */
  changedAt: Date;
  /** A cancelled entry stays in the file, so that programs take it away or strike it out. */
  status?: 'CONFIRMED' | 'CANCELLED';
}

/** Programs may ask as often as this; most ask more rarely by themselves. */
const readAgainAfter = 3600;

/** Later changes count higher, as the standard asks; seconds since 2020, because it must fit into 32 bits. */
const sequenceOf = (changedAt: Date): number =>
  Math.max(0, Math.floor((changedAt.getTime() - Date.UTC(2020, 0, 1)) / 1000));

/**
 * A day begins at 00:00 UTC here, and the calendar itself has no timezone: the library then writes the day as it is, in
 * whatever timezone the server runs.
 */
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The library escapes everything but this, and a company may be called "Stone; Sons, Ltd". */
const escaped = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').replace(/[\\;,]/g, '\\$&');

export function writeCalendar(name: string, entries: readonly CalendarEntry[]): string {
  const calendar = ical({
    name: escaped(name),
    prodId: { company: 'Servicebook', product: 'Servicebook' },
    ttl: readAgainAfter,
  });
  for (const entry of entries) {
    const { uid, day, time, title, description, url, place, geo, changedAt, status } = entry;
    calendar.createEvent({
      id: uid,
      // Moments are written in UTC, so no program needs to know the company's timezone and its changes.
      ...(time
        ? { start: new Date(time.start), end: new Date(time.end) }
        : { allDay: true, start: startOf(day), end: startOf(addDays(day, 1)) }),
      ...(status && { status: ICalEventStatus[status] }),
      summary: title,
      description,
      url,
      ...(place ? { location: { title: place, ...(geo && { geo }) } } : geo && { location: { geo } }),
      // A day with an inspection is not a busy day: others can still be invited.
      ...(time
        ? { transparency: ICalEventTransparency.OPAQUE, busystatus: ICalEventBusyStatus.BUSY }
        : { transparency: ICalEventTransparency.TRANSPARENT, busystatus: ICalEventBusyStatus.FREE }),
      lastModified: changedAt,
      stamp: changedAt,
      sequence: sequenceOf(changedAt),
    });
  }
  // RFC 5545 ends every line, the last one too; the library leaves that off.
  return `${calendar.toString()}\r\n`;
}
