import { addressLine } from '@servicebook/i18n/names.ts';
import type { Located } from '@servicebook/shared/work-place';

/**
 * A link that opens directions in the device's map app: to the point if there is one, otherwise to the address.
 * @param browser the user agent string.
 * @returns null if the place is unknown.
 */
export function placeLink(place: Located, browser: string): string | null {
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

interface Point {
  latitude: number;
  longitude: number;
}

/** Google Maps takes nine stops before the last one. */
const stopsPerLink = 10;

/**
 * Links that open a way through several places in the map app, in their order; more than one if there are many stops.
 * A phone starts where it is, a desktop at the start.
 */
export function routeLinks(start: Point | null, stops: readonly Point[], browser: string): string[] {
  const text = ({ latitude, longitude }: Point) => `${latitude},${longitude}`;
  const apple = /iphone|ipad/i.test(browser);
  const phone = apple || /android/i.test(browser);
  const links: string[] = [];
  for (let first = 0; first < stops.length; first += stopsPerLink) {
    const part = stops.slice(first, first + stopsPerLink);
    const from = first > 0 ? stops[first - 1] : phone ? null : start;
    const last = part.at(-1);
    if (!last) break;
    const query = new URLSearchParams(
      apple
        ? { ...(from && { saddr: text(from) }), daddr: part.map(text).join(' to:') }
        : {
            api: '1',
            ...(from && { origin: text(from) }),
            destination: text(last),
            ...(part.length > 1 && { waypoints: part.slice(0, -1).map(text).join('|') }),
          },
    );
    links.push(apple ? `https://maps.apple.com/?${query}` : `https://www.google.com/maps/dir/?${query}`);
  }
  return links;
}
