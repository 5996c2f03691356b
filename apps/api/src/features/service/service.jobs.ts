import { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { SealedDocument, SealObstacle } from '../../generated/prisma/client.ts';
import { handles, jobKind, remoteKind, runsAt } from '../../platform/jobs.ts';
import { type AccountTransaction, rowKey, unwaited } from '../../platform/tenancy.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';
import { addStamp, forgetSame, noteObstacle, seal, writeStates } from '../seal/seal.service.ts';
import { newSealedDocument } from '../seal/sealed-document.ts';
import { forgetBytes } from '../storage/storage.jobs.ts';
import { withStoredFile } from '../storage/storage.service.ts';
import { drawOnce } from './draw-once.ts';
import { renderProtocol } from './service-document.ts';
import { wordingFor } from './service-pdf-texts.ts';
import { isKnown, NotAsStored, readUnchanged } from './stored-document.ts';

export const renderProtocolPdf = jobKind(
  'service.render-pdf',
  z.object({ accountId: z.number(), versionId: z.number() }),
);

const stampProtocolPdf = remoteKind(
  'service.stamp-pdf',
  z.object({ accountId: z.number(), versionId: z.number() }),
);

/**
 * Draws, seals and stores the document of a signed version, once. One that was drawn before documents were sealed is
 * sealed as it is. Several servers may do it at a time; the first to store it wins.
 */
export async function ensureProtocolPdf(deps: Deps, of: WorkFor, versionId: number): Promise<void> {
  const { accountId } = of;
  for (let isDrawn = false; !isDrawn; ) {
    const version = await deps.db
      .of({ accountId })
      .$transaction((tx) => readVersion(tx, accountId, versionId));
    if (!version || isSealed(version)) return;
    isDrawn = await drawOnce(deps.pdf, `${accountId}/${versionId}`, of, (begins) =>
      drawVersion(deps, of, version, begins),
    );
  }
}

type Version = NonNullable<Awaited<ReturnType<typeof readVersion>>>;

async function drawVersion(deps: Deps, of: WorkFor, version: Version, begins: () => void): Promise<void> {
  const { accountId } = of;
  const { id: versionId, sealed, pdfFile } = version;
  const snapshot = ProtocolSnapshot.parse(JSON.parse(version.snapshot));
  const drawn = pdfFile
    ? await readDrawn(deps, { accountId, versionId }, pdfFile.key, version.pdfSha256)
    : await renderProtocol(deps, snapshot, version.snapshotSha256, of, { sealed, begins });
  const { bytes, states } = await seal(deps, sealed, drawn, wordingFor(snapshot.language).texts.seal);
  if (pdfFile && !states.sealedAt) return;
  const filename = `${snapshot.documentNumber.replaceAll('/', '-')}-v${version.version}.pdf`;
  await withStoredFile(deps, { bytes, filename, contentType: 'application/pdf' }, async (file) => {
    await deps.db.of({ accountId }).$transaction(async (tx) => {
      const present = await readVersion(tx, accountId, versionId);
      if (!present || present.pdfFileId !== version.pdfFileId || isSealed(present)) return;
      if (version.pdfFileId === null) {
        const pdfFileId = await file.attach(tx, { accountId, userId: null }, { kind: 'SERVICE_PDF' });
        const data = { pdfFileId, pdfSha256: states.drawnSha256 };
        await tx.serviceVersion.updateMany({ where: { id: versionId }, data });
      } else {
        const key = await file.replace(tx, { accountId }, version.pdfFileId);
        await forgetBytes(deps, tx, { accountId, key });
      }
      await writeStates(tx, sealed, states);
      if (states.sealedAt && deps.config.seal.timestampUrl)
        await deps.jobs.enqueue(tx, stampProtocolPdf, { accountId, versionId });
    });
  });
}

/** What was drawn and not sealed. If it is lost or damaged, the document's public page says so. @throws NotAsStored */
async function readDrawn(
  deps: Deps,
  of: { accountId: number; versionId: number },
  key: string,
  drawnSha256: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readUnchanged(deps, key, drawnSha256);
  } catch (error) {
    if (error instanceof NotAsStored)
      await noteObstacle(deps, { ...of, drawnSha256, obstacle: error.obstacle });
    throw error;
  }
}

