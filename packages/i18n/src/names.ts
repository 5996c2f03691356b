/** How people and places are named, in every language alike. */

/** The parts that are there, joined. Empty and missing ones leave no separator behind. */
export const joinPresent = (
  parts: readonly (string | number | false | null | undefined)[],
  separator = ', ',
): string => parts.filter(Boolean).join(separator);

interface Person {
  firstName: string | null;
  lastName: string | null;
}

/** The first and last name; empty if neither is known. */
export const nameOf = ({ firstName, lastName }: Person): string =>
  joinPresent([firstName?.trim(), lastName?.trim()], ' ');

/** As `nameOf`; the e-mail address stands for a name that is not known yet. */
export const nameOrEmail = (person: Person & { email: string }): string => nameOf(person) || person.email;

interface Address {
  streetAddress?: string | null | undefined;
  zipCode?: string | null | undefined;
  city?: string | null | undefined;
}

/** Postal code and city: `60-001 Poznań`. */
export const cityLine = ({ zipCode, city }: Address): string => joinPresent([zipCode, city], ' ');

/**
 * An address as lines: street, postal code with city, country. Unknown parts are left out.
 * @param country the name of the country, where the reader needs it
 */
export const addressLines = (address: Address, country = ''): string[] =>
  [address.streetAddress, cityLine(address), country].filter((line): line is string => Boolean(line));

/** An address in one line; empty if nothing is known. @param country as for `addressLines` */
export const addressLine = (address: Address, country = ''): string =>
  addressLines(address, country).join(', ');
