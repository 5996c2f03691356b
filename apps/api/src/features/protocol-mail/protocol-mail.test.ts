import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MailFailure } from '../../platform/mailer.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAccount,
  buildAdmin,
  buildCustomer,
  buildDevice,
  buildService,
  buildUser,
} from '../../testing/builders.ts';
import { bodyOf, readPdf, signProtocol } from '../../testing/protocols.ts';
import { protocolMailJobs } from './protocol-mail.jobs.ts';

const app = useTestApp();
let accountId: number;
let customerId: number;
let deviceId: number;
let owner: Awaited<ReturnType<typeof buildUser>>;
let tech: Awaited<ReturnType<typeof buildUser>>;
let office: Api;
let technician: Api;
/** Of each test its own, because a mail of an earlier one may come late. */
let anna: string;
let general: string;

const company = 'Müller Drucklufttechnik GmbH';
const fresh = (name: string) => `${name}-${crypto.randomUUID()}@customer.example`;

afterEach(() => {
  app.setNow(null);
  app.failMails(0);
});
beforeEach(async () => {
  await app.forgetAttempts();
  [anna, general] = [fresh('anna'), fresh('office')];
  accountId = (await buildAccount(app, { companyName: company })).id;
  owner = await buildAdmin(app, { accountId });
  tech = await buildUser(app, { accountId, firstName: 'Tom', lastName: 'Tech' });
  [office, technician] = [await app.as(owner), await app.as(tech)];
  customerId = (await buildCustomer(app, { accountId, shortName: 'Mill', email: general, language: 'de' }))
    .id;
  await db().customerContact.create({
    data: { accountId, customerId, name: 'Anna Nowak', email: anna, isMain: true },
  });
  deviceId = (await buildDevice(app, { accountId, customerId, name: 'BSD 75', serialNumber: 'GA-2024-1296' }))
    .id;
});

const db = () => app.deps.db.of({ accountId });

async function buildSigned(): Promise<number> {
  const { id } = await buildService(app, { accountId, userId: tech.id, deviceId });
  await signProtocol(technician, id);
  return id;
}

/** An admin corrects a signed protocol, and the customer signs again. */
async function signAgain(id: number): Promise<void> {
  await office.service.add({ body: { ...(await bodyOf(office, id)), faultDescription: 'Leaking' } });
  await signProtocol(technician, id);
}

const order = (id: number, given: object = {}) => ({
  service: { id },
  version: 1,
  recipients: [anna],
  language: 'de' as const,
  text: null,
  ...given,
});
const send = (id: number, given: object = {}, api = technician) =>
  api.protocolMail.send({ body: order(id, given) });
const mailsOf = async (id: number) => (await technician.protocolMail.findByService({ params: { id } })).mails;
const arrived = (address: string) => app.mails.filter(({ to }) => to === address);
const untilState = (id: number, state: string) =>
  vi.waitFor(
    async () => {
      const [mail] = await mailsOf(id);
      expect(mail?.state).toBe(state);
      return mail;
    },
    { timeout: 15_000, interval: 50 },
  );
const numberOf = async (id: number) => {
  const { fullNumber, month, year } = await technician.service.findById({ params: { id } });
  return `${fullNumber}/${String(month).padStart(2, '0')}/${year}`;
};

/** The text of the next failure is what the mail server says. */
const refuseNext = (said: string, isFinal: boolean) => app.failMails(1, new MailFailure(said, { isFinal }));

