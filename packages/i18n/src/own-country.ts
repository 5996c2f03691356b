/** The country of a browser, as a proposal that its user confirms. */
import { ownTimezone } from './intl.ts';

/** Old names of timezones, such as Europe/Kiev, become what this runtime calls them. */
function canonical(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return timeZone;
  }
}

/** The timezones of a country; null in browsers that do not know them. */
function timezonesOf(country: string): string[] | null {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined;
  };
  return locale.getTimeZones?.()?.map(canonical) ?? null;
}

const regionOf = (language: string): string | undefined => {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
};

/**
 * The country that a timezone belongs to. Among several it is the one of a preferred language. The language alone says
 * little: many browsers in Poland are set to American English. It decides only if the timezone is unknown.
 * @param languages the browser's, the preferred one first
 * @param offered the countries to choose from
 */
export function countryOf<Country extends string>(
  timezone: string,
  languages: readonly string[],
  offered: readonly Country[],
): Country | null {
  const regions = languages.map(regionOf);
  const preferred = offered
    .filter((country) => regions.includes(country))
    .toSorted((one, other) => regions.indexOf(one) - regions.indexOf(other));
  const zone = canonical(timezone);
  if (zone === 'UTC' || offered.every((country) => timezonesOf(country) === null))
    return preferred[0] ?? null;
  const isThere = (country: Country) => timezonesOf(country)?.includes(zone);
  return preferred.find(isThere) ?? offered.find(isThere) ?? null;
}

/** The country that this browser is in, if it is among those offered. */
export const ownCountry = <Country extends string>(offered: readonly Country[]): Country | null =>
  countryOf(ownTimezone(), navigator.languages, offered);
