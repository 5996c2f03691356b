import { addressLine } from '@servicebook/i18n/names.ts';
import { describe, expect, it } from 'vitest';
import { callLink, placeLink, routeLinks } from './place-link.ts';

const place = {
  gpsLatitude: null,
  gpsLongitude: null,
  streetAddress: 'Długa 1',
  zipCode: '61-001',
  city: 'Poznań',
  country: 'PL',
};
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
const desktop = 'Mozilla/5.0 (X11; Linux x86_64)';

describe('Directions to a machine', () => {
  it('open in the device’s map app', () => {
    const address = encodeURIComponent('Długa 1, 61-001 Poznań, PL');
    expect(placeLink(place, android)).toBe(`geo:0,0?q=${address}`);
    expect(placeLink(place, iphone)).toBe(`https://maps.apple.com/?daddr=${address}`);
    expect(placeLink(place, desktop)).toContain(`destination=${address}`);
  });

  it('lead to the point if there is one, including on the equator', () => {
    expect(placeLink({ ...place, gpsLatitude: 0, gpsLongitude: 19.5 }, android)).toBe(
      'geo:0,19.5?q=0%2C19.5',
    );
  });

  it('are not offered without a known place', () => {
    expect(placeLink({ ...place, streetAddress: '', zipCode: '', city: '' }, android)).toBeNull();
    expect(addressLine({ ...place, zipCode: '', streetAddress: '' })).toBe('Poznań');
  });
});

it('a number is dialled without its spaces and brackets', () => {
  expect(callLink('+48 (600) 100-200')).toBe('tel:+48600100200');
});

describe('The way through several places', () => {
  const points = Array.from({ length: 12 }, (_, index) => ({ latitude: 50 + index, longitude: 20 }));
  const start = { latitude: 49, longitude: 19 };
  const query = (link: string | undefined) => new URL(link ?? '').searchParams;

  it('is one link from the start, and continues in a second one where a link is full', () => {
    const [first, second, ...more] = routeLinks(start, points, desktop);
    expect(more).toEqual([]);
    expect(query(first).get('origin')).toBe('49,19');
    expect(query(first).get('waypoints')?.split('|')).toHaveLength(9);
    expect(query(first).get('destination')).toBe('59,20');
    expect(query(second).get('origin')).toBe('59,20');
    expect(query(second).get('destination')).toBe('61,20');
  });

  it('starts where the phone is', () => {
    const [link] = routeLinks(start, points.slice(0, 2), android);
    expect(query(link).get('origin')).toBeNull();
    const [apple] = routeLinks(start, points.slice(0, 2), iphone);
    expect(query(apple).get('daddr')).toBe('50,20 to:51,20');
    expect(routeLinks(start, [], desktop)).toEqual([]);
  });
});
