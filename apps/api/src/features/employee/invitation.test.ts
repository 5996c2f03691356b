import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAccount, buildAdmin, buildUser, knownPassword } from '../../testing/builders.ts';
import { startGoogle } from '../../testing/google.ts';
import { mailInvitation } from '../user/invitation.jobs.ts';

const google = await startGoogle();
const app = useTestApp(google.settings);
afterAll(() => google.stop());

let admin: Api;
let accountId: number;
beforeAll(async () => {
  const owner = await buildAdmin(app);
  accountId = owner.accountId;
  admin = await app.as(owner);
});
beforeEach(async () => {
  app.setNow(null);
  await app.forgetAttempts();
});

const newAddress = () => `invited-${randomUUID()}@example.com`;
const someone = (email: string) => ({
  email,
  firstName: 'Nowy',
  lastName: 'Pracownik',
  position: 'Technician',
  country: 'PL' as const,
  active: true,
  vacationDays: 20,
  roles: [{ id: 3 }],
});
const chosen = 'four pumps in a shed';
const signIn = (email: string, password: string) =>
  app.anonymous.http.get('/api/user/auth', { auth: { username: email, password } });
const mailsTo = (email: string) => app.mails.filter(({ to }) => to === email);
const passwordIn = ({ text = '' } = {}) => /\n\n([A-Za-z2-9]{14})\n\n/.exec(text)?.[1] ?? '';
const mailed = async (email: string) => passwordIn(await app.mailTo(email));
const invite = (email: string, api = admin) => api.employee.insert({ body: someone(email) });
const findEmployee = (id: number) => admin.employee.findById({ params: { id } });
/** Signs in with Google as the owner of an address. */
const withGoogle = async (email: string, what: 'login' | 'register') => {
  const person = { sub: randomUUID(), email, email_verified: true, given_name: 'A', family_name: 'B' };
  const params = what === 'register' ? { timezone: 'UTC' } : {};
  const headers = { code: await google.agree(person) };
  return app.anonymous.http.get(`/api/user/oauth2-google-${what}`, { headers, params });
};
const registration = (email: string) => ({
  companyName: 'Own company',
  street: 'Long Street 1',
  postalCode: '00-001',
  city: 'Warsaw',
  country: 'PL' as const,
  nip: '525-000-00-00',
  phone: '1',
  superUser: { firstName: 'A', lastName: 'B', email, password: knownPassword, password2: knownPassword },
  approvedConditions: true as const,
});
/** Registers the address for an own company, and follows the link. */
async function registerAndActivate(email: string): Promise<void> {
  const before = mailsTo(email).length;
  await app.anonymous.account.register({ body: registration(email) });
  await vi.waitFor(() => expect(mailsTo(email).length).toBeGreaterThan(before), { timeout: 15_000 });
  const link = new URL(/https?:\S+/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0] ?? '');
  const answer = await fetch(`${app.url}${link.pathname}${link.search}`, { redirect: 'manual' });
  expect(answer.headers.get('Location')).toContain('message=success');
}

