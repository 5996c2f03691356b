/** The public pages that say whether a document is genuine. */
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { formatLongMoment } from '@servicebook/i18n/format.ts';
import { languages } from '@servicebook/shared/primitives';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { parseVerifyCode, type SealedFacts } from '@servicebook/shared/verify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice } from '../../testing/builders.ts';
import { bodyOf, protocolOf, readVersion, signProtocol } from '../../testing/protocols.ts';
import { newSealedDocument } from '../seal/sealed-document.ts';

const app = useTestApp();
let admin: Api;
let accountId: number;
let device: { id: number; customerId: number };

beforeAll(async () => {
  const owner = await buildAdmin(app);
  accountId = owner.accountId;
  admin = await app.as(owner);
  const db = app.deps.db.of({ accountId });
  await db.account.update({
    where: { id: accountId },
    data: { companyName: 'Presses & Söhne', timezone: 'Europe/Warsaw' },
  });
  device = await buildDevice(app, { accountId, name: 'Press <PH-160>', serialNumber: 'SN-77' });
});
beforeEach(() => app.forgetAttempts());

/** A signed protocol, and the code of one of its versions. */
async function signed(given: Partial<Parameters<typeof protocolOf>[1]> = {}) {
  const { id } = await admin.service.add({ body: protocolOf(device, given) });
  await signProtocol(admin, id);
  return { id, code: await codeOf(id) };
}

async function codeOf(id: number, version = 1): Promise<string> {
  const versions = await admin.service.versions({ params: { id } });
  const url = versions.find((one) => one.version === version)?.verifyUrl ?? '';
  return url.slice(url.lastIndexOf('/') + 1);
}

async function signAgain(id: number): Promise<void> {
  await admin.service.add({ body: await bodyOf(admin, id) });
  await signProtocol(admin, id);
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { redirect: 'manual', headers: { 'Accept-Language': 'en', ...headers } });

