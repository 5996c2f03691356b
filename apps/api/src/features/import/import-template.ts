/** Workbooks to fill in: headers that are recognised again, and two rows as examples. */
import { countryName } from '@servicebook/i18n/intl.ts';
import type { ImportTemplate } from '@servicebook/shared/import';
import { type ImportField, kindOf } from '@servicebook/shared/import-fields';
import type { Language } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { type TableColumn, tableFile } from '../../platform/table-file.ts';
import { textsOf } from '../../platform/texts.ts';
import { exampleMark } from './import-left-out.ts';

const machine: ImportField[] = ['customer.shortName', 'machine.name', 'machine.serialNumber'];

export const templateFields: Record<ImportTemplate, readonly ImportField[]> = {
  machines: [
    'customer.ownNumber',
    'customer.shortName',
    'customer.fullName',
    'customer.streetAddress',
    'customer.zipCode',
    'customer.city',
    'customer.country',
    'category.name',
    'machine.name',
    'machine.ownNumber',
    'machine.manufacturer',
    'machine.model',
    'machine.serialNumber',
    'machine.yearBuilt',
    'machine.status',
    'machine.transferDate',
    'machine.warrantyLength',
    'machine.interval',
    'past.lastInspection',
    'machine.note',
  ],
  customers: [
    'customer.ownNumber',
    'customer.shortName',
    'customer.fullName',
    'customer.streetAddress',
    'customer.zipCode',
    'customer.city',
    'customer.country',
    'customer.nip',
    'customer.phoneNumber',
    'customer.email',
    'contact.name',
    'contact.role',
    'contact.phone',
    'contact.email',
  ],
  categories: [
    'category.name',
    'category.interval',
    'action.name',
    'action.field',
    'action.unit',
    'action.required',
  ],
  parts: [...machine, 'part.name', 'part.serialNumber', 'part.producer', 'part.description'],
  pastServices: [...machine, 'past.date', 'past.type', 'past.number', 'past.performedBy', 'past.description'],
  todos: ['todo.text', 'todo.date', 'todo.assignee'],
};

type Value = string | number | null;

/** What a cell of an example holds. @param number 1 or 2 */
function exampleOf(field: ImportField, number: number, language: Language): Value {
  const texts = textsOf(language, 'import');
  const country = { pl: 'PL', en: 'GB', de: 'DE', it: 'IT', es: 'ES', ru: 'RU' }[language];
  const example = (key: string) => texts(`examples.${key}`, { number });
  const isFirst = number === 1;
  const values: Partial<Record<ImportField, Value>> = {
    'customer.ownNumber': `1000${number}`,
    'customer.shortName': example('customer'),
    'customer.fullName': example('customer'),
    'customer.streetAddress': example('street'),
    'customer.country': countryName(country, language),
    'customer.email': `customer${number}@example.com`,
    'contact.name': example('person'),
    'contact.email': `person${number}@example.com`,
    'category.name': example('category'),
    'category.interval': 12,
    'action.name': example('action'),
    'action.field': isFirst ? null : example('value'),
    'action.unit': isFirst ? null : 'bar',
    'machine.name': example('machine'),
    'machine.ownNumber': `INV-00${number}`,
    'machine.manufacturer': example('manufacturer'),
    'machine.model': `KX-${number}50`,
    'machine.serialNumber': `KX${number}50-2024-00${number}`,
    'machine.yearBuilt': 2020 + number,
    'machine.status': textsOf(language, 'device')(`status.${isFirst ? 'OK' : 'IN_REPAIR'}`),
    'machine.transferDate': `2024-0${number}-15`,
    'machine.warrantyLength': 24,
    'machine.interval': 12,
    'machine.note': isFirst ? example('note') : null,
    'past.lastInspection': `2026-0${number}-10`,
    'past.date': `2025-0${number}-20`,
    'past.type': textsOf(language, 'service')(`types.${isFirst ? 'PERIODIC_INSPECTION' : 'REPAIR'}`),
    'past.number': `${number}7/2025`,
    'past.performedBy': example('person'),
    'part.name': example('part'),
    'part.serialNumber': `F-10${number}`,
    'part.producer': example('manufacturer'),
    'todo.text': example('todo'),
    'todo.date': `2027-0${number}-20`,
  };
  return values[field] ?? null;
}

const numbers = ['year', 'months'];

type Row = Record<string, Value>;

/** @throws errors of drawing the workbook */
export function importTemplate(deps: Deps, ctx: Ctx, kind: ImportTemplate): Promise<FileAnswer> {
  const texts = textsOf(ctx.language, 'import');
  const [first] = templateFields[kind];
  // The mark tells an import to leave the example out, if nobody has deleted it.
  const marked = (field: ImportField, value: Value) =>
    field === first ? `${exampleMark(ctx.language)} ${value}` : value;
  const rows: Row[] = [1, 2].map((number) =>
    Object.fromEntries(
      templateFields[kind].map((field) => [field, marked(field, exampleOf(field, number, ctx.language))]),
    ),
  );
  return tableFile<Row>(deps, ctx, 'xlsx', {
    name: texts(`templates.${kind}`),
    columns: templateFields[kind].map((field): TableColumn<Row> => {
      const header = texts(`fields.${field}`);
      const isNumber = numbers.includes(kindOf(field));
      if (kindOf(field) === 'date')
        return { header, kind: 'date', value: (row) => row[field] as string | null };
      return isNumber
        ? { header, kind: 'number', value: (row) => row[field] as number | null }
        : { header, kind: 'text', value: (row) => row[field] as string | null };
    }),
    batches: once(rows),
  });
}

async function* once(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}