describe('an invitation', () => {
  it('claims the address at the first sign-in, which requires choosing a password', async () => {
    const email = newAddress();
    const { id, invited } = await invite(email);
    expect(invited).toBe(true);
    const answer = await signIn(email, await mailed(email));
    expect(answer.data).toMatchObject({ id, mustChoosePassword: true });
    expect(await findEmployee(id)).toMatchObject({ invited: false });
    expect(await refusal(signIn(email, await mailed(email)))).toMatchObject({ status: 401 });
    const register = app.anonymous.account.register({ body: registration(email) });
    expect(await refusal(register)).toMatchObject({ email: 'EMAIL_TAKEN' });
  });

  it('does not prevent the owner of the address from registering a company, by form or with Google', async () => {
    const [byForm, byGoogle] = [newAddress(), newAddress()];
    for (const email of [byForm, byGoogle]) {
      await invite(email);
      await mailed(email);
    }
    await registerAndActivate(byForm);
    expect((await signIn(byForm, knownPassword)).data.account.companyName).toBe('Own company');
    expect((await withGoogle(byGoogle, 'register')).data.account.id).not.toBe(accountId);
  });

  it('never lets a Google sign-in into the inviting company; the answer explains how to sign in', async () => {
    const email = newAddress();
    await invite(email);
    expect(await refusal(withGoogle(email, 'login'))).toMatchObject({
      status: 401,
      code: 'GOOGLE_AFTER_INVITATION',
    });
    await signIn(email, await mailed(email));
    expect((await withGoogle(email, 'login')).data.account.id).toBe(accountId);
  });

  it('to an address claimed elsewhere meanwhile says so only to its owner', async () => {
    const email = newAddress();
    const { id } = await invite(email);
    const password = await mailed(email);
    await registerAndActivate(email);
    expect(await refusal(signIn(email, password))).toMatchObject({
      status: 409,
      code: 'ADDRESS_OF_ANOTHER_COMPANY',
    });
    expect(await refusal(signIn(email, 'AAAAAAAAAAAAAA'))).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    expect(await findEmployee(id)).toMatchObject({ invited: true, active: true });
    expect((await signIn(email, knownPassword)).data.account.id).not.toBe(accountId);
  });

  it('to an address with an account elsewhere looks like any other to the admin', async () => {
    const { email } = await buildUser(app);
    const [taken, free] = [await invite(email), await invite(newAddress())];
    const alike = ({ id: _, email: __, ...rest }: typeof taken) => rest;
    expect(alike(taken)).toEqual(alike(free));
    const { text } = await app.mailTo(email);
    expect(passwordIn({ text })).toBe('');
    expect(text).toContain('is already used to sign in to another company');
    expect((await signIn(email, knownPassword)).data.account.id).not.toBe(accountId);
    await admin.employee.invite({ params: { id: taken.id } });
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), { timeout: 15_000 });
    expect(passwordIn(mailsTo(email)[1])).toBe('');
  });

  it('within the account says that the address already exists, invited or not', async () => {
    const { email } = await buildUser(app, { accountId });
    expect(await refusal(invite(email.toUpperCase()))).toMatchObject({ status: 409, code: 'USER_EXISTS' });
    const invited = newAddress();
    await invite(invited);
    expect(await refusal(invite(invited))).toMatchObject({ fields: { email: 'EMAIL_TAKEN' } });
  });

  it('from several companies is chosen by the password that is used', async () => {
    const email = newAddress();
    await invite(email);
    const ours = await mailed(email);
    const other = await buildAdmin(app);
    await invite(email, await app.as(other));
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), { timeout: 15_000 });
    const theirs = passwordIn(mailsTo(email)[1]);
    expect((await signIn(email, theirs)).data.account.id).toBe(other.accountId);
    expect(await refusal(signIn(email, ours))).toMatchObject({ code: 'ADDRESS_OF_ANOTHER_COMPANY' });
  });

  it('competes fairly: of simultaneous invitations, registration and Google, one claims the address', async () => {
    const email = newAddress();
    await invite(email);
    const first = await mailed(email);
    await invite(email, await app.as(await buildAdmin(app)));
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), { timeout: 15_000 });
    const second = passwordIn(mailsTo(email)[1]);
    await app.anonymous.account.register({ body: registration(email) });
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(3), { timeout: 15_000 });
    const link = new URL(/https?:\S+/.exec(mailsTo(email)[2]?.text ?? '')?.[0] ?? '');
    const activate = fetch(`${app.url}${link.pathname}${link.search}`, { redirect: 'manual' });
    const answers = await Promise.allSettled([
      signIn(email, first),
      signIn(email, second),
      withGoogle(email, 'register'),
      activate.then(({ headers }) =>
        headers.get('Location')?.includes('success') ? null : Promise.reject(new Error('refused')),
      ),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { loginIdentity } = app.deps.db.global;
    expect(await loginIdentity.count({ where: { email, claimedAt: { not: null } } })).toBe(1);
  });
});

