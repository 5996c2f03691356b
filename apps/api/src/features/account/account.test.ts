import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildAccount, buildUser, knownPassword } from '../../testing/builders.ts';
import { closeAbandonedRegistrations } from './account-deletion.service.ts';

const app = useTestApp();
const days = 24 * 3_600_000;
const strangers = 'known to a stranger';
let counter = 0;

beforeEach(() => app.forgetAttempts());

const registration = (email = `founder-${++counter}@example.com`) => ({
  companyName: 'Lift Service',
  street: 'Long Street 1',
  postalCode: '00-001',
  city: 'Warsaw',
  country: 'PL' as const,
  nip: '525-000-00-00',
  phone: '+48 22 000 00 00',
  superUser: {
    firstName: 'Anna',
    lastName: 'Founder',
    email,
    password: knownPassword,
    password2: knownPassword,
  },
  approvedConditions: true as const,
  timezone: 'Europe/Warsaw',
});

const register = (body: object, language = 'en') =>
  app.anonymous.http.post('/api/account/register', body, { headers: { 'Accept-Language': language } });

const usersOf = (email: string) =>
  app.deps.db.global.user.findMany({ where: { email }, include: { account: true } });

/** The link of the last mail to an address. */
async function mailedLink(email: string): Promise<string> {
  const { text } = await app.mailTo(email);
  return /https?:\S+/.exec(text)?.[0] ?? '';
}

const mailsTo = (email: string, count: number) =>
  vi.waitFor(() => expect(app.mails.filter(({ to }) => to === email)).toHaveLength(count), {
    timeout: 15_000,
  });

/** The text that has a line of its own in the last mail to an address. */
async function mailedPassword(email: string): Promise<string> {
  const { text } = await app.mailTo(email);
  return /^\w{14}$/m.exec(text)?.[0] ?? '';
}

const signIn = (email: string, password = knownPassword) =>
  app.anonymous.http.get('/api/user/auth', { auth: { username: email, password } });

/** Follows a mailed link as a mail program does: without our headers. */
async function follow(link: string): Promise<string> {
  const { pathname, search } = new URL(link);
  const answer = await fetch(`${app.url}${pathname}${search}`, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('Location') ?? '').searchParams.get('message') ?? '';
}

