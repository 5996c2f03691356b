import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCustomer, buildDevice, buildUser, buildVisit } from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let stranger: Api;
let accountId: number;

const bakery = {
  shortName: 'Bakery',
  fullName: 'Bakery Łódź',
  city: 'ŁÓDŹ',
  email: '',
  language: 'pl' as const,
};

beforeAll(async () => {
  const owner = await buildAdmin(app);
  accountId = owner.accountId;
  admin = await app.as(owner);
  technician = await app.as(await buildUser(app, { accountId }));
  stranger = await app.as(await buildAdmin(app));
});

describe('inserting a customer', () => {
  it('returns the stored customer, and logs the user', async () => {
    const added = await technician.customer.insert({ body: bakery });
    expect(added).toMatchObject({ ...bakery, regon: '' });
    expect(await admin.customer.findById({ params: { id: added.id } })).toEqual(added);
    const entry = await app.deps.db
      .of({ accountId })
      .auditLog.findFirst({ where: { entity: 'customer', entityId: added.id } });
    expect(entry).toMatchObject({ kind: 'CREATED', what: 'Bakery' });
  });

  it('refuses a name already used in the account, ignoring case, but not one of other accounts', async () => {
    await admin.customer.insert({ body: { ...bakery, shortName: 'Twice' } });
    expect(await refusal(admin.customer.insert({ body: { ...bakery, shortName: ' TWICE ' } }))).toMatchObject(
      {
        status: 409,
        code: 'CUSTOMER_EXISTS',
        message: 'A customer with the given name already exists.',
      },
    );
    await stranger.customer.insert({ body: { ...bakery, shortName: 'Twice' } });
  });

  it('says what is wrong with each field', async () => {
    const wrong = { shortName: 'x'.repeat(21), fullName: 'ab', email: 'nobody', country: 'XX' as 'PL' };
    expect(await refusal(admin.customer.insert({ body: wrong }))).toMatchObject({
      status: 400,
      fields: {
        shortName: 'MAX_20_CHARACTERS',
        fullName: 'MIN_3_CHARACTERS',
        email: 'INCORRECT_EMAIL',
        country: 'INVALID',
      },
    });
  });

  it('creates one customer from twenty identical requests with one key, and refuses other content with it', async () => {
    const idempotencyKey = crypto.randomUUID();
    const body = { ...bakery, shortName: 'Once' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.customer.insert({ body, idempotencyKey })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(
      await refusal(admin.customer.insert({ body: { ...body, city: 'Gdynia' }, idempotencyKey })),
    ).toMatchObject({
      status: 409,
      code: 'IDEMPOTENCY_MISMATCH',
    });
  });
});

describe('updating a customer', () => {
  it('requires a longer short name than inserting, as specified', async () => {
    const { id } = await admin.customer.insert({ body: { ...bakery, shortName: 'AB' } });
    expect(await refusal(admin.customer.update({ body: { ...bakery, id, shortName: 'AB' } }))).toMatchObject({
      status: 400,
      fields: { shortName: 'MIN_3_CHARACTERS' },
    });
    expect(
      await admin.customer.update({ body: { ...bakery, id, shortName: 'ABC', nip: '525-000-00-00' } }),
    ).toMatchObject({
      shortName: 'ABC',
      nip: '525-000-00-00',
    });
  });

  it('records changed fields with their old and new values', async () => {
    const { id } = await buildCustomer(app, { accountId, city: 'Kraków' });
    await admin.customer.update({ body: { ...bakery, id, shortName: 'Moved', city: 'Gdańsk' } });
    const entry = await app.deps.db
      .of({ accountId })
      .auditLog.findFirst({ where: { entity: 'customer', entityId: id } });
    expect(entry?.changes).toMatchObject({ city: ['Kraków', 'Gdańsk'] });
  });

  it('does not reach another account’s customer', async () => {
    const { id } = await buildCustomer(app, { accountId, shortName: 'Ours' });
    expect(
      await refusal(stranger.customer.update({ body: { ...bakery, id, shortName: 'Theirs' } })),
    ).toMatchObject({
      status: 404,
    });
    expect(await admin.customer.findById({ params: { id } })).toMatchObject({ shortName: 'Ours' });
  });
});

describe('the position of a customer', () => {
  const position = { latitude: 51.772, longitude: 19.461 };

  it('is set, kept by clients that do not know it, changed and removed, and recorded', async () => {
    const { id, revision } = await admin.customer.insert({
      body: { ...bakery, shortName: 'Placed', position },
    });
    const change = (body: object) =>
      admin.customer.update({ body: { ...bakery, shortName: 'Placed', id, ...body } });
    const kept = await change({ revision, city: 'Łódź' });
    expect(kept.position).toEqual(position);
    const moved = { latitude: 51.8, longitude: 19.5 };
    expect((await change({ revision: kept.revision, position: moved })).position).toEqual(moved);
    const found = await admin.customer.search({ body: { text: 'Placed' } });
    expect(found.content.map((each) => each.position)).toEqual([moved]);
    const { position: removed } = await change({ revision: kept.revision + 1, position: null });
    expect(removed).toBeNull();
    const entries = await app.deps.db.of({ accountId }).auditLog.findMany({
      where: { entity: 'customer', entityId: id, kind: 'CHANGED' },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ changes }) => changes)).toMatchObject([
      { city: ['ŁÓDŹ', 'Łódź'] },
      { gpsLatitude: [51.772, 51.8], gpsLongitude: [19.461, 19.5] },
      { gpsLatitude: [51.8, null], gpsLongitude: [19.5, null] },
    ]);
  });

  it('is a whole point on the earth', async () => {
    const insert = (given: object) =>
      refusal(admin.customer.insert({ body: { ...bakery, shortName: 'Half', ...given } }));
    expect(await insert({ position: { latitude: 51 } })).toMatchObject({
      fields: { 'position.longitude': 'INVALID' },
    });
    expect(await insert({ position: { latitude: 91, longitude: 0 } })).toMatchObject({
      fields: { 'position.latitude': 'INVALID' },
    });
  });
});

