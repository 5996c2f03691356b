/** The marked copy of a withdrawn protocol: its newest version, drawn again once with the mark, and kept as a file. */
import { nameOf as personName } from '@servicebook/i18n/names.ts';
import { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { handles, jobKind } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { withStoredFile } from '../storage/storage.service.ts';
import { drawOnce } from './draw-once.ts';
import { protocolFileName } from './protocol-file-name.ts';
import { renderProtocol } from './service-document.ts';

interface Key {
  accountId: number;
  serviceId: number;
}

export const drawMarkedCopy = jobKind(
  'service.draw-marked-copy',
  z.object({ accountId: z.number(), serviceId: z.number() }),
);

/**
 * Draws and stores the copy unless it is there. Customers can ask for it, so it waits behind what the company's people
 * are waiting for, like the work of jobs. The first server to store it wins.
 */
export async function ensureMarkedCopy(deps: Deps, key: Key): Promise<void> {
  const { accountId, serviceId } = key;
  for (let isDrawn = false; !isDrawn; ) {
    const missing = await readMissing(deps, key);
    if (!missing) return;
    isDrawn = await drawOnce(deps.pdf, `marked ${accountId}/${serviceId}`, { accountId }, (begins) =>
      draw(deps, key, missing, begins),
    );
  }
}

/** What the copy is made of; null if there is one already, or none is needed. */
async function readMissing(deps: Deps, { accountId, serviceId }: Key) {
  const db = deps.db.of({ accountId });
  const service = await db.service.findUnique({
    where: rowKey({ accountId }, serviceId),
    include: { withdrawnBy: { select: { firstName: true, lastName: true } } },
  });
  // The account may be erased by now.
  if (!service?.withdrawnAt || !service.withdrawnBy) return null;
  const { withdrawnAt, withdrawnBy, withdrawReason: reason, currentVersion: version } = service;
  const signed = await db.serviceVersion.findUniqueOrThrow({
    where: { accountId_serviceId_version: { accountId, serviceId, version } },
    include: { sealed: true },
  });
  if (signed.markedFileId !== null) return null;
  return { signed, withdrawn: { at: withdrawnAt.toISOString(), by: personName(withdrawnBy), reason } };
}

async function draw(
  deps: Deps,
  { accountId }: Key,
  { signed, withdrawn }: NonNullable<Awaited<ReturnType<typeof readMissing>>>,
  begins: () => void,
): Promise<void> {
  const snapshot = ProtocolSnapshot.parse(JSON.parse(signed.snapshot));
  const bytes = await renderProtocol(
    deps,
    snapshot,
    signed.snapshotSha256,
    { accountId },
    { sealed: signed.sealed, withdrawn, begins },
  );
  const filename = protocolFileName(snapshot, 'withdrawnMark');
  await withStoredFile(deps, { bytes, filename, contentType: 'application/pdf' }, (file) =>
    deps.db.of({ accountId }).$transaction(async (tx) => {
      const missing = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM service_version
         WHERE account_id = ${accountId} AND id = ${signed.id} AND marked_file_id IS NULL FOR UPDATE`;
      if (missing.length === 0) return;
      const markedFileId = await file.attach(tx, { accountId, userId: null }, { kind: 'SERVICE_PDF' });
      await tx.serviceVersion.update({ where: rowKey({ accountId }, signed.id), data: { markedFileId } });
    }),
  );
}

export const markedCopyJobs = (deps: Deps) => [handles(drawMarkedCopy, (key) => ensureMarkedCopy(deps, key))];
