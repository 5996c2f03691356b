import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAccount,
  buildAdmin,
  buildService,
  buildUser,
  buildVisit,
  knownPassword,
} from '../../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let adminId: number;
let accountId: number;

beforeAll(async () => {
  const owner = await buildAdmin(app);
  accountId = owner.accountId;
  adminId = owner.id;
  admin = await app.as(owner);
});

let count = 0;
const someone = (given: Record<string, unknown> = {}) => ({
  email: `employee-${++count}@example.com`,
  firstName: 'Nowy',
  lastName: 'Pracownik',
  position: 'Technician',
  country: 'PL' as const,
  active: true,
  vacationDays: 20,
  roles: [{ id: 3 }],
  ...given,
});

const signIn = (email: string, password: string) =>
  app.anonymous.http.get('/api/user/auth', { auth: { username: email, password } });

it('answers contain everybody’s timezone, UTC by default', async () => {
  const own = await buildUser(app, { accountId, timezone: 'Asia/Tokyo' });
  const none = await buildUser(app, { accountId, timezone: null });
  expect(await admin.employee.findById({ params: { id: own.id } })).toMatchObject({ timezone: 'Asia/Tokyo' });
  expect(await admin.employee.findById({ params: { id: none.id } })).toMatchObject({ timezone: 'UTC' });
  const all = await admin.employee.findAllFlatRoles();
  expect(all.find(({ id }) => id === own.id)?.timezone).toBe('Asia/Tokyo');
  expect(all.find(({ id }) => id === none.id)?.timezone).toBe('UTC');
  const withoutHeader = { headers: { Timezone: '' } };
  expect((await (await app.as(none)).http.get('/api/user/check-auth', withoutHeader)).data).toMatchObject({
    timezone: 'UTC',
  });
});

describe('the sessions of an employee', () => {
  it('are read and ended by an admin, one or all, and this is logged', async () => {
    const user = await buildUser(app, { accountId });
    const [phone, desk, laptop] = [await app.as(user), await app.as(user), await app.as(user)];
    const listed = await admin.employee.sessions({ params: { id: user.id } });
    expect(listed).toHaveLength(3);
    expect(listed[0]).toMatchObject({ current: false, lastSeenAt: expect.any(String), ip: '' });
    const { id: sessionId } = (await phone.user.sessions()).find(({ current }) => current) ?? { id: 0 };
    await admin.employee.endSession({ params: { id: user.id, sessionId } });
    expect(await refusal(phone.user.checkAuth())).toMatchObject({ status: 401 });
    expect(await desk.user.checkAuth()).toMatchObject({ id: user.id });
    await admin.employee.endSessions({ params: { id: user.id } });
    for (const api of [desk, laptop])
      expect(await refusal(api.user.checkAuth())).toMatchObject({ status: 401 });
    expect(await admin.employee.sessions({ params: { id: user.id } })).toEqual([]);
    const ended = await app.deps.db
      .of({ accountId })
      .auditLog.findMany({ where: { kind: 'SESSIONS_ENDED', entityId: user.id } });
    expect(ended).toMatchObject([
      { userId: adminId, what: user.email },
      { userId: adminId, what: user.email },
    ]);
  });

  it('are not visible to colleagues or other accounts, and protected from foreign session ids', async () => {
    const user = await buildUser(app, { accountId });
    const api = await app.as(user);
    const { id: own } = (await api.user.sessions())[0] ?? { id: 0 };
    const calls = (caller: Api, id: number, sessionId: number) => [
      () => caller.employee.sessions({ params: { id } }),
      () => caller.employee.endSession({ params: { id, sessionId } }),
      () => caller.employee.endSessions({ params: { id } }),
    ];
    for (const call of calls(api, adminId, own))
      expect(await refusal(call())).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
    const stranger = await app.as(await buildAdmin(app));
    for (const call of calls(stranger, user.id, own))
      expect(await refusal(call())).toMatchObject({ status: 404 });
    // A session is found under its own user alone.
    expect(
      await refusal(admin.employee.endSession({ params: { id: adminId, sessionId: own } })),
    ).toMatchObject({ status: 404 });
    expect(await api.user.checkAuth()).toMatchObject({ id: user.id });
  });
});

describe('adding an employee', () => {
  it('mails a generated password that signs in; the paid access starts expired', async () => {
    const added = await admin.employee.insert({ body: someone({ password: 'ignored as specified' }) });
    expect(added).toMatchObject({
      expired: true,
      planExpired: null,
      vacationDays: 20,
      roles: [{ role: 'ROLE_USER' }],
    });
    const mail = await app.mailTo(added.email);
    const [, password = ''] = /\n\n([A-Za-z2-9]{14})\n\n/.exec(mail.text) ?? [];
    expect((await signIn(added.email, password)).data).toMatchObject({ email: added.email, expired: true });
    expect(await refusal(signIn(added.email, 'ignored as specified'))).toMatchObject({ status: 401 });
  });

  it('reads role ids as specified for insert, and prefers a name', async () => {
    const byId = await admin.employee.insert({ body: someone({ roles: [{ id: 2 }, { id: 3 }] }) });
    expect(byId.roles.map(({ role }) => role)).toContain('ROLE_ADMIN');
    const byName = await admin.employee.insert({
      body: someone({ roles: [{ id: 2, role: 'ROLE_USER' as const }] }),
    });
    expect(byName.roles).toEqual([{ id: 2, role: 'ROLE_USER' }]);
  });

  it('refuses an address already used in the account, ignoring case', async () => {
    const colleague = await buildUser(app, { accountId });
    const body = someone({ email: colleague.email.toUpperCase() });
    expect(await refusal(admin.employee.insert({ body }))).toMatchObject({
      status: 409,
      code: 'USER_EXISTS',
    });
    expect(await refusal(admin.employee.insert({ body: someone({ email: 'nobody' }) }))).toMatchObject({
      status: 400,
      fields: { email: 'INCORRECT_EMAIL' },
    });
  });

  it('keeps the free plan at one user, even with twenty simultaneous requests', async () => {
    const free = await app.as(await buildAdmin(app, { plan: 'FREE' }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal(free.employee.insert({ body: someone() }))),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 402, code: 'FREE_PLAN_USER_LIMIT' });
    expect(await free.employee.findAllFlatRoles()).toHaveLength(1);
  });
});

