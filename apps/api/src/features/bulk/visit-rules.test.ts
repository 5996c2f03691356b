/** Actions on several visits: they do what the single edits do, and tell each person once. */
import { randomUUID } from 'node:crypto';
import type { BulkRequest } from '@servicebook/shared/bulk';
import type { Notification } from '@servicebook/shared/notification';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildCustomer,
  buildDevice,
  buildService,
  buildUser,
  buildVisit,
} from '../../testing/builders.ts';
import { mailNews } from '../notification/notification.jobs.ts';

const app = useTestApp();
const start = '2026-11-23T12:00:00Z';
let accountId: number;
let owner: Awaited<ReturnType<typeof buildAdmin>>;
let tech: Awaited<ReturnType<typeof buildUser>>;
let mate: Awaited<ReturnType<typeof buildUser>>;
let office: Api;
let technician: Api;
let device: { id: number; customerId: number };

afterEach(() => app.setNow(null));
beforeEach(async () => {
  app.setNow(new Date(start));
  await app.forgetAttempts();
  owner = await buildAdmin(app);
  ({ accountId } = owner);
  office = await app.as(owner);
  tech = await buildUser(app, { accountId, firstName: 'Tom', lastName: 'Tech' });
  mate = await buildUser(app, { accountId, firstName: 'Mia', lastName: 'Mate' });
  technician = await app.as(tech);
  const customer = await buildCustomer(app, { accountId, shortName: 'Mill' });
  device = await buildDevice(app, { accountId, customerId: customer.id });
});

const db = () => app.deps.db.of({ accountId });
type Given = Omit<Parameters<typeof buildVisit>[1], 'accountId' | 'userId'> & { userId?: number };
const visit = async (given: Given = {}) =>
  (await buildVisit(app, { accountId, userId: tech.id, deviceId: device.id, day: '2026-12-01', ...given }))
    .id;
const read = (id: number) => office.visit.findById({ params: { id } });
const teamOf = async (id: number) => (await read(id)).technicians.map((person) => person.id);
const check = (ids: number[], change: BulkRequest['change'], api = office) =>
  api.bulk.check({ body: { ids, change } });
const run = (ids: number[], change: BulkRequest['change'], api = office) =>
  api.bulk.run({ body: { ids, change } });
const undo = (id: number | null, api = office) => api.bulk.undo({ params: { id: id ?? 0 } });
const told = async (api: Api): Promise<Notification[]> =>
  (await api.notification.search({ body: {} })).content;
const logOf = (entityId: number) => db().auditLog.findMany({ where: { entityId, entity: 'visit' } });

type Change = BulkRequest['change'];
const toMate = (mode: 'ADD' | 'REPLACE'): Change => ({
  action: 'visit.technicians',
  mode,
  technicians: [{ id: mate.id }],
});

