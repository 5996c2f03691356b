/** Guessing passwords is limited, and no stranger can lock anybody out by it. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildUser, knownPassword } from '../../testing/builders.ts';

// As behind one proxy, which appends the address it was called from.
const app = useTestApp({ TRUST_PROXY: '1' });
beforeEach(async () => {
  app.setNow(null);
  await app.forgetAttempts();
});

const office = '192.0.2.1';
const attacker = '203.0.113.9';

const signIn = (email: string, ip: string, password = knownPassword) =>
  app.anonymous.http.get('/api/user/auth', {
    auth: { username: email, password },
    headers: { 'X-Forwarded-For': ip },
    validateStatus: () => true,
  });
const statusOf = async (email: string, ip: string, password = knownPassword) =>
  (await signIn(email, ip, password)).status;

async function fail(times: number, email: string, ip: (turn: number) => string): Promise<number[]> {
  const answers = [];
  for (let turn = 0; turn < times; turn++) answers.push(await statusOf(email, ip(turn), 'guess'));
  return answers;
}
const allOf = (status: number, times: number) => Array.from({ length: times }, () => status);

const linksTo = (email: string) =>
  app.mails.filter(({ to, text }) => to === email && text.includes('/unlock#'));
const tokenFor = async (email: string) => {
  await vi.waitFor(() => expect(linksTo(email)).not.toEqual([]), { timeout: 15_000, interval: 25 });
  return /\/unlock#(\S+)/.exec(linksTo(email).at(-1)?.text ?? '')?.[1] ?? '';
};
const unlock = (token: string, ip: string) =>
  app.anonymous.http.post('/api/user/unlockSignIn', { token }, { headers: { 'X-Forwarded-For': ip } });
const invalid = { status: 404, code: 'UNLOCK_LINK_INVALID' };

describe('one address from one network', () => {
  it('is refused after ten failures there, and nowhere else', async () => {
    const { email } = await buildUser(app);
    expect(await fail(10, email, () => attacker)).toEqual(allOf(401, 10));
    const refused = await signIn(email, attacker);
    expect([refused.status, refused.data.code]).toEqual([429, 'SIGN_IN_LOCKED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statusOf(email, office)).toBe(200);
    expect(await statusOf((await buildUser(app)).email, attacker)).toBe(200);
    expect(await statusOf(email, attacker)).toBe(429);
  });

  it('allows ten guesses of its password, even in parallel', async () => {
    const { email } = await buildUser(app);
    const answers = await Promise.all(Array.from({ length: 60 }, () => statusOf(email, attacker, 'guess')));
    expect(answers.sort()).toEqual([...allOf(401, 10), ...allOf(429, 50)]);
  });

  it('is reset by a success', async () => {
    const { email } = await buildUser(app);
    await fail(9, email, () => office);
    expect(await statusOf(email, office)).toBe(200);
    expect(await fail(10, email, () => office)).toEqual(allOf(401, 10));
  });

  it('is not bypassed by a forged header, nor by other addresses of one IPv6 network', async () => {
    const { email } = await buildUser(app);
    await fail(10, email, (turn) => `198.51.100.${turn}, ${attacker}`);
    expect(await statusOf(email, `198.51.100.99, ${attacker}`)).toBe(429);
    await fail(10, email, (turn) => `2001:db8:1:2::${turn}`);
    expect(await statusOf(email, '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await statusOf(email, '2001:db8:1:3::1')).toBe(200);
  });

  it('gives the same answer for known and unknown addresses', async () => {
    const { email } = await buildUser(app);
    const unknown = `nobody-${email}`;
    expect(await fail(12, unknown, () => attacker)).toEqual(await fail(12, email, () => attacker));
    const [one, other] = [await signIn(unknown, attacker), await signIn(email, attacker)];
    expect({ ...one.data, requestId: '' }).toEqual({ ...other.data, requestId: '' });
    await tokenFor(email);
    expect(linksTo(unknown)).toEqual([]);
  });
});

describe('one network', () => {
  it('stays open to everybody else, however often one person there is wrong', async () => {
    await fail(70, (await buildUser(app)).email, () => office);
    expect(await statusOf((await buildUser(app)).email, office)).toBe(200);
  });

  it('is refused after sixty failures, except for users signed in from there', async () => {
    const [colleague, newcomer] = [await buildUser(app), await buildUser(app)];
    expect(await statusOf(colleague.email, office)).toBe(200);
    for (let person = 0; person < 6; person++) await fail(10, `person-${person}@example.com`, () => office);
    expect(await statusOf('one-more@example.com', office)).toBe(429);
    expect(await statusOf(newcomer.email, office)).toBe(429);
    expect(await statusOf(colleague.email, office)).toBe(200);
    expect(await statusOf(newcomer.email, '192.0.2.2')).toBe(200);
    await unlock(await tokenFor(newcomer.email), office);
    expect(await statusOf(newcomer.email, office)).toBe(200);
  });
});

describe('one address from everywhere', () => {
  const manyNetworks = (turn: number) => `198.51.${100 + Math.floor(turn / 10)}.1`;

  it('is refused after a hundred failures a day, but not where its user is signed in', async () => {
    const { email } = await buildUser(app);
    expect(await statusOf(email, office)).toBe(200);
    expect(await fail(100, email, manyNetworks)).toEqual(allOf(401, 100));
    expect(await statusOf(email, '192.0.2.77')).toBe(429);
    expect(await statusOf(email, office)).toBe(200);
    const home = '192.0.2.77';
    await unlock(await tokenFor(email), home);
    expect(await statusOf(email, '192.0.2.78')).toBe(429);
    expect(await statusOf(email, home)).toBe(200);
  }, 60_000);
});

describe('the mailed link', () => {
  it('is sent once per lock, in the language of the user', async () => {
    const { email } = await buildUser(app, { language: 'de' });
    await fail(14, email, () => attacker);
    await tokenFor(email);
    await fail(14, email, () => '203.0.113.10');
    const [mail] = linksTo(email);
    expect(mail?.html).toContain('lang="de"');
    expect(linksTo(email)).toHaveLength(1);
  });

  it('allows new attempts from the network where it is used, once', async () => {
    const user = await buildUser(app);
    const { email } = user;
    await fail(11, email, () => office);
    await fail(11, email, () => attacker);
    const token = await tokenFor(email);
    await unlock(token, office);
    expect(await statusOf(email, attacker)).toBe(429);
    expect(await fail(9, email, () => office)).toEqual(allOf(401, 9));
    expect(await statusOf(email, office)).toBe(200);
    expect(await refusal(unlock(token, attacker))).toMatchObject(invalid);
    expect(await statusOf(email, attacker)).toBe(429);
    const logged = await app.deps.db.of(user).auditLog.count({ where: { kind: 'SIGN_IN_UNLOCKED' } });
    expect(logged).toBe(1);
  });

  it('works for an hour, and is stored only as a hash', async () => {
    const user = await buildUser(app);
    await fail(11, user.email, () => office);
    const token = await tokenFor(user.email);
    const rows = await app.deps.db.of(user).signInUnlock.findMany({ where: {} });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token.split('.')[1]);
    app.setNow(new Date(Date.now() + 3_600_000 + 1_000));
    expect(await refusal(unlock(token, office))).toMatchObject(invalid);
  });

  it('is not created for deactivated users', async () => {
    const user = await buildUser(app, { active: false });
    await fail(11, user.email, () => office);
    const queued = () => app.deps.db.global.$queryRaw<unknown[]>`
      SELECT 1 FROM pgboss.job WHERE name = 'user.send-unlock-link' AND state <> 'completed'`;
    await vi.waitFor(async () => expect(await queued()).toEqual([]), { timeout: 15_000, interval: 25 });
    expect(linksTo(user.email)).toEqual([]);
  });

  it.each(['', 'nonsense', `1.${'A'.repeat(43)}`, `2147483648.${'A'.repeat(43)}`])(
    'in the form %j is invalid',
    async (token) => {
      expect(await refusal(unlock(token, office))).toMatchObject(invalid);
    },
  );
});

describe('mails to a forgetful user', () => {
  const reset = (email: string | string[], ip: string) =>
    app.anonymous.http.post(
      '/api/user/resetPassword',
      { recipients: [email].flat() },
      { headers: { 'X-Forwarded-For': ip }, validateStatus: () => true },
    );

  it('are refused to frequent requesters, not to the owner; the mailbox gets at most five per hour', async () => {
    const user = await buildUser(app);
    for (let turn = 0; turn < 5; turn++) expect((await reset(user.email, attacker)).status).toBe(204);
    expect((await reset(user.email, attacker)).status).toBe(429);
    expect((await reset(user.email, office)).status).toBe(204);
    expect((await reset((await buildUser(app)).email, attacker)).status).toBe(204);
    const asked = await app.deps.db.of(user).auditLog.count({ where: { kind: 'PASSWORD_RESET' } });
    expect(asked).toBe(5);
  });

  it('are refused to a network that asks for more than thirty addresses in an hour', async () => {
    const unknown = (turn: number) =>
      Array.from({ length: 5 }, (_, one) => `nobody-${turn}-${one}@example.com`);
    for (let turn = 0; turn < 6; turn++) expect((await reset(unknown(turn), attacker)).status).toBe(404);
    expect((await reset((await buildUser(app)).email, attacker)).status).toBe(429);
  });
});