describe('changing an employee', () => {
  it('reads role ids as specified for update, and keeps the e-mail', async () => {
    const { id, email } = await buildUser(app, { accountId });
    const body = { ...someone({ email }), id, roles: [{ id: 1 }] };
    expect((await admin.employee.update({ body })).roles.map(({ role }) => role)).toContain('ROLE_ADMIN');
    expect(
      await refusal(admin.employee.update({ body: { ...body, email: 'other@example.com' } })),
    ).toMatchObject({
      status: 400,
      fields: { email: 'INVALID' },
    });
  });

  it('ends the sessions of a deactivated user at once', async () => {
    const user = await buildUser(app, { accountId });
    const api = await app.as(user);
    await api.user.checkAuth();
    await admin.employee.update({
      body: { ...someone({ email: user.email, active: false }), id: user.id, roles: [{ id: 2 }] },
    });
    expect(await refusal(api.user.checkAuth())).toMatchObject({ status: 401 });
    expect(await refusal(signIn(user.email, knownPassword))).toMatchObject({ status: 423 });
  });

  it('never leaves an account without an active admin, even if two step down simultaneously', async () => {
    const account = await buildAccount(app);
    const two = await Promise.all([0, 1].map(() => buildAdmin(app, { accountId: account.id })));
    const apis = await Promise.all(two.map((user) => app.as(user)));
    const stepDown = (index: number) =>
      apis[index]?.employee.update({
        body: { ...someone({ email: two[index]?.email }), id: two[index]?.id ?? 0, roles: [{ id: 2 }] },
      });
    const results = await Promise.allSettled([stepDown(0), stepDown(1)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const admins = await app.deps.db.of({ accountId: account.id }).user.count({ where: { isAdmin: true } });
    expect(admins).toBe(1);
  });

  it('is for admins', async () => {
    const user = await buildUser(app, { accountId });
    const api = await app.as(user);
    const body = { ...someone({ email: user.email }), id: user.id, roles: [{ id: 1 }] };
    expect(await refusal(api.employee.update({ body }))).toMatchObject({
      status: 403,
      code: 'NO_PERMISSION',
    });
    expect(await api.employee.findAllFlatRoles()).not.toHaveLength(0);
  });
});

describe('the plan of an employee', () => {
  it('is named in the reader’s language, regardless of the purchase', async () => {
    const { id: accountPlanId } = await app.deps.db.global.accountPlan.findUniqueOrThrow({
      where: { code_language: { code: 'PREMIUM', language: 'pl' } },
    });
    const owner = await buildAdmin(app, { accountPlanId });
    const api = await app.as(owner, { 'Accept-Language': 'ru' });
    const accountPlan = { type: 'DEFAULT', name: 'Премиум' };
    const [listed] = await api.employee.findAllFlatRoles();
    expect(listed?.accountPlan).toEqual(accountPlan);
    expect(await api.employee.findById({ params: { id: owner.id } })).toMatchObject({ accountPlan });
    expect(await api.employee.insert({ body: someone() })).toMatchObject({ accountPlan });
  });
});

describe('deleting an employee', () => {
  it('frees the address', async () => {
    const { id, email } = await buildUser(app, { accountId });
    await admin.employee.delete({ params: { id } });
    expect(await refusal(admin.employee.findById({ params: { id } }))).toMatchObject({ status: 404 });
    await admin.employee.insert({ body: someone({ email }) });
  });

  it('is refused while something refers to the employee', async () => {
    const { id } = await buildUser(app, { accountId });
    const links = () => admin.employee.links({ params: { id } });
    expect(await links()).toEqual({ deletable: true, openVisits: 0 });
    expect(await admin.employee.findById({ params: { id } })).toMatchObject({ id });
    await buildService(app, { accountId, userId: id });
    await buildVisit(app, { accountId, userId: id });
    await buildVisit(app, {
      accountId,
      userId: id,
      state: 'CANCELLED',
      cancelReason: 'Closed',
      endedAt: new Date(),
    });
    expect(await links()).toEqual({ deletable: false, openVisits: 1 });
    expect(await refusal(admin.employee.delete({ params: { id } }))).toMatchObject({
      status: 409,
      code: 'USER_IN_USE',
    });
  });

  it('is refused for the last admin', async () => {
    const owner = await buildAdmin(app);
    const api = await app.as(owner);
    expect(await refusal(api.employee.delete({ params: { id: owner.id } }))).toMatchObject({
      status: 409,
      code: 'LAST_ADMIN',
    });
    expect(adminId).not.toBe(owner.id);
  });
});
