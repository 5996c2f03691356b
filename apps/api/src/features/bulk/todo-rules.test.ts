/** Actions on several to-dos: those of protocols take their visits along, as single edits do. */
import type { BulkRequest } from '@servicebook/shared/bulk';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildService, buildUser, buildVisit } from '../../testing/builders.ts';

const app = useTestApp();
let accountId: number;
let owner: Awaited<ReturnType<typeof buildAdmin>>;
let tech: Awaited<ReturnType<typeof buildUser>>;
let admin: Api;
let technician: Api;

beforeEach(async () => {
  await app.forgetAttempts();
  owner = await buildAdmin(app);
  ({ accountId } = owner);
  admin = await app.as(owner);
  tech = await buildUser(app, { accountId, firstName: 'Tom', lastName: 'Tech' });
  technician = await app.as(tech);
});

const db = () => app.deps.db.of({ accountId });
const todo = async (given: object = {}) => {
  const data = { accountId, userCreatedId: owner.id, description: 'Buy oil', ...given };
  return (await db().todo.create({ data })).id;
};
const read = (id: number) => admin.todo.findById({ params: { id } });
const check = (ids: number[], change: BulkRequest['change'], api = admin) =>
  api.bulk.check({ body: { ids, change } });
const run = (ids: number[], change: BulkRequest['change'], api = admin) =>
  api.bulk.run({ body: { ids, change } });
const undo = (id: number | null, api = admin) => api.bulk.undo({ params: { id: id ?? 0 } });
/** A to-do of an unsigned protocol on a visit. */
const planned = async () => {
  const visit = await buildVisit(app, { accountId, userId: owner.id, day: '2026-12-01' });
  const service = await buildService(app, { accountId, userId: owner.id, visitId: visit.id });
  const id = await todo({ serviceId: service.id, date: new Date('2026-12-01'), assigneeId: owner.id });
  return { id, visit: () => admin.visit.findById({ params: { id: visit.id } }) };
};

