/** Signed documents are sealed: by whom, with which row, and what happens to those of long ago. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isGenuine, readSeals } from '../../platform/seal/read-seal.ts';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildService, buildTeam } from '../../testing/builders.ts';
import { readPdf, readVersion, signProtocol } from '../../testing/protocols.ts';
import { verifyAddress } from '../seal/sealed-document.ts';
import { ensureProtocolPdf, sealFormer } from './service.jobs.ts';

const app = useTestApp();
let technician: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  ({ accountId, userId, technician } = await buildTeam(app));
});

const db = () => app.deps.db.of({ accountId });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const genuine = (pdf: Uint8Array) => isGenuine(pdf, app.deps.seal.certificate);

async function signed(): Promise<number> {
  const { id } = await buildService(app, { accountId, userId });
  await signProtocol(technician, id);
  return id;
}

async function stateOf(serviceId: number) {
  const version = await readVersion(app, accountId, serviceId);
  const document = await db().sealedDocument.findFirstOrThrow({ where: { serviceVersionId: version.id } });
  const hashes = await db().documentHash.findMany({ where: { documentId: document.id } });
  return { version, document, hashes: hashes.map((hash) => hash.sha256).sort() };
}

/** A document as it was stored before there were seals. */
async function unsealed(): Promise<{ id: number; versionId: number; drawn: Uint8Array; formerKey: string }> {
  const id = await signed();
  const bytes = await readPdf(technician, id);
  const { version, document } = await stateOf(id);
  const drawn = bytes.subarray(0, document.drawnSize ?? 0);
  const key = await app.deps.files.put(drawn);
  await db().storedFile.updateMany({
    where: { id: version.pdfFileId ?? 0 },
    data: { key, size: drawn.length, sha256: sha256(drawn) },
  });
  await app.deps.files.remove(version.pdfFile?.key ?? '');
  await db().documentHash.deleteMany({ where: { documentId: document.id } });
  await db().sealedDocument.deleteMany({ where: { id: document.id } });
  return { id, versionId: version.id, drawn, formerKey: key };
}

describe('the document of a signed version', () => {
  it('is sealed before it is stored, and its row and hashes say what it is', async () => {
    const id = await signed();
    const pdf = await readPdf(technician, id);
    const { version, document, hashes } = await stateOf(id);
    expect(genuine(pdf)).toBe(true);
    expect(readSeals(pdf)[0]?.dictionary).toContain(`(${verifyAddress(app.deps.config, document)})`);
    const drawn = pdf.subarray(0, document.drawnSize ?? 0);
    expect(document).toMatchObject({
      kind: 'PROTOCOL',
      drawnSha256: sha256(drawn),
      sealedSha256: sha256(pdf),
      sealedSize: pdf.length,
      sealedAt: expect.any(Date),
      certificateSha256: app.deps.seal.certificateSha256,
      stampedSha256: null,
    });
    expect(version).toMatchObject({
      pdfSha256: sha256(drawn),
      pdfFile: { sha256: sha256(pdf), size: pdf.length },
    });
    expect(hashes).toEqual([sha256(drawn), sha256(pdf)].sort());
    const kept = await app.deps.db.global.sealCertificate.findUniqueOrThrow({
      where: { sha256: document.certificateSha256 ?? '' },
    });
    expect(Buffer.from(kept.der)).toEqual(Buffer.from(app.deps.seal.certificate));
  });

  it('is sealed once, however many ask for it at once', async () => {
    const id = await signed();
    const pdfs = await Promise.all(Array.from({ length: 4 }, () => readPdf(technician, id)));
    expect(new Set(pdfs.map(sha256)).size).toBe(1);
    expect((await stateOf(id)).hashes).toHaveLength(2);
    await app.expectNoStrayFiles();
  });

  it('is drawn the same when its server died before it was stored', async () => {
    const id = await signed();
    const first = await readPdf(technician, id);
    const { version, document } = await stateOf(id);
    // As if nothing had been written: the version has no document, its address is there since it was signed.
    await app.deps.db.global
      .$executeRaw`ALTER TABLE service_version DISABLE TRIGGER service_version_refuse_change`;
    await db().serviceVersion.updateMany({
      where: { id: version.id },
      data: { pdfFileId: null, pdfSha256: null },
    });
    await app.deps.db.global
      .$executeRaw`ALTER TABLE service_version ENABLE TRIGGER service_version_refuse_change`;
    await db().storedFile.deleteMany({ where: { id: version.pdfFileId ?? 0 } });
    await app.deps.files.remove(version.pdfFile?.key ?? '');
    const nothing = { drawnSha256: null, drawnSize: null, sealedSha256: null, sealedSize: null };
    await db().sealedDocument.updateMany({
      where: { id: document.id },
      data: { ...nothing, sealedAt: null, certificateSha256: null },
    });
    await ensureProtocolPdf(app.deps, { accountId }, version.id);
    const again = await readPdf(technician, id);
    const size = document.drawnSize ?? 0;
    expect(sha256(again.subarray(0, size))).toBe(sha256(first.subarray(0, size)));
    expect(genuine(again)).toBe(true);
  });
});

