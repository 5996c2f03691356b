/** Signing at a distance: who has the link reads and signs what was sent, once, and nothing else. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { hashToken } from '../../platform/token.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildService, buildUser } from '../../testing/builders.ts';
import { bodyOf, drawnPath, readPdf, readVersion, signJson, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
const { strokes } = signJson;
const hour = 3_600_000;
let accountId: number;
let userId: number;
let sender: { email: string };
let admin: Api;
let technician: Api;
let customer: Api;

beforeAll(async () => {
  const owner = await buildAdmin(app);
  ({ accountId } = owner);
  const user = await buildUser(app, { accountId, firstName: 'Tom', lastName: 'Tech' });
  userId = user.id;
  sender = user;
  admin = await app.as(owner);
  technician = await app.as(user);
  customer = app.anonymous;
});
beforeEach(async () => {
  app.setNow(null);
  await app.forgetAttempts();
});

const newProtocol = async (given: object = {}) => {
  const { id } = await buildService(app, { accountId, userId, ...given });
  return id;
};

const toSend = async (id: number, api = technician) => {
  const { revision, contentSha256 } = await api.serviceSigning.toSign({ params: { id } });
  return { revision, contentSha256, language: 'de' as const };
};

/** Sends a protocol, and answers the token of the link. */
async function link(id: number, given: object = {}, api = technician): Promise<string> {
  const body = { ...(await toSend(id, api)), email: null, ...given };
  const { address } = await api.signRequest.send({ params: { id }, body });
  return tokenIn(address ?? '');
}
const tokenIn = (text: string) => /\/sign\/([\w.-]+)/.exec(text)?.[1] ?? '';

const sign = (token: string, given: object = {}) =>
  customer.signRequest.sign({
    body: { token, signerName: 'Ute Mill', signerRole: 'Foreman', strokes, path: drawnPath, ...given },
  });
/** A protocol, and somebody else who sends it. */
async function sentBy(firstName: string, lastName: string) {
  const reader = await buildUser(app, { accountId, firstName, lastName });
  return { id: await newProtocol(), reader, api: await app.as(reader) };
}
/** The mails that were ordered about signatures by its links, whether they have left or not. */
async function mailsAbout(serviceId: number): Promise<number> {
  const ids = (await requests(serviceId)).map(({ id }) => id);
  const jobs = await app.deps.db.global.$queryRaw<unknown[]>`
    SELECT 1 FROM pgboss.job WHERE name = 'sign-request.tell-sender'
      AND (data->>'accountId')::int = ${accountId} AND (data->>'requestId')::int = ANY (${ids})`;
  return jobs.length;
}
const current = async (id: number) =>
  (await technician.signRequest.findByService({ params: { id } })).current;
const requests = (serviceId: number) =>
  app.deps.db.of({ accountId }).signRequest.findMany({ where: { serviceId }, orderBy: { id: 'asc' } });

