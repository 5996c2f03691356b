/** All service events at a glance: listed, searched whatever is renamed, and taken along. */
import { fullNumber } from '@servicebook/shared/service';
import type { ServiceSearch } from '@servicebook/shared/service-overview';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCustomer, buildDevice, buildService, buildUser } from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';
import { signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let accountId: number;
let userId: number;
let customerId: number;
let device: { id: number; categoryId: number };

beforeEach(async () => {
  const owner = await buildAdmin(app, { firstName: 'Anna', lastName: 'Nowak' });
  ({ accountId, id: userId } = owner);
  admin = await app.as(owner);
  customerId = (await buildCustomer(app, { accountId, shortName: 'Bäckerei Ost', fullName: 'Ost GmbH' })).id;
  device = await buildDevice(app, { accountId, customerId, name: 'Rührwerk', serialNumber: 'R-1' });
});

const build = (given: Partial<Parameters<typeof buildService>[1]> = {}) =>
  buildService(app, { accountId, userId, deviceId: device.id, ...given });
const search = async (body: z.input<typeof ServiceSearch> = {}) =>
  (await admin.serviceOverview.search({ body })).content;
const renameCustomer = (shortName: string) =>
  admin.customer.update({ body: { id: customerId, shortName, fullName: 'Ost GmbH' } });
const renameMachine = (name: string) =>
  admin.device.update({
    body: { id: device.id, name, category: { id: device.categoryId }, customer: { id: customerId } },
  });
const numbers = async (body: z.input<typeof ServiceSearch> = {}) => (await search(body)).map(fullNumber);

describe('all service events', () => {
  it('are sorted by year, month, number and letter, newest first, with all list fields', async () => {
    await build({ number: 9, year: 2027, month: 12 });
    const last = await build({
      number: 10,
      numberExtension: 'B',
      year: 2028,
      month: 2,
      paymentType: 'WARRANTY',
    });
    await build({ number: 10, year: 2028, month: 2 });
    await build({ number: 9, year: 2028, month: 2 });
    const second = await buildDevice(app, { accountId, customerId, name: 'Ofen' });
    await app.deps.db.of({ accountId }).serviceDevice.create({
      data: { accountId, serviceId: last.id, deviceId: second.id, position: 1 },
    });
    const listed = await admin.serviceOverview.list();
    expect(listed.map(({ fullNumber: number, year }) => `${number}/${year}`)).toEqual([
      '10B/2028',
      '10/2028',
      '9/2028',
      '9/2027',
    ]);
    expect(listed[0]).toEqual({
      id: last.id,
      fullNumber: '10B',
      number: 10,
      numberExtension: 'B',
      month: 2,
      year: 2028,
      date: '2026-11-10T10:00:00.000Z',
      customer: { id: customerId, shortName: 'Bäckerei Ost', fullName: 'Ost GmbH' },
      devices: [
        { id: device.id, name: 'Rührwerk', serialNumber: 'R-1' },
        { id: second.id, name: 'Ofen', serialNumber: '' },
      ],
      type: ['REPAIR'],
      paymentType: 'WARRANTY',
      faultDescription: '',
      user: { id: userId, firstName: 'Anna', lastName: 'Nowak' },
      alsoPerformedBy: [],
      state: 'NEW',
      withdrawn: null,
    });
    const found = await search();
    expect(found).toMatchObject(listed);
    for (const { id, ...row } of found)
      expect(await admin.service.findById({ params: { id } })).toEqual({ id, ...row });
    expect(await admin.service.findByDevice({ params: { deviceId: device.id } })).toEqual(found);
  });

  it('are filtered by technician, customer, type, state and days, and sorted by names', async () => {
    const other = await buildUser(app, { accountId, firstName: 'Zoe', lastName: 'Abel' });
    const elsewhere = await buildDevice(app, {
      accountId,
      customerId: (await buildCustomer(app, { accountId, shortName: 'Anker' })).id,
    });
    const first = await build({ number: 1 });
    await build({ number: 2, userId: other.id, types: ['INSTALLATION', 'OPERATOR_TRAINING'] });
    await build({ number: 3, deviceId: elsewhere.id, date: new Date('2026-11-12T23:30:00Z') });
    await signProtocol(admin, first.id);
    expect(await numbers({ userId: other.id })).toEqual(['2']);
    expect(await numbers({ customerId: elsewhere.customerId })).toEqual(['3']);
    expect(await numbers({ types: ['INSTALLATION'] })).toEqual(['2']);
    expect(await numbers({ states: ['SIGNED'] })).toEqual(['1']);
    // Half an hour past midnight in the timezone of who asks.
    expect(await numbers({ dateFrom: '2026-11-13', dateTo: '2026-11-13' })).toEqual(['3']);
    expect(await numbers({ sort: { by: 'customer', direction: 'asc' } })).toEqual(['3', '1', '2']);
    expect(await numbers({ sort: { by: 'user', direction: 'asc' } })).toEqual(['2', '1', '3']);
    expect(
      await refusal(admin.serviceOverview.search({ body: { dateFrom: '2026-11-13', dateTo: '2026-11-12' } })),
    ).toMatchObject({ status: 400, fields: { dateTo: 'DATE_BEFORE_START' } });
  });
});

describe('the text of a protocol', () => {
  it('follows its number and fault, and every name it shows', async () => {
    const service = await build({ number: 7, faultDescription: 'Lüfter laut' });
    const finds = async (text: string) => (await search({ text })).map(({ id }) => id).includes(service.id);
    const now = async (yes: string[], no: string[] = []) => {
      for (const text of yes) expect(await finds(text), text).toBe(true);
      for (const text of no) expect(await finds(text), text).toBe(false);
    };
    await now(
      ['7/11/2026', '7/11', 'lufter', 'BACKEREI', 'ost gmbh', 'ruhrwerk', 'anna nowak', 'laut ost -'],
      ['laut west'],
    );

    await renameCustomer('Konditorei');
    await now(['konditorei', 'ost gmbh', 'ruhrwerk'], ['backerei']);

    await renameMachine('Knetmaschine');
    await now(['knetmaschine', 'konditorei'], ['ruhrwerk']);

    await app.deps.db.of({ accountId }).user.update({
      where: { accountId_id: { accountId, id: userId } },
      data: { lastName: 'Lis' },
    });
    await now(['anna lis', 'knetmaschine'], ['nowak']);

    const other = await buildDevice(app, { accountId, customerId, name: 'Teigteiler' });
    const { date, type, revision } = await admin.service.findById({ params: { id: service.id } });
    const body = { id: service.id, date, type, customer: { id: customerId }, revision };
    await admin.service.add({
      body: { ...body, number: 8, faultDescription: 'Riemen', devices: [{ id: other.id }] },
    });
    await now(['teigteiler', 'riemen', '8/11/2026', 'anna lis'], ['knetmaschine', 'lufter', '7/11/2026']);
  });

  it('names the work, the parts, the machines’ numbers and the towns', async () => {
    await renameCustomer('Konditorei');
    const machine = await buildDevice(app, {
      ...{ accountId, customerId, name: 'Kompressor', manufacturer: 'Atlas', model: 'GA 30' },
      ...{ serialNumber: 'GA-2024 1296', city: 'Köln' },
    });
    const save = (given: object = {}) =>
      admin.service.add({
        body: {
          ...{
            date: '2026-03-10T10:00:00Z',
            number: 5,
            type: ['REPAIR' as const],
            remarks: 'Filter dreckig',
          },
          ...{ recommendations: 'Öl wechseln', customer: { id: customerId }, devices: [{ id: machine.id }] },
          actions: [{ device: { id: machine.id }, name: 'Keilriemen spannen', fields: [] }],
          partsUsed: [{ device: null, name: 'Dichtung', number: '0661-1000 40', quantity: 1, unit: '' }],
          ...given,
        },
      });
    const saved = await save();
    const finds = async (text: string) => (await search({ text })).length > 0;
    for (const text of [
      ...[
        'dreckig',
        'ol wechseln',
        'keilriemen',
        'dichtung 0661100040',
        '0661-1000',
        'GA20241296',
        'ga 2024-1296',
      ],
      ...['koln konditorei', 'atlas ga30', '5/3/2026', '5/03/2026', '5/3 koln'],
    ])
      expect(await finds(text), text).toBe(true);

    const { category, revision } = await admin.device.findById({ params: { id: machine.id } });
    await admin.device.update({
      body: {
        ...{ id: machine.id, revision, name: 'Kompressor', category, customer: { id: customerId } },
        ...{ serialNumber: 'X-77', manufacturer: 'Kaeser', city: 'Bonn' },
      },
    });
    const { revision: known } = await admin.customer.findById({ params: { id: customerId } });
    await admin.customer.update({
      body: { id: customerId, shortName: 'Konditorei', fullName: 'Ost GmbH', city: 'Łódź', revision: known },
    });
    for (const text of ['x77', 'kaeser', 'bonn', 'LODZ']) expect(await finds(text), text).toBe(true);
    for (const text of ['GA20241296', 'koln', 'atlas']) expect(await finds(text), text).toBe(false);

    const { id } = saved;
    await save({ id, revision: saved.revision, actions: [], partsUsed: [] });
    for (const text of ['keilriemen', 'dichtung']) expect(await finds(text), text).toBe(false);
    expect(await finds('dreckig')).toBe(true);
  });

  it('misses no rename that happens while protocols are saved', async () => {
    const names = ['Alfa', 'Gamma', 'Delta'];
    const add = () =>
      admin.service.add({
        body: {
          date: '2026-11-10T10:00:00Z',
          type: ['PERIODIC_INSPECTION'],
          customer: { id: customerId },
          devices: [{ id: device.id }],
          isToSign: true,
        },
      });
    for (const name of names) {
      await Promise.all([add(), renameCustomer(`${name} West`), add(), renameMachine(`${name} 3000`), add()]);
    }
    expect(await search({ text: 'delta west', size: 100 })).toHaveLength(3 * names.length);
    expect(await search({ text: 'delta 3000', size: 100 })).toHaveLength(3 * names.length);
    expect(await search({ text: 'gamma' })).toEqual([]);
  });
});

describe('a protocol and a rename at once', () => {
  /** Somebody else holds the account's lock of names while `work` waits for it; then no other row is locked. */
  const waitsFirst = async (mode: 'shared' | 'alone', work: () => Promise<unknown>) => {
    const { global } = app.deps.db;
    const kind = Prisma.sql`'service'::regclass::integer`;
    let waiting: Promise<unknown> | undefined;
    await global.$transaction(
      async (tx) => {
        if (mode === 'shared')
          await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${kind}, ${accountId}::int)`;
        else await tx.$executeRaw`SELECT pg_advisory_xact_lock(${kind}, ${accountId}::int)`;
        waiting = work();
        await vi.waitFor(
          async () => {
            const rows = await global.$queryRaw<unknown[]>`
            SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = ${accountId}::int
              AND classid = ${kind}::oid AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
            expect(rows).toHaveLength(1);
          },
          { timeout: 15_000 },
        );
        await tx.$queryRaw`SELECT 1 FROM device WHERE account_id = ${accountId} FOR UPDATE NOWAIT`;
        await tx.$queryRaw`SELECT 1 FROM customer WHERE account_id = ${accountId} FOR UPDATE NOWAIT`;
        await tx.$queryRaw`SELECT 1 FROM service WHERE account_id = ${accountId} FOR UPDATE NOWAIT`;
        await tx.$queryRaw`SELECT 1 FROM category WHERE account_id = ${accountId} FOR UPDATE NOWAIT`;
        await tx.$queryRaw`SELECT 1 FROM app_user WHERE account_id = ${accountId} AND id <> ${userId} FOR UPDATE NOWAIT`;
      },
      { timeout: 20_000 },
    );
    await waiting;
  };

  it('never wait for each other in a circle: each takes the lock of the names before any row', async () => {
    const other = await buildUser(app, { accountId, firstName: 'Zoe', lastName: 'Abel' });
    const protocol = await build();
    const { revision } = await admin.service.findById({ params: { id: protocol.id } });
    const body = {
      date: '2026-11-10T10:00:00Z',
      type: ['REPAIR' as const],
      customer: { id: customerId },
      devices: [{ id: device.id }],
    };
    await waitsFirst('alone', () => admin.service.add({ body: { ...body, isToSign: true } }));
    await waitsFirst('alone', () => admin.service.add({ body: { ...body, id: protocol.id, revision } }));
    await waitsFirst('alone', () => signProtocol(admin, protocol.id));
    await waitsFirst('alone', () =>
      admin.service.withdraw({ params: { id: protocol.id }, body: { reason: 'Wrong machine' } }),
    );
    await waitsFirst('alone', () => renameMachine('Rührwerk'));
    await waitsFirst('shared', () => renameMachine('Knetmaschine'));
    await waitsFirst('shared', () => renameCustomer('Konditorei'));
    // Protocols are found by these too.
    const { category } = await admin.device.findById({ params: { id: device.id } });
    const machine = { id: device.id, name: 'Knetmaschine', category, customer: { id: customerId } };
    await waitsFirst('shared', () => admin.device.update({ body: { ...machine, serialNumber: 'K-2' } }));
    await waitsFirst('shared', () =>
      admin.customer.update({
        body: { id: customerId, shortName: 'Konditorei', fullName: 'Ost GmbH', city: 'Wien' },
      }),
    );
    await waitsFirst('shared', () =>
      admin.category.update({ body: { id: device.categoryId, name: 'Bakery machines' } }),
    );
    const { id, email } = other;
    const roles = [{ id: 2, role: 'ROLE_USER' as const }];
    await waitsFirst('shared', () =>
      admin.employee.update({
        body: { id, email, firstName: 'Zoe', lastName: 'Bebel', country: 'PL', active: true, roles },
      }),
    );
  });
});

