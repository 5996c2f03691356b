/** An address in one cell, taken apart at its postal code. */

/** Parts that were not found are empty. */
export interface WholeAddress {
  streetAddress: string;
  zipCode: string;
  city: string;
  country: string;
}

/** Postal codes of the countries, the longer before the shorter; a house number is not one of them. */
const codes = [
  // 61-001, D-10115, PL-61-001
  /(?<![\p{L}\d])(?:[A-Z]{1,2}[- ])?(\d{2}-\d{3})(?!\d)/u,
  // LS1 4AB
  /(?<![\p{L}\d])([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})(?![\p{L}\d])/u,
  // 10115, 115000; 00 950 and 110 00 are rarely written so in lists
  /(?<![\p{L}\d])(?:[A-Z]{1,2}[- ])?(\d{5,6})(?!\d)/u,
  // 1010 Wien: four digits only in front of a name, at the beginning of a part.
  /(?:^|[,;\n]\s*)(?:[A-Z]{1,2}[- ])?(\d{4})(?= \p{Lu})/u,
];

/** What is longer is no address. */
export const longestAddress = 500;

const partsOf = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
/** "г. Москва", "м. Київ": in Russian the city says so itself. */
const cityMark = /^(?:г\.|гор\.|город)\s*/i;

/**
 * Splits an address such as "ul. Długa 5, 61-001 Poznań". What is not understood stays in the street, so nothing is lost.
 * @param countryOf the code of a name that stands alone, or null
 */
export function splitAddress(text: string, countryOf: (name: string) => string | null): WholeAddress {
  const parts = partsOf(text);
  const country = parts.length > 1 ? (countryOf(parts.at(-1) ?? '') ?? '') : '';
  if (country) parts.pop();
  const rest = parts.join(', ');
  const match = codes.map((code) => code.exec(rest)).find((found) => found !== null);
  if (!match) return { ...withoutCode(parts), zipCode: '', country };
  const zipCode = match[1] ?? '';
  const before = partsOf(rest.slice(0, match.index));
  const after = partsOf(rest.slice(match.index + match[0].length));
  const marked = [...before, ...after].find((part) => cityMark.test(part));
  // "115000, г. Москва, ул. Ленина, 5"; "… 61-001 Poznań"; "5 High Street, Leeds LS1 4AB".
  const city =
    marked ?? (after.length > 0 ? after.shift() : before.length > 1 ? before.pop() : undefined) ?? '';
  return {
    streetAddress: [...before, ...after].filter((part) => part !== marked).join(', '),
    zipCode,
    city: city.replace(cityMark, ''),
    country,
  };
}

function withoutCode(parts: string[]): Pick<WholeAddress, 'streetAddress' | 'city'> {
  const marked = parts.find((part) => cityMark.test(part));
  const last = parts.length > 1 ? parts.at(-1) : undefined;
  const city = marked ?? (last !== undefined && !/\d/.test(last) ? last : '');
  return {
    streetAddress: parts.filter((part) => part !== city).join(', '),
    city: city.replace(cityMark, ''),
  };
}
