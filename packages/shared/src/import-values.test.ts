import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOrderOf, dayOfSerial, readDate } from './import-dates.ts';
import { type Cell, type ImportField, importFields, kindOf } from './import-fields.ts';
import { type ColumnContext, cellProblems, lengthUnitOf, readCell, readNumber } from './import-values.ts';

const context: ColumnContext = {
  dateOrder: null,
  names: {
    countries: new Map([
      ['polska', 'PL'],
      ['germany', 'DE'],
    ]),
    statuses: new Map([['gefahr', 'DANGER']]),
    serviceTypes: new Map([['regelmassige inspektion', 'PERIODIC_INSPECTION']]),
  },
};
const read = (field: ImportField, cell: Cell, more: Partial<ColumnContext> = {}) => {
  const reading = readCell(field, cell, { ...context, ...more });
  return 'value' in reading ? reading.value : reading.problem;
};

describe('a day', () => {
  it.each([
    [{ date: '2024-03-05' }, '2024-03-05'],
    ['2024-03-05', '2024-03-05'],
    ['2024-03-05T00:00:00Z', '2024-03-05'],
    ['2024/3/5 14:00', '2024-03-05'],
    ['20240305', '2024-03-05'],
    ['05.03.2024', '2024-03-05'],
    ['5.3.24', '2024-03-05'],
    ['5. 3. 2024', '2024-03-05'],
    ['12.03.2024 r.', '2024-03-12'],
    ['12.03.2024 г.', '2024-03-12'],
    ['25/03/2024', '2024-03-25'],
    ['05/05/2024', '2024-05-05'],
    ['12/31/99', '1999-12-31'],
    ['5 maja 2019', '2019-05-05'],
    ['12-gru-2020', '2020-12-12'],
    ['3 paź 2021', '2021-10-03'],
    ['5 V 2019', '2019-05-05'],
    ['May 5, 2019', '2019-05-05'],
    ['5-Mar-19', '2019-03-05'],
    ['2024 Mar 5', '2024-03-05'],
    ['March 5th, 2024', '2024-03-05'],
    ['5. März 2019', '2019-03-05'],
    ['1º de mayo de 2024', '2024-05-01'],
    ['3 settembre 2020', '2020-09-03'],
    ['5 мая 2019 г.', '2019-05-05'],
    [45_356, '2024-03-05'],
    ['45356', '2024-03-05'],
    [45_356.75, '2024-03-05'],
  ])('%j is %s', (cell, day) => {
    expect(read('past.date', cell)).toBe(day);
  });

  it.each([
    ['03/04/2026', 'AMBIGUOUS_DATE'],
    ['3-4-2026', 'AMBIGUOUS_DATE'],
    ['24-03-12', 'AMBIGUOUS_DATE'],
    ['03/2024', 'DAY_MISSING'],
    ['2024-03', 'DAY_MISSING'],
    ['März 2024', 'DAY_MISSING'],
    ['31.02.2024', 'NOT_A_DATE'],
    ['03.25.2024', 'NOT_A_DATE'],
    ['2019', 'NOT_A_DATE'],
    [2019, 'NOT_A_DATE'],
    [true, 'NOT_A_DATE'],
    ['5 maja', 'NOT_A_DATE'],
    ['soon', 'NOT_A_DATE'],
    ['0000-00-00', 'NOT_A_DATE'],
    ['1899-01-01', 'DATE_OUT_OF_RANGE'],
    ['#REF!', 'FORMULA_ERROR'],
  ])('%j is none: %s', (cell, problem) => {
    expect(read('past.date', cell)).toBe(problem);
  });

  it('has its order from the whole column', () => {
    expect(dateOrderOf(['03/04/2026', '25/04/2026'])).toBe('DMY');
    expect(dateOrderOf(['03/04/2026', null, '04/25/2026'])).toBe('MDY');
    expect(dateOrderOf(['03/04/2026', '01/02/2026'])).toBe('AMBIGUOUS');
    expect(dateOrderOf(['05/05/2026', '2026-01-02', '03.04.2026', 'x', { date: '2026-01-02' }])).toBeNull();
    expect(dateOrderOf(['24-03-12', '99-03-31'])).toBe('YMD');
    // They contradict each other: what is clear alone is read, the rest is not.
    expect(dateOrderOf(['25/04/2026', '04/25/2026', '03/04/2026'])).toBeNull();
    expect(readDate('03/04/2026', 'DMY')).toEqual({ value: '2026-04-03' });
    expect(readDate('03/04/2026', 'MDY')).toEqual({ value: '2026-03-04' });
    expect(readDate('25/03/2026', 'MDY')).toEqual({ problem: 'NOT_A_DATE' });
    // The order of digits with slashes says nothing about dots.
    expect(readDate('03.04.2026', 'MDY')).toEqual({ value: '2026-04-03' });
  });

  it('is the workbook’s day number, counted from 1900', () => {
    expect([61, 36_526, 45_356].map(dayOfSerial)).toEqual(['1900-03-01', '2000-01-01', '2024-03-05']);
  });
});

