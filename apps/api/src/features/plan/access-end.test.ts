import { afterEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../platform/tenancy.ts';
import { useTestApp } from '../../testing/app.ts';
import { buildAccount, buildAdmin, buildUser } from '../../testing/builders.ts';
import { remindOfAccessEnds } from './access-end.jobs.ts';

const app = useTestApp();
afterEach(async () => {
  app.setNow(null);
  await app.deps.db.global.user.updateMany({ data: { planExpired: null } });
});

/** Lets the hourly job run at a moment, as often as told, and all mails go out. */
async function runAt(now: string, times = 1): Promise<void> {
  app.setNow(new Date(now));
  await Promise.all(Array.from({ length: times }, () => remindOfAccessEnds(app.deps)));
  await vi.waitFor(
    async () => {
      const open = await app.deps.db.global.$queryRaw`
        SELECT name FROM pgboss.job WHERE name = 'plan.mail-access-end' AND state IN ('created', 'retry', 'active')`;
      expect(open).toEqual([]);
    },
    { timeout: 15_000, interval: 25 },
  );
}

const mailsTo = ({ email }: { email: string }) => app.mails.filter(({ to }) => to === email);
const subjectsTo = (user: { email: string }) => mailsTo(user).map(({ subject }) => subject);

async function buildCompany(planExpired: string, given: Parameters<typeof buildAccount>[1] = {}) {
  const { id: accountId } = await buildAccount(app, given);
  const end = new Date(planExpired);
  const admin = await buildAdmin(app, { accountId, planExpired: end, firstName: 'Ada', lastName: 'Admin' });
  const technician = await buildUser(app, {
    accountId,
    planExpired: end,
    firstName: 'Tom',
    lastName: 'Tech',
  });
  return { accountId, admin, technician };
}

describe('a reminder of the end of access', () => {
  it('is sent to the admins 14, 3 and 0 days before, once each, in one mail for all users concerned', async () => {
    const { accountId, admin, technician } = await buildCompany('2031-06-20T10:00:00Z');
    const colleague = await buildAdmin(app, {
      accountId,
      planExpired: new Date('2032-01-01'),
      language: 'de',
    });
    for (let day = 1; day <= 21; day++) await runAt(`2031-06-${String(day).padStart(2, '0')}T12:05:00Z`, 2);
    expect(subjectsTo(admin)).toEqual([
      'Access to Servicebook ends in 14 days',
      'Access to Servicebook ends in 3 days',
      'Access to Servicebook ends today',
    ]);
    expect(subjectsTo(colleague)).toEqual([
      'Zugang zu Servicebook endet in 14 Tagen',
      'Zugang zu Servicebook endet in 3 Tagen',
      'Zugang zu Servicebook endet heute',
    ]);
    const { text } = mailsTo(admin)[0] ?? { text: '' };
    expect(text).toContain('20 June 2031 (in 14 days): Ada Admin and Tom Tech');
    expect(text).toContain(`/order?users=${admin.id},${technician.id}`);
    expect(mailsTo(colleague)[0]?.text).toContain('20. Juni 2031 (in 14 Tagen): Ada Admin und Tom Tech');
    expect(subjectsTo(technician)).toEqual(['Your access to Servicebook ends in 3 days']);
  });

  it('lists several ends in one mail, one line per day', async () => {
    const { accountId, admin } = await buildCompany('2031-06-20T10:00:00Z', { language: 'pl' });
    await buildUser(app, {
      accountId,
      planExpired: new Date('2031-06-09T10:00:00Z'),
      firstName: 'Ewa',
      lastName: 'Wcześniej',
    });
    await runAt('2031-06-06T12:00:00Z');
    expect(subjectsTo(admin)).toEqual(['Dostęp do Servicebook kończy się za 3 dni']);
    const { text } = mailsTo(admin)[0] ?? { text: '' };
    expect(text).toContain('9 czerwca 2031 (za 3 dni): Ewa Wcześniej');
    expect(text).toContain('20 czerwca 2031 (za 14 dni): Ada Admin i Tom Tech');
  });

  it('missed on its day is sent on the next, with the remaining days', async () => {
    const { admin } = await buildCompany('2031-06-20T10:00:00Z');
    await runAt('2031-06-08T12:00:00Z');
    await runAt('2031-06-09T12:00:00Z');
    expect(subjectsTo(admin)).toEqual(['Access to Servicebook ends in 12 days']);
  });

  it('omits users extended while it was queued, and is not sent if nobody is left', async () => {
    const { accountId, admin, technician } = await buildCompany('2031-06-20T10:00:00Z');
    const other = await buildCompany('2031-06-20T10:00:00Z');
    const enqueue = vi.spyOn(app.deps.jobs, 'enqueue').mockResolvedValue();
    app.setNow(new Date('2031-06-06T12:00:00Z'));
    await remindOfAccessEnds(app.deps);
    const queued = enqueue.mock.calls.map(([, kind, payload]) => ({ kind, payload }));
    enqueue.mockRestore();
    expect(queued).toHaveLength(2);
    const { global } = app.deps.db;
    const planExpired = new Date('2031-07-20T10:00:00Z');
    await global.user.update({
      where: { accountId_id: { accountId, id: technician.id } },
      data: { planExpired },
    });
    await global.user.updateMany({ where: { accountId: other.accountId }, data: { planExpired } });
    await inTransaction(app.deps, { accountId, userId: 0 }, async (tx) => {
      for (const { kind, payload } of queued) await app.deps.jobs.enqueue(tx, kind, payload);
    });
    await runAt('2031-06-06T12:30:00Z');
    expect(mailsTo(admin).map(({ text }) => text.includes('Tom Tech'))).toEqual([false]);
    expect(mailsTo(other.admin)).toEqual([]);
  });

  it('is not sent for users who were extended, are on FREE, have no access, or whose account is deleted', async () => {
    const extended = await buildCompany('2031-07-20T10:00:00Z');
    const free = await buildAdmin(app, { plan: 'FREE', planExpired: new Date('2031-06-20T10:00:00Z') });
    const ended = await buildCompany('2031-06-05T10:00:00Z');
    const deleted = await buildCompany('2031-06-20T10:00:00Z', { deletedAt: new Date() });
    await runAt('2031-06-06T12:00:00Z');
    for (const user of [extended.admin, free, ended.admin, deleted.admin]) expect(mailsTo(user)).toEqual([]);
  });

  it('is sent again for the next end', async () => {
    const { accountId, admin } = await buildCompany('2031-06-20T10:00:00Z');
    await runAt('2031-06-20T09:00:00Z');
    await app.deps.db.global.user.updateMany({
      where: { accountId },
      data: { planExpired: new Date('2031-07-20T10:00:00Z') },
    });
    await runAt('2031-07-20T09:00:00Z');
    expect(subjectsTo(admin)).toEqual([
      'Access to Servicebook ends today',
      'Access to Servicebook ends today',
    ]);
  });
});

describe('the hour', () => {
  it('is in the morning in the recipient’s timezone', async () => {
    const { accountId, admin } = await buildCompany('2031-06-20T10:00:00Z');
    const abroad = await buildAdmin(app, {
      accountId,
      planExpired: null,
      timezone: 'Pacific/Auckland',
      language: 'es',
    });
    // Eight o'clock of 6 June in Auckland is ten o'clock of the 5th in Warsaw, fifteen days before.
    await runAt('2031-06-05T19:59:00Z');
    expect(mailsTo(abroad)).toEqual([]);
    await runAt('2031-06-05T20:00:00Z');
    expect(subjectsTo(abroad)).toEqual(['El acceso a Servicebook termina dentro de 14 días']);
    expect(mailsTo(admin)).toEqual([]);
    await runAt('2031-06-06T05:59:00Z');
    expect(mailsTo(admin)).toEqual([]);
    await runAt('2031-06-06T06:00:00Z');
    expect(subjectsTo(admin)).toEqual(['Access to Servicebook ends in 14 days']);
  });

  it('follows the local time across clock changes', async () => {
    // Clocks in Warsaw go forward on 30 March 2031 and back on 26 October.
    const spring = await buildCompany('2031-04-05T10:00:00Z', { language: 'it' });
    await runAt('2031-03-22T06:59:00Z');
    expect(mailsTo(spring.admin)).toEqual([]);
    await runAt('2031-03-22T07:00:00Z');
    expect(subjectsTo(spring.admin)).toEqual(['L’accesso a Servicebook scade tra 14 giorni']);
    await runAt('2031-04-02T05:59:00Z');
    expect(mailsTo(spring.admin)).toHaveLength(1);
    await runAt('2031-04-02T06:00:00Z');
    expect(subjectsTo(spring.admin)[1]).toBe('L’accesso a Servicebook scade tra 3 giorni');

    const autumn = await buildCompany('2031-10-28T11:00:00Z', { language: 'ru' });
    await runAt('2031-10-25T06:00:00Z');
    await runAt('2031-10-28T06:59:00Z');
    expect(subjectsTo(autumn.admin)).toEqual(['Доступ к Servicebook заканчивается через 3 дня']);
    await runAt('2031-10-28T07:00:00Z');
    expect(subjectsTo(autumn.admin)[1]).toBe('Доступ к Servicebook заканчивается сегодня');
  });
});