describe('an invited user who has not signed in yet', () => {
  const update = (id: number, email: string, given: object) =>
    admin.employee.update({ body: { ...someone(email), id, roles: [{ id: 2 }], ...given } });

  it('gets no password from an admin, which would claim the address', async () => {
    const email = newAddress();
    const { id } = await invite(email);
    expect(await refusal(update(id, email, { password: chosen }))).toMatchObject({
      status: 400,
      fields: { password: 'INVITATION_OPEN' },
    });
    expect(await update(id, email, { position: 'Fitter' })).toMatchObject({ position: 'Fitter' });
    expect((await signIn(email, await mailed(email))).status).toBe(200);
    await update(id, email, { password: chosen });
    expect((await signIn(email, chosen)).data).toMatchObject({ id, mustChoosePassword: false });
  });

  it('gets the invitation again, once for a double click; the earlier password is void', async () => {
    const email = newAddress();
    const { id } = await invite(email);
    const first = await mailed(email);
    const again = () => admin.employee.invite({ params: { id } });
    await Promise.all([again(), again(), again()]);
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), { timeout: 15_000 });
    expect(await refusal(signIn(email, first))).toMatchObject({ status: 401 });
    expect((await signIn(email, passwordIn(mailsTo(email)[1]))).data).toMatchObject({ id });
    expect(await refusal(again())).toMatchObject({ status: 409, code: 'INVITATION_USED' });
    expect(mailsTo(email)).toHaveLength(2);
  });

  it('gets the invitation again when the password is reset', async () => {
    const email = newAddress();
    const { id } = await invite(email);
    await mailed(email);
    await app.anonymous.user.resetPassword({ body: { recipients: [email] } });
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), { timeout: 15_000 });
    expect((await signIn(email, passwordIn(mailsTo(email)[1]))).data).toMatchObject({ id });
  });

  it('is no longer invited after being deactivated or deleted', async () => {
    const [dismissed, deleted] = [newAddress(), newAddress()];
    const { id } = await invite(dismissed);
    await mailed(dismissed);
    await update(id, dismissed, { active: false });
    expect(await refusal(signIn(dismissed, await mailed(dismissed)))).toMatchObject({ status: 401 });
    await update(id, dismissed, { active: true });
    expect(await refusal(signIn(dismissed, await mailed(dismissed)))).toMatchObject({ status: 401 });
    const { id: gone } = await invite(deleted);
    const password = await mailed(deleted);
    await admin.employee.delete({ params: { id: gone } });
    expect(await refusal(signIn(deleted, password))).toMatchObject({ status: 401 });
    expect(await app.deps.db.global.loginIdentity.count({ where: { email: deleted } })).toBe(0);
  });

  it('gets no mail while inactive', async () => {
    const email = newAddress();
    const { id } = await admin.employee.insert({ body: { ...someone(email), active: false } });
    await mailInvitation(app.deps, { accountId, userId: id });
    expect(mailsTo(email)).toEqual([]);
    expect(await refusal(admin.employee.invite({ params: { id } }))).toMatchObject({ status: 423 });
  });

  it('does not count as the admin an account needs', async () => {
    const owner = await buildAdmin(app);
    const api = await app.as(owner);
    await api.employee.insert({ body: { ...someone(newAddress()), roles: [{ id: 2 }] } });
    const stepDown = api.employee.update({
      body: { ...someone(owner.email), id: owner.id, roles: [{ id: 2 }] },
    });
    expect(await refusal(stepDown)).toMatchObject({ status: 409, code: 'LAST_ADMIN' });
  });
});