describe('a protocol', () => {
  it('suggests the main contact, the customer, other contacts, and apart from them where it arrived before', async () => {
    const [other, before, refused] = [fresh('other'), fresh('before'), fresh('refused')];
    await db().customerContact.createMany({
      data: [
        { accountId, customerId, name: 'Otto', email: other },
        { accountId, customerId, name: 'Without', email: '' },
      ],
    });
    const earlier = await buildSigned();
    await send(earlier, { recipients: [before] });
    await app.mailTo(before);
    await untilState(earlier, 'SENT');
    refuseNext('550 no such user', true);
    await send(earlier, { recipients: [refused] });
    await untilState(earlier, 'REFUSED');
    const third = await buildSigned();
    refuseNext('550 mailbox gone', true);
    await send(third, { recipients: [general] });
    await untilState(third, 'REFUSED');
    const id = await buildSigned();
    const suggested = () => technician.protocolMail.findByService({ params: { id } });
    expect(await suggested()).toEqual({
      mails: [],
      recipients: [
        { name: 'Anna Nowak', email: anna, refused: false },
        { name: 'Mill', email: general, refused: true },
        { name: 'Otto', email: other, refused: false },
      ],
      used: [before],
      holders: [],
      language: 'de',
    });
    refuseNext('550 mailbox gone', true);
    await send(id, { recipients: [before] });
    await untilState(id, 'REFUSED');
    expect((await suggested()).used).toEqual([]);
  });

  it('is mailed as the preview shows it, with the document as it is stored', async () => {
    const id = await buildSigned();
    const preview = await technician.protocolMail.preview({
      body: { service: { id }, email: anna, language: 'de', text: null },
    });
    const [ordered] = await send(id);
    expect(ordered).toMatchObject({ version: 1, email: anna, state: 'WAITING', isAutomatic: false });
    const mail = await app.mailTo(anna);
    const number = await numberOf(id);
    expect({ subject: mail.subject, text: mail.text }).toEqual({
      subject: preview.subject,
      text: preview.text,
    });
    expect(mail).toMatchObject({
      subject: `Protokoll ${number} vom 10. November 2026`,
      fromName: company,
      replyTo: tech.email,
      attachments: [
        {
          filename: `Serviceprotokoll ${number.replaceAll('/', '-')} Mill.pdf`,
          contentType: 'application/pdf',
        },
      ],
    });
    const { token } = await db().sealedDocument.findFirstOrThrow();
    for (const part of [
      'Guten Tag Anna Nowak',
      `anbei erhalten Sie das unterschriebene Protokoll ${number} vom 10. November 2026.`,
      'Maschinen: BSD 75 (GA-2024-1296)',
      `/v/${accountId}-${token}`,
    ])
      expect(mail.text).toContain(part);
    expect(mail.html).toContain(`>${company}</p>`);
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(sha256(mail.attachments?.[0]?.content ?? new Uint8Array())).toBe(
      sha256(await readPdf(technician, id, 1)),
    );
    expect(await untilState(id, 'SENT')).toMatchObject({ sentAt: expect.any(String), refusal: null });
    const entry = await db().auditLog.findFirstOrThrow({ where: { kind: 'MAILED' } });
    expect(entry).toMatchObject({ who: tech.email, what: `${number}: ${anna}`, entityId: id });
  });

  it('goes once, however often the button is pressed', async () => {
    const id = await buildSigned();
    const idempotencyKey = crypto.randomUUID();
    const press = () => technician.protocolMail.send({ body: order(id), idempotencyKey });
    const answers = await Promise.all([press(), press(), press()]);
    expect(new Set(answers.map(([mail]) => mail?.id)).size).toBe(1);
    await untilState(id, 'SENT');
    expect(arrived(anna)).toHaveLength(1);
  });

  it('goes to several addresses in mails of their own, to each once', async () => {
    const id = await buildSigned();
    await send(id, { recipients: [anna, general, anna.toUpperCase()] });
    await vi.waitFor(
      async () => expect((await mailsOf(id)).map(({ state }) => state)).toEqual(['SENT', 'SENT']),
      { timeout: 15_000 },
    );
    expect([arrived(anna).length, arrived(general).length]).toEqual([1, 1]);
    expect(new Set([...arrived(anna), ...arrived(general)].map((mail) => mail.id)).size).toBe(2);
  });

  it.each([
    ['a\r\nBcc: c@d.example'],
    ['a@b.example\r\nBcc: c@d.example'],
    ['a@b.example, c@d.example'],
    ['Anna <a@b.example>'],
    [''],
  ])('is not sent to %j', async (address) => {
    const id = await buildSigned();
    expect(await refusal(send(id, { recipients: [address] }))).toMatchObject({ status: 400 });
  });

  it('is not sent to forty addresses at once', async () => {
    const id = await buildSigned();
    const many = Array.from({ length: 40 }, (_, place) => `c${place}@customer.example`);
    expect(await refusal(send(id, { recipients: many }))).toMatchObject({
      fields: { recipients: 'TOO_MANY' },
    });
    expect(await mailsOf(id)).toEqual([]);
  });

  it('is not sent before it is signed, while it is corrected, after it was replaced or withdrawn', async () => {
    const { id } = await buildService(app, { accountId, userId: tech.id, deviceId });
    expect(await refusal(send(id))).toMatchObject({ code: 'MAIL_OF_UNSIGNED_PROTOCOL' });
    await signProtocol(technician, id);
    await office.service.add({ body: { ...(await bodyOf(office, id)), faultDescription: 'Leaking' } });
    expect(await refusal(send(id))).toMatchObject({ code: 'MAIL_OF_UNSIGNED_PROTOCOL' });
    await signProtocol(technician, id);
    expect(await refusal(send(id))).toMatchObject({ code: 'SERVICE_CHANGED' });
    await office.service.withdraw({ params: { id }, body: { reason: 'Wrong machine' } });
    expect(await refusal(send(id, { version: 2 }))).toMatchObject({ code: 'WITHDRAWN_PROTOCOL' });
  });

  it('is sent again after a correction, and the mail says so', async () => {
    const id = await buildSigned();
    await signAgain(id);
    await send(id, { version: 2, language: 'en' });
    const { subject, text, attachments } = await app.mailTo(anna);
    const number = await numberOf(id);
    expect(subject).toBe(`Protocol ${number}: corrected version 2`);
    expect(text).toContain('This is the corrected version 2. It replaces the earlier ones');
    expect(attachments?.[0]?.filename).toBe(`Serviceprotokoll ${number.replaceAll('/', '-')} v2 Mill.pdf`);
  });
});

