import { createHash } from 'node:crypto';
import { languages } from '@servicebook/i18n';
import english from '@servicebook/i18n/en/terms.json' with { type: 'json' };
import { currentTerms, termsVersions } from '@servicebook/shared/terms';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { textsOf } from '../../platform/texts.ts';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildAccount, buildAdmin, buildUser } from '../../testing/builders.ts';
import { announceTerms } from './terms.jobs.ts';
import { termsMail } from './terms.mail.ts';

const app = useTestApp();
afterEach(() => app.setNow(null));

/**
 * Fails when the English terms were changed. If what they say has changed: a new day in `termsVersions`, and what has
 * changed in `versions` of terms.json, so that every company is told. In any case, the hash.
 */
test('changed terms are a new version', () => {
  const { sections } = english;
  const hash = createHash('sha256').update(JSON.stringify(sections)).digest('hex').slice(0, 12);
  expect({ [currentTerms]: hash }).toEqual({ '2026-11-24': '9e7e5abec155' });
  expect([...termsVersions]).toEqual([...termsVersions].sort());
});

describe('changed terms', () => {
  const later = ['2026-11-24', '2031-05-02'];
  const mailsTo = async ({ email }: { email: string }) => {
    await vi.waitFor(
      async () =>
        expect(
          await app.deps.db.global.$queryRaw`
            SELECT name FROM pgboss.job WHERE name = 'terms.mail' AND state IN ('created', 'retry', 'active')`,
        ).toEqual([]),
      { timeout: 15_000, interval: 25 },
    );
    return app.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  };
  async function buildCompany() {
    const { id: accountId } = await buildAccount(app, { timezone: 'Europe/Warsaw' });
    const planExpired = new Date('2035-01-01T12:00:00Z');
    const owner = await buildAdmin(app, { accountId, planExpired });
    const partner = await buildAdmin(app, { accountId, planExpired, language: 'de' });
    const worker = await buildUser(app, { accountId, planExpired });
    return { accountId, owner, partner, worker };
  }

  it('are mailed to all admins once, 30 days ahead, in the morning; a killed server tells nobody twice', async () => {
    const { accountId, owner, partner, worker } = await buildCompany();
    app.setNow(new Date('2031-05-03T05:59:00Z'));
    await announceTerms(app.deps, later);
    expect(await mailsTo(owner)).toEqual([]);
    app.setNow(new Date('2031-05-03T06:00:00Z'));
    const { deps } = app;
    let queued = 0;
    const dying: typeof deps.jobs.enqueue = async (tx, kind, payload) => {
      if ((payload as { accountId: number }).accountId === accountId && ++queued === 2)
        throw new Error('the server was killed');
      return deps.jobs.enqueue(tx, kind, payload);
    };
    await announceTerms({ ...deps, jobs: { ...deps.jobs, enqueue: dying } }, later);
    expect(queued).toBe(2);
    expect(await mailsTo(owner)).toEqual([]);
    await Promise.all([announceTerms(deps, later), announceTerms(deps, later)]);
    await announceTerms(deps, later);
    expect(await mailsTo(owner)).toEqual(['New terms of Servicebook from 2 June 2031']);
    expect(await mailsTo(partner)).toEqual(['Neue Nutzungsbedingungen von Servicebook ab 2. Juni 2031']);
    expect(await mailsTo(worker)).toEqual([]);
  });

  it('stand above the screens of each admin until they are put away', async () => {
    const { owner, partner, worker } = await buildCompany();
    app.setNow(new Date('2031-05-03T10:00:00Z'));
    const [one, other, technician] = [await app.as(owner), await app.as(partner), await app.as(worker)];
    const noteOf = async ({ user }: typeof one) => (await user.checkAuth()).account.termsFrom;
    expect(await noteOf(one)).toBeNull();
    await announceTerms(app.deps, later);
    expect([await noteOf(one), await noteOf(other), await noteOf(technician)]).toEqual([
      '2031-06-02',
      '2031-06-02',
      null,
    ]);
    expect(await one.closure.get()).toMatchObject({ termsFrom: '2031-06-02' });
    await one.terms.seen();
    expect([await noteOf(one), await noteOf(other)]).toEqual([null, '2031-06-02']);
    expect(await refusal(technician.terms.seen())).toMatchObject({ status: 403 });
    await announceTerms(app.deps, [...later, '2031-09-01']);
    expect(await noteOf(one)).toBe('2031-06-02');
  });

  it('are not told to who registers afterwards, nor to a closed account before it is reopened', async () => {
    const { accountId, owner } = await buildCompany();
    await app.deps.db.global.account.update({
      where: { id: accountId },
      data: { termsVersion: new Date('2031-05-02') },
    });
    const closed = await buildCompany();
    app.setNow(new Date('2031-05-03T10:00:00Z'));
    const admin = await app.as(closed.owner);
    await admin.closure.giveNotice({ body: { endsOn: null } });
    await announceTerms(app.deps, later);
    expect(await mailsTo(owner)).toEqual([]);
    expect((await mailsTo(closed.owner)).some((subject) => /terms/.test(subject))).toBe(false);
    await admin.closure.reopen();
    await announceTerms(app.deps, later);
    expect(await mailsTo(closed.owner)).toContain('New terms of Servicebook from 2 June 2031');
  });

  it.each(languages)('are listed in the mail, with the way out (%s)', (language) => {
    const admin = { email: 'anna@example.com', firstName: 'Anna', language, account: { language } };
    const { text, html } = termsMail(
      admin,
      { from: '2031-06-02', versions: termsVersions },
      { publicUrl: 'https://app.example', seller: { email: 'help@example.com' } },
    );
    const said = textsOf(language, 'terms')('versions.2026-11-24');
    for (const part of [said, 'https://app.example/conditions', 'help@example.com', '2031'])
      expect(text).toContain(part);
    expect(html).not.toMatch(/{{/);
  });
});
