import { randomUUID } from 'node:crypto';
import type { BulkChange, BulkRequest } from '@servicebook/shared/bulk';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildCategory,
  buildCustomer,
  buildDevice,
  buildUser,
  buildVisit,
} from '../../testing/builders.ts';
import { removeExpired } from '../housekeeping/housekeeping.jobs.ts';

const app = useTestApp();
let owner: Awaited<ReturnType<typeof buildAdmin>>;
let mate: Awaited<ReturnType<typeof buildUser>>;
let admin: Api;
let technician: Api;

beforeAll(async () => {
  owner = await buildAdmin(app);
  mate = await buildUser(app, { accountId: owner.accountId, firstName: 'Jan', lastName: 'Nowak' });
  [admin, technician] = [await app.as(owner), await app.as(mate)];
});

const db = () => app.deps.db.of(owner);
const machine = (values: object = {}) => buildDevice(app, { accountId: owner.accountId, ...values });
/** In the order of their ids. */
const machines = async (count: number, values: object = {}) => {
  const ids = await Promise.all(Array.from({ length: count }, async () => (await machine(values)).id));
  return ids.toSorted((a, b) => a - b);
};
const rowsOf = (ids: readonly number[]) =>
  db().device.findMany({ where: { id: { in: [...ids] } }, orderBy: { id: 'asc' } });
const run = (api: Api, ids: number[], change: BulkRequest['change']) =>
  api.bulk.run({ body: { ids, change } });
const undo = (api: Api, id: number | null) => api.bulk.undo({ params: { id: id ?? 0 } });
const logOf = (entityId: number) => db().auditLog.findMany({ where: { entityId, entity: 'device' } });