describe('an identifier', () => {
  it('keeps its digits', () => {
    expect(read('machine.serialNumber', '000123')).toBe('000123');
    expect(read('machine.serialNumber', 123_456_789_012_345)).toBe('123456789012345');
    expect(read('customer.phoneNumber', 600_000_001)).toBe('600000001');
    expect(read('customer.nip', 5_250_000_001)).toBe('5250000001');
    expect(read('machine.model', 2.5)).toBe('2.5');
    expect(read('machine.serialNumber', '=1+1')).toBe('=1+1');
    expect(read('machine.serialNumber', '12E10')).toBe('12E10');
  });

  it('is refused when the program has lost some', () => {
    for (const lost of ['1.23457E+11', '1,23457E+11', '5E+14', 1.234_567_890_123_45e19])
      expect(read('machine.serialNumber', lost)).toBe('DIGITS_LOST');
    expect(read('machine.serialNumber', { date: '2024-11-03' })).toBe('TURNED_INTO_DATE');
  });

  it('is not a word for none, which would make many machines one', () => {
    for (const none of ['-', 'brak', 'n/a', 'k.A.', 'б/н', '?', ' '])
      expect(read('machine.serialNumber', none)).toBeNull();
    expect(read('machine.note', 'brak')).toBe('brak');
  });
});

describe('months', () => {
  it.each([
    [24, 24],
    ['12', 12],
    ['12,0', 12],
    ['24 Monate', 24],
    ['24 mies.', 24],
    ['24 m-ce', 24],
    ['2 lata', 24],
    ['1 rok', 12],
    ['1,5 roku', 18],
    ['2 Jahre', 24],
    ['3 anni', 36],
    ['1 año', 12],
    ['6 мес.', 6],
    ['3 года', 36],
    ['co 12 miesięcy', 12],
    ['alle 6 Monate', 6],
    ['every 12 months', 12],
    ['vierteljährlich', 3],
    ['halbjährlich', 6],
    ['semestrale', 6],
    ['co pół roku', 6],
    ['annual', 12],
    ['ежегодно', 12],
    ['1x jährl.', 12],
    ['2x jährlich', 6],
    ['4 x pro Jahr', 3],
    ['jährl.', 12],
    ['¼-jährlich', 3],
    ['½-jährlich', 6],
    ['2 razy w roku', 6],
    ['2 volte all’anno', 6],
    ['1 раз в год', 12],
    ['2 times a year', 6],
  ])('%j are %i', (cell, months) => {
    expect(read('machine.interval', cell)).toBe(months);
  });

  it('are refused in other units, and read as years under such a header', () => {
    for (const cell of [
      '52 Wochen',
      '365 dni',
      '500 h',
      '1,3 lata',
      '5x jährlich',
      'ask',
      { date: '2024-01-01' },
    ])
      expect(read('machine.interval', cell)).toBe('NOT_MONTHS');
    expect(lengthUnitOf('Garantie (Jahre)')).toBe('YEARS');
    expect(lengthUnitOf('Okres gwarancji w miesiącach')).toBe('MONTHS');
    expect(lengthUnitOf('Interval (weeks)')).toBe('OTHER');
    expect(lengthUnitOf('Garantie')).toBeNull();
    expect(read('machine.warrantyLength', 2, { unit: 'YEARS' })).toBe(24);
    expect(read('machine.warrantyLength', 8, { unit: 'OTHER' })).toBe('NOT_MONTHS');
    expect(read('machine.warrantyLength', '24 Monate', { unit: 'YEARS' })).toBe(24);
  });
});

