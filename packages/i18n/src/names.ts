/** How people and places are named; the same in every language. */

import type { Language } from './index.ts';
import { countryName } from './intl.ts';

/** Joins the parts that exist. Empty and missing ones leave no separator behind. */
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

/** Like `nameOf`, but falls back to the e-mail address. */
export const nameOrEmail = (person: Person & { email: string }): string => nameOf(person) || person.email;

/** Like `nameOf`; a dash for nobody. */
export const nameOrDash = (person: Person | null | undefined): string => (person ? nameOf(person) : '–');

/** The names of several people, in their order. */
export const namesOf = (people: readonly Person[]): string => joinPresent(people.map(nameOf));

type Text = string | null | undefined;

/** The address of a machine, customer or place. A company's fields have other names. */
type Address =
  | { streetAddress?: Text; zipCode?: Text; city?: Text }
  | { street: Text; postalCode: Text; city: Text };

/** Postal code and city: `60-001 Poznań`. */
export const cityLine = (address: Address): string =>
  joinPresent(['postalCode' in address ? address.postalCode : address.zipCode, address.city], ' ');

/**
 * An address as lines: street, postal code with city, country. Unknown parts are omitted.
 * @param country the name of the country, if the reader needs it
 */
export const addressLines = (address: Address, country = ''): string[] =>
  ['street' in address ? address.street : address.streetAddress, cityLine(address), country].filter(
    (line): line is string => Boolean(line),
  );

/** An address in one line; empty if nothing is known. @param country as for `addressLines` */
export const addressLine = (address: Address, country = ''): string =>
  addressLines(address, country).join(', ');

/** One line, with the country unless it is the reader's own, which goes without saying. @returns null if there is no address */
export const addressLineFrom = (
  address: Address & { country: Text },
  home: string | null,
  language: Language,
): string | null =>
  addressLine(
    address,
    address.country && address.country !== home ? countryName(address.country, language) : '',
  ) || null;
