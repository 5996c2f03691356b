/** One company does its worst within its rights; another one's day goes on. */
import { maxAttachments } from '@servicebook/shared/protocol-length';
import pg from 'pg';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { refusal, useTestApp } from './app.ts';
import { buildAdmin, buildDevice, buildService, knownPassword } from './builders.ts';
import { protocolOf, signProtocol } from './protocols.ts';

const app = useTestApp({ PDF_PROCESSES: '2' });

async function startCompany() {
  const user = await buildAdmin(app);
  const { accountId } = user;
  const device = await buildDevice(app, { accountId });
  return { user, accountId, device, api: await app.as(user) };
}
type Company = Awaited<ReturnType<typeof startCompany>>;
let attacker: Company;
let other: Company;
beforeAll(async () => {
  attacker = await startCompany();
  other = await startCompany();
});

/** The daily work of the other company's users. */
async function workAsUsual() {
  const auth = { username: other.user.email, password: knownPassword };
  expect((await app.anonymous.http.get('/api/user/auth', { auth })).status).toBe(200);
  const { content } = await other.api.device.search({ body: {} });
  expect(content.length).toBeGreaterThan(0);
  await readDocument(await otherProtocol());
}

async function otherProtocol(): Promise<number> {
  const { id } = await buildService(app, { accountId: other.accountId, userId: other.user.id });
  return id;
}

async function readDocument(id: number) {
  const { headers } = await other.api.http.get(`/api/service/pdf/${id}`);
  expect(headers['content-type']).toBe('application/pdf');
}

/** Running calls and their answers, in order of arrival. */
function callMany(count: number, call: (signal: AbortSignal) => Promise<unknown>) {
  const hangUp = new AbortController();
  const answers: { status: number; retryAfter?: string }[] = [];
  const calls = Array.from({ length: count }, async () => {
    const answer = await call(hangUp.signal).then(
      () => ({ status: 200 }),
      ({ response }) => ({ status: response?.status ?? 0, retryAfter: response?.headers['retry-after'] }),
    );
    answers.push(answer);
  });
  return {
    answers,
    refused: () => answers.filter(({ status }) => status === 429),
    hangUp: () => hangUp.abort(),
    ended: Promise.all(calls),
  };
}

const upload = ({ api, device }: Company, picture: Blob, signal?: AbortSignal) =>
  api.file.add({
    body: { device: { id: device.id }, type: 'MACHINE_FILE' },
    file: picture,
    fileName: 'picture.jpg',
    idempotencyKey: crypto.randomUUID(),
    ...(signal && { signal }),
  });
const storedBy = ({ accountId }: Company) => app.deps.db.of({ accountId }).storedFile.count();

async function noise(edge: number): Promise<Blob> {
  const create = { width: edge, height: edge, channels: 3, background: 'white' } as const;
  const picture = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 40 } } });
  return new Blob([new Uint8Array(await picture.jpeg({ quality: 70 }).toBuffer())]);
}

describe('the largest pictures, many at once', () => {
  it('are queued separately from other work, at most six at once, and dropped when their sender hangs up', async () => {
    const largest = await noise(5000);
    const attack = callMany(9, (signal) => upload(attacker, largest, signal));
    await vi.waitFor(() => expect(attack.refused()).toHaveLength(3), 60_000);
    expect(attack.refused()).toEqual(Array(3).fill({ status: 429, retryAfter: '5' }));
    await workAsUsual();
    // The pictures were still waiting when the other company had done all that.
    expect(attack.answers.length).toBeLessThan(9);
    attack.hangUp();
    await attack.ended;
    const small = await noise(100);
    await upload(other, small);
    // Queued behind all pending work of this company; cancelled pictures are not drawn.
    await upload(attacker, small);
    expect(await storedBy(attacker)).toBeLessThan(7);
    await app.expectNoStrayFiles();
    expect(app.logs.filter((line) => line.includes('request failed'))).toEqual([]);
  }, 120_000);
});

/** Actions that fill a protocol with text nobody has hyphenated yet. */
const longActions = ({ device }: Company, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    device: { id: device.id },
    name: `${index}${'aBcDeFg'.repeat(30)}`,
    fields: Array.from({ length: 20 }, (_field, at) => ({
      name: `${at}${'hIjKlM'.repeat(16)}`,
      value: `${index}-${at}${'nOpQrSt'.repeat(35)}`,
      unit: 'uVwXyZ',
    })),
  }));

