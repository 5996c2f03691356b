/** Whose address a list of machines has: the customer's or the machine's. */
import type { Import } from '@servicebook/shared/import';
import type { ImportField } from '@servicebook/shared/import-fields';
import { describe, expect, it } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildAdmin } from '../../testing/builders.ts';
import { assign } from './testing/assign.ts';
import { settled } from './testing/settled.ts';
import { textRow, workbook } from './testing/workbook.ts';

const app = useTestApp();
const api = async (): Promise<Api> => app.as(await buildAdmin(app));
const csv = (rows: readonly (readonly string[])[]) => new Blob([rows.map((row) => row.join(';')).join('\n')]);

const upload = (of: Api, rows: readonly (readonly string[])[]): Promise<Import> =>
  of.import.upload({ file: csv(rows), fileName: 'list.csv' });
const fieldsOf = ({ sheets }: Import) => sheets[0]?.columns.map(({ field }) => field);

async function checked(of: Api, { id }: Import): Promise<Import> {
  await of.import.check({ params: { id } });
  return settled(of, id);
}
async function written(of: Api, { id }: Import): Promise<Import> {
  await of.import.run({ params: { id } });
  return settled(of, id);
}

const headers = ['Kunde', 'PLZ / Ort', 'Straße', 'Maschine', 'Kategorie', 'Seriennummer'];
const row = (customer: string, town: string, street: string, number: number) => [
  customer,
  town,
  street,
  'Kompressor',
  'Kompressoren',
  `SN-2024-${1000 + number}`,
];

describe('a plain address in a list of machines', () => {
  it('is the machine’s where customers have several sites: 200 rows without a problem', async () => {
    const of = await api();
    // Customer 1 has one site, customer 2 two of them, and so on.
    const rows = Array.from({ length: 200 }, (_, index) => {
      const customer = (index % 40) + 1;
      const site = Math.floor(index / 40) % Math.min(customer, 5);
      return row(`Kunde ${customer}`, `0${4100 + site} Ort ${site}`, `Werkstr. ${site + 1}`, index);
    });
    const rowsOfSheet = [headers, ...rows].map((cells) => textRow(...cells)).join('');
    const found = await of.import.upload({
      file: new Blob([new Uint8Array(workbook({ sheets: [{ name: 'Anlagen', rows: rowsOfSheet }] }))]),
      fileName: 'Anlagen.xlsx',
    });
    expect(fieldsOf(found)).toEqual([
      'customer.fullName',
      'machine.address',
      'machine.streetAddress',
      'machine.name',
      'category.name',
      'machine.serialNumber',
    ]);
    const { counts } = await checked(of, found);
    expect(counts).toMatchObject({
      rows: { CREATE: 200, ERROR: 0 },
      records: { customer: { CREATE: 40 }, machine: { CREATE: 200 } },
      rowsWithoutTown: 0,
    });
    expect((await written(of, found)).counts.rowsDone).toBe(200);
    const machines = await of.device.findAll();
    expect(machines.find(({ serialNumber }) => serialNumber === 'SN-2024-1081')).toMatchObject({
      streetAddress: 'Werkstr. 1',
      zipCode: '04100',
      city: 'Ort 0',
    });
    expect(machines.find(({ serialNumber }) => serialNumber === 'SN-2024-1042')).toMatchObject({
      streetAddress: 'Werkstr. 2',
      zipCode: '04101',
      city: 'Ort 1',
    });
    const customers = await of.customer.findAll();
    const place = (name: string) => {
      const { streetAddress, zipCode, city } = customers.find(({ fullName }) => fullName === name) ?? {};
      return [streetAddress, zipCode, city];
    };
    // All its machines stand there; of several places none is known to be the customer's.
    expect(place('Kunde 1')).toEqual(['Werkstr. 1', '04100', 'Ort 0']);
    expect(place('Kunde 2')).toEqual(['', '', '']);
    // The same list again changes nothing.
    expect((await checked(of, await upload(of, [headers, ...rows]))).counts.rows).toMatchObject({
      SAME: 200,
    });
  });

  it('stays the customer’s where each has one, and its machines stand there', async () => {
    const of = await api();
    const found = await upload(of, [
      headers,
      row('Mühle', '04109 Leipzig', 'Lange Straße 1', 1),
      row('MÜHLE', '04109 Leipzig', 'Lange Str. 1', 2),
      row('Bäckerei', '99084 Erfurt', 'Markt 2', 3),
    ]);
    expect(fieldsOf(found)?.slice(1, 3)).toEqual(['customer.address', 'customer.streetAddress']);
    await checked(of, found);
    await written(of, found);
    const places = (await of.device.findAll()).map(({ streetAddress, city }) => `${streetAddress}, ${city}`);
    expect(places.toSorted()).toContain('Markt 2, Erfurt');
    expect((await of.customer.findAll()).map(({ city }) => city).toSorted()).toEqual(['Erfurt', 'Leipzig']);
  });

  it('is left alone where its header says whose it is, or the machine has a place of its own', async () => {
    const of = await api();
    const named = ['Kunde', 'Ort Kunde', 'Straße Kunde', 'Maschine', 'Kategorie', 'Seriennummer'];
    const rows = [row('Mühle', 'Leipzig', 'Werkstr. 1', 1), row('Mühle', 'Erfurt', 'Werkstr. 2', 2)];
    expect(fieldsOf(await upload(of, [named, ...rows]))?.slice(1, 3)).toEqual([
      'customer.city',
      'customer.streetAddress',
    ]);
    const both = [
      [...headers, 'Standort Straße', 'Standort Ort'],
      ...rows.map((cells) => [...cells, 'Halle 1', 'Jena']),
    ];
    expect(fieldsOf(await upload(of, both))?.slice(1, 3)).toEqual([
      'customer.address',
      'customer.streetAddress',
    ]);
  });

  it('is the machine’s when no column names a customer', async () => {
    const of = await api();
    const found = await upload(of, [
      ['Ort', 'Straße', 'Maschine', 'Seriennummer'],
      ['Jena', 'Markt 1', 'Presse', 'SN-2024-1'],
    ]);
    expect(fieldsOf(found)?.slice(0, 2)).toEqual(['machine.city', 'machine.streetAddress']);
  });
});