describe('the own number of a customer', () => {
  it('is unique if there is one, whatever its case and spaces, also when two come at once', async () => {
    const add = (shortName: string, ownNumber?: string, api = admin) =>
      api.customer.insert({ body: { ...bakery, shortName, ...(ownNumber !== undefined && { ownNumber }) } });
    const answers = await Promise.allSettled(
      ['k 1017', 'K1017', ' K 10 17 '].map((number, index) => add(`Numbered ${index}`, number)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(add('Numbered 9', 'k1017'))).toMatchObject({
      status: 400,
      fields: { ownNumber: 'OWN_NUMBER_TAKEN' },
    });
    await add('Theirs', 'K 1017', stranger);
    await add('Unnumbered 1', '');
    const { id } = await add('Unnumbered 2');
    const change = (body: object) =>
      admin.customer.update({ body: { ...bakery, id, shortName: 'Unnumbered 2', ...body } });
    expect(await refusal(change({ ownNumber: 'K1017' }))).toMatchObject({
      fields: { ownNumber: 'OWN_NUMBER_TAKEN' },
    });
    expect(await change({ ownNumber: 'K-1018' })).toMatchObject({ ownNumber: 'K-1018' });
    // A client that does not know the number keeps it.
    expect(await change({ city: 'Ulm' })).toMatchObject({ ownNumber: 'K-1018', city: 'Ulm' });
    const found = await admin.customer.search({ body: { text: 'k-1018' } });
    expect(found.content.map((each) => each.id)).toEqual([id]);
    expect(await change({ ownNumber: null })).toMatchObject({ ownNumber: '' });
  });
});

describe('the customers as a file', () => {
  it('contain the results of a search, with address, numbers, contacts and machine counts', async () => {
    const owner = await buildAdmin(app);
    const german = await app.as(owner, { 'Accept-Language': 'de' });
    const given = { streetAddress: 'Mühlweg 3', zipCode: '12345', city: 'Ulm', country: 'DE' as const };
    const { id } = await german.customer.insert({
      body: {
        ...bakery,
        ...given,
        shortName: 'Mühle',
        fullName: 'Mühle GmbH',
        ownNumber: '10017',
        nip: '777',
        phoneNumber: '0731 1',
        position: { latitude: 48.4011, longitude: 9.9876 },
      },
    });
    await german.customer.insert({ body: { ...bakery, shortName: 'Other', fullName: 'Other one' } });
    for (const _ of [1, 2]) await buildDevice(app, { accountId: owner.accountId, customerId: id });
    const file = async (api: Api) =>
      linesOf((await api.http.post('/api/customer/export', { text: 'muhle', format: 'csv' })).data);
    const [header, ...rows] = await file(german);
    expect(header).toBe(
      'Kurzname;Vollständiger Name;Kundennummer;Straße und Hausnummer;Postleitzahl;Ort;Land;Steuernummer;Handelsregisternummer;Telefon;E-Mail;Position auf der Karte;Maschinen',
    );
    // A spreadsheet keeps the numbers as they are.
    expect(rows).toEqual([
      'Mühle;Mühle GmbH;="10017";Mühlweg 3;="12345";Ulm;Deutschland;="777";;="0731 1";;="48.4011, 9.9876";2',
    ]);
    expect(await file(stranger)).toHaveLength(1);
  });

  it('contain only the chosen ones, in the order of the list', async () => {
    const owner = await buildAdmin(app);
    const api = await app.as(owner);
    const ids: number[] = [];
    for (const shortName of ['Alpha', 'Beta', 'Gamma'])
      ids.push((await buildCustomer(app, { accountId: owner.accountId, shortName })).id);
    const [alpha = 0, , gamma = 0] = ids;
    const { id: theirs } = await stranger.customer.insert({ body: { ...bakery, shortName: 'Far away' } });
    const names = async (body: object) => {
      const { data } = await api.http.post('/api/customer/export', { format: 'csv', ...body });
      return linesOf(data)
        .slice(1)
        .map((line) => line.split(';')[0]);
    };
    expect(
      await names({ ids: [alpha, gamma, theirs], sort: { by: 'shortName', direction: 'desc' } }),
    ).toEqual(['Gamma', 'Alpha']);
    expect(await names({ ids: [theirs] })).toEqual([]);
    expect(await api.customer.findIds({ body: { text: 'alpha' } })).toEqual([alpha]);
    expect(await api.customer.findIds({ body: {} })).toHaveLength(3);
    const many = Array.from({ length: 501 }, (_, index) => index + 1);
    expect(await refusal(names({ ids: many }))).toMatchObject({ status: 400, fields: { ids: 'TOO_MANY' } });
  });
});

describe('the machines of a customer', () => {
  it('are counted, including those overdue for inspection', async () => {
    const { id } = await buildCustomer(app, { accountId });
    const count = (api = technician) => api.customer.counts({ params: { id } });
    const none = {
      overdueInspections: 0,
      contacts: 0,
      protocols: 0,
      archivedMachines: 0,
      visits: 0,
      changes: 0,
    };
    expect(await count()).toEqual({ ...none, machines: 0 });
    app.setNow(new Date('2026-11-05T12:00:00Z'));
    for (const transferDate of [null, new Date('2026-10-04'), new Date('2026-10-05')])
      await buildDevice(app, { accountId, customerId: id, transferDate, inspectionPeriodInMonths: 1 });
    expect(await count()).toEqual({ ...none, machines: 3, overdueInspections: 1 });
    const sold = await buildDevice(app, { accountId, customerId: id });
    const { id: userId } = await buildUser(app, { accountId });
    await buildVisit(app, { accountId, userId, deviceId: sold.id });
    await admin.device.archive({ body: { id: sold.id, reason: 'SOLD' } });
    expect(await count()).toEqual({
      ...none,
      ...{ machines: 3, overdueInspections: 1, archivedMachines: 1, visits: 1 },
    });
    app.setNow(null);
    expect((await refusal(count(stranger))).status).toBe(404);
  });
});

describe('deleting a customer', () => {
  it('is for admins', async () => {
    const { id } = await buildCustomer(app, { accountId });
    expect(await refusal(technician.customer.delete({ params: { id } }))).toMatchObject({
      status: 403,
      code: 'NO_PERMISSION',
    });
    await admin.customer.delete({ params: { id } });
    expect(await refusal(admin.customer.findById({ params: { id } }))).toMatchObject({ status: 404 });
  });

  it('is also accepted as POST', async () => {
    const { id } = await buildCustomer(app, { accountId });
    expect(await refusal(technician.customer.deleteByPost({ query: { id } }))).toMatchObject({ status: 403 });
    await admin.customer.deleteByPost({ query: { id } });
    expect(await refusal(admin.customer.findById({ params: { id } }))).toMatchObject({ status: 404 });
  });

  it('is refused while machines belong to it, with their number', async () => {
    const { customerId } = await buildDevice(app, { accountId });
    await buildDevice(app, { accountId, customerId });
    expect(await refusal(admin.customer.delete({ params: { id: customerId } }))).toMatchObject({
      status: 409,
      code: 'CUSTOMER_IN_USE',
      message: expect.stringMatching(/^Customers associated with machines cannot be deleted.* 2 machines\.$/),
      linked: { machines: 2, archivedMachines: 0, protocols: 0 },
    });
  });
});

it('all customers are listed, newest first, of the own account only', async () => {
  const owner = await buildAdmin(app);
  for (const shortName of ['First', 'Second', 'Third'])
    await buildCustomer(app, { accountId: owner.accountId, shortName });
  const api = await app.as(owner);
  const names = (list: { shortName: string }[]) => list.map(({ shortName }) => shortName);
  expect(names(await api.customer.findAll())).toEqual(['Third', 'Second', 'First']);
  expect(names((await api.customer.search({ body: {} })).content)).toEqual(['Third', 'Second', 'First']);
});

describe('searching customers', () => {
  it('finds by any column, ignoring case, accents and punctuation, in pages that never overlap', async () => {
    const owner = await buildAdmin(app);
    const api = await app.as(owner);
    for (const [shortName, city] of [
      ['Żabka', 'ŁÓDŹ'],
      ['Pekarnia', 'Пекарская'],
      ['Zeta', 'Łódź'],
      ['Percent 100%', 'x'],
    ] as const) {
      // Without the numbers that a builder gives.
      await buildCustomer(app, { accountId: owner.accountId, shortName, fullName: shortName, city });
    }
    const names = async (text: string) =>
      (
        await api.customer.search({ body: { text, sort: { by: 'shortName', direction: 'asc' } } })
      ).content.map((c) => c.shortName);
    expect((await names('łódź')).sort()).toEqual(['Zeta', 'Żabka'].sort());
    expect(await names('lodz')).toHaveLength(2);
    expect(await names('ПЕКАРСКАЯ')).toEqual(['Pekarnia']);
    expect(await names('100%')).toEqual(['Percent 100%']);
    // What has neither letter nor digit does not matter.
    expect(await names('- 100 % -')).toEqual(['Percent 100%']);
    const pages = await Promise.all([0, 1].map((page) => api.customer.search({ body: { page, size: 2 } })));
    expect(pages[0]).toMatchObject({ totalElements: 4, totalPages: 2, number: 0, size: 2 });
    expect(new Set(pages.flatMap(({ content }) => content.map(({ id }) => id))).size).toBe(4);
  });

  it('finds a country by the name the reader sees', async () => {
    const owner = await buildAdmin(app);
    const { shortName } = await buildCustomer(app, { accountId: owner.accountId, country: 'AT' });
    await buildCustomer(app, { accountId: owner.accountId, country: 'PL' });
    const find = async (language: string, text: string) => {
      const api = await app.as(owner, { 'Accept-Language': language });
      return (await api.customer.search({ body: { text } })).content.map((customer) => customer.shortName);
    };
    expect(await find('de', 'OSTERREICH')).toEqual([shortName]);
    expect(await find('ru', 'австрия')).toEqual([shortName]);
    expect(await find('en', 'Österreich')).toEqual([]);
  });

  it('sorts names by the user’s language', async () => {
    const owner = await buildAdmin(app);
    for (const shortName of ['Zorro', 'łan', 'Ądry', 'Adam', 'Mur'])
      await buildCustomer(app, { accountId: owner.accountId, shortName });
    const polish = await app.as(owner, { 'Accept-Language': 'pl' });
    const { content } = await polish.customer.search({
      body: { sort: { by: 'shortName', direction: 'asc' } },
    });
    expect(content.map(({ shortName }) => shortName)).toEqual(['Adam', 'Ądry', 'łan', 'Mur', 'Zorro']);
  });
});
