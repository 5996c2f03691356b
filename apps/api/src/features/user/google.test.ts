import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildAccount, buildUser, knownPassword } from '../../testing/builders.ts';
import { type GooglePerson, startGoogle } from '../../testing/google.ts';

const google = await startGoogle();
const app = useTestApp(google.settings);
afterAll(() => google.stop());
beforeEach(() => app.forgetAttempts());

const somebody = (given: Partial<GooglePerson> = {}): GooglePerson => ({
  sub: randomUUID(),
  email: `person-${randomUUID()}@example.com`,
  email_verified: true,
  given_name: 'Anna',
  family_name: 'Nowak',
  ...given,
});

const ask = (path: string, headers: Record<string, string>, params = {}) =>
  app.anonymous.http.get(path, { headers, params });
const signInWith = (code: string) => ask('/api/user/oauth2-google-login', { code });
const signIn = async (person: GooglePerson) => signInWith(await google.agree(person));
const registerWith = (code: string, headers = {}, settings = {}) =>
  ask('/api/user/oauth2-google-register', { code, ...headers }, { timezone: 'Europe/Warsaw', ...settings });
const register = async (person: GooglePerson, headers = {}, settings = {}) =>
  registerWith(await google.agree(person), headers, settings);

const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
  String((answer.headers['set-cookie'] as string[] | undefined)?.[0]).split(';')[0] ?? '';
const identityOf = (email: string) => app.deps.db.global.loginIdentity.findFirst({ where: { email } });
const usersOf = (email: string) =>
  app.deps.db.global.user.findMany({
    where: { email },
    include: { account: true, accountPlan: true },
    omit: { passwordHash: false },
  });

const failed = { status: 401, code: 'GOOGLE_SIGN_IN_FAILED' };

