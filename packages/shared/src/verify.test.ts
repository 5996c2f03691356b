import { describe, expect, it } from 'vitest';
import { parseVerifyCode, printedVerifyAddress, printedVerifyCode } from './verify.ts';

const token = '7h3k9qxa2mvb4tncwe8rfy501j';
const code = { accountId: 12, token };

describe('a verify code', () => {
  it.each([
    `12-${token}`,
    `12-${token.toUpperCase()}`,
    ` 12 7H3K 9QXA 2MVB 4TNC WE8R FY50 1J `,
    '12-7H3K-9QXA-2MVB-4TNC-WE8R-FY50-1J',
    '12–7H3K—9QXA‑2MVB−4TNC-WE8R-FY50-1J',
    '12-7H3K9QXA2MVB4TNCWE8RFY5O1J',
    'l2-7h3k9qxa2mvb4tncwe8rfy5olj',
    'I2-7H3K9QXA2MVB4TNCWE8RFY50IJ',
    '12-7H3K9QXA2MVB4TNCWE8RFY501J',
    `https://servicebook.example.com/v/12-${token}`,
    `https://servicebook.example.com/V/12-7H3K-9QXA-2MVB-4TNC-WE8R-FY50-1J\n`,
  ])('is read from %j', (text) => {
    expect(parseVerifyCode(text)).toEqual(code);
  });

  it.each([
    '',
    token,
    `12-${token}0`.replace('12-', '0'),
    `12-${token.slice(0, -1)}U`,
    `12-${token.slice(0, -1)}é`,
    `2147483648-${token}`,
    `99999999999-${token}`,
    `-12.5-${token}`,
    `1e3-${token}`,
    '../../api/app/health',
    '12-7H3K',
  ])('is not in %j', (text) => {
    expect(parseVerifyCode(text)).toBeNull();
  });

  it('is printed in groups, as code and in the address, and read back', () => {
    const address = printedVerifyAddress(`https://servicebook.example.com/v/12-${token}`);
    expect(printedVerifyCode(code)).toBe('12-7h3k-9qxa-2mvb-4tnc-we8r-fy50-1j');
    expect(address).toBe('https://servicebook.example.com/v/12-7h3k-9qxa-2mvb-4tnc-we8r-fy50-1j');
    expect(parseVerifyCode(address)).toEqual(code);
  });
});
