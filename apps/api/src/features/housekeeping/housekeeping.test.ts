import { beforeAll, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildFile, type buildUser } from '../../testing/builders.ts';
import { removeExpired, sweepOrphans } from './housekeeping.jobs.ts';

const app = useTestApp();
let owner: Awaited<ReturnType<typeof buildUser>>;
let admin: Api;
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

beforeAll(async () => {
  owner = await buildAdmin(app);
  admin = await app.as(owner);
});

it('removes bytes without a row once they are a day old, and keeps all others', async () => {
  const kept = await buildFile(app, { accountId: owner.accountId });
  const orphan = await app.deps.files.put(new TextEncoder().encode('left behind'));
  await sweepOrphans(app.deps);
  expect((await app.deps.files.get(orphan)).length).toBeGreaterThan(0);
  await sweepOrphans({ ...app.deps, clock: () => inDays(2) });
  await expect(app.deps.files.get(orphan)).rejects.toThrow();
  expect((await app.deps.files.get(kept.key)).length).toBeGreaterThan(0);
});

it('forgets what has expired, and nothing else', async () => {
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
  await removeExpired(app.deps);
  expect(await global.sentReminder.count()).toBe(3);
  expect(await admin.customer.insert({ body, idempotencyKey })).toEqual(first);
  expect(await global.throttle.count()).toBeGreaterThan(0);
  await removeExpired({ ...app.deps, clock: () => inDays(40) });
  expect(await global.session.count()).toBe(0);
  expect(await global.throttle.count()).toBe(0);
  expect(await global.idempotencyKey.count()).toBe(0);
  // Which access ended was told once and for all.
  expect(await global.sentReminder.findMany()).toMatchObject([{ kind: 'OF_SOMETHING_LASTING' }]);
});