describe('registering', () => {
  it('creates an account on the free plan with one inactive admin', async () => {
    const body = registration();
    const { data } = await register(body, 'pl');
    expect(data).toEqual({ email: body.superUser.email });
    const [user] = await usersOf(body.superUser.email);
    expect(user).toMatchObject({
      active: false,
      isAdmin: true,
      firstName: 'Anna',
      language: 'pl',
      weeklyDigest: true,
    });
    expect(user?.account).toMatchObject({
      companyName: 'Lift Service',
      timezone: 'Europe/Warsaw',
      language: 'pl',
    });
    const plan = await app.deps.db.global.accountPlan.findUnique({ where: { id: user?.accountPlanId ?? 0 } });
    expect(plan?.code).toBe('FREE');
    expect(await refusal(signIn(body.superUser.email))).toMatchObject({
      status: 423,
      code: 'ACCOUNT_INACTIVE',
    });
  });

  it.each([
    ['PL', '00001', '00-001'],
    ['DE', '10115', '10115'],
    ['GB', 'SW1A 1AA', 'SW1A 1AA'],
  ])('keeps the postal code as %s writes it: %s', async (country, postalCode, stored) => {
    const body = { ...registration(), country, postalCode };
    await register(body);
    expect((await usersOf(body.superUser.email))[0]?.account.postalCode).toBe(stored);
  });

  it('takes the language of documents that was chosen, whatever the screen’s', async () => {
    const body = { ...registration(), language: 'de' };
    await register(body, 'pl');
    const [user] = await usersOf(body.superUser.email);
    expect([user?.language, user?.account.language]).toEqual(['pl', 'de']);
  });

  it('treats an unknown timezone as UTC', async () => {
    const body = { ...registration(), timezone: 'Mars/Olympus' };
    await register(body);
    expect((await usersOf(body.superUser.email))[0]?.account.timezone).toBe('UTC');
  });

  it('names every empty field, each with its message in the caller’s language', async () => {
    const german = await refusal(register({ superUser: {} }, 'de'));
    const english = await refusal(register({ superUser: {} }, 'en'));
    expect(german).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    const wanted = [
      'companyName',
      'street',
      'postalCode',
      'city',
      'country',
      'nip',
      'phone',
      'firstName',
      'lastName',
    ];
    for (const field of [...wanted, 'email', 'password', 'password2']) {
      expect(english[field], field).toBe('REQUIRED');
      expect(english[`${field}Message`], field).toBe('Please fill in this field');
      expect(german[`${field}Message`], field).not.toBe('Please fill in this field');
    }
    expect(english).toMatchObject({
      approvedConditions: 'ACCEPT_CONDITIONS',
      approvedConditionsMessage: 'Please accept the terms and conditions',
    });
  });

  it.each([
    ['a short password', { password: 'short', password2: 'other' }, 'password', 'MIN_10_CHARACTERS'],
    [
      'a password typed differently',
      { password2: 'correct horsf' },
      'password2',
      'PASSWORDS_ARE_NOT_THE_SAME',
    ],
    ['something that is no e-mail address', { email: 'anna@' }, 'email', 'INCORRECT_EMAIL'],
  ])('refuses %s', async (_, wrong, field, code) => {
    const body = registration();
    expect(await refusal(register({ ...body, superUser: { ...body.superUser, ...wrong } }))).toMatchObject({
      status: 400,
      fields: { [`superUser.${field}`]: code },
      [field]: code,
      [`${field}Message`]: expect.any(String),
    });
  });

  it('refuses a taken address, ignoring case', async () => {
    await register(registration('taken@example.com'));
    expect(await follow(await mailedLink('taken@example.com'))).toBe('success');
    expect(await refusal(register(registration(' TAKEN@Example.com ')))).toMatchObject({
      status: 400,
      email: 'EMAIL_TAKEN',
      emailMessage: 'The given e-mail already exists in our database',
    });
    expect(await usersOf('taken@example.com')).toHaveLength(1);
  });

  it('replaces data and link of a pending registration', async () => {
    const email = 'again@example.com';
    await register({ ...registration(email), companyName: 'Typing error' });
    const oldLink = await mailedLink(email);
    await register({ ...registration(email), companyName: 'Lift Service' });
    await mailsTo(email, 2);
    expect(await follow(oldLink)).toBe('error');
    expect(await follow(await mailedLink(email))).toBe('success');
    expect((await signIn(email)).data).toMatchObject({ account: { companyName: 'Lift Service' } });
    await vi.waitFor(
      async () => {
        expect(await app.deps.db.global.account.count({ where: { companyName: 'Typing error' } })).toBe(0);
      },
      { timeout: 15_000 },
    );
  });

  it.each([
    ['before its owner', [strangers, knownPassword]],
    ['after its owner', [knownPassword, strangers]],
    ['between two tries of its owner', [knownPassword, strangers, knownPassword]],
  ])('lets nobody in who typed the address %s: the mail says the password', async (_, passwords) => {
    const email = `wanted-${++counter}@example.com`;
    for (const [index, password] of passwords.entries()) {
      const body = registration(email);
      await register({ ...body, superUser: { ...body.superUser, password, password2: password } });
      // A mail that is still waiting when the next registration replaces its own is not sent.
      await mailsTo(email, index + 1);
    }
    expect(await follow(await mailedLink(email))).toBe('mailed');
    for (const password of passwords)
      expect(await refusal(signIn(email, password))).toMatchObject({ status: 401 });
    const { data } = await signIn(email, await mailedPassword(email));
    expect(data).toMatchObject({ email, mustChoosePassword: true });
  });

  it('keeps the last of ten parallel registrations of one address, and only its link works', async () => {
    const email = 'crowd@example.com';
    await Promise.all(Array.from({ length: 10 }, () => register(registration(email))));
    const [user, ...others] = await usersOf(email);
    expect(others).toEqual([]);
    await app.anonymous.account.sendActivationLink({ query: { email } });
    const links = await vi.waitFor(
      async () => {
        const waiting = await app.deps.db.global.$queryRaw<unknown[]>`
          SELECT 1 FROM pgboss.job WHERE name = 'account.send-activation-link' AND state <> 'completed'`;
        expect(waiting).toEqual([]);
        const sent = app.mails.filter(({ to }) => to === email);
        return sent.map(({ text }) => /https?:\S+/.exec(text)?.[0] ?? '');
      },
      { timeout: 15_000 },
    );
    const valid = links.filter((link) => link.includes(`token=${user?.accountId}.`));
    for (const link of links.filter((one) => !valid.includes(one))) expect(await follow(link)).toBe('error');
    expect(await follow(valid[0] ?? '')).toBe('success');
    await vi.waitFor(
      async () => {
        const { global } = app.deps.db;
        expect(await global.account.count({ where: { deletedAt: { not: null } } })).toBe(0);
        expect(await global.loginIdentity.findMany({ where: { email } })).toHaveLength(1);
      },
      { timeout: 15_000 },
    );
  });

  it('is limited to ten per hour for one address, because each mails a link', async () => {
    const body = registration();
    for (let i = 0; i < 10; i++) await register(body);
    expect(await refusal(register(body))).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
    await register(registration());
  });

  it('is throttled per IP address', async () => {
    for (let i = 0; i < 20; i++) await refusal(register({ ...registration('taken@example.com') }));
    expect(await refusal(register(registration()))).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
  });
});

