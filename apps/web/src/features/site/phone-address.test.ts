import { expect, it } from 'vitest';
import { addressForPhones } from './phone-address.ts';

it.each([
  ['https://app.example.com', 'http://localhost:3000', 'https://app.example.com'],
  ['http://localhost:3000', 'http://192.168.1.20:3000', 'http://192.168.1.20:3000'],
  ['http://localhost:3000', 'http://127.0.0.1:3000', null],
  ['http://localhost:3000', 'http://[::1]:3000', null],
])('a phone that is told %s, by a page from %s, opens %s', (publicUrl, origin, address) => {
  expect(addressForPhones(publicUrl, origin)).toBe(address);
});