describe('the link', () => {
  it('is mailed in the language of the customer, and only its hash is kept', async () => {
    const id = await newProtocol();
    const email = `ute-${crypto.randomUUID()}@mill.example`;
    const made = await technician.signRequest.send({
      params: { id },
      body: { ...(await toSend(id)), email },
    });
    expect(made).toMatchObject({ address: null, request: { state: 'WAITING', sentTo: email } });
    const mail = await app.mailTo(email);
    expect(mail.subject).toMatch(/^Serviceprotokoll \d+\/\d+\/\d+ zur Unterschrift$/);
    expect(mail.replyTo).toBe(sender.email);
    expect(mail.text).toContain('Gesendet von: Tom Tech');
    const token = tokenIn(mail.text);
    expect(await requests(id)).toMatchObject([{ tokenHash: hashToken(token), sentTo: email }]);
    expect(await sign(token)).toEqual({ state: 'SIGNED' });
    expect((await app.mailTo(sender.email)).text).toContain('Ute Mill');
  });

  it('shows the draft, and after the signature the document with what was signed, and how', async () => {
    const id = await newProtocol();
    const token = await link(id);
    const read = async () => {
      const { data } = await customer.http.get('/api/signRequest/document.pdf', {
        params: { token },
        responseType: 'arraybuffer',
      });
      return (await readTexts(new Uint8Array(data))).join(' ');
    };
    expect(await read()).toContain('DRAFT');
    await sign(token);
    const signed = await read();
    expect(signed).toContain('Ute Mill');
    expect(signed).toContain('Signed at a distance through a link');
    const { snapshot, signature } = await readVersion(app, accountId, id);
    const { signature: drawn, ...content } = JSON.parse(snapshot);
    const [row] = await requests(id);
    expect(drawn.distance).toEqual({
      sentTo: null,
      shownAt: row?.firstShownAt?.toISOString(),
      contentSha256: row?.contentSha256,
    });
    const shown = { ...content, state: 'NEW', version: 0, signature: null };
    expect(canonicalJson(shown).sha256).toBe(row?.contentSha256);
    expect(signature).toMatchObject({ signerName: 'Ute Mill', signerRole: 'Foreman', userCreatedId: userId });
  });

  it('keeps to the document that was signed by it, when a later version was withdrawn', async () => {
    const id = await newProtocol();
    const token = await link(id);
    await sign(token);
    const signed = await readPdf(admin, id, 1);
    const { revision } = await admin.service.findById({ params: { id } });
    await admin.service.withdraw({ params: { id }, body: { reason: 'Another machine', revision } });
    const { data } = await customer.http.get('/api/signRequest/document.pdf', {
      params: { token },
      responseType: 'arraybuffer',
    });
    expect(Buffer.from(data).equals(signed)).toBe(true);
  });

  it('says whom it was sent to on the document', async () => {
    const id = await newProtocol();
    const email = `ute-${crypto.randomUUID()}@mill.example`;
    await technician.signRequest.send({ params: { id }, body: { ...(await toSend(id)), email } });
    await sign(tokenIn((await app.mailTo(email)).text));
    expect((await readTexts(await readPdf(technician, id))).join(' ').replaceAll(/\s/g, '')).toContain(
      `Signedatadistancethroughalinksentto${email}`,
    );
  });

  it('is replaced by a new one', async () => {
    const id = await newProtocol();
    const [first, second] = [await link(id), await link(id)];
    expect(await sign(first)).toEqual({ state: 'REVOKED' });
    expect(await sign(second)).toEqual({ state: 'SIGNED' });
  });

  it('is one, however many send at once', async () => {
    const id = await newProtocol();
    const body = { ...(await toSend(id)), email: null };
    await Promise.allSettled(
      Array.from({ length: 8 }, () => technician.signRequest.send({ params: { id }, body })),
    );
    const open = (await requests(id)).filter(({ revokedAt }) => !revokedAt);
    expect(open).toHaveLength(1);
  });

  it('ends when it is revoked, and revoking twice is no error', async () => {
    const id = await newProtocol();
    const token = await link(id);
    const request = { params: { id: (await current(id))?.id ?? 0 } };
    await technician.signRequest.revoke(request);
    await technician.signRequest.revoke(request);
    expect(await sign(token)).toEqual({ state: 'REVOKED' });
    expect(await current(id)).toMatchObject({ state: 'REVOKED' });
  });

  it('ends when its time is over, by our clock', async () => {
    const id = await newProtocol();
    const token = await link(id);
    app.setNow(new Date(Date.now() + 14 * 24 * hour + 1000));
    expect(await sign(token)).toEqual({ state: 'EXPIRED' });
    expect(await current(id)).toMatchObject({ state: 'EXPIRED' });
  });

  it.each([
    [
      'the protocol is saved',
      async (id: number) => {
        await technician.service.add({
          body: { ...(await bodyOf(technician, id)), faultDescription: 'Leaks' },
        });
      },
    ],
    [
      'the name of its machine is changed',
      async (id: number) => {
        const { devices } = await technician.service.findById({ params: { id } });
        await app.deps.db
          .of({ accountId })
          .device.updateMany({ where: { id: devices[0]?.id ?? 0 }, data: { name: 'Another' } });
      },
    ],
  ])('is dead once %s', async (_, change) => {
    const id = await newProtocol();
    const token = await link(id);
    await change(id);
    expect(await sign(token)).toEqual({ state: 'CHANGED' });
    expect(await current(id)).toMatchObject({ state: 'CHANGED' });
    expect(await technician.service.findById({ params: { id } })).toMatchObject({ state: 'NEW' });
    expect((await refusal(customer.signRequest.document({ query: { token } }))).status).toBe(404);
  });

  it('is dead once the protocol is signed at the machine, also after it is opened again', async () => {
    const id = await newProtocol();
    const token = await link(id);
    await signProtocol(technician, id);
    expect(await sign(token)).toEqual({ state: 'OTHERWISE' });
    await admin.service.add({ body: await bodyOf(admin, id) });
    expect(await sign(token)).toEqual({ state: 'REVOKED' });
  });

  it('is the company’s: it stays when who sent it is deactivated, and the office sees and revokes it', async () => {
    const leaver = await buildUser(app, { accountId, firstName: 'Lea', lastName: 'Leaver' });
    const theirs = await app.as(leaver);
    const [id, other] = [await newProtocol(), await newProtocol()];
    const [token, revoked] = [await link(id, {}, theirs), await link(other, {}, theirs)];
    await app.deps.db
      .of({ accountId })
      .user.updateMany({ where: { id: leaver.id }, data: { active: false } });
    expect(await current(other)).toMatchObject({ state: 'WAITING', sentBy: 'Lea Leaver' });
    await admin.signRequest.revoke({ params: { id: (await current(other))?.id ?? 0 } });
    expect(await sign(revoked)).toEqual({ state: 'REVOKED' });
    expect(await sign(token)).toEqual({ state: 'SIGNED' });
    const [evidence] = await admin.signRequest.evidence({ params: { id } });
    expect(evidence).toMatchObject({ sentBy: 'Lea Leaver', sentTo: null });
    expect(evidence?.signedIp).toMatch(/127\.0\.0\.1|::1/);
  });

  it('tells who sent it once in the app, with the way to the protocol, however many sign at once', async () => {
    const { id, reader, api } = await sentBy('Ria', 'Reader');
    const token = await link(id, {}, api);
    await Promise.all(Array.from({ length: 20 }, () => sign(token)));
    const { fullNumber, month, year, devices } = await api.service.findById({ params: { id } });
    const { content } = await api.notification.search({ body: {} });
    expect(content).toMatchObject([
      {
        kind: 'SIGNED',
        by: 'Ute Mill',
        text: `${fullNumber}/${String(month).padStart(2, '0')}/${year}`,
        visit: null,
        service: { id, device: { id: devices[0]?.id } },
      },
    ]);
    expect(await api.notification.unread()).toEqual({ count: 1 });
    expect((await app.mailTo(reader.email)).text).toContain('Ute Mill');
    expect(await mailsAbout(id)).toBe(1);
  });

  it('tells in the app and by mail only whom wants that', async () => {
    const quiet = await sentBy('Quinn', 'Quiet');
    await quiet.api.notification.setSettings({ body: { inApp: [], byMail: [] } });
    const wanted = await sentBy('Ria', 'Reader');
    await wanted.api.notification.setSettings({ body: { inApp: [], byMail: ['SIGNED'] } });
    for (const { id, api } of [quiet, wanted]) await sign(await link(id, {}, api));
    expect(await mailsAbout(quiet.id)).toBe(0);
    expect(await mailsAbout(wanted.id)).toBe(1);
    await app.mailTo(wanted.reader.email);
    for (const { api } of [quiet, wanted])
      expect((await api.notification.search({ body: {} })).content).toEqual([]);
  });

  it('tells who did the work when who sent it has left, and the admins when both have', async () => {
    const company = await buildAdmin(app);
    const of = { accountId: company.accountId };
    const [leaver, worker] = [await buildUser(app, of), await buildUser(app, of)];
    const office = await app.as(company);
    const theirs = await app.as(leaver);
    const workers = await app.as(worker);
    const tokens = [];
    for (let count = 0; count < 2; count++)
      tokens.push(
        await link(
          (await buildService(app, { ...of, userId: worker.id })).id,
          { performedBy: { id: worker.id } },
          theirs,
        ),
      );
    const leave = (...ids: number[]) =>
      app.deps.db.of(of).user.updateMany({ where: { id: { in: ids } }, data: { active: false } });
    await leave(leaver.id);
    expect(await sign(tokens[0] ?? '')).toEqual({ state: 'SIGNED' });
    expect((await workers.notification.search({ body: {} })).content).toMatchObject([{ kind: 'SIGNED' }]);
    expect((await app.mailTo(worker.email)).text).toContain('Ute Mill');
    expect((await office.notification.search({ body: {} })).content).toEqual([]);
    await leave(worker.id);
    expect(await sign(tokens[1] ?? '')).toEqual({ state: 'SIGNED' });
    expect((await office.notification.search({ body: {} })).content).toMatchObject([{ kind: 'SIGNED' }]);
    expect((await app.mailTo(company.email)).text).toContain('Ute Mill');
  });

  it('is unknown, whatever is wrong: malformed, guessed, of another account, deleted, or of a closed company', async () => {
    const id = await newProtocol();
    const token = await link(id);
    const stranger = await buildAdmin(app);
    const swapped = token.replace(/^\d+/, String(stranger.accountId));
    const gone = await link(await newProtocol());
    await app.deps.db.of({ accountId }).signRequest.deleteMany({ where: { tokenHash: hashToken(gone) } });
    const leaving = await buildAdmin(app);
    const of = { accountId: leaving.accountId, userId: leaving.id };
    const closed = await link((await buildService(app, of)).id, {}, await app.as(leaving));
    await app.deps.db.global.account.update({
      where: { id: leaving.accountId },
      data: { closedAt: new Date(), retrievalUntil: new Date('2199-01-01') },
    });
    const answers = [];
    for (const wrong of ['x', `${accountId}.${'a'.repeat(43)}`, swapped, gone, closed])
      answers.push(await refusal(sign(wrong)));
    expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['404 NOT_FOUND']),
    );
  });

  it('is guessed a few times only', async () => {
    const tries = [];
    for (let i = 0; i < 61; i++)
      tries.push(
        (await refusal(customer.signRequest.shown({ body: { token: `${accountId}.${'a'.repeat(43)}` } })))
          .status,
      );
    expect(tries.at(59)).toBe(404);
    expect(tries.at(-1)).toBe(429);
    // Who shares the network with whoever guesses still signs.
    expect(await sign(await link(await newProtocol()))).toEqual({ state: 'SIGNED' });
  });
});