describe('the activation link', () => {
  it('is mailed in the language of the registration, and enables the sign-in', async () => {
    const body = registration();
    await register(body, 'de');
    const mail = await app.mailTo(body.superUser.email);
    expect(mail.subject).toBe('Ihr Servicebook-Konto aktivieren');
    expect(mail.html).toContain('lang="de"');
    expect(await follow(await mailedLink(body.superUser.email))).toBe('success');
    expect((await signIn(body.superUser.email)).data).toMatchObject({ email: body.superUser.email });
  });

  it('says on the second click that the account is active', async () => {
    const body = registration();
    await register(body);
    const link = await mailedLink(body.superUser.email);
    expect(await Promise.all([follow(link), follow(link)]).then((said) => said.sort())).toEqual([
      'active',
      'success',
    ]);
    expect(await follow(link)).toBe('active');
  });

  it('is invalid if it is made up or older than seven days', async () => {
    const body = registration();
    await register(body);
    const link = await mailedLink(body.superUser.email);
    expect(await follow(`${app.url}/api/account/activate?token=nonsense`)).toBe('error');
    const [user] = await usersOf(body.superUser.email);
    expect(await follow(`${app.url}/api/account/activate?token=${user?.accountId}.${'A'.repeat(43)}`)).toBe(
      'error',
    );
    app.setNow(new Date(Date.now() + 7 * days + 60_000));
    expect(await follow(link)).toBe('error');
    app.setNow(null);
    expect(await follow(link)).toBe('success');
  });

  it('does not undo a deactivation by an admin', async () => {
    const body = registration();
    await register(body);
    const first = await mailedLink(body.superUser.email);
    await app.anonymous.account.sendActivationLink({ query: { email: body.superUser.email } });
    await mailsTo(body.superUser.email, 2);
    const second = await mailedLink(body.superUser.email);
    expect(await follow(first)).toBe('success');
    await app.deps.db.global.user.updateMany({
      where: { email: body.superUser.email },
      data: { active: false },
    });
    expect(await follow(first)).toBe('error');
    expect(await follow(second)).toBe('error');
    expect((await usersOf(body.superUser.email))[0]?.active).toBe(false);
  });

  it('is stored only as a hash, and never in the queue or the log', async () => {
    const body = registration();
    await register(body);
    const token = new URL(await mailedLink(body.superUser.email)).searchParams.get('token') ?? '';
    await follow(`${app.url}/api/account/activate?token=${encodeURIComponent(token)}`);
    const stored = await app.deps.db.global.activationToken.findMany();
    const queued = await app.deps.db.global.$queryRaw<
      { row: string }[]
    >`SELECT job::text AS row FROM pgboss.job`;
    const everything = JSON.stringify([stored, queued, app.logs]);
    expect(everything).toContain('account.send-activation-link');
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(body.superUser.email);
    expect(everything).not.toContain(knownPassword);
  });
});

