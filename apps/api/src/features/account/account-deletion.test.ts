import { randomUUID } from 'node:crypto';
import type { EmployeeInsert } from '@servicebook/shared/employee';
import { describe, expect, it, vi } from 'vitest';
import type { Ctx } from '../../platform/ctx.ts';
import { lockAccount } from '../../platform/tenancy.ts';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildUser, knownPassword } from '../../testing/builders.ts';
import { buildWorld, type World } from '../../testing/sweep-samples.ts';
import { buildUsedAccount } from '../../testing/used-account.ts';
import { insertEmployee } from '../employee/employee.service.ts';
import { erase, eraseRemaining } from './account-erasure.jobs.ts';

const app = useTestApp();

const isStored = (key: string) =>
  app.deps.files.get(key).then(
    () => true,
    () => false,
  );

/** How many rows of the account stand in each table that names accounts, global ones included. */
async function countRows(accountId: number): Promise<Record<string, number>> {
  const { global } = app.deps.db;
  const tables = await global.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'account_id' ORDER BY 1`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await global.$queryRawUnsafe<{ count: bigint }[]>(
      `SELECT count(*) FROM "${name}" WHERE account_id = $1`,
      accountId,
    );
    counts[name] = Number(row?.count);
  }
  counts.account = await global.account.count({ where: { id: accountId } });
  return counts;
}

const erased = async (accountId: number) =>
  Object.values(await countRows(accountId)).every((count) => count === 0);
const waitUntilErased = ({ accountId }: World) =>
  vi.waitFor(async () => expect(await erased(accountId)).toBe(true), { timeout: 20_000, interval: 50 });

describe('deleting an account', () => {
  it('leaves no row and no file except the invoices, which no longer refer to it', async () => {
    const used = await buildUsedAccount(app);
    const stranger = await buildWorld(app);
    const strangersBefore = await countRows(stranger.accountId);
    for (const [table, count] of Object.entries(await countRows(used.accountId)))
      expect(count, `the account has something in ${table}`).toBeGreaterThan(0);

    await used.admin.account.delete();
    await waitUntilErased(used);
    for (const key of used.erasable) expect(await isStored(key)).toBe(false);
    const invoice = await app.deps.db.global.invoice.findUniqueOrThrow({ where: { id: used.invoice.id } });
    expect(invoice).toEqual({ ...used.invoice, accountId: null, orderId: null });
    expect(await isStored(used.pdfKey)).toBe(true);
    expect(await isStored(used.xmlKey)).toBe(true);
    expect(await countRows(stranger.accountId)).toEqual(strangersBefore);
    expect(await stranger.admin.user.checkAuth()).toBeDefined();
  });

  it('continues after an interruption', async () => {
    const used = await buildUsedAccount(app);
    const { deps } = app;
    await deps.db.of(used).account.update({
      where: { id: used.accountId },
      data: { deletedAt: new Date() },
    });
    let removed = 0;
    const dying = {
      ...deps,
      files: {
        ...deps.files,
        remove: async (key: string) => {
          if (++removed > 2) throw new Error('the server was killed');
          await deps.files.remove(key);
        },
      },
    };
    await expect(erase(dying, used)).rejects.toThrow('killed');
    expect(await erased(used.accountId)).toBe(false);
    // At the very end, with the files gone and the rows not.
    const { global } = deps.db;
    await global.$executeRaw`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the server was killed'; END $$`;
    await global.$executeRaw`CREATE TRIGGER die BEFORE DELETE ON login_identity EXECUTE FUNCTION die()`;
    await expect(erase(deps, used)).rejects.toThrow();
    expect(await global.invoice.findUnique({ where: { id: used.invoice.id } })).toEqual(used.invoice);
    await global.$executeRaw`DROP TRIGGER die ON login_identity`;

    await erase(deps, used);
    expect(await erased(used.accountId)).toBe(true);
    for (const key of used.erasable) expect(await isStored(key)).toBe(false);
    expect(await isStored(used.pdfKey)).toBe(true);
    await erase(deps, used);
  });

  it('is completed at night if its job has failed for good', async () => {
    const [given, kept] = [await buildWorld(app), await buildWorld(app)];
    const { global } = app.deps.db;
    const before = await countRows(kept.accountId);
    const enqueue = vi.spyOn(app.deps.jobs, 'enqueue').mockResolvedValue();
    await given.admin.account.delete();
    enqueue.mockRestore();
    await eraseRemaining(app.deps);
    expect(await global.account.count({ where: { id: given.accountId } })).toBe(1);
    await eraseRemaining({ ...app.deps, clock: () => new Date(Date.now() + 4 * 24 * 3_600_000) });
    expect(await global.account.count({ where: { id: given.accountId } })).toBe(0);
    expect(await countRows(kept.accountId)).toEqual(before);
  });

  it('erases nothing of an account that is not deleted', async () => {
    const world = await buildWorld(app);
    const before = await countRows(world.accountId);
    await erase(app.deps, world);
    expect(await countRows(world.accountId)).toEqual(before);
  });

  it('is for admins', async () => {
    const { technician, admin } = await buildWorld(app);
    expect(await refusal(technician.account.delete())).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
    expect(await admin.user.checkAuth()).toBeDefined();
  });

  it('is open to users without paid access', async () => {
    const owner = await buildAdmin(app, { planExpired: null });
    await (await app.as(owner)).account.delete();
    await waitUntilErased({ accountId: owner.accountId } as World);
  });
});

