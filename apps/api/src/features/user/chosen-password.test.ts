import { beforeEach, expect, it } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildAccount, buildAdmin, buildUser, knownPassword } from '../../testing/builders.ts';

const app = useTestApp();
beforeEach(() => app.forgetAttempts());

const person = { firstName: 'Wanda', lastName: 'Sobieraj', email: 'wanda.sobieraj@example.com' };
const company = 'Dźwigpol Serwis';

const guessable = [
  ['one that everybody tries', 'pianoforte'],
  ['one that everybody tries, in capitals', 'PianoForte'],
  ['the product’s name and a year', 'Servicebook2026'],
  ['the own name and a year', 'Sobieraj1985'],
  ['the company’s name', 'dźwigpol-1'],
  ['the own e-mail', person.email],
  ['one character again and again', 'zzzzzzzzzzzz'],
  ['ten blanks', ' '.repeat(10)],
  ['keys side by side', 'qwertzuiop12'],
] as const;

it.each(guessable)('is not %s, at the registration', async (_, password) => {
  const body = {
    companyName: company,
    street: 'Długa 1',
    postalCode: '00-001',
    city: 'Warszawa',
    country: 'PL' as const,
    nip: '5250000000',
    phone: '1',
    superUser: { ...person, password, password2: password },
    approvedConditions: true as const,
    timezone: 'Europe/Warsaw',
  };
  expect(await refusal(app.anonymous.account.register({ body }))).toMatchObject({
    status: 400,
    fields: { 'superUser.password': 'COMMON_PASSWORD' },
    passwordMessage: 'This password is easy to guess. Choose another one, for example several words.',
  });
  expect(await app.deps.db.global.user.count({ where: { email: person.email } })).toBe(0);
});

it.each(guessable)('is not %s, when a user changes it', async (_, password) => {
  const { id: accountId } = await buildAccount(app, { companyName: company });
  const email = `wanda.sobieraj-${accountId}@example.com`;
  const api = await app.as(await buildUser(app, { ...person, email, accountId }));
  const newPassword = password === person.email ? email : password;
  const change = api.user.setNewPassword({ body: { oldPassword: knownPassword, newPassword } });
  expect(await refusal(change)).toMatchObject({ status: 400, fields: { newPassword: 'COMMON_PASSWORD' } });
});

it('is not the employee’s name if an admin chooses it, and then stays unchanged', async () => {
  const owner = await buildAdmin(app);
  const { email, id } = await buildUser(app, { accountId: owner.accountId });
  const names = { firstName: person.firstName, lastName: person.lastName };
  const body = { ...names, email, id, roles: [{ id: 2 }], password: 'Sobieraj1985' };
  const api = await app.as(owner);
  expect(await refusal(api.employee.update({ body }))).toMatchObject({
    status: 400,
    fields: { password: 'COMMON_PASSWORD' },
  });
  const auth = { username: email, password: knownPassword };
  expect((await app.anonymous.http.get('/api/user/auth', { auth })).status).toBe(200);
});

it('may contain spaces and needs no special characters', async () => {
  const api = await app.as(await buildUser(app));
  const newPassword = 'four pumps in a shed';
  await api.user.setNewPassword({ body: { oldPassword: knownPassword, newPassword } });
});