describe('the street of a machine without its town', () => {
  const fields: ImportField[] = [
    'customer.fullName',
    'customer.address',
    'machine.streetAddress',
    'machine.name',
    'category.name',
    'machine.serialNumber',
  ];

  it('is completed by the row’s town of the customer, else by the customer’s', async () => {
    const of = await api();
    const rows = [
      row('Mühle', '04109 Leipzig', 'Werkstr. 1', 1),
      row('Mühle', '', 'Werkstr. 2', 2),
      row('Forge', '', 'Markt 3', 3),
    ];
    const found = await upload(of, [headers, ...rows]);
    await assign(of, found, fields);
    const { counts } = await checked(of, found);
    expect(counts).toMatchObject({ rows: { CREATE: 3, ERROR: 0 }, rowsWithoutTown: 1 });
    const { content } = await of.import.rows({ body: { id: found.id, filter: 'WITHOUT_TOWN' } });
    expect(content.map((each) => each.row)).toEqual([4]);
    await written(of, found);
    const places = (await of.device.findAll()).map(({ streetAddress, zipCode, city }) =>
      [streetAddress, zipCode, city].join(', '),
    );
    expect(places.toSorted()).toEqual([
      'Markt 3, , ',
      'Werkstr. 1, 04109, Leipzig',
      'Werkstr. 2, 04109, Leipzig',
    ]);
    const again = await upload(of, [headers, ...rows]);
    await assign(of, again, fields);
    expect((await checked(of, again)).counts.rows).toMatchObject({ SAME: 3, UPDATE: 0 });
  });

  it('finds machines without a number again', async () => {
    const of = await api();
    const some = fields.slice(0, -1);
    const rows = [
      ['Mühle', '04109 Leipzig', 'Werkstr. 1', 'Presse', 'Pressen'],
      ['Mühle', '04109 Leipzig', 'Werkstr. 2', 'Presse', 'Pressen'],
    ];
    for (const plan of ['CREATE', 'SAME']) {
      const found = await upload(of, [headers.slice(0, -1), ...rows]);
      await assign(of, found, some);
      expect((await checked(of, found)).counts.rows).toMatchObject({ [plan]: 2 });
      if (plan === 'CREATE') await written(of, found);
    }
  });

  it('stays without it when machines do not stand at their customers', async () => {
    const of = await api();
    const found = await upload(of, [headers, row('Mühle', '04109 Leipzig', 'Werkstr. 1', 1)]);
    await assign(of, found, fields, { placeOfCustomer: false });
    expect((await checked(of, found)).counts).toMatchObject({ rowsWithoutTown: 1 });
  });
});

it('counts rows that contradict each other about an address, by sheet and columns', async () => {
  const of = await api();
  const rows = [1, 2, 3, 4].map((number) => row('Mühle', '04109 Leipzig', `Werkstr. ${number}`, number));
  const found = await upload(of, [headers, ...rows, row('Mühle', '99084 Erfurt', 'Werkstr. 1', 5)]);
  const wrong: ImportField[] = [
    'customer.fullName',
    'customer.address',
    'customer.streetAddress',
    'machine.name',
    'category.name',
    'machine.serialNumber',
  ];
  await assign(of, found, wrong);
  expect((await checked(of, found)).counts).toMatchObject({
    rows: { CREATE: 1, ERROR: 4 },
    addressConflicts: [{ sheet: 0, columns: [1, 2], rows: 4 }],
  });
  await assign(of, found, [wrong[0] ?? null, 'machine.address', 'machine.streetAddress', ...wrong.slice(3)]);
  expect((await checked(of, found)).counts).toMatchObject({
    rows: { CREATE: 5, ERROR: 0 },
    addressConflicts: [],
  });
});
