import { describe, expect, it } from 'vitest';
import {
  documentNumber,
  fullNumber,
  parseProtocolNumber,
  paymentTypes,
  ServiceInput,
  serviceTypes,
} from './service.ts';

const input = (given: object = {}) =>
  ServiceInput.parse({
    date: '2026-11-20T10:00:00Z',
    type: ['REPAIR'],
    customer: { id: 1 },
    devices: [{ id: 2 }],
    ...given,
  });

it('types and payments have the names on the wire', () => {
  expect(serviceTypes).toEqual([
    'PERIODIC_INSPECTION',
    'REPAIR',
    'OPERATOR_TRAINING',
    'INSTALLATION',
    'PRE_ASSEMBLMENT_PROTOCOL',
  ]);
  expect(paymentTypes).toEqual(['PAID', 'WARRANTY', 'UNDER_WARRANTOR_DECISION']);
  for (const paymentType of [undefined, 'BARTER']) expect(input({ paymentType }).paymentType).toBe('PAID');
});

describe('a protocol number', () => {
  it.each([
    ['25', 25, ''],
    ['25A', 25, 'A'],
    ['25z', 25, 'Z'],
    [' 007b ', 7, 'B'],
  ])('is read from %j', (text, number, numberExtension) => {
    expect(parseProtocolNumber(text)).toEqual({ number, numberExtension });
  });

  it.each(['', 'A', 'A25', '25AB', '25 A', '25-A', '2.5', '-25', '25Ą', '0', '1234567890'])(
    'cannot be %j',
    (text) => {
      expect(parseProtocolNumber(text)).toBeNull();
    },
  );

  it('is shown with its letter, on documents with month and year', () => {
    const number = { number: 25, numberExtension: 'A' };
    expect(fullNumber(number)).toBe('25A');
    expect(documentNumber({ ...number, month: 3, year: 2026 })).toBe('25A/03/2026');
  });
});

it('a period below one month, or without an inspection, is ignored', () => {
  const type = ['PERIODIC_INSPECTION'];
  expect([-1, 0, null, 6].map((period) => input({ type, period }).period)).toEqual([null, null, null, 6]);
  expect(input({ period: 6 }).period).toBeNull();
});
