import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { handles, jobKind } from '../platform/jobs.ts';
import { openOwnSealKey } from '../platform/seal/seal-key.ts';
import { openSigningKey } from '../platform/signing-key.ts';
import { useTestApp } from '../testing/app.ts';
import { buildAdmin, buildDevice, buildFile, buildUser, knownPassword } from '../testing/builders.ts';
import { protocolOf, readVersion, signProtocol } from '../testing/protocols.ts';
import { OpsProblem, type Rows, runCommand, usage } from './run-command.ts';
import { showOutcome } from './show-outcome.ts';

const app = useTestApp();
beforeEach(() => app.forgetAttempts());

const noAnswer = async () => '';
const run = async (args: string[], ask: (question: string) => Promise<string> = noAnswer) => {
  const { outcome, format } = await runCommand(app.deps, args, ask);
  return { said: '', rows: [] as Rows, ...outcome, shown: showOutcome(outcome, format) };
};
const problemOf = async (...args: string[]) => {
  const error = await run(args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OpsProblem);
  return (error as Error).message;
};
const logOf = (accountId: number) =>
  app.deps.db.of({ accountId }).auditLog.findMany({
    where: { who: 'operator' },
    select: { kind: true, entity: true, what: true, userId: true },
  });

describe('accounts', () => {
  it('lists companies by pages, with plan, users, machines, files and last sign-in', async () => {
    const planExpired = new Date('2031-05-01T00:00:00Z');
    const { accountId: former } = await buildAdmin(app);
    const owner = await buildAdmin(app, { planExpired });
    const { accountId } = owner;
    await app.deps.db.global.account.update({
      where: { id: accountId },
      data: { companyName: '=1+1\u001b[2J Ltd' },
    });
    await buildUser(app, { accountId, active: false });
    await buildDevice(app, { accountId });
    await buildFile(app, { accountId });
    const auth = { username: owner.email, password: knownPassword };
    await app.anonymous.http.get('/api/user/auth', { auth });
    const next = await buildAdmin(app);

    const after = String(former);
    const { rows, shown } = await run(['accounts', '--after', after, '--limit', '1']);
    expect(rows).toMatchObject([
      { id: accountId, state: 'open', users: 1, paidUntil: planExpired, machines: 1, files: 1 },
    ]);
    expect(rows[0]?.lastSignIn).toBeInstanceOf(Date);
    expect(shown).not.toContain('\u001b');
    const csv = await run(['accounts', '--after', after, '--csv']);
    expect(csv.shown.split('\n')[0]).toBe(
      'id,company,state,users,plans,paidUntil,machines,files,fileBytes,lastSignIn',
    );
    expect(csv.shown).toContain(",'=1+1");
    const { shown: json } = await run(['accounts', '--after', String(accountId), '--json']);
    expect(JSON.parse(json).map(({ id }: { id: number }) => id)).toEqual([next.accountId]);
  });
});

describe('unlock', () => {
  const signIn = async (username: string, password: string) =>
    (
      await app.anonymous.http.get('/api/user/auth', {
        auth: { username, password },
        validateStatus: () => true,
      })
    ).status;

  it('lets a user try again from a network, and the company’s log says who did it', async () => {
    const { email, accountId } = await buildUser(app);
    for (let turn = 0; turn < 11; turn++) await signIn(email, 'guess');
    expect(await signIn(email, knownPassword)).toBe(429);
    expect((await run(['unlock', email])).said).toContain('name its address');
    expect(await signIn(email, knownPassword)).toBe(429);
    await run(['unlock', email.toUpperCase(), '127.0.0.1']);
    expect(await signIn(email, knownPassword)).toBe(200);
    const entry = { kind: 'SIGN_IN_UNLOCKED', entity: 'user', what: email, userId: null };
    expect(await logOf(accountId)).toEqual([entry, entry]);
  });

  it('forgets what counts for a network', async () => {
    const { email } = await buildUser(app);
    const failures = 60;
    await app.deps.throttle.take('sign-in-source', '127.0.0.1', { points: failures, seconds: 900 }, failures);
    expect(await signIn(email, knownPassword)).toBe(429);
    await run(['unlock', '127.0.0.1']);
    expect(await signIn(email, knownPassword)).toBe(200);
  });

  it('knows who there is, and what an address is', async () => {
    expect(await problemOf('unlock', 'nobody@example.com')).toBe(
      'Nobody has the address nobody@example.com.',
    );
    expect(await problemOf('unlock', 'office')).toContain('neither an e-mail address nor an IP address');
    expect(await problemOf('unlock', 'a@example.com', 'office')).toBe('office is no IP address.');
  });
});