describe('an account that was deleted, while its data is still there', () => {
  /** Deletes, with the job held back. */
  async function deleteUnerased() {
    const admin = await buildAdmin(app);
    const { accountId } = admin;
    const colleague = await buildUser(app, { accountId });
    const invited = await buildUser(app, { accountId, active: false, activatedAt: null });
    await app.deps.db.global.loginIdentity.updateMany({
      where: { email: admin.email },
      data: { googleSubject: `google-${accountId}` },
    });
    const [api, theirs] = [await app.as(admin), await app.as(colleague)];
    const enqueue = vi.spyOn(app.deps.jobs, 'enqueue').mockResolvedValue();
    await api.account.delete();
    enqueue.mockRestore();
    return { accountId, admin, colleague, invited, api, theirs };
  }
  const signIn = (email: string) =>
    app.anonymous.http.get('/api/user/auth', { auth: { username: email, password: knownPassword } });

  it('allows no requests, sign-ins, activations or password resets', async () => {
    await app.forgetAttempts();
    const { api, theirs, admin, colleague, invited } = await deleteUnerased();
    for (const caller of [api, theirs]) {
      expect(await refusal(caller.user.checkAuth())).toMatchObject({ status: 401 });
      expect(await refusal(caller.customer.findAll())).toMatchObject({ status: 401 });
    }
    for (const { email } of [admin, colleague, invited]) {
      expect(await refusal(signIn(email))).toMatchObject({ status: 401, code: 'WRONG_CREDENTIALS' });
      expect(await refusal(app.anonymous.account.checkActiveAccount({ query: { email } }))).toMatchObject({
        status: 404,
        code: 'UNKNOWN_EMAIL',
      });
    }
    expect(
      await refusal(app.anonymous.user.resetPassword({ body: { recipients: [admin.email] } })),
    ).toMatchObject({ code: 'UNKNOWN_EMAIL' });
    expect(
      await refusal(app.anonymous.account.sendActivationLink({ query: { email: invited.email } })),
    ).toMatchObject({ code: 'UNKNOWN_EMAIL' });
    expect(
      await app.deps.db.global.loginIdentity.count({ where: { googleSubject: `google-${admin.accountId}` } }),
    ).toBe(0);
  });

  it('has no active session, not even one opened at the same moment', async () => {
    const { admin } = await deleteUnerased();
    const late = await app.as(admin);
    expect(await refusal(late.user.checkAuth())).toMatchObject({ status: 401 });
  });

  it('frees its e-mail addresses for new registrations', async () => {
    await app.forgetAttempts();
    const { admin } = await deleteUnerased();
    await app.anonymous.account.register({
      body: {
        companyName: 'A new start',
        street: 'Long Street 1',
        postalCode: '00-001',
        city: 'Warsaw',
        country: 'PL',
        nip: '1',
        phone: '1',
        superUser: {
          firstName: 'Anna',
          lastName: 'Again',
          email: admin.email,
          password: knownPassword,
          password2: knownPassword,
        },
        approvedConditions: true,
      },
    });
    expect((await app.mailTo(admin.email)).text).toContain('/api/account/activate');
    await erase(app.deps, admin);
    expect(await app.anonymous.account.checkActiveAccount({ query: { email: admin.email } })).toEqual({
      active: false,
    });
  });

  it('refuses calls that were running when it was deleted', async () => {
    const { accountId, admin } = await buildWorld(app);
    const { global } = app.deps.db;
    const { id: userId } = await admin.user.checkAuth();
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const held = app.deps.db.of({ accountId }).$transaction(
      async (tx) => {
        await lockAccount(tx, { accountId });
        locked.resolve();
        await released.promise;
      },
      { timeout: 20_000 },
    );
    await locked.promise;
    const email = `late-${randomUUID()}@example.com`;
    const deleting = admin.account.delete();
    await vi.waitFor(
      async () => {
        const [row] = await global.$queryRaw<{ count: bigint }[]>`
        SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()`;
        expect(Number(row?.count)).toBe(1);
      },
      { timeout: 15_000 },
    );
    // Past the guard, which knows nothing of the deletion yet.
    const ctx = { accountId, userId, language: 'en', requestId: '', ip: '' } as Ctx;
    const input = {
      email,
      firstName: 'L',
      lastName: 'Ate',
      roles: ['ROLE_USER'],
    } as unknown as EmployeeInsert;
    const inserting = insertEmployee(app.deps, ctx, input).catch((error: unknown) => error);
    released.resolve();
    await held;
    await deleting;
    expect(await inserting).toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(await global.loginIdentity.count({ where: { email } })).toBe(0);
  });
});