describe('a signature through it', () => {
  it('makes one version, however many sign at once, and a repetition says that it is signed', async () => {
    const id = await newProtocol();
    const token = await link(id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sign(token)));
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['SIGNED']));
    expect(await admin.service.versions({ params: { id } })).toHaveLength(1);
    expect(await sign(token)).toEqual({ state: 'SIGNED' });
    expect(await sign(token, { signerName: 'Somebody else' })).toEqual({ state: 'ALREADY' });
    expect(await technician.service.findById({ params: { id } })).toMatchObject({
      version: 1,
      signature: { signerName: 'Ute Mill' },
    });
  });

  it('is confirmed to the one of 20 who signed, also again, and to nobody else', async () => {
    const id = await newProtocol();
    const token = await link(id);
    const names = Array.from({ length: 20 }, (_, at) => `Signer ${at}`);
    const answers = await Promise.all(names.map((signerName) => sign(token, { signerName })));
    const told = names.filter((_, at) => answers[at]?.state === 'SIGNED');
    expect(answers.filter(({ state }) => state === 'ALREADY')).toHaveLength(19);
    const { signature } = await technician.service.findById({ params: { id } });
    expect(told).toEqual([signature?.signerName]);
    expect(await sign(token, { signerName: told[0] })).toEqual({ state: 'SIGNED' });
    // The same name with another drawing is another signature.
    expect(await sign(token, { signerName: told[0], path: `${drawnPath}L9 9` })).toEqual({
      state: 'ALREADY',
    });
  });

  it.each([
    ['nothing drawn', { path: '' }],
    ['a dot', { path: 'M10 10L10.1 10' }],
    ['no strokes', { strokes: [] }],
    ['no name', { signerName: ' ' }],
    ['what cannot be drawn', { path: '<svg/>' }],
  ])('is refused with %s, and the link stays', async (_, given) => {
    const id = await newProtocol();
    const token = await link(id);
    expect((await refusal(sign(token, given))).status).toBe(400);
    expect(await sign(token)).toEqual({ state: 'SIGNED' });
  });

  it('is timed by the server, and logged under the name of who signed', async () => {
    const id = await newProtocol();
    const token = await link(id);
    const now = new Date(Date.now() + hour);
    app.setNow(now);
    await sign(token);
    expect((await readVersion(app, accountId, id)).signature?.signedAt).toEqual(now);
    const entries = await app.deps.db
      .of({ accountId })
      .auditLog.findMany({ where: { entity: 'service', entityId: id, kind: 'SIGNED' } });
    expect(entries).toMatchObject([{ who: 'Ute Mill', userId: null }]);
  });

  it('keeps as evidence what was shown and signed where; a GET is no reader', async () => {
    const id = await newProtocol();
    const token = await link(id);
    await customer.http.get('/api/signRequest/document.pdf', { params: { token } });
    expect(await current(id)).toMatchObject({ firstShownAt: null });
    const phone = { 'User-Agent': `Phone ${'x'.repeat(500)}` };
    await customer.http.post('/api/signRequest/shown', { token }, { headers: phone });
    const { firstShownAt } = (await current(id)) ?? {};
    expect(firstShownAt).not.toBeNull();
    await customer.http.post('/api/signRequest/shown', { token }, { headers: phone });
    await sign(token);
    const versions = await admin.service.versions({ params: { id } });
    expect(versions).toMatchObject([{ signature: { atDistance: true } }]);
    const [evidence, ...others] = await admin.signRequest.evidence({ params: { id } });
    expect(others).toEqual([]);
    expect(evidence).toMatchObject({
      version: 1,
      sentTo: null,
      firstShownAt,
      shownUserAgent: phone['User-Agent'].slice(0, 300),
    });
    expect(evidence?.signedIp).toMatch(/127\.0\.0\.1|::1/);
    expect((await refusal(technician.signRequest.evidence({ params: { id } }))).status).toBe(403);
  });

  it('carries the signature of the technician who sent it', async () => {
    const id = await newProtocol();
    const token = await link(id, { ownSignature: 'M0 0 L90 30 L20 60' });
    await sign(token);
    expect(JSON.parse((await readVersion(app, accountId, id)).snapshot).ownSignature).toEqual({
      of: 0,
      path: 'M0 0 L90 30 L20 60',
    });
    const other = await newProtocol();
    const body = {
      ...(await toSend(other, admin)),
      email: null,
      performedBy: { id: userId },
      ownSignature: 'M0 0 L90 30 L20 60',
    };
    expect((await refusal(admin.signRequest.send({ params: { id: other }, body }))).fields).toHaveProperty(
      'ownSignature',
    );
  });

  describe('gives a machine the status of its result', () => {
    const failed = { result: 'FAILED' as const, statusAfter: 'BROKEN' as const };
    const statusOf = async (id: number) => (await admin.device.findById({ params: { id } })).status;
    const office = (id: number) =>
      admin.bulk.run({ body: { ids: [id], change: { action: 'machine.status', status: 'IN_REPAIR' } } });
    async function written() {
      const id = await newProtocol();
      const machine = (await bodyOf(technician, id)).devices[0]?.id ?? 0;
      const save = async (remarks: string) => {
        const results = [{ device: { id: machine }, ...failed }];
        await technician.service.add({ body: { ...(await bodyOf(technician, id)), results, remarks } });
      };
      await save('Written');
      return { id, machine, save };
    }
    /** The customer takes some days. */
    const signLate = async (token: string) => {
      app.setNow(new Date(Date.now() + 72 * hour));
      expect(await sign(token)).toEqual({ state: 'SIGNED' });
    };

    it('however late it is signed', async () => {
      const { id, machine } = await written();
      await signLate(await link(id));
      expect(await statusOf(machine)).toBe('BROKEN');
    });

    it('also over what somebody had set before the protocol was saved', async () => {
      const { id, machine, save } = await written();
      await office(machine);
      await save('Saved again');
      await signLate(await link(id));
      expect(await statusOf(machine)).toBe('BROKEN');
    });

    it('not over what somebody has set since, before it was sent or after', async () => {
      const { id, machine } = await written();
      await office(machine);
      await signLate(await link(id));
      expect(await statusOf(machine)).toBe('IN_REPAIR');
      app.setNow(null);
      const sent = await written();
      const token = await link(sent.id);
      await office(sent.machine);
      await signLate(token);
      expect(await statusOf(sent.machine)).toBe('IN_REPAIR');
    });

    it('not over the result of a later protocol', async () => {
      const { id, machine } = await written();
      const token = await link(id);
      const results = [{ device: { id: machine }, result: 'PASSED' as const, statusAfter: 'OK' as const }];
      const later = { ...(await bodyOf(technician, id)), id: null, revision: undefined, results };
      const { id: newer } = await technician.service.add({ body: later });
      await signProtocol(technician, newer, { signedAt: new Date().toISOString() });
      await signLate(token);
      expect(await statusOf(machine)).toBe('OK');
    });
  });

  it('completes the to-dos, as at the machine', async () => {
    const id = await newProtocol();
    const { id: todo } = await app.deps.db.of({ accountId }).todo.create({
      data: { accountId, userCreatedId: userId, serviceId: id, description: 'Oil' },
    });
    await sign(await link(id));
    const where = { accountId_id: { accountId, id: todo } };
    expect(await app.deps.db.of({ accountId }).todo.findUnique({ where })).toMatchObject({ status: 'DONE' });
  });

  it('counts against the plan: the customer hears that it does not work now, and the sender is told once', async () => {
    const owner = await buildAdmin(app, { plan: 'FREE' });
    const api = await app.as(owner);
    const of = { accountId: owner.accountId, userId: owner.id };
    for (let i = 0; i < 10; i++) await signProtocol(api, (await buildService(app, of)).id);
    const { id } = await buildService(app, of);
    const token = await link(id, {}, api);
    for (let i = 0; i < 2; i++)
      expect(await refusal(sign(token))).toMatchObject({ status: 402, code: 'SIGNED_PROTOCOL_LIMIT' });
    expect((await app.mailTo(owner.email)).subject).toContain('cannot sign');
    const { current: waiting } = await api.signRequest.findByService({ params: { id } });
    expect(waiting).toMatchObject({ state: 'WAITING', limitReached: true });
    app.setNow(new Date(Date.now() + 32 * 24 * hour));
    expect(await sign(await link(id, {}, await app.as(owner)))).toEqual({ state: 'SIGNED' });
  });

  it('waits while the company has no paid access', async () => {
    const owner = await buildAdmin(app);
    const of = { accountId: owner.accountId, userId: owner.id };
    const { id } = await buildService(app, of);
    const token = await link(id, {}, await app.as(owner));
    await app.deps.db.of(of).user.updateMany({ where: { id: owner.id }, data: { planExpired: null } });
    expect(await sign(token)).toEqual({ state: 'UNAVAILABLE' });
  });
});

