/** Labels and readable values of the fields in the account's log, for screens and files. */
import type { LogEntity } from './log.ts';
import { warrantyKindOf } from './warranty.ts';
import { durationText } from './work-facts.ts';

/** The type of a recorded field; fields not listed here are shown as recorded. */
type FieldKind =
  | 'text'
  | 'day'
  | 'moment'
  | 'months'
  | 'minutes'
  | 'degrees'
  | 'switch'
  | 'status'
  | 'archiveReason'
  | 'warranty'
  | 'country'
  | 'language'
  | 'serviceTypes'
  | 'serviceActions'
  | 'notifications'
  | 'payment'
  | 'orderStatus'
  | 'refund'
  | 'todoStatus';

const kinds: Partial<Record<LogEntity, Record<string, FieldKind>>> = {
  account: { country: 'country', language: 'language', endsOn: 'day' },
  branch: { country: 'country', latitude: 'degrees', longitude: 'degrees' },
  category: { serviceReviewOperations: 'serviceActions', inspectionPeriodInMonths: 'months' },
  device: {
    status: 'status',
    transferDate: 'day',
    warranty: 'warranty',
    warrantyLength: 'months',
    country: 'country',
    gpsLatitude: 'degrees',
    gpsLongitude: 'degrees',
    isPeriodicInspectionEnabled: 'switch',
    inspectionPeriodInMonths: 'months',
    statedInspectionDate: 'day',
    archivedReason: 'archiveReason',
  },
  customer: {
    country: 'country',
    language: 'language',
    gpsLatitude: 'degrees',
    gpsLongitude: 'degrees',
  },
  order: { paymentStatus: 'orderStatus', refund: 'refund' },
  pastService: { date: 'day', types: 'serviceTypes' },
  priceList: { validFrom: 'day' },
  service: {
    date: 'moment',
    types: 'serviceTypes',
    paymentType: 'payment',
    period: 'months',
    workMinutes: 'minutes',
    travelMinutes: 'minutes',
  },
  todo: { date: 'day', status: 'todoStatus' },
  user: {
    country: 'country',
    language: 'language',
    active: 'switch',
    isAdmin: 'switch',
    calendarFeed: 'switch',
    planExpired: 'moment',
    weeklyDigest: 'switch',
    dailyTodos: 'switch',
    notifyInApp: 'notifications',
    notifyByMail: 'notifications',
  },
};

/** Recorded fields whose names differ from those on the screens. */
const labelKeys: Partial<Record<LogEntity, Record<string, string>>> = {
  branch: { latitude: 'history:fields.gpsLatitude', longitude: 'history:fields.gpsLongitude' },
  category: { serviceReviewOperations: 'category:actionsTab' },
  device: {
    status: 'device:statusLabel',
    categoryId: 'device:category',
    customerId: 'device:customer',
  },
  order: { paymentStatus: 'order:list.status' },
  service: {
    types: 'service:conflict.fields.type',
    customerId: 'service:view.customer',
    performedBy: 'service:performer.label',
    state: 'service:conflict.fields.isToSign',
  },
  todo: { status: 'todo:columns.state' },
  user: { isAdmin: 'employee:admin' },
};

/** Where the labels of an entity's other fields are. */
const ownTexts: Partial<Record<LogEntity, string>> = {
  account: 'company',
  billing: 'billing:fields',
  branch: 'place:book',
  category: 'category',
  device: 'device',
  customer: 'customer',
  pastService: 'service:past.form',
  priceList: 'billing:fields',
  service: 'service:conflict.fields',
  todo: 'todo:columns',
  user: 'employee',
};

/** Texts and formats in the reader's language, provided by browser or server. */
export interface Formats {
  /** A text by its key, `namespace:path`; null if there is none. */
  say: (key: string, values?: { count: number }) => string | null;
  languageNames: Record<string, string>;
  /** A date, `YYYY-MM-DD`. */
  day: (date: string) => string;
  /** An instant, ISO 8601. */
  moment: (instant: string) => string;
  /** One coordinate. */
  degrees: (value: number) => string;
  /** The name of a country by its code. */
  country: (code: string) => string;
}

const own = <Value>(record: Record<string, Value> | undefined, key: string): Value | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

/** Labels and values for the changes of one kind of object; unknown fields and values are shown as recorded. */
export function fieldTexts(entity: LogEntity, words: Formats) {
  const { say, languageNames, day, moment, degrees, country } = words;
  const formatters: Record<FieldKind, (value: string) => string | null | undefined> = {
    text: (value) => value,
    day: (value) => day(value.slice(0, 10)),
    moment: (value) => (Number.isNaN(Date.parse(value)) ? value : moment(value)),
    months: (value) => (/^\d+$/.test(value) ? say('device:months', { count: Number(value) }) : value),
    minutes: (value) => (/^\d+$/.test(value) ? durationText(Number(value)) : value),
    degrees: (value) => (Number.isFinite(Number(value)) ? degrees(Number(value)) : value),
    switch: (value) => say(value === 'true' ? 'history:on' : 'history:off'),
    status: (value) => say(`device:status.${value}`),
    archiveReason: (value) => say(`device:archive.reasons.${value}`),
    // Before kinds had codes, texts in any language were recorded.
    warranty: (value) => {
      const kind = warrantyKindOf(value);
      return kind && say(`device:warrantyKinds.${kind}`);
    },
    country: (value) => country(value),
    language: (value) => own(languageNames, value),
    serviceTypes: (value) =>
      listOf(value)
        .map((type) => say(`service:types.${type}`) ?? type)
        .join(', '),
    serviceActions: (value) =>
      listOf(value)
        .map((action) => action.split('\n')[0])
        .join(', '),
    notifications: (value) =>
      listOf(value)
        .map((kind) => say(`notification:says.${kind}`) ?? kind)
        .join(', '),
    payment: (value) => say(`service:payment.${value}`),
    orderStatus: (value) => say(`order:status.${value}`),
    refund: (value) => say(`history:refund.${value}`),
    todoStatus: (value) => say(`todo:states.${value}`),
  };
  return {
    label: (field: string): string => {
      const texts = ownTexts[entity] ?? 'history:fields';
      const named = own(labelKeys[entity], field) ?? `${texts}${texts.includes(':') ? '.' : ':'}${field}`;
      return say(named) ?? say(`history:fields.${field}`) ?? field;
    },
    text: (field: string, value: string): string =>
      value.trim() === '' ? '' : (formatters[own(kinds[entity], field) ?? 'text'](value) ?? value),
  };
}

/** A list recorded as JSON; any other value becomes a list of one. */
function listOf(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(String) : [value];
  } catch {
    return [value];
  }
}
