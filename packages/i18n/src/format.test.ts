import { describe, expect, it } from 'vitest';
import {
  comparing,
  formatDay,
  formatDaysFromToday,
  formatDistance,
  formatDuration,
  formatList,
  formatLongDay,
  formatLongMoment,
  formatMeasured,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPeople,
  formatPercent,
  formatPoint,
  formatSize,
  formatTime,
  monthNames,
} from './format.ts';
import { type Language, languages } from './index.ts';
import { countryName } from './intl.ts';
import { addressLine, addressLines, nameOf, nameOrDash, nameOrEmail } from './names.ts';

/** Replaces every kind of space with a plain one. */
const plain = (text: string) => text.replace(/\s/g, ' ');
/** The same value in all languages, in this order: pl, en, de, it, es, ru. */
const inAll = (write: (language: Language) => string) => languages.map((language) => plain(write(language)));
const day = '2026-03-07';
const moment = '2026-03-07T13:05:09Z';

describe('Formats in all six languages', () => {
  it.each<[string, (language: Language) => string, string[]]>([
    [
      'a day',
      (language) => formatDay(day, language),
      ['07.03.2026', '7 Mar 2026', '07.03.2026', '07/03/2026', '07/03/2026', '07.03.2026'],
    ],
    [
      'a day in full',
      (language) => formatLongDay(day, language),
      [
        '7 marca 2026',
        '7 March 2026',
        '7. März 2026',
        '7 marzo 2026',
        '7 de marzo de 2026',
        '7 марта 2026 г.',
      ],
    ],
    [
      'a month',
      (language) => formatMonth('2026-11', 'long', language),
      [
        'listopad 2026',
        'November 2026',
        'November 2026',
        'novembre 2026',
        'noviembre de 2026',
        'ноябрь 2026',
      ],
    ],
    [
      'a month on an axis',
      (language) => formatMonth('2026-11', 'short', language),
      ['lis 26', 'Nov 26', 'Nov. 26', 'nov 26', 'nov 26', 'нояб. 26'],
    ],
    ['a time', (language) => formatTime(moment, 'Europe/Warsaw', language), Array(6).fill('14:05')],
    [
      'how far off a day is',
      (language) => formatDaysFromToday(1, language),
      ['jutro', 'tomorrow', 'morgen', 'domani', 'mañana', 'завтра'],
    ],
    [
      'a duration',
      (language) => formatDuration(2, 'year', language),
      ['2 lata', '2 years', '2 Jahre', '2 anni', '2 años', '2 года'],
    ],
    [
      'a number',
      (language) => formatNumber(12345.6785, language),
      ['12 345,679', '12,345.679', '12.345,679', '12.345,679', '12.345,679', '12 345,679'],
    ],
    ['a share', (language) => formatPercent(0.5, language), ['50%', '50%', '50 %', '50%', '50 %', '50 %']],
    [
      'money',
      (language) => formatMoney(12345.5, 'EUR', language),
      ['12 345,50 EUR', '12,345.50 EUR', '12.345,50 EUR', '12.345,50 EUR', '12.345,50 EUR', '12 345,50 EUR'],
    ],
    [
      'a file size',
      (language) => formatSize(3_440_000, language),
      ['3,4 MB', '3.4 MB', '3,4 MB', '3,4 MB', '3,4 MB', '3,4 МБ'],
    ],
    [
      'a distance',
      (language) => formatDistance(4.24, language),
      ['4,2 km', '4.2 km', '4,2 km', '4,2 km', '4,2 km', '4,2 км'],
    ],
    [
      'a measured value',
      (language) => formatMeasured('1.50', 'bar', language),
      ['1,50 bar', '1.50 bar', '1,50 bar', '1,50 bar', '1,50 bar', '1,50 bar'],
    ],
    [
      'a list',
      (language) => formatList(['A', 'B', 'C'], language),
      ['A, B i C', 'A, B and C', 'A, B und C', 'A, B e C', 'A, B y C', 'A, B и C'],
    ],
    [
      'several people',
      (language) =>
        formatPeople(
          [
            { firstName: 'Anna', lastName: 'Nowak' },
            { firstName: '', lastName: null },
            { firstName: 'Jan', lastName: 'Kowal' },
          ],
          language,
        ),
      [
        'Anna Nowak i Jan Kowal',
        'Anna Nowak and Jan Kowal',
        'Anna Nowak und Jan Kowal',
        'Anna Nowak e Jan Kowal',
        'Anna Nowak y Jan Kowal',
        'Anna Nowak и Jan Kowal',
      ],
    ],
    [
      'a country',
      (language) => countryName('DE', language),
      ['Niemcy', 'Germany', 'Deutschland', 'Germania', 'Alemania', 'Германия'],
    ],
  ])('%s', (_, write, texts) => {
    expect(inAll(write)).toEqual(texts);
  });
});

