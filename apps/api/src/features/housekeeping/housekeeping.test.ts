import { request } from 'node:http';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildFile, buildService, type buildUser } from '../../testing/builders.ts';
import { forgetBytes } from '../storage/storage.jobs.ts';
import { removeExpired, sweepOrphans } from './housekeeping.jobs.ts';

const app = useTestApp();
let owner: Awaited<ReturnType<typeof buildUser>>;
let admin: Api;
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

beforeAll(async () => {
  owner = await buildAdmin(app);
  admin = await app.as(owner);
});

/** The server's own work of the night uses the same client, so that a spy would count it too. */
function counting(method: '$queryRaw' | '$executeRaw') {
  const results: Promise<unknown>[] = [];
  const { db } = app.deps;
  const global = new Proxy(db.global, {
    get: (client, name) => {
      const value: unknown = Reflect.get(client, name);
      if (name !== method) return value;
      return (...args: unknown[]) => {
        const result = (value as (...all: unknown[]) => Promise<unknown>).apply(client, args);
        results.push(result);
        return result;
      };
    },
  });
  return { deps: { ...app.deps, db: { ...db, global } }, results };
}

it('removes files without a row after a day, and keeps all others', async () => {
  const kept = await buildFile(app, { accountId: owner.accountId });
  const orphan = await app.deps.files.put(new TextEncoder().encode('left behind'));
  await sweepOrphans(app.deps);
  expect((await app.deps.files.get(orphan)).length).toBeGreaterThan(0);
  await sweepOrphans({ ...app.deps, clock: () => inDays(2) });
  await expect(app.deps.files.get(orphan)).rejects.toThrow();
  expect((await app.deps.files.get(kept.key)).length).toBeGreaterThan(0);
});

it('asks the database once for many files', async () => {
  const { accountId } = owner;
  const kept = await Promise.all([1, 2, 3].map(() => buildFile(app, { accountId })));
  const { deps, results } = counting('$queryRaw');
  await sweepOrphans({ ...deps, clock: () => inDays(2) });
  // What rows name, and what was replaced.
  expect(results).toHaveLength(2);
  for (const { key } of kept) expect((await app.deps.files.get(key)).length).toBeGreaterThan(0);
});

it('keeps a replaced file for those who are reading it', async () => {
  const { accountId } = owner;
  const key = await app.deps.files.put(new TextEncoder().encode('being read'));
  await app.deps.db.of(owner).$transaction((tx) => forgetBytes(app.deps, tx, { accountId, key }));
  await sweepOrphans({ ...app.deps, clock: () => inDays(2) });
  expect((await app.deps.files.get(key)).length).toBeGreaterThan(0);
  await app.deps.files.remove(key);
});

it('removes incomplete uploads of a server that died', async () => {
  const { id } = await buildService(app, { accountId: owner.accountId, userId: owner.id });
  const upload = request(`${app.url}/api/service/addFile/${id}`, {
    method: 'PATCH',
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      Cookie: String(admin.http.defaults.headers.Cookie),
      'Content-Type': 'multipart/form-data; boundary=x',
    },
  });
  upload.on('error', () => {});
  upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf a file');
  await vi.waitFor(async () => expect(await app.strayFiles()).toHaveLength(1), { timeout: 15_000 });
  await app.deps.files.removePartial(inDays(-1));
  expect(await app.strayFiles()).toHaveLength(1);
  await app.deps.files.removePartial(inDays(1));
  expect(await app.strayFiles()).toEqual([]);
  upload.destroy();
});