describe('other kinds', () => {
  it('reads years', () => {
    for (const cell of [2019, '2019', '2019 r.', '05.2019', '12.03.2019', { date: '2019-03-12' }])
      expect(read('machine.yearBuilt', cell)).toBe(2019);
    for (const cell of ['19', '2018/2019', 'ok. 2019 lub później', 43_000])
      expect(read('machine.yearBuilt', cell)).toBe('NOT_A_YEAR');
  });

  it('reads yes and no', () => {
    for (const cell of [true, 'TAK', 'ja', 'Sì', 'да', 'x', 1])
      expect(read('contact.isMain', cell)).toBe(true);
    for (const cell of [false, 'nie', 'Nein', 'no', 'нет', '0'])
      expect(read('contact.isMain', cell)).toBe(false);
    expect(read('contact.isMain', 'maybe')).toBe('NOT_YES_OR_NO');
  });

  it('reads names and codes', () => {
    for (const cell of ['PL', 'pl', 'Polska', 'POL', ' POLSKA '])
      expect(read('customer.country', cell)).toBe('PL');
    for (const cell of ['D', 'Germany', 'DE']) expect(read('customer.country', cell)).toBe('DE');
    expect(read('customer.country', 'Atlantis')).toBe('UNKNOWN_COUNTRY');
    for (const cell of ['de', 'de-AT', 'Deutsch', 'niemiecki', 'Alemán'])
      expect(read('customer.language', cell)).toBe('de');
    expect(read('customer.language', 'Latin')).toBe('UNKNOWN_LANGUAGE');
    expect(read('machine.status', 'Gefahr')).toBe('DANGER');
    expect(read('machine.status', 'w naprawie')).toBe('IN_REPAIR');
    expect(read('machine.status', 'außer Betrieb')).toBe('BROKEN');
    expect(read('machine.status', 'sold')).toBe('UNKNOWN_STATUS');
    expect(read('past.type', 'Regelmäßige Inspektion')).toBe('PERIODIC_INSPECTION');
    expect(read('past.type', 'naprawa')).toBe('REPAIR');
    expect(read('past.type', 'party')).toBe('UNKNOWN_SERVICE_TYPE');
    expect(read('todo.status', 'zrobione')).toBe('DONE');
    expect(read('todo.status', 'offen')).toBe('TODO');
  });

  it('reads numbers with comma or point', () => {
    expect(
      ['1 234,50', '1.234,50', '1,234.50', "1'234.5", '-0,5', '1.234.567', '12'].map(readNumber),
    ).toEqual([1234.5, 1234.5, 1234.5, 1234.5, -0.5, 1_234_567, 12]);
    expect(['', 'x', '1e5', '--1', '1,2,3.4.5x'].map(readNumber)).toEqual([null, null, null, null, null]);
  });

  it('reads places on the map', () => {
    const warsaw = { latitude: 52.2297, longitude: 21.0122 };
    for (const cell of [
      '52.2297, 21.0122',
      '52,2297; 21,0122',
      '52.2297,21.0122',
      '52.2297 21.0122',
      'N52.2297 E21.0122',
      'https://maps.example.com/?q=52.2297,21.0122',
    ])
      expect(read('machine.position', cell)).toEqual(warsaw);
    expect(read('machine.position', '52°13\'47"N 21°0\'44"E')).toEqual({
      latitude: 52.229722,
      longitude: 21.012222,
    });
    expect(read('machine.gpsLongitude', '0,3367 W')).toBe(-0.3367);
    expect(read('machine.gpsLatitude', 91)).toBe('NOT_A_COORDINATE');
    expect(read('machine.position', 'behind the church')).toBe('NOT_A_COORDINATE');
  });

  it.each([
    ['ul. Długa 5, 61-001 Poznań', 'ul. Długa 5', '61-001', 'Poznań', ''],
    ['ul. Długa 5 61-001 Poznań', 'ul. Długa 5', '61-001', 'Poznań', ''],
    ['61-001 Poznań, ul. Długa 5', 'ul. Długa 5', '61-001', 'Poznań', ''],
    ['Hauptstr. 5\nD-10115 Berlin\nGermany', 'Hauptstr. 5', '10115', 'Berlin', 'DE'],
    ['Hauptstraße 5, 1010 Wien', 'Hauptstraße 5', '1010', 'Wien', ''],
    ['5 High Street, Leeds LS1 4AB', '5 High Street', 'LS1 4AB', 'Leeds', ''],
    ['Via Roma 5, 20121 Milano (MI)', 'Via Roma 5', '20121', 'Milano (MI)', ''],
    ['Calle Mayor 5, 28001 Madrid', 'Calle Mayor 5', '28001', 'Madrid', ''],
    ['115000, г. Москва, ул. Ленина, д. 5', 'ул. Ленина, д. 5', '115000', 'Москва', ''],
    ['г. Казань, ул. Баумана, 7', 'ул. Баумана, 7', '', 'Казань', ''],
    ['Rynek 1, Kraków', 'Rynek 1', '', 'Kraków', ''],
    ['Hala 3', 'Hala 3', '', '', ''],
  ])('takes %j apart', (cell, streetAddress, zipCode, city, country) => {
    expect(read('customer.address', cell)).toEqual({ streetAddress, zipCode, city, country });
  });

  it('gives a value or a code of the list for whatever stands in a cell', () => {
    const cells = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.stringMatching(/^[\d.,/ :+-]{0,20}$/),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 1e308, -0, '\0', '\ud800'),
    );
    fc.assert(
      fc.property(fc.constantFrom(...importFields), cells, (field, cell) => {
        const reading = readCell(field, cell, context);
        if ('problem' in reading) expect(cellProblems).toContain(reading.problem);
        else expect(reading).toHaveProperty('value');
      }),
      { numRuns: 3000 },
    );
  });

  const longest = 32_000;
  const nasty = [
    ...[' ', '\u00a0', ',', ';', '\n', '.', '-', '(', 'T', 'г'].map((sign) => `a${sign.repeat(longest)}b`),
    ...['1', '1 ', '1.', '1,', 'a,', 'A-', '1°', "'", 'a@a.', '12-', 'г. '].map(
      (text) => `${text.repeat(longest / text.length)}x`,
    ),
    `https://${'1.1,'.repeat(longest / 4)}x`,
    `https://1.${'1'.repeat(longest)}x`,
    `co ${'1,'.repeat(longest / 2)}!`,
  ];

  it('refuses a cell that is longer than any value of its kind, before it looks at it', () => {
    const isUnread = (field: ImportField) => nasty.every((cell) => read(field, cell) === 'TOO_LONG');
    const taken = [...new Set(importFields.filter((field) => !isUnread(field)).map(kindOf))];
    // What their schemas have a longest length for is taken as it is.
    expect(taken).toEqual(['code', 'text', 'phone', 'email']);
  });

  // Some milliseconds; expressions that go back and forth took minutes. Nothing else is measured.
  it('reads cells that are made to keep it busy', { timeout: 20_000 }, () => {
    for (const cell of nasty)
      for (const field of importFields)
        for (const length of [50, 90, 490, 1_990, longest + 10]) {
          const cut = `${cell.slice(0, length)}${cell.slice(-1)}`;
          for (let count = 0; count < 5; count += 1)
            readCell(field, cut, { ...context, dateOrder: 'DMY', unit: 'MONTHS' });
        }
    expect(dateOrderOf(nasty)).toBeNull();
    for (const cell of nasty) expect(readDate(cell, 'DMY')).toEqual({ problem: 'NOT_A_DATE' });
  });
});