describe('a mail', () => {
  it('that the mail server refuses for good says why, and goes to another address', async () => {
    const id = await buildSigned();
    refuseNext('550 5.1.1 User unknown', true);
    await send(id);
    expect(await untilState(id, 'REFUSED')).toMatchObject({
      refusal: 'SERVER',
      reason: '550 5.1.1 User unknown',
      sentAt: null,
    });
    const found = async () => {
      const body = { states: ['MAIL_REFUSED' as const] };
      const { content } = await office.serviceOverview.search({ body });
      const { services } = await office.statistics.home();
      expect(services.mailRefused).toBe(content.length);
      return content.map((protocol) => protocol.id);
    };
    expect(await found()).toEqual([id]);
    await send(id, { recipients: [general] });
    await app.mailTo(general);
    expect(await found()).toEqual([]);
    expect((await mailsOf(id)).map(({ email, state }) => [email, state])).toEqual([
      [general, expect.any(String)],
      [anna, 'REFUSED'],
    ]);
    expect(arrived(anna)).toEqual([]);
  });

  it('that was refused and handed over on paper is done, once, until the next one is refused', async () => {
    const id = await buildSigned();
    const handOver = (version = 1) =>
      technician.protocolMail.handedOver({ params: { id }, body: { version } });
    const counted = async () => (await office.statistics.home()).services.mailRefused;
    refuseNext('550 no such user', true);
    await send(id);
    await untilState(id, 'REFUSED');
    expect(await refusal(handOver(2))).toMatchObject({ code: 'SERVICE_CHANGED' });
    expect(await counted()).toBe(1);
    await Promise.all([handOver(), handOver()]);
    expect(await counted()).toBe(0);
    const [{ handedOverAt } = { handedOverAt: null }] = await mailsOf(id);
    expect(handedOverAt).not.toBeNull();
    const written = () => db().auditLog.findMany({ where: { kind: 'CHANGED', entityId: id } });
    expect(await written()).toMatchObject([{ who: tech.email, changes: { handedOver: [null, anna] } }]);
    refuseNext('550 mailbox gone', true);
    await send(id, { recipients: [general] });
    await untilState(id, 'REFUSED');
    expect(await counted()).toBe(1);
    expect(await mailsOf(id)).toMatchObject([{ handedOverAt: null }, { handedOverAt }]);
    await handOver();
    expect(await counted()).toBe(0);
    expect(await mailsOf(id)).toMatchObject([{ email: general }, { handedOverAt }]);
    await office.service.add({ body: { ...(await bodyOf(office, id)), faultDescription: 'Leaking' } });
    expect(await refusal(handOver())).toMatchObject({ code: 'MAIL_OF_UNSIGNED_PROTOCOL' });
    await signProtocol(technician, id);
    expect(await refusal(handOver())).toMatchObject({ code: 'SERVICE_CHANGED' });
    await withdraw(id);
    expect(await refusal(handOver(2))).toMatchObject({ code: 'WITHDRAWN_PROTOCOL' });
  });

  it('waits while the mail server is away, with what it said, and leaves once', async () => {
    const id = await buildSigned();
    app.failMails(2, new MailFailure('451 4.7.1 Please try again later', { isFinal: false }));
    await send(id);
    await vi.waitFor(
      async () =>
        expect(await mailsOf(id)).toMatchObject([
          { state: 'WAITING', reason: '451 4.7.1 Please try again later' },
        ]),
      { timeout: 15_000 },
    );
    await vi.waitFor(
      async () => {
        await app.hurryJobs();
        expect(await mailsOf(id)).toMatchObject([{ state: 'SENT', reason: '' }]);
      },
      { timeout: 15_000, interval: 100 },
    );
    expect(arrived(anna)).toHaveLength(1);
  });

  it('is given up after two days', async () => {
    const id = await buildSigned();
    app.failMails(1000);
    await send(id);
    app.setNow(new Date(Date.now() + 45 * 3_600_000));
    await vi.waitFor(
      async () => {
        await app.hurryJobs();
        expect(await mailsOf(id)).toMatchObject([{ state: 'REFUSED', refusal: 'UNREACHABLE' }]);
      },
      { timeout: 15_000, interval: 100 },
    );
  });

  /** Orders a mail that cannot leave yet. */
  async function buildWaiting(): Promise<number> {
    const id = await buildSigned();
    app.failMails(1000);
    await send(id);
    return id;
  }
  const release = async (id: number, refusal: string) => {
    app.failMails(0);
    await vi.waitFor(
      async () => {
        await app.hurryJobs();
        const row = await db().protocolMail.findFirstOrThrow({ where: { version: { serviceId: id } } });
        expect(row).toMatchObject({ state: 'REFUSED', refusal });
      },
      { timeout: 15_000, interval: 100 },
    );
    expect(arrived(anna)).toEqual([]);
  };

  it('is not sent any more after the protocol was withdrawn', async () => {
    const id = await buildWaiting();
    await office.service.withdraw({ params: { id }, body: { reason: 'Wrong machine' } });
    await release(id, 'WITHDRAWN');
  });

  it('is not sent any more after the next version was signed', async () => {
    const id = await buildWaiting();
    await signAgain(id);
    await release(id, 'REPLACED');
  });

  it('is sent while the protocol is being corrected: what was signed still holds', async () => {
    const id = await buildWaiting();
    await office.service.add({ body: { ...(await bodyOf(office, id)), faultDescription: 'Leaking' } });
    app.failMails(0);
    await app.hurryJobs();
    await app.mailTo(anna);
  });

  it('is not sent any more after the account was closed', async () => {
    const id = await buildWaiting();
    await office.closure.giveNotice({ body: { endsOn: null } });
    await release(id, 'CLOSED');
  });

  it('is not sent for an account that is being erased', async () => {
    const id = await buildWaiting();
    await app.deps.db.global.account.update({ where: { id: accountId }, data: { deletedAt: new Date() } });
    app.failMails(0);
    const { id: mailId } = await db().protocolMail.findFirstOrThrow({
      where: { version: { serviceId: id } },
    });
    const [handler] = protocolMailJobs(app.deps);
    await handler?.handle({ accountId, mailId } as never, new AbortController().signal);
    expect(arrived(anna)).toEqual([]);
  });

  /** Another server hands over a mail that waits, and its mail server takes its time. */
  async function handOverSlowly(serviceId: number) {
    const { id: mailId } = await db().protocolMail.findFirstOrThrow({ where: { version: { serviceId } } });
    // The server of this test does not work on it any more.
    await vi.waitFor(
      async () =>
        expect(
          await app.deps.db.global.$executeRaw`
            UPDATE pgboss.job SET start_after = now() + interval '1 hour'
             WHERE name = 'protocol-mail.send' AND state = 'retry' AND data @> ${JSON.stringify({ mailId })}::jsonb`,
        ).toBe(1),
      { timeout: 15_000 },
    );
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const sent: string[] = [];
    const slow = {
      send: async ({ to }: { to: string }) => {
        sent.push(to);
        await held;
      },
      close: () => {},
    };
    const work = async () => {
      const [handler] = protocolMailJobs({ ...app.deps, mailer: slow });
      await handler?.handle({ accountId, mailId } as never, new AbortController().signal);
    };
    const first = work();
    await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 15_000 });
    const finished = () => {
      finish();
      return first;
    };
    return { sent, work, finish: finished };
  }

  it('is handed over by one of two servers that work on it at the same moment', async () => {
    const id = await buildWaiting();
    const { sent, work, finish } = await handOverSlowly(id);
    await expect(work()).rejects.toThrow('another server');
    await finish();
    await work();
    expect(sent).toEqual([anna]);
    expect(await mailsOf(id)).toMatchObject([{ state: 'SENT' }]);
  });

  it('that leaves at the moment of the withdrawal is followed by the news of it', async () => {
    const id = await buildWaiting();
    const { finish } = await handOverSlowly(id);
    app.failMails(0);
    await withdraw(id);
    const waits = () => app.logs.some((line) => line.includes('an earlier mail of the protocol is leaving'));
    await vi.waitFor(() => expect(waits()).toBe(true), { timeout: 10_000 });
    expect(app.mails.filter(({ to }) => to === anna)).toEqual([]);
    await finish();
    expect(await app.mailTo(anna)).toMatchObject({ subject: expect.stringContaining('Zurückgezogen') });
    await untilState(id, 'SENT');
    expect(await mailsOf(id)).toMatchObject([{ isWithdrawal: true }, { isWithdrawal: false, state: 'SENT' }]);
  });
});

