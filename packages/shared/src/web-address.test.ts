import { describe, expect, it } from 'vitest';
import { webAddress } from './web-address.ts';

describe('A website', () => {
  it.each([
    ['www.hotel.example', 'https://www.hotel.example/'],
    [' http://hotel.example/de ', 'http://hotel.example/de'],
    ['hotel.example:8080/x', 'https://hotel.example:8080/x'],
  ])('%s leads to %s', (text, address) => {
    expect(webAddress(text)).toBe(address);
  });

  it.each(['', 'javascript:alert(1)', 'data:text/html,x', 'ftp://hotel.example', 'ask at the desk', 'hotel'])(
    '%j is not a link',
    (text) => {
      expect(webAddress(text)).toBeNull();
    },
  );
});
