import { maxNames } from '@servicebook/shared/device';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Prisma } from '../../generated/prisma/client.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildCategory,
  buildCustomer,
  buildDevice,
  buildFile,
  buildService,
  buildTeam,
  buildUser,
  buildVisit,
} from '../../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;
let userId: number;
let category: { id: number };
let customer: { id: number };

beforeAll(async () => {
  ({ accountId, userId, admin, technician } = await buildTeam(app));
  category = { id: (await buildCategory(app, { accountId })).id };
  customer = { id: (await buildCustomer(app, { accountId })).id };
});

type Body = Parameters<Api['device']['insert']>[0]['body'];
const body = (given: object = {}) => ({ name: 'Press', category, customer, ...given }) as Body;
const insert = (given: object = {}) => technician.device.insert({ body: body(given) });
const read = (id: number) => technician.device.findById({ params: { id } });

describe('adding a machine', () => {
  it('returns only the id; omitted fields are empty, and the status is OK', async () => {
    const id = await insert();
    expect(id).toBeTypeOf('number');
    expect(await read(id)).toMatchObject({
      id,
      name: 'Press',
      status: 'OK',
      statusWeight: 4,
      category: { id: category.id, name: expect.any(String) },
      customer: { id: customer.id, shortName: expect.any(String), fullName: expect.any(String) },
      serialNumber: '',
      transferDate: null,
      warrantyLength: null,
      country: '',
      gpsLatitude: null,
    });
  });

  it('stores all fields', async () => {
    const told = {
      status: 'DANGER',
      manufacturer: 'Żuraw & Söhne',
      model: 'P 160/4',
      serialNumber: 'SN-1',
      yearBuilt: 1998,
      sourcePower: '3 × 400 V',
      transferDate: '2024-02-29',
      warranty: 'production',
      warrantyLength: 24,
      streetAddress: 'Żółta 1',
      zipCode: '00-001',
      city: 'Łódź',
      country: 'PL',
    };
    expect(await read(await insert(told))).toMatchObject({ ...told, statusWeight: 8 });
    expect(await read(await insert({ transferDate: '2024-02-29T00:00:00' }))).toMatchObject({
      transferDate: '2024-02-29',
    });
  });

  it('says what is missing at each field', async () => {
    expect(await refusal(insert({ name: ' ab ', category: null, customer: undefined }))).toMatchObject({
      status: 400,
      fields: {
        name: 'MIN_3_CHARACTERS',
        category: 'CATEGORY_NOT_SELECTED',
        customer: 'CUSTOMER_NOT_SELECTED',
      },
    });
  });

  it('asks for an empty name instead of counting its characters', async () => {
    expect(await refusal(insert({ name: ' ' }))).toMatchObject({ fields: { name: 'ENTER_NAME' } });
  });

  it('refuses missing categories and customers, and those of other accounts', async () => {
    const foreign = await buildDevice(app, { accountId: (await buildAdmin(app)).accountId });
    for (const id of [foreign.categoryId, 2_000_000_000]) {
      expect(await refusal(insert({ category: { id } }))).toMatchObject({
        status: 400,
        fields: { category: 'CATEGORY_NOT_SELECTED' },
      });
    }
    expect(await refusal(insert({ customer: { id: foreign.customerId } }))).toMatchObject({
      status: 400,
      fields: { customer: 'CUSTOMER_NOT_SELECTED' },
    });
  });

  it('treats a negative warranty as none', async () => {
    expect(await read(await insert({ warrantyLength: -3 }))).toMatchObject({ warrantyLength: null });
    expect(await refusal(insert({ warrantyLength: 1.5 }))).toMatchObject({
      fields: { warrantyLength: 'WHOLE_NUMBER' },
    });
  });

  it.each(['0000-01-01', '1800-01-01', '2023-02-29', '20.11.2026', '99999-01-01'])(
    'refuses the date %s',
    async (transferDate) => {
      expect(await refusal(insert({ transferDate }))).toMatchObject({ fields: { transferDate: 'INVALID' } });
    },
  );

  it('accepts years from 1850 to next year', async () => {
    const nextYear = new Date().getFullYear() + 1;
    for (const yearBuilt of [1850, nextYear, null])
      expect(await read(await insert({ yearBuilt }))).toMatchObject({ yearBuilt });
    for (const yearBuilt of [1849, nextYear + 1, 20, 20244, -1])
      expect(await refusal(insert({ yearBuilt }))).toMatchObject({
        fields: { yearBuilt: 'YEAR_OUT_OF_RANGE' },
      });
  });

  it('creates one machine from twenty identical requests with one key', async () => {
    const idempotencyKey = crypto.randomUUID();
    const ids = await Promise.all(
      Array.from({ length: 20 }, () =>
        technician.device.insert({ body: body({ name: 'Once' }), idempotencyKey }),
      ),
    );
    expect(new Set(ids).size).toBe(1);
  });
});

