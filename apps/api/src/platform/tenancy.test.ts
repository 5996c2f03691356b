import { afterAll, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../generated/prisma/client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openPool } from './database.ts';
import { createDatabases } from './tenancy.ts';

let database: TestDatabase;
let db: ReturnType<typeof createDatabases>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabases(openPool(database.url, { poolSize: 2 }));
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('bypasses Prisma only for statements with the account among their values', async () => {
  const account = { accountId: 7 };
  const named = Prisma.sql`SELECT name FROM device WHERE account_id = ${account.accountId}`;
  expect(await db.read(account, named)).toEqual([]);
  await expect(db.read(account, Prisma.sql`SELECT name FROM device`)).rejects.toThrow('must name account 7');
  await expect(db.read({ accountId: 8 }, named)).rejects.toThrow('must name account 8');
});
