/** What a row says of each entity: its cells judged by the entities' own schemas, and what follows from them. */

import { addDays, addMonths } from '@servicebook/shared/calendar';
import { CategoryInsert } from '@servicebook/shared/category';
import { CustomerInsert, CustomerUpdate } from '@servicebook/shared/customer';
import { CustomerContactInsert } from '@servicebook/shared/customer-contact';
import { DeviceInsert } from '@servicebook/shared/device';
import { fieldErrors } from '@servicebook/shared/error-codes';
import type { ImportOptions, ImportProblem, ImportProblemCode } from '@servicebook/shared/import';
import type { ImportField, ImportGroup } from '@servicebook/shared/import-fields';
import type { KindValues } from '@servicebook/shared/import-values';
import { inspectionState, statedInspectionDay } from '@servicebook/shared/inspection';
import { NoteInsert } from '@servicebook/shared/note';
import { PartInput } from '@servicebook/shared/part';
import { PastServiceInsert } from '@servicebook/shared/past-service';
import { latitude, longitude, requiredName } from '@servicebook/shared/primitives';
import { ServiceActionField } from '@servicebook/shared/service-action';
import { TodoInput } from '@servicebook/shared/todo';
import type { z } from 'zod';
import type { Values } from './import-entities.ts';
import { nameKey } from './import-keys.ts';
import type { SheetReader } from './import-sheet.ts';

/** Values by the names of the schema, each with the field of the file that it comes from. */
export type Given = Record<string, { value: unknown; from: ImportField | null }>;

/** A row that is being read. Problems are collected: people want to see all of them at once. */
export interface Reading {
  sheet: SheetReader;
  values: Partial<Record<ImportField, unknown>>;
  problems: ImportProblem[];
  options: ImportOptions;
  /** The account's, for addresses without one. */
  country: string;
  /** In the account's timezone. */
  today: string;
}

/** A cell has one problem, the first: what follows from it is none of its own. */
export function refuse(
  { problems, sheet }: Pick<Reading, 'problems' | 'sheet'>,
  field: ImportField | null,
  code: ImportProblemCode,
  other?: ImportProblem['other'],
): void {
  const column = field === null ? null : (sheet.columns[field] ?? null);
  if (problems.some((known) => known.column === column && (column !== null || known.code === code))) return;
  problems.push({ column, field, code, ...(other && { other }) });
}

/** The longest short name of a customer. The form for a new one takes less, and cut names are nobody's. */
export const longestShortName = 100;

const degrees = { gpsLatitude: latitude, gpsLongitude: longitude };
const { shape: customerShape } = CustomerUpdate;
const {
  shortName: _,
  position: __,
  ...customerSchemas
} = { ...customerShape, fullName: CustomerInsert.shape.fullName };

const schemas: Partial<Record<ImportGroup, Record<string, z.ZodType>>> = {
  customer: { ...customerSchemas, ...degrees, shortName: requiredName(longestShortName) },
  contact: CustomerContactInsert.shape,
  category: CategoryInsert.shape,
  machine: { ...DeviceInsert.shape, ...degrees },
  part: { ...PartInput.shape, description: PartInput.shape.decsription },
  past: PastServiceInsert.shape,
};

/** The value as the schema of the entity gives it back; undefined and a problem if the schema refuses it. */
function judged(
  reading: Reading,
  schema: z.ZodType | undefined,
  value: unknown,
  from: ImportField | null,
): unknown {
  if (!schema) return value;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  refuse(reading, from, Object.values(fieldErrors(parsed.error))[0] ?? 'INVALID');
  return undefined;
}

/** The values of a group whose fields are called as in the schema. @param renamed those that are not */
function plainValues(
  reading: Reading,
  group: ImportGroup,
  renamed: Record<string, string | null> = {},
): Given {
  const given: Given = {};
  const prefix = `${group}.`;
  for (const [key, value] of Object.entries(reading.values)) {
    if (!key.startsWith(prefix)) continue;
    const from = key as ImportField;
    const own = key.slice(prefix.length);
    const name = own in renamed ? renamed[own] : own;
    if (!name) continue;
    const accepted = judged(reading, schemas[group]?.[name], value, from);
    if (accepted !== undefined && accepted !== '' && accepted !== null)
      given[name] = { value: accepted, from };
  }
  return given;
}