describe('changing a machine', () => {
  const update = (id: number, given: object, api = technician) =>
    api.device.update({ body: { ...body(), id, ...given } as Body & { id: number } });

  it('accepts a name of one letter, but not an empty one', async () => {
    const id = await insert();
    expect(await update(id, { name: 'P', status: 'FAULT', warrantyLength: -1 })).toMatchObject({
      name: 'P',
      status: 'FAULT',
      statusWeight: 6,
      warrantyLength: null,
    });
    expect(await refusal(update(id, { name: ' ' }))).toMatchObject({
      status: 400,
      fields: { name: 'NAME_EMPTY' },
    });
    const polish = await app.as(await buildUser(app, { accountId }), { 'Accept-Language': 'pl' });
    expect((await refusal(update(id, { name: '' }, polish))).message).toBe('Sprawdź zaznaczone pola.');
  });

  it('keeps the position set on the map', async () => {
    const { id } = await buildDevice(app, { accountId, gpsLatitude: 51.1, gpsLongitude: 17 });
    expect(await update(id, {})).toMatchObject({ gpsLatitude: 51.1, gpsLongitude: 17 });
  });

  it('keeps manufacturer, model and year if a client does not know them, and empties them on request', async () => {
    const nameplate = { manufacturer: 'Ganzmetall', model: 'P 160/4', yearBuilt: 1998 };
    const id = await insert({ ...nameplate, city: 'Kraków' });
    expect(await update(id, { serialNumber: 'SN-2' })).toMatchObject({
      ...nameplate,
      serialNumber: 'SN-2',
      city: '',
    });
    expect(await update(id, { manufacturer: null, model: ' ', yearBuilt: null })).toMatchObject({
      manufacturer: '',
      model: '',
      yearBuilt: null,
    });
    const { changes } = await app.deps.db.of({ accountId }).auditLog.findFirstOrThrow({
      where: { entity: 'device', entityId: id, kind: 'CHANGED' },
      orderBy: { id: 'asc' },
    });
    expect(changes).toEqual({ serialNumber: ['', 'SN-2'], city: ['Kraków', ''] });
  });

  it('has an own number of its own, kept by clients that do not know it', async () => {
    const id = await insert({ ownNumber: 'INV 42' });
    expect(await update(id, {})).toMatchObject({ ownNumber: 'INV 42' });
    const taken = { status: 400, fields: { ownNumber: 'OWN_NUMBER_TAKEN' } };
    expect(await refusal(insert({ ownNumber: 'inv42' }))).toMatchObject(taken);
    const other = await insert({ ownNumber: 'INV-42' });
    expect(await refusal(update(other, { ownNumber: 'Inv 4 2' }))).toMatchObject(taken);
    for (const search of [{ text: 'inv 42' }, { ownNumber: 'nv 42' }]) {
      const { content } = await technician.device.search({ body: search });
      // A search reads over punctuation, although the numbers differ by it.
      expect(content.map((each) => each.id).sort()).toEqual([id, other].sort());
    }
    expect(await update(id, { ownNumber: '' })).toMatchObject({ ownNumber: '' });
    await update(other, { ownNumber: 'INV 42' });
    await insert({ ownNumber: '' });
  });

  it('is logged field by field', async () => {
    const id = await insert({ city: 'Kraków' });
    await update(id, { city: 'Gdańsk' });
    const entry = await app.deps.db.of({ accountId }).auditLog.findFirst({
      where: { entity: 'device', entityId: id, kind: 'CHANGED' },
    });
    expect(entry?.changes).toEqual({ city: ['Kraków', 'Gdańsk'] });
  });

  it('answers 404 for a missing machine', async () => {
    expect((await refusal(update(2_000_000_000, {}))).status).toBe(404);
  });
});