describe('several to-dos', () => {
  it('are given to somebody, and the visits of their protocols too, and back', async () => {
    const { id: ofProtocol, visit } = await planned();
    const ids = [await todo(), await todo({ assigneeId: tech.id }), ofProtocol];
    const change = { action: 'todo.assignee', assignee: { id: tech.id } } as const;
    const plan = { changed: 2, same: 1, gone: 0, refused: [], notes: [] };
    expect(await check(ids, change)).toEqual(plan);
    const done = await run(ids, change);
    expect(done).toEqual({ ...plan, id: expect.any(Number) });
    for (const id of ids) expect(await read(id)).toMatchObject({ assignee: { id: tech.id } });
    expect((await visit()).technicians[0]).toMatchObject({ id: tech.id });
    expect(await undo(done.id)).toEqual({ reversed: 2, kept: [], renumbered: [] });
    expect(await read(ids[0] ?? 0)).toMatchObject({ assignee: null });
    expect((await visit()).technicians[0]).toMatchObject({ id: owner.id });
    const freed = await run(ids, { action: 'todo.assignee', assignee: null });
    expect(freed).toMatchObject({ changed: 2, same: 1 });
  });

  it('get another day, and the visits of their protocols too, and back', async () => {
    const { id: ofProtocol, visit } = await planned();
    const ids = [await todo(), ofProtocol];
    const done = await run(ids, { action: 'todo.day', day: '2026-12-24' });
    for (const id of ids) expect(await read(id)).toMatchObject({ date: '2026-12-24' });
    expect(await visit()).toMatchObject({ day: '2026-12-24' });
    expect(await undo(done.id)).toEqual({ reversed: 2, kept: [], renumbered: [] });
    expect(await read(ids[0] ?? 0)).toMatchObject({ date: null });
    expect(await visit()).toMatchObject({ day: '2026-12-01', state: 'PLANNED' });
    const [entry] = await db().auditLog.findMany({ where: { entity: 'todo', entityId: ofProtocol } });
    expect(entry).toMatchObject({ kind: 'CHANGED', userId: owner.id });
  });

  it('are ticked off, by a technician only their own', async () => {
    const own = await todo({ assigneeId: tech.id });
    const others = await todo({ description: 'Call back' });
    const change = { action: 'todo.complete' } as const;
    const done = await run([own, others], change, technician);
    expect(done).toMatchObject({
      changed: 1,
      refused: [{ id: others, name: 'Call back', reason: 'NOT_OWN' }],
    });
    expect(await read(own)).toMatchObject({ toDoStatus: 'DONE' });
    expect(await undo(done.id, technician)).toEqual({ reversed: 1, kept: [], renumbered: [] });
    expect(await read(own)).toMatchObject({ toDoStatus: 'TODO' });
    expect(await run([own, others], change)).toMatchObject({ changed: 2 });
    expect(await run([own, others], { action: 'todo.reopen' })).toMatchObject({ changed: 2 });
  });

  it('are deleted unless a protocol has them, and come back', async () => {
    const { id: ofProtocol } = await planned();
    const ids = [await todo(), await todo({ assigneeId: tech.id, status: 'DONE' })];
    const change = { action: 'todo.delete' } as const;
    const before = await Promise.all(ids.map(read));
    const done = await run([...ids, ofProtocol], change);
    expect(done).toMatchObject({ changed: 2, refused: [{ id: ofProtocol, reason: 'OF_PROTOCOL' }] });
    expect((await refusal(read(ids[0] ?? 0))).status).toBe(404);
    expect(await undo(done.id)).toEqual({ reversed: 2, kept: [], renumbered: [] });
    expect(await Promise.all(ids.map(read))).toEqual(before);
  });

  it('stay as somebody has changed them since', async () => {
    const ids = [await todo(), await todo()];
    const { id } = await run(ids, { action: 'todo.day', day: '2026-12-24' });
    await admin.todo.save({ body: { id: ids[0], description: 'Buy oil', date: '2026-12-27' } });
    expect(await undo(id)).toMatchObject({ reversed: 1, kept: [{ id: ids[0], reason: 'CHANGED' }] });
    expect(await read(ids[0] ?? 0)).toMatchObject({ date: '2026-12-27' });
  });

  it('are managed by admins only', async () => {
    const ids = [await todo({ assigneeId: tech.id })];
    const changes: BulkRequest['change'][] = [
      { action: 'todo.assignee', assignee: null },
      { action: 'todo.day', day: '2026-12-24' },
      { action: 'todo.delete' },
    ];
    for (const change of changes)
      for (const attempt of [check, run])
        expect(await refusal(attempt(ids, change, technician))).toMatchObject({ status: 403 });
  });

  it('are never another company’s, nor given to its people', async () => {
    const id = await todo();
    const stranger = await buildAdmin(app);
    const theirs = await app.as(stranger);
    const changes: BulkRequest['change'][] = [
      { action: 'todo.assignee', assignee: null },
      { action: 'todo.day', day: '2026-12-24' },
      { action: 'todo.complete' },
      { action: 'todo.reopen' },
      { action: 'todo.delete' },
    ];
    for (const change of changes)
      for (const attempt of [check, run])
        expect(await refusal(attempt([id], change, theirs))).toMatchObject({ status: 404 });
    const change = { action: 'todo.assignee', assignee: { id: stranger.id } } as const;
    for (const attempt of [check, run])
      expect(await refusal(attempt([id], change))).toMatchObject({
        status: 400,
        fields: { assignee: 'INVALID' },
      });
    expect(await read(id)).toMatchObject({ assignee: null, date: null, toDoStatus: 'TODO' });
  });

  it('may be 500', async () => {
    const rows = await db().todo.createManyAndReturn({
      data: Array.from({ length: 500 }, (_, n) => ({
        ...{ accountId, userCreatedId: owner.id },
        description: `To-do ${n}`,
      })),
      select: { id: true },
    });
    const ids = rows.map(({ id }) => id);
    const { id, changed } = await run(ids, { action: 'todo.day', day: '2026-12-24' });
    expect(changed).toBe(500);
    expect(await undo(id)).toEqual({ reversed: 500, kept: [], renumbered: [] });
    const deleted = await run(ids.slice(0, 100), { action: 'todo.delete' });
    expect(await undo(deleted.id)).toEqual({ reversed: 100, kept: [], renumbered: [] });
  }, 120_000);
});
