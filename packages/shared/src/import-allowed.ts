/** What may stand in a column of a closed list, in the words of our screens: a person who corrects a cell chooses one. */
import { type DeviceStatus, deviceStatuses } from './device.ts';
import { type ImportField, kindOf } from './import-fields.ts';
import { type CountryCode, countryCodes, type Language, languages } from './primitives.ts';
import { type ServiceType, serviceTypes } from './service-kinds.ts';
import { type TodoStatus, todoStatuses } from './todo.ts';

/** The words for what has a code. This package knows no texts. */
export interface AllowedWords {
  status: (status: DeviceStatus) => string;
  serviceType: (type: ServiceType) => string;
  todoStatus: (status: TodoStatus) => string;
  language: (language: Language) => string;
  country: (country: CountryCode) => string;
  yesNo: (answer: 'yes' | 'no') => string;
}

/** More words than this are not named in a message. */
const mostNamed = 10;

/** All values of a field with a closed list, as `readCell` reads them; null: the field takes more than a list says. */
export function allowedValues(field: ImportField, words: AllowedWords): string[] | null {
  switch (kindOf(field)) {
    case 'status':
      return deviceStatuses.map(words.status);
    case 'serviceType':
      return serviceTypes.map(words.serviceType);
    case 'todoStatus':
      return todoStatuses.map(words.todoStatus);
    case 'language':
      return languages.map(words.language);
    case 'country':
      return countryCodes.map(words.country).sort((one, other) => one.localeCompare(other));
    case 'yesNo':
      return [words.yesNo('yes'), words.yesNo('no')];
    default:
      return null;
  }
}

/** The allowed values for a message; null: there are none to name, or too many. */
export function namedValues(field: ImportField, words: AllowedWords): string | null {
  const values = allowedValues(field, words);
  return values && values.length <= mostNamed ? values.join(', ') : null;
}