describe('deleting a machine', () => {
  const remove = (id: number, api = admin) => api.device.delete({ params: { id } });

  it('is for admins', async () => {
    const id = await insert();
    expect(await refusal(remove(id, technician))).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
    await remove(id);
    expect((await refusal(read(id))).status).toBe(404);
    expect((await refusal(remove(id))).status).toBe(404);
  });

  const db = () => app.deps.db.of({ accountId });
  const own = (deviceId: number) =>
    ({ accountId, deviceId, userCreatedId: userId }) satisfies Prisma.PartUncheckedCreateInput | object;

  it.each([
    [
      '1 note',
      (id: number) => db().deviceNote.create({ data: { ...own(id), text: 'x', userUpdatedId: userId } }),
    ],
    ['1 part', (id: number) => db().part.create({ data: { ...own(id), name: 'x' } })],
    [
      '1 event',
      (id: number) =>
        db().incident.create({ data: { accountId, deviceId: id, userId, text: 'x', date: new Date() } }),
    ],
    ['1 file', (id: number) => buildFile(app, { accountId, deviceId: id, kind: 'MACHINE_FILE' })],
    ['1 protocol', (id: number) => buildService(app, { accountId, userId, deviceId: id })],
  ])('is refused while it has %s', async (told, build) => {
    const id = await insert();
    await build(id);
    expect(await refusal(remove(id))).toMatchObject({
      status: 409,
      code: 'DEVICE_IN_USE',
      message: expect.stringMatching(
        new RegExp(`^A machine with a history cannot be deleted.*Linked to it: ${told}\\.$`),
      ),
    });
    expect(await read(id)).toMatchObject({ id });
  });
});

describe('the records of a machine', () => {
  it('are counted, and reported when a deletion is refused', async () => {
    const id = await insert();
    const count = async (api = technician) => (await api.device.overview({ params: { id } })).counts;
    const counts = { nameplates: 0, notes: 0, files: 0, parts: 0, events: 0, protocols: 0 };
    const none = { ...counts, pastServices: 0, visits: 0 };
    expect(await count()).toEqual(none);
    const db = app.deps.db.of({ accountId });
    const own = { accountId, deviceId: id };
    await buildFile(app, { ...own, kind: 'MACHINE_NAMEPLATE' });
    for (const _ of [1, 2]) await buildFile(app, { ...own, kind: 'MACHINE_FILE' });
    await db.incident.create({ data: { ...own, userId, text: 'Leak', date: new Date() } });
    for (const number of [71, 72, 73]) await buildService(app, { ...own, userId, number });
    expect(await count()).toEqual({ ...none, nameplates: 1, files: 2, events: 1, protocols: 3 });

    const german = await app.as(await buildAdmin(app, { accountId }), { 'Accept-Language': 'de' });
    const refused = await refusal(german.device.delete({ params: { id } }));
    expect(refused).toMatchObject({
      code: 'DEVICE_IN_USE',
      linked: { protocols: 3, events: 1, files: 2, nameplates: 1 },
    });
    expect(refused.message).toContain('3 Protokolle, 1 Ereignis, 2 Dateien und 1 Typenschild.');
    expect((await refusal(count(await app.as(await buildAdmin(app))))).status).toBe(404);
  });
});

