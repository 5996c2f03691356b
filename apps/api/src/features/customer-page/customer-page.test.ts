import { randomUUID } from 'node:crypto';
import { languages } from '@servicebook/shared/primitives';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { textsOf } from '../../platform/texts.ts';
import { newToken } from '../../platform/token.ts';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildCustomer, buildDevice, buildTeam } from '../../testing/builders.ts';
import { bodyOf, protocolOf, signProtocol } from '../../testing/protocols.ts';
import { removeExpired } from '../housekeeping/housekeeping.jobs.ts';

const app = useTestApp();
let team: Awaited<ReturnType<typeof buildTeam>>;
/** Of each test its own, because a mail of an earlier one may come late. */
let address: string;
let customerId: number;
/** The path of the page. */
let home: string;

const db = () => app.deps.db.of(team);
const switchPage = (on: boolean, id = customerId) =>
  team.admin.customerPage.switch({ body: { customer: { id }, on } });
const pathOf = (url: string) => url.replace(app.deps.config.publicUrl, '');

afterEach(() => app.setNow(null));
beforeEach(async () => {
  await app.forgetAttempts();
  team = await buildTeam(app);
  await app.deps.db.global.account.update({
    where: { id: team.accountId },
    data: { companyName: 'Fix & Co' },
  });
  address = `anna-${randomUUID()}@mill.example`;
  const customer = await buildCustomer(app, {
    accountId: team.accountId,
    shortName: 'Mill',
    fullName: 'Mill <1>',
  });
  customerId = customer.id;
  await addContact(address);
  const { page } = await switchPage(true);
  home = pathOf(page?.address ?? '');
});

const addContact = (email: string, name = 'Anna', id = customerId) =>
  team.technician.customerContact.insert({ body: { customer: { id }, name, email } });