describe('signing in with Google', () => {
  it('signs in the user with the same verified e-mail, ignoring case, and links them', async () => {
    const user = await buildUser(app);
    const person = somebody({ email: user.email.toUpperCase() });
    const answer = await signIn(person);
    expect(answer.data).toMatchObject({ id: user.id, email: user.email });
    const Cookie = cookieOf(answer);
    expect((await ask('/api/user/check-auth', { Cookie })).data).toMatchObject({ id: user.id });
    expect(await identityOf(user.email)).toMatchObject({ googleSubject: person.sub });
  });

  it('ends the browser’s previous session, also when registering', async () => {
    const first = cookieOf(await signIn(somebody({ email: (await buildUser(app)).email })));
    const second = cookieOf(
      await ask('/api/user/oauth2-google-login', {
        code: await google.agree(somebody({ email: (await buildUser(app)).email })),
        Cookie: first,
      }),
    );
    const third = cookieOf(await register(somebody(), { Cookie: second }));
    const stateOf = async (Cookie: string) =>
      (
        await app.anonymous.http.get('/api/user/check-auth', {
          headers: { Cookie },
          validateStatus: () => true,
        })
      ).status;
    expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual([401, 401, 200]);
  });

  it('exchanges the code once, for the configured redirect_uri, and keeps the tokens out of URLs', async () => {
    const { email } = await buildUser(app);
    const code = await google.agree(somebody({ email }));
    await signInWith(code);
    expect(google.exchanges.at(-1)).toMatchObject({
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'postmessage',
      client_id: google.settings.GOOGLE_CLIENT_ID,
    });
    expect(await refusal(signInWith(code))).toMatchObject(failed);
    const logged = app.logs.join('\n');
    expect(logged).toContain('/api/user/oauth2-google-login');
    expect(logged).not.toContain(code);
    expect(logged).not.toContain(google.settings.GOOGLE_CLIENT_SECRET);
  });

  it('keeps the session like a password sign-in: for weeks, or on a shared computer until it is closed', async () => {
    const { email } = await buildUser(app);
    const person = somebody({ email });
    const kept = async (params: object) => {
      const code = await google.agree(person);
      return String((await ask('/api/user/oauth2-google-login', { code }, params)).headers['set-cookie']);
    };
    expect(await kept({})).toContain('Max-Age=7776000');
    expect(await kept({ sharedComputer: true })).not.toMatch(/Max-Age|Expires/);
  });

  it('recognises a linked user by the subject, even if the e-mail at Google has changed', async () => {
    const user = await buildUser(app);
    const person = somebody({ email: user.email });
    await signIn(person);
    const answer = await signIn({ ...person, email: `moved-${randomUUID()}@example.com` });
    expect(answer.data).toMatchObject({ id: user.id, email: user.email });
  });

  it('does not mistake a new owner of the address for the linked user', async () => {
    const user = await buildUser(app);
    await signIn(somebody({ email: user.email }));
    expect(await refusal(signIn(somebody({ email: user.email })))).toMatchObject(failed);
  });

  it('logs the linking once, and every sign-in', async () => {
    const user = await buildUser(app);
    const person = somebody({ email: user.email });
    await Promise.all(Array.from({ length: 6 }, () => signIn(person)));
    const entries = await app.deps.db.of(user).auditLog.findMany({ where: {}, orderBy: { id: 'asc' } });
    expect(entries.map(({ kind }) => kind).sort()).toEqual(['CHANGED', ...Array(6).fill('SIGN_IN')]);
    expect(entries.find(({ kind }) => kind === 'CHANGED')).toMatchObject({
      who: user.email,
      entity: 'user',
      entityId: user.id,
      changes: { google: [null, user.email] },
    });
  });

  it('leaves the password unchanged', async () => {
    const { email } = await buildUser(app);
    await signIn(somebody({ email }));
    const auth = { username: email, password: knownPassword };
    expect((await app.anonymous.http.get('/api/user/auth', { auth })).status).toBe(200);
  });

  it.each([
    ['a wrong code', () => signInWith('4/0Awrong')],
    ['somebody who is not registered', () => signIn(somebody())],
  ])('refuses %s, and says to register', async (_, attempt) => {
    const answer = await refusal(attempt());
    expect(answer).toMatchObject({ ...failed, message: 'Incorrect credentials, please register.' });
  });

  it('refuses an e-mail that Google has not verified: it could be anybody’s', async () => {
    const { email } = await buildUser(app);
    expect(await refusal(signIn(somebody({ email, email_verified: false })))).toMatchObject(failed);
    expect(await identityOf(email)).toMatchObject({ googleSubject: null });
  });

  it('refuses deactivated users, like sign-in with a password', async () => {
    const { email } = await buildUser(app, { active: false });
    expect(await refusal(signIn(somebody({ email })))).toMatchObject({
      status: 423,
      code: 'ACCOUNT_INACTIVE',
      email,
    });
  });

  it('ignores a pending registration, because a stranger may have typed the address', async () => {
    const stranger = await buildUser(app, { active: false, activatedAt: null });
    const person = somebody({ email: stranger.email });
    expect(await refusal(signIn(person))).toMatchObject(failed);
    const { data } = await register(person);
    expect(data.account.id).not.toBe(stranger.accountId);
    expect((await signIn(person)).data).toMatchObject({ id: data.id });
  });

  it('signs in nobody of a deleted account, by Google or by password', async () => {
    const { id: accountId } = await buildAccount(app, { deletedAt: new Date() });
    const { email } = await buildUser(app, { accountId });
    expect(await refusal(signIn(somebody({ email })))).toMatchObject(failed);
    const auth = { username: email, password: knownPassword };
    expect(await refusal(app.anonymous.http.get('/api/user/auth', { auth }))).toMatchObject({ status: 401 });
  });

  it('accepts the code only from the header, and only with the header that no form can send', async () => {
    const { email } = await buildUser(app);
    const code = await google.agree(somebody({ email }));
    const path = '/api/user/oauth2-google-login';
    expect(await refusal(ask(path, {}))).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
    expect(await refusal(ask(path, {}, { code }))).toMatchObject({ status: 400 });
    expect(await refusal(ask(path, { code, 'X-Requested-With': '' }))).toMatchObject({ status: 403 });
    expect((await signInWith(code)).status).toBe(200);
  });

  it('is throttled per IP address; successes do not count', async () => {
    const { email } = await buildUser(app);
    const person = somebody({ email });
    await signIn(person);
    for (let i = 0; i < 60; i++) await refusal(signInWith('4/0Aguess'));
    const refused = await refusal(signIn(person));
    expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
  });
});