describe('changing the status', () => {
  const toFault: BulkChange = { action: 'machine.status', status: 'FAULT' };

  it('says before what it then does', async () => {
    const ids = [...(await machines(2)), (await machine({ status: 'FAULT' })).id];
    const gone = await machine();
    await db().device.delete({ where: { accountId_id: { accountId: owner.accountId, id: gone.id } } });
    const before = await rowsOf(ids);
    const body = { ids: [...ids, gone.id, ...ids], change: toFault };
    const plan = { changed: 2, same: 1, gone: 1, refused: [], notes: [] };
    expect(await technician.bulk.check({ body })).toEqual(plan);
    expect(await rowsOf(ids)).toEqual(before);
    expect(await technician.bulk.run({ body })).toEqual({ ...plan, id: expect.any(Number) });
    const after = await rowsOf(ids);
    expect(after.map(({ status }) => status)).toEqual(['FAULT', 'FAULT', 'FAULT']);
    expect(after.map(({ revision }) => revision)).toEqual([2, 2, 1]);
    expect(await logOf(ids[0] ?? 0)).toMatchObject([
      { kind: 'CHANGED', userId: mate.id, changes: { status: ['OK', 'FAULT'] } },
    ]);
    expect(await logOf(ids[2] ?? 0)).toEqual([]);
  });

  it('gives each its former value back, and twice does nothing twice', async () => {
    const ids = [(await machine({ status: 'DANGER' })).id, (await machine()).id];
    const { id } = await run(admin, ids, toFault);
    expect(await admin.bulk.recent({})).toMatchObject([{ id, action: 'machine.status', changed: 2 }]);
    const [first, second] = await Promise.all([undo(admin, id), undo(admin, id)]);
    expect(first).toEqual({ reversed: 2, kept: [], renumbered: [] });
    expect(second).toEqual(first);
    expect(await rowsOf(ids)).toMatchObject([
      { status: 'DANGER', revision: 3 },
      { status: 'OK', revision: 3 },
    ]);
    expect(await logOf(ids[0] ?? 0)).toHaveLength(2);
    expect(await admin.bulk.recent({})).toEqual([]);
  });

  it('keeps what somebody has changed since, by its values', async () => {
    const ids = await machines(3);
    const [changed = 0, other = 0] = ids;
    const { id } = await run(admin, ids, toFault);
    await run(technician, [changed], { action: 'machine.status', status: 'BROKEN' });
    await run(technician, [other], { action: 'machine.interval', months: 7 });
    expect(await undo(admin, id)).toEqual({
      reversed: 2,
      kept: [{ id: changed, name: expect.any(String), reason: 'CHANGED', who: 'Jan Nowak', missing: '' }],
      renumbered: [],
    });
    expect(await rowsOf(ids)).toMatchObject([
      { status: 'BROKEN' },
      { status: 'OK', inspectionPeriodInMonths: 7 },
      { status: 'OK' },
    ]);
  });

  it('gives the rest back when what was done after it has been undone', async () => {
    const ids = await machines(4);
    const [again = 0] = ids;
    const first = await run(admin, ids, toFault);
    const second = await run(technician, [again], { action: 'machine.status', status: 'OK' });
    expect(await undo(admin, first.id)).toMatchObject({
      reversed: 3,
      kept: [{ id: again, reason: 'CHANGED', who: 'Jan Nowak' }],
    });
    const [recent] = await admin.bulk.recent({});
    expect(recent).toMatchObject({ id: first.id, changed: 1, isTried: true });
    await undo(technician, second.id);
    expect(await rowsOf([again])).toMatchObject([{ status: 'FAULT' }]);
    expect(await undo(admin, first.id)).toEqual({ reversed: 4, kept: [], renumbered: [] });
    expect((await rowsOf(ids)).map(({ status }) => status)).toEqual(['OK', 'OK', 'OK', 'OK']);
    expect((await admin.bulk.recent({})).map(({ id }) => id)).not.toContain(first.id);
  });

  it('is done once for a press that is sent twice', async () => {
    const ids = await machines(2);
    const request = { body: { ids, change: toFault }, idempotencyKey: randomUUID() };
    const [first, second] = await Promise.all([admin.bulk.run(request), admin.bulk.run(request)]);
    expect(second).toEqual(first);
    expect(await logOf(ids[0] ?? 0)).toHaveLength(1);
  });

  it('writes nothing where nothing changes', async () => {
    const ids = await machines(2, { status: 'FAULT' });
    expect(await run(admin, ids, toFault)).toMatchObject({ changed: 0, same: 2, id: null });
  });

  it('lets two people change the same machines at once', async () => {
    const ids = await machines(30);
    const all = await Promise.all([
      run(admin, ids, toFault),
      run(technician, ids.toReversed(), { action: 'machine.status', status: 'DANGER' }),
    ]);
    expect(all.map(({ changed }) => changed)).toEqual([30, 30]);
    expect(new Set((await rowsOf(ids)).map(({ status }) => status)).size).toBe(1);
  });

  it('takes 500 machines', async () => {
    const { categoryId, customerId } = await machine();
    const { accountId } = owner;
    const ids = (
      await db().device.createManyAndReturn({
        data: Array.from({ length: 500 }, (_, n) => ({
          accountId,
          categoryId,
          customerId,
          name: `Pump ${n}`,
        })),
        select: { id: true },
      })
    ).map(({ id }) => id);
    const { id, changed } = await run(admin, ids, toFault);
    expect(changed).toBe(500);
    expect(await undo(admin, id)).toEqual({ reversed: 500, kept: [], renumbered: [] });
    const body = { ids: [...ids, 1], change: toFault };
    expect(await refusal(admin.bulk.check({ body }))).toMatchObject({ fields: { ids: 'TOO_MANY' } });
  });
});

describe('who may take it back', () => {
  it('is only who did it, within an hour', async () => {
    const ids = await machines(1);
    const { id } = await run(admin, ids, { action: 'machine.interval', months: 6 });
    const stranger = await app.as(await buildAdmin(app));
    for (const api of [technician, stranger])
      expect(await refusal(undo(api, id))).toMatchObject({ status: 404 });
    await db().bulkAction.updateMany({
      where: { id: id ?? 0 },
      data: { createdAt: new Date(Date.now() - 61 * 60_000) },
    });
    expect(await refusal(undo(admin, id))).toMatchObject({ status: 404 });
    expect(await rowsOf(ids)).toMatchObject([{ inspectionPeriodInMonths: 6 }]);
    await removeExpired(app.deps);
    expect(await db().bulkRecord.count({ where: { actionId: id ?? 0 } })).toBe(0);
  });
});

