import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  type AccountDatabase,
  type Database,
  openDatabase,
  openPool,
  Prisma,
  scopedAccount,
  scopeToAccount,
  TenancyError,
} from './database.ts';

let testDatabase: TestDatabase;
let db: Database;
let planId: number;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = openDatabase(testDatabase.url);
  const plan = await db.accountPlan.create({
    data: {
      code: 'FREE',
      type: 'FREE',
      language: 'en',
      name: 'Free',
      monthNetPrice: 0,
      yearNetPrice: 0,
      vatRate: 23,
    },
  });
  planId = plan.id;
});

afterAll(async () => {
  await db.$disconnect();
  await testDatabase.drop();
});

test('a broken idle connection is logged in one line and replaced', async () => {
  const onError = vi.fn((_: Error) => {});
  const pool = openPool(testDatabase.url, { onError });
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  await db.$queryRaw`select pg_terminate_backend(${rows[0]?.pid}::int)`;
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce(), { timeout: 15_000 });
  expect(onError.mock.calls[0]?.[0]).not.toHaveProperty('client');
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

interface Tenant {
  accountId: number;
  scoped: AccountDatabase;
  userId: number;
  categoryId: number;
  customerId: number;
  deviceId: number;
}

async function buildTenant(): Promise<Tenant> {
  const { id: accountId } = await db.account.create({ data: {} });
  const email = `user${accountId}@example.com`;
  await db.loginIdentity.create({ data: { email, accountId } });
  const user = await db.user.create({ data: { accountId, email, accountPlanId: planId } });
  const category = await db.category.create({ data: { accountId, name: 'Forklifts' } });
  const customer = await db.customer.create({ data: { accountId, shortName: 'Acme', fullName: 'Acme Ltd' } });
  const device = await db.device.create({
    data: { accountId, name: 'Truck', categoryId: category.id, customerId: customer.id },
  });
  return {
    accountId,
    scoped: scopeToAccount(db, accountId),
    userId: user.id,
    categoryId: category.id,
    customerId: customer.id,
    deviceId: device.id,
  };
}

describe('a client scoped to an account', () => {
  let own: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    own = await buildTenant();
    other = await buildTenant();
  });
  const otherKey = () => ({ accountId_id: { accountId: other.accountId, id: other.deviceId } });
  const ownKey = () => ({ accountId_id: { accountId: own.accountId, id: own.deviceId } });
  const otherDevice = () => db.device.findUniqueOrThrow({ where: otherKey() });

  test('lists, counts and groups only its own rows', async () => {
    const { device } = own.scoped;
    expect((await device.findMany()).map(({ id }) => id)).toEqual([own.deviceId]);
    expect(await device.findFirst({ where: { id: other.deviceId } })).toBeNull();
    expect(await device.findFirst({ where: { OR: [{ id: other.deviceId }, { name: 'None' }] } })).toBeNull();
    await expect(device.findFirstOrThrow({ where: { id: other.deviceId } })).rejects.toThrow();
    expect(await device.count()).toBe(1);
    expect((await device.aggregate({ _max: { id: true } }))._max.id).toBe(own.deviceId);
    expect(await device.groupBy({ by: ['name'], _count: true })).toEqual([{ name: 'Truck', _count: 1 }]);
  });

  test('changes and deletes only its own rows', async () => {
    const { device } = own.scoped;
    const where = { id: other.deviceId };
    expect((await device.updateMany({ where, data: { name: 'Stolen' } })).count).toBe(0);
    expect(await device.updateManyAndReturn({ where, data: { name: 'Stolen' } })).toEqual([]);
    expect((await device.deleteMany({ where })).count).toBe(0);
    expect((await otherDevice()).name).toBe('Truck');
  });

  test('refuses keys that name another account', async () => {
    const { device } = own.scoped;
    const row = {
      accountId: own.accountId,
      name: 'X',
      categoryId: own.categoryId,
      customerId: own.customerId,
    };
    for (const attempt of [
      () => device.findUnique({ where: otherKey() }),
      () => device.findUniqueOrThrow({ where: otherKey() }),
      () => device.update({ where: otherKey(), data: { name: 'Stolen' } }),
      () => device.delete({ where: otherKey() }),
      () => device.upsert({ where: otherKey(), create: row, update: { name: 'Stolen' } }),
      () => device.findMany({ where: { accountId: other.accountId } }),
      () => device.findMany({ cursor: otherKey() }),
      () => device.findMany({ where: { customer: { accountId: other.accountId } } }),
      () => device.findMany({ include: { notes: { where: { accountId: other.accountId } } } }),
      () => own.scoped.account.findUnique({ where: { id: other.accountId } }),
      () => own.scoped.account.update({ where: { id: other.accountId }, data: { city: 'Stolen' } }),
      () => own.scoped.account.delete({ where: { id: other.accountId } }),
    ]) {
      await expect(attempt()).rejects.toThrow(TenancyError);
    }
    expect((await otherDevice()).name).toBe('Truck');
    expect((await own.scoped.account.findMany()).map(({ id }) => id)).toEqual([own.accountId]);
  });

  test('reads and writes its own rows by key', async () => {
    const { device } = own.scoped;
    expect((await device.findUniqueOrThrow({ where: ownKey() })).id).toBe(own.deviceId);
    const row = {
      accountId: own.accountId,
      name: 'Crane',
      categoryId: own.categoryId,
      customerId: own.customerId,
    };
    const crane = await device.create({ data: row });
    const where = { accountId_id: { accountId: own.accountId, id: crane.id } };
    expect((await device.upsert({ where, create: row, update: { status: 'FAULT' } })).statusWeight).toBe(6);
    expect((await device.delete({ where })).name).toBe('Crane');
  });

  test('adds the account to created rows, and refuses rows of another one', async () => {
    const { category } = own.scoped;
    const unnamed = { name: 'Cranes' } as Prisma.CategoryUncheckedCreateInput;
    const { accountId, id } = await category.create({ data: unnamed });
    expect(accountId).toBe(own.accountId);
    const many = await category.createManyAndReturn({ data: [{ ...unnamed, name: 'Lifts' }] });
    expect(many[0]?.accountId).toBe(own.accountId);
    await category.deleteMany({ where: { id: { in: [id, many[0]?.id ?? 0] } } });
    const foreign = { accountId: other.accountId, name: 'Smuggled' };
    for (const attempt of [
      () => category.create({ data: foreign }),
      () => category.createMany({ data: [{ ...foreign, accountId: own.accountId }, foreign] }),
      () => category.create({ data: { name: 'Smuggled', account: { connect: { id: other.accountId } } } }),
      () => category.create({ data: { name: 'Smuggled', account: { create: {} } } }),
      () => category.updateMany({ data: { accountId: other.accountId } }),
      () => own.scoped.account.create({ data: {} }),
    ]) {
      await expect(attempt()).rejects.toThrow(TenancyError);
    }
    expect(await db.category.count({ where: { name: 'Smuggled' } })).toBe(0);
  });

  test('refuses nested writes that reach into another account', async () => {
    const foreignCustomer = { accountId_id: { accountId: other.accountId, id: other.customerId } };
    const email = `user${other.accountId}@example.com`;
    const foreignIdentity = { accountId_email: { accountId: other.accountId, email } };
    const userKey = { accountId_id: { accountId: own.accountId, id: own.userId } };
    for (const attempt of [
      () => own.scoped.device.update({ where: ownKey(), data: { customer: { connect: foreignCustomer } } }),
      () =>
        own.scoped.customer.update({
          where: { accountId_id: { accountId: own.accountId, id: own.customerId } },
          data: { devices: { connect: otherKey() } },
        }),
      // Connecting it would move the user to its account.
      () => own.scoped.user.update({ where: userKey, data: { identity: { connect: foreignIdentity } } }),
      () => own.scoped.user.update({ where: userKey, data: { accountPlan: { update: { name: 'Mine' } } } }),
    ]) {
      await expect(attempt()).rejects.toThrow(TenancyError);
    }
  });

  test('does not walk through a global table to the rows of others', async () => {
    const { user } = own.scoped;
    expect((await user.findFirst({ include: { accountPlan: true } }))?.accountPlan.name).toBe('Free');
    for (const attempt of [
      () => user.findMany({ include: { accountPlan: { include: { users: true } } } }),
      () => user.findMany({ select: { accountPlan: { select: { _count: { select: { users: true } } } } } }),
      () => user.findMany({ where: { accountPlan: { users: { some: { email: { contains: 'a' } } } } } }),
      () => own.scoped.accountPlan.findMany({ include: { accounts: true } }),
    ]) {
      await expect(attempt()).rejects.toThrow(TenancyError);
    }
  });

  test('reads plans, and leaves other global tables to the raw client', async () => {
    expect((await own.scoped.accountPlan.findMany()).length).toBe(1);
    const unrestricted = own.scoped as unknown as Database;
    await expect(
      unrestricted.accountPlan.update({ where: { id: planId }, data: { monthNetPrice: 1 } }),
    ).rejects.toThrow(TenancyError);
    await expect(unrestricted.throttle.findMany()).rejects.toThrow(TenancyError);
    await expect(unrestricted.invoiceCounter.deleteMany()).rejects.toThrow(TenancyError);
    const emails = await own.scoped.loginIdentity.findMany();
    expect(emails.map(({ accountId }) => accountId)).toEqual([own.accountId]);
    const where = {
      accountId_email: { accountId: other.accountId, email: `user${other.accountId}@example.com` },
    };
    await expect(own.scoped.loginIdentity.findUnique({ where })).rejects.toThrow(TenancyError);
    await expect(own.scoped.loginIdentity.delete({ where })).rejects.toThrow(TenancyError);
  });

  test('fills its account into SQL that leaves it open', async () => {
    const open = Prisma.sql`d.account_id = ${scopedAccount}`;
    const count = (accountId: number) =>
      Prisma.sql`SELECT count(*)::int AS n FROM device d WHERE d.account_id = ${accountId} AND ${open}`;
    const [read] = await own.scoped.$queryRaw<{ n: number }[]>(count(own.accountId));
    const [inTransaction] = await own.scoped.$transaction((tx) =>
      tx.$queryRaw<{ n: number }[]>(count(own.accountId)),
    );
    const [others] = await other.scoped.$queryRaw<{ n: number }[]>(count(other.accountId));
    const named = await own.scoped.device.count();
    expect([read?.n, inTransaction?.n, others?.n]).toEqual([named, named, await other.scoped.device.count()]);
    expect(named).toBeGreaterThan(0);
    // Without an account, it is none.
    expect(await db.$queryRaw(count(own.accountId))).toEqual([{ n: 0 }]);
    const unnamed = Prisma.sql`SELECT FROM device d WHERE ${open}`;
    await expect(own.scoped.$queryRaw(unnamed)).rejects.toThrow(TenancyError);
  });

  test('takes raw SQL only with the account among its values', async () => {
    const { accountId } = own;
    const count = (tx: Pick<AccountDatabase, '$queryRaw'>) =>
      tx.$queryRaw<{ n: bigint }[]>`SELECT count(*) AS n FROM device WHERE account_id = ${accountId}`;
    expect((await count(own.scoped))[0]?.n).toBe(1n);
    expect((await own.scoped.$transaction(count))[0]?.n).toBe(1n);
    await expect(own.scoped.$queryRaw`SELECT * FROM device`).rejects.toThrow(TenancyError);
    await expect(own.scoped.$executeRaw`DELETE FROM device`).rejects.toThrow(TenancyError);
    const unrestricted = own.scoped as unknown as Database;
    await expect(unrestricted.$executeRawUnsafe('DELETE FROM device')).rejects.toThrow(TenancyError);
    await expect(unrestricted.$queryRawUnsafe('SELECT 1')).rejects.toThrow(TenancyError);
  });

  test('holds inside transactions, which roll back', async () => {
    await expect(
      own.scoped.$transaction(async (tx) => {
        expect(await tx.device.count()).toBe(1);
        await tx.device.updateMany({ data: { name: 'Renamed' } });
        await tx.device.update({ where: otherKey(), data: { name: 'Stolen' } });
      }),
    ).rejects.toThrow(TenancyError);
    expect((await otherDevice()).name).toBe('Truck');
    expect((await db.device.findUniqueOrThrow({ where: ownKey() })).name).toBe('Truck');
  });

  test('needs an account', () => {
    for (const id of [0, -1, 1.5, Number.NaN, undefined]) {
      expect(() => scopeToAccount(db, id as number)).toThrow(TenancyError);
    }
  });
});

