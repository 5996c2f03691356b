/** Documents that came back with an archive show the seal that their files carry. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openOwnSealKey } from '../../platform/seal/seal-key.ts';
import { startTimeStampServer } from '../../platform/seal/testing/time-stamp-server.ts';
import { type Api, useTestApp } from '../../testing/app.ts';
import { bringBack, readArchive } from '../../testing/archives.ts';
import { buildAdmin, buildDevice } from '../../testing/builders.ts';
import { protocolOf, readPdf, signProtocol } from '../../testing/protocols.ts';
import { keepCertificate } from '../seal/seal.service.ts';
import { readReturnedSeals } from './returned-seals.ts';

const server = await startTimeStampServer();
const app = useTestApp({ SEAL_TIMESTAMP_URL: server.url });
afterAll(() => server.stop());

interface Company {
  api: Api;
  accountId: number;
  serviceId: number;
  pdf: Uint8Array;
}
let left: Company;
let archive: Uint8Array;

const rowOf = (accountId: number) => app.deps.db.of({ accountId }).sealedDocument.findFirstOrThrow({});

async function signedAndStamped(): Promise<Company> {
  const owner = await buildAdmin(app);
  const api = await app.as(owner);
  const { accountId } = owner;
  const { id } = await api.service.add({ body: protocolOf(await buildDevice(app, { accountId })) });
  await signProtocol(api, id);
  await vi.waitFor(async () => expect((await rowOf(accountId)).stampedAt).not.toBeNull(), {
    timeout: 30_000,
  });
  return { api, accountId, serviceId: id, pdf: await readPdf(api, id) };
}

beforeAll(async () => {
  left = await signedAndStamped();
  archive = new Uint8Array(await readArchive(left.api));
});

async function cameBack(from = archive): Promise<Company> {
  const owner = await buildAdmin(app);
  const api = await app.as(owner);
  expect(await bringBack(api, from)).toMatchObject({ state: 'DONE' });
  const { accountId } = owner;
  const { id } = await app.deps.db.of({ accountId }).service.findFirstOrThrow({});
  await vi.waitFor(async () => expect((await rowOf(accountId)).sealedAt).not.toBeNull(), { timeout: 15_000 });
  return { api, accountId, serviceId: id, pdf: await readPdf(api, id) };
}

/** As if no job had read the seal yet. */
async function forget({ accountId }: Company): Promise<void> {
  await app.deps.db.of({ accountId }).sealedDocument.updateMany({
    data: {
      ...{ drawnSha256: null, drawnSize: null, sealedSha256: null, sealedSize: null, sealedAt: null },
      ...{ stampedSha256: null, stampedSize: null, stampedAt: null, certificateSha256: null },
    },
  });
}

async function pageOf({ accountId }: Company): Promise<string> {
  const { token } = await rowOf(accountId);
  const answer = await fetch(`${app.url}/v/${accountId}-${token}?lang=en`);
  return (await answer.text()).replace(/<style>.*?<\/style>|<template.*?<\/template>/gs, '');
}

const detailsOf = (page: string) => /<details><summary>Seal.*?<\/details>/s.exec(page)?.[0];

const fileOf = ({ accountId }: Company) =>
  app.deps.db.of({ accountId }).storedFile.findFirstOrThrow({ where: { kind: 'SERVICE_PDF' } });

async function store(key: string, bytes: Uint8Array | null): Promise<void> {
  await app.deps.files.remove(key);
  if (bytes) await app.deps.files.write(key, bytes as never);
}

describe('a document that came back', () => {
  it('shows the same seal as before: certificate, time, time stamp and hashes', async () => {
    const back = await cameBack();
    const before = await pageOf(left);
    expect(detailsOf(before)).toContain(app.deps.seal.certificateSha256);
    expect(detailsOf(await pageOf(back))).toBe(detailsOf(before));
    expect(Buffer.compare(back.pdf, left.pdf)).toBe(0);
    const { sealedSha256, stampedSha256, sealedAt } = await rowOf(left.accountId);
    for (const sha256 of [sealedSha256, stampedSha256]) {
      const body = { sha256: sha256 ?? '', lang: 'en' as const };
      expect(await app.anonymous.verify.file({ body })).toMatchObject({ isGenuine: true });
    }
    // Reading it again changes nothing. The file says its time to the second.
    const row = await rowOf(back.accountId);
    expect(row.sealedAt?.getTime()).toBe(Math.floor((sealedAt?.getTime() ?? 0) / 1000) * 1000);
    await forget(back);
    await Promise.all([readReturnedSeals(app.deps, back), readReturnedSeals(app.deps, back)]);
    expect(await rowOf(back.accountId)).toEqual(row);
  });

  it('shows none after a change of one byte, and says why; it does once the file is put back', async () => {
    const back = await cameBack();
    const { key } = await fileOf(back);
    const altered = Uint8Array.from(back.pdf);
    altered[1000] = (altered[1000] ?? 0) ^ 1;
    for (const [bytes, obstacle, why] of [
      [altered, 'ALTERED', 'its content has changed'],
      [null, 'LOST', 'The PDF is missing on this server'],
    ] as const) {
      await forget(back);
      await store(key, bytes);
      await readReturnedSeals(app.deps, back);
      expect(await rowOf(back.accountId)).toMatchObject({ sealedAt: null, obstacle });
      const page = await pageOf(back);
      expect(page).toContain('No valid seal');
      expect(page).toContain(why);
      expect(page).not.toContain(app.deps.seal.certificateSha256);
      expect(page).not.toContain('usually takes a minute');
    }
    await store(key, back.pdf);
    await readReturnedSeals(app.deps, back);
    expect(await rowOf(back.accountId)).toMatchObject({ sealedAt: expect.any(Date), obstacle: null });
    expect(await pageOf(back)).not.toContain('No valid seal');
  });

  it('says so if another installation has sealed it', async () => {
    const { deps } = app;
    const own = deps.seal;
    const folder = await mkdtemp(path.join(tmpdir(), 'servicebook-seal-'));
    const owner = { name: 'Elsewhere', country: 'DE' };
    deps.seal = await openOwnSealKey(path.join(folder, 'seal.p12'), '', owner, deps.clock());
    await keepCertificate(deps);
    const foreign = deps.seal.certificateSha256;
    const elsewhere = await signedAndStamped();
    const theirs = new Uint8Array(await readArchive(elsewhere.api));
    deps.seal = own;
    // This installation has never seen that certificate.
    await forget(elsewhere);
    await deps.db.global.sealCertificate.deleteMany({ where: { sha256: foreign } });
    const back = await cameBack(theirs);
    const page = await pageOf(back);
    expect(page).toContain(foreign);
    expect(page).toContain('This seal was not made with a certificate of this server.');
    expect(page).toContain('Self-signed: nobody here vouches for it.');
    expect(Buffer.compare(back.pdf, elsewhere.pdf)).toBe(0);
    await rm(folder, { recursive: true });
  });
});
