import { contracts } from '@servicebook/shared';
import type { Contract } from '@servicebook/shared/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusal, type TestApp, useTestApp } from '../../testing/app.ts';
import { buildAccount, buildAdmin, buildUser, knownPassword } from '../../testing/builders.ts';
import { erase } from '../account/account-erasure.jobs.ts';
import { remindOfAccessEnds } from '../plan/access-end.jobs.ts';
import { queueReminders } from '../reminder/reminder.jobs.ts';
import { advanceClosures } from './closure.jobs.ts';

const app = useTestApp();
afterEach(async () => {
  app.setNow(null);
  await app.forgetAttempts();
});

/** A company with two admins and a technician, all signed in, in the year 2031. */
async function buildCompany(given: Parameters<typeof buildAccount>[1] = {}) {
  const { id: accountId } = await buildAccount(app, given);
  const planExpired = new Date('2035-01-01T12:00:00Z');
  const owner = await buildAdmin(app, { accountId, planExpired });
  const partner = await buildAdmin(app, { accountId, planExpired, language: 'de' });
  const worker = await buildUser(app, { accountId, planExpired });
  return { accountId, owner, partner, worker };
}
const signedIn = async ({ owner, worker }: Awaited<ReturnType<typeof buildCompany>>) => ({
  admin: await app.as(owner),
  technician: await app.as(worker),
});
const signIn = (email: string, password = knownPassword) =>
  app.anonymous.http.get('/api/user/auth', { auth: { username: email, password } });

const at = (moment: string) => app.setNow(new Date(moment));
async function runAt(moment: string): Promise<void> {
  at(moment);
  await advanceClosures(app.deps);
}
/** Lets all jobs of these kinds finish. */
const untilIdle = (names: string[], { deps }: Pick<TestApp, 'deps'> = app) =>
  vi.waitFor(
    async () => {
      const open = await deps.db.global.$queryRaw`
        SELECT name FROM pgboss.job WHERE name = ANY (${names}) AND state IN ('created', 'retry', 'active')`;
      expect(open).toEqual([]);
    },
    { timeout: 15_000, interval: 25 },
  );
const mailsTo = async ({ email }: { email: string }) => {
  await untilIdle(['closure.mail', 'account.erase', 'account.confirm-erasure']);
  return app.mails.filter(({ to }) => to === email);
};
const rowOf = (accountId: number) => app.deps.db.global.account.findUnique({ where: { id: accountId } });
const kindsIn = async (accountId: number) =>
  (await app.deps.db.of({ accountId }).auditLog.findMany({ orderBy: { id: 'asc' } })).map(({ kind }) => kind);