describe('jobs', () => {
  it('are listed with their error when they fail, and tried again at once', async () => {
    const { jobs, db } = app.deps;
    const kind = jobKind('test.failing', z.object({ accountId: z.number() }));
    let isBroken = true;
    const done = vi.fn();
    await jobs.work([
      handles(kind, async () => {
        if (isBroken) throw new Error('the printer is on fire\nand burns');
        done();
      }),
    ]);
    await db.of({ accountId: 1 }).$transaction((tx) => jobs.enqueue(tx, kind, { accountId: 1 }));
    const failing = () => run(['jobs']).then(({ rows }) => rows.filter(({ queue }) => queue === kind.name));
    const [job] = await vi.waitFor(async () => {
      const rows = await failing();
      expect(rows).toMatchObject([{ state: 'retry', error: 'the printer is on fire' }]);
      return rows;
    }, 10_000);
    // Given up: after two days, in reality.
    await db.global.$executeRaw`
      UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE name = ${kind.name}`;
    expect(await failing()).toMatchObject([{ state: 'failed' }]);
    isBroken = false;
    expect((await run(['retry', String(job?.id)])).said).toBe('1 job is tried again now.');
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce(), 10_000);
    expect(await problemOf('retry', kind.name)).toBe('No failed job has the queue or id test.failing.');
    expect((await run(['retry'])).said).toBe('0 jobs are tried again now.');
  });
});

describe('mails', () => {
  it('that no mail server took are listed, and sent again', async () => {
    const owner = await buildAdmin(app);
    const { accountId } = owner;
    const api = await app.as(owner);
    const { id } = await api.service.add({ body: protocolOf(await buildDevice(app, { accountId })) });
    await signProtocol(api, id);
    const version = await readVersion(app, accountId, id);
    const email = 'customer@example.com';
    const row = { accountId, serviceVersionId: version.id, email, language: 'en', text: 'Hello' };
    const refusal = { state: 'REFUSED', refusal: 'SERVER', reason: '550 no such user' } as const;
    const mail = await app.deps.db.of(owner).protocolMail.create({ data: { ...row, ...refusal } });
    const key = `${accountId}/${mail.id}`;
    const listed = async () => (await run(['mails'])).rows.filter((one) => one.mail === key);
    expect(await listed()).toMatchObject([
      { mail: key, to: email, state: 'REFUSED', reason: '550 no such user' },
    ]);

    expect((await run(['resend', key])).said).toBe(`Mail ${key} is sent again.`);
    expect((await app.mailTo(email)).attachments).toHaveLength(1);
    await vi.waitFor(async () => expect(await listed()).toEqual([]), 10_000);
    expect(await logOf(accountId)).toMatchObject([{ kind: 'MAILED', entity: 'service' }]);
    expect(await problemOf('resend', key)).toBe(`There is no refused mail ${key}.`);
    expect(await problemOf('resend', `${accountId + 1}/${mail.id}`)).toContain('There is no refused mail');
    expect(await problemOf('resend', '7')).toContain('it looks like 12/345');
  });
});