describe('a document that many ask for at once', () => {
  it('is drawn and sealed once, also beside its job', async () => {
    const { id } = await buildService(app, { accountId, userId });
    const render = vi.spyOn(app.deps.pdf, 'render');
    await signProtocol(technician, id);
    const pdfs = await Promise.all(Array.from({ length: 6 }, () => readPdf(technician, id)));
    expect(new Set(pdfs.map(sha256)).size).toBe(1);
    expect(render).toHaveBeenCalledTimes(1);
    render.mockRestore();
  });
});

describe('a document from before there were seals', () => {
  it('is sealed by the job, unchanged as the beginning; who still reads the former bytes can', async () => {
    const { id, drawn, formerKey } = await unsealed();
    await db().$transaction(async (tx) => {
      const { version } = await readUnsealed(id);
      await tx.sealedDocument.create({
        data: { accountId, kind: 'PROTOCOL', token: 'a'.repeat(26), serviceVersionId: version.id },
      });
    });
    await sealFormer(app.deps);
    const { version, document } = await stateOf(id);
    expect(version.pdfFile?.key).not.toBe(formerKey);
    expect(version.pdfSha256).toBe(sha256(drawn));
    expect(document.token).toBe('a'.repeat(26));
    const pdf = await readPdf(technician, id);
    expect(Buffer.compare(pdf.subarray(0, drawn.length), drawn)).toBe(0);
    expect(genuine(pdf)).toBe(true);
    expect(Buffer.compare(await app.deps.files.get(formerKey), drawn)).toBe(0);
    await app.hurryJobs();
    await expect.poll(() => app.strayFiles(), { timeout: 15_000 }).toEqual([]);
    // A second round finds nothing.
    await sealFormer(app.deps);
    expect((await stateOf(id)).document).toEqual(document);
  });

  it('is sealed when somebody opens it, once', async () => {
    const { id, drawn } = await unsealed();
    const pdfs = await Promise.all(Array.from({ length: 4 }, () => readPdf(technician, id)));
    expect(pdfs.every(genuine)).toBe(true);
    expect(new Set(pdfs.map(sha256)).size).toBe(1);
    expect((await stateOf(id)).document.drawnSha256).toBe(sha256(drawn));
  });

  it('is never sealed after a change of its bytes, but can still be read', async () => {
    const { id, drawn, formerKey } = await unsealed();
    const altered = Uint8Array.from(drawn);
    altered[1000] = (altered[1000] ?? 0) ^ 1;
    await app.deps.files.remove(formerKey);
    await app.deps.files.write(formerKey, altered as never);
    expect(sha256(await readPdf(technician, id))).toBe(sha256(altered));
    const { document } = await stateOf(id);
    expect(document).toMatchObject({ sealedAt: null, obstacle: 'ALTERED' });
    const page = await (await fetch(`${verifyAddress({ publicUrl: app.url }, document)}?lang=en`)).text();
    expect(page).toContain('its content has changed');
    expect(page).not.toContain('usually takes a minute');
    // Who has a copy from before can still prove it.
    const body = { sha256: sha256(drawn), lang: 'en' as const };
    expect(await app.anonymous.verify.file({ body })).toMatchObject({ isGenuine: true });
    const told = () => app.logs.filter((line) => line.includes('is not as it was stored')).length;
    const before = told();
    expect(before).toBeGreaterThan(0);
    // Each hour again, without a word.
    await sealFormer(app.deps);
    expect(told()).toBe(before);
    // The operator has brought the file back.
    await app.deps.files.remove(formerKey);
    await app.deps.files.write(formerKey, drawn as never);
    await sealFormer(app.deps);
    expect(genuine(await readPdf(technician, id))).toBe(true);
  });
});

const readUnsealed = async (id: number) => ({ version: await readVersion(app, accountId, id) });

it('a certificate that has ended seals nothing; the documents are sealed with the next one', async () => {
  const id = await signed();
  await readPdf(technician, id);
  const { notAfter } = app.deps.seal;
  app.deps.seal.notAfter = new Date('2021-01-01');
  const other = await signed();
  const drawn = await readPdf(technician, other);
  expect(readSeals(drawn)).toEqual([]);
  expect((await stateOf(other)).document).toMatchObject({ drawnSha256: sha256(drawn), sealedAt: null });
  expect(app.logs.join('\n')).toContain('out of date');
  app.deps.seal.notAfter = notAfter;
  await sealFormer(app.deps);
  expect(genuine(await readPdf(technician, other))).toBe(true);
});
