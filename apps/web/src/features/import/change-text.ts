/** What a row changes of a stored record, in the words of the screens. */
import { languageNames } from '@servicebook/i18n';
import { countryName } from '@servicebook/i18n/intl.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import { deviceStatuses } from '@servicebook/shared/device';
import type { ImportEntity, ImportRowRecord } from '@servicebook/shared/import';
import type { AllowedWords } from '@servicebook/shared/import-allowed';
import { type ImportField, importFields, kindOf } from '@servicebook/shared/import-fields';
import { countryCodes, languages } from '@servicebook/shared/primitives';
import { serviceTypes } from '@servicebook/shared/service-kinds';
import { todoStatuses } from '@servicebook/shared/todo';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { employeesQuery } from '../../lib/employees.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { readableText } from './cell-text.ts';

type Change = ImportRowRecord['changes'][number];

/** Columns that are not called as in a list. */
const fieldNames: Record<string, ImportField> = {
  'customer.gpsLatitude': 'customer.latitude',
  'customer.gpsLongitude': 'customer.longitude',
  'category.inspectionPeriodInMonths': 'category.interval',
  'category.serviceReviewOperations': 'action.name',
  'machine.inspectionPeriodInMonths': 'machine.interval',
  'machine.statedInspectionDate': 'past.nextInspection',
  'note.text': 'machine.note',
  'past.types': 'past.type',
  'todo.description': 'todo.text',
  'todo.assigneeId': 'todo.assignee',
};
/** They follow from what is shown. */
const silent = new Set(['machine.inspectionStatedOn']);

export function useAllowedWords(): AllowedWords {
  const { t } = useTranslation(['import', 'device', 'service', 'todo']);
  return {
    status: (status) => t(`device:status.${status}`),
    serviceType: (type) => t(`service:types.${type}`),
    todoStatus: (status) => t(`todo:states.${status}`),
    language: (language) => languageNames[language],
    country: (country) => countryName(country, currentLanguage()),
    yesNo: (answer) => t(`values.${answer}`),
  };
}

/** The field that a change is about, and its value before and after; null: nothing to tell. */
export function useChangeText() {
  const { t } = useTranslation('import');
  const words = useAllowedWords();
  const { data: employees } = useQuery(employeesQuery);
  const wordsFor = (field: ImportField | undefined, value: string): string => {
    if (!field || value === '') return value;
    if (field === 'todo.assignee') {
      const person = employees?.find(({ id }) => String(id) === value);
      return person ? nameOf(person) : '…';
    }
    const named = <Code extends string>(
      codes: readonly Code[],
      say: (code: Code) => string,
      text = value,
    ) => {
      const code = codes.find((each) => each === text);
      return code === undefined ? text : say(code);
    };
    switch (kindOf(field)) {
      case 'status':
        return named(deviceStatuses, words.status);
      case 'todoStatus':
        return named(todoStatuses, words.todoStatus);
      case 'country':
        return named(countryCodes, words.country);
      case 'language':
        return named(languages, words.language);
      case 'serviceType':
        return value
          .split(', ')
          .map((type) => named(serviceTypes, words.serviceType, type))
          .join(', ');
      case 'yesNo':
        return words.yesNo(value === 'true' ? 'yes' : 'no');
      case 'date':
        return readableText(value);
      default:
        return value;
    }
  };
  return (entity: ImportEntity, { field, before, after }: Change) => {
    const own = `${entity}.${field}`;
    if (silent.has(own)) return null;
    const known = fieldNames[own] ?? importFields.find((each) => each === own);
    const label = known
      ? t(`fields.${known}`)
      : field === 'customer' || field === 'category'
        ? t(`screen.entity.${field}`)
        : field;
    return { label, before: wordsFor(known, before), after: wordsFor(known, after) };
  };
}