const reason = 'Wrong machine: it was the one next to it';
const withdraw = (id: number, given: object = {}) =>
  office.service.withdraw({ params: { id }, body: { reason, tellHolders: true, ...given } });

describe('a withdrawal', () => {
  /** Signed through a link that was mailed to this address. */
  async function signedByLink(id: number, sentTo: string) {
    const { id: serviceVersionId } = await db().serviceVersion.findFirstOrThrow({ where: { serviceId: id } });
    await db().signRequest.create({
      data: {
        ...{ accountId, serviceId: id, serviceVersionId, sentTo, language: 'ru', revision: 1 },
        ...{ contentSha256: '', userCreatedId: tech.id, expiresAt: new Date() },
      },
    });
  }

  it('is told once to who was mailed the protocol and who signed it by a link, with the marked copy', async () => {
    const id = await buildSigned();
    const [signer, refused] = [fresh('signer'), fresh('refused')];
    await signedByLink(id, signer);
    await send(id);
    await untilState(id, 'SENT');
    refuseNext('550 no such user', true);
    await send(id, { recipients: [refused] });
    await untilState(id, 'REFUSED');
    const { holders } = await office.protocolMail.findByService({ params: { id } });
    expect(holders).toEqual([signer, anna]);
    await withdraw(id);
    expect(await refusal(withdraw(id))).toMatchObject({ code: 'WITHDRAWN_PROTOCOL' });
    await vi.waitFor(
      async () =>
        expect(await mailsOf(id)).toMatchObject([
          { email: anna, isWithdrawal: true, state: 'SENT' },
          { email: signer, isWithdrawal: true, state: 'SENT', language: 'ru' },
          { email: refused, isWithdrawal: false, state: 'REFUSED' },
          { email: anna, isWithdrawal: false, state: 'SENT' },
        ]),
      { timeout: 15_000 },
    );
    const [, told, ...more] = arrived(anna);
    expect(more).toEqual([]);
    const number = await numberOf(id);
    expect(told?.subject).toMatch(new RegExp(`^Zurückgezogen: Protokoll ${number} vom `));
    expect(told?.text).toContain(`Grund: ${reason}`);
    expect(told?.text).not.toContain('anbei erhalten Sie');
    const [attached] = told?.attachments ?? [];
    expect(attached?.filename).toMatch(/ZURÜCKGEZOGEN\.pdf$/);
    expect(Buffer.from(attached?.content ?? []).equals(Buffer.from(await readPdf(office, id)))).toBe(true);
    expect(arrived(signer)).toMatchObject([{ subject: expect.stringContaining('Отозван') }]);
    expect(arrived(refused)).toEqual([]);
  });

  it('is told to nobody if the office does not want it, or nobody has the protocol', async () => {
    const [told, untold] = [await buildSigned(), await buildSigned()];
    await send(untold);
    await untilState(untold, 'SENT');
    await withdraw(untold, { tellHolders: false });
    await withdraw(told);
    expect(await mailsOf(told)).toEqual([]);
    expect(await mailsOf(untold)).toMatchObject([{ isWithdrawal: false }]);
  });

  it('is mailed later, in its own words, and never as if the protocol were valid', async () => {
    await choose({ texts: { ...texts, de: 'hier ist Ihr gültiges Protokoll {number}' } });
    const id = await buildSigned();
    expect(await refusal(send(id, { isWithdrawal: true }))).toMatchObject({ code: 'SERVICE_CHANGED' });
    await withdraw(id);
    expect(await refusal(send(id))).toMatchObject({ code: 'WITHDRAWN_PROTOCOL' });
    const preview = await technician.protocolMail.preview({
      body: { service: { id }, email: anna, language: 'de', text: null },
    });
    expect(preview.ownText).toContain('ist ungültig');
    expect(preview.ownText).toContain(reason);
    await send(id, { isWithdrawal: true });
    const { subject, text } = await app.mailTo(anna);
    expect({ subject, text }).toEqual({ subject: preview.subject, text: preview.text });
    expect(text).not.toContain('gültiges Protokoll');
  });

  it('leaves out a reason that leads somewhere, if nothing is paid for', async () => {
    const { global } = app.deps.db;
    const { id: accountPlanId } = await global.accountPlan.findFirstOrThrow({ where: { type: 'FREE' } });
    await global.user.updateMany({ where: { accountId }, data: { accountPlanId } });
    const id = await buildSigned();
    await send(id);
    await untilState(id, 'SENT');
    await withdraw(id, { reason: 'See www.evil.example' });
    await untilState(id, 'SENT');
    const { text } = await app.mailTo(anna);
    expect(text).toContain('ist ungültig');
    expect(text).not.toContain('evil');
  });
});

