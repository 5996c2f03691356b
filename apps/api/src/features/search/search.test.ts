/** One text for records of every kind. */
import { mostHits } from '@servicebook/shared/global-search';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildCategory,
  buildCustomer,
  buildDevice,
  buildService,
  buildTodo,
  buildUser,
  buildVisit,
} from '../../testing/builders.ts';

const app = useTestApp();
let api: Api;
let technicianApi: Api;
let accountId: number;
let userId: number;
let ids: Record<string, number>;

beforeAll(async () => {
  const owner = await buildAdmin(app, { firstName: 'Zofia', lastName: 'Łącka' });
  accountId = owner.accountId;
  userId = owner.id;
  const technician = await buildUser(app, {
    ...{ accountId, firstName: 'Piotr', lastName: 'Żurek', position: 'Serwisant' },
    email: 'piotr.zurek@example.com',
  });
  [api, technicianApi] = [await app.as(owner), await app.as(technician)];
  const db = app.deps.db.of({ accountId });

  const kowalski = await buildCustomer(app, {
    ...{
      accountId,
      shortName: 'Kowalski',
      fullName: 'Zakład Kowalski i Syn',
      city: 'Łódź',
      nip: '725-18-01-126',
    },
  });
  const roaster = await buildCustomer(app, {
    ...{ accountId, shortName: 'Rösterei Nord', fullName: 'Rösterei Nord', city: 'Berlin' },
    phoneNumber: '+49 30 1234567',
  });
  const bakery = await buildCustomer(app, {
    ...{ accountId, shortName: 'Хлебозавод №7', fullName: 'Хлебозавод №7', city: 'Москва' },
  });
  // Names of the builders have a number, which a search may find.
  const { id: categoryId } = await buildCategory(app, { accountId, name: 'Anlagen' });
  const kind = { accountId, categoryId };
  const compressor = await buildDevice(app, {
    ...{ ...kind, customerId: kowalski.id, name: 'Kompresor', manufacturer: 'Atlas', model: 'GA 30' },
    ...{ serialNumber: 'GA-2024 1296', city: 'Pabianice' },
  });
  const espresso = await buildDevice(app, {
    ...{ ...kind, customerId: roaster.id, name: 'Presso X2', serialNumber: 'P/77', city: 'Berlin' },
  });
  const oven = await buildDevice(app, { ...kind, customerId: bakery.id, name: 'Печь ротационная' });
  const scrapped = await buildDevice(app, {
    ...{ ...kind, customerId: roaster.id, name: 'Presso Altgerät', archivedAt: new Date('2026-01-01') },
    ...{ archivedReason: 'SCRAPPED' as const, archivedById: userId },
  });
  const contact = await db.customerContact.create({
    data: { accountId, customerId: kowalski.id, name: 'Anna Maj', role: 'Zakupy', phone: '600 100 200' },
  });
  const protocol = await buildService(app, {
    ...{ accountId, userId, deviceId: compressor.id, number: 5, faultDescription: 'Wyciek oleju' },
    date: new Date('2026-11-10T10:00:00Z'),
  });
  await db.serviceAction.create({
    data: {
      accountId,
      serviceId: protocol.id,
      deviceId: compressor.id,
      name: 'Wymiana uszczelki',
      done: true,
    },
  });
  const visit = await buildVisit(app, {
    accountId,
    userId,
    deviceId: espresso.id,
    text: 'Mahlwerk tauschen',
  });
  const todo = await buildTodo(app, owner, { description: 'Zamówić separator' });
  const incident = await db.incident.create({
    data: { accountId, deviceId: oven.id, userId, date: new Date('2026-11-02T08:00:00Z'), text: 'Не греет' },
  });
  ids = {
    ...{ kowalski: kowalski.id, roaster: roaster.id, bakery: bakery.id, compressor: compressor.id },
    ...{ espresso: espresso.id, oven: oven.id, scrapped: scrapped.id, contact: contact.id, visit: visit.id },
    ...{ protocol: protocol.id, todo: todo.id, incident: incident.id, technician: technician.id },
  };
});

const find = async (text: string, by = api) => by.globalSearch.search({ body: { text } });
/** As `kind name`, by the names above. */
const found = async (text: string, by = api) => {
  const { hits, similar } = await find(text, by);
  const nameOf = (id: number, names: string[]) => names.find((name) => ids[name] === id) ?? String(id);
  const names = {
    device: ['compressor', 'espresso', 'oven', 'scrapped'],
    customer: ['kowalski', 'roaster', 'bakery'],
  };
  return [
    ...(similar ? ['similar'] : []),
    ...hits.map(({ kind, id }) => (kind in names ? nameOf(id, names[kind as keyof typeof names]) : kind)),
  ];
};