describe('the longest protocols', () => {
  it('are refused above the length of a document, before and at signing, and nothing is lost', async () => {
    const { api, accountId, device, user } = attacker;
    const body = protocolOf(device, { actions: longActions(attacker, 300) });
    expect(await refusal(api.service.add({ body }))).toMatchObject({
      status: 400,
      fields: { actions: 'PROTOCOL_TOO_LONG' },
    });
    // Stored before there was a limit.
    const stored = await buildService(app, { accountId, userId: user.id, customerId: device.customerId });
    const of = { accountId, serviceId: stored.id, deviceId: device.id };
    const db = app.deps.db.of({ accountId });
    await db.serviceDevice.deleteMany({ where: { serviceId: stored.id } });
    await db.serviceDevice.create({ data: { ...of, position: 0 } });
    await db.serviceAction.createMany({
      data: longActions(attacker, 300).map(({ name, fields }, position) => ({
        ...of,
        position,
        name,
        fields,
        done: true,
        quantity: 1,
      })),
    });
    expect(await refusal(signProtocol(api, stored.id))).toMatchObject({
      status: 409,
      code: 'PROTOCOL_TOO_LONG',
    });
    const opened = await api.service.findById({ params: { id: stored.id } });
    expect(opened).toMatchObject({ state: 'NEW', version: 0 });
    expect(opened.actions).toHaveLength(300);
  });

  it.each([
    ['line feeds', '\n'],
    ['carriage returns', '\r'],
    ['line separators', '\u2028'],
    ['paragraph separators', '\u2029'],
  ])('are refused too when it is %s that make them long', async (_, lineBreak) => {
    const value = `x${lineBreak.repeat(252)}x`;
    const fields = Array.from({ length: 20 }, (_field, at) => ({ name: `${at}`, value, unit: '' }));
    const action = { device: { id: attacker.device.id }, name: 'Check', fields };
    const body = protocolOf(attacker.device, { actions: Array(15).fill(action) });
    expect(await refusal(attacker.api.service.add({ body }))).toMatchObject({
      status: 400,
      fields: { actions: 'PROTOCOL_TOO_LONG' },
    });
  });

  it('are rendered one at a time per company, too many are refused, and other companies are served first', async () => {
    const body = protocolOf(attacker.device, { actions: longActions(attacker, 10) });
    const { id } = await attacker.api.service.add({ body });
    const others = await otherProtocol();
    const address = `/api/service/pdf/${id}`;
    // Starting a process takes longer than many documents. These two start both.
    await Promise.all([attacker.api.http.get(address), readDocument(others)]);
    const attack = callMany(20, (signal) => attacker.api.http.get(address, { signal }));
    await readDocument(others);
    expect(attack.answers.length).toBeLessThan(20);
    // How many are refused depends on how many are finished before the last one arrives.
    await vi.waitFor(() => expect(attack.refused()).not.toEqual([]), 30_000);
    attack.hangUp();
    await attack.ended;
    // Of those whose caller has gone none is drawn any more.
    const { status } = await attacker.api.http.get(address);
    expect(status).toBe(200);
    expect(app.logs.filter((line) => line.includes('request failed'))).toEqual([]);
  }, 120_000);

  it('can be signed with the maximum number of attachments, and get their document', async () => {
    const body = protocolOf(attacker.device, { actions: longActions(attacker, 10) });
    const { id } = await attacker.api.service.add({ body });
    const { accountId } = attacker;
    const files = Array.from({ length: maxAttachments }, (_, index) => ({
      accountId,
      key: crypto.randomUUID(),
      kind: 'SERVICE_FILE' as const,
      filename: `${index}${'W'.repeat(177)}.txt`,
      contentType: 'text/plain',
      size: 1,
      sha256: '0'.repeat(64),
      serviceId: id,
    }));
    await app.deps.db.of({ accountId }).storedFile.createMany({ data: files });
    expect((await signProtocol(attacker.api, id)).state).toBe('SIGNED');
    const { headers } = await attacker.api.http.get(`/api/service/pdf/${id}`);
    expect(headers['content-type']).toBe('application/pdf');
  }, 60_000);
});

describe('requests of one company', () => {
  /** Its writes wait for this until it is released. */
  async function holdWrites({ accountId }: Company) {
    const held = new pg.Client({ connectionString: app.deps.config.databaseUrl });
    await held.connect();
    await held.query('BEGIN');
    await held.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [accountId]);
    return () => held.end();
  }

  it('leave most connections to others, wait for their turn, and are refused beyond a hundred', async () => {
    const release = await holdWrites(attacker);
    const body = { text: 'Noise', device: { id: attacker.device.id } };
    const calls = callMany(110, (signal) =>
      attacker.api.http.post('/api/deviceNote/insert', body, { signal }),
    );
    await vi.waitFor(() => expect(calls.refused()).toHaveLength(7), 30_000);
    expect(calls.refused().map(({ retryAfter }) => retryAfter)).toEqual(Array(7).fill('5'));
    await workAsUsual();
    await release();
    await calls.ended;
    expect(calls.answers.filter(({ status }) => status === 200)).toHaveLength(103);
  });

  it('for whole lists are answered two at a time, and beside the others', async () => {
    const list = vi.fn();
    const blocked = new pg.Client({ connectionString: app.deps.config.databaseUrl });
    await blocked.connect();
    await blocked.query('BEGIN; LOCK TABLE category IN ACCESS EXCLUSIVE MODE');
    const calls = callMany(25, (signal) =>
      attacker.api.http.get('/api/category/findAll', { signal }).then(list),
    );
    await vi.waitFor(() => expect(calls.refused()).toHaveLength(3), 30_000);
    expect((await attacker.api.customer.search({ body: {} })).content).not.toEqual([]);
    await blocked.end();
    await calls.ended;
    expect(list).toHaveBeenCalledTimes(22);
  });
});
