/**
 * What a column of a spreadsheet can hold. One row may hold a customer, a contact, a machine and a past inspection at
 * once: the fields of its columns decide.
 */
import { z } from 'zod';

/** A day is not a number here, because the file said that it is a day. */
export const DayCell = z.strictObject({ date: z.iso.date() });
/** A cell as it was read. */
export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null(), DayCell]);
export type Cell = z.infer<typeof Cell>;

/** What a row is about, in the order in which an import creates it. */
export const importGroups = [
  'customer',
  'contact',
  'category',
  'action',
  'machine',
  'part',
  'past',
  'todo',
] as const;
export type ImportGroup = (typeof importGroups)[number];

/**
 * How a cell becomes a value. `code` is an identifier: its digits matter, so leading zeros stay and a rounded number is
 * refused. `address` is a whole address in one cell, `coordinates` a latitude and longitude in one cell.
 */
export type ImportKind =
  | 'text'
  | 'code'
  | 'date'
  | 'year'
  | 'months'
  | 'yesNo'
  | 'email'
  | 'phone'
  | 'country'
  | 'language'
  | 'status'
  | 'serviceType'
  | 'todoStatus'
  | 'address'
  | 'latitude'
  | 'longitude'
  | 'coordinates';

/**
 * The closed list of fields, by group. A name is the one in the shared schema of its entity where there is one. The
 * others are:
 *
 * - `address`, split into street, postal code, city and country, and `position`, split into latitude and longitude
 * - `machine.warrantyUntil`, from which the length of the warranty follows, and `machine.interval` and
 *   `category.interval`, months between inspections
 * - `past.date` with `past.type`, one past service in a row; `past.lastInspection` and `past.lastService` in a list of
 *   machines; `past.nextInspection`, which is stated for the machine
 * - `action.field`, the name of a value that the action records, with `action.unit` and `action.required`
 */
const kinds = {
  customer: {
    ownNumber: 'code',
    shortName: 'text',
    fullName: 'text',
    address: 'address',
    streetAddress: 'text',
    zipCode: 'code',
    city: 'text',
    country: 'country',
    nip: 'code',
    regon: 'code',
    phoneNumber: 'phone',
    email: 'email',
    language: 'language',
    latitude: 'latitude',
    longitude: 'longitude',
    position: 'coordinates',
  },
  contact: {
    name: 'text',
    role: 'text',
    phone: 'phone',
    email: 'email',
    note: 'text',
    isMain: 'yesNo',
  },
  category: {
    name: 'text',
    interval: 'months',
  },
  action: {
    name: 'text',
    field: 'text',
    unit: 'text',
    required: 'yesNo',
  },
  machine: {
    name: 'text',
    ownNumber: 'code',
    serialNumber: 'code',
    manufacturer: 'text',
    model: 'code',
    yearBuilt: 'year',
    sourcePower: 'text',
    status: 'status',
    transferDate: 'date',
    warranty: 'text',
    warrantyLength: 'months',
    warrantyUntil: 'date',
    address: 'address',
    streetAddress: 'text',
    zipCode: 'code',
    city: 'text',
    country: 'country',
    gpsLatitude: 'latitude',
    gpsLongitude: 'longitude',
    position: 'coordinates',
    interval: 'months',
    note: 'text',
  },
  part: {
    name: 'text',
    serialNumber: 'code',
    producer: 'text',
    description: 'text',
  },
  past: {
    date: 'date',
    type: 'serviceType',
    number: 'code',
    performedBy: 'text',
    description: 'text',
    lastInspection: 'date',
    lastService: 'date',
    nextInspection: 'date',
  },
  todo: {
    text: 'text',
    date: 'date',
    status: 'todoStatus',
    assignee: 'text',
  },
} as const satisfies Record<ImportGroup, Record<string, ImportKind>>;

type Kinds = typeof kinds;
type KeyOf<Group extends ImportGroup> = Group extends ImportGroup
  ? `${Group}.${keyof Kinds[Group] & string}`
  : never;
/** A field: its group, a dot, its name. */
export type ImportField = KeyOf<ImportGroup>;

/** The kind of a field, for types. */
export type KindOf<Field extends ImportField> =
  Field extends `${infer Group extends ImportGroup}.${infer Name}`
    ? Name extends keyof Kinds[Group]
      ? Kinds[Group][Name] & ImportKind
      : never
    : never;

/** All fields, group by group. */
export const importFields = importGroups.flatMap((group) =>
  Object.keys(kinds[group]).map((name) => `${group}.${name}` as ImportField),
);
/** A field in a request. */
export const ImportFieldName = z.enum(importFields as [ImportField, ...ImportField[]], 'INVALID');

/** The group of a field. */
export const groupOf = (field: ImportField): ImportGroup => field.slice(0, field.indexOf('.')) as ImportGroup;

/** The kind of a field. */
export function kindOf(field: ImportField): ImportKind {
  const [group, name] = field.split('.') as [ImportGroup, string];
  return (kinds[group] as Record<string, ImportKind>)[name] as ImportKind;
}
