/** Text search for countries by the name in the reader's language. */
import { countryName } from '@servicebook/i18n/intl.ts';
import { countryCodes } from '@servicebook/shared/primitives';
import { namedCodes } from './named-codes.ts';

/** The codes of the countries whose name in the language contains the word. */
export const countriesNamed = namedCodes(countryCodes, countryName);
