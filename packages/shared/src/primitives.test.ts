import { describe, expect, it } from 'vitest';
import { BranchInput } from './branch.ts';
import { CategoryInsert } from './category.ts';
import { AccountUpdate } from './company.ts';
import { CustomerInsert } from './customer.ts';
import { DeviceInsert } from './device.ts';
import { HotelContent } from './hotel.ts';
import { PartInput } from './part.ts';
import {
  clockOrInstant,
  countryCodes,
  date,
  email,
  givenInstant,
  idText,
  instant,
  isTimezone,
  optionalCountry,
  optionalDate,
  optionalText,
  requiredText,
  storable,
} from './primitives.ts';

const codeOf = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message;

describe('text', () => {
  it('is trimmed before its length is checked', () => {
    expect(requiredText(20, 3, 'MIN_3_CHARACTERS').parse('  abc ')).toBe('abc');
    expect(codeOf(requiredText(20, 3, 'MIN_3_CHARACTERS'), ' ab  ')).toBe('MIN_3_CHARACTERS');
    expect(codeOf(requiredText(20), 'x'.repeat(21))).toBe('MAX_20_CHARACTERS');
    expect(codeOf(requiredText(20), '   ')).toBe('REQUIRED');
  });

  it('is trimmed of invisible characters, only at its ends', () => {
    for (const nothing of ['\u200b', ' \u200b \u2060', '\ufeff\u200e\u00ad'])
      expect(codeOf(requiredText(20), nothing)).toBe('REQUIRED');
    expect(requiredText(20).parse('\u200b Rand\u202c ')).toBe('Rand');
    for (const seen of ['👩‍🔧', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '❤️', 'می‌خواهم'])
      expect(optionalText().parse(seen)).toBe(seen);
    expect(email.parse('\u200bme@example.test')).toBe('me@example.test');
  });

  it('has uniform line breaks, counted as one character each', () => {
    const text = 'a\r\nb\rc\u2028d\u2029e\nf\r\r\ng';
    expect(optionalText().parse(text)).toBe('a\nb\nc\nd\ne\nf\n\ng');
    expect(storable.parse('a\r\n')).toBe('a\n');
    expect(optionalText(20).parse('a\r\n'.repeat(9).concat('ab'))).toBe('a\n'.repeat(9).concat('ab'));
  });

  it('that is optional is empty when missing', () => {
    for (const nothing of [undefined, null, '', '  ']) expect(optionalText().parse(nothing)).toBe('');
  });

  it('of a machine or customer is a single line without control characters', () => {
    const typed = 'KR\u001b\u0001 QUANTEC\r\n210\u202e\ufffe';
    const ids = { category: { id: 1 }, customer: { id: 1 } };
    const device = DeviceInsert.parse({
      ...ids,
      name: typed,
      serialNumber: typed,
      warranty: typed,
      city: typed,
    });
    const customer = CustomerInsert.parse({ shortName: 'Mill\u001b', fullName: typed, nip: '12\n3' });
    const clean = 'KR  QUANTEC 210';
    expect(device).toMatchObject({
      name: clean,
      serialNumber: clean,
      warranty: clean,
      city: clean,
      model: '',
    });
    expect(customer).toMatchObject({ shortName: 'Mill', fullName: clean, nip: '12 3', city: '' });
  });

  it('of a company, a branch, a hotel, a part or a category is a single line, too', () => {
    const typed = 'Rand\u0007\r\n1';
    const place = { name: typed, street: typed, www: 'rand.example\n', latitude: 1, longitude: 1 };
    const clean = 'Rand 1';
    expect(AccountUpdate.parse({ id: 1, companyName: typed, street: typed })).toMatchObject({
      companyName: clean,
      street: clean,
    });
    for (const input of [BranchInput, HotelContent])
      expect(input.parse(place)).toMatchObject({ name: clean, street: clean, www: 'rand.example' });
    expect(PartInput.parse({ name: typed, producer: typed, device: { id: 1 } })).toMatchObject({
      name: clean,
      producer: clean,
    });
    expect(CategoryInsert.parse({ name: typed })).toMatchObject({ name: clean });
  });

  it('excludes characters that a database cannot store, also inside JSON', () => {
    for (const bad of ['a\0', '\ud83d', 'x\udc00y']) expect(codeOf(optionalText(), bad)).toBe('INVALID');
    expect(optionalText().parse('👩‍🔧 ł')).toBe('👩‍🔧 ł');
  });
});

