/**
 * Documents that came back sealed with an archive: what their rows said of the seal stayed behind, but the files carry it.
 * It is read from there. No file is written.
 */
import type { Deps } from '../../deps.ts';
import type { SealObstacle } from '../../generated/prisma/client.ts';
import { handles, runsAt } from '../../platform/jobs.ts';
import { findSeal } from '../../platform/seal/read-seal.ts';
import { sha256 } from '../../platform/seal/seal.ts';
import { keepCertificate, noteObstacle, writeStates } from '../seal/seal.service.ts';
import { readReturnedSealsJob } from '../seal/seal-kinds.ts';
import { isKnown, NotAsStored, readUnchanged } from './stored-document.ts';

const batchSize = 100;

/** A document that came back sealed, and whose seal was not read yet. */
interface Returned {
  documentId: number;
  versionId: number;
  drawnSha256: string;
  key: string;
  fileSha256: string;
  obstacle: SealObstacle | null;
}

/**
 * Reads the seals of an account's documents, each in its own transaction, so it goes on where it was stopped. One that
 * could not be read is tried again each time, because its file may have been put back.
 */
export async function readReturnedSeals(
  deps: Deps,
  { accountId }: { accountId: number },
  signal?: AbortSignal,
): Promise<void> {
  let after = 0;
  for (;;) {
    const documents = await deps.db.of({ accountId }).$queryRaw<Returned[]>`
      SELECT d.id AS "documentId", v.id AS "versionId", v.pdf_sha256 AS "drawnSha256", f.key, f.sha256 AS "fileSha256",
             d.obstacle
        FROM sealed_document d
        JOIN service_version v ON v.account_id = d.account_id AND v.id = d.service_version_id
        JOIN stored_file f ON f.account_id = v.account_id AND f.id = v.pdf_file_id AND f.sha256 <> v.pdf_sha256
       WHERE d.account_id = ${accountId} AND d.sealed_at IS NULL AND d.id > ${after}
       ORDER BY d.id LIMIT ${batchSize}`;
    for (const document of documents) {
      signal?.throwIfAborted();
      await readReturned(deps, accountId, document).catch((error: unknown) => {
        const { versionId, obstacle } = document;
        if (isKnown(error, obstacle)) return;
        deps.log.pdf.error({ err: error, accountId, versionId }, 'the seal of a document could not be read');
      });
      after = document.documentId;
    }
    if (documents.length < batchSize) return;
  }
}

async function readReturned(deps: Deps, accountId: number, document: Returned): Promise<void> {
  const { documentId, versionId, drawnSha256, key, fileSha256 } = document;
  try {
    const bytes = await readUnchanged(deps, key, fileSha256);
    const seal = await findSeal(bytes, drawnSha256);
    if (!seal) throw new NotAsStored(`The document ${key} carries no seal that fits it`, 'ALTERED');
    const { drawnSize, sealedSize, sealedAt, certificate, stampedAt } = seal;
    const certificateSha256 = await keepCertificate(deps, certificate);
    const sealedBytes = bytes.subarray(0, sealedSize);
    const sealedSha256 = stampedAt ? (await sha256(sealedBytes)).toString('hex') : fileSha256;
    const stamp = stampedAt && { stampedAt, stampedSha256: fileSha256, stampedSize: bytes.length };
    const states = {
      drawnSha256,
      drawnSize,
      sealedSha256,
      sealedSize,
      sealedAt,
      certificateSha256,
      ...stamp,
    };
    await deps.db
      .of({ accountId })
      .$transaction((tx) => writeStates(tx, { accountId, id: documentId }, states));
  } catch (error) {
    if (error instanceof NotAsStored)
      await noteObstacle(deps, { accountId, versionId, drawnSha256, obstacle: error.obstacle });
    throw error;
  }
}

/** Those that no job has read: of returns before there was one, and whose files were put back. */
async function readAll(deps: Deps): Promise<void> {
  const unread = { sealedAt: null, kind: 'PROTOCOL' } as const;
  const accounts = await deps.db.global.sealedDocument.groupBy({ by: ['accountId'], where: unread });
  for (const account of accounts) await readReturnedSeals(deps, account);
}

export const returnedSealJobs = (deps: Deps) => [
  handles(readReturnedSealsJob, (account, signal) => readReturnedSeals(deps, account, signal), {
    isLong: true,
  }),
  runsAt('seal.read-all-returned', '37 * * * *', () => readAll(deps)),
];