describe('mails of many', () => {
  const refusal = { state: 'REFUSED', refusal: 'UNREACHABLE', language: 'en', text: 'Hello' } as const;

  /** A company with a signed protocol whose mails were refused, to these addresses. */
  async function refused(emails: string[], createdAt = new Date('2026-05-04T10:00:00Z')) {
    const owner = await buildAdmin(app);
    const { accountId } = owner;
    const api = await app.as(owner);
    const { id } = await api.service.add({ body: protocolOf(await buildDevice(app, { accountId })) });
    await signProtocol(api, id);
    const { id: serviceVersionId } = await readVersion(app, accountId, id);
    for (const email of emails)
      await app.deps.db
        .of(owner)
        .protocolMail.create({ data: { accountId, serviceVersionId, email, createdAt, ...refusal } });
    return { owner, accountId };
  }
  const left = async (accountId: number) =>
    app.deps.db.of({ accountId }).protocolMail.count({ where: { state: 'REFUSED' } });

  it('are counted, and sent again after a question: of a company, or since a day', async () => {
    // The same address twice: somebody has tried again.
    const one = await refused(['one@many.test', 'two@many.test', 'two@many.test']);
    const other = await refused(['three@many.test'], new Date('2026-05-06T10:00:00Z'));
    const ofOne = ['resend', '--account', String(one.accountId)];
    expect((await run([...ofOne, '--dry-run'])).said).toBe('This would send 2 mails of 1 company again.');
    expect((await run(['resend', '--since', '2026-05-05', '--dry-run'])).said).toBe(
      'This would send 1 mail of 1 company again.',
    );
    expect((await run(['resend', '--since', '2026-05-04', '--dry-run'])).said).toBe(
      'This would send 3 mails of 2 companies again.',
    );
    // All mails of a version go together, also those that were ordered before that day.
    await app.deps.db.of(one.owner).protocolMail.updateMany({
      where: { email: 'one@many.test' },
      data: { createdAt: new Date('2026-05-07T10:00:00Z') },
    });
    expect((await run(['resend', '--since', '2026-05-07', '--dry-run'])).said).toBe(
      'This would send 2 mails of 1 company again.',
    );
    const { global } = app.deps.db;
    const close = (closedAt: Date | null) =>
      global.account.update({
        where: { id: other.accountId },
        data: { closedAt, retrievalUntil: closedAt },
      });
    await close(new Date());
    expect(await problemOf('resend', '--account', String(other.accountId), '--dry-run')).toBe(
      'There are no refused mails.',
    );
    await close(null);
    const ask = vi.fn(async () => 'no');
    await expect(run(ofOne, ask)).rejects.toThrow('Nothing was sent.');
    expect(ask).toHaveBeenCalledWith('This sends 2 mails of 1 company again. Type yes to go on: ');
    expect(await left(one.accountId)).toBe(3);

    expect((await run(ofOne, async () => 'yes')).said).toBe('2 mails are sent again.');
    await app.mailTo('one@many.test');
    await app.mailTo('two@many.test');
    expect(app.mails.filter(({ to }) => to === 'two@many.test')).toHaveLength(1);
    expect(await left(other.accountId)).toBe(1);
    expect(await problemOf(...ofOne)).toBe('There are no refused mails.');
    expect(await problemOf('resend', '--since', '2026-02-31')).toContain('must be a day such as 2026-11-27');
    for (const unclear of [['resend'], ['resend', '--dry-run'], ['resend', '1/2', '--since', '2026-05-05']])
      expect(await problemOf(...unclear)).toBe(usage);
  });
});

describe('rotate-keys', () => {
  it('makes another key of archives, and accepts what former ones have signed until they have leaked', async () => {
    const place = path.join(app.deps.config.dataDir, 'keys', 'export.pem');
    const content = Buffer.from('content');
    const signature = app.deps.exportKey.sign(content);
    expect((await run(['rotate-keys', 'archives'])).said).toContain('Restart all servers now.');
    const next = await openSigningKey(place);
    expect(next.id).not.toBe(app.deps.exportKey.id);
    expect(next.verify(content, signature)).toBe(true);
    await expect(run(['rotate-keys', 'archives', '--leaked'])).rejects.toThrow('Nothing was changed.');
    expect((await openSigningKey(place)).id).toBe(next.id);
    await run(['rotate-keys', 'archives', '--leaked'], async () => 'yes');
    expect((await openSigningKey(place)).verify(content, signature)).toBe(false);
  });

  it('changes nothing where there is no key, nor with another password than the servers', async () => {
    const within = (dataDir: string, password = app.deps.config.seal.password) => {
      const seal = { ...app.deps.config.seal, file: null, password };
      return { ...app.deps, config: { ...app.deps.config, dataDir, seal } };
    };
    const empty = path.join(app.deps.config.dataDir, 'elsewhere');
    for (const which of ['archives', 'seal'])
      await expect(runCommand(within(empty), ['rotate-keys', which], noAnswer)).rejects.toThrow(
        'Does DATA_DIR name the server’s folder?',
      );
    const { dataDir, seal, seller } = app.deps.config;
    const place = path.join(dataDir, 'keys', 'seal.p12');
    const former = await openOwnSealKey(place, seal.password, seller, new Date());
    await expect(runCommand(within(dataDir, 'other'), ['rotate-keys', 'seal'], noAnswer)).rejects.toThrow(
      OpsProblem,
    );
    const same = await openOwnSealKey(place, seal.password, seller, new Date());
    expect(same.certificateSha256).toBe(former.certificateSha256);
  });

  it('makes another key of the seal, but not in the place of the operator’s', async () => {
    expect(await problemOf('rotate-keys', 'seal')).toContain('Put another file in its place.');
    const seal = { ...app.deps.config.seal, file: null };
    const deps = { ...app.deps, config: { ...app.deps.config, seal } };
    const open = () =>
      openOwnSealKey(
        path.join(deps.config.dataDir, 'keys', 'seal.p12'),
        seal.password,
        deps.config.seller,
        new Date(),
      );
    const former = await open();
    await runCommand(deps, ['rotate-keys', 'seal'], noAnswer);
    expect((await open()).certificateSha256).not.toBe(former.certificateSha256);
    for (const unclear of [
      ['rotate-keys', 'all'],
      ['rotate-keys', 'seal', '--leaked'],
    ])
      expect(await problemOf(...unclear)).toBe(usage);
  });
});