describe('before it is sent', () => {
  it('who did the work, and when, is confirmed; the link carries that', async () => {
    const id = await newProtocol();
    const colleague = await buildUser(app, { accountId, firstName: 'Eva', lastName: 'Else' });
    const token = await link(id, { performedBy: { id: colleague.id } });
    await sign(token);
    const { technician: named } = JSON.parse((await readVersion(app, accountId, id)).snapshot);
    expect(named).toMatchObject({ firstName: 'Eva', lastName: 'Else' });
  });

  it('without them the day stays, and who sends it did the work', async () => {
    const colleague = await buildUser(app, { accountId, firstName: 'Eva', lastName: 'Else' });
    const id = await newProtocol({ userId: colleague.id });
    const { date } = await technician.service.findById({ params: { id } });
    await link(id);
    const sent = await technician.service.findById({ params: { id } });
    expect(sent).toMatchObject({ user: { id: userId }, date });
  });

  it('what was read must still be so, and the day must have come', async () => {
    const id = await newProtocol();
    const read = await toSend(id);
    const send = (given: object) =>
      refusal(technician.signRequest.send({ params: { id }, body: { ...read, email: null, ...given } }));
    expect(await send({ revision: read.revision + 1 })).toMatchObject({
      status: 409,
      code: 'SERVICE_CHANGED',
    });
    expect(await send({ contentSha256: 'a'.repeat(64) })).toMatchObject({ code: 'SERVICE_CHANGED' });
    expect((await send({ date: '2199-01-01T00:00:00' })).fields).toHaveProperty('date');
    expect((await send({ email: 'a@x.example,b@x.example' })).fields).toHaveProperty('email');
    expect(await requests(id)).toEqual([]);
  });

  it('a signed protocol is not sent', async () => {
    const id = await newProtocol();
    await signProtocol(technician, id);
    expect(await refusal(link(id))).toMatchObject({ code: 'SERVICE_CHANGED' });
  });
});