describe('another company', () => {
  it('is never reached', async () => {
    const other = await buildAdmin(app);
    const foreign = await buildDevice(app, { accountId: other.accountId });
    const own = await machine();
    const category = { id: foreign.categoryId };
    const customer = { id: foreign.customerId };
    const changes: BulkRequest['change'][] = [
      { action: 'machine.status', status: 'FAULT' },
      { action: 'machine.archive', reason: 'SOLD', note: '' },
      { action: 'machine.delete' },
    ];
    for (const change of changes) {
      const body = { ids: [foreign.id], change };
      expect(await refusal(admin.bulk.check({ body }))).toMatchObject({ status: 404 });
      expect(await refusal(admin.bulk.run({ body }))).toMatchObject({ status: 404 });
    }
    expect(
      await run(admin, [foreign.id, own.id], { action: 'machine.status', status: 'FAULT' }),
    ).toMatchObject({ changed: 1, gone: 1 });
    for (const change of [
      { action: 'machine.category', category },
      { action: 'machine.customer', customer },
    ] as const)
      expect(await refusal(run(admin, [own.id], change))).toMatchObject({ status: 400 });
    expect(await app.deps.db.of(other).device.findFirst({ where: { id: foreign.id } })).toMatchObject({
      status: 'OK',
      revision: 1,
    });
  });
});

describe('category and customer', () => {
  it('moves machines, says which visits stay, and moves them back', async () => {
    const { accountId } = owner;
    const { id: customer } = await buildCustomer(app, { accountId });
    const { id: category } = await buildCategory(app, { accountId });
    const device = await machine();
    const plan = { accountId, userId: owner.id, deviceId: device.id };
    await buildVisit(app, plan);
    const move = { action: 'machine.customer', customer: { id: customer } } as const;
    const check = await admin.bulk.check({ body: { ids: [device.id], change: move } });
    expect(check.notes).toEqual([{ note: 'VISITS_STAY', count: 1 }]);
    const moved = await run(admin, [device.id], move);
    const sorted = await run(admin, [device.id], { action: 'machine.category', category: { id: category } });
    expect(await rowsOf([device.id])).toMatchObject([{ customerId: customer, categoryId: category }]);
    await undo(admin, moved.id);
    await undo(admin, sorted.id);
    const { customerId, categoryId } = device;
    expect(await rowsOf([device.id])).toMatchObject([{ customerId, categoryId }]);
  });

  it('keeps a machine whose former customer is gone, until that comes back, and takes the others back', async () => {
    const { accountId } = owner;
    const [device, other] = [await machine(), await machine()];
    const { id: customer } = await buildCustomer(app, { accountId });
    const { id: former } = await buildCustomer(app, { accountId, shortName: 'Quarry' });
    await run(admin, [device.id], { action: 'machine.customer', customer: { id: former } });
    const { id } = await run(admin, [device.id, other.id], {
      action: 'machine.customer',
      customer: { id: customer },
    });
    const deleted = await run(admin, [former], { action: 'customer.delete' });
    expect(await undo(admin, id)).toMatchObject({
      reversed: 1,
      kept: [{ id: device.id, reason: 'MISSING', who: '', missing: 'Quarry' }],
    });
    expect(await rowsOf([device.id, other.id])).toMatchObject([
      { customerId: customer },
      { customerId: other.customerId },
    ]);
    await undo(admin, deleted.id);
    expect(await undo(admin, id)).toEqual({ reversed: 2, kept: [], renumbered: [] });
    expect(await rowsOf([device.id])).toMatchObject([{ customerId: former }]);
  });

  it('keeps a deleted machine whose customer is gone too, and names that one', async () => {
    const { accountId } = owner;
    const { id: customerId } = await buildCustomer(app, { accountId, shortName: 'Sawmill' });
    const device = await machine({ customerId });
    const { id } = await run(admin, [device.id], { action: 'machine.delete' });
    const deleted = await run(admin, [customerId], { action: 'customer.delete' });
    expect(await undo(admin, id)).toMatchObject({
      reversed: 0,
      kept: [{ id: device.id, reason: 'MISSING', missing: 'Sawmill' }],
    });
    await undo(admin, deleted.id);
    expect(await undo(admin, id)).toEqual({ reversed: 1, kept: [], renumbered: [] });
  });
});

