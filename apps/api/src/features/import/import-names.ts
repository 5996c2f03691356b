/** The names on our screens, in all languages, by which a spreadsheet may call a country, a status, a kind of service. */
import { countryName } from '@servicebook/i18n/intl.ts';
import { deviceStatuses } from '@servicebook/shared/device';
import { foldText } from '@servicebook/shared/fold-text';
import type { ImportNames } from '@servicebook/shared/import-values';
import { countryCodes, type Language, languages } from '@servicebook/shared/primitives';
import { serviceTypes } from '@servicebook/shared/service-kinds';
import { textsOf } from '../../platform/texts.ts';

const namesOf = <Code extends string>(
  codes: readonly Code[],
  nameOf: (code: Code, language: Language) => string,
): ReadonlyMap<string, Code> =>
  new Map(
    codes.flatMap((code) =>
      languages.map((language): [string, Code] => [foldText(nameOf(code, language)), code]),
    ),
  );

export const importNames: ImportNames = {
  countries: namesOf(countryCodes, countryName),
  statuses: namesOf(deviceStatuses, (status, language) => textsOf(language, 'device')(`status.${status}`)),
  serviceTypes: namesOf(serviceTypes, (type, language) => textsOf(language, 'service')(`types.${type}`)),
};