async function page(code: string, headers?: Record<string, string>) {
  const answer = await get(`/v/${encodeURIComponent(code)}`, headers);
  const text = (await answer.text()).replace(/<style>.*?<\/style>|<template.*?<\/template>/gs, '');
  return {
    status: answer.status,
    text,
    state: /<div class="state (\w+)".*?<h1>(.*?)<\/h1>/s.exec(text)?.slice(1),
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The states of a document's file, as the job that seals stores them. */
async function store(code: string, states: string[], certificate: X509Certificate | null = null) {
  const { token } = parseVerifyCode(code) ?? { token: '' };
  const [drawn, sealed, stamped] = states.map((bytes) => ({ sha256: hashOf(bytes), size: bytes.length }));
  const certificateSha256 = certificate && createHash('sha256').update(certificate.raw).digest('hex');
  const { global } = app.deps.db;
  const where = { accountId_token: { accountId, token } };
  // The real job would write over it.
  const isDone = async () => {
    const { sealedAt, serviceVersionId } = await global.sealedDocument.findUniqueOrThrow({ where });
    return sealedAt !== null || serviceVersionId === null;
  };
  await expect.poll(isDone, { timeout: 15_000 }).toBe(true);
  if (certificate && certificateSha256)
    await global.sealCertificate.create({
      data: { sha256: certificateSha256, der: new Uint8Array(certificate.raw) },
    });
  const { id } = await global.sealedDocument.update({
    where,
    data: {
      drawnSha256: drawn?.sha256 ?? null,
      drawnSize: drawn?.size ?? null,
      sealedSha256: sealed?.sha256 ?? null,
      sealedSize: sealed?.size ?? null,
      sealedAt: sealed ? new Date('2026-11-20T13:06:00Z') : null,
      stampedSha256: stamped?.sha256 ?? null,
      stampedSize: stamped?.size ?? null,
      stampedAt: stamped ? new Date('2026-11-20T13:07:00Z') : null,
      certificateSha256,
    },
  });
  await global.documentHash.deleteMany({ where: { accountId, documentId: id } });
  for (const bytes of states)
    await global.documentHash.create({ data: { sha256: hashOf(bytes), accountId, documentId: id } });
}

describe('the page of a document', () => {
  it('says what it is, also before its PDF is drawn, in the company’s time', async () => {
    const { id, code } = await signed();
    const { status, text, state } = await page(code);
    const { snapshot, snapshotSha256 } = await readVersion(app, accountId, id);
    const { documentNumber, signature } = JSON.parse(snapshot) as ProtocolSnapshot;
    expect(status).toBe(200);
    expect(state).toEqual(['good', 'Genuine and current']);
    for (const part of [
      'Presses &#38; Söhne',
      `Service protocol ${documentNumber}`,
      'Repair',
      'Press &#60;PH-160&#62;',
      'Serial no. SN-77',
      formatLongMoment(signature?.signedAt ?? '', 'Europe/Warsaw', 'en'),
      snapshotSha256,
    ])
      expect(text).toContain(part);
  });

  it('says that a later version replaced it, and only once that is signed', async () => {
    const { id, code } = await signed();
    await admin.service.add({ body: await bodyOf(admin, id) });
    const reopened = await page(code);
    expect(reopened.state).toEqual(['good', 'Genuine, the newest signed version']);
    expect(reopened.text).toContain('The company has reopened the protocol to change it.');
    await signProtocol(admin, id);
    expect((await page(code)).state).toEqual(['warn', 'Replaced by version\u00a02']);
    expect((await page(await codeOf(id, 2))).state).toEqual(['good', 'Genuine and current']);
    await signAgain(id);
    expect((await page(code)).state).toEqual(['warn', 'Replaced by version\u00a03']);
  });

  it('says of every version that the protocol was withdrawn, and not why or by whom', async () => {
    const { id, code } = await signed();
    await signAgain(id);
    const { revision } = await admin.service.findById({ params: { id } });
    await admin.service.withdraw({ params: { id }, body: { reason: 'Quarrel with the customer', revision } });
    for (const each of [code, await codeOf(id, 2)]) {
      const { state, text } = await page(each);
      expect(state).toEqual(['bad', 'Withdrawn']);
      expect(text).not.toContain('Quarrel');
    }
  });

  it('says of a book the day whose state it shows', async () => {
    const facts: SealedFacts = {
      company: 'Presses',
      machines: Array.from({ length: 30 }, (_, index) => ({ name: `Machine ${index}`, serialNumber: null })),
      day: '2026-11-24',
    };
    const { token } = await app.deps.db
      .of({ accountId })
      .$transaction((tx) => newSealedDocument(tx, { accountId }, { kind: 'SERVICE_BOOK', facts }));
    const { state, text } = await page(`${accountId}-${token}`);
    expect(state).toEqual(['good', 'Genuine']);
    expect(text).toContain('It shows the state of 24 November 2026.');
    expect(text).toContain('Machine 9');
    expect(text).not.toContain('Machine 10');
    expect(text).toContain('and 20 more');
  });

  it.each(languages)('speaks %s when asked to, with no text missing', async (language) => {
    const { code } = await signed();
    const text = await (await get(`/v/${code}?lang=${language}`)).text();
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).not.toMatch(/\{\{|(status|fact|file|seal|without|code)\.[a-z]+[A-Z<]/);
    expect(text.length).toBeLessThan(20_000);
  });

  it('takes the language of the browser, and leaves out what it does not know', async () => {
    const { code } = await signed();
    expect((await page(code, { 'Accept-Language': 'de-AT,en' })).state).toEqual(['good', 'Echt und aktuell']);
    const added = await get(`/v/${code}?lang=xx&utm_source=mail`);
    expect(added.status).toBe(200);
  });

  it('takes the code as people type it', async () => {
    const { code } = await signed();
    const [account, token = ''] = code.split('-');
    const typed = [
      code.toUpperCase(),
      `${account} ${token.match(/.{1,4}/g)?.join(' ')}`,
      `${account}-${token.replaceAll('0', 'O').replaceAll('1', 'l')}`,
    ];
    for (const each of typed) expect((await page(each)).status, each).toBe(200);
  });

  it('shows the seal, its certificate and every hash', async () => {
    const { code } = await signed();
    const certificate = new X509Certificate(readFileSync(new URL('./testing/seal.pem', import.meta.url)));
    await store(code, ['%PDF drawn', '%PDF drawn sealed', '%PDF drawn sealed stamped'], certificate);
    const { text } = await page(code);
    const sha256 = createHash('sha256').update(certificate.raw).digest('hex');
    for (const part of [
      'Example Operator',
      'Self-signed',
      sha256,
      hashOf('%PDF drawn'),
      hashOf('%PDF drawn sealed'),
      `# ${hashOf('%PDF drawn sealed stamped')}`,
      '20 November 2026 at 14:07 CET',
    ])
      expect(text).toContain(part);
    const pem = await get(`/api/verify/certificate/${sha256}.pem`);
    expect(pem.headers.get('Content-Disposition')).toContain(`seal-${sha256.slice(0, 8)}.pem`);
    expect(new X509Certificate(await pem.text()).raw).toEqual(certificate.raw);
    expect((await get(`/api/verify/certificate/${'0'.repeat(64)}.pem`)).status).toBe(404);
  });
});

describe('a code that leads nowhere', () => {
  it('gets the same answer, whatever is wrong with it', async () => {
    const { code } = await signed();
    const [, token = ''] = code.split('-');
    const other = await buildAdmin(app);
    const left = await buildAdmin(app);
    const leftDevice = await buildDevice(app, { accountId: left.accountId });
    const api = await app.as(left);
    const { id } = await api.service.add({ body: protocolOf(leftDevice) });
    await signProtocol(api, id);
    const [version] = await api.service.versions({ params: { id } });
    const closed = version?.verifyUrl?.split('/').at(-1) ?? '';
    expect((await page(closed)).status).toBe(200);
    await api.closure.giveNotice({ body: { endsOn: null } });
    const answers = [];
    for (const wrong of [
      `${accountId}-${'0'.repeat(26)}`,
      `${other.accountId}-${token}`,
      `2000000000-${token}`,
      closed,
      'nonsense',
      '1',
      'x'.repeat(5000),
    ])
      answers.push(await page(wrong));
    expect(answers[0]).toMatchObject({ status: 404, state: ['other', 'Unknown document'] });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('is not found by guessing, and guessing ends soon', async () => {
    const statuses = new Map<number, number>();
    for (let guess = 0; guess < 100; guess++) {
      const token = Array.from(randomBytes(26), (byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte % 32]).join(
        '',
      );
      const { status } = await get(`/v/${accountId}-${token}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 404: 60, 429: 40 });
    // Who shares the network with whoever guesses still reads a document of theirs.
    expect((await page((await signed()).code)).status).toBe(200);
  });

  it('reading what exists does not end soon', async () => {
    const { code } = await signed();
    for (let time = 0; time < 70; time++) expect((await get(`/v/${code}`)).status).toBe(200);
  });
});

describe('the page for a typed code', () => {
  it('leads on to the document', async () => {
    const answer = await get(`/verify?code=${encodeURIComponent(`${accountId} ${'7'.repeat(25)}O`)}&lang=de`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe(`/v/${accountId}-${'7'.repeat(25)}0?lang=de`);
  });

  it('says when it is no code, and keeps what was typed', async () => {
    const text = await (await get('/verify?code=%22%3E12-34')).text();
    expect(text).toContain('This is not a whole code');
    expect(text).toContain('value="&#34;&#62;12-34"');
    expect((await get('/verify')).status).toBe(200);
  });
});

describe('a file', () => {
  const check = (sha256: string, code?: string) =>
    app.anonymous.verify.file({ body: { sha256, ...(code && { code }), lang: 'en' } });

  it('is known by the hash of each state, with or without its code', async () => {
    const { id, code } = await signed();
    const states = [`%PDF ${id}`, `%PDF ${id} sealed`];
    await store(code, states);
    for (const bytes of states) {
      const answer = await check(hashOf(bytes));
      expect(answer).toMatchObject({
        isGenuine: true,
        document: {
          path: `/v/${code}`,
          name: expect.stringMatching(/^Service protocol .*, Version 1$/),
          status: 'CURRENT',
          replacedBy: null,
          states: states.map((each) => ({ sha256: hashOf(each), size: each.length })),
        },
      });
      expect(await check(hashOf(bytes), code)).toEqual(answer);
    }
    await signAgain(id);
    expect(await check(hashOf(states[1] as string))).toMatchObject({
      isGenuine: true,
      document: { status: 'REPLACED', replacedBy: 2 },
    });
  });

  it('with another content is compared with the document that it names', async () => {
    const { id, code } = await signed();
    await store(code, [`%PDF ${id}`]);
    expect(await check(hashOf('altered'), code.toUpperCase())).toMatchObject({
      isGenuine: false,
      document: { path: `/v/${code}`, states: [{ sha256: hashOf(`%PDF ${id}`) }] },
    });
    const unknown = { isGenuine: false, document: null };
    expect(await check(hashOf('altered'))).toEqual(unknown);
    expect(await check(hashOf('altered'), `${accountId}-${'0'.repeat(26)}`)).toEqual(unknown);
    expect(await check(hashOf('altered'), 'nonsense')).toEqual(unknown);
  });

  it('that two accounts have is that of the account it names, and of one that is open', async () => {
    const { id, code } = await signed();
    await store(code, [`%PDF ${id}`]);
    const other = await buildAdmin(app);
    const facts: SealedFacts = { company: 'Other', machines: [], day: '2026-11-24' };
    const copy = await app.deps.db
      .of(other)
      .$transaction((tx) => newSealedDocument(tx, other, { kind: 'SERVICE_BOOK', facts }));
    const { global } = app.deps.db;
    await global.sealedDocument.update({
      where: { accountId_id: { accountId: other.accountId, id: copy.id } },
      data: { drawnSha256: hashOf(`%PDF ${id}`), drawnSize: 5 },
    });
    await global.documentHash.create({
      data: { sha256: hashOf(`%PDF ${id}`), accountId: other.accountId, documentId: copy.id },
    });
    const copied = `${other.accountId}-${copy.token}`;
    expect((await check(hashOf(`%PDF ${id}`), code)).document?.path).toBe(`/v/${code}`);
    expect((await check(hashOf(`%PDF ${id}`), copied)).document?.path).toBe(`/v/${copied}`);
    expect((await check(hashOf(`%PDF ${id}`))).document?.path).toBe(`/v/${copied}`);
    await (await app.as(other)).closure.giveNotice({ body: { endsOn: null } });
    expect((await check(hashOf(`%PDF ${id}`))).document?.path).toBe(`/v/${code}`);
  });

  it('is refused without a proper hash', async () => {
    for (const sha256 of ['', 'A'.repeat(64), '0'.repeat(63), '0'.repeat(65)])
      expect((await refusal(check(sha256))).status).toBe(400);
  });
});