describe('an id in a path', () => {
  it('consists only of digits', () => {
    for (const [text, id] of [
      ['61', 61],
      ['061', 61],
      [61, 61],
    ] as const)
      expect(idText.parse(text)).toBe(id);
    for (const odd of ['0x3d', ' 61', '61 ', '61\n', '61.0', '6e1', '+61', '-61', '٦١', '0', '', 6.5, -1])
      expect([odd, codeOf(idText, odd)]).toEqual([odd, 'INVALID']);
    for (const odd of ['2147483648', '9'.repeat(400), NaN, undefined, null, true, {}])
      expect([odd, codeOf(idText, odd)]).toEqual([odd, 'INVALID']);
  });
});

describe('a date', () => {
  it('may have a time, which is ignored', () => {
    for (const text of [
      '2026-11-20',
      '2026-11-20T00:00',
      '2026-11-20T00:00:00',
      '2026-11-20T00:00:00.000Z',
    ]) {
      expect(date.parse(text)).toBe('2026-11-20');
    }
    for (const nothing of [undefined, null, '']) expect(optionalDate.parse(nothing)).toBeNull();
    expect(codeOf(date, '')).toBe('DATE_REQUIRED');
  });

  it.each([
    '2026-02-29',
    '2026-13-01',
    '20.11.2026',
    '0026-11-20',
    '1900-12-31',
    '2200-01-01',
    '12026-11-20',
  ])('is not %s', (text) => expect(codeOf(date, text)).toBe('INVALID'));
});

it('an instant has an offset', () => {
  expect(instant.parse('2026-11-20T10:00:00+01:00')).toBe('2026-11-20T10:00:00+01:00');
  for (const text of ['2026-11-20T10:00:00', '2026-11-20'])
    for (const schema of [instant, givenInstant]) expect(codeOf(schema, text)).toBe('INVALID');
});

it.each([
  '0026-11-20T10:00:00Z',
  '1901-01-01T00:00:00+23:59',
  '1901-01-01T00:00:00Z',
  '2199-12-31T23:59:59-23:59',
  '2026-11-22T10:00:00.1234567890Z',
])('a moment is not %s, which some timezone or calendar cannot hold', (text) => {
  expect(codeOf(givenInstant, text)).toBe('INVALID');
  expect(codeOf(clockOrInstant, text)).toBe('INVALID');
  expect(codeOf(clockOrInstant, text.replace(/(Z|[+-]\d\d:\d\d)$/, ''))).toBe('INVALID');
});

it.each(['1901-01-02T00:00:00+00:00', '2199-12-30T23:59:59Z', '2026-11-22T10:00:00.123456789Z'])(
  'a moment is %s',
  (text) => expect(givenInstant.parse(text)).toBe(text),
);

it('an e-mail address is stored in lower case', () => {
  expect(email.parse(' Anna@Example.COM ')).toBe('anna@example.com');
  for (const text of ['anna', 'anna@', '@example.com', 'a b@example.com'])
    expect(codeOf(email, text)).toBe('INCORRECT_EMAIL');
});

it('a country is one of 38, from Australia to the United States, or none', () => {
  expect(new Set(countryCodes).size).toBe(38);
  expect([countryCodes[0], countryCodes.at(-1)]).toEqual(['AU', 'US']);
  for (const nothing of [undefined, null, '']) expect(optionalCountry.parse(nothing)).toBe('');
  for (const code of ['XX', 'pl', 'Poland']) expect(optionalCountry.safeParse(code).success).toBe(false);
});

it('a timezone is a name, old or new, but not an offset', () => {
  // The second time, it is known.
  for (const name of [
    'UTC',
    'Europe/Warsaw',
    'Europe/Warsaw',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'europe/warsaw',
  ])
    expect(isTimezone(name)).toBe(true);
  for (const name of ['', '+02:00', '-01', 'Mars/Olympus', 'Europe/Warsaw ', '../etc'])
    expect(isTimezone(name)).toBe(false);
});
