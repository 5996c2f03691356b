import { beforeEach, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildUser, knownPassword } from '../../testing/builders.ts';

const app = useTestApp();
const day = 24 * 3_600_000;
const chosen = 'four pumps in a shed';

beforeEach(async () => {
  app.setNow(null);
  await app.forgetAttempts();
});

const signIn = (email: string, password: string) =>
  app.anonymous.http.get('/api/user/auth', { auth: { username: email, password } });
const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
  String((answer.headers['set-cookie'] as string[] | undefined)?.[0]).split(';')[0] ?? '';

async function mailedPassword(email: string): Promise<string> {
  await app.anonymous.user.resetPassword({ body: { recipients: [email] } });
  return /^\w{14}$/m.exec((await app.mailTo(email)).text)?.[0] ?? '';
}

/** A user who has just signed in with a mailed password. */
async function enter() {
  const user = await buildUser(app);
  const password = await mailedPassword(user.email);
  const answer = await signIn(user.email, password);
  const headers = { Cookie: cookieOf(answer) };
  const call = (path: string, method = 'get', data?: object) =>
    app.anonymous.http.request({ url: path, method, data, headers });
  const choose = (newPassword = chosen) => call('/api/user/choosePassword', 'post', { newPassword });
  return { user, password, answer, call, choose };
}

describe('a mailed password', () => {
  it('signs in once', async () => {
    const { user, password, answer } = await enter();
    expect(answer.data).toMatchObject({ id: user.id, mustChoosePassword: true });
    expect(await refusal(signIn(user.email, password))).toMatchObject({
      status: 401,
      code: 'WRONG_CREDENTIALS',
    });
  });

  it('signs in only one of ten parallel attempts', async () => {
    const { email } = await buildUser(app);
    const password = await mailedPassword(email);
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => signIn(email, password)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const sessions = await app.deps.db.global.session.count({ where: { user: { email } } });
    expect(sessions).toBe(1);
  });

  it('cannot be chosen as the new password', async () => {
    const { user, password, choose } = await enter();
    expect(await refusal(choose(password))).toMatchObject({
      status: 400,
      fields: { newPassword: 'MAILED_PASSWORD' },
    });
    expect(await refusal(signIn(user.email, password))).toMatchObject({ status: 401 });
    await choose();
    expect((await signIn(user.email, chosen)).status).toBe(200);
    const mailed = await mailedPassword((await enter()).user.email);
    expect(mailed).not.toBe('');
  });

  it('works for seven days, and not after them', async () => {
    const { email } = await buildUser(app);
    const password = await mailedPassword(email);
    app.setNow(new Date(Date.now() + 7 * day + 60_000));
    expect(await refusal(signIn(email, password))).toMatchObject({ status: 401 });
    app.setNow(new Date(Date.now() + 7 * day - 60_000));
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('leaves the old password valid until it is used, and then ends it and its sessions', async () => {
    const user = await buildUser(app);
    const password = await mailedPassword(user.email);
    expect((await signIn(user.email, knownPassword)).data).toMatchObject({ mustChoosePassword: false });
    const session = await app.as(user);
    await signIn(user.email, password);
    expect(await refusal(session.user.checkAuth())).toMatchObject({ status: 401 });
    expect(await refusal(signIn(user.email, knownPassword))).toMatchObject({ status: 401 });
  });

  it('is invalid after another one was mailed', async () => {
    const { email } = await buildUser(app);
    const first = await mailedPassword(email);
    app.mails.length = 0;
    const second = await mailedPassword(email);
    expect(await refusal(signIn(email, first))).toMatchObject({ status: 401 });
    expect((await signIn(email, second)).status).toBe(200);
  });
});

describe('a user signed in with a mailed password', () => {
  const refused = { status: 403, code: 'PASSWORD_CHOICE_REQUIRED' };

  it('can only choose a new password, even after a reload, or sign out', async () => {
    const { user, call } = await enter();
    expect((await call('/api/user/check-auth')).data).toMatchObject({ mustChoosePassword: true });
    expect((await call('/api/user/auth')).data).toMatchObject({ id: user.id, mustChoosePassword: true });
    for (const path of ['/api/customer/findAll', '/api/user/sessions', '/api/user/findAllFlatRoles'])
      expect(await refusal(call(path))).toMatchObject({
        ...refused,
        message: 'Please choose your own password first.',
      });
    const change = { oldPassword: knownPassword, newPassword: chosen };
    expect(await refusal(call('/api/user/setNewPassword', 'patch', change))).toMatchObject(refused);
    expect((await call('/api/user/language?language=de', 'patch')).status).toBe(204);
    await call('/logout');
    expect(await refusal(call('/api/user/check-auth'))).toMatchObject({ status: 401 });
  });

  it('continues in the same session after choosing a password', async () => {
    const { user, call, choose } = await enter();
    await choose();
    expect((await call('/api/user/check-auth')).data).toMatchObject({ mustChoosePassword: false });
    expect((await call('/api/customer/findAll')).status).toBe(200);
    expect((await signIn(user.email, chosen)).data).toMatchObject({ mustChoosePassword: false });
    const entries = await app.deps.db.of(user).auditLog.findMany({ where: { kind: 'PASSWORD_CHANGED' } });
    expect(entries).toMatchObject([{ userId: user.id, what: user.email }]);
  });

  it('chooses once, by the first of two tabs', async () => {
    const { user, choose } = await enter();
    const [one, other] = [`${chosen} 1`, `${chosen} 2`];
    const answers = await Promise.allSettled([choose(one), choose(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(choose())).toMatchObject({ status: 409, code: 'PASSWORD_ALREADY_CHOSEN' });
    const works = await Promise.allSettled([signIn(user.email, one), signIn(user.email, other)]);
    expect(works.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
  });

  it.each([
    ['short', 'MIN_LENGTH_PASSWORD'],
    ['qwertyuiop', 'COMMON_PASSWORD'],
  ])('may not choose %s, and is asked again', async (newPassword, code) => {
    const { call, choose } = await enter();
    expect(await refusal(choose(newPassword))).toMatchObject({ status: 400, fields: { newPassword: code } });
    expect((await call('/api/user/check-auth')).data).toMatchObject({ mustChoosePassword: true });
    await choose();
  });

  it('is recognised by every server immediately, despite the session cache', async () => {
    const { call, choose } = await enter();
    expect(await refusal(call('/api/customer/findAll'))).toMatchObject(refused);
    await choose();
    for (let i = 0; i < 3; i++) expect((await call('/api/customer/findAll')).status).toBe(200);
  });
});

it('a session opened otherwise cannot choose a password without the old one', async () => {
  const api: Api = await app.as(await buildUser(app));
  expect(await refusal(api.user.choosePassword({ body: { newPassword: chosen } }))).toMatchObject({
    status: 409,
    code: 'PASSWORD_ALREADY_CHOSEN',
  });
});
