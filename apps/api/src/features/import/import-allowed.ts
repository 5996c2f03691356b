/** The allowed values of a field, in the words of the screens. */
import { languageNames } from '@servicebook/i18n';
import { countryName } from '@servicebook/i18n/intl.ts';
import type { AllowedWords } from '@servicebook/shared/import-allowed';
import type { Language } from '@servicebook/shared/primitives';
import { textsOf } from '../../platform/texts.ts';

export const allowedWords = (language: Language): AllowedWords => ({
  status: (status) => textsOf(language, 'device')(`status.${status}`),
  serviceType: (type) => textsOf(language, 'service')(`types.${type}`),
  todoStatus: (status) => textsOf(language, 'todo')(`states.${status}`),
  language: (each) => languageNames[each],
  country: (country) => countryName(country, language),
  yesNo: (answer) => textsOf(language, 'import')(`values.${answer}`),
});
