import { describe, expect, it } from 'vitest';
import { workPlaces } from './work-place.ts';

const customer = { streetAddress: 'Office 1', zipCode: '00-001', city: 'Warszawa', country: 'PL' };
const nowhere = {
  streetAddress: '',
  zipCode: '',
  city: '',
  country: '',
  gpsLatitude: null,
  gpsLongitude: null,
};
const plant = { ...nowhere, streetAddress: 'Plant 2', zipCode: '14770', city: 'Brandenburg', country: 'DE' };
const office = { ...customer, gpsLatitude: null, gpsLongitude: null };

describe('the place of work', () => {
  it('is the machine’s own address, otherwise the customer’s', () => {
    expect(workPlaces(customer, [plant])).toEqual([plant]);
    expect(workPlaces(customer, [nowhere])).toEqual([office]);
    expect(workPlaces(customer, [])).toEqual([office]);
  });

  it('uses the point of a machine without an address; a country alone is not an address', () => {
    const pointed = { ...nowhere, country: 'DE', gpsLatitude: 52, gpsLongitude: 21 };
    expect(workPlaces(customer, [pointed])).toEqual([{ ...customer, gpsLatitude: 52, gpsLongitude: 21 }]);
  });

  it('lists several places in the order of the machines, each once', () => {
    expect(workPlaces(customer, [plant, nowhere, plant])).toEqual([plant, office]);
  });
});