const texts = { pl: '', en: '', de: '', it: '', es: '', ru: '' };
const choose = (given: object = {}) =>
  office.protocolMail.saveSettings({ body: { automatic: false, replyTo: '', texts, ...given } });

describe('a company', () => {
  it('writes its own text for a language, and says who is answered', async () => {
    const { defaults } = await office.protocolMail.settings();
    expect(defaults.de).toContain('{number}');
    const saved = await choose({
      replyTo: 'Service@Mueller.example',
      texts: { ...texts, de: 'hier ist Protokoll {number} ({machines}), {day}.', en: defaults.en },
    });
    // The default is not stored as the company's own.
    expect(saved).toMatchObject({ replyTo: 'service@mueller.example', texts: { en: '' } });
    const id = await buildSigned();
    await send(id);
    const { replyTo, text } = await app.mailTo(anna);
    expect(replyTo).toBe('service@mueller.example');
    expect(text).toContain(
      `hier ist Protokoll ${await numberOf(id)} (BSD 75 (GA-2024-1296)), 10. November 2026.`,
    );
    const entry = await db().auditLog.findFirstOrThrow({
      where: { kind: 'SETTINGS_CHANGED' },
      orderBy: { id: 'desc' },
    });
    expect(Object.keys(entry.changes as object)).toEqual(['answersTo', 'mailTextDe']);
    expect(await refusal(technician.protocolMail.settings())).toMatchObject({ code: 'NO_PERMISSION' });
  });

  it.each(['{name}', '{Nummer}', '{ number }', '{номер}'])(
    'writes no text with %s, which nobody fills; one from before is sent as it is',
    async (placeholder) => {
      const text = `Protokoll ${placeholder}\nIhr Service`;
      expect(await refusal(choose({ texts: { ...texts, de: text } }))).toMatchObject({
        fields: { 'texts.de': 'INVALID' },
      });
      await app.deps.db.global.account.update({
        where: { id: accountId },
        data: { protocolMailTexts: { de: text } },
      });
      expect((await office.protocolMail.settings()).texts.de).toBe(text);
      await send(await buildSigned());
      const mail = await app.mailTo(anna);
      // It stands whole, before what is said about the document.
      expect(mail.text).toMatch(
        /^Guten Tag Anna Nowak,\n\nProtokoll \{.+\}\nIhr Service\n\n-+\n\nProtokoll: /,
      );
    },
  );

  it('can send a text for one mail only', async () => {
    const id = await buildSigned();
    await send(id, { text: 'Wie besprochen: {number}\nBis bald' });
    const { text, html } = await app.mailTo(anna);
    expect(text).toContain(`Wie besprochen: ${await numberOf(id)}\nBis bald`);
    expect(html).toContain('<br>Bis bald');
  });

  it('that pays nothing sends no links, and thirty mails a day', async () => {
    const { global } = app.deps.db;
    await choose({ texts: { ...texts, de: 'Zahlen Sie auf www.mueller.example.' } });
    const { id: accountPlanId } = await global.accountPlan.findFirstOrThrow({ where: { type: 'FREE' } });
    await global.user.updateMany({ where: { accountId }, data: { accountPlanId } });
    const id = await buildSigned();
    expect(await refusal(send(id, { text: 'Pay at evil.example' }))).toMatchObject({
      fields: { text: 'NO_LINKS_ON_FREE_PLAN' },
    });
    expect(await refusal(choose({ texts: { ...texts, en: 'https://evil.example' } }))).toMatchObject({
      fields: { 'texts.en': 'NO_LINKS_ON_FREE_PLAN' },
    });
    for (let round = 0; round < 3; round++) {
      const recipients = Array.from({ length: 10 }, (_, place) => `c${round}${place}@customer.example`);
      await send(id, { recipients });
    }
    expect(await refusal(send(id))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    const { text } = await app.mailTo('c00@customer.example');
    // The code of the document may hold any letters.
    expect(text).not.toContain('www.');
    expect(text).toContain('anbei erhalten Sie');
  });

  it('counts only what is sent towards the limits', async () => {
    const id = await buildSigned();
    const idempotencyKey = crypto.randomUUID();
    for (let time = 0; time < 3; time++) {
      await refusal(send(id, { version: 7 }));
      await technician.protocolMail.send({ body: order(id), idempotencyKey });
    }
    const taken = await app.deps.db.global.throttle.findMany({
      where: { key: { startsWith: 'protocol-mail-account' } },
    });
    expect(taken.map(({ points }) => points)).toEqual([1]);
  });

  it('has names in its mails that lead nowhere', async () => {
    await app.deps.db.global.account.update({
      where: { id: accountId },
      data: { companyName: 'Win at evil.example\r\nBcc: a@b.example' },
    });
    const id = await buildSigned();
    await send(id);
    const mail = await app.mailTo(anna);
    expect(mail.fromName).toBeUndefined();
    expect(mail.text).not.toContain('evil');
  });
});

describe('sending with each signature', () => {
  it('is off until the company chooses it', async () => {
    const id = await buildSigned();
    expect(await mailsOf(id)).toEqual([]);
  });

  it('goes to the main contact in the language of the document, and again after a correction', async () => {
    await choose({ automatic: true });
    const id = await buildSigned();
    expect((await app.mailTo(anna)).subject).toMatch(/^Protokoll /);
    await untilState(id, 'SENT');
    await signAgain(id);
    await vi.waitFor(() => expect(arrived(anna)).toHaveLength(2), { timeout: 15_000 });
    expect(arrived(anna)[1]).toMatchObject({ subject: expect.stringContaining('korrigierte Version 2') });
    await vi.waitFor(
      async () =>
        expect(await mailsOf(id)).toMatchObject([
          { version: 2, email: anna, state: 'SENT', isAutomatic: true },
          { version: 1, email: anna, state: 'SENT', isAutomatic: true },
        ]),
      { timeout: 15_000 },
    );
  });

  it('goes to the customer if the main contact has no address', async () => {
    await choose({ automatic: true });
    await db().customerContact.updateMany({ where: {}, data: { email: '' } });
    const id = await buildSigned();
    await app.mailTo(general);
    expect(await mailsOf(id)).toMatchObject([{ email: general }]);
  });

  it('says on the protocol that there is no address, and signs all the same', async () => {
    await choose({ automatic: true });
    await db().customerContact.updateMany({ where: {}, data: { email: '' } });
    await db().customer.updateMany({ where: {}, data: { email: 'no address' } });
    const id = await buildSigned();
    expect(await technician.service.findById({ params: { id } })).toMatchObject({ state: 'SIGNED' });
    expect(await mailsOf(id)).toMatchObject([{ email: '', state: 'REFUSED', refusal: 'NO_ADDRESS' }]);
  });

  it('does not keep a protocol from being signed when too many mails were sent', async () => {
    await choose({ automatic: true });
    const { global } = app.deps.db;
    const { id: accountPlanId } = await global.accountPlan.findFirstOrThrow({ where: { type: 'FREE' } });
    await global.user.updateMany({ where: { accountId }, data: { accountPlanId } });
    const first = await buildSigned();
    for (const round of [0, 1, 2]) {
      const recipients = Array.from(
        { length: round === 2 ? 9 : 10 },
        (_, place) => `d${round}${place}@c.example`,
      );
      await send(first, { recipients });
    }
    const id = await buildSigned();
    expect(await mailsOf(id)).toMatchObject([{ state: 'REFUSED', refusal: 'LIMIT' }]);
  });
});

describe('several protocols', () => {
  it('go each to the usual address of its customer, once; those without one are named', async () => {
    const poor = await buildCustomer(app, { accountId, shortName: 'Poor' });
    const theirs = await buildDevice(app, { accountId, customerId: poor.id });
    const [one, two] = [await buildSigned(), await buildSigned()];
    const { id: third } = await buildService(app, { accountId, userId: tech.id, deviceId: theirs.id });
    await signProtocol(technician, third);
    const { id: open } = await buildService(app, { accountId, userId: tech.id, deviceId });
    const withdrawn = await buildSigned();
    await office.service.withdraw({ params: { id: withdrawn }, body: { reason: 'Wrong machine' } });
    await send(one);
    const ids = [one, two, third, open, withdrawn, 999_999];
    const withoutAddress = [{ id: third, number: await numberOf(third), customer: 'Poor' }];
    const plan = { ready: 1, addresses: 1, sent: 1, notSigned: 2, withoutAddress };
    expect(await office.protocolMail.checkSeveral({ body: { ids } })).toEqual(plan);
    const sendAll = () => office.protocolMail.sendSeveral({ body: { ids } });
    const answers = await Promise.all([sendAll(), sendAll()]);
    expect(answers.map(({ ready }) => ready).sort()).toEqual([0, 1]);
    await untilState(two, 'SENT');
    await untilState(one, 'SENT');
    expect(arrived(anna)).toHaveLength(2);
    expect(await office.protocolMail.checkSeveral({ body: { ids } })).toEqual({
      ...plan,
      ...{ ready: 0, addresses: 0, sent: 2 },
    });
  });

  it('leave out one that was handed over after its mail was refused', async () => {
    const id = await buildSigned();
    refuseNext('550 no such user', true);
    await send(id);
    await untilState(id, 'REFUSED');
    const plan = () => office.protocolMail.checkSeveral({ body: { ids: [id] } });
    expect(await plan()).toMatchObject({ ready: 1, sent: 0 });
    await technician.protocolMail.handedOver({ params: { id }, body: { version: 1 } });
    expect(await plan()).toMatchObject({ ready: 0, sent: 1 });
    expect(await office.protocolMail.sendSeveral({ body: { ids: [id] } })).toMatchObject({ ready: 0 });
    // Nothing is left to do, also if the customer has no address any more.
    await app.deps.db.global.customer.updateMany({ where: { accountId }, data: { email: '' } });
    await app.deps.db.global.customerContact.updateMany({ where: { accountId }, data: { email: '' } });
    expect(await plan()).toMatchObject({ ready: 0, sent: 1, withoutAddress: [] });
  });

  it('go all, or none if they are too many', async () => {
    const { global } = app.deps.db;
    const { id: accountPlanId } = await global.accountPlan.findFirstOrThrow({ where: { type: 'FREE' } });
    const ids = [await buildSigned(), await buildSigned()];
    await global.user.updateMany({ where: { accountId }, data: { accountPlanId } });
    const [first = 0] = ids;
    for (const round of [0, 1, 2]) {
      const recipients = Array.from(
        { length: round === 2 ? 9 : 10 },
        (_, place) => `e${round}${place}@c.example`,
      );
      await send(first, { recipients });
    }
    expect(await refusal(office.protocolMail.sendSeveral({ body: { ids } }))).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
    });
    expect(arrived(anna)).toEqual([]);
    // One is still left.
    await send(first);
  });
});