/** A browser: it keeps its cookies and follows no redirect by itself. */
function browser() {
  const jar = new Map<string, string>();
  const call = async (at: string, init: RequestInit = {}) => {
    const headers = {
      Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...init.headers,
    };
    const answer = await fetch(app.url + at, { redirect: 'manual', ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      headers: answer.headers,
      text: await answer.text(),
    };
  };
  return {
    jar,
    get: (at: string, headers: Record<string, string> = {}) => call(at, { headers }),
    post: (at: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      call(at, { method: 'POST', body: new URLSearchParams(form), headers }),
  };
}
type Browser = ReturnType<typeof browser>;

/** The path and token of the newest link to an address. */
async function linkTo(email = address): Promise<{ path: string; token: string }> {
  const { text } = await app.mailTo(email);
  const path = pathOf(/https?:\S+\/my\/sign-in\S+/.exec(text)?.[0] ?? '');
  return { path, token: new URLSearchParams(path.split('?')[1]).get('token') ?? '' };
}

async function mailedLink(email = address, at = home): Promise<{ path: string; token: string }> {
  const before = app.mails.length;
  expect((await browser().post(at, { email })).status).toBe(200);
  await vi.waitFor(() => expect(app.mails.slice(before).some(({ to }) => to === email)).toBe(true), {
    timeout: 15_000,
  });
  return linkTo(email);
}

async function signIn(email = address, at = home): Promise<Browser> {
  const own = browser();
  const { token } = await mailedLink(email, at);
  expect(await own.post('/my/sign-in', { token })).toMatchObject({ status: 303 });
  return own;
}

const isIn = async (own: Browser, at = home) => {
  const { status, text } = await own.get(at);
  expect(status).toBe(200);
  return text.includes('/sign-out');
};

const logged = async () =>
  (await db().auditLog.findMany({ where: { kind: { startsWith: 'CUSTOMER' } }, orderBy: { id: 'asc' } })).map(
    ({ kind, who, what }) => [kind, who, what],
  );

describe('signing in', () => {
  it('takes an e-mail address, a mailed link and its button; the visitor can sign out', async () => {
    const own = browser();
    const asked = await own.get(home);
    expect(asked).toMatchObject({ status: 200 });
    expect(asked.text).toContain('Fix &#38; Co');
    expect(asked.text).not.toContain('Mill');
    const { path, token } = await mailedLink();
    const mail = await app.mailTo(address);
    expect(mail.subject).toContain('Fix & Co');
    expect(mail.text).toContain('Hello Anna');
    expect(mail.text).toContain('please do not forward it');
    const opened = await own.get(path);
    expect(opened.text).toContain('Mill &#60;1&#62;');
    expect(opened.headers.getSetCookie()).toEqual([]);
    const pressed = await own.post('/my/sign-in', { token });
    expect(pressed).toMatchObject({ status: 303, location: home });
    expect(pressed.headers.getSetCookie()).toHaveLength(1);
    expect(pressed.headers.getSetCookie()[0]).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const shown = await own.get(home);
    expect(shown.text).toContain(address);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(await own.post(`${home}/sign-out`)).toMatchObject({ status: 303, location: home });
    expect(own.jar.size).toBe(0);
    expect(await isIn(own)).toBe(false);
    expect(await db().customerSession.count()).toBe(0);
    expect((await logged()).slice(1)).toEqual([
      ['CUSTOMER_SIGNED_IN', address, 'Mill <1>'],
      ['CUSTOMER_SESSION_ENDED', address, 'Mill <1>'],
    ]);
  });

  it('gives the same answer for every address, and mails only those of the customer', async () => {
    const stranger = `eve-${randomUUID()}@elsewhere.example`;
    const [known, unknown] = [
      await browser().post(home, { email: address }),
      await browser().post(home, { email: stranger }),
    ];
    expect(unknown.text.replaceAll(stranger, address)).toBe(known.text);
    expect(unknown.status).toBe(200);
    await app.mailTo(address);
    expect(app.mails.some(({ to }) => to === stranger)).toBe(false);
  });

  it('does not mind capitals and blanks, and two contacts with one address', async () => {
    await addContact(address, 'Ewa');
    await browser().post(home, { email: ` ${address.toUpperCase()} ` });
    const { token } = await linkTo();
    const own = browser();
    await own.post('/my/sign-in', { token });
    expect(await isIn(own)).toBe(true);
    expect(app.mails.filter(({ to }) => to === address)).toHaveLength(1);
  });

  it.each([
    '',
    'anna',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    '%',
    '\0@x.example',
    'x'.repeat(900),
  ])('asks again for what is no address: %j', async (typed) => {
    const answer = await browser().post(home, { email: typed });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('aria-invalid="true"');
    expect(answer.text).not.toContain('\0');
  });

  it('works once for whoever has the link, also when many press at the same moment', async () => {
    const { token } = await mailedLink();
    const browsers = Array.from({ length: 20 }, browser);
    const answers = await Promise.all(browsers.map((own) => own.post('/my/sign-in', { token })));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
    expect(await db().customerSession.count()).toBe(1);
    // The page that says so leads to the page, where the first one is signed in.
    const winner = browsers[answers.findIndex(({ status }) => status === 303)] as Browser;
    const again = await winner.post('/my/sign-in', { token });
    expect(again.text).toContain(`href="${home}"`);
    expect(await isIn(winner)).toBe(true);
  });

  it('is not used up by programs that look at links', async () => {
    const { path, token } = await mailedLink();
    const scanner = browser();
    for (let time = 0; time < 3; time++) expect((await scanner.get(path)).status).toBe(200);
    expect((await fetch(app.url + path, { method: 'HEAD' })).status).toBe(200);
    expect(scanner.jar.size).toBe(0);
    expect((await browser().post('/my/sign-in', { token })).status).toBe(303);
  });

  it('is too late after a quarter of an hour', async () => {
    const { path, token } = await mailedLink();
    app.setNow(new Date(Date.now() + 15 * 60_000));
    expect((await browser().get(path)).status).toBe(410);
    expect((await browser().post('/my/sign-in', { token })).status).toBe(410);
    expect(await db().customerSession.count()).toBe(0);
  });

  it('knows nothing of guessed links and pages, of whatever form', async () => {
    const codes = [
      newToken(team.accountId),
      newToken(999_999_999),
      'x',
      `${team.accountId}.x`,
      '..',
      '%00',
      `${home.slice(4)}x`,
    ];
    for (const code of codes) {
      for (const at of [`/my/${code}`, `/my/${code}/protocols`, `/my/${code}/protocols/1`])
        expect([at, (await browser().get(at)).status]).toEqual([
          at,
          code === '..' ? expect.any(Number) : 404,
        ]);
      expect((await browser().post('/my/sign-in', { token: code })).status).toBe(404);
      expect((await browser().get(`/my/sign-in?token=${encodeURIComponent(code)}`)).status).toBe(404);
    }
  });

  it('accepts no form of another site', async () => {
    const { token } = await mailedLink();
    const own = browser();
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    for (const [at, form] of [
      [home, { email: address }],
      ['/my/sign-in', { token }],
      [`${home}/sign-out`, {}],
    ] as const)
      expect((await own.post(at, form, headers)).status).toBe(403);
    expect((await own.post('/my/sign-in', { token })).status).toBe(303);
  });

  it('is limited for an address, whether it is known or not', async () => {
    for (const email of [address, 'nobody@elsewhere.example']) {
      for (let time = 0; time < 5; time++) expect((await browser().post(home, { email })).status).toBe(200);
      const refused = await browser().post(home, { email });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBeTruthy();
    }
  });

  it('lets the customer in, however many other addresses somebody tries', async () => {
    // From many networks.
    const fromElsewhere = () =>
      app.deps.db.global.throttle.deleteMany({ where: { key: { startsWith: 'customer-link-source' } } });
    for (let time = 0; time < 70; time++) {
      await browser().post(home, { email: `nobody${time}@elsewhere.example` });
      await fromElsewhere();
    }
    expect((await browser().post(home, { email: address })).status).toBe(200);
  });

  it('keeps no token and no address of strangers readable', async () => {
    const own = await signIn();
    const { token } = await linkTo();
    const stored = JSON.stringify([
      await db().customerSession.findMany(),
      await db().customerLink.findMany(),
    ]);
    for (const secret of [token, ...own.jar.values()]) {
      expect(stored).not.toContain(secret);
      expect(app.logs.join('')).not.toContain(secret);
    }
  });
});

describe('a session', () => {
  it('ends 30 days after the sign-in, and after 7 days without use', async () => {
    const [idle, used] = [await signIn(), await signIn()];
    const start = Date.now();
    const inDays = (days: number) => app.setNow(new Date(start + days * 24 * 3_600_000));
    for (const days of [6, 12, 18, 24, 29]) {
      inDays(days);
      expect(await isIn(used), `day ${days}`).toBe(true);
    }
    expect(await isIn(idle)).toBe(false);
    inDays(30.1);
    expect(await isIn(used)).toBe(false);
    await removeExpired({ ...app.deps, clock: () => new Date(start + 31 * 24 * 3_600_000) });
    expect(await db().customerSession.count()).toBe(0);
    expect(await db().customerLink.count()).toBe(0);
  });

  it('ends as soon as the address is none of the customer’s', async () => {
    const own = await signIn();
    const [contact] = await team.admin.customerContact.findByCustomer({ params: { customerId } });
    const id = contact?.id ?? 0;
    const rename = (email: string) =>
      team.admin.customerContact.update({ body: { id, name: 'Anna', email } });
    await rename('other@mill.example');
    expect(await isIn(own)).toBe(false);
    await rename(address);
    await team.admin.customerContact.delete({ params: { id } });
    expect(await isIn(own)).toBe(false);
    expect((await team.admin.customerPage.findByCustomer({ params: { customerId } })).sessions).toEqual([]);
  });

  it('does not come back with an address that is put back, and neither does a link', async () => {
    const own = await signIn();
    const { token } = await mailedLink();
    const [contact] = await team.admin.customerContact.findByCustomer({ params: { customerId } });
    const id = contact?.id ?? 0;
    const rename = (email: string) =>
      team.admin.customerContact.update({ body: { id, name: 'Anna', email } });
    await rename('other@mill.example');
    await rename(address);
    expect(await isIn(own)).toBe(false);
    expect((await browser().post('/my/sign-in', { token })).status).toBe(410);
    const again = await signIn();
    await team.admin.customerContact.delete({ params: { id } });
    await addContact(address);
    expect(await isIn(again)).toBe(false);
    const moved = await signIn();
    await db().customer.updateMany({ where: { id: customerId }, data: { email: address } });
    await db().customerContact.deleteMany({ where: { customerId } });
    // The customer's own address, too, and in other letters.
    expect(await isIn(moved)).toBe(true);
    await db().customer.updateMany({ where: { id: customerId }, data: { email: address.toUpperCase() } });
    expect(await isIn(moved)).toBe(true);
    for (const email of ['', address])
      await db().customer.updateMany({ where: { id: customerId }, data: { email } });
    expect(await isIn(moved)).toBe(false);
  });

  it('stays when its address moves to another contact in one step', async () => {
    const own = await signIn();
    await db().$transaction(async (tx) => {
      await tx.customerContact.deleteMany({ where: { customerId } });
      await tx.customerContact.create({
        data: { accountId: team.accountId, customerId, name: 'Anna K.', email: address },
      });
    });
    expect(await isIn(own)).toBe(true);
  });

  it('does not come of a link whose address has been taken away meanwhile', async () => {
    const { token } = await mailedLink();
    await db().customerContact.deleteMany({ where: { customerId } });
    expect((await browser().post('/my/sign-in', { token })).status).toBe(410);
  });

  it('ends for good when the page is switched off; switched on again, it has another address', async () => {
    const own = await signIn();
    const { token } = await mailedLink();
    await switchPage(false);
    expect((await own.get(home)).status).toBe(404);
    expect((await own.post('/my/sign-in', { token })).status).toBe(404);
    const { page, sessions } = await switchPage(true);
    expect(sessions).toEqual([]);
    const next = pathOf(page?.address ?? '');
    expect(next).not.toBe(home);
    expect((await own.get(home)).status).toBe(404);
    expect(await isIn(own, next)).toBe(false);
    expect((await own.post('/my/sign-in', { token })).status).toBe(404);
  });

  it('ends with the customer; one that comes back has its page, and nobody is signed in', async () => {
    const own = await signIn();
    await team.admin.customer.delete({ params: { id: customerId } });
    expect((await own.get(home)).status).toBe(404);
    const kept = JSON.stringify(await db().binRow.findMany());
    expect(kept).toContain('customer_page');
    expect(kept).not.toContain('token_hash');
    const { id } = await db().binEntry.findFirstOrThrow({ where: { kind: 'customer' } });
    await team.admin.bin.restore({ params: { id } });
    expect(await isIn(own)).toBe(false);
    expect(await isIn(await signIn())).toBe(true);
  });

  it.each(['closed', 'deleted'])('ends with the account: %s', async (how) => {
    const own = await signIn();
    if (how === 'closed') await team.admin.closure.giveNotice({ body: { endsOn: null } });
    else await db().account.update({ where: { id: team.accountId }, data: { deletedAt: new Date() } });
    for (const at of [home, `${home}/protocols`]) expect((await own.get(at)).status).toBe(404);
    expect((await own.post(home, { email: address })).status).toBe(404);
  });

  it('opens only its own page, and an employee’s session opens none', async () => {
    const own = await signIn();
    const { id: other } = await buildCustomer(app, { accountId: team.accountId });
    await addContact(address, 'Anna', other);
    const there = pathOf((await switchPage(true, other)).page?.address ?? '');
    const [value = ''] = own.jar.values();
    const stranger = await buildTeam(app);
    const { id: foreign } = await buildCustomer(app, { accountId: stranger.accountId, email: address });
    const { page } = await stranger.admin.customerPage.switch({
      body: { customer: { id: foreign }, on: true },
    });
    const abroad = pathOf(page?.address ?? '');
    for (const at of [there, abroad]) {
      expect(await isIn(own, at)).toBe(false);
      own.jar.set(`servicebook-my-${at.slice(4)}`, value);
      expect(await isIn(own, at)).toBe(false);
    }
    const employee = await team.admin.http.get(home);
    expect(employee.data).not.toContain('/sign-out');
    // One person, two companies: both stay signed in.
    const both = await signIn();
    const { token } = await mailedLink(address, abroad);
    await both.post('/my/sign-in', { token });
    expect([await isIn(both), await isIn(both, abroad)]).toEqual([true, true]);
  });
});

describe('the office', () => {
  it('switches the page on once, however many press, and sees who can sign in', async () => {
    const { id } = await buildCustomer(app, {
      accountId: team.accountId,
      shortName: 'Bakery',
      email: 'b@bakery.example',
    });
    await addContact('b@bakery.example', 'Basia', id);
    await addContact('', 'Nobody', id);
    const states = await Promise.all([1, 2, 3].map(() => switchPage(true, id)));
    expect(new Set(states.map(({ page }) => page?.address)).size).toBe(1);
    expect(states[0]?.people).toEqual([{ name: 'Basia', email: 'b@bakery.example' }]);
    await switchPage(false, id);
    await switchPage(false, id);
    expect((await logged()).map(([kind, , what]) => [kind, what])).toEqual([
      ['CUSTOMER_PAGE_ON', 'Mill'],
      ['CUSTOMER_PAGE_ON', 'Bakery'],
      ['CUSTOMER_PAGE_OFF', 'Bakery'],
    ]);
  });

  it('invites by a mail in the customer’s language, only to addresses of the customer', async () => {
    await db().customer.updateMany({ where: { id: customerId }, data: { language: 'de' } });
    const invite = (email: string) =>
      team.admin.customerPage.invite({ body: { customer: { id: customerId }, email } });
    await invite(address);
    const mail = await app.mailTo(address);
    expect(mail.text).toContain(`${app.deps.config.publicUrl}${home}`);
    expect(mail.subject).toBe('Fix & Co: Ihre Maschinen und Protokolle online');
    expect(mail.replyTo).toMatch(/@example\.com$/);
    expect(await refusal(invite('eve@elsewhere.example'))).toMatchObject({
      status: 400,
      fields: { email: 'INVALID' },
    });
    expect(await logged()).toContainEqual(['CUSTOMER_INVITED', mail.replyTo, `Mill: ${address}`]);
    const { page } = await team.admin.customerPage.findByCustomer({ params: { customerId } });
    expect(page?.invitation).toEqual({ email: address, at: expect.any(String) });
    await switchPage(false);
    expect(await refusal(invite(address))).toMatchObject({ status: 404 });
  });

  it('carries no links of whoever registers a company', async () => {
    await app.deps.db.global.account.update({
      where: { id: team.accountId },
      data: { companyName: 'Win at evil.example' },
    });
    await team.admin.customerPage.invite({ body: { customer: { id: customerId }, email: address } });
    const { subject, text } = await app.mailTo(address);
    expect(subject + text).not.toContain('evil');
    await mailedLink();
    expect(JSON.stringify(await app.mailTo(address))).not.toContain('evil');
  });

  it('sees who is signed in, and ends it', async () => {
    const own = await signIn();
    const read = () => team.admin.customerPage.findByCustomer({ params: { customerId } });
    const { sessions } = await read();
    expect(sessions).toEqual([
      {
        id: expect.any(Number),
        email: address,
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
      },
    ]);
    await team.admin.customerPage.endSession({ params: { id: sessions[0]?.id ?? 0 } });
    expect(await isIn(own)).toBe(false);
    expect((await read()).sessions).toEqual([]);
    expect((await logged()).at(-1)?.[2]).toBe(`Mill: ${address}`);
    const changes = await team.technician.log.changes({ params: { entity: 'customer', id: customerId } });
    expect(changes.map(({ kind }) => kind)).toContain('CUSTOMER_SIGNED_IN');
  });
});

describe('the page', () => {
  const machine = (given: object = {}) =>
    buildDevice(app, { accountId: team.accountId, customerId, ...given });

  it('shows the machines in use with their inspections, those to be inspected first at the top', async () => {
    app.setNow(new Date('2026-11-23T12:00:00Z'));
    const dated = (days: number) => ({
      statedInspectionDate: new Date(Date.UTC(2026, 10, 23 + days)),
      inspectionStatedOn: new Date('2026-01-01'),
    });
    await machine({ name: 'Later press', ...dated(200) });
    await machine({
      name: 'Overdue press',
      serialNumber: 'SN-1',
      ...dated(-12),
      streetAddress: 'Mill Lane 2',
      city: 'Łódź',
    });
    await machine({ name: 'Press of today', ...dated(0) });
    await machine({ name: 'Soon <b>press</b>', ...dated(9), isPeriodicInspectionEnabled: true });
    await machine({ name: 'Undated press', isPeriodicInspectionEnabled: false });
    await machine({
      name: 'Scrapped press',
      archivedAt: new Date(),
      archivedReason: 'SOLD',
      archivedById: team.userId,
    });
    await buildDevice(app, { accountId: team.accountId, name: 'Press of others' });
    const { text } = await (await signIn()).get(home);
    const names = [...text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, name]) => name);
    expect(names).toEqual([
      'Overdue press',
      'Press of today',
      'Soon &#60;b&#62;press&#60;/b&#62;',
      'Later press',
      'Undated press',
    ]);
    for (const part of [
      'overdue by 12 days',
      'due today',
      'in 9 days',
      'Serial number SN-1 · Mill Lane 2, Łódź',
      '11 November 2026',
      'No date',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('in 200 days');
  });

  it('says how to reach the company, and on paper whose page of which day it is', async () => {
    app.setNow(new Date('2026-11-23T12:00:00Z'));
    await app.deps.db.global.account.update({
      where: { id: team.accountId },
      data: { phone: '+48 61 123', street: 'Works Road 4', postalCode: '60-001', city: 'Poznań' },
    });
    expect((await browser().get(home)).text).not.toContain('+48 61 123');
    const own = await signIn();
    for (const at of [home, `${home}/protocols`]) {
      const { text } = await own.get(`${at}?lang=en`);
      expect(text).toContain('Fix &#38; Co · Phone: +48 61 123');
      expect(text).toContain('Fix &#38; Co · Works Road 4, 60-001 Poznań · State of 23 November 2026');
    }
  });

  it('is in the customer’s language, and in another one that is chosen', async () => {
    await machine({ name: 'Press' });
    await db().customer.updateMany({ where: { id: customerId }, data: { language: 'ru' } });
    const own = await signIn();
    expect((await app.mailTo(address)).text).toContain('Здравствуйте');
    for (const language of languages) {
      const texts = textsOf(language, 'customer-page');
      const { text } = await own.get(`${home}?lang=${language}`, { 'Accept-Language': 'en' });
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(texts('nextInspection'));
      expect(text).toContain(`href="${home}/protocols?lang=${language}"`);
    }
    expect((await own.get(home, { 'Accept-Language': 'en' })).text).toContain('<html lang="ru">');
  });

  it('is paged and searched, by number and machine', async () => {
    const own = await signIn();
    for (let at = 1; at <= 27; at++)
      await machine({ name: `Press ${String(at).padStart(2, '0')}`, serialNumber: `GA ${at}-X` });
    const first = await own.get(home);
    expect(first.text.match(/<h2>/g)).toHaveLength(25);
    expect(first.text).toContain('1–25 of 27');
    const second = await own.get(`${home}?page=2`);
    expect(second.text.match(/<h2>/g)).toHaveLength(2);
    expect((await own.get(`${home}?q=ga27x`)).text.match(/<h2>/g)).toHaveLength(1);
    expect((await own.get(`${home}?q=zzz`)).text).toContain('Nothing was found');
    expect((await own.get(`${home}?page=99`)).text).toContain('Show all');
    const odd = encodeURIComponent(`%_'";--<script>`);
    expect((await own.get(`${home}?q=${odd}`)).text).not.toContain('<script>');
  });

  const written = async (given: { id: number; customerId: number }, api = team.technician) => {
    const { id } = await api.service.add({
      body: protocolOf(given, { faultDescription: 'Customer is slow to pay' }),
    });
    await signProtocol(api, id);
    return id;
  };
  const pdf = async (own: Browser, id: number) => {
    const cookie = [...own.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${app.url}${home}/protocols/${id}`, {
      headers: { Cookie: cookie, Accept: 'text/html' },
    });
    return {
      status: answer.status,
      bytes: new Uint8Array(await answer.arrayBuffer()),
      headers: answer.headers,
    };
  };

  it('shows the signed protocols as they were signed, with their documents, and nothing else', async () => {
    const press = await machine({ name: 'Press', serialNumber: 'SN-7' });
    const id = await written(press);
    const open = await team.technician.service.add({ body: protocolOf(press) });
    await db().device.updateMany({ where: { id: press.id }, data: { name: 'Renamed' } });
    const own = await signIn();
    const { text } = await own.get(`${home}/protocols`);
    const { fullNumber, date } = await team.admin.service.findById({ params: { id } });
    expect(text).toContain(`Protocol ${fullNumber}/${date.slice(5, 7)}/${date.slice(0, 4)}`);
    expect(text).toContain('Press (SN-7)');
    expect(text).toContain('Repair');
    expect(text.match(/<h2>/g)).toHaveLength(1);
    for (const internal of ['slow to pay', 'Test User', 'Jan Nowak', 'Renamed'])
      expect(text).not.toContain(internal);
    expect(text).toMatch(/href="http[^"]+\/v\/\d+-[0-9a-z]{26}"/);
    expect((await own.get(`${home}/protocols?q=sn7`)).text.match(/<h2>/g)).toHaveLength(1);
    expect((await own.get(`${home}/protocols?q=nowak`)).text).not.toContain('<h2>');
    const document = await pdf(own, id);
    expect(document.status).toBe(200);
    expect(document.headers.get('content-type')).toBe('application/pdf');
    const stored = await team.admin.http.get(`/api/service/pdf/${id}`, { responseType: 'arraybuffer' });
    expect(Buffer.from(document.bytes).equals(Buffer.from(stored.data))).toBe(true);
    expect((await pdf(own, open.id)).status).toBe(404);
    expect((await pdf(browser(), id)).status).toBe(404);
  });

  it('marks withdrawn protocols, and gives their marked copy', async () => {
    const id = await written(await machine());
    await team.admin.service.withdraw({ params: { id }, body: { reason: 'Wrong machine' } });
    const own = await signIn();
    expect((await own.get(`${home}/protocols`)).text).toContain('Withdrawn');
    const { status, bytes } = await pdf(own, id);
    expect(status).toBe(200);
    expect((await readTexts(bytes)).join(' ')).toContain('Wrong machine');
  });

  it('keeps the signed version while a protocol is open again, for whom it was signed', async () => {
    const press = await machine({ name: 'Press' });
    const id = await written(press);
    const [before, own] = [await pdf(await signIn(), id), await signIn()];
    const { id: other } = await buildCustomer(app, { accountId: team.accountId, email: address });
    const theirs = await buildDevice(app, { accountId: team.accountId, customerId: other });
    const body = await bodyOf(team.admin, id);
    await team.admin.service.add({
      body: { ...body, faultDescription: 'Changed' },
    });
    expect(Buffer.from((await pdf(own, id)).bytes).equals(Buffer.from(before.bytes))).toBe(true);
    // Open again, for another customer: the signed version is not theirs, and this one's no longer.
    const open = await bodyOf(team.admin, id);
    await team.admin.service.add({
      body: {
        ...open,
        customer: { id: other },
        devices: [{ id: theirs.id }],
      },
    });
    expect((await pdf(own, id)).status).toBe(404);
    const there = pathOf((await switchPage(true, other)).page?.address ?? '');
    const them = await signIn(address, there);
    expect((await them.get(`${there}/protocols`)).text).not.toContain('<h2>');
    await signProtocol(team.admin, id);
    expect((await them.get(`${there}/protocols`)).text.match(/<h2>/g)).toHaveLength(1);
    expect((await own.get(`${home}/protocols`)).text).not.toContain('<h2>');
  });

  it('shows no protocols that a machine brings along from its former customer', async () => {
    const { id: former } = await buildCustomer(app, { accountId: team.accountId });
    const press = await machine({ customerId: former });
    const id = await written(press);
    await db().device.updateMany({ where: { id: press.id }, data: { customerId } });
    const own = await signIn();
    expect((await own.get(home)).text.match(/<h2>/g)).toHaveLength(1);
    expect((await own.get(`${home}/protocols`)).text).not.toContain('<h2>');
    expect((await pdf(own, id)).status).toBe(404);
  });
});