/** Adds a time stamp behind the seal, once. A server that is away is asked again by the job queue. */
async function stamp(deps: Deps, { accountId, versionId }: z.output<typeof stampProtocolPdf.payload>) {
  const server = deps.config.seal.timestampUrl;
  const read = (tx: AccountTransaction) => readVersion(tx, accountId, versionId);
  const version = await deps.db.of({ accountId }).$transaction(read);
  const { sealed, pdfFile, pdfFileId } = version ?? {};
  if (!server || !sealed?.sealedAt || sealed.stampedAt || !pdfFile || !pdfFileId) return;
  const former = await readUnchanged(deps, pdfFile.key, sealed.sealedSha256);
  const { bytes, states } = await addStamp(former, server);
  const file = { bytes, filename: pdfFile.filename, contentType: 'application/pdf' };
  await withStoredFile(deps, file, async (stored) => {
    await deps.db.of({ accountId }).$transaction(async (tx) => {
      if ((await read(tx))?.pdfFile?.key !== pdfFile.key) return;
      const key = await stored.replace(tx, { accountId }, pdfFileId);
      await forgetBytes(deps, tx, { accountId, key });
      await writeStates(tx, sealed, states);
    });
  });
}

/** Locks a version, and gives it an address if it is from before documents had one. */
async function readVersion(tx: AccountTransaction, accountId: number, versionId: number) {
  await unwaited(tx)`
    SELECT 1 FROM service_version WHERE account_id = ${accountId} AND id = ${versionId} FOR UPDATE`;
  const version = await tx.serviceVersion.findUnique({
    where: rowKey({ accountId }, versionId),
    include: { sealed: true, pdfFile: { select: { key: true, sha256: true, filename: true } } },
  });
  if (!version) return null;
  const sealed: SealedDocument =
    version.sealed ??
    (await newSealedDocument(tx, { accountId }, { kind: 'PROTOCOL', serviceVersionId: versionId }));
  return { ...version, sealed };
}

/** The file has more than what was drawn when it came back sealed with an archive. */
export const isSealed = ({
  sealed,
  pdfFile,
  pdfSha256,
}: {
  sealed: { sealedAt: Date | null } | null;
  pdfFile: { sha256: string } | null;
  pdfSha256: string | null;
}): boolean =>
  sealed !== null && pdfFile !== null && (sealed.sealedAt !== null || pdfFile.sha256 !== pdfSha256);

export const serviceJobs = (deps: Deps) => [
  handles(renderProtocolPdf, ({ versionId, ...of }) => ensureProtocolPdf(deps, of, versionId)),
  handles(stampProtocolPdf, (payload) => stamp(deps, payload)),
  runsAt('service.seal-former', '17 * * * *', () => sealFormer(deps)),
  runsAt('seal.forget-same', '47 2 * * *', () => forgetSame(deps)),
];

/**
 * Seals what was stored without a seal: documents from before there were seals, and of a time in which the certificate
 * had ended. Each is one transaction, so it goes on where it was stopped.
 */
export async function sealFormer(deps: Deps): Promise<void> {
  const unsealed = { sealedAt: null, kind: 'PROTOCOL' } as const;
  const accounts = await deps.db.global.sealedDocument.groupBy({ by: ['accountId'], where: unsealed });
  for (const { accountId } of accounts) {
    const versions = await deps.db.of({ accountId }).$queryRaw<
      { id: number; obstacle: SealObstacle | null }[]
    >`
      SELECT v.id, d.obstacle FROM sealed_document d
        JOIN service_version v ON v.account_id = d.account_id AND v.id = d.service_version_id
        JOIN stored_file f ON f.account_id = v.account_id AND f.id = v.pdf_file_id AND f.sha256 = v.pdf_sha256
       WHERE d.account_id = ${accountId} AND d.sealed_at IS NULL ORDER BY d.id`;
    for (const { id: versionId, obstacle } of versions) {
      try {
        await ensureProtocolPdf(deps, { accountId }, versionId);
      } catch (error) {
        // It was told when it was found. It is tried again, because the operator may have brought the file back.
        if (isKnown(error, obstacle)) continue;
        deps.log.pdf.error({ err: error, accountId, versionId }, 'a document could not be sealed');
      }
    }
  }
}
