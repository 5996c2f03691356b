import type { Audited } from './history.queries.ts';

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
  | 'payment';

const kinds: Record<Audited, Record<string, FieldKind>> = {
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
};

export const fieldKind = (entity: Audited, field: string): FieldKind => {
  const known = kinds[entity];
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