describe('reminding', () => {
  it('mails a new link, at most once an hour, and the former one ends', async () => {
    const id = await newProtocol();
    const email = `ute-${crypto.randomUUID()}@mill.example`;
    await technician.signRequest.send({ params: { id }, body: { ...(await toSend(id)), email } });
    const first = tokenIn((await app.mailTo(email)).text);
    const remind = async () => admin.signRequest.remind({ params: { id: (await current(id))?.id ?? 0 } });
    expect(await refusal(remind())).toMatchObject({ status: 429 });
    app.setNow(new Date(Date.now() + hour + 1000));
    expect(await remind()).toMatchObject({ state: 'WAITING', sentTo: email });
    await expect.poll(() => app.mails.filter(({ to }) => to === email).length, { timeout: 15_000 }).toBe(2);
    expect(await sign(first)).toEqual({ state: 'REVOKED' });
    expect(await sign(tokenIn((await app.mailTo(email)).text))).toEqual({ state: 'SIGNED' });
  });

  it('is refused for what has changed since', async () => {
    const id = await newProtocol();
    const email = `ute-${crypto.randomUUID()}@mill.example`;
    await technician.signRequest.send({ params: { id }, body: { ...(await toSend(id)), email } });
    await technician.service.add({ body: { ...(await bodyOf(technician, id)), faultDescription: 'Leaks' } });
    app.setNow(new Date(Date.now() + 2 * hour));
    const request = { params: { id: (await current(id))?.id ?? 0 } };
    expect(await refusal(admin.signRequest.remind(request))).toMatchObject({ code: 'SERVICE_CHANGED' });
  });
});

