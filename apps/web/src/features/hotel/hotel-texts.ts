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