describe('an address registered by two accounts', () => {
  it('belongs to the account that verifies it first, and the other link is invalid', async () => {
    const body = registration();
    const { email } = body.superUser;
    await register(body);
    const link = await mailedLink(email);
    // Meanwhile the owner came in by another way, such as Google.
    const owner = await buildUser(app, { email });
    expect(await follow(link)).toBe('error');
    expect((await signIn(email)).data).toMatchObject({ id: owner.id });
    expect(await app.anonymous.account.checkActiveAccount({ query: { email } })).toEqual({ active: true });
    expect(await app.anonymous.account.sendActivationLink({ query: { email } })).toEqual({ active: true });
    expect(await refusal(register(registration(email)))).toMatchObject({ email: 'EMAIL_TAKEN' });
  });

  it('is claimed once by ten simultaneous activations', async () => {
    const email = `wanted-${++counter}@example.com`;
    const { global } = app.deps.db;
    const accounts = await Promise.all(Array.from({ length: 10 }, () => buildAccount(app)));
    await global.loginIdentity.createMany({
      data: accounts.map(({ id: accountId }) => ({ accountId, email, invited: true })),
    });
    const claims = await Promise.allSettled(
      accounts.map(({ id: accountId }) =>
        global.loginIdentity.update({
          where: { accountId_email: { accountId, email } },
          data: { claimedAt: new Date() },
        }),
      ),
    );
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a registration that is never activated', () => {
  it('is removed with all its data after two weeks, and the address is free', async () => {
    const [left, used] = [registration(), registration()];
    for (const body of [left, used]) await register(body);
    expect(await follow(await mailedLink(used.superUser.email))).toBe('success');
    const link = await mailedLink(left.superUser.email);
    const [user] = await usersOf(left.superUser.email);
    const isThere = () => app.deps.db.global.account.count({ where: { id: user?.accountId ?? 0 } });
    const later = (count: number) => ({ ...app.deps, clock: () => new Date(Date.now() + count * days) });
    await closeAbandonedRegistrations(later(13.9));
    expect(await isThere()).toBe(1);
    await closeAbandonedRegistrations(later(14.1));
    await vi.waitFor(async () => expect(await isThere()).toBe(0), { timeout: 15_000 });
    const rows = { where: { accountId: user?.accountId ?? 0 } };
    expect(await app.deps.db.global.loginIdentity.count(rows)).toBe(0);
    expect(await follow(link)).toBe('error');
    expect(await refusal(signIn(left.superUser.email))).toMatchObject({ status: 401 });
    expect((await signIn(used.superUser.email)).status).toBe(200);
    await register(left);
    expect(await usersOf(left.superUser.email)).toHaveLength(1);
  });
});

describe('requesting the link again', () => {
  it('mails another one, and tells active users that it is not needed', async () => {
    const body = registration();
    const { email } = body.superUser;
    await register(body);
    await mailedLink(email);
    expect(await app.anonymous.account.checkActiveAccount({ query: { email } })).toEqual({ active: false });
    expect(await app.anonymous.account.sendActivationLink({ query: { email } })).toEqual({ active: false });
    await mailsTo(email, 2);
    expect(await follow(await mailedLink(email))).toBe('success');
    expect(await app.anonymous.account.sendActivationLink({ query: { email } })).toEqual({ active: true });
    expect(await app.anonymous.account.checkActiveAccount({ query: { email } })).toEqual({ active: true });
  });

  it('is refused for an unknown address and for deactivated users', async () => {
    const email = 'nobody@example.com';
    const unknown = { status: 404, code: 'UNKNOWN_EMAIL' };
    expect(await refusal(app.anonymous.account.sendActivationLink({ query: { email } }))).toMatchObject(
      unknown,
    );
    expect(await refusal(app.anonymous.account.checkActiveAccount({ query: { email } }))).toMatchObject(
      unknown,
    );
    const dismissed = await buildUser(app, { active: false });
    expect(
      await refusal(app.anonymous.account.sendActivationLink({ query: { email: dismissed.email } })),
    ).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
  });

  it('is throttled to five per hour', async () => {
    const { email } = await buildUser(app);
    for (let i = 0; i < 5; i++) await app.anonymous.account.sendActivationLink({ query: { email } });
    const refused = await app.anonymous.http.get('/api/account/sendActivationLink', {
      params: { email },
      validateStatus: () => true,
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
