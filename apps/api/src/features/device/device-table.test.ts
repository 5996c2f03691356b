import { readSheet } from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCategory, buildCustomer, buildDevice, buildUser } from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';

const app = useTestApp();
let api: Api;
let german: Api;

beforeAll(async () => {
  const owner = await buildAdmin(app);
  const { accountId } = owner;
  api = await app.as(owner);
  german = await app.as(await buildUser(app, { accountId }), { 'Accept-Language': 'de' });
  const category = await buildCategory(app, { accountId, name: 'Presses' });
  const customer = await buildCustomer(app, { accountId, shortName: 'Mill', fullName: 'Mill Ltd' });
  await buildDevice(app, {
    accountId,
    categoryId: category.id,
    customerId: customer.id,
    name: '=HYPERLINK("x")',
    status: 'FAULT',
    ownNumber: '0042',
    manufacturer: 'Ganzmetall',
    model: '3-11',
    serialNumber: '3/11/2026',
    yearBuilt: 1998,
    transferDate: new Date('2026-01-31'),
    warranty: 'production',
    warrantyLength: 24,
    inspectionPeriodInMonths: 6,
    streetAddress: 'Quay 1',
    zipCode: '01-002',
    city: 'Gniezno',
    country: 'PL',
  });
  await buildDevice(app, { accountId, name: 'Lift', status: 'OK' });
  await buildDevice(app, { accountId: (await buildAdmin(app)).accountId, name: 'Foreign' });
});

const csv = async (by: Api, body: object = {}) => {
  const { data } = await by.http.post<string>(
    '/api/device/export',
    { format: 'csv', ...body },
    { responseType: 'text' },
  );
  return linesOf(data);
};

it('contains the list’s results, in its order, with all data of a machine', async () => {
  const [head, ...rows] = await csv(german);
  expect(head).toBe(
    'Nr.;Status;Name;Inventarnummer;Kategorie;Kunde;Vollständiger Name des Kunden;Hersteller;Modell;Seriennummer;Baujahr;' +
      'Stromversorgung;Übergabedatum;Garantie;Garantie (Monate);Garantie bis;Letzter Service;Inspektionsintervall (Monate);Nächste Inspektion;' +
      'Straße und Hausnummer;Postleitzahl;Ort;Land;Archiviert am;Grund der Archivierung',
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain(';In Ordnung;Lift;;');
  expect(rows[1]?.replace(/^\d+;/, '')).toBe(
    'Störung;\'=HYPERLINK("x");="0042";Presses;Mill;Mill Ltd;Ganzmetall;="3-11";="3/11/2026";1998;;2026-01-31;Produktion;' +
      '24;2028-01-31;;6;2026-07-31;Quay 1;="01-002";Gniezno;Polen;;',
  );
});

it('keeps search, filters and order', async () => {
  const names = async (body: object) => (await csv(api, body)).slice(1).map((line) => line.split(';')[2]);
  expect(await names({ sort: { by: 'name', direction: 'desc' } })).toEqual(['Lift', '\'=HYPERLINK("x")']);
  expect(await names({ text: 'lift' })).toEqual(['Lift']);
  expect(await names({ needsAttention: true })).toEqual(['\'=HYPERLINK("x")']);
});

it('is a workbook in which texts stay texts', async () => {
  const { data } = await api.http.post<ArrayBuffer>(
    '/api/device/export',
    { format: 'xlsx', text: 'ganzmetall' },
    { responseType: 'arraybuffer' },
  );
  const [head, row] = await readSheet(Buffer.from(data));
  expect(row?.[head?.indexOf('Serial number') ?? 0]).toBe('3/11/2026');
  expect(row?.[head?.indexOf('Year built') ?? 0]).toBe(1998);
});

it('contains only the chosen machines, and names all that a search finds to be chosen', async () => {
  const ids = await api.device.findIds({ body: { text: 'lift' } });
  const [, ...rows] = await csv(api, { ids });
  expect(rows).toEqual([expect.stringContaining(';Lift;')]);
  expect(await api.device.findIds({ body: {} })).toHaveLength(2);
  expect(await csv(api, { ids: [2_000_000_000] })).toHaveLength(1);
});