describe('the page', () => {
  const open = async (token: string, given: { lang?: string; method?: string } = {}) => {
    const { lang, method = 'GET' } = given;
    const answer = await fetch(`${app.url}/sign/${token}${lang ? `?lang=${lang}` : ''}`, { method });
    return { status: answer.status, text: await answer.text() };
  };

  it('shows everything that the document will say, in a frame in the language of the request or another', async () => {
    const id = await newProtocol({ faultDescription: 'Leaks <b>much</b>', recommendations: 'New seal' });
    const { devices, customer: of, fullNumber } = await technician.service.findById({ params: { id } });
    const token = await link(id, { ownSignature: 'M0 0 L90 30 L20 60' });
    const { status, text } = await open(token);
    expect(status).toBe(200);
    expect(text).toContain('<html lang="de">');
    for (const part of [
      devices[0]?.name,
      of.fullName,
      fullNumber,
      'Tom Tech',
      'New seal',
      'Unterschreiben',
      '<noscript>',
    ])
      expect(text).toContain(part);
    expect(text).toContain('Leaks &#60;b&#62;much&#60;/b&#62;');
    expect((await open(token, { lang: 'ru' })).text).toContain('Подписать');
  });

  it('shows the protocol in the language of the document that is signed, and says which that is', async () => {
    const id = await newProtocol();
    const { customer: of } = await technician.service.findById({ params: { id } });
    await app.deps.db
      .of({ accountId })
      .customer.updateMany({ where: { id: of.id }, data: { language: 'de' } });
    const token = await link(id);
    const own = await open(token);
    expect(own.text).toContain('<article lang="de">');
    expect(own.text).toContain('<dt>Serviceunternehmen</dt>');
    expect(own.text).not.toContain('ist in dieser Sprache');
    const { text } = await open(token, { lang: 'en' });
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('The document that you sign here is in German.');
    expect(text).toContain('Ausgeführte Arbeiten');
    expect(text).not.toContain('Work carried out');
    await sign(token);
    expect(JSON.parse((await readVersion(app, accountId, id)).snapshot).language).toBe('de');
  });

  it('neither signs nor counts as read, however often a scanner opens it', async () => {
    const id = await newProtocol();
    const token = await link(id);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await open(token, { method })).status).toBe(200);
    expect(await current(id)).toMatchObject({ state: 'WAITING', firstShownAt: null });
  });

  it('thanks after the signature and has the document for some days', async () => {
    const token = await link(await newProtocol());
    await sign(token);
    const { text } = await open(token, { lang: 'en' });
    expect(text).toContain('Signed. Thank you!');
    expect(text).toContain('/api/signRequest/document.pdf?token=');
    expect(text).toContain(`/v/${accountId}-`);
    app.setNow(new Date(Date.now() + 31 * 24 * hour));
    expect((await open(token, { lang: 'en' })).text).not.toContain('document.pdf');
    expect((await refusal(customer.signRequest.document({ query: { token } }))).status).toBe(404);
  });

  it('says why it cannot be signed, without the protocol', async () => {
    const id = await newProtocol({ faultDescription: 'Leaks much' });
    const token = await link(id);
    await technician.service.add({ body: { ...(await bodyOf(technician, id)), faultDescription: 'Dry' } });
    const { status, text } = await open(token, { lang: 'en' });
    expect(status).toBe(200);
    expect(text).toContain('The company has changed this protocol');
    for (const part of ['Leaks much', 'Dry', '<form']) expect(text).not.toContain(part);
  });

  it('is 404 for what is no link, and our logs hold no token', async () => {
    expect((await open('1.abc')).status).toBe(404);
    expect((await open(`${accountId}.${'a'.repeat(43)}`)).status).toBe(404);
    const token = await link(await newProtocol());
    await open(token);
    expect(app.logs.join()).not.toContain(token);
    expect(app.logs.join()).toContain('/sign/…');
  });
});

