import { describe, expect, it } from 'vitest';
import { AccountUpdate, formatPostalCode } from './company.ts';

describe('The postal code of a company', () => {
  it.each([
    ['0', '0'],
    ['00950', '00-950'],
    ['00-950', '00-950'],
    ['00-9501', '00-950'],
    ['009501', '009501'],
    ['0095012', '009501'],
    ['1234A', '1234A'],
    ['', ''],
  ])('%j typed in Poland becomes %j', (typed, shown) => {
    expect(formatPostalCode(typed, 'PL')).toBe(shown);
    expect(formatPostalCode(shown, 'PL')).toBe(shown);
  });

  it.each([
    ['10115', 'DE'],
    ['SW1A 1AA', 'GB'],
    ['1234567', 'JP'],
    ['12345-6789', 'US'],
    ['00950', ''],
  ])('%j stays as it was typed in %j', (typed, country) => {
    expect(formatPostalCode(typed, country)).toBe(typed);
  });
});

describe('A logo on the wire', () => {
  const logoOf = (logo?: unknown) =>
    AccountUpdate.safeParse({ id: 1, companyName: 'A', ...(logo === undefined ? {} : { logo }) });

  it.each([
    [undefined, undefined],
    [null, null],
    ['', null],
    ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
    ['iVBORw0KGgo=', 'iVBORw0KGgo='],
  ])('%j is read as %j', (sent, read) => {
    expect(logoOf(sent).data?.logo).toBe(read);
  });

  it.each(['data:text/html;base64,PGI+', 'https://example.com/logo.png', '<svg/>', 5])(
    'cannot be %j',
    (sent) => {
      expect(logoOf(sent).error?.issues[0]).toMatchObject({ path: ['logo'], message: 'INVALID' });
    },
  );
});
