import { afterEach, expect, it, vi } from 'vitest';
import { countryOf } from './own-country.ts';

const offered = ['AU', 'AT', 'CH', 'DE', 'ES', 'IT', 'PL', 'RU', 'UA', 'US'] as const;

afterEach(() => void vi.restoreAllMocks());

it.each([
  ['Europe/Warsaw', ['en-US', 'pl'], 'PL'],
  ['Europe/Berlin', ['de'], 'DE'],
  ['Europe/Vienna', ['de-DE'], 'AT'],
  ['Europe/Zurich', [], 'CH'],
  ['Europe/Rome', ['it-IT'], 'IT'],
  ['Europe/Madrid', ['es'], 'ES'],
  ['Europe/Kiev', ['ru'], 'UA'],
  ['Europe/Moscow', ['ru-RU'], 'RU'],
  ['America/Chicago', ['en-US'], 'US'],
  // Not among those offered: no other one is claimed instead.
  ['Asia/Dubai', ['de-DE'], null],
  // A browser that hides its timezone.
  ['UTC', ['de-AT', 'de-DE'], 'AT'],
  ['UTC', ['en'], null],
  ['Nowhere/Land', ['pl-PL'], null],
])('The country in %s with the languages %j is %s', (timezone, languages, country) => {
  expect(countryOf(timezone, languages, offered)).toBe(country);
});

it('is that of the language in a browser that does not know timezones of countries', () => {
  vi.spyOn(
    Intl.Locale.prototype as unknown as { getTimeZones: () => unknown },
    'getTimeZones',
  ).mockReturnValue(undefined);
  expect(countryOf('Europe/Warsaw', ['xx', 'de-DE'], offered)).toBe('DE');
});
