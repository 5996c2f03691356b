/** The tables an import writes: their columns, and what a record has that no cell speaks of. */
import type { ImportEntity } from '@servicebook/shared/import';
import { Prisma } from '../../generated/prisma/client.ts';
import { cutText } from '../../platform/cut-text.ts';

/** Fields by their names in the schema. A reference is the draft's number while it is planned (`customer`, `machine`). */
export type Values = Record<string, unknown>;

export interface EntityTable {
  table: string;
  /** All fields that an import may write, with their values in a record that says nothing about them. */
  defaults: Values;
  /** Fields that are read with the others and never written: what the database derives. */
  derived: readonly string[];
  /** Columns that an import never writes, as a new record has them: with another value somebody has changed it. */
  untouched: Values;
  /** Fields that are drafts, with the column that holds the id. */
  references: Record<string, { entity: ImportEntity; column: string }>;
  /** Types of columns that are read as text. */
  asText: readonly string[];
  /** Has a count of its changes. */
  isRevised: boolean;
  /** Columns of whoever imports. */
  isCreatedBy: boolean;
}

const address = { streetAddress: '', zipCode: '', city: '', country: '' };
const point = { gpsLatitude: null, gpsLongitude: null };
const plain = { derived: [], untouched: {}, references: {}, asText: [], isRevised: true, isCreatedBy: false };
const ofMachine = { machine: { entity: 'machine', column: 'device_id' } } as const;

export const entityTables: Record<ImportEntity, EntityTable> = {
  customer: {
    ...plain,
    table: 'customer',
    defaults: {
      ...{ shortName: '', fullName: '', ownNumber: '', ...address, nip: '', regon: '', phoneNumber: '' },
      ...{ email: '', language: null, ...point },
    },
  },
  contact: {
    ...plain,
    table: 'customer_contact',
    references: { customer: { entity: 'customer', column: 'customer_id' } },
    defaults: { customer: null, name: '', role: '', phone: '', email: '', note: '', isMain: false },
  },
  category: {
    ...plain,
    table: 'category',
    defaults: { name: '', inspectionPeriodInMonths: null, serviceReviewOperations: [] },
  },
  machine: {
    ...plain,
    table: 'device',
    untouched: { is_periodic_inspection_enabled: true, archived_at: null },
    references: {
      customer: { entity: 'customer', column: 'customer_id' },
      category: { entity: 'category', column: 'category_id' },
    },
    derived: ['lastInspectionDate', 'lastInspectionPeriod', 'lastServiceDate'],
    asText: [
      ...['transferDate', 'status', 'statedInspectionDate', 'inspectionStatedOn'],
      ...['lastInspectionDate', 'lastServiceDate'],
    ],
    defaults: {
      ...{
        customer: null,
        category: null,
        name: '',
        ownNumber: '',
        status: 'OK',
        manufacturer: '',
        model: '',
      },
      ...{ serialNumber: '', yearBuilt: null, sourcePower: '', transferDate: null, warranty: '' },
      ...{ warrantyLength: null, ...address, ...point, inspectionPeriodInMonths: null },
      ...{ statedInspectionDate: null, inspectionStatedOn: null },
    },
  },
  note: {
    ...plain,
    table: 'device_note',
    references: ofMachine,
    isRevised: false,
    isCreatedBy: true,
    defaults: { machine: null, text: '' },
  },
  part: {
    ...plain,
    table: 'part',
    references: ofMachine,
    isRevised: false,
    isCreatedBy: true,
    defaults: { machine: null, name: '', serialNumber: '', producer: '', description: '' },
  },
  past: {
    ...plain,
    table: 'past_service',
    references: ofMachine,
    asText: ['date'],
    isCreatedBy: true,
    defaults: { machine: null, date: null, types: [], number: '', performedBy: '', description: '' },
  },
  todo: {
    ...plain,
    table: 'todo',
    untouched: { service_id: null },
    asText: ['date', 'status'],
    isRevised: false,
    isCreatedBy: true,
    defaults: { description: '', date: null, status: 'TODO', assigneeId: null },
  },
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The column of a field. */
export const columnOf = (entity: ImportEntity, field: string): string =>
  entityTables[entity].references[field]?.column ?? snake(field);

/** The columns of all fields of an entity. */
export const columnsOf = (entity: ImportEntity): string[] =>
  Object.keys(entityTables[entity].defaults).map((field) => columnOf(entity, field));

/** All fields that are read of an entity. */
export const readFields = (entity: ImportEntity): string[] => [
  ...Object.keys(entityTables[entity].defaults),
  ...entityTables[entity].derived,
];

/** The columns of the entity as a statement reads them, under the names of their fields; with the id. */
export function selectionOf(entity: ImportEntity, alias = 't'): Prisma.Sql {
  const { asText } = entityTables[entity];
  const fields = readFields(entity).map((field) => {
    const column = `${alias}.${columnOf(entity, field)}`;
    const read = asText.includes(field)
      ? `${column}::text`
      : field === 'types'
        ? `${column}::text[]`
        : column;
    return `${read} AS "${field}"`;
  });
  return Prisma.raw([`${alias}.id`, ...fields].join(', '));
}

/** A value for people: what a check shows as before and after. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => String(item).split('\n')[0]).join(', ');
  return String(value);
}

/** Whether two values of a field are the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

const names: Partial<Record<ImportEntity, string>> = {
  customer: 'shortName',
  note: 'text',
  past: 'date',
  todo: 'description',
};

/** How people call a record; cut to fit a list. */
export const whatOf = (entity: ImportEntity, values: Values): string =>
  cutText(String(values[names[entity] ?? 'name'] ?? ''), 200);
