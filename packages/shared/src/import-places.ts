/** Whose address the columns of a list of machines hold: the customer's or the machine's. */
import { groupOf, type ImportField } from './import-fields.ts';

/** The parts of an address, which a customer and a machine have alike. */
export const placeParts = ['address', 'streetAddress', 'zipCode', 'city', 'country'] as const;

const placesOf = (group: 'customer' | 'machine'): ReadonlySet<ImportField | null> =>
  new Set(placeParts.map((part): ImportField => `${group}.${part}`));
const ofCustomer = placesOf('customer');
const ofMachine = placesOf('machine');

/** Whether a column holds the customer's address or a part of it. */
export const isCustomerPlace = (field: ImportField | null): boolean => ofCustomer.has(field);
/** Whether a column holds the place of the machine or a part of it. */
export const isMachinePlace = (field: ImportField | null): boolean => ofMachine.has(field);

/**
 * The fields of a sheet's columns with the customer's address as the place of the machine.
 * @returns null if the sheet has no machines, or a place of theirs beside the customer's address
 */
export function asMachinePlaces(fields: readonly (ImportField | null)[]): (ImportField | null)[] | null {
  const isAboutMachines = fields.some(
    (field) => field && groupOf(field) === 'machine' && !isMachinePlace(field),
  );
  if (!isAboutMachines || !fields.some(isCustomerPlace)) return null;
  const has = (...wanted: ImportField[]) => wanted.some((field) => fields.includes(field));
  // A whole address has all parts, but one beside a street is the postal code and the city.
  if (has('machine.address') || (has('customer.address') && has('machine.zipCode', 'machine.city')))
    return null;
  const moved = fields.map((field) =>
    field && isCustomerPlace(field) ? (field.replace('customer.', 'machine.') as ImportField) : field,
  );
  const used = moved.filter((field) => field !== null);
  return new Set(used).size === used.length ? moved : null;
}