describe('the technicians of several visits', () => {
  it('are added after the others, or replace them, and back', async () => {
    const ids = [await visit(), await visit()];
    const done = await visit({ state: 'DONE', endedAt: new Date(start) });
    const change = toMate('ADD');
    const plan = {
      changed: 2,
      same: 0,
      gone: 0,
      refused: [{ id: done, name: 'Mill (1 Dec 2026)', reason: 'VISIT_OVER' }],
      notes: [],
    };
    expect(await check([...ids, done], change)).toEqual(plan);
    const added = await run([...ids, done], change);
    expect(added).toEqual({ ...plan, id: expect.any(Number) });
    for (const id of ids) expect(await teamOf(id)).toEqual([tech.id, mate.id]);
    expect(await teamOf(done)).toEqual([tech.id]);
    expect(await logOf(ids[0] ?? 0)).toMatchObject([
      { kind: 'CHANGED', changes: { technicians: ['Tom Tech', 'Tom Tech, Mia Mate'] } },
    ]);
    expect(await check(ids, change)).toMatchObject({ changed: 0, same: 2 });
    const replaced = await run(ids, toMate('REPLACE'));
    for (const id of ids) expect(await teamOf(id)).toEqual([mate.id]);
    expect(await undo(replaced.id)).toEqual({ reversed: 2, kept: [], renumbered: [] });
    expect(await undo(added.id)).toEqual({ reversed: 2, kept: [], renumbered: [] });
    for (const id of ids) expect(await teamOf(id)).toEqual([tech.id]);
    expect(await read(ids[0] ?? 0)).toMatchObject({ revision: 5 });
  });

  it('are taken over from one who is ill, and only where that one goes', async () => {
    const third = await buildUser(app, { accountId });
    const team = await visit();
    await run([team], { action: 'visit.technicians', mode: 'ADD', technicians: [{ id: third.id }] });
    const [alone, other, both] = [await visit(), await visit({ userId: third.id }), await visit()];
    await run([both], toMate('ADD'));
    const ids = [team, alone, other, both];
    const change: Change = {
      action: 'visit.technicians',
      mode: 'INSTEAD',
      insteadOf: { id: tech.id },
      technicians: [{ id: mate.id }],
    };
    expect(await check(ids, change)).toMatchObject({ changed: 3, same: 1, refused: [] });
    const { id } = await run(ids, change);
    expect(await teamOf(team)).toEqual([mate.id, third.id]);
    expect(await teamOf(alone)).toEqual([mate.id]);
    expect(await teamOf(other)).toEqual([third.id]);
    expect(await teamOf(both)).toEqual([mate.id]);
    await undo(id);
    expect(await teamOf(team)).toEqual([tech.id, third.id]);
    expect(await teamOf(both)).toEqual([tech.id, mate.id]);
    const stranger = await buildUser(app);
    for (const insteadOf of [null, { id: stranger.id }])
      expect(await refusal(check(ids, { ...change, insteadOf }))).toMatchObject({
        status: 400,
        fields: { insteadOf: 'PERFORMER_NOT_SELECTED' },
      });
  });

  it('get one mail about all of them', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => visit()));
    await run(ids, toMate('REPLACE'));
    expect(await db().notification.count({ where: { userId: mate.id, kind: 'ASSIGNED' } })).toBe(50);
    expect(await db().notification.count({ where: { userId: tech.id, kind: 'TAKEN' } })).toBe(50);
    app.setNow(new Date(Date.parse(start) + 360_000));
    for (const { id: userId, email } of [mate, tech]) {
      await mailNews(app.deps, { accountId, userId });
      expect(app.mails.filter(({ to }) => to === email)).toHaveLength(1);
    }
  });

  it('are refused if one cannot go there', async () => {
    const ids = [await visit()];
    const gone = await buildUser(app, { accountId, active: false });
    const stranger = await buildUser(app);
    for (const id of [gone.id, stranger.id]) {
      const change: Change = { action: 'visit.technicians', mode: 'ADD', technicians: [{ id }] };
      for (const attempt of [check, run])
        expect(await refusal(attempt(ids, change))).toMatchObject({
          status: 400,
          fields: { technicians: 'PERFORMER_NOT_SELECTED' },
        });
    }
  });

  it('do not come back after they have left', async () => {
    const ids = [await visit()];
    const { id } = await run(ids, toMate('REPLACE'));
    await db().user.update({
      where: { accountId_id: { accountId, id: tech.id } },
      data: { active: false },
    });
    expect(await undo(id)).toMatchObject({ reversed: 0, kept: [{ id: ids[0], reason: 'MISSING' }] });
    expect(await teamOf(ids[0] ?? 0)).toEqual([mate.id]);
  });

  it('are counted before if they are absent or have another visit at that time', async () => {
    await db().absence.create({
      data: {
        accountId,
        userId: mate.id,
        kind: 'VACATION',
        fromDay: new Date('2026-12-02'),
        toDay: new Date('2026-12-04'),
        userCreatedId: owner.id,
      },
    });
    await visit({ userId: mate.id, fromMinute: 480, toMinute: 600, minutes: 120 });
    const overlapping = await visit({ fromMinute: 540, toMinute: 660, minutes: 120 });
    const free = await visit({ fromMinute: 840, toMinute: 900 });
    const absent = await visit({ day: '2026-12-03' });
    const ids = [overlapping, free, absent];
    expect((await check(ids, toMate('ADD'))).notes).toEqual([
      { note: 'ABSENT', count: 1 },
      { note: 'OVERLAP', count: 1 },
    ]);
    const many = await Promise.all(Array.from({ length: 9 }, () => visit({ day: '2026-12-08' })));
    expect((await check(many, toMate('REPLACE'))).notes).toEqual([{ note: 'OVERLOAD', count: 9 }]);
    // To another day, with the technicians they have.
    expect((await check([absent], { action: 'visit.day', day: '2026-12-01' })).notes).toEqual([]);
    await run([absent], toMate('REPLACE'));
    expect((await check([absent], { action: 'visit.day', day: '2026-12-04' })).notes).toEqual([
      { note: 'ABSENT', count: 1 },
    ]);
  });
});

