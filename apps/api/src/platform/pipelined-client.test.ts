/** Statements travel together and are prepared, and every failure is still told. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from '../generated/prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openPool, type Pool } from './database.ts';
import { unwaitedMark } from './pipelined-client.ts';
import { createStatementNames } from './statement-names.ts';
import { createDatabases, inTransaction, unwaited, violates } from './tenancy.ts';

let database: TestDatabase;
let pool: Pool;
let db: ReturnType<typeof createDatabases>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, { poolSize: 1 });
  db = createDatabases(pool);
  await pool.query(`CREATE FUNCTION pg_temp.stuck(int) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN RAISE 'stuck' USING ERRCODE = '40P01'; END $$`);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

let accountId: number;
beforeEach(async () => {
  accountId = (await db.global.account.create({ data: {} })).id;
});

const names = async () =>
  (await db.of({ accountId }).category.findMany({ orderBy: { id: 'asc' } })).map(({ name }) => name);
const add = (tx: Parameters<typeof unwaited>[0], name: string) =>
  unwaited(tx)`INSERT INTO category (account_id, name) VALUES (${accountId}, ${name})`;
const change = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction({ db }, { accountId, userId: 1 }, work);

describe('statements nobody waits for', () => {
  it('are seen by the statements after them, and committed with the transaction', async () => {
    const seen = await change(async (tx) => {
      await add(tx, 'Presses');
      await add(tx, 'Lathes');
      return tx.category.count();
    });
    expect(seen).toBe(2);
    await change((tx) => add(tx, 'Drills'));
    expect(await names()).toEqual(['Presses', 'Lathes', 'Drills']);
  });

  it('are undone with the transaction', async () => {
    const failing = change(async (tx) => {
      await add(tx, 'Presses');
      throw new Error('refused by a rule');
    });
    await expect(failing).rejects.toThrow('refused by a rule');
    expect(await names()).toEqual([]);
  });

  it('fail the next statement with their own reason', async () => {
    const failing = change(async (tx) => {
      await unwaited(tx)`SELECT ${accountId} / 0`;
      await tx.category.create({ data: { accountId, name: 'Presses' } });
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await names()).toEqual([]);
  });

  it('fail all that are sent at once after them with the same reason', async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(`${unwaitedMark}SELECT 1 / 0`);
    const after = ['SELECT 1', 'SELECT 2', 'COMMIT'].map((text) => client.query(text));
    const reasons = (await Promise.allSettled(after)).map(
      (end) => end.status === 'rejected' && end.reason.message,
    );
    expect(reasons).toEqual(Array(3).fill('division by zero'));
    client.release();
  });

  it('fail the commit, and name the constraint', async () => {
    const data = { accountId, shortName: 'A', fullName: 'A' };
    const { id } = await db.global.customer.create({ data });
    const error = await change(async (tx) => {
      await add(tx, 'Presses');
      await unwaited(tx)`INSERT INTO customer (account_id, id, short_name, full_name)
        VALUES (${accountId}, ${id}, 'A', 'A')`;
    }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(violates(error, 'customer_pkey')).toBe(true);
    expect(await names()).toEqual([]);
  });

  it('are carried out at once outside a transaction', async () => {
    await add(db.global, 'Presses');
    expect(await names()).toEqual(['Presses']);
  });
});

it('leaves a usable connection behind after every kind of end', async () => {
  await change(async () => {});
  await expect(change(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(change((tx) => tx.$executeRaw`SELECT ${accountId} / 0`)).rejects.toThrow('division by zero');
  const { rows } = await pool.query('SELECT pg_current_xact_id_if_assigned() AS running');
  expect(rows).toEqual([{ running: null }]);
});

it('runs the work again after a deadlock that only the commit tells of', async () => {
  let attempts = 0;
  await change(async (tx) => {
    await add(tx, 'Presses');
    if (attempts++ === 0) await unwaited(tx)`SELECT pg_temp.stuck(${accountId}::int)`;
  });
  expect(attempts).toBe(2);
  expect(await names()).toEqual(['Presses']);
});

it('counts the statements after which a session may be another one, wherever they run', async () => {
  const counted = async (work: () => Promise<unknown>) => {
    const before = db.sessionWrites();
    await work();
    return db.sessionWrites() - before;
  };
  const { session, user, account } = db.global;
  const where = { accountId, id: 1 };
  expect(await counted(() => session.deleteMany({ where }))).toBe(1);
  expect(await counted(() => change((tx) => tx.user.updateMany({ where, data: { active: false } })))).toBe(1);
  expect(await counted(() => account.update({ where: { id: accountId }, data: { deletedAt: null } }))).toBe(
    1,
  );
  expect(await counted(() => account.update({ where: { id: accountId }, data: { city: 'Łódź' } }))).toBe(0);
  expect(await counted(() => pool.query('delete from app_user where id = 0'))).toBe(1);
  expect(await counted(() => change((tx) => add(tx, 'Presses')))).toBe(0);
  expect(await counted(() => user.findMany({ where }))).toBe(0);
});

describe('prepared statements', () => {
  const prepared = async () =>
    (await pool.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements')).rows.map(
      ({ statement }) => statement,
    );
  const repeat = async (statement: () => Prisma.Sql) => {
    for (let turn = 0; turn < 3; turn++) await change((tx) => tx.$queryRaw(statement()));
  };

  it('are those of transactions that come again', async () => {
    await change((tx) => tx.$queryRaw`SELECT 'once', ${accountId}::int`);
    await repeat(() => Prisma.sql`SELECT 'again', ${accountId}::int`);
    for (let turn = 0; turn < 3; turn++) await db.global.$queryRaw`SELECT 'outside', ${accountId}::int`;
    const all = (await prepared()).join('\n');
    expect(all).toContain(`'again'`);
    expect(all).not.toContain(`'once'`);
    expect(all).not.toContain(`'outside'`);
  });

  it('are none that search for a text', async () => {
    await repeat(
      () => Prisma.sql`SELECT 1 FROM device WHERE account_id = ${accountId} AND search LIKE ${'%a%'}`,
    );
    expect((await prepared()).join('\n')).not.toContain('search LIKE');
  });

  it('are none at all behind a pooler that cannot handle them', async () => {
    const plain = openPool({ databaseUrl: database.url, prepareStatements: false }, { poolSize: 1 });
    const databases = createDatabases(plain);
    const ask = Prisma.sql`SELECT ${accountId}::int`;
    for (let turn = 0; turn < 3; turn++) {
      await inTransaction({ db: databases }, { accountId, userId: 1 }, (tx) => tx.$queryRaw(ask));
      await databases.read({ accountId }, ask, 'named');
    }
    expect((await plain.query('SELECT 1 FROM pg_prepared_statements')).rows).toEqual([]);
    await databases.close();
  });

  it('have one name for one text, and no more names than are allowed', () => {
    const nameOf = createStatementNames(2);
    const twice = (text: string) => [nameOf(text), nameOf(text)][1];
    const names = ['SELECT 1', 'SELECT 2', 'SELECT 3'].map(twice);
    expect(new Set(names).size).toBe(3);
    expect(names[2]).toBeUndefined();
    expect(['SELECT 1', 'SELECT 2', 'SELECT 3'].map(twice)).toEqual(names);
  });

  it('are none with a list, which is another text for each length', () => {
    const nameOf = createStatementNames();
    const lists = ['SELECT 1 WHERE 1 IN ($1,$2)', 'INSERT INTO a (b) VALUES ($1), ($2)'];
    expect(lists.flatMap((text) => [nameOf(text), nameOf(text)])).toEqual(Array(4).fill(undefined));
  });
});