describe('the search of the whole app', () => {
  it.each([
    ['GA20241296', ['compressor', 'service']],
    ['ga 2024-1296', ['compressor', 'service']],
    ['ga.2024', ['compressor', 'service']],
    ['presso berlin', ['espresso', 'scrapped', 'visit']],
    ['BERLIN   Presso.', ['espresso', 'scrapped', 'visit']],
    ['lodz kowalski 5/11', ['service']],
    ['5/11/2026', ['service']],
    ['wyciek uszczelk', ['service']],
    ['7251801126', ['kowalski']],
    ['49 30 123', ['roaster', 'visit']],
    ['600100200', ['kowalski', 'contact']],
    ['anna kowalski', ['kowalski', 'contact']],
    ['mahlwerk', ['visit']],
    ['mahlwerk rosterei', ['visit']],
    ['separator', ['todo']],
    ['хлебозавод 7', ['oven', 'bakery']],
    ['Хлебозавод №7', ['oven', 'bakery']],
    ['не ПЕЧЬ', ['incident']],
    ['zurek serwis', ['employee']],
    ['piotr.zurek@', ['employee']],
    ['96', ['compressor', 'service']],
    ['не', ['incident']],
    ['at', ['compressor', 'service']],
  ])('finds %s', async (text, expected) => {
    const names = await found(text);
    expect(names).toEqual(expect.arrayContaining(expected));
    if (text !== 'at') expect(names).toEqual(expected);
  });

  it('tells what was found, and where it is', async () => {
    const { hits } = await find('ga20241296');
    expect(hits).toEqual([
      {
        ...{ kind: 'device', id: ids.compressor, title: 'Kompresor', day: null, mark: null, deviceId: null },
        ...{ details: ['GA-2024 1296', 'Kowalski', 'Pabianice'], customerId: ids.kowalski },
      },
      {
        ...{ kind: 'service', id: ids.protocol, title: '5/11/2026', day: '2026-11-10', mark: null },
        ...{ details: ['Kowalski', 'Kompresor', 'Wyciek oleju'], deviceId: ids.compressor, customerId: null },
      },
    ]);
    expect((await find('altgerat')).hits).toMatchObject([{ kind: 'device', mark: 'ARCHIVED' }]);
    expect((await find('не греет')).hits).toMatchObject([
      {
        title: 'Не греет',
        details: ['Печь ротационная', 'Хлебозавод №7'],
        day: '2026-11-02',
        deviceId: ids.oven,
      },
    ]);
  });

  it.each(['', ' ', '--', '%', '🙂'])('finds nothing for "%s"', async (text) => {
    expect(await find(text)).toEqual({ hits: [], similar: false });
  });

  it.each([
    ['Kowaslki', 'kowalski'],
    ['kompersor pabianice', 'compressor'],
    ['pressso berlni', 'espresso'],
    ['GA20241269', 'compressor'],
    ['хлебозавот', 'bakery'],
  ])('forgives %s, and says so', async (text, expected) => {
    const names = await found(text);
    expect(names[0]).toBe('similar');
    expect(names).toContain(expected);
  });

  it('says that there is nothing, also nothing similar', async () => {
    expect(await find('qqxqqx wwyww')).toEqual({ hits: [], similar: true });
  });

  it('shows technicians what their lists show', async () => {
    expect(await found('kowalski', technicianApi)).toEqual(await found('kowalski'));
    expect(await found('zurek', technicianApi)).toEqual(['employee']);
  });

  it('never shows another company’s records', async () => {
    const stranger = await app.as(await buildAdmin(app));
    for (const text of ['GA20241296', 'kowalski', 'Kowaslki', 'mahlwerk', 'separator', 'anna', 'zurek', 'не'])
      expect((await find(text, stranger)).hits).toEqual([]);
  });

  it('reads records again that were found before: as they are now, in the order given, without those that are gone', async () => {
    const db = app.deps.db.of({ accountId });
    const { id } = await buildDevice(app, { accountId, customerId: ids.bakery as number, name: 'Тестомес' });
    const records = [
      { kind: 'visit' as const, id: ids.visit as number },
      { kind: 'device' as const, id },
      { kind: 'device' as const, id: ids.espresso as number },
    ];
    const read = async (by = api) => by.globalSearch.records({ body: { records } });
    await db.device.update({ where: { accountId_id: { accountId, id } }, data: { name: 'Тестомес А2' } });
    expect((await read()).map(({ title }) => title)).toEqual([
      'Mahlwerk tauschen',
      'Тестомес А2',
      'Presso X2',
    ]);
    await api.device.delete({ params: { id } });
    expect((await read(technicianApi)).map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      'visit Mahlwerk tauschen',
      'device Presso X2',
    ]);
    expect(await read(await app.as(await buildAdmin(app)))).toEqual([]);
  });

  it('finds the same however often it is asked', async () => {
    for (let count = 0; count < 10; count++) {
      expect(await found('presso berlin')).toEqual(['espresso', 'scrapped', 'visit']);
      expect(await found('lodz kowalski 5/11')).toEqual(['service']);
      expect(await found('5/11/2026')).toEqual(['service']);
      expect(await found('mahlwerk rosterei')).toEqual(['visit']);
    }
  });

  it('puts the exact name or number first, then the newest, a few of each, and archived machines last', async () => {
    const customerId = ids.roaster as number;
    const build = (name: string, serialNumber = '') =>
      buildDevice(app, { accountId, customerId, name, serialNumber });
    const exact = await build('Mixer');
    const numbered = await build('Rührer', 'MIX ER');
    const others = [];
    for (let count = 1; count <= 40; count++) others.push(await build(`Mixer Serie${count}`));
    await app.deps.db.of({ accountId }).device.update({
      where: { accountId_id: { accountId, id: (others.at(-1) as { id: number }).id } },
      data: { archivedAt: new Date(), archivedReason: 'SOLD', archivedById: userId },
    });
    const machines = async (text: string) =>
      (await find(text)).hits.filter(({ kind }) => kind === 'device').map(({ id }) => id);
    const newest = others.map(({ id }) => id).reverse();
    expect(await machines('mixer')).toEqual([numbered.id, exact.id, ...newest.slice(1, mostHits - 1)]);
    expect(await machines('mixer serie40')).toEqual([newest[0]]);
  });

  it('finds what is older than the newest thousand', async () => {
    await app.deps.db.global.$executeRaw`
      INSERT INTO todo (account_id, description, user_created_id)
      SELECT ${accountId}, 'Filler ' || n, ${userId} FROM generate_series(1, 1200) n`;
    expect(await found('separator')).toEqual(['todo']);
    expect(await found('filler')).toHaveLength(mostHits);
  });
});
