/** Whoever writes to what a session is read from tells all servers, exactly when it is committed. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type SessionWatch, watchSessions } from '../testing/session-watch.ts';
import { openPool, type Pool } from './database.ts';
import { sessionChannel, sessionsChangedBy } from './session-changes.ts';
import { createDatabases } from './tenancy.ts';

let database: TestDatabase;
let pool: Pool;
let db: ReturnType<typeof createDatabases>;
let server: pg.Client;
let watch: SessionWatch;
/** What the other server has heard. */
const heard: string[] = [];
const told = async () => {
  await server.query('');
  return heard.splice(0);
};

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, { poolSize: 1 });
  db = createDatabases(pool);
  server = new pg.Client({ connectionString: database.url });
  await server.connect();
  server.on('notification', ({ payload = '' }) => heard.push(payload));
  await server.query(`LISTEN ${sessionChannel}`);
  watch = await watchSessions(database.url);
});
afterAll(async () => {
  await watch.stop();
  await server.end();
  await db.close();
  await database.drop();
});

let accountId: number;
beforeEach(async () => {
  accountId = (await db.global.account.create({ data: {} })).id;
  await told();
});

const closing = () =>
  db.global.account.updateMany({ where: { id: accountId }, data: { deletedAt: new Date() } });
const isClosed = async () =>
  (await db.global.account.findUniqueOrThrow({ where: { id: accountId } })).deletedAt !== null;

describe('a write to what sessions are read from', () => {
  it('is announced when its transaction commits, not before, and once', async () => {
    await db.global.$transaction(async (tx) => {
      const where = { id: accountId };
      await tx.account.updateMany({ where, data: { deletedAt: new Date() } });
      await tx.account.updateMany({ where, data: { deletedAt: null } });
      await tx.user.updateMany({ where: { accountId, id: 7 }, data: { active: false } });
      expect(await told()).toEqual([]);
    });
    expect(await told()).toEqual([`${accountId}`, `${accountId}:7`]);
  });

  it('is announced without a transaction of its own too, by whichever call it is sent', async () => {
    await closing();
    expect(await told()).toEqual([`${accountId}`]);
    expect(await isClosed()).toBe(true);
    const { rows, rowCount } = await pool.query(
      'UPDATE account SET deleted_at = NULL WHERE id = $1 RETURNING id',
      [accountId],
    );
    expect([rows, rowCount]).toEqual([[{ id: accountId }], 1]);
    const client = await pool.connect();
    await client.query('DELETE FROM session WHERE account_id = $1 AND user_id = $2', [accountId, 7]);
    client.release();
    expect(await told()).toEqual([`${accountId}`, `${accountId}:7`]);
    expect(await isClosed()).toBe(false);
  });

  it('is not announced if it is undone', async () => {
    const failing = db.global.$transaction(async (tx) => {
      await tx.account.updateMany({ where: { id: accountId }, data: { deletedAt: new Date() } });
      throw new Error('refused by a rule');
    });
    await expect(failing).rejects.toThrow('refused by a rule');
    const impossible = pool.query('UPDATE account SET id = id / 0 WHERE id = $1', [accountId]);
    await expect(impossible).rejects.toMatchObject({ code: '22012', message: 'division by zero' });
    const unclosed = { closedAt: new Date() };
    await expect(db.global.account.update({ where: { id: accountId }, data: unclosed })).rejects.toThrow(
      'account_closure_check',
    );
    expect(await isClosed()).toBe(false);
    // Nor does the next transaction of the connection announce it.
    await db.global.$transaction((tx) => tx.account.count());
    expect(await told()).toEqual([]);
  });
});

it('says whose sessions a statement changes, and everybody’s if the statement does not say plainly', () => {
  const whose = (text: string, ...values: unknown[]) => sessionsChangedBy(text, values);
  expect(
    whose(
      'UPDATE "public"."app_user" SET "active" = $1 WHERE ("public"."app_user"."account_id" = $2 AND "public"."app_user"."id" = $3 AND 1=1) RETURNING "id"',
      ...[false, 7, 8],
    ),
  ).toBe('7:8');
  expect(whose('DELETE FROM session WHERE account_id = $1 AND id <> $2 AND user_id = $3', 7, 9, 8)).toBe(
    '7:8',
  );
  expect(whose('DELETE FROM session WHERE account_id = $1 AND user_id IN ($2, $3)', 7, 8, 9)).toBe('7');
  expect(whose('UPDATE "account" SET "closed_at" = $1 WHERE id = $2::int', 1, 7)).toBe('7');
  for (const text of [
    'DELETE FROM session WHERE expires_at < now()',
    'UPDATE app_user SET active = false WHERE (account_id = $1 AND id = $2) OR admin',
    'UPDATE app_user SET active = false WHERE account_id = $1 AND NOT id = $2',
    'UPDATE app_user u SET active = false FROM x WHERE x.account_id = $1 AND u.id = x.id',
    'WITH gone AS (DELETE FROM session WHERE account_id = $1 AND user_id = $2 RETURNING id) SELECT id FROM gone',
    'INSERT INTO app_user (account_id, id) VALUES ($1, $2) ON CONFLICT (account_id, id) DO UPDATE SET active = false',
    'UPDATE app_user SET id = $2 WHERE account_id IN ($1)',
    'WITH one AS (UPDATE app_user SET active = false WHERE account_id = $1 AND id = $2) UPDATE account SET closed_at = now() WHERE id = $1',
    'INSERT INTO app_user (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET active = false WHERE app_user.id = $1',
    'DELETE FROM account',
  ])
    expect(whose(text, 7, 8), text).toBe('');
  for (const text of [
    'UPDATE "public"."session" SET "last_seen_at" = $1 WHERE "id" = $2',
    'INSERT INTO session (account_id, user_id) VALUES ($1, $2)',
    'SELECT * FROM app_user WHERE account_id = $1 FOR UPDATE',
    'UPDATE session_answer SET id = $1',
    'UPDATE account SET city = $1 WHERE id = $2',
    'DELETE FROM device WHERE account_id = $1',
  ])
    expect(whose(text, 7, 8), text).toBeUndefined();
});

describe('the watch of the tests', () => {
  it('has nothing to say of what was announced', async () => {
    await closing();
    await db.global.account.deleteMany({ where: { id: accountId } });
    expect(await watch.take()).toEqual([]);
  });

  it('tells what was not', async () => {
    await server.query(`UPDATE account SET deleted_at = now() WHERE id = ${accountId}`);
    expect(await watch.take()).toEqual([`${accountId}`]);
    await server.query(
      `BEGIN; SELECT pg_notify('${sessionChannel}', '${accountId}:1');
       UPDATE account SET deleted_at = now() WHERE id = ${accountId}; COMMIT`,
    );
    expect(await watch.take()).toEqual([`${accountId}`]);
    // The announcement of the next transaction is not that of the one before.
    await server.query(`UPDATE account SET deleted_at = now() WHERE id = ${accountId}`);
    await server.query(
      `BEGIN; UPDATE account SET deleted_at = NULL WHERE id = ${accountId};
       SELECT pg_notify('${sessionChannel}', '${accountId}'); COMMIT`,
    );
    expect(await watch.take()).toEqual([`${accountId}`]);
  });
});
