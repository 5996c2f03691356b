/** The place of work of a protocol or to-do; the same in lists, dialogs and calendars. */
import type { Place } from './distance.ts';

interface Address {
  streetAddress: string;
  zipCode: string;
  city: string;
  country: string;
}

/** A place with its point on the map, if that is known. */
export interface Located extends Address {
  gpsLatitude: number | null;
  gpsLongitude: number | null;
}

/** A customer as a place of work. */
export interface CustomerPlace extends Address {
  position: Place | null;
}

/** A machine as a place of work. */
export interface MachinePlace extends Located {
  /** It belongs to another customer by now. */
  elsewhere?: boolean;
}

export interface WorkPlace extends Located {
  /** The point is the position of the customer, not of the machine. */
  isCustomers: boolean;
}

/** The point of a place on the map; null if it is unknown. */
export const pointOf = ({ gpsLatitude, gpsLongitude }: Omit<Located, keyof Address>): Place | null =>
  gpsLatitude === null || gpsLongitude === null ? null : { latitude: gpsLatitude, longitude: gpsLongitude };

/**
 * Whether a machine stands where its customer is: it has no address of its own, or the customer's. A machine at another
 * address may be far away, so the customer's position must not lead there.
 */
export function standsAtCustomer(customer: Address, machine: Address): boolean {
  const { country } = machine;
  if (country && customer.country && country !== customer.country) return false;
  const parts = ['streetAddress', 'zipCode', 'city'] as const;
  return (
    parts.every((part) => machine[part] === '') || parts.every((part) => machine[part] === customer[part])
  );
}

const addressOf = ({ streetAddress, zipCode, city, country }: Address): Address => ({
  streetAddress,
  zipCode,
  city,
  country,
});

/** At an address: the machine's point, otherwise the customer's position where the machine stands at the customer. */
const placeAt = (address: Address, own: Place | null, customers: Place | null): WorkPlace => {
  const point = own ?? customers;
  return {
    ...addressOf(address),
    gpsLatitude: point?.latitude ?? null,
    gpsLongitude: point?.longitude ?? null,
    isCustomers: own === null && customers !== null,
  };
};

/** Where one machine of a customer stands; `workPlaces` says how it is known. */
export function workPlaceOf(customer: CustomerPlace, machine: MachinePlace): WorkPlace {
  const isThere = !machine.elsewhere && standsAtCustomer(customer, machine);
  return placeAt(
    machine.streetAddress || machine.city ? machine : customer,
    pointOf(machine),
    isThere ? customer.position : null,
  );
}

/**
 * The distinct places of machines of one customer, in the machines' order: a machine's own address if it has one,
 * otherwise the customer's. Its point on the map is the machine's; if that has none and the machine stands at the
 * customer's address, the position of the customer. Without machines it is the customer's address and position.
 */
export function workPlaces(customer: CustomerPlace, machines: readonly MachinePlace[]): WorkPlace[] {
  const places = machines.map((machine) => workPlaceOf(customer, machine));
  if (places.length === 0) places.push(placeAt(customer, null, customer.position));
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}
