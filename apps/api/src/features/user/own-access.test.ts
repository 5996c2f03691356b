import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildSession, buildUser, knownPassword } from '../../testing/builders.ts';

const app = useTestApp();
beforeEach(() => app.forgetAttempts());

const fresh = 'a fresh password';
const signIn = (email: string, password: string) =>
  app.anonymous.http.get('/api/user/auth', { auth: { username: email, password } });

describe('changing one’s own password', () => {
  it('replaces the old one immediately, and is logged', async () => {
    const user = await buildUser(app);
    const api = await app.as(user);
    await api.user.setNewPassword({ body: { oldPassword: knownPassword, newPassword: fresh } });
    expect((await signIn(user.email, fresh)).status).toBe(200);
    expect(await refusal(signIn(user.email, knownPassword))).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    const entries = await app.deps.db.of(user).auditLog.findMany({ where: { kind: 'PASSWORD_CHANGED' } });
    expect(entries).toMatchObject([{ userId: user.id, who: user.email, what: user.email }]);
  });

  it('ends the user’s other sessions, but not this one or those of others', async () => {
    const user = await buildUser(app);
    const colleague = await buildUser(app, { accountId: user.accountId });
    const [here, there, theirs] = [await app.as(user), await app.as(user), await app.as(colleague)];
    await here.user.setNewPassword({ body: { oldPassword: knownPassword, newPassword: fresh } });
    expect(await here.user.checkAuth()).toMatchObject({ id: user.id });
    expect(await refusal(there.user.checkAuth())).toMatchObject({ status: 401 });
    expect(await theirs.user.checkAuth()).toMatchObject({ id: colleague.id });
  });

  it('refuses a wrong current password, without a redirect to the sign-in', async () => {
    const api = await app.as(await buildUser(app));
    expect(
      await refusal(api.user.setNewPassword({ body: { oldPassword: 'not it', newPassword: fresh } })),
    ).toMatchObject({
      status: 400,
      code: 'WRONG_PASSWORD',
      message: 'The current password is wrong.',
    });
  });

  it('refuses a new one that is too short', async () => {
    const api = await app.as(await buildUser(app));
    expect(
      await refusal(
        api.http.patch('/api/user/setNewPassword', { oldPassword: knownPassword, newPassword: '123456789' }),
      ),
    ).toMatchObject({ status: 400, fields: { newPassword: 'MIN_LENGTH_PASSWORD' } });
  });

  it('is limited to ten attempts in 15 minutes, even with the right password', async () => {
    const user = await buildUser(app);
    const api = await app.as(user);
    const attempt = (oldPassword: string) =>
      refusal(api.user.setNewPassword({ body: { oldPassword, newPassword: fresh } }));
    for (let i = 0; i < 10; i++) expect(await attempt('not it')).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(await attempt(knownPassword)).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
    const colleague = await app.as(await buildUser(app, { accountId: user.accountId }));
    await colleague.user.setNewPassword({ body: { oldPassword: knownPassword, newPassword: fresh } });
  });

  it('succeeds once, for the first of two simultaneous requests', async () => {
    const user = await buildUser(app);
    const [here, there] = [await app.as(user), await app.as(user)];
    const answers = await Promise.allSettled([
      here.user.setNewPassword({ body: { oldPassword: knownPassword, newPassword: `${fresh} 1` } }),
      there.user.setNewPassword({ body: { oldPassword: knownPassword, newPassword: `${fresh} 2` } }),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const works = await Promise.allSettled([
      signIn(user.email, `${fresh} 1`),
      signIn(user.email, `${fresh} 2`),
    ]);
    expect(works.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
  });
});

describe('the calendar address when the password changes', () => {
  const change = async (body: { endCalendarFeed?: boolean }, oldPassword = knownPassword) => {
    const user = await buildUser(app);
    const api = await app.as(user);
    await api.calendar.renew();
    await api.user
      .setNewPassword({ body: { oldPassword, newPassword: fresh, ...body } })
      .catch(() => undefined);
    const { createdAt } = await api.calendar.get();
    const logged = await app.deps.db.of(user).auditLog.count({ where: { kind: 'CHANGED', entity: 'user' } });
    return { isThere: createdAt !== null, logged };
  };

  it('is revoked on request, and this is logged', async () => {
    expect(await change({ endCalendarFeed: true })).toEqual({ isThere: false, logged: 2 });
  });

  it('stays otherwise, and if the password is not changed', async () => {
    expect(await change({})).toEqual({ isThere: true, logged: 1 });
    expect(await change({ endCalendarFeed: true }, 'a wrong password')).toEqual({ isThere: true, logged: 1 });
  });
});

describe('an unused mailed password', () => {
  /** Asks for a mailed password and reads it from the mail. */
  async function mailedPassword(email: string): Promise<string> {
    await app.anonymous.user.resetPassword({ body: { recipients: [email] } });
    const { text } = await app.mailTo(email);
    return /\n\n([A-Za-z2-9]{14})\n\n/.exec(text)?.[1] ?? '';
  }

  it('is invalid after the password was changed', async () => {
    const user = await buildUser(app);
    const api = await app.as(user);
    const mailed = await mailedPassword(user.email);
    await api.user.setNewPassword({ body: { oldPassword: knownPassword, newPassword: fresh } });
    expect(await refusal(signIn(user.email, mailed))).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  });

  it('lets a user without a password set one after proving the mailbox, and only then', async () => {
    const user = await buildUser(app, { passwordHash: null });
    const api = await app.as(user);
    await app.deps.db.global.loginIdentity.updateMany({
      where: { email: user.email },
      data: { googleSubject: `google-${user.id}` },
    });
    expect(await api.user.signInMethods()).toEqual({ password: false, google: true });
    expect(
      await refusal(api.user.setNewPassword({ body: { oldPassword: 'null', newPassword: fresh } })),
    ).toMatchObject({ code: 'WRONG_PASSWORD' });
    const oldPassword = await mailedPassword(user.email);
    await api.user.setNewPassword({ body: { oldPassword, newPassword: fresh } });
    expect(await api.user.signInMethods()).toEqual({ password: true, google: true });
    expect((await signIn(user.email, fresh)).status).toBe(200);
    expect(await refusal(signIn(user.email, oldPassword))).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  });

  it('is not valid after it expires', async () => {
    const user = await buildUser(app, { passwordHash: null });
    const oldPassword = await mailedPassword(user.email);
    const { id } = await app.deps.db.of(user).user.findFirstOrThrow({ where: { email: user.email } });
    await app.deps.db.of(user).user.updateMany({
      where: { id },
      data: { pendingPasswordExpiresAt: new Date(Date.now() - 1000) },
    });
    const api = await app.as(user);
    expect(
      await refusal(api.user.setNewPassword({ body: { oldPassword, newPassword: fresh } })),
    ).toMatchObject({ code: 'WRONG_PASSWORD' });
  });
});

describe('the list of sessions', () => {
  const agents = {
    chrome:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    iphone:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    android:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  };
  const enter = async (email: string, userAgent: string) => {
    const answer = await app.anonymous.http.get('/api/user/auth', {
      auth: { username: email, password: knownPassword },
      headers: { 'User-Agent': userAgent },
    });
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return { headers: { Cookie: cookie } };
  };

  it('names the browsers the user is signed in with, this one first', async () => {
    const user = await buildUser(app);
    await enter(user.email, agents.iphone);
    await enter(user.email, agents.android);
    await enter(user.email, '');
    const { headers } = await enter(user.email, agents.chrome);
    const { data } = await app.anonymous.http.get('/api/user/sessions', { headers });
    expect(data).toHaveLength(4);
    expect(data[0]).toMatchObject({
      device: 'desktop',
      browser: 'Chrome 130',
      system: 'Windows',
      current: true,
    });
    expect(data[0].ip).not.toBe('');
    expect(data.slice(1)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ device: 'phone', browser: 'Safari 17', system: 'iOS 17', current: false }),
        expect.objectContaining({ device: 'phone', browser: 'Chrome 130', system: 'Android 14' }),
        expect.objectContaining({ device: 'other', browser: '', system: '' }),
      ]),
    );
    expect(JSON.stringify(data)).not.toContain('token');
  });

  it('omits ended sessions and those of others', async () => {
    const user = await buildUser(app);
    const colleague = await buildUser(app, { accountId: user.accountId });
    await buildSession(app, colleague);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    for (const data of [
      { remembered: false, lastSeenAt: hoursAgo(13) },
      { remembered: true, lastSeenAt: hoursAgo(31 * 24) },
      { remembered: true, expiresAt: hoursAgo(1) },
    ])
      await app.deps.db.of(user).session.updateMany({ where: { id: await buildSession(app, user) }, data });
    const api = await app.as(user);
    expect(await api.user.sessions()).toMatchObject([{ current: true }]);
  });

  it('names when and where they signed in', async () => {
    const user = await buildUser(app);
    const { headers } = await enter(user.email, agents.chrome);
    const { data } = await app.anonymous.http.get('/api/user/sessions', { headers });
    expect(data[0].timezone).toBe('Europe/Warsaw');
    expect(Date.now() - Date.parse(data[0].createdAt)).toBeLessThan(60_000);
  });

  it('ends one of them, and logs it', async () => {
    const user = await buildUser(app);
    const [here, there] = [await app.as(user), await app.as(user)];
    const other = (await here.user.sessions()).find(({ current }) => !current);
    await here.user.endSession({ params: { id: other?.id ?? 0 } });
    expect(await refusal(there.user.checkAuth())).toMatchObject({ status: 401 });
    expect(await here.user.sessions()).toHaveLength(1);
    const entries = await app.deps.db.of(user).auditLog.findMany({ where: { kind: 'SESSIONS_ENDED' } });
    expect(entries).toMatchObject([{ userId: user.id, what: user.email }]);
  });

  it('ends all but this one', async () => {
    const user = await buildUser(app);
    const [here, there, elsewhere] = [await app.as(user), await app.as(user), await app.as(user)];
    await here.user.endOtherSessions();
    for (const api of [there, elsewhere])
      expect(await refusal(api.user.checkAuth())).toMatchObject({ status: 401 });
    expect(await here.user.checkAuth()).toMatchObject({ id: user.id });
  });

  it('does not end a colleague’s', async () => {
    const user = await buildUser(app);
    const colleague = await buildUser(app, { accountId: user.accountId, isAdmin: true });
    const id = await buildSession(app, user);
    const api = await app.as(colleague);
    expect(await refusal(api.user.endSession({ params: { id } }))).toMatchObject({ status: 404 });
    await api.user.endOtherSessions();
    expect(await app.deps.db.of(user).session.count({ where: { id } })).toBe(1);
  });
});

