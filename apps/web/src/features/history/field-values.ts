import type { LogEntity } from '@servicebook/shared/log';

/** What kind of thing a recorded field holds; what is not named here stands as it was written. */
export type FieldKind =
  | 'text'
  | 'day'
  | 'moment'
  | 'months'
  | 'degrees'
  | 'switch'
  | 'status'
  | 'warranty'
  | 'country'
  | 'language'
  | 'serviceTypes'
  | 'serviceActions'
  | 'payment';

const kinds: Partial<Record<LogEntity, Record<string, FieldKind>>> = {
  account: { country: 'country', language: 'language' },
  branch: { country: 'country', latitude: 'degrees', longitude: 'degrees' },
  category: { serviceReviewOperations: 'serviceActions' },
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
  },
  customer: { country: 'country', language: 'language' },
  service: { date: 'moment', types: 'serviceTypes', paymentType: 'payment', period: 'months' },
  user: { country: 'country', active: 'switch', isAdmin: 'switch', calendarFeed: 'switch' },
};

export const fieldKind = (entity: LogEntity, field: string): FieldKind => {
  const known = kinds[entity] ?? {};
  return Object.hasOwn(known, field) ? (known[field] ?? 'text') : 'text';
};

/** A list that was recorded as JSON; anything else is a list of itself. */
export function listOf(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(String) : [value];
  } catch {
    return [value];
  }
}