describe('invitations are limited', () => {
  const statuses = async (calls: Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map((result) =>
      result.status === 'fulfilled' ? 200 : result.reason.response.status,
    );

  it('to fifty per hour for an account', async () => {
    const api = await app.as(await buildAdmin(app));
    const invitations = Array.from({ length: 52 }, () => invite(newAddress(), api));
    const answers = await statuses(invitations);
    expect(answers.filter((status) => status === 200)).toHaveLength(50);
    expect(await refusal(invite(newAddress(), api))).toMatchObject({
      status: 429,
      code: 'TOO_MANY_INVITATIONS',
    });
    const answer = await api.http.post('/api/user/insert', someone(newAddress()), {
      validateStatus: () => true,
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await invite(newAddress());
  });

  it('but refused and repeated ones do not count', async () => {
    const email = newAddress();
    const press = crypto.randomUUID();
    const free = await app.as(await buildAdmin(app, { plan: 'FREE' }));
    const api = await app.as(await buildAdmin(app));
    for (let i = 0; i < 6; i++) {
      expect(await refusal(invite(email, free))).toMatchObject({ code: 'FREE_PLAN_USER_LIMIT' });
      await api.employee.insert({ body: someone(email), idempotencyKey: press });
      expect(await refusal(invite(email, api))).toMatchObject({ code: 'USER_EXISTS' });
    }
    expect(await api.employee.findAllFlatRoles()).toHaveLength(2);
  });

  it('to five per hour for an address over all companies; its own resets still work', async () => {
    const { email } = await buildUser(app);
    for (let i = 0; i < 5; i++) await invite(email, await app.as(await buildAdmin(app)));
    const sixth = await app.as(await buildAdmin(app));
    expect(await refusal(invite(email, sixth))).toMatchObject({ status: 429 });
    expect(await sixth.employee.findAllFlatRoles()).toHaveLength(1);
    await app.anonymous.user.resetPassword({ body: { recipients: [email] } });
    await vi.waitFor(() => expect(mailsTo(email).some((mail) => passwordIn(mail) !== '')).toBe(true), {
      timeout: 15_000,
    });
  });
});

it('a mail delayed by a mail server outage contains a valid password', async () => {
  const enqueue = vi.spyOn(app.deps.jobs, 'enqueue').mockResolvedValue();
  const { id, email } = await invite(newAddress());
  enqueue.mockRestore();
  const mailer = { ...app.deps.mailer, send: () => Promise.reject(new Error('down')) };
  await expect(mailInvitation({ ...app.deps, mailer }, { accountId, userId: id })).rejects.toThrow('down');
  await mailInvitation(app.deps, { accountId, userId: id });
  expect((await signIn(email, await mailed(email))).status).toBe(200);
  await mailInvitation(app.deps, { accountId, userId: id });
  expect(mailsTo(email)).toHaveLength(1);
});

it('contains nothing from strangers except names: texts with an address or too much text are omitted', async () => {
  const lure = 'Your account is locked: sign in at evil.example';
  const { id } = await buildAccount(app, { companyName: lure });
  const api = await app.as(await buildAdmin(app, { accountId: id }));
  const [email, decent] = [newAddress(), newAddress()];
  await api.employee.insert({ body: { ...someone(email), firstName: 'Call +48 600 100 200' } });
  const mail = await app.mailTo(email);
  expect(mail.subject).toBe('Your access to Servicebook');
  expect(mail.text).toMatch(/^Hello,\n/);
  expect(mail.text + mail.html).not.toMatch(/evil|locked|600 100/);
  await app.deps.db.of({ accountId: id }).account.updateMany({ data: { companyName: 'Dźwigpol' } });
  await api.employee.insert({ body: { ...someone(decent), firstName: 'Anna\r\nMaria' } });
  const named = await app.mailTo(decent);
  expect(named.subject).toBe('Dźwigpol has invited you to Servicebook');
  expect(named.text).toMatch(/^Hello Anna Maria,\n/);
});
