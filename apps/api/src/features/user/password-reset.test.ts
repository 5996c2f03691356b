import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildUser, knownPassword } from '../../testing/builders.ts';

const app = useTestApp();

beforeEach(async () => {
  app.setNow(null);
  await app.forgetAttempts();
});

const reset = (...recipients: string[]) => app.anonymous.user.resetPassword({ body: { recipients } });

const statusOf = async (email: string, password: string) =>
  (
    await app.anonymous.http.get('/api/user/auth', {
      auth: { username: email, password },
      validateStatus: () => true,
    })
  ).status;

const mailedPassword = async (email: string): Promise<string> =>
  /^\w{14}$/m.exec((await app.mailTo(email)).text)?.[0] ?? '';

describe('a forgotten password', () => {
  it('is replaced when the mailed one is first used, not before; other sessions end then', async () => {
    const user = await buildUser(app);
    const session = await app.as(user);
    await reset(user.email);
    const password = await mailedPassword(user.email);
    expect(await statusOf(user.email, knownPassword)).toBe(200);
    await session.user.checkAuth();
    expect(await statusOf(user.email, password)).toBe(200);
    expect(await refusal(session.user.checkAuth())).toMatchObject({ status: 401 });
    expect(await statusOf(user.email, knownPassword)).toBe(401);
  });

  it('keeps the session opened with the new password', async () => {
    const user = await buildUser(app);
    await reset(user.email);
    const answer = await app.anonymous.http.get('/api/user/auth', {
      auth: { username: user.email, password: await mailedPassword(user.email) },
    });
    const Cookie = String(answer.headers['set-cookie']?.[0]).split(';')[0];
    expect((await app.anonymous.http.get('/api/user/check-auth', { headers: { Cookie } })).status).toBe(200);
  });

  it('is not mailed if an admin has deactivated the user', async () => {
    const [left, other] = [await buildUser(app, { active: false }), await buildUser(app)];
    await reset(left.email);
    await reset(other.email);
    await mailedPassword(other.email);
    expect(app.mails.filter(({ to }) => to === left.email)).toEqual([]);
    const { pendingPasswordHash } = await app.deps.db.of(left).user.findFirstOrThrow({
      where: { id: left.id },
      omit: { pendingPasswordHash: false },
    });
    expect(pendingPasswordHash).toBeNull();
  });

  it('is not reset for an unknown address, nor for any other in the same request', async () => {
    const { email } = await buildUser(app);
    expect(await refusal(reset(email, 'nobody@example.com'))).toMatchObject({
      status: 404,
      code: 'UNKNOWN_EMAIL',
    });
    const queued = await app.deps.db.global.$queryRaw<unknown[]>`
      SELECT 1 FROM pgboss.job WHERE name = 'user.send-new-password' AND state <> 'completed'`;
    expect(queued).toEqual([]);
    expect(await refusal(reset('no address'))).toMatchObject({
      status: 400,
      fields: { 'recipients.0': 'INCORRECT_EMAIL' },
    });
  });

  it('can be reset five times per hour', async () => {
    const { email } = await buildUser(app);
    for (let i = 0; i < 5; i++) await reset(email);
    expect(await refusal(reset(email))).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
  });

  it('can be reset for one address five times per hour, even in one request', async () => {
    const { email } = await buildUser(app);
    await reset(email, email, email);
    expect(await refusal(reset(email, email, email))).toMatchObject({ status: 429 });
  });
});

it('five users of one request all get their mail, without a pause after each', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => buildUser(app)));
  await reset(...users.map(({ email }) => email));
  for (const { email } of users) expect(await mailedPassword(email)).not.toBe('');
});

describe('a mail server that is down', () => {
  it('fails no request and loses no mail', async () => {
    const user = await buildUser(app);
    app.failMails(2);
    await reset(user.email);
    const sent = () => app.mails.filter(({ to }) => to === user.email);
    const failures = () =>
      app.logs.filter((line) => line.includes('job failed') && line.includes('mail server is down'));
    for (const failed of [1, 2]) {
      await vi.waitFor(() => expect(failures()).toHaveLength(failed), { timeout: 15_000 });
      expect(sent()).toEqual([]);
      await vi.waitFor(
        async () => {
          await app.hurryJobs();
          expect(failures().length + sent().length).toBeGreaterThan(failed);
        },
        { timeout: 15_000 },
      );
    }
    await vi.waitFor(() => expect(sent()).toHaveLength(1), { timeout: 15_000 });
    expect(await statusOf(user.email, await mailedPassword(user.email))).toBe(200);
  });

  it('leaves no password in the queue, in the database or in the log', async () => {
    const user = await buildUser(app);
    await reset(user.email);
    const password = await mailedPassword(user.email);
    const rows = await app.deps.db.global.$queryRaw<{ row: string }[]>`
      SELECT job::text AS row FROM pgboss.job UNION ALL SELECT u::text FROM app_user u UNION ALL SELECT a::text FROM audit_log a`;
    const everything = JSON.stringify([rows, app.logs]);
    expect(everything).toContain('user.send-new-password');
    expect(everything).not.toContain(password);
  });
});
