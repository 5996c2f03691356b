import { describe, expect, it } from 'vitest';
import { standsAtCustomer, workPlaceOf, workPlaces } from './work-place.ts';

const office = { streetAddress: 'Office 1', zipCode: '00-001', city: 'Warszawa', country: 'PL' };
const point = { latitude: 52.2, longitude: 21 };
const customer = { ...office, position: null };
const located = { ...office, position: point };
const none = { gpsLatitude: null, gpsLongitude: null };
const nowhere = { streetAddress: '', zipCode: '', city: '', country: '', ...none };
const plant = { ...nowhere, streetAddress: 'Plant 2', zipCode: '14770', city: 'Brandenburg', country: 'DE' };

describe('the place of work', () => {
  it('is the machine’s own address, otherwise the customer’s', () => {
    expect(workPlaces(customer, [plant])).toEqual([{ ...plant, isCustomers: false }]);
    expect(workPlaces(customer, [nowhere])).toEqual([{ ...office, ...none, isCustomers: false }]);
    expect(workPlaces(customer, [])).toEqual([{ ...office, ...none, isCustomers: false }]);
  });

  it('uses the point of a machine without an address; a country alone is not an address', () => {
    const pointed = { ...nowhere, country: 'DE', gpsLatitude: 52, gpsLongitude: 21 };
    expect(workPlaces(located, [pointed])).toEqual([
      { ...office, gpsLatitude: 52, gpsLongitude: 21, isCustomers: false },
    ]);
  });

  it('lists several places in the order of the machines, each once', () => {
    expect(workPlaces(customer, [plant, nowhere, plant]).map(({ city }) => city)).toEqual([
      'Brandenburg',
      'Warszawa',
    ]);
  });

  it('takes the position of the customer where the machine stands at the customer, and says so', () => {
    const atCustomer = { ...office, gpsLatitude: 52.2, gpsLongitude: 21, isCustomers: true };
    expect(workPlaces(located, [nowhere])).toEqual([atCustomer]);
    expect(workPlaces(located, [{ ...office, ...none }])).toEqual([atCustomer]);
    expect(workPlaces(located, [])).toEqual([atCustomer]);
  });

  it('never leads to the customer for a machine that stands elsewhere', () => {
    expect(workPlaceOf(located, plant)).toEqual({ ...plant, isCustomers: false });
    const given = { ...nowhere, elsewhere: true };
    expect(workPlaceOf(located, given)).toMatchObject({ ...none, isCustomers: false });
  });

  it.each([
    ['another street in the same town', { ...office, streetAddress: 'Works 9' }, false],
    ['the town alone', { ...nowhere, city: 'Warszawa' }, false],
    ['another postal code', { ...nowhere, zipCode: '30-001' }, false],
    ['another country', { ...nowhere, country: 'DE' }, false],
    ['the same country alone', { ...nowhere, country: 'PL' }, true],
    ['the same address without a country', { ...office, country: '' }, true],
  ])('of a machine with %s is at the customer: %s', (_, address, isThere) => {
    expect(standsAtCustomer(office, address)).toBe(isThere);
  });
});
