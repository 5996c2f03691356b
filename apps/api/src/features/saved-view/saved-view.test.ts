import { mostViews } from '@servicebook/shared/saved-view';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildTeam } from '../../testing/builders.ts';

const app = useTestApp();
let accountId: number;
let userId: number;
let admin: Api;
let technician: Api;
let colleague: Api;
let stranger: Api;

beforeAll(async () => {
  ({ accountId, userId, admin, technician, colleague } = await buildTeam(app));
  stranger = await app.as(await buildAdmin(app));
});

const view = (given: object = {}) => ({
  list: 'machines' as const,
  name: 'Faults in Łódź',
  company: false,
  query: 'statuses=FAULT&city=%C5%81%C3%B3d%C5%BA&sort=-name',
  ...given,
});
const save = (api: Api, given: object = {}) => api.savedView.insert({ body: view(given) });
const list = (api: Api, of: 'machines' | 'visits' | 'todos' | 'customers' | 'log' = 'machines') =>
  api.savedView.list({ query: { list: of } });
const namesOf = async (...asked: Parameters<typeof list>) => (await list(...asked)).map(({ name }) => name);

describe('A saved view', () => {
  it('of one’s own is listed for its list alone, renamed, overwritten and deleted by its owner', async () => {
    const own = await save(technician);
    expect(own).toEqual({
      id: expect.any(Number),
      name: 'Faults in Łódź',
      company: false,
      query: view().query,
    });
    expect(await list(technician)).toEqual([own]);
    expect(await list(technician, 'visits')).toEqual([]);
    const renamed = await technician.savedView.update({ body: { id: own.id, name: 'Faults' } });
    expect(renamed).toEqual({ ...own, name: 'Faults' });
    const changed = await technician.savedView.update({ body: { id: own.id, query: '?statuses=BROKEN' } });
    expect(changed).toEqual({ ...own, name: 'Faults', query: 'statuses=BROKEN' });
    await technician.savedView.delete({ params: { id: own.id } });
    expect(await list(technician)).toEqual([]);
  });

  it('of one’s own does not exist for colleagues, admins and other companies', async () => {
    const { id } = await save(technician, { list: 'visits', name: 'Mine' });
    for (const api of [colleague, admin, stranger]) {
      expect(await list(api, 'visits')).toEqual([]);
      for (const attempt of [
        () => api.savedView.update({ body: { id, name: 'Taken' } }),
        () => api.savedView.delete({ params: { id } }),
        () => api.savedView.order({ body: { list: 'visits', company: false, ids: [id] } }),
      ])
        expect(await refusal(attempt())).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    expect(await namesOf(technician, 'visits')).toEqual(['Mine']);
  });

  it('of the company is read by everybody and changed by admins, which the log tells', async () => {
    const { id } = await save(admin, { list: 'todos', name: 'Due', company: true });
    expect(await list(technician, 'todos')).toEqual([expect.objectContaining({ id, company: true })]);
    expect(await list(stranger, 'todos')).toEqual([]);
    for (const attempt of [
      () => save(technician, { list: 'todos', name: 'Other', company: true }),
      () => technician.savedView.update({ body: { id, name: 'Other' } }),
      () => technician.savedView.order({ body: { list: 'todos', company: true, ids: [id] } }),
      () => technician.savedView.delete({ params: { id } }),
    ])
      expect(await refusal(attempt())).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
    for (const attempt of [
      () => stranger.savedView.update({ body: { id, name: 'Other' } }),
      () => stranger.savedView.order({ body: { list: 'todos', company: true, ids: [id] } }),
      () => stranger.savedView.delete({ params: { id } }),
    ])
      expect(await refusal(attempt())).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await admin.savedView.update({ body: { id, name: 'Due today' } });
    await admin.savedView.delete({ params: { id } });
    const logged = await app.deps.db
      .of({ accountId })
      .auditLog.findMany({ where: { entity: 'savedView', entityId: id }, orderBy: { id: 'asc' } });
    expect(logged.map(({ kind, what }) => `${kind} ${what}`)).toEqual([
      'CREATED Due',
      'CHANGED Due today',
      'DELETED Due today',
    ]);
  });

  it('has a name that its owner has not given in this list, whatever its case; the company may give the same', async () => {
    await save(technician, { list: 'customers', name: 'Überfällig' });
    const taken = { status: 400, fields: { name: 'LISTED_TWICE' } };
    expect(await refusal(save(technician, { list: 'customers', name: ' üBERFÄLLIG' }))).toMatchObject(taken);
    const other = await save(technician, { list: 'customers', name: 'Other' });
    expect(
      await refusal(technician.savedView.update({ body: { id: other.id, name: 'überfällig' } })),
    ).toMatchObject(taken);
    await technician.savedView.update({ body: { id: other.id, name: 'OTHER' } });
    await save(technician, { list: 'log', name: 'Überfällig' });
    await save(colleague, { list: 'customers', name: 'Überfällig' });
    await save(admin, { list: 'customers', name: 'Überfällig', company: true });
    const twice = await Promise.allSettled([1, 2].map(() => save(technician, { list: 'log', name: 'Once' })));
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is one of fifty at most, even if several are saved at once', async () => {
    const user = await buildAdmin(app, { accountId });
    await app.deps.db.of({ accountId }).savedView.createMany({
      data: Array.from({ length: mostViews - 1 }, (_, index) => ({
        ...{ accountId, ownerId: user.id, list: 'machines', query: '', position: index + 1 },
        name: `View ${index + 1}`,
      })),
    });
    const api = await app.as(user);
    const saved = await Promise.allSettled([1, 2, 3].map((n) => save(api, { name: `More ${n}` })));
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(save(api, { name: 'Another' }))).toMatchObject({ fields: { name: 'TOO_MANY' } });
    expect((await list(api)).filter(({ company }) => !company)).toHaveLength(mostViews);
    // Those of the company, and of another list, are counted by themselves.
    await save(api, { list: 'log' });
    await save(api, { company: true });
  });

  it('stands in the order its owner gave, a new one last', async () => {
    const ids = [];
    for (const name of ['A', 'B', 'C']) ids.push((await save(colleague, { name })).id);
    const order = (given: number[]) =>
      colleague.savedView.order({ body: { list: 'machines', company: false, ids: given } });
    await order(ids.toReversed());
    await save(colleague, { name: 'D' });
    expect((await list(colleague)).flatMap(({ name, company }) => (company ? [] : [name]))).toEqual([
      ...['C', 'B', 'A', 'D'],
    ]);
    const { id: foreign } = await save(colleague, { list: 'visits' });
    expect(await refusal(order([...ids, foreign]))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await list(colleague)).find(({ company }) => !company)?.name).toBe('C');
  });

  it('keeps any query of an address in plain ASCII, and refuses what is none', async () => {
    const query = '?q=Łódź 50% "A"\0&statuses=NOPE&categories=999999&a=1&a=2#x';
    const { id, query: kept } = await save(technician, { list: 'todos', query });
    expect(kept).toMatch(/^[\x21-\x7e]+$/);
    expect([...new URLSearchParams(kept)]).toEqual([...new URLSearchParams(query)]);
    expect((await technician.savedView.update({ body: { id, query: '' } })).query).toBe('');
    for (const wrong of [
      'x'.repeat(5001),
      `q=${'ł'.repeat(1000)}`,
      '<script>=1',
      '__proto__=1',
      Array.from({ length: 61 }, (_, index) => `p${index}=1`).join('&'),
      'https://example.com/?q=1',
    ])
      expect(await refusal(save(technician, { list: 'todos', name: 'Wrong', query: wrong }))).toMatchObject({
        status: 400,
        fields: { query: expect.any(String) },
      });
  });

  it('goes with the employee whose it is', async () => {
    const leaver = await buildAdmin(app, { accountId });
    const api = await app.as(leaver);
    const { id } = await save(api, { list: 'customers', name: 'Mine alone' });
    const shared = await save(api, { list: 'customers', name: 'For all', company: true });
    await admin.employee.delete({ params: { id: leaver.id } });
    const left = await app.deps.db
      .of({ accountId })
      .savedView.findMany({ where: { id: { in: [id, shared.id] } } });
    expect(left).toEqual([expect.objectContaining({ id: shared.id })]);
    expect(userId).not.toBe(leaver.id);
  });
});