describe('notice', () => {
  it('ends the contract after the chosen day; until then everybody works, and admins see the day', async () => {
    at('2031-03-01T09:00:00Z');
    const company = await buildCompany();
    const { admin, technician } = await signedIn(company);
    const stands = await admin.closure.giveNotice({ body: { endsOn: '2031-03-29' } });
    expect(stands).toEqual({
      today: '2031-03-01',
      endsOn: '2031-03-29',
      closedOn: null,
      retrievalUntil: null,
      paidUntil: '2035-01-01',
      termsFrom: null,
    });
    expect((await admin.user.checkAuth()).account).toMatchObject({ closed: false, endsOn: '2031-03-29' });
    expect((await technician.user.checkAuth()).account).toMatchObject({ closed: false, endsOn: null });
    // In Warsaw the clocks change in the night after, but the day still ends at midnight there.
    await runAt('2031-03-29T22:59:00Z');
    await technician.customer.findAll();
    await runAt('2031-03-29T23:00:00Z');
    expect(await admin.closure.get()).toMatchObject({
      endsOn: null,
      closedOn: '2031-03-30',
      retrievalUntil: '2031-04-29',
    });
    expect(await refusal(technician.customer.findAll())).toMatchObject({ status: 401 });
    expect(await kindsIn(company.accountId)).toEqual(['NOTICE_GIVEN', 'ACCOUNT_CLOSED']);
  });

  it.each([
    ['Pacific/Auckland', '2031-06-10T11:59:00Z', '2031-06-10T12:00:00Z'],
    ['America/New_York', '2031-06-11T03:59:00Z', '2031-06-11T04:00:00Z'],
    // On that day the clocks go forward at midnight there: the day after begins at one o'clock.
    ['Africa/Cairo', '2031-06-10T20:59:00Z', '2031-06-10T21:00:00Z'],
  ])('runs until midnight in %s', async (timezone, before, after) => {
    at('2031-06-01T12:00:00Z');
    const { accountId, owner } = await buildCompany({ timezone });
    await (await app.as(owner)).closure.giveNotice({ body: { endsOn: '2031-06-10' } });
    await runAt(before);
    expect((await rowOf(accountId))?.closedAt).toBeNull();
    await runAt(after);
    expect((await rowOf(accountId))?.closedAt).not.toBeNull();
  });

  it('is for a day from today until two months from now', async () => {
    at('2031-12-31T09:00:00Z');
    const { admin, technician } = await signedIn(await buildCompany());
    const give = (endsOn: string | null) => admin.closure.giveNotice({ body: { endsOn } });
    for (const day of ['2031-12-30', '2032-03-01', '2032-13-01'])
      expect(await refusal(give(day))).toMatchObject({ status: 400, fields: { endsOn: 'INVALID' } });
    expect(await give('2032-02-29')).toMatchObject({ endsOn: '2032-02-29' });
    expect(await give('2031-12-31')).toMatchObject({ endsOn: '2031-12-31' });
    for (const call of [technician.closure.get, technician.closure.takeBack, technician.closure.reopen])
      expect(await refusal(call())).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
  });

  it('is mailed to all admins: who gave it, what follows when, and how to keep the contract', async () => {
    at('2031-03-01T09:00:00Z');
    const { accountId, owner, partner, worker } = await buildCompany();
    await app.deps.db.of({ accountId }).user.update({
      where: { accountId_id: { accountId, id: owner.id } },
      data: { firstName: 'Anna', lastName: 'Nowak' },
    });
    const admin = await app.as(owner);
    const subjects = async (of: { email: string }) => (await mailsTo(of)).map(({ subject }) => subject);
    await admin.closure.giveNotice({ body: { endsOn: '2031-03-29' } });
    expect(await subjects(owner)).toEqual(['Your Servicebook contract ends on 29 March 2031']);
    expect(await subjects(partner)).toEqual(['Ihr Vertrag mit Servicebook endet am 29. März 2031']);
    const [{ text } = { text: '' }] = await mailsTo(partner);
    expect(text).toContain(`Administrator: Anna Nowak, ${owner.email}`);
    for (const day of ['29. März', '29. April', '30. April']) expect(text).toContain(`${day} 2031`);
    expect(text).toContain('/myAccount?tab=management');
    // The same day again is no news; another one is.
    await admin.closure.giveNotice({ body: { endsOn: '2031-03-29' } });
    await admin.closure.giveNotice({ body: { endsOn: '2031-03-30' } });
    expect(await subjects(owner)).toEqual([
      'Your Servicebook contract ends on 29 March 2031',
      'Your Servicebook contract ends on 30 March 2031',
    ]);
    await (await app.as(partner)).closure.takeBack();
    const last = (await mailsTo(owner)).at(-1);
    expect(last?.subject).toBe('Your Servicebook contract goes on');
    expect(last?.text).toContain(partner.email);
    await admin.closure.giveNotice({ body: { endsOn: null } });
    expect((await mailsTo(partner)).at(-1)?.text).toContain('Anna Nowak');
    expect(await mailsTo(worker)).toEqual([]);
  });

  it('can be taken back until its day has passed', async () => {
    at('2031-03-01T09:00:00Z');
    const company = await buildCompany();
    const { admin, technician } = await signedIn(company);
    await admin.closure.giveNotice({ body: { endsOn: '2031-03-10' } });
    expect(await admin.closure.takeBack()).toMatchObject({ endsOn: null });
    expect(await admin.closure.takeBack()).toMatchObject({ endsOn: null });
    await runAt('2031-03-11T09:00:00Z');
    await technician.customer.findAll();
    await admin.closure.giveNotice({ body: { endsOn: null } });
    expect(await refusal(admin.closure.takeBack())).toMatchObject({ status: 423, code: 'ACCOUNT_CLOSED' });
    expect(await kindsIn(company.accountId)).toEqual(['NOTICE_GIVEN', 'NOTICE_TAKEN_BACK', 'ACCOUNT_CLOSED']);
  });

  it('is open to users without paid access', async () => {
    const admin = await app.as(await buildAdmin(app, { planExpired: null }));
    expect(await admin.closure.giveNotice({ body: { endsOn: null } })).toMatchObject({ paidUntil: null });
    expect(await admin.closure.reopen()).toMatchObject({ closedOn: null });
  });
});

