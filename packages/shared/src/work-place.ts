/** Where the work of a protocol or a to-do is done; the same in lists, dialogs and calendars. */

export interface WorkPlace {
  streetAddress: string;
  zipCode: string;
  city: string;
  country: string;
  gpsLatitude: number | null;
  gpsLongitude: number | null;
}

/**
 * The places of some machines of one customer, in the machines' order, each once: a machine's own address where it has
 * one, else the customer's, with the machine's own point on the map. Without machines it is the customer's address.
 */
export function workPlaces(
  customer: Omit<WorkPlace, 'gpsLatitude' | 'gpsLongitude'>,
  machines: readonly WorkPlace[],
): WorkPlace[] {
  const addressOf = ({ streetAddress, zipCode, city, country }: typeof customer) => ({
    streetAddress,
    zipCode,
    city,
    country,
  });
  const places = machines.map(({ gpsLatitude, gpsLongitude, ...machine }) => ({
    ...addressOf(machine.streetAddress || machine.city ? machine : customer),
    gpsLatitude,
    gpsLongitude,
  }));
  if (places.length === 0) places.push({ ...addressOf(customer), gpsLatitude: null, gpsLongitude: null });
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}
