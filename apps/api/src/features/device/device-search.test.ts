import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCategory, buildCustomer, buildDevice, buildUser } from '../../testing/builders.ts';

const app = useTestApp();
let api: Api;
let german: Api;
let accountId: number;
let ids: Record<'press' | 'lift' | 'pump', number>;
let bakery: { id: number; shortName: string; fullName: string };
let lifts: { id: number };

beforeAll(async () => {
  const owner = await buildAdmin(app);
  accountId = owner.accountId;
  api = await app.as(owner);
  german = await app.as(await buildUser(app, { accountId }), { 'Accept-Language': 'de' });
  lifts = await buildCategory(app, { accountId, name: 'Dźwigi' });
  bakery = await buildCustomer(app, { accountId, shortName: 'Pekarnia', fullName: 'Пекарня «Хлебный»' });
  // Customers and categories of the builders have numbers, which a search may find.
  const { id: hotelId } = await buildCustomer(app, { accountId, shortName: 'Hotel', fullName: 'Hotel' });
  const { id: pumpsId } = await buildCategory(app, { accountId, name: 'Pumpen' });
  const press = await buildDevice(app, {
    accountId,
    name: 'Prasa krawędziowa',
    status: 'FAULT',
    manufacturer: 'Ganzmetall Köln',
    model: 'P-160/4',
    serialNumber: 'SN_100%',
    yearBuilt: 1987,
    sourcePower: '3 × 400 V',
    warranty: 'Ersatzteile, Anfahrt',
    streetAddress: 'Żółta 7',
    zipCode: '90-001',
    city: 'Łódź',
    country: 'PL',
    transferDate: new Date('2026-03-01'),
    customerId: bakery.id,
  });
  const lift = await buildDevice(app, {
    accountId,
    name: 'Aufzug Größe 3',
    status: 'PRODUCTION',
    country: 'DE',
    manufacturer: 'Äpfel',
    yearBuilt: 2021,
    transferDate: new Date('2026-03-31'),
    categoryId: lifts.id,
    customerId: hotelId,
  });
  const pump = await buildDevice(app, {
    ...{ accountId, name: 'Pump', status: 'OK', customerId: hotelId, categoryId: pumpsId },
  });
  ids = { press: press.id, lift: lift.id, pump: pump.id };
});

const search = async (body: object, by = api) =>
  (await by.device.search({ body })).content.map(({ id }) => id);
const filter = async (body: object) => (await api.device.getByFilter({ body })).map(({ id }) => id);

