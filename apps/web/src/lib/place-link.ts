import { addressLine } from '@servicebook/i18n/names.ts';
import type { Device } from '@servicebook/shared/device';

export type Place = Pick<
  Device,
  'gpsLatitude' | 'gpsLongitude' | 'streetAddress' | 'zipCode' | 'city' | 'country'
>;

/**
 * A link that opens directions in the device's map app: to the point if there is one, otherwise to the address.
 * @param browser the user agent string.
 * @returns null if the place is unknown.
 */
export function placeLink(place: Place, browser: string): string | null {
  const { gpsLatitude, gpsLongitude, country } = place;
  const point = gpsLatitude === null || gpsLongitude === null ? null : `${gpsLatitude},${gpsLongitude}`;
  // A country alone is not a destination.
  if (!point && !addressLine(place)) return null;
  const destination = encodeURIComponent(point ?? addressLine(place, country));
  if (/android/i.test(browser)) return `geo:${point ?? '0,0'}?q=${destination}`;
  if (/iphone|ipad/i.test(browser)) return `https://maps.apple.com/?daddr=${destination}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
}

/** A telephone number as a `tel:` link. */
export const callLink = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`;