/** A whole address and a whole position fill what has no column of its own. */
function withPlaces(reading: Reading, group: 'customer' | 'machine', given: Given): Given {
  const whole: ImportField = `${group}.address`;
  const read = reading.values[whole] as KindValues['address'] | undefined;
  // "PLZ / Ort" beside a column for the street: what has no postal code behind it is the city.
  const isCity = read?.city === '' && `${group}.streetAddress` in reading.sheet.columns;
  const address = isCity ? { ...read, streetAddress: '', city: read.streetAddress } : read;
  const schema = schemas[group] ?? {};
  for (const [name, value] of Object.entries(address ?? {})) {
    if (value === '' || given[name]) continue;
    const accepted = judged(reading, schema[name], value, whole);
    if (accepted !== undefined) given[name] = { value: accepted, from: whole };
  }
  const position: ImportField = `${group}.position`;
  const point = reading.values[position] as KindValues['coordinates'] | undefined;
  if (point) {
    given.gpsLatitude ??= { value: point.latitude, from: position };
    given.gpsLongitude ??= { value: point.longitude, from: position };
  }
  const { gpsLatitude, gpsLongitude } = given;
  const lonely = gpsLatitude ? !gpsLongitude && gpsLatitude : gpsLongitude;
  const isOtherRefused = reading.problems.some(
    ({ field, code }) => code === 'NOT_A_COORDINATE' && field?.startsWith(`${group}.`),
  );
  if (lonely && !isOtherRefused) refuse(reading, lonely.from, 'NOT_A_COORDINATE');
  return withPostalZero(reading, given);
}

/** Countries whose postal codes have five digits and may begin with 0. Spreadsheets keep such codes as numbers. */
const fiveDigits = ['DE', 'ES', 'FR', 'IT', 'UA', 'EE', 'FI', 'US'];

function withPostalZero({ country: own }: Reading, given: Given): Given {
  const { zipCode, country } = given;
  const isShort = /^\d{4}$/.test(String(zipCode?.value ?? ''));
  if (zipCode && isShort && fiveDigits.includes(String(country?.value ?? own)))
    given.zipCode = { ...zipCode, value: `0${zipCode.value}` };
  return given;
}

export function customerValues(reading: Reading): Given {
  const given = plainValues(reading, 'customer', {
    ...{ address: null, position: null, latitude: 'gpsLatitude', longitude: 'gpsLongitude' },
  });
  return withPlaces(reading, 'customer', given);
}

/** The customer of machines whose row names none. It says nothing about a machine that is there already. */
export const usualCustomer = ({ options }: Pick<Reading, 'options'>): Given =>
  options.customer === '' ? {} : { shortName: { value: options.customer, from: null } };

export const contactValues = (reading: Reading): Given => plainValues(reading, 'contact');

export const categoryValues = (reading: Reading): Given =>
  plainValues(reading, 'category', { interval: 'inspectionPeriodInMonths' });

/** The category of machines whose row names none. Rows that only mention a machine do not create one of it. */
export const usualCategory = ({ options, sheet }: Pick<Reading, 'options' | 'sheet'>): Given =>
  options.category === '' || sheet.isOfDetails ? {} : { name: { value: options.category, from: null } };

/** The stored text of an action has no place for these apart, so they are not judged by one schema. */
const actionSchemas = {
  name: undefined,
  field: ServiceActionField.shape.name,
  unit: ServiceActionField.shape.unit,
  required: undefined,
} as const;