describe('archiving', () => {
  it('archives with reason and note, leaves archived ones as they are, and restores', async () => {
    const ids = await machines(2);
    const earlier = await machine();
    await admin.device.archive({ body: { id: earlier.id, reason: 'SOLD', note: 'to Berlin' } });
    const all = [...ids, earlier.id];
    const archived = await run(technician, all, {
      action: 'machine.archive',
      reason: 'SCRAPPED',
      note: 'Hall 2 torn down',
    });
    expect(archived).toMatchObject({ changed: 2, same: 1 });
    expect(await technician.device.findById({ params: { id: ids[0] ?? 0 } })).toMatchObject({
      archived: { reason: 'SCRAPPED', note: 'Hall 2 torn down', by: { id: mate.id } },
    });
    expect(await undo(technician, archived.id)).toEqual({ reversed: 2, kept: [], renumbered: [] });
    expect(await rowsOf(all)).toMatchObject([
      { archivedAt: null, archiveNote: '' },
      { archivedAt: null },
      { archivedReason: 'SOLD', archiveNote: 'to Berlin' },
    ]);
    const restored = await run(technician, all, { action: 'machine.restore' });
    expect(restored).toMatchObject({ changed: 1, same: 2 });
    await undo(technician, restored.id);
    expect(await rowsOf([earlier.id])).toMatchObject([{ archivedReason: 'SOLD', archiveNote: 'to Berlin' }]);
  });
});

describe('deleting', () => {
  const change = { action: 'machine.delete' } as const;

  it('is for admins, names those with records, and brings the others back from the bin', async () => {
    const idle = await machines(2);
    const used = await machine({ name: 'Mixer', serialNumber: 'M-7' });
    await admin.note.insert({ body: { device: { id: used.id }, text: 'Loud' } });
    const ids = [...idle, used.id];
    expect(await refusal(technician.bulk.check({ body: { ids, change } }))).toMatchObject({ status: 403 });
    expect(await refusal(run(technician, ids, change))).toMatchObject({ status: 403 });
    const before = await rowsOf(idle);
    const done = await run(admin, ids, change);
    expect(done).toMatchObject({
      changed: 2,
      refused: [{ id: used.id, name: 'Mixer (M-7)', reason: 'HAS_RECORDS' }],
    });
    expect((await rowsOf(ids)).map(({ id }) => id)).toEqual([used.id]);
    expect(await undo(admin, done.id)).toEqual({ reversed: 2, kept: [], renumbered: [] });
    expect(await rowsOf(idle)).toEqual(before);
  });

  it('says what cannot come back', async () => {
    const [erased = 0, restored = 0] = await machines(2);
    const { id } = await run(admin, [erased, restored], change);
    const entries = await db().binEntry.findMany({ where: { kind: 'device' } });
    const entryOf = (recordId: number) => entries.find((entry) => entry.recordId === recordId)?.id ?? 0;
    await admin.bin.erase({ params: { id: entryOf(erased) } });
    await admin.bin.restore({ params: { id: entryOf(restored) } });
    expect(await undo(admin, id)).toMatchObject({ reversed: 1, kept: [{ id: erased, reason: 'GONE' }] });
  });

  it('leaves what was restored and deleted again by itself', async () => {
    const [again = 0, other = 0] = await machines(2);
    const { id } = await run(admin, [again, other], change);
    const entry = await db().binEntry.findFirstOrThrow({ where: { kind: 'device', recordId: again } });
    await admin.bin.restore({ params: { id: entry.id } });
    await admin.device.delete({ params: { id: again } });
    expect(await undo(admin, id)).toMatchObject({ reversed: 1, kept: [{ id: again, reason: 'CHANGED' }] });
    expect((await rowsOf([again, other])).map((row) => row.id)).toEqual([other]);
  });

  it('deletes and brings back 500 machines', async () => {
    const { categoryId, customerId } = await machine();
    const { accountId } = owner;
    const ids = (
      await db().device.createManyAndReturn({
        data: Array.from({ length: 500 }, (_, n) => ({
          accountId,
          categoryId,
          customerId,
          name: `Fan ${n}`,
        })),
        select: { id: true },
      })
    ).map(({ id }) => id);
    const done = await run(admin, ids, change);
    expect(done.changed).toBe(500);
    expect(await undo(admin, done.id)).toEqual({ reversed: 500, kept: [], renumbered: [] });
    expect(await rowsOf(ids)).toHaveLength(500);
  });
});