describe('a closed account', () => {
  async function buildClosed(given: Parameters<typeof buildAccount>[1] = {}) {
    const company = await buildCompany(given);
    const { admin, technician } = await signedIn(company);
    await admin.closure.giveNotice({ body: { endsOn: null } });
    return { ...company, admin, technician };
  }

  it('leaves its admins few calls, and others none', async () => {
    const open = Object.entries(contracts).flatMap(([feature, contract]) =>
      Object.entries(contract as Contract).flatMap(([name, { access, openToClosed }]) =>
        access !== 'public' && openToClosed ? [`${feature}.${name}`] : [],
      ),
    );
    // The contract sweep tries all calls.
    expect(open.sort()).toEqual([
      'account.delete',
      'closure.get',
      'closure.reopen',
      'export.accountData',
      'export.delete',
      'export.download',
      'export.findAll',
      'export.findById',
      'user.checkAuth',
      'user.choosePassword',
      'user.setLanguage',
    ]);
    at('2031-03-01T09:00:00Z');
    const { admin, technician } = await buildClosed();
    expect((await admin.user.checkAuth()).account).toMatchObject({ closed: true, endsOn: null });
    expect(await refusal(admin.customer.findAll())).toMatchObject({
      status: 423,
      code: 'ACCOUNT_CLOSED',
      message: expect.stringContaining('31 March 2031'),
    });
    expect(await refusal(technician.user.checkAuth())).toMatchObject({ status: 401 });
  });

  it('tells others at the sign-in who can reopen it, and keeps their mailed password', async () => {
    at('2031-03-01T09:00:00Z');
    const { owner, worker, admin } = await buildClosed();
    expect(await refusal(signIn(worker.email))).toMatchObject({
      status: 423,
      code: 'ACCOUNT_CLOSED',
      message:
        'Your company has ended its contract, so nobody works in this account any more. Until 31 March 2031, an administrator can sign in and reopen it.',
    });
    expect(await refusal(signIn(worker.email, 'wrong'))).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    expect((await signIn(owner.email)).data).toMatchObject({ account: { closed: true } });
    await app.anonymous.user.resetPassword({ body: { recipients: [worker.email] } });
    const { text } = await app.mailTo(worker.email);
    const password = text.split('\n').find((line) => /^\S{12,}$/.test(line)) ?? '';
    expect(await refusal(signIn(worker.email, password))).toMatchObject({ code: 'ACCOUNT_CLOSED' });
    await admin.closure.reopen();
    expect((await signIn(worker.email, password)).data).toMatchObject({ mustChoosePassword: true });
  });

  it('gives out all its data', async () => {
    const { admin } = await buildClosed();
    const { id } = await admin.export.accountData({ body: {} });
    await vi.waitFor(
      async () => expect(await admin.export.findById({ params: { id } })).toMatchObject({ status: 'DONE' }),
      { timeout: 15_000, interval: 25 },
    );
    const { data } = await admin.http.get(`/api/export/download/${id}`, { responseType: 'arraybuffer' });
    expect(Buffer.from(data).subarray(0, 2).toString()).toBe('PK');
    expect(await admin.export.findAll()).toMatchObject([{ id }]);
  });

  it('finishes an export that was under way', async () => {
    const company = await buildCompany();
    const { admin } = await signedIn(company);
    const { id } = await admin.export.accountData({ body: {} });
    await admin.closure.giveNotice({ body: { endsOn: null } });
    await vi.waitFor(
      async () => expect(await admin.export.findById({ params: { id } })).toMatchObject({ status: 'DONE' }),
      { timeout: 15_000, interval: 25 },
    );
  });

  it('sends no reminders and shows no calendar', async () => {
    at('2031-06-16T09:00:00Z');
    const company = await buildCompany();
    const { admin } = await signedIn(company);
    const { address } = await admin.calendar.renew();
    const feed = () => fetch(address.replace(app.deps.config.publicUrl, app.url));
    expect((await feed()).status).toBe(200);
    const { global } = app.deps.db;
    await global.user.updateMany({
      where: { accountId: company.accountId },
      data: { weeklyDigest: true, dailyTodos: true, planExpired: new Date('2031-06-20T10:00:00Z') },
    });
    await admin.closure.giveNotice({ body: { endsOn: null } });
    expect((await feed()).status).toBe(404);
    await queueReminders(app.deps);
    await remindOfAccessEnds(app.deps);
    expect(await global.sentReminder.count({ where: { accountId: company.accountId } })).toBe(0);
    await admin.closure.reopen();
    expect((await feed()).status).toBe(200);
    await remindOfAccessEnds(app.deps);
    expect(await global.sentReminder.count({ where: { accountId: company.accountId } })).toBeGreaterThan(0);
  });

  it('is as it was when it is reopened; whoever was signed in still is', async () => {
    const { accountId, admin, technician } = await buildClosed();
    expect(await admin.closure.reopen()).toMatchObject({
      closedOn: null,
      retrievalUntil: null,
      endsOn: null,
    });
    expect(await admin.closure.reopen()).toMatchObject({ closedOn: null });
    await technician.customer.findAll();
    expect(await rowOf(accountId)).toMatchObject({ closedAt: null, erasureWarnedAt: null });
    expect(await kindsIn(accountId)).toEqual(['ACCOUNT_CLOSED', 'ACCOUNT_REOPENED']);
  });

  it('can be erased at once', async () => {
    const { accountId, admin, owner } = await buildClosed();
    await mailsTo(owner);
    await admin.account.delete();
    await vi.waitFor(async () => expect(await rowOf(accountId)).toBeNull(), {
      timeout: 15_000,
      interval: 25,
    });
    expect(await refusal(admin.closure.reopen())).toMatchObject({ status: 401 });
  });
});