export function actionValues(reading: Reading): Given {
  const given: Given = {};
  for (const key of ['name', 'field', 'unit', 'required'] as const) {
    const from: ImportField = `action.${key}`;
    const value = reading.values[from];
    const accepted = value === undefined ? undefined : judged(reading, actionSchemas[key], value, from);
    if (accepted !== undefined) given[key] = { value: accepted, from };
  }
  return given;
}

const monthsApart = (from: string, to: string): number | null => {
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(5, 7)) -
    Number(from.slice(5, 7));
  return [months, months + 1].find((each) => addMonths(from, each) === to) ?? null;
};

export function machineValues(reading: Reading): Given {
  const given = plainValues(reading, 'machine', {
    ...{
      address: null,
      position: null,
      warrantyUntil: null,
      note: null,
      interval: 'inspectionPeriodInMonths',
    },
  });
  withWarrantyEnd(reading, given);
  withInterval(reading, given);
  return withPlaces(reading, 'machine', given);
}

/** The length of a warranty follows from its end, which lists give on the same day of the month or the day before. */
function withWarrantyEnd(reading: Reading, given: Given): void {
  const from: ImportField = 'machine.warrantyUntil';
  const end = reading.values[from] as string | undefined;
  if (end === undefined || given.warrantyLength) return;
  const start = given.transferDate?.value as string | undefined;
  if (start === undefined) {
    refuse(reading, from, 'TRANSFER_DATE_REQUIRED');
    return;
  }
  const months = monthsApart(start, end) ?? monthsApart(start, addDays(end, 1));
  const length =
    months === null || months < 0
      ? undefined
      : judged(reading, DeviceInsert.shape.warrantyLength, months, from);
  if (length === undefined) refuse(reading, from, 'WARRANTY_NOT_WHOLE_MONTHS');
  else given.warrantyLength = { value: length, from };
}

/** A list with the last and the next inspection and without the interval says it all the same. */
function withInterval({ values }: Reading, given: Given): void {
  const last = values['past.lastInspection'] as string | undefined;
  const next = values['past.nextInspection'] as string | undefined;
  if (given.inspectionPeriodInMonths || last === undefined || next === undefined) return;
  const months = monthsApart(last, next);
  if (months !== null && months > 0 && months <= 600)
    given.inspectionPeriodInMonths = { value: months, from: 'past.nextInspection' };
}

export const partValues = (reading: Reading): Given => plainValues(reading, 'part');

/** The text of a note on the machine. */
export function noteText(reading: Reading): string | undefined {
  const value = reading.values['machine.note'];
  return value === undefined
    ? undefined
    : (judged(reading, NoteInsert.shape.text, value, 'machine.note') as string | undefined);
}

const inspection = ['PERIODIC_INSPECTION'];

/**
 * The past services of a row: the one of a list of services, and the last ones of a list of machines. A machine's first
 * day in service is no inspection.
 */
export function pastValues(reading: Reading, transferDate: string | null): Given[] {
  const { values, options, today } = reading;
  const one = plainValues(reading, 'past', {
    ...{ type: null, lastInspection: null, lastService: null, nextInspection: null },
  });
  const all: Given[] = [];
  const type = values['past.type'] ?? options.pastType;
  if (Object.keys(one).length > 0 || values['past.type'] !== undefined) {
    if (!one.date) refuse(reading, 'past.date', 'DATE_REQUIRED');
    else if (type) all.push({ ...one, types: { value: [type], from: 'past.type' } });
    else refuse(reading, 'past.type', 'SERVICE_TYPE_REQUIRED');
  }
  const from = 'past.lastInspection';
  const last = values[from];
  if (last !== undefined && last !== transferDate)
    all.push({ date: { value: last, from }, types: { value: inspection, from } });
  const service = values['past.lastService'];
  if (service !== undefined && service !== last) {
    if (options.pastType)
      all.push({
        date: { value: service, from: 'past.lastService' },
        types: { value: [options.pastType], from: 'past.lastService' },
      });
    else refuse(reading, 'past.lastService', 'SERVICE_TYPE_REQUIRED');
  }
  return all.flatMap((given) => {
    const { value, from } = given.date as Given[string];
    const date = judged(reading, PastServiceInsert.shape.date, value, from);
    if (typeof date === 'string' && date > today) refuse(reading, from, 'DATE_IN_FUTURE');
    return typeof date === 'string' && date <= today ? [{ ...given, date: { value: date, from } }] : [];
  });
}