it('removes expired rows, and nothing else', async () => {
  const idempotencyKey = crypto.randomUUID();
  const body = { shortName: 'Kept', fullName: 'Kept customer' };
  const first = await admin.customer.insert({ body, idempotencyKey });
  await refusal(
    app.anonymous.http.get('/api/user/auth', { auth: { username: 'nobody@example.com', password: 'x' } }),
  );
  const { global } = app.deps.db;
  const reminder = { accountId: owner.accountId, userId: owner.id, occasion: '2026-11-23' };
  const kinds = ['WEEKLY_DIGEST', 'DAILY_TODOS', 'OF_SOMETHING_LASTING'];
  await global.sentReminder.createMany({ data: kinds.map((kind) => ({ ...reminder, kind })) });
  const open = await global.session.count();
  const { accountId, id: userId } = owner;
  const session = { accountId, userId, remembered: false, expiresAt: inDays(90) };
  await global.session.create({ data: { ...session, tokenHash: 'left', lastSeenAt: inDays(-1) } });
  await removeExpired(app.deps);
  expect(await global.session.count()).toBe(open);
  expect(await global.sentReminder.count()).toBe(3);
  expect(await admin.customer.insert({ body, idempotencyKey })).toEqual(first);
  expect(await global.throttle.count()).toBeGreaterThan(0);
  await removeExpired({ ...app.deps, clock: () => inDays(40) });
  expect(await global.session.count()).toBe(0);
  expect(await global.throttle.count()).toBe(0);
  // The answer is shortened, and the key stays, so that the call is not carried out again.
  const again = await app.as(owner);
  expect(await refusal(again.customer.insert({ body, idempotencyKey }))).toMatchObject({
    code: 'ALREADY_DONE',
    recordId: first.id,
  });
  // Which access ended was told once and for all.
  expect(await global.sentReminder.findMany()).toMatchObject([{ kind: 'OF_SOMETHING_LASTING' }]);
});

it('removes any number of rows, in statements of a few seconds', async () => {
  const { accountId, id: userId } = owner;
  const { global } = app.deps.db;
  const insert = (from: number, days: number) => global.$executeRaw`
    INSERT INTO idempotency_key (account_id, key, user_id, endpoint, request_hash, response_status, response_body, created_at)
    SELECT ${accountId}, 'many ' || n, ${userId}, 'note.insert', '', 200, '{"id": 5, "text": "kept for a month"}',
           now() - make_interval(days => ${days}::int)
      FROM generate_series(${from}::int, ${from + 10_500}::int) AS n`;
  await insert(1, 31);
  await insert(100_001, 201);
  const many = { key: { startsWith: 'many ' } };
  const { deps, results } = counting('$executeRaw');
  await removeExpired(deps);
  expect(await Promise.all(results)).toEqual([10_000, 10_000, 1_002, 0]);
  expect(await global.idempotencyKey.count({ where: { ...many, shortened: false } })).toBe(0);
  expect(await global.idempotencyKey.count({ where: many })).toBe(10_501);
  const [row] = await global.idempotencyKey.findMany({ where: many, take: 1 });
  expect(row?.responseBody).toEqual({ id: 5 });
  await global.idempotencyKey.deleteMany({ where: many });
});

it('carries out a call of a phone once, however late it is repeated', async () => {
  const stored = (shortName: string) => app.deps.db.global.customer.count({ where: { shortName } });
  const insert = async (name: string, idempotencyKey: string, writtenAfter: Date) => {
    // The nights in between ended the session.
    const { http } = await app.as(owner);
    const headers = { 'Idempotency-Key': idempotencyKey, 'Written-After': writtenAfter.toISOString() };
    return http.post('/api/customer/insert', { shortName: name, fullName: name }, { headers });
  };
  const key = crypto.randomUUID();
  const writtenAfter = new Date();
  await insert('Once', key, writtenAfter);
  await removeExpired({ ...app.deps, clock: () => inDays(180) });
  expect(await refusal(insert('Once', key, writtenAfter))).toMatchObject({ code: 'ALREADY_DONE' });
  await removeExpired({ ...app.deps, clock: () => inDays(201) });
  expect(await app.deps.db.global.idempotencyKey.count({ where: { key } })).toBe(0);
  // Without the key nobody can say any more whether it was carried out.
  expect(await refusal(insert('Once', key, inDays(-181)))).toMatchObject({ code: 'TOO_OLD_TO_REPEAT' });
  expect(await stored('Once')).toBe(1);
  await insert('Late', crypto.randomUUID(), inDays(-179));
  expect(await stored('Late')).toBe(1);
});