describe('registering with Google', () => {
  it('creates an active account on the free plan, without a company yet, and signs in', async () => {
    const person = somebody();
    const answer = await register(person, { 'Accept-Language': 'pl' });
    expect(answer.data).toMatchObject({
      email: person.email,
      firstName: 'Anna',
      lastName: 'Nowak',
      language: 'pl',
      expired: false,
      roles: [{ role: 'ROLE_ADMIN' }, { role: 'ROLE_USER' }],
      account: { companyName: '' },
    });
    const [user] = await usersOf(person.email);
    expect(user).toMatchObject({ active: true, isAdmin: true, passwordHash: null });
    expect(user?.activatedAt).not.toBeNull();
    expect(user?.account).toMatchObject({ timezone: 'Europe/Warsaw', language: 'pl' });
    expect(user?.accountPlan.code).toBe('FREE');
    expect((await ask('/api/user/check-auth', { Cookie: cookieOf(answer) })).status).toBe(200);
    expect((await signIn(person)).data).toMatchObject({ id: user?.id });
  });

  it('takes the country and the language of documents that the form showed', async () => {
    const person = somebody();
    await register(person, { 'Accept-Language': 'pl' }, { country: 'AT', language: 'de' });
    const [user] = await usersOf(person.email);
    expect([user?.language, user?.weeklyDigest]).toEqual(['pl', true]);
    expect(user?.account).toMatchObject({ country: 'AT', language: 'de', timezone: 'Europe/Warsaw' });
  });

  it('is logged', async () => {
    const person = somebody();
    await register(person);
    const [user] = await usersOf(person.email);
    const { accountId } = user ?? { accountId: 0 };
    const entries = await app.deps.db.of({ accountId }).auditLog.findMany({ orderBy: { id: 'asc' } });
    expect(entries.map(({ kind, who }) => [kind, who])).toEqual([
      ['ACCOUNT_REGISTERED', person.email],
      ['SIGN_IN', person.email],
    ]);
  });

  it('accepts a person without names, and treats an unknown timezone as UTC', async () => {
    const { sub, email, email_verified } = somebody();
    const code = await google.agree({ sub, email, email_verified });
    await ask('/api/user/oauth2-google-register', { code }, { timezone: 'Mars/Olympus' });
    const [user] = await usersOf(email);
    expect(user).toMatchObject({ firstName: '', lastName: '' });
    expect(user?.account.timezone).toBe('UTC');
  });

  it('refuses a repetition and a taken address with clear messages', async () => {
    const person = somebody();
    await register(person);
    const exists = { status: 409, code: 'USER_EXISTS' };
    expect(await refusal(register(person))).toMatchObject({
      ...exists,
      message: 'The given email already exists in our database.',
    });
    expect(await refusal(register({ ...person, email: `new-${randomUUID()}@example.com` }))).toMatchObject(
      exists,
    );
    const { email } = await buildUser(app);
    expect(await refusal(register(somebody({ email })))).toMatchObject(exists);
  });

  it.each([
    ['a wrong code', () => registerWith('4/0Awrong')],
    ['an e-mail that Google has not verified', () => register(somebody({ email_verified: false }))],
  ])('refuses %s', async (_, attempt) => {
    expect(await refusal(attempt())).toMatchObject({
      status: 401,
      code: 'GOOGLE_REGISTRATION_FAILED',
      message: 'Incorrect login or password.',
    });
  });

  it.each([
    ['the same person', (person: GooglePerson) => person],
    ['one address', ({ email }: GooglePerson) => somebody({ email })],
    ['one subject', ({ sub }: GooglePerson) => somebody({ sub })],
  ])('makes one account of ten registrations of %s at once', async (_, again) => {
    const first = somebody();
    const people = [first, ...Array.from({ length: 9 }, () => again(first))];
    const codes = await Promise.all(people.map((person) => google.agree(person)));
    const accounts = await app.deps.db.global.account.count();
    const statuses = await Promise.all(
      codes.map((code) =>
        registerWith(code).then(
          ({ status }) => status,
          ({ response }) => response.status,
        ),
      ),
    );
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await app.deps.db.global.account.count()).toBe(accounts + 1);
  });

  it('is throttled per IP address', async () => {
    for (let i = 0; i < 20; i++) await refusal(registerWith('4/0Aguess'));
    expect(await refusal(register(somebody()))).toMatchObject({ status: 429 });
  });
});