describe('extend', () => {
  it('gives paying users more days, from the end of their access or from now', async () => {
    const end = new Date(Date.now() + 10 * 86_400_000);
    const owner = await buildAdmin(app, { planExpired: end });
    const { accountId } = owner;
    const late = await buildUser(app, { accountId, planExpired: new Date('2020-01-01T00:00:00Z') });
    const before = Date.now();
    await run(['extend', String(accountId), '30']);
    const ends = await app.deps.db.of(owner).user.findMany({ orderBy: { id: 'asc' } });
    expect(ends[0]?.planExpired?.getTime()).toBe(end.getTime() + 30 * 86_400_000);
    expect(ends[1]?.planExpired?.getTime()).toBeGreaterThanOrEqual(before + 30 * 86_400_000);
    expect((await logOf(accountId)).map(({ kind, what }) => [kind, what])).toEqual([
      ['CHANGED', owner.email],
      ['CHANGED', late.email],
    ]);
    const { rows: entries } = await (await app.as(owner)).log
      .search({ body: { page: 0, size: 10, text: 'operator' } as never })
      .then(({ content }) => ({ rows: content }));
    expect(entries[0]?.changes[0]?.field).toBe('planExpired');
    expect(await problemOf('extend', '999999', '30')).toBe(
      'Account 999999 has no active user on a paid plan.',
    );
    expect(await problemOf('extend', String(accountId), '-3')).toContain(usage.slice(0, 10));
    expect(await problemOf('extend', String(accountId), 'ten')).toBe(
      'DAYS must be a positive whole number, not ten.',
    );
  });
});

describe('delete', () => {
  it('asks for the name of the company, and then erases it', async () => {
    const owner = await buildAdmin(app);
    const other = await buildAdmin(app);
    const { accountId } = owner;
    const { global } = app.deps.db;
    await global.account.update({ where: { id: accountId }, data: { companyName: 'Press & Sons' } });
    const wrong = await run(['delete', String(accountId)], async () => 'Press').catch(
      (error) => error.message,
    );
    expect(wrong).toBe('That is not its name. Nothing was deleted.');
    expect(await global.account.count({ where: { id: accountId, deletedAt: null } })).toBe(1);
    const asked: string[] = [];
    await run(['delete', String(accountId)], async (question) => {
      asked.push(question);
      return 'Press & Sons\n';
    });
    expect(asked.join()).toContain('Press & Sons');
    await vi.waitFor(
      async () => expect(await global.account.count({ where: { id: accountId } })).toBe(0),
      10_000,
    );
    expect(await global.account.count({ where: { id: other.accountId, deletedAt: null } })).toBe(1);
    expect(await problemOf('delete', String(accountId))).toBe(`There is no account ${accountId}.`);
  });
});

describe('the command', () => {
  const started = (args: string[], env: Record<string, string> = {}) =>
    new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
      const { databaseUrl: DATABASE_URL = '', dataDir: DATA_DIR } = app.deps.config;
      const settings = { PATH: process.env.PATH ?? '', DATABASE_URL, DATA_DIR, ...env };
      const command = execFile(process.execPath, [cli, ...args], { env: settings }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      );
      command.stdin?.end();
    });

  it('prints what it found, and fails with one clear line', async () => {
    const { accountId: former } = await buildAdmin(app);
    const { accountId } = await buildAdmin(app);
    const found = await started(['accounts', '--after', String(former), '--json']);
    expect(found).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(found.out)[0].id).toBe(accountId);
    expect(await started([])).toEqual({ code: 1, out: '', err: `${usage}\n` });
    const away = await started(['jobs'], { DATABASE_URL: 'postgresql://u:secret@127.0.0.1:1/none' });
    expect(away).toMatchObject({ code: 1, out: '' });
    expect(away.err).toMatch(/^The database cannot be used: .*\n$/);
    expect(away.err).not.toContain('secret');
  });

  it('takes the end of its input for a no', async () => {
    const { accountId } = await buildAdmin(app);
    const answer = await started(['delete', String(accountId)]);
    expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was deleted.') });
  });

  it('names its commands to who calls an unknown one, or with the wrong arguments', async () => {
    for (const args of [['fly'], ['toString'], ['accounts', 'more'], ['retry', 'a', 'b'], ['jobs', '--fast']])
      expect(await problemOf(...args), args.join(' ')).toBe(usage);
  });
});