/** Whether a row only says that a service was done on a day, as lists of machines do. */
export const isOnlyDay = (given: Given): boolean =>
  Object.keys(given).every((field) => field === 'date' || field === 'types');

/**
 * The next inspection as the list says it, and the day of the statement. Nothing is stated that the machine says anyway:
 * an export of ours that comes back changes nothing, and the interval keeps its say.
 * @param known what is stored about the machine; null: it is new
 * @param interval months between its inspections, as the row leaves them
 */
export function statedValues(
  reading: Reading,
  known: Values | null,
  { interval, transferDate }: { interval: unknown; transferDate: unknown },
): Given {
  const from = 'past.nextInspection';
  const { values, today } = reading;
  const next = values[from] as string | undefined;
  if (next === undefined) return {};
  if (!statedInspectionDay.safeParse(next).success) {
    refuse(reading, from, 'DATE_OUT_OF_RANGE');
    return {};
  }
  const stated = { statedInspectionDate: { value: next, from } } as const;
  if (known?.statedInspectionDate === next) return stated;
  const listed = values['past.lastInspection'] as string | undefined;
  const stored = known?.lastInspectionDate as string | undefined;
  const done = [
    ...(stored ? [{ date: stored, period: known?.lastInspectionPeriod as number | null }] : []),
    ...(listed ? [{ date: listed, period: null }] : []),
  ];
  const { nextInspection, statedInspection, lastInspection } = inspectionState(
    {
      ...{ warrantyLength: null, isPeriodicInspectionEnabled: true },
      transferDate: (transferDate ?? null) as string | null,
      inspectionPeriodInMonths: (interval ?? null) as number | null,
      statedInspectionDate: (known?.statedInspectionDate ?? null) as string | null,
      inspectionStatedOn: (known?.inspectionStatedOn ?? null) as string | null,
    },
    done,
    today,
  );
  const follows =
    listed !== undefined && typeof interval === 'number' && addMonths(listed, interval) === next;
  if ((follows && !statedInspection) || (known && nextInspection === next)) return {};
  if (lastInspection !== null && lastInspection >= today) refuse(reading, from, 'INSPECTED_SINCE');
  return { ...stated, inspectionStatedOn: { value: today, from: null } };
}

/** @param people employees by folded name and address; null: several are called so */
export function todoValues(
  reading: Reading,
  people: ReadonlyMap<string, number | null>,
  machine: string | null,
): Given {
  const given: Given = {};
  const { values } = reading;
  const text = values['todo.text'];
  if (text === undefined) {
    const [orphan] = (['todo.date', 'todo.assignee', 'todo.status'] as const).filter(
      (field) => values[field] !== undefined,
    );
    if (orphan && orphan !== 'todo.status') refuse(reading, 'todo.text', 'ENTER_TEXT');
    return given;
  }
  // To-dos stand alone: without the machine's name nobody would know which filter is to be ordered.
  const description = judged(
    reading,
    TodoInput.shape.description,
    machine ? `${text} (${machine})` : text,
    'todo.text',
  );
  if (description !== undefined) given.description = { value: description, from: 'todo.text' };
  const date = values['todo.date'];
  if (date !== undefined) given.date = { value: date, from: 'todo.date' };
  const status = values['todo.status'];
  if (status !== undefined) given.status = { value: status, from: 'todo.status' };
  const assignee = values['todo.assignee'];
  if (typeof assignee === 'string') {
    const id = people.get(nameKey(assignee));
    if (id) given.assigneeId = { value: id, from: 'todo.assignee' };
    else refuse(reading, 'todo.assignee', 'UNKNOWN_EMPLOYEE');
  }
  return given;
}
