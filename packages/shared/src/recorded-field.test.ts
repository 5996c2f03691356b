import { describe, expect, it } from 'vitest';
import { fieldTexts } from './recorded-field.ts';

const texts: Record<string, string> = {
  'device:name': 'Name',
  'device:status.OK': 'In order',
  'device:statusLabel': 'Status',
  'history:fields.gpsLatitude': 'Latitude',
  'history:on': 'on',
  'history:off': 'off',
  'order:status.SUCCESS': 'Paid',
  'service:types.REPAIR': 'Repair',
  'device:warrantyKinds.installation': 'Installation',
};
const textsFor = (entity: Parameters<typeof fieldTexts>[0]) =>
  fieldTexts(entity, {
    say: (key, values) => (key === 'device:months' ? `${values?.count} months` : (texts[key] ?? null)),
    languageNames: { it: 'Italiano' },
    day: (date) => `day ${date}`,
    moment: (instant) => `moment ${instant}`,
    degrees: (value) => String(value).replace('.', ','),
    country: (code) => (code === 'PL' ? 'Polen' : code),
  });

describe('A recorded field', () => {
  it.each([
    ['device', 'name', 'Name'],
    ['device', 'status', 'Status'],
    ['branch', 'latitude', 'Latitude'],
    ['device', 'gpsLatitude', 'Latitude'],
    ['device', 'somethingNew', 'somethingNew'],
    ['customer', 'constructor', 'constructor'],
  ] as const)('of a %s, %s, is called %s', (entity, field, label) => {
    expect(textsFor(entity).label(field)).toBe(label);
  });

  it.each([
    ['device', 'status', 'OK', 'In order'],
    ['device', 'status', 'MELTED', 'MELTED'],
    ['service', 'status', 'OK', 'OK'],
    ['customer', 'constructor', 'OK', 'OK'],
    ['device', 'transferDate', '2026-11-21T00:00:00.000Z', 'day 2026-11-21'],
    ['service', 'date', '2026-11-21T10:00:00.000Z', 'moment 2026-11-21T10:00:00.000Z'],
    ['service', 'date', 'no date', 'no date'],
    ['device', 'warrantyLength', '24', '24 months'],
    ['device', 'warranty', 'installation', 'Installation'],
    ['device', 'warranty', 'Montaż', 'Installation'],
    ['device', 'warranty', 'None', 'None'],
    ['device', 'gpsLongitude', '19.5', '19,5'],
    ['device', 'isPeriodicInspectionEnabled', 'true', 'on'],
    ['user', 'dailyTodos', 'false', 'off'],
    ['customer', 'country', 'PL', 'Polen'],
    ['customer', 'country', 'Poland', 'Poland'],
    ['user', 'language', 'it', 'Italiano'],
    ['user', 'language', 'toString', 'toString'],
    ['service', 'types', '["REPAIR","OTHER"]', 'Repair, OTHER'],
    ['service', 'types', '[broken', '[broken'],
    ['category', 'serviceReviewOperations', '["Oil\\n@dodatkowePola{}","Filter"]', 'Oil, Filter'],
    ['order', 'paymentStatus', 'SUCCESS', 'Paid'],
    ['device', 'name', ' ', ''],
  ] as const)('of a %s, %s, reads %s as %s', (entity, field, value, text) => {
    expect(textsFor(entity).text(field, value)).toBe(text);
  });
});