describe('searching machines', () => {
  it('sorts by weight of the status by default', async () => {
    expect(await search({})).toEqual([ids.lift, ids.pump, ids.press]);
    expect(await filter({})).toEqual([ids.lift, ids.pump, ids.press]);
    expect(await search({ sort: { by: 'name', direction: 'desc' } })).toEqual([
      ids.pump,
      ids.press,
      ids.lift,
    ]);
    expect(await search({ sort: { by: 'transferDate', direction: 'asc' } })).toEqual([
      ids.press,
      ids.lift,
      ids.pump,
    ]);
  });

  it('sorts by manufacturer and year, machines without a year last', async () => {
    const by = (key: 'manufacturer' | 'yearBuilt', direction: 'asc' | 'desc') =>
      search({ sort: { by: key, direction } });
    expect(await by('manufacturer', 'asc')).toEqual([ids.pump, ids.lift, ids.press]);
    expect(await by('yearBuilt', 'asc')).toEqual([ids.press, ids.lift, ids.pump]);
    expect(await by('yearBuilt', 'desc')).toEqual([ids.lift, ids.press, ids.pump]);
  });

  it.each([
    ['name', 'KRAWEDZIOWA'],
    ['manufacturer', 'ganzmetall koln'],
    ['model', 'p-160'],
    ['serial number', 'sn_100%'],
    ['year', '1987'],
    ['warranty', 'ANFAHRT'],
    ['street', 'zolta'],
    ['zip code', '90-0'],
    ['city', 'lodz'],
    ['customer’s short name', 'pekarnia'],
    ['customer’s full name', 'хлеб'],
    ['several columns', '7 хлеб KRAWĘDZIOWA 90-001'],
    ['names and numbers without their spaces', 'prasakrawedziowa p160/4 sn100 400V'],
    ['names and numbers with other spaces and dashes', 'zolta-7 sn 100 p-1604'],
    ['a status and a town', 'fault lodz'],
  ])('finds by %s, whatever case and accents', async (_, text) => {
    expect(await search({ text })).toEqual([ids.press]);
  });

  it('finds two letters where words begin or end, and a single one where they begin', async () => {
    const found = async (text: string) => (await search({ text })).includes(ids.press as number);
    for (const text of ['Kr', 'WA', '04', 'ЫЙ', 'ł', 'p']) expect(await found(text), text).toBe(true);
    for (const text of ['rę', 'nz', 'w']) expect(await found(text), text).toBe(false);
  });

  it('also finds by id, country and category', async () => {
    expect(await search({ text: String(ids.lift) })).toContain(ids.lift);
    expect(await search({ text: 'dzwig' })).toEqual([ids.lift]);
    expect(await search({ text: 'de' })).toContain(ids.lift);
    expect(await search({ text: 'nothing like it' })).toEqual([]);
    expect(await search({ text: '100 %' })).toEqual([ids.press]);
  });

  it('finds a status by its displayed name, with and without accents', async () => {
    for (const text of ['Störung', 'STÖRUNG', 'storung'])
      expect(await search({ text }, german), text).toEqual([ids.press]);
    expect(await search({ text: 'Störung' })).toEqual([]);
    expect(await search({ text: 'Fault' })).toEqual([ids.press]);
  });

  it('finds a country by its displayed name, ignoring case and accents', async () => {
    const polish = await app.as(await buildUser(app, { accountId }), { 'Accept-Language': 'pl' });
    const russian = await app.as(await buildUser(app, { accountId }), { 'Accept-Language': 'ru' });
    const spanish = await app.as(await buildUser(app, { accountId }), { 'Accept-Language': 'es' });
    expect(await search({ text: 'niemcy' }, polish)).toEqual([ids.lift]);
    expect(await search({ text: 'DEUTSCH' }, german)).toEqual([ids.lift]);
    expect(await search({ text: 'германия' }, russian)).toEqual([ids.lift]);
    expect(await search({ text: 'Polonia' }, spanish)).toEqual([ids.press]);
    expect(await search({ text: 'Niemcy' })).toEqual([]);
  });

  it.each([
    ['id', () => ({ id: ids.press })],
    ['statuses', () => ({ statuses: ['FAULT', 'DANGER'] })],
    ['customer', () => ({ customer: 'PEKARNIA' })],
    ['the full name of the customer', () => ({ customer: 'хлеб' })],
    ['manufacturer', () => ({ manufacturer: 'KÖLN' })],
    ['model', () => ({ model: '160' })],
    ['serialNumber', () => ({ serialNumber: 'n_1' })],
    ['builtTo', () => ({ builtTo: 1987 })],
    ['builtFrom and builtTo', () => ({ builtFrom: 1987, builtTo: 2020 })],
    ['sourcePower', () => ({ sourcePower: '400 v' })],
    ['warranty', () => ({ warranty: 'ersatz' })],
    ['street', () => ({ street: 'żółta' })],
    ['zipCode', () => ({ zipCode: '90' })],
    ['city', () => ({ city: 'lodz' })],
    ['countries', () => ({ countries: ['PL', 'US'] })],
    ['dateFrom and dateTo', () => ({ dateFrom: '2026-03-01T00:00:00', dateTo: '2026-03-30T00:00:00' })],
    ['dateTo', () => ({ dateTo: '2026-03-01' })],
    ['several filters', () => ({ city: 'łódź', statuses: ['FAULT'], countries: ['PL'] })],
  ])('filters by %s', async (_, body) => {
    expect(await filter(body())).toEqual([ids.press]);
    expect(await search(body())).toEqual([ids.press]);
  });

  it('filters by categories, and ignores empty filters', async () => {
    expect(await filter({ categories: [lifts.id] })).toEqual([ids.lift]);
    expect(await search({ categoryId: lifts.id })).toEqual([ids.lift]);
    expect(await search({ customerId: bakery.id })).toEqual([ids.press]);
    const empty = {
      id: null,
      statuses: [],
      customer: '',
      categories: [],
      city: null,
      dateFrom: '',
      dateTo: null,
    };
    expect(await filter(empty)).toHaveLength(3);
    expect(await filter({ dateFrom: '2026-03-31T00:00:00' })).toEqual([ids.lift]);
    expect(await filter({ city: 'łódź', statuses: ['OK'] })).toEqual([]);
  });

  it('finds machines of a renamed customer or category at once, only by the new name', async () => {
    const category = await buildCategory(app, { accountId, name: 'Oldcategory' });
    const customer = await buildCustomer(app, { accountId, shortName: 'Oldname', fullName: 'Oldname Ltd' });
    const { id } = await buildDevice(app, {
      accountId,
      categoryId: category.id,
      customerId: customer.id,
      status: 'DANGER',
    });
    expect(await search({ text: 'oldname' })).toEqual([id]);
    await api.customer.update({ body: { id: customer.id, shortName: 'Newname', fullName: 'Newname Ltd' } });
    await api.category.update({ body: { id: category.id, name: 'Newcategory' } });
    for (const text of ['oldname', 'oldcategory']) expect(await search({ text })).toEqual([]);
    for (const text of ['newname', 'newcategory']) expect(await search({ text })).toEqual([id]);
    await api.device.delete({ params: { id } });
  });
});

describe('pages of machines', () => {
  it('never overlap or skip a machine, even among equal ones', async () => {
    const owner = await buildAdmin(app);
    const { accountId } = owner;
    const own = await app.as(owner);
    const { categoryId, customerId, id } = await buildDevice(app, { accountId, name: 'Same' });
    const all = [id];
    for (let i = 0; i < 24; i++)
      all.push((await buildDevice(app, { accountId, name: 'Same', categoryId, customerId })).id);
    for (const sort of [
      undefined,
      { by: 'name', direction: 'asc' },
      { by: 'city', direction: 'desc' },
    ] as const) {
      const pages = [];
      for (let page = 0; page < 6; page++)
        pages.push(await own.device.search({ body: { page, size: 5, ...(sort && { sort }) } }));
      const seen = pages.flatMap(({ content }) => content.map((device) => device.id));
      expect(seen.length).toBe(25);
      expect(new Set(seen)).toEqual(new Set(all));
      expect(pages[0]).toMatchObject({ number: 0, size: 5, totalElements: 25, totalPages: 5 });
      expect(pages[5]?.content).toEqual([]);
    }
  });

  it('of a customer or category contain only its own machines', async () => {
    expect((await api.device.findByCustomer({ params: { id: bakery.id } })).map(({ id }) => id)).toEqual([
      ids.press,
    ]);
    expect((await api.device.findByCategory({ params: { id: lifts.id } })).map(({ id }) => id)).toEqual([
      ids.lift,
    ]);
  });
});