describe('the timezone', () => {
  it('is then the user’s, regardless of the browser’s', async () => {
    const user = await buildUser(app);
    const api = await app.as(user);
    expect((await api.user.checkAuth()).timezone).toBe('Europe/Warsaw');
    await api.user.setTimezone({ query: { timezone: 'America/New_York' } });
    expect((await api.user.checkAuth()).timezone).toBe('America/New_York');
  });

  it.each(['Mars/Olympus', '+02:00', ''])('is not %j', async (timezone) => {
    const api = await app.as(await buildUser(app));
    expect(await refusal(api.user.setTimezone({ query: { timezone } }))).toMatchObject({
      status: 400,
      fields: { timezone: 'INVALID' },
    });
  });

  it('is chosen from a list with the offset of this season, in the language of the screen', async () => {
    const user = await buildUser(app);
    const api = await app.as(user);
    app.setNow(new Date('2027-01-15T12:00:00Z'));
    const winter = await (await app.as(user)).app.timezones();
    expect(winter['Europe/Warsaw']).toBe('(UTC+01:00) Europe/Warsaw, Central European Time');
    expect(winter.UTC).toMatch(/^\(UTC\+00:00\) UTC/);
    expect(winter['Asia/Kolkata'] ?? winter['Asia/Calcutta']).toContain('(UTC+05:30)');
    expect(winter['America/New_York']).toContain('(UTC-05:00) America/New York');
    app.setNow(new Date('2027-07-15T12:00:00Z'));
    const german = await app.as(user, { 'Accept-Language': 'de' });
    expect((await german.app.timezones())['Europe/Warsaw']).toBe(
      '(UTC+02:00) Europe/Warsaw, Mitteleuropäische Zeit',
    );
    app.setNow(null);
    const offered = Object.keys(winter);
    expect(offered.length).toBeGreaterThan(300);
    await api.user.setTimezone({ query: { timezone: offered.at(-1) ?? '' } });
  });
});
