import type { Language } from '@servicebook/i18n';
import { comparing } from '@servicebook/i18n/format.ts';
import { distanceInKilometres, type Place } from '@servicebook/shared/distance';
import type { Hotel } from '@servicebook/shared/hotel';

export interface NearHotel {
  hotel: Hotel;
  /** Kilometres from the machine, or null if it has no point. */
  distance: number | null;
}

/** Hotels sorted by distance from a point, or by name if there is no point. */
export function sortHotels(hotels: readonly Hotel[], from: Place | null, language: Language): NearHotel[] {
  const compare = comparing(language);
  return hotels
    .map((hotel) => ({ hotel, distance: from && distanceInKilometres(from, hotel) }))
    .sort(
      (a, b) =>
        (a.distance ?? 0) - (b.distance ?? 0) ||
        compare(a.hotel.name, b.hotel.name) ||
        a.hotel.id - b.hotel.id,
    );
}
