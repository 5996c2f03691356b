/** Signing in, staying signed in, and how a session ends. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildFile, buildUser, knownPassword } from '../../testing/builders.ts';
import { countLockWaits } from '../../testing/lock-waits.ts';

const app = useTestApp();
const hour = 3_600_000;

beforeEach(async () => {
  app.setNow(null);
  await app.forgetAttempts();
});

const signIn = (email: string, password = knownPassword, headers = {}) =>
  app.anonymous.http.get('/api/user/auth', {
    auth: { username: email, password },
    headers,
    validateStatus: () => true,
  });

const signInFrom = (params: { sharedComputer: boolean }, username: string) =>
  app.anonymous.http.get('/api/user/auth', { auth: { username, password: knownPassword }, params });

const cookieOf = (answer: { headers: object }): string =>
  String((answer.headers as Record<string, string[]>)['set-cookie']?.[0]);

const withCookie = (cookie: string) => ({
  headers: { Cookie: cookie.split(';')[0] ?? '' },
  validateStatus: () => true,
});

const checkAuth = async (cookie: string) =>
  (await app.anonymous.http.get('/api/user/check-auth', withCookie(cookie))).status;

describe('signing in', () => {
  it('answers with the user, and starts a session that check-auth finds', async () => {
    const user = await buildAdmin(app, { firstName: 'Zoë', position: 'Head of service', vacationDays: 26 });
    const answer = await signIn(` ${user.email.toUpperCase()} `);
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({
      id: user.id,
      email: user.email,
      firstName: 'Zoë',
      position: 'Head of service',
      vacationDays: 26,
      expired: false,
      roles: [{ role: 'ROLE_ADMIN' }, { role: 'ROLE_USER' }],
    });
    expect(JSON.stringify(answer.data)).not.toMatch(/hash/i);
    const { data } = await app.anonymous.http.get('/api/user/check-auth', withCookie(cookieOf(answer)));
    expect(data).toEqual(answer.data);
  });

  it('protects the session from scripts and other sites', async () => {
    const cookie = cookieOf(await signIn((await buildUser(app)).email));
    expect(cookie).toMatch(/^servicebook=\d+\.[\w-]{43};/);
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(flag);
    expect(cookie).not.toContain('Domain');
  });

  it('with a password that is being changed opens no session', async () => {
    const user = await buildUser(app);
    const db = app.deps.db.of(user);
    let answer: ReturnType<typeof signIn> | undefined;
    await db.$transaction(
      async (tx) => {
        await tx.user.updateMany({ where: { id: user.id }, data: { passwordHash: 'changed' } });
        await tx.session.deleteMany({ where: { userId: user.id } });
        let isAnswered = false;
        answer = signIn(user.email);
        void answer.finally(() => {
          isAnswered = true;
        });
        const waits = async () => {
          const waiting = await countLockWaits(app);
          expect(isAnswered || waiting > 0).toBe(true);
        };
        await vi.waitFor(waits, { timeout: 10_000, interval: 20 });
      },
      { timeout: 15_000 },
    );
    expect((await answer)?.data).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    expect(await db.session.count({ where: { userId: user.id } })).toBe(0);
  });

  it('starts a new session for every sign-in, regardless of the cookie', async () => {
    const { email } = await buildUser(app);
    const first = cookieOf(await signIn(email));
    const planted = cookieOf(await signIn(email, knownPassword, { Cookie: first.split(';')[0] ?? '' }));
    expect(planted.split(';')[0]).not.toBe(first.split(';')[0]);
    const stored = await app.deps.db.global.session.findMany();
    for (const { tokenHash } of stored) expect(first).not.toContain(tokenHash);
  });

  it('ends only the browser’s previous session, even another user’s', async () => {
    const [former, elsewhere] = [
      await signIn((await buildUser(app)).email),
      await signIn((await buildUser(app)).email),
    ];
    const next = await buildUser(app);
    const Cookie = cookieOf(former).split(';')[0] ?? '';
    const own = cookieOf(await signIn(next.email, knownPassword, { Cookie }));
    expect([await checkAuth(Cookie), await checkAuth(cookieOf(elsewhere)), await checkAuth(own)]).toEqual([
      401, 200, 200,
    ]);
    const again = cookieOf(await signIn(next.email, knownPassword, { Cookie: own.split(';')[0] ?? '' }));
    expect([await checkAuth(own), await checkAuth(again)]).toEqual([401, 200]);
  });

  it('leaves the browser’s session unchanged if it fails', async () => {
    const { email } = await buildUser(app);
    const Cookie = cookieOf(await signIn(email)).split(';')[0] ?? '';
    expect((await signIn(email, 'wrong password', { Cookie })).status).toBe(401);
    expect(await checkAuth(Cookie)).toBe(200);
  });

  it('gives the same answer for an unknown address and a wrong password', async () => {
    const { email } = await buildUser(app);
    const [unknown, wrong] = [await signIn('nobody@example.com'), await signIn(email, 'wrong password')];
    expect(wrong.status).toBe(401);
    expect({ ...unknown.data, requestId: '' }).toEqual({ ...wrong.data, requestId: '' });
    expect(wrong.data).toMatchObject({ code: 'WRONG_CREDENTIALS', message: 'Wrong login or password.' });
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['text without a colon', `Basic ${btoa('nocolon')}`, 400],
    ['a NUL in the name', `Basic ${btoa('\0a@example.com:password')}`, 401],
    ['a name of 5000 letters', `Basic ${btoa(`${'a'.repeat(5000)}@example.com:password`)}`, 401],
    ['a name of 250 letters', `Basic ${btoa(`${'a'.repeat(238)}@example.com:password`)}`, 401],
    ['a password of 5000 letters', `Basic ${btoa(`a@example.com:${'p'.repeat(5000)}`)}`, 401],
    ['no name at all', `Basic ${btoa(':')}`, 401],
    ['another scheme', 'Bearer abc', 401],
    ['broken base64', 'Basic ***', 401],
  ])('survives %s', async (_, Authorization, status) => {
    const answer = await app.anonymous.http.get('/api/user/auth', {
      headers: { Authorization },
      validateStatus: () => true,
    });
    expect(answer.status).toBe(status);
  });

  it('tells inactive users that they are inactive, but only with the right password', async () => {
    const { email } = await buildUser(app, { active: false, activatedAt: null });
    expect((await signIn(email)).status).toBe(423);
    expect((await signIn(email, 'wrong password')).status).toBe(401);
    expect((await signIn(email)).data).toMatchObject({ code: 'ACCOUNT_INACTIVE' });
  });

  it('stops guessing after ten attempts on one address, and returns the waiting time', async () => {
    const { email } = await buildUser(app);
    for (let i = 0; i < 10; i++) expect((await signIn(email, 'guess')).status).toBe(401);
    const refused = await signIn(email);
    expect(refused.status).toBe(429);
    expect(refused.data).toMatchObject({ code: 'SIGN_IN_LOCKED' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn((await buildUser(app)).email)).status).toBe(200);
  });

  it('does not count successes', async () => {
    const { email } = await buildUser(app);
    for (let i = 0; i < 12; i++) expect((await signIn(email)).status).toBe(200);
  });

  it('is logged, and so is a failure', async () => {
    const user = await buildUser(app);
    await signIn(user.email, 'wrong password');
    await signIn(user.email);
    const entries = await app.deps.db.of(user).auditLog.findMany({ where: {}, orderBy: { id: 'asc' } });
    expect(entries.map(({ kind, who }) => [kind, who])).toEqual([
      ['SIGN_IN_FAILED', user.email],
      ['SIGN_IN', user.email],
    ]);
  });

  it('leaves neither password nor session in the server’s log', async () => {
    const { email } = await buildUser(app);
    const cookie = cookieOf(await signIn(email));
    await checkAuth(cookie);
    const token = /=([^;]+)/.exec(cookie)?.[1] ?? 'none';
    const logged = app.logs.join('\n');
    expect(logged).toContain('/api/user/auth');
    expect(logged).not.toContain(token);
    expect(logged).not.toContain(knownPassword);
    expect(logged).not.toContain(btoa(`${email}:${knownPassword}`));
  });
});

describe('a session', () => {
  it('is returned by auth without credentials; without a session there is no user', async () => {
    const user = await buildUser(app);
    expect(await (await app.as(user)).user.auth()).toMatchObject({ id: user.id });
    expect(await refusal(app.anonymous.user.auth())).toMatchObject({ status: 401, code: 'NOT_SIGNED_IN' });
    expect(await checkAuth(`servicebook=${user.accountId}.${'A'.repeat(43)}`)).toBe(401);
  });

  const day = 24 * hour;
  it.each([
    ['a remembered device, thirty days', false, 29 * day, 30 * day],
    ['a shared computer, twelve hours', true, 11 * hour, 12 * hour],
  ])('ends after its last use on %s', async (_, sharedComputer, used, idle) => {
    const { email } = await buildUser(app, { planExpired: new Date(Date.now() + 200 * day) });
    const cookie = cookieOf(await signInFrom({ sharedComputer }, email));
    const start = Date.now();
    for (const times of [1, 2, 3]) {
      app.setNow(new Date(start + times * used));
      expect(await checkAuth(cookie)).toBe(200);
    }
    app.setNow(new Date(start + 3 * used + idle + 60_000));
    expect(await checkAuth(cookie)).toBe(401);
  });

  it.each([false, true])(
    'ends after ninety days, however busy; shared computer: %s',
    async (sharedComputer) => {
      const { email } = await buildUser(app, { planExpired: new Date(Date.now() + 200 * day) });
      const cookie = cookieOf(await signInFrom({ sharedComputer }, email));
      const start = Date.now();
      for (let at = 11 * hour; at < 90 * day; at += 11 * hour) {
        app.setNow(new Date(start + at));
        await checkAuth(cookie);
      }
      expect(await checkAuth(cookie)).toBe(200);
      app.setNow(new Date(start + 90 * day + 60_000));
      expect(await checkAuth(cookie)).toBe(401);
    },
  );

  it('is kept by the browser for ninety days, and on a shared computer until it is closed', async () => {
    const { email } = await buildUser(app);
    expect(cookieOf(await signIn(email))).toContain('Max-Age=7776000');
    const shared = cookieOf(await signInFrom({ sharedComputer: true }, email));
    expect(shared).toContain('HttpOnly');
    expect(shared).not.toMatch(/Max-Age|Expires/);
  });

  it('opened before devices were recorded ends twelve hours after its last use', async () => {
    const { accountId, id: userId, email } = await buildUser(app);
    const cookie = cookieOf(await signIn(email));
    // Like a migrated row: the new columns have their defaults.
    await app.deps.db.of({ accountId }).session.updateMany({
      where: { userId },
      data: { remembered: false, timezone: '', expiresAt: new Date(Date.now() + 30 * day) },
    });
    app.setNow(new Date(Date.now() + 11 * hour));
    expect(await checkAuth(cookie)).toBe(200);
    app.setNow(new Date(Date.now() + 24 * hour));
    expect(await checkAuth(cookie)).toBe(401);
  });

  it('ends on the server when its user signs out, and the cookie goes', async () => {
    const { email } = await buildUser(app);
    const [mine, other] = [cookieOf(await signIn(email)), cookieOf(await signIn(email))];
    const answer = await app.anonymous.http.get('/logout', withCookie(mine));
    expect(answer.status).toBe(204);
    expect(cookieOf(answer)).toMatch(/^servicebook=;.*Max-Age=0/);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect([await checkAuth(mine), await checkAuth(other)]).toEqual([401, 200]);
  });

  it('ends at once when its user is deactivated, and gets changed roles at once', async () => {
    const user = await buildAdmin(app);
    const api = await app.as(user);
    const where = { accountId_id: { accountId: user.accountId, id: user.id } };
    await api.category.insert({ body: { name: 'Pumps' } });
    await app.deps.db.of(user).user.update({ where, data: { isAdmin: false } });
    expect(await refusal(api.category.insert({ body: { name: 'Lifts' } }))).toMatchObject({ status: 403 });
    await app.deps.db.of(user).user.update({ where, data: { active: false } });
    expect(await refusal(api.user.checkAuth())).toMatchObject({ status: 401 });
  });

  it('keeps the language its user chose, for the screens and for mails', async () => {
    const user = await buildUser(app, { language: null });
    const api = await app.as(user);
    expect(await api.user.checkAuth()).toMatchObject({ language: 'en' });
    await api.user.setLanguage({ query: { language: 'ru' } });
    expect(await api.user.checkAuth()).toMatchObject({ language: 'ru' });
    expect(await refusal(api.user.setLanguage({ query: { language: 'xx' as 'en' } }))).toMatchObject({
      status: 400,
    });
    await app.anonymous.user.resetPassword({ body: { recipients: [user.email] } });
    expect((await app.mailTo(user.email)).html).toContain('lang="ru"');
  });
});

describe('a user with expired access', () => {
  it('may only see their own account and sign out', async () => {
    const user = await buildAdmin(app, { planExpired: new Date(Date.now() - hour) });
    const answer = await signIn(user.email);
    expect(answer.data).toMatchObject({ expired: true });
    const api = await app.as(user);
    expect(await api.user.checkAuth()).toMatchObject({ expired: true });
    const refused = { status: 402, code: 'NOT_ACTIVE_SUBSCRIPTION' };
    expect(await refusal(api.customer.findAll())).toMatchObject(refused);
    expect(await refusal(api.device.search({ body: {} }))).toMatchObject(refused);
    expect(await refusal(api.category.insert({ body: { name: 'Pumps' } }))).toMatchObject(refused);
    const { key } = await buildFile(app, { accountId: user.accountId });
    const download = await api.http.get('/api/storage/downloadFile', {
      params: { fileName: key },
      validateStatus: () => true,
    });
    expect(download.status).toBe(402);
    await api.user.logout();
  });

  it('can still download invoices', async () => {
    const user = await buildAdmin(app, { planExpired: null });
    const { key } = await buildFile(app, { accountId: user.accountId, kind: 'INVOICE_PDF' });
    await (await app.as(user)).storage.downloadFile({ query: { fileName: key } });
  });

  it('has a paid plan: the free plan never ends', async () => {
    const free = await app.as(await buildUser(app, { plan: 'FREE' }));
    expect(await free.user.checkAuth()).toMatchObject({ expired: false });
    await free.customer.findAll();
  });

  it('is blocked when the time runs out, not before', async () => {
    const end = new Date(Date.now() + hour);
    const api = await app.as(await buildUser(app, { planExpired: end }));
    app.setNow(new Date(end.getTime() - 1000));
    await api.customer.findAll();
    app.setNow(end);
    expect(await refusal(api.customer.findAll())).toMatchObject({ status: 402 });
  });
});