describe('the end of the time to fetch the data', () => {
  it('is told to the admins at the closing, three days before and when everything is erased', async () => {
    at('2031-03-01T09:00:00Z');
    const { accountId, owner, partner, worker } = await buildCompany();
    const admin = await app.as(owner);
    await admin.closure.giveNotice({ body: { endsOn: null } });
    // Told on the morning of the 28th, erased after the 31st.
    for (const moment of ['2031-03-27T12:00:00Z', '2031-03-28T06:59:00Z']) await runAt(moment);
    expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual([
      'Your Servicebook account is closed',
    ]);
    for (const moment of ['2031-03-28T07:00:00Z', '2031-03-29T07:00:00Z', '2031-03-31T21:59:00Z'])
      await runAt(moment);
    expect((await rowOf(accountId))?.retrievalUntil).toEqual(new Date('2031-03-31'));
    await runAt('2031-03-31T22:00:00Z');
    await vi.waitFor(async () => expect(await rowOf(accountId)).toBeNull(), {
      timeout: 15_000,
      interval: 25,
    });
    const mails = await mailsTo(owner);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your Servicebook account is closed',
      'Your Servicebook data will be erased on 1 April 2031',
      'Your Servicebook data has been erased',
    ]);
    expect(mails[0]?.text).toContain('Until the end of 31 March 2031');
    expect(mails[0]?.text).toContain('On 1 April 2031 everything is erased');
    expect(mails[1]?.text).toContain('reopen it is 31 March 2031');
    expect((await mailsTo(partner)).map(({ subject }) => subject)).toEqual([
      'Ihr Servicebook-Konto ist geschlossen',
      'Ihre Servicebook-Daten werden am 1. April 2031 gelöscht',
      'Ihre Servicebook-Daten sind gelöscht',
    ]);
    expect(await mailsTo(worker)).toEqual([]);
    expect(await app.deps.db.global.loginIdentity.count({ where: { accountId } })).toBe(0);
  });

  it('waits for three days after the warning, even if no server ran before', async () => {
    at('2031-03-01T09:00:00Z');
    const { accountId, owner } = await buildCompany();
    const admin = await app.as(owner);
    await admin.closure.giveNotice({ body: { endsOn: null } });
    await runAt('2031-04-20T09:00:00Z');
    await runAt('2031-04-23T09:00:00Z');
    expect((await rowOf(accountId))?.retrievalUntil).toEqual(new Date('2031-04-23'));
    expect((await mailsTo(owner)).at(-1)?.subject).toBe(
      'Your Servicebook data will be erased on 24 April 2031',
    );
    await runAt('2031-04-24T09:00:00Z');
    await vi.waitFor(async () => expect(await rowOf(accountId)).toBeNull(), {
      timeout: 15_000,
      interval: 25,
    });
  });

  it('starts over when the account is closed again', async () => {
    at('2031-03-01T09:00:00Z');
    const { accountId, owner } = await buildCompany();
    const admin = await app.as(owner);
    await admin.closure.giveNotice({ body: { endsOn: null } });
    // The news of the closing no longer holds once the warning sets another day.
    await mailsTo(owner);
    await runAt('2031-03-29T09:00:00Z');
    await mailsTo(owner);
    await admin.closure.reopen();
    await mailsTo(owner);
    await runAt('2031-05-01T09:00:00Z');
    const later = await app.as(owner);
    expect(await later.closure.giveNotice({ body: { endsOn: null } })).toMatchObject({
      retrievalUntil: '2031-05-31',
    });
    await runAt('2031-05-02T09:00:00Z');
    expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual([
      'Your Servicebook account is closed',
      'Your Servicebook data will be erased on 2 April 2031',
      'Your Servicebook contract goes on',
      'Your Servicebook account is closed',
    ]);
    expect(await rowOf(accountId)).toMatchObject({ erasureWarnedAt: null });
  });

  it('is not mailed after the account was reopened meanwhile', async () => {
    const { accountId, owner } = await buildCompany();
    const admin = await app.as(owner);
    const enqueue = vi.spyOn(app.deps.jobs, 'enqueue').mockResolvedValue();
    await admin.closure.giveNotice({ body: { endsOn: null } });
    const queued = enqueue.mock.calls.map(([, kind, payload]) => ({ kind, payload }));
    enqueue.mockRestore();
    expect(queued).toHaveLength(2);
    await admin.closure.reopen();
    await app.deps.db.of({ accountId }).$transaction(async (tx) => {
      for (const { kind, payload } of queued) await app.deps.jobs.enqueue(tx, kind, payload);
    });
    expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual([
      'Your Servicebook contract goes on',
    ]);
  });

  it('leaves no address in the queue, and confirms nothing that an admin deleted', async () => {
    const { accountId, owner } = await buildCompany();
    const { global } = app.deps.db;
    await global.account.update({ where: { id: accountId }, data: { deletedAt: new Date() } });
    await erase(app.deps, { accountId });
    expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual([
      'Your Servicebook data has been erased',
    ]);
    const [queue] = await global.$queryRaw<{ kept: number }[]>`
      SELECT deletion_seconds AS kept FROM pgboss.queue WHERE name = 'account.confirm-erasure'`;
    expect(queue?.kept).toBe(60);

    const other = await buildCompany();
    await (await app.as(other.owner)).account.delete();
    await vi.waitFor(async () => expect(await rowOf(other.accountId)).toBeNull(), {
      timeout: 15_000,
      interval: 25,
    });
    expect(await mailsTo(other.owner)).toEqual([]);
  });
});