describe('the list of protocols', () => {
  const sent = async () =>
    (await admin.serviceOverview.search({ body: { states: ['SENT'], size: 100 } })).content;

  it('finds what was sent and is not signed, and says whether it was saved since', async () => {
    const [waiting, changed, signed, revoked] = [
      await newProtocol(),
      await newProtocol(),
      await newProtocol(),
      await newProtocol(),
    ];
    await link(waiting);
    await link(changed);
    await technician.service.add({
      body: { ...(await bodyOf(technician, changed)), faultDescription: 'Leaks' },
    });
    await sign(await link(signed));
    await link(revoked);
    await technician.signRequest.revoke({ params: { id: (await current(revoked))?.id ?? 0 } });
    const found = new Map((await sent()).map(({ id, signRequest }) => [id, signRequest]));
    expect(found.get(waiting)).toMatchObject({ sentTo: null, changed: false });
    expect(found.get(changed)).toMatchObject({ changed: true });
    expect([found.has(signed), found.has(revoked)]).toEqual([false, false]);
    expect(await technician.service.findById({ params: { id: signed } })).toMatchObject({
      signRequest: null,
    });
  });
});

it('the company says for how many days a link can be used', async () => {
  const { logo: _, name: __, defaultPlan: ___, country, ...company } = await admin.company.getAccount();
  const save = (signRequestDays: number) =>
    admin.company.updateGeneralData({ body: { ...company, country: country as 'PL', signRequestDays } });
  expect((await refusal(save(61))).fields).toHaveProperty('signRequestDays');
  expect((await refusal(save(0))).fields).toHaveProperty('signRequestDays');
  await save(3);
  const token = await link(await newProtocol());
  app.setNow(new Date(Date.now() + 3 * 24 * hour + 1000));
  expect(await sign(token)).toEqual({ state: 'EXPIRED' });
  app.setNow(null);
  await save(14);
});
