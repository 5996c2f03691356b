import { describe, expect, it } from 'vitest';
import { recogniseColumns, recogniseSheet } from './import-recognition.ts';
import { type HeaderSet, headerSets } from './testing/import-header-sets.ts';
import { headerSetsAside } from './testing/import-header-sets-aside.ts';

/** Columns that are wrong, each as a line. A column that should stay without a field counts too. */
const mistakes = (sets: readonly HeaderSet[]): string[] =>
  sets.flatMap(({ name, rows, headerRow, expected }) => {
    const found = recogniseSheet(rows);
    return expected.flatMap((field, index) => {
      const column = found.columns[index];
      const isRight = found.headerRow === headerRow && (column?.field ?? null) === field;
      return isRight ? [] : [`${name}: ${column?.header} is ${field}, not ${column?.field}`];
    });
  });
const columnsOf = (sets: readonly HeaderSet[]): number => sets.flatMap(({ expected }) => expected).length;

describe('the recognition of columns', () => {
  it('is right for at least 95 % of the columns of lists in six languages', () => {
    const wrong = mistakes(headerSets);
    expect(1 - wrong.length / columnsOf(headerSets), wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  it('is right for lists that it was not written for', () => {
    const wrong = mistakes(headerSetsAside);
    expect(1 - wrong.length / columnsOf(headerSetsAside), wrong.join('\n')).toBeGreaterThanOrEqual(0.9);
  });

  it('knows the short forms of the trade, and postal code and city in one column', () => {
    const short = headerSets.filter(({ name }) => name.startsWith('short forms'));
    expect(short).toHaveLength(6);
    expect(mistakes(short)).toEqual([]);
  });

  it('gives each field once', () => {
    for (const { rows } of [...headerSets, ...headerSetsAside]) {
      const fields = recogniseSheet(rows).columns.flatMap(({ field }) => field ?? []);
      expect(new Set(fields).size).toBe(fields.length);
    }
  });

  const fieldsOf = (columns: Record<string, string[]>) =>
    recogniseColumns(Object.keys(columns), Object.values(columns)).map(({ field }) => field);

  it('lets the values speak where headers say less', () => {
    expect(fieldsOf({ Maschine: ['Presse'], Garantie: ['24 Monate'] })[1]).toBe('machine.warrantyLength');
    expect(fieldsOf({ Maschine: ['Presse'], Garantie: ['12.03.2027'] })[1]).toBe('machine.warrantyUntil');
    expect(fieldsOf({ Maschine: ['Presse'], Garantie: ['ja'] })[1]).toBeNull();
    // Nobody calls it so, but nothing else looks like it.
    expect(fieldsOf({ Firma: ['Kunde 1', 'Kunde 2'], X7: ['a@example.com', 'b@example.com'] })).toEqual([
      'customer.fullName',
      'customer.email',
    ]);
    // A header that its values contradict.
    expect(fieldsOf({ Klient: ['Klient 1'], 'E-mail': ['tak'] })[1]).toBeNull();
    expect(fieldsOf({ Machine: ['Press'], 'Year built': ['blue'] })[1]).toBeNull();
  });

  it('lets the columns beside decide', () => {
    expect(fieldsOf({ Name: ['Kunde 1'], PLZ: ['10115'], Ort: ['Berlin'] })).toEqual([
      'customer.fullName',
      'customer.zipCode',
      'customer.city',
    ]);
    expect(fieldsOf({ Name: ['Presse'], Seriennummer: ['123'], Kunde: ['Kunde 1'] })).toEqual([
      'machine.name',
      'machine.serialNumber',
      'customer.fullName',
    ]);
    expect(
      fieldsOf({ Klient: ['K 1'], Miasto: ['Łódź'], Maszyna: ['Prasa'], Miejscowość: ['Zgierz'] }),
    ).toEqual(['customer.fullName', 'customer.city', 'machine.name', 'machine.city']);
    expect(fieldsOf({ 'Produttore gruppo': ['A'], Modello: ['X1'] })[0]).toBe('machine.manufacturer');
    expect(fieldsOf({ Hersteller: ['A'], Typ: ['X1'] })[1]).toBe('machine.model');
    expect(fieldsOf({ Description: ['Copier'], 'Serial no': ['12'], Type: ['Printing'] })[2]).toBe(
      'category.name',
    );
    expect(fieldsOf({ Machine: ['Press'], Location: ['Hall 2'], 'Notes/Remarks': ['new'] })[2]).toBe(
      'machine.note',
    );
    expect(fieldsOf({ Machine: ['Press'], 'Status (Active/Inactive)': ['Active'] })[1]).toBe(
      'machine.status',
    );
    expect(fieldsOf({ Data: ['2024-01-02'], Klient: ['K 1'], Typ: ['naprawa'] })[2]).toBe('past.type');
  });

  it('forgives typing errors, abbreviations and other spellings', () => {
    for (const header of [
      'Numer sryjny',
      'Nr. ser.',
      'SERIENNUMMER',
      'Serien Nr',
      'Seriennr.',
      's/n',
      'Зав.№',
    ])
      expect(fieldsOf({ Model: ['X1'], [header]: ['123'] })[1], header).toBe('machine.serialNumber');
  });

  it('finds the header below titles, or none', () => {
    const values = ['Kunde 1', 'Presse', '4711'];
    const header = ['Kunde', 'Maschine', 'Seriennummer'];
    const titles = [
      ['Maschinenliste 2024', null, null],
      [null, null, null],
      ['Stand:', '01.03.2024', null],
    ];
    expect(recogniseSheet([...titles, header, values]).headerRow).toBe(3);
    expect(recogniseSheet([header, values]).headerRow).toBe(0);
    expect(
      recogniseSheet([
        [1, 2, 3],
        [4, 5, 6],
      ]),
    ).toMatchObject({ headerRow: null });
    expect(recogniseSheet([])).toEqual({ headerRow: null, columns: [] });
  });

  it('is not slowed down by a sheet that is none', () => {
    const wide = Array.from({ length: 500 }, (_, index) => `column ${'x'.repeat(200)} ${index}`);
    expect(recogniseSheet([wide, wide, ['a'.repeat(1_000_000), 'b '.repeat(500_000)]]).columns).toHaveLength(
      500,
    );
  });
});
