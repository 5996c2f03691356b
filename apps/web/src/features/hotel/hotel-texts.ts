import { distanceInKilometres, type Place } from '@servicebook/shared/distance';
import type { Hotel } from '@servicebook/shared/hotel';

export interface NearHotel {
  hotel: Hotel;
  /** Kilometres from the machine, or null while it has no point. */
  distance: number | null;
}

/** The hotels by their distance from a point; without one by their names. */
export function sortHotels(hotels: readonly Hotel[], from: Place | null, language: string): NearHotel[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return hotels
    .map((hotel) => ({ hotel, distance: from && distanceInKilometres(from, hotel) }))
    .sort(
      (a, b) =>
        (a.distance ?? 0) - (b.distance ?? 0) ||
        compare(a.hotel.name, b.hotel.name) ||
        a.hotel.id - b.hotel.id,
    );
}

/** For a heading's `ref`: whoever opened what is under it is taken there. */
export const focusAtOnce = (heading: HTMLElement | null): void => heading?.focus();

/** `850 m`, `4.2 km`, `128 km`, in the language's way. */
export function distanceText(kilometres: number, language: string): string {
  const metres = Math.round(kilometres * 100) * 10;
  const inMetres = metres < 1000;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: inMetres ? 'meter' : 'kilometer',
    maximumFractionDigits: inMetres || kilometres >= 9.95 ? 0 : 1,
  }).format(inMetres ? metres : kilometres);
}

/** A website as a link may lead there: `https` where nothing is said, and nothing but web addresses. */
export function webAddress(text: string): string | null {
  const typed = text.trim();
  if (typed === '' || /\s/.test(typed)) return null;
  try {
    const url = new URL(/^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`);
    return /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url.href : null;
  } catch {
    return null;
  }
}