describe('the day and priority of several visits', () => {
  const toDay = { action: 'visit.day', day: '2026-12-09' } as const;

  it('move them, keep their times, and plan those without a day', async () => {
    const planned = await visit({ fromMinute: 480, toMinute: 600 });
    const unplanned = await visit({ day: null, cancelReason: 'Nobody there' });
    const same = await visit({ day: '2026-12-09' });
    const ids = [planned, unplanned, same];
    const moved = await run(ids, toDay, technician);
    expect(moved).toMatchObject({ changed: 2, same: 1 });
    expect(await read(planned)).toMatchObject({ day: '2026-12-09', from: '08:00', to: '10:00' });
    expect(await read(unplanned)).toMatchObject({ day: '2026-12-09', state: 'PLANNED', cancelReason: '' });
    expect(await undo(moved.id, technician)).toEqual({ reversed: 2, kept: [], renumbered: [] });
    expect(await read(planned)).toMatchObject({ day: '2026-12-01', state: 'PLANNED' });
    expect(await read(unplanned)).toMatchObject({
      day: null,
      state: 'TO_PLAN',
      cancelReason: 'Nobody there',
    });
  });

  it('carry the to-dos of their protocols with them', async () => {
    const id = await visit();
    const service = await buildService(app, { accountId, userId: tech.id, deviceId: device.id, visitId: id });
    const todo = await db().todo.create({
      data: {
        accountId,
        serviceId: service.id,
        userCreatedId: owner.id,
        description: 'Seal',
        assigneeId: tech.id,
      },
    });
    const moved = await run([id], toDay);
    await run([id], toMate('REPLACE'));
    const stored = () => office.todo.findById({ params: { id: todo.id } });
    expect(await stored()).toMatchObject({ date: '2026-12-09', assignee: { id: mate.id } });
    await undo(moved.id);
    expect(await stored()).toMatchObject({
      date: '2026-12-01',
      assignee: { id: mate.id },
      toDoStatus: 'TODO',
    });
  });

  it('name the customers who were told another day', async () => {
    const id = await visit();
    await db().visitAnnouncement.create({
      data: {
        accountId,
        visitId: id,
        day: new Date('2026-12-01'),
        email: 'office@mill.example',
        language: 'de',
        userCreatedId: owner.id,
      },
    });
    const plan = await check([id, await visit()], toDay);
    expect(plan.notes).toEqual([{ note: 'TOLD_OTHERWISE', count: 1 }]);
    expect((await check([id], { action: 'visit.delete' })).notes).toEqual(plan.notes);
    expect((await check([id], { action: 'visit.priority', priority: 'LOW' })).notes).toEqual([]);
  });

  it('set the priority of open ones', async () => {
    const ids = [await visit(), await visit({ priority: 'URGENT' })];
    const { id } = await run(ids, { action: 'visit.priority', priority: 'URGENT' });
    expect(await read(ids[0] ?? 0)).toMatchObject({ priority: 'URGENT' });
    expect(await undo(id)).toEqual({ reversed: 1, kept: [], renumbered: [] });
    expect(await read(ids[0] ?? 0)).toMatchObject({ priority: 'NORMAL' });
  });

  it('keep what somebody has planned again since', async () => {
    const ids = [await visit(), await visit()];
    const { id } = await run(ids, toDay);
    const [first = 0, second = 0] = ids;
    await technician.visit.move({ body: { items: [{ id: first, revision: 2, day: '2026-12-10' }] } });
    await technician.visit.move({
      body: { items: [{ id: second, revision: 2, technicians: [{ id: mate.id }] }] },
    });
    expect(await undo(id)).toEqual({
      reversed: 1,
      kept: [{ id: first, name: 'Mill (1 Dec 2026)', reason: 'CHANGED', who: 'Tom Tech', missing: '' }],
      renumbered: [],
    });
    expect(await read(first)).toMatchObject({ day: '2026-12-10' });
    expect(await read(second)).toMatchObject({ day: '2026-12-01', technicians: [{ id: mate.id }] });
  });

  it('take 500 visits, and back', async () => {
    const rows = await db().visit.createManyAndReturn({
      data: Array.from({ length: 500 }, () => ({
        accountId,
        customerId: device.customerId,
        types: ['REPAIR' as const],
        userCreatedId: owner.id,
      })),
      select: { id: true },
    });
    const ids = rows.map(({ id }) => id);
    await db().visitDevice.createMany({
      data: ids.map((visitId) => ({ accountId, visitId, deviceId: device.id })),
    });
    const { id, changed } = await run(ids, toDay);
    expect(changed).toBe(500);
    expect(await undo(id)).toEqual({ reversed: 500, kept: [], renumbered: [] });
    const deleted = await run(ids.slice(0, 100), { action: 'visit.delete' });
    expect(await undo(deleted.id)).toEqual({ reversed: 100, kept: [], renumbered: [] });
  }, 120_000);
});