describe('steps at the same time', () => {
  it('leave one valid state, and an entry in the log for each that was taken', async () => {
    const { accountId, owner, partner } = await buildCompany();
    const [one, other] = [await app.as(owner), await app.as(partner)];
    const { today } = await one.closure.get();
    for (let round = 0; round < 5; round++)
      await Promise.allSettled([
        one.closure.giveNotice({ body: { endsOn: today } }),
        other.closure.takeBack(),
        one.closure.giveNotice({ body: { endsOn: null } }),
        other.closure.reopen(),
        one.closure.reopen(),
        advanceClosures(app.deps),
      ]);
    const kinds = await kindsIn(accountId);
    const [closed, reopened] = ['ACCOUNT_CLOSED', 'ACCOUNT_REOPENED'].map(
      (kind) => kinds.filter((one) => one === kind).length,
    );
    const row = await rowOf(accountId);
    expect((closed ?? 0) - (reopened ?? 0)).toBe(row?.closedAt ? 1 : 0);
    expect(closed).toBeGreaterThan(0);
  });

  it('either reopen or erase, never both', async () => {
    for (let round = 0; round < 4; round++) {
      at('2031-03-01T09:00:00Z');
      const { accountId, owner } = await buildCompany();
      const admin = await app.as(owner);
      await admin.closure.giveNotice({ body: { endsOn: null } });
      await runAt('2031-03-28T09:00:00Z');
      at('2031-04-01T09:00:00Z');
      const steps = [() => advanceClosures(app.deps), () => admin.closure.reopen()];
      const [, reopening] = await Promise.allSettled(
        (round % 2 ? steps : steps.toReversed()).map((step) => step()),
      ).then((results) => (round % 2 ? results : results.toReversed()));
      if (reopening?.status === 'fulfilled') {
        await untilIdle(['account.erase']);
        expect(await rowOf(accountId)).toMatchObject({ closedAt: null, deletedAt: null });
      } else {
        await vi.waitFor(async () => expect(await rowOf(accountId)).toBeNull(), {
          timeout: 15_000,
          interval: 25,
        });
      }
    }
  });

  it('are taken in whole: a server that dies in between leaves the account as it was', async () => {
    at('2031-03-01T09:00:00Z');
    const { accountId, owner } = await buildCompany();
    await (await app.as(owner)).closure.giveNotice({ body: { endsOn: '2031-03-01' } });
    const other = await buildCompany();
    await (await app.as(other.owner)).closure.giveNotice({ body: { endsOn: '2031-03-01' } });
    at('2031-03-02T09:00:00Z');
    const { deps } = app;
    const enqueue: typeof deps.jobs.enqueue = async (tx, kind, payload) => {
      if ((payload as { accountId: number }).accountId === accountId)
        throw new Error('the server was killed');
      return deps.jobs.enqueue(tx, kind, payload);
    };
    await advanceClosures({ ...deps, jobs: { ...deps.jobs, enqueue } });
    expect(await rowOf(accountId)).toMatchObject({ closedAt: null, endsOn: new Date('2031-03-01') });
    expect((await rowOf(other.accountId))?.closedAt).not.toBeNull();
    expect(await kindsIn(accountId)).toEqual(['NOTICE_GIVEN']);
    await advanceClosures(deps);
    expect((await rowOf(accountId))?.closedAt).not.toBeNull();
    const closed = (await mailsTo(owner)).filter(({ subject }) => /closed/.test(subject));
    expect(closed).toHaveLength(1);
  });
});