describe('exporting service events', () => {
  it('writes the results, in their order, as a table', async () => {
    await build({ number: 1, faultDescription: 'Lüfter; laut' });
    await build({ number: 2, types: ['INSTALLATION', 'OPERATOR_TRAINING'], paymentType: 'WARRANTY' });
    const { data } = await admin.http.post<string>(
      '/api/service/export',
      { format: 'csv', text: 'rührwerk', sort: { by: 'fullNumber', direction: 'asc' } },
      { responseType: 'text' },
    );
    expect(linesOf(data)).toEqual([
      'Number;Date;Customer;Machines;Type;Payment;Fault;Performed by;Also performed by;Working time (min);Travel time (min);Kilometres;Result;Parts used;Remarks;Recommendations;State;Withdrawn on;Withdrawn by;Reason for withdrawal',
      '="1/11/2026";2026-11-10 11:00;Bäckerei Ost;Rührwerk (R-1);Repair;Chargeable;Lüfter; laut;Anna Nowak;;;;;;;;;Not signed;;;',
      '="2/11/2026";2026-11-10 11:00;Bäckerei Ost;Rührwerk (R-1);Installation, Operator training;Under warranty;;Anna Nowak;;;;;;;;;Not signed;;;',
    ]);
  });

  it('writes only the chosen ones', async () => {
    const chosen = [await build({ number: 1 }), await build({ number: 3 })].map(({ id }) => id);
    await build({ number: 2 });
    expect(await admin.serviceOverview.findIds({ body: { ids: chosen } })).toEqual(chosen);
    const { data } = await admin.http.post('/api/service/export', { format: 'csv', ids: chosen });
    expect(linesOf(data).slice(1)).toEqual([
      expect.stringContaining('="3/11/2026"'),
      expect.stringContaining('="1/11/2026"'),
    ]);
  });

  it('packs the documents of the results into an archive, up to a limit', async () => {
    const ask = (body: z.input<typeof ServiceSearch>) => admin.export.foundServicePdfs({ body });
    expect(await refusal(ask({ text: 'nothing such' }))).toMatchObject({ status: 404 });
    await build({ number: 1 });
    await build({ number: 2, faultDescription: 'Riemen' });
    const asked = await ask({ text: 'riemen' });
    const row = await app.deps.db
      .of({ accountId })
      .export.findUniqueOrThrow({ where: { accountId_id: { accountId, id: asked.id } } });
    const [found] = await search({ text: 'riemen' });
    expect(row.params).toEqual({ serviceIds: [found?.id] });
    await app.deps.db.of({ accountId }).service.createMany({
      data: Array.from({ length: 499 }, (_, index) => ({
        accountId,
        userId,
        userCreatedId: userId,
        customerId,
        number: index + 3,
        year: 2026,
        month: 11,
        date: new Date(),
        types: ['REPAIR' as const],
      })),
    });
    expect(await refusal(ask({}))).toMatchObject({
      status: 413,
      code: 'TOO_MANY_DOCUMENTS',
    });
    expect(await ask({ dateTo: '2026-11-10' })).toMatchObject({ kind: 'SERVICE_PDFS' });
  });
});