describe('the database itself', () => {
  test('refuses a row that points into another account', async () => {
    const [own, other] = [await buildTenant(), await buildTenant()];
    const { accountId, categoryId } = own;
    const row = { accountId, name: 'Truck', categoryId, customerId: other.customerId };
    await expect(db.device.create({ data: row })).rejects.toMatchObject({ code: 'P2003' });
    const note = {
      accountId,
      deviceId: other.deviceId,
      text: '?',
      userCreatedId: own.userId,
      userUpdatedId: own.userId,
    };
    await expect(db.deviceNote.create({ data: note })).rejects.toMatchObject({ code: 'P2003' });
    const move = { accountId: other.accountId, email: `user${accountId}@example.com`, accountPlanId: planId };
    await expect(db.user.create({ data: move })).rejects.toMatchObject({ code: 'P2003' });
  });

  test('keeps every tenant table keyed by account first, in keys, unique indexes and foreign keys', async () => {
    const globalTables = [
      'account',
      'account_plan',
      'login_identity',
      'payment_session',
      'invoice',
      'invoice_counter',
      'throttle',
      'document_hash',
      'seal_certificate',
    ];
    const indexes = await db.$queryRaw<{ table: string; index: string; column: string }[]>`
      SELECT c.relname AS "table", i.indexrelid::regclass::text AS "index",
             pg_get_indexdef(i.indexrelid, 1, true) AS "column"
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'`;
    const misplaced = indexes.filter(
      ({ table, column }) => !globalTables.includes(table) && column !== 'account_id',
    );
    expect(misplaced).toEqual([]);
    const foreignKeys = await db.$queryRaw<{ name: string; definition: string }[]>`
      SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;
    expect(foreignKeys.length).toBeGreaterThan(50);
    for (const { name, definition } of foreignKeys) {
      expect(definition, name).not.toMatch(/ON UPDATE|SET NULL|SET DEFAULT/);
      const isToGlobal = /REFERENCES (account_plan|invoice|seal_certificate)\(/.test(definition);
      expect(definition, name).toMatch(isToGlobal ? /\((id|sha256)\)/ : /FOREIGN KEY \((account_)?id/);
    }
  });

  test('keeps names unique within an account, ignoring case and outer spaces', async () => {
    const { accountId } = await buildTenant();
    const taken = db.customer.create({ data: { accountId, shortName: ' ACME ' } });
    await expect(taken).rejects.toMatchObject({ code: 'P2002' });
    await expect(taken).rejects.toSatisfy((error) =>
      JSON.stringify(error).includes('customer_account_id_short_name_key'),
    );
    await expect(db.category.create({ data: { accountId, name: 'forklifts' } })).rejects.toMatchObject({
      code: 'P2002',
    });
    await expect(db.category.create({ data: { accountId, name: 'Forklift' } })).resolves.toBeDefined();
  });

  test('refuses numbers and letters that no rule allows', async () => {
    const { accountId, customerId, userId, deviceId } = await buildTenant();
    const service = (values: Partial<Prisma.ServiceUncheckedCreateInput>) =>
      db.service.create({
        data: {
          accountId,
          customerId,
          userId,
          userCreatedId: userId,
          number: 1,
          year: 2026,
          month: 11,
          date: new Date('2026-11-21T10:00:00Z'),
          types: ['REPAIR'],
          ...values,
        },
      });
    for (const values of [
      { numberExtension: 'a' },
      { numberExtension: 'AB' },
      { number: 0 },
      { month: 13 },
      { period: 0 },
      { types: [] },
      { cost: -1 },
      { state: 'SIGNED' as const },
    ]) {
      await expect(service(values), JSON.stringify(values)).rejects.toThrow();
    }
    const { id: serviceId } = await service({ numberExtension: 'A', period: 1 });
    await expect(service({ numberExtension: 'A' })).rejects.toMatchObject({ code: 'P2002' });
    await expect(service({})).resolves.toBeDefined();
    await expect(service({})).rejects.toMatchObject({ code: 'P2002' });
    await db.serviceDevice.create({ data: { accountId, serviceId, deviceId } });
    const action = { accountId, serviceId, deviceId, name: 'Oil', quantity: -1 };
    await expect(db.serviceAction.create({ data: action })).rejects.toThrow();
    const where = { accountId_id: { accountId, id: deviceId } };
    await expect(db.device.update({ where, data: { gpsLatitude: 52 } })).rejects.toThrow();
    await expect(db.device.update({ where, data: { inspectionPeriodInMonths: 0 } })).rejects.toThrow();
    await expect(db.device.delete({ where })).rejects.toMatchObject({ code: 'P2003' });
  });

  test('never changes a signed version, except for adding its PDF once', async () => {
    const { accountId, customerId, userId } = await buildTenant();
    const { id: serviceId } = await db.service.create({
      data: {
        accountId,
        customerId,
        userId,
        userCreatedId: userId,
        number: 1,
        year: 2026,
        month: 1,
        date: new Date(),
        types: ['REPAIR'],
      },
    });
    const hash = 'a'.repeat(64);
    const { id } = await db.serviceVersion.create({
      data: { accountId, serviceId, version: 1, snapshot: '{}', snapshotSha256: hash, userCreatedId: userId },
    });
    const pdf = await db.storedFile.create({
      data: {
        accountId,
        key: 'k',
        kind: 'SERVICE_PDF',
        filename: 'p.pdf',
        contentType: 'application/pdf',
        size: 1,
        sha256: hash,
      },
    });
    const where = { accountId_id: { accountId, id } };
    await expect(db.serviceVersion.update({ where, data: { snapshot: '[]' } })).rejects.toThrow();
    await db.serviceVersion.update({ where, data: { pdfFileId: pdf.id, pdfSha256: hash } });
    await expect(db.serviceVersion.update({ where, data: { pdfSha256: 'b'.repeat(64) } })).rejects.toThrow();
  });

  test('erases an account with one delete, and no other', async () => {
    const [own, other] = [await buildTenant(), await buildTenant()];
    const { accountId, deviceId, userId, customerId } = own;
    await db.deviceNote.create({
      data: { accountId, deviceId, text: 'n', userCreatedId: userId, userUpdatedId: userId },
    });
    const logo = await db.storedFile.create({
      data: {
        accountId,
        key: 'l',
        kind: 'LOGO',
        filename: 'l.png',
        contentType: 'image/png',
        size: 1,
        sha256: 'c'.repeat(64),
        userCreatedId: userId,
      },
    });
    await db.account.update({ where: { id: accountId }, data: { logoFileId: logo.id } });
    await db.service.create({
      data: {
        accountId,
        customerId,
        userId,
        userCreatedId: userId,
        number: 1,
        year: 2026,
        month: 1,
        date: new Date(),
        types: ['REPAIR'],
        devices: { create: [{ deviceId, actions: { create: [{ name: 'Oil' }] } }] },
        todos: { create: [{ userCreatedId: userId }] },
      },
    });
    await scopeToAccount(db, accountId).account.delete({ where: { id: accountId } });
    expect(await db.device.count({ where: { accountId } })).toBe(0);
    expect(await db.user.count({ where: { accountId } })).toBe(0);
    expect(await db.device.count({ where: { accountId: other.accountId } })).toBe(1);
  });

  test('omits password hashes and search columns by default', async () => {
    const { scoped } = await buildTenant();
    expect(await scoped.user.findFirst()).not.toHaveProperty('passwordHash');
    expect(await scoped.user.findFirst({ select: { passwordHash: true } })).toEqual({ passwordHash: null });
    expect(await scoped.device.findFirst()).not.toHaveProperty('search');
  });
});

describe('text search', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await buildTenant();
    const { accountId, scoped, categoryId, customerId } = tenant;
    await scoped.device.update({
      where: { accountId_id: { accountId, id: tenant.deviceId } },
      data: { name: 'Wózek ŁÓDŹ', serialNumber: 'SN_100%', city: 'Москва', streetAddress: 'Große Straße 5' },
    });
    await scoped.device.create({ data: { accountId, name: 'Crane', categoryId, customerId } });
  });
  const find = async (term: string) => {
    const rows = await tenant.scoped.$queryRaw<{ name: string }[]>`
      SELECT name FROM device WHERE account_id = ${tenant.accountId} AND search LIKE ALL (SELECT search_pattern(word) FROM string_to_table(${term}, ' ') word) ORDER BY id`;
    return rows.map(({ name }) => name);
  };

  test.each([
    'łódź',
    'lodz',
    'ŁÓDŹ',
    'wozekl',
    'москва',
    'МОСК',
    'grosse',
    'GROẞE',
    'sn_100%',
    'SN-10',
    '"łódź"',
  ])('finds %s', async (term) => {
    expect(await find(term)).toEqual(['Wózek ŁÓDŹ']);
  });

  test('treats no character of a term as a wildcard', async () => {
    expect(await find('s%100')).toEqual([]);
    expect(await find('c_ane')).toEqual([]);
    expect(await find('cr\\\\ne')).toEqual([]);
  });

  test('follows renames of customer and category, even if the search column was changed by hand', async () => {
    const { accountId, scoped, customerId, categoryId } = tenant;
    expect(await find('acme ltd')).toHaveLength(2);
    const customerKey = { accountId_id: { accountId, id: customerId } };
    await scoped.customer.update({ where: customerKey, data: { fullName: 'Żółw S.A.' } });
    expect(await find('zolw')).toHaveLength(2);
    expect(await find('acme ltd')).toHaveLength(0);
    await scoped.category.update({
      where: { accountId_id: { accountId, id: categoryId } },
      data: { name: 'Дизель' },
    });
    expect(await find('дизель')).toHaveLength(2);
    expect(await find('forklift')).toHaveLength(0);
    await scoped.device.updateMany({ data: { search: 'nonsense' } });
    expect(await find('nonsense')).toHaveLength(0);
    expect(await find('crane')).toEqual(['Crane']);
  });

  test('misses no rename that runs while a machine is added', async () => {
    const { accountId, scoped, customerId, categoryId } = tenant;
    let added: Promise<unknown> | undefined;
    await scoped.$transaction(async (tx) => {
      const where = { accountId_id: { accountId, id: customerId } };
      await tx.customer.update({ where, data: { fullName: 'Renamed meanwhile' } });
      added = scoped.device.create({ data: { accountId, name: 'Late', categoryId, customerId } });
      added.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    await added;
    expect(await find('renamed meanwhile')).toContain('Late');
  });

  test('uses the indexes, also for names of codes', async () => {
    const { accountId, categoryId, customerId } = tenant;
    await db.$executeRaw`
      INSERT INTO device (account_id, name, category_id, customer_id)
      SELECT ${accountId}, 'Filler ' || n, ${categoryId}, ${customerId} FROM generate_series(1, 10000) n`;
    await db.$executeRaw`VACUUM ANALYZE device`;
    const plan = await db.$queryRaw<Record<string, string>[]>`
      EXPLAIN SELECT id FROM device WHERE account_id = ${accountId} AND search LIKE search_pattern(${'WÓZEK'})`;
    expect(JSON.stringify(plan)).toContain('device_account_id_search_idx');

    // A text that also names a country and a kind of warranty reads an index for each, and no other rows.
    const named = await db.$queryRaw<Record<string, string>[]>`
      EXPLAIN SELECT id FROM device WHERE account_id = ${accountId} AND (search LIKE search_pattern(${'malta'})
        OR status_weight IN (2) OR country IN ('MT') OR warranty IN ('transport'))`;
    for (const index of ['search', 'status_weight_id', 'country', 'warranty'])
      expect(JSON.stringify(named)).toContain(`device_account_id_${index}_idx`);
    expect(JSON.stringify(named)).not.toContain('Seq Scan');
  });
});