describe('cancelling several visits', () => {
  const change = { action: 'visit.cancel', reason: 'Holidays' } as const;

  it('gives each the reason, tells the technicians, and takes it back', async () => {
    const ids = [await visit(), await visit({ day: null })];
    const started = await visit({ state: 'STARTED', startedAt: new Date(start) });
    const over = await visit({ state: 'DONE', endedAt: new Date(start) });
    const cancelled = await visit({ state: 'CANCELLED', cancelReason: 'Ill', endedAt: new Date(start) });
    const all = [...ids, started, over, cancelled];
    const done = await run(all, change);
    expect(done).toMatchObject({
      changed: 3,
      same: 1,
      refused: [{ id: over, reason: 'VISIT_OVER' }],
      notes: [{ note: 'STARTED', count: 1 }],
    });
    for (const id of [...ids, started])
      expect(await read(id)).toMatchObject({ state: 'CANCELLED', cancelReason: 'Holidays' });
    expect(await read(cancelled)).toMatchObject({ cancelReason: 'Ill' });
    expect((await told(technician)).map(({ kind }) => kind)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    expect(await undo(done.id)).toEqual({ reversed: 3, kept: [], renumbered: [] });
    const back = { cancelReason: '', endedAt: null };
    expect(await read(ids[0] ?? 0)).toMatchObject({ state: 'PLANNED', ...back });
    expect(await read(ids[1] ?? 0)).toMatchObject({ state: 'TO_PLAN', ...back });
    expect(await read(started)).toMatchObject({ state: 'STARTED', ...back });
  });

  it('needs a reason', async () => {
    expect(await refusal(run([await visit()], { ...change, reason: ' ' }))).toMatchObject({
      fields: { 'change.reason': 'ENTER_TEXT' },
    });
  });

  it('leaves a visit open that somebody has reopened since', async () => {
    const ids = [await visit(), await visit()];
    const { id } = await run(ids, change);
    await technician.visit.step({ body: { id: ids[0] ?? 0, step: 'REOPEN' } });
    expect(await undo(id)).toMatchObject({ reversed: 1, kept: [{ id: ids[0], reason: 'CHANGED' }] });
  });
});

describe('deleting several visits', () => {
  const change = { action: 'visit.delete' } as const;

  it('leaves out those with protocols and, for technicians, those of others', async () => {
    const free = await visit({ userCreatedId: tech.id });
    const written = await visit({ userCreatedId: tech.id });
    await buildService(app, { accountId, userId: tech.id, deviceId: device.id, visitId: written });
    const others = await visit({ userCreatedId: owner.id });
    const ids = [free, written, others];
    const done = await run(ids, change, technician);
    expect(done).toMatchObject({
      changed: 1,
      refused: [
        { id: written, reason: 'HAS_PROTOCOLS' },
        { id: others, reason: 'NOT_OWN' },
      ],
    });
    expect((await refusal(read(free))).status).toBe(404);
    expect(await undo(done.id, technician)).toEqual({ reversed: 1, kept: [], renumbered: [] });
    expect(await read(free)).toMatchObject({ day: '2026-12-01', technicians: [{ id: tech.id }] });
    expect(await check(ids, change)).toMatchObject({ changed: 2, refused: [{ reason: 'HAS_PROTOCOLS' }] });
  });

  it('is done once for a press that is sent twice', async () => {
    const request = { body: { ids: [await visit(), await visit()], change }, idempotencyKey: randomUUID() };
    const [first, second] = await Promise.all([office.bulk.run(request), office.bulk.run(request)]);
    expect(second).toEqual(first);
    expect(await db().binEntry.count({ where: { kind: 'visit' } })).toBe(2);
  });
});

it('never reach another company’s visits', async () => {
  const id = await visit();
  const other = await buildAdmin(app);
  const stranger = await app.as(other);
  const changes: BulkRequest['change'][] = [
    { action: 'visit.technicians', mode: 'ADD', technicians: [{ id: other.id }] },
    { action: 'visit.priority', priority: 'LOW' },
    { action: 'visit.day', day: '2026-12-09' },
    { action: 'visit.cancel', reason: 'x' },
    { action: 'visit.delete' },
  ];
  const before = await read(id);
  for (const change of changes)
    for (const attempt of [check, run])
      expect(await refusal(attempt([id], change, stranger))).toMatchObject({ status: 404 });
  expect(await read(id)).toEqual(before);
});