describe('Formats', () => {
  it('name the timezone of a moment in a document', () => {
    expect(formatLongMoment(moment, 'Europe/Warsaw', 'en')).toBe('7 March 2026 at 14:05 CET');
    expect(formatLongMoment(moment, 'Europe/Warsaw', 'de')).toBe('7. März 2026 um 14:05 MEZ');
  });

  it.each(['31.31.2026', '2026-02-30', ''])('return text that is not a day unchanged: "%s"', (text) => {
    expect([formatDay(text, 'pl'), formatLongDay(text, 'en')]).toEqual([text, text]);
  });

  it.each([
    [0, 'en', '0 m'],
    [0.8461, 'en', '850 m'],
    [0.9951, 'en', '1 km'],
    [9.96, 'en', '10 km'],
    [1234.5, 'de', '1.235 km'],
  ] as const)('write %f km, in %s, as %s', (kilometres, language, text) => {
    expect(plain(formatDistance(kilometres, language))).toBe(text);
  });

  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [12_000, '12 kB'],
    [12_300_000_000, '12.3 GB'],
  ])('write %d bytes as %s', (bytes, text) => {
    expect(plain(formatSize(bytes, 'en')).replace('bytes', 'byte')).toBe(text);
  });

  it('write a point with its hemispheres', () => {
    expect(plain(formatPoint(52.4, -16.92517, 'de'))).toBe('52,40000° N  16,92517° W');
  });

  it('write months alone and next to a day', () => {
    expect([monthNames('pl', 'long', false)[2], monthNames('pl', 'long', true)[2]]).toEqual([
      'marzec',
      'marca',
    ]);
  });

  it('sort by language, and numbers by value', () => {
    expect(['Żubr', 'Oven 10', 'Łabędź', 'Oven 9'].sort(comparing('pl'))).toEqual([
      'Łabędź',
      'Oven 9',
      'Oven 10',
      'Żubr',
    ]);
  });

  it('return an unknown country unchanged', () => {
    expect([countryName('Atlantis', 'en'), countryName('', 'en')]).toEqual(['Atlantis', '']);
  });
});

describe('Names', () => {
  it('of people omit unknown parts', () => {
    const person = { firstName: ' Anna', lastName: '', email: 'anna@example.com' };
    expect([nameOf(person), nameOrEmail({ ...person, firstName: '' })]).toEqual(['Anna', 'anna@example.com']);
    expect([nameOrDash(person), nameOrDash(null)]).toEqual(['Anna', '–']);
  });

  it('of places leave no separator behind', () => {
    const place = { streetAddress: 'Długa 1', zipCode: '60-001', city: 'Poznań' };
    expect(addressLines(place, 'Poland')).toEqual(['Długa 1', '60-001 Poznań', 'Poland']);
    expect(addressLine(place)).toBe('Długa 1, 60-001 Poznań');
    expect(addressLine({ zipCode: null, city: 'Poznań' })).toBe('Poznań');
    expect(addressLine({})).toBe('');
  });
});