describe('a machine at a glance', () => {
  it('shows its last signed service, due and open work, and contacts', async () => {
    const { id: customerId } = await buildCustomer(app, { accountId, phoneNumber: '600 100 200' });
    const { id } = await buildDevice(app, { accountId, customerId });
    const look = () => technician.device.overview({ params: { id } });
    expect(await look()).toMatchObject({
      customer: { phoneNumber: '600 100 200' },
      ...{ lastService: null, nextInspection: null, warrantyEnd: null, lastEvent: null, newestParts: [] },
      openVisits: { count: 0, first: [] },
    });
    const db = app.deps.db.of({ accountId });
    await db.device.update({
      where: { accountId_id: { accountId, id } },
      data: {
        transferDate: new Date('2026-10-01'),
        warrantyLength: 24,
        inspectionPeriodInMonths: 1,
      },
    });
    const own = { accountId, deviceId: id, userId };
    const service = (number: number, day: string, given = {}) =>
      buildService(app, { ...own, number, date: new Date(`2026-${day}T10:00:00Z`), ...given });
    await service(90_081, '10-02', { state: 'SIGNED', currentVersion: 1 });
    const last = await service(90_082, '10-10', {
      state: 'SIGNED',
      currentVersion: 1,
      types: ['REPAIR', 'INSTALLATION'],
    });
    await service(90_083, '10-20');
    const { id: leaver } = await buildUser(app, { accountId, active: false });
    await db.servicePerformer.create({ data: { accountId, serviceId: last.id, userId: leaver } });
    const visit = (day: string | null, given = {}) =>
      buildVisit(app, { ...own, userId: leaver, day, ...given });
    const planned = await visit('2026-11-09');
    await visit('2026-10-01', { state: 'DONE' });
    const someday = await visit(null);
    await db.incident.create({ data: { ...own, text: 'Leak', date: new Date('2026-10-11T08:00:00Z') } });
    for (const name of ['Belt', 'Filter', 'Pump', 'Hose'])
      await db.part.create({ data: { accountId, deviceId: id, userCreatedId: userId, name } });
    app.setNow(new Date('2026-11-05T12:00:00Z'));
    expect(await look()).toMatchObject({
      openVisits: {
        count: 2,
        first: [
          { id: planned.id, day: '2026-11-09', technicians: [{ id: leaver, active: false }] },
          { id: someday.id, day: null },
        ],
      },
      lastEvent: { text: 'Leak' },
      newestParts: [{ name: 'Hose' }, { name: 'Pump' }, { name: 'Filter' }],
      warrantyEnd: '2028-10-01',
      ...{ nextInspection: '2026-11-01', daysToNextInspection: -4 },
      lastService: {
        id: last.id,
        type: ['REPAIR', 'INSTALLATION'],
        user: { id: userId },
        alsoPerformedBy: [{ id: leaver }],
      },
      counts: { protocols: 3 },
    });
    app.setNow(null);
  });
});

describe('the names of machines', () => {
  it('are listed once each, in order, from the own account only', async () => {
    const owner = await buildAdmin(app);
    for (const name of ['Winda', 'Prasa', 'Winda'])
      await buildDevice(app, { accountId: owner.accountId, name });
    expect(await (await app.as(owner)).device.findAllDevicesNames()).toEqual(['Prasa', 'Winda']);
  });

  it('are found by the words of a text, in any order, ignoring case, accents and punctuation', async () => {
    const owner = await buildAdmin(app);
    const { id: customerId } = await buildCustomer(app, { accountId: owner.accountId, shortName: 'Winda' });
    for (const name of ['Prasa krawędziowa', 'Prasa 20-24 12', 'Winda', 'Winda', 'Żuraw'])
      await buildDevice(app, { accountId: owner.accountId, customerId, name });
    await buildDevice(app, { accountId: (await buildAdmin(app)).accountId, name: 'Winda obca' });
    const api = await app.as(owner);
    const named = (text: string) => api.device.findAllDevicesNames({ query: { text } });
    expect(await named('KRAWEDZ pras')).toEqual(['Prasa krawędziowa']);
    expect(await named('ra')).toEqual(['Prasa 20-24 12', 'Prasa krawędziowa', 'Żuraw']);
    expect(await named('202412')).toEqual(['Prasa 20-24 12']);
    // Their customer is called so too, which a search of machines would find.
    expect(await named('winda')).toEqual(['Winda']);
    expect(await named('wózek')).toEqual([]);
    expect(await named(' ')).toEqual(['Prasa 20-24 12', 'Prasa krawędziowa', 'Winda', 'Żuraw']);
  });

  it('are at most a hundred when they are searched, and all otherwise', async () => {
    const owner = await buildAdmin(app);
    const { accountId, customerId, categoryId } = await buildDevice(app, {
      accountId: owner.accountId,
      name: 'A',
    });
    const names = Array.from({ length: maxNames }, (_, at) => `B ${1000 + at}`);
    const data = names.map((name) => ({ accountId, customerId, categoryId, name }));
    await app.deps.db.of(owner).device.createMany({ data });
    const api = await app.as(owner);
    expect(await api.device.findAllDevicesNames()).toEqual(['A', ...names]);
    const named = (text: string) => api.device.findAllDevicesNames({ query: { text } });
    expect(await named('')).toEqual(['A', ...names.slice(0, -1)]);
    expect(await named('b')).toEqual(names);
    expect(await named('1099')).toEqual(['B 1099']);
  });
});
