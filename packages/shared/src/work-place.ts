/** The place of work of a protocol or to-do; the same in lists, dialogs and calendars. */

export interface WorkPlace {
  streetAddress: string;
  zipCode: string;
  city: string;
  country: string;
  gpsLatitude: number | null;
  gpsLongitude: number | null;
}

/**
 * The distinct places of machines of one customer, in the machines' order: a machine's own address if it has one,
 * otherwise the customer's, with the machine's point on the map. Without machines it is the customer's address.
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
