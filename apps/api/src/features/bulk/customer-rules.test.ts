/** Actions on several customers. */
import type { BulkRequest } from '@servicebook/shared/bulk';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCustomer, buildDevice, buildUser, buildVisit } from '../../testing/builders.ts';

const app = useTestApp();
let accountId: number;
let owner: Awaited<ReturnType<typeof buildAdmin>>;
let admin: Api;
let technician: Api;

beforeEach(async () => {
  await app.forgetAttempts();
  owner = await buildAdmin(app);
  ({ accountId } = owner);
  admin = await app.as(owner);
  technician = await app.as(await buildUser(app, { accountId }));
});

const customer = async (given: object = {}) => (await buildCustomer(app, { accountId, ...given })).id;
const read = (id: number) => admin.customer.findById({ params: { id } });
const check = (ids: number[], change: BulkRequest['change'], api = admin) =>
  api.bulk.check({ body: { ids, change } });
const run = (ids: number[], change: BulkRequest['change'], api = admin) =>
  api.bulk.run({ body: { ids, change } });
const undo = (id: number | null, api = admin) => api.bulk.undo({ params: { id: id ?? 0 } });

describe('several customers', () => {
  it('get another language of documents, and their own one back', async () => {
    const ids = [await customer(), await customer({ language: 'it' }), await customer({ language: 'de' })];
    const change = { action: 'customer.language', language: 'de' } as const;
    const plan = { changed: 2, same: 1, gone: 0, refused: [], notes: [] };
    expect(await check(ids, change, technician)).toEqual(plan);
    const done = await run(ids, change, technician);
    expect(done).toEqual({ ...plan, id: expect.any(Number) });
    const languages = async () => (await Promise.all(ids.map(read))).map(({ language }) => language);
    expect(await languages()).toEqual(['de', 'de', 'de']);
    expect(await read(ids[0] ?? 0)).toMatchObject({ revision: 2 });
    const log = await app.deps.db.of({ accountId }).auditLog.findMany({ where: { entityId: ids[1] ?? 0 } });
    expect(log).toMatchObject([{ kind: 'CHANGED', entity: 'customer', changes: { language: ['it', 'de'] } }]);
    expect(await undo(done.id, technician)).toEqual({ reversed: 2, kept: [], renumbered: [] });
    expect(await languages()).toEqual([null, 'it', 'de']);
    expect(await run(ids, { ...change, language: null })).toMatchObject({ changed: 2, same: 1 });
  });

  it('keep what somebody has chosen since', async () => {
    const ids = [await customer(), await customer()];
    const { id } = await run(ids, { action: 'customer.language', language: 'de' });
    await run([ids[0] ?? 0], { action: 'customer.language', language: 'ru' }, technician);
    expect(await undo(id)).toMatchObject({ reversed: 1, kept: [{ id: ids[0], reason: 'CHANGED' }] });
    expect(await read(ids[0] ?? 0)).toMatchObject({ language: 'ru' });
  });

  it('are deleted if nothing is recorded of them, with their contacts, and come back', async () => {
    const free = await customer();
    await admin.customerContact.insert({ body: { customer: { id: free }, name: 'Anna Nowak' } });
    const archived = await buildDevice(app, {
      accountId,
      archivedAt: new Date(),
      archivedReason: 'SCRAPPED',
      archivedById: owner.id,
    });
    const used = await customer({ shortName: 'Mill' });
    await buildDevice(app, { accountId, customerId: used });
    const visited = await buildDevice(app, { accountId });
    await buildVisit(app, { accountId, userId: owner.id, deviceId: visited.id });
    const moved = await customer();
    await app.deps.db.of({ accountId }).device.update({
      where: { accountId_id: { accountId, id: visited.id } },
      data: { customerId: moved },
    });
    const ids = [free, archived.customerId, used, visited.customerId];
    const change = { action: 'customer.delete' } as const;
    const done = await run(ids, change);
    expect(done.changed).toBe(1);
    expect(done.refused).toEqual(
      expect.arrayContaining([
        { id: used, name: 'Mill', reason: 'HAS_MACHINES' },
        expect.objectContaining({ id: archived.customerId, reason: 'HAS_MACHINES' }),
        expect.objectContaining({ id: visited.customerId, reason: 'HAS_VISITS' }),
      ]),
    );
    expect((await refusal(read(free))).status).toBe(404);
    expect(await undo(done.id)).toEqual({ reversed: 1, kept: [], renumbered: [] });
    expect(await admin.customerContact.findByCustomer({ params: { customerId: free } })).toMatchObject([
      { name: 'Anna Nowak' },
    ]);
  });

  it('do not come back if their name is taken', async () => {
    const ids = [await customer({ shortName: 'Mill' }), await customer()];
    const { id } = await run(ids, { action: 'customer.delete' });
    await customer({ shortName: 'mill' });
    expect(await undo(id)).toMatchObject({
      reversed: 1,
      kept: [{ id: ids[0], name: 'Mill', reason: 'TAKEN' }],
    });
  });

  it('are deleted by admins only', async () => {
    const ids = [await customer()];
    for (const attempt of [check, run])
      expect(await refusal(attempt(ids, { action: 'customer.delete' }, technician))).toMatchObject({
        status: 403,
      });
  });

  it('are never another company’s', async () => {
    const id = await customer();
    const stranger = await app.as(await buildAdmin(app));
    const changes: BulkRequest['change'][] = [
      { action: 'customer.language', language: 'de' },
      { action: 'customer.delete' },
    ];
    for (const change of changes)
      for (const attempt of [check, run])
        expect(await refusal(attempt([id], change, stranger))).toMatchObject({ status: 404 });
    expect(await read(id)).toMatchObject({ language: null, revision: 1 });
  });

  it('may be 500', async () => {
    const rows = await app.deps.db.of({ accountId }).customer.createManyAndReturn({
      data: Array.from({ length: 500 }, (_, n) => ({
        accountId,
        shortName: `Customer no. ${n}`,
        fullName: `Customer no. ${n}`,
      })),
      select: { id: true },
    });
    const ids = rows.map(({ id }) => id);
    const { id, changed } = await run(ids, { action: 'customer.language', language: 'de' });
    expect(changed).toBe(500);
    expect(await undo(id)).toEqual({ reversed: 500, kept: [], renumbered: [] });
    const deleted = await run(ids.slice(0, 100), { action: 'customer.delete' });
    expect(await undo(deleted.id)).toEqual({ reversed: 100, kept: [], renumbered: [] });
  }, 120_000);
});
