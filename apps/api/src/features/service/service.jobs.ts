import { createHash } from 'node:crypto';
import { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { handles, jobKind } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';
import { withStoredFile } from '../storage/storage.service.ts';
import { renderProtocol } from './service-document.ts';

export const renderProtocolPdf = jobKind(
  'service.render-pdf',
  z.object({ accountId: z.number(), versionId: z.number() }),
);

/**
 * Draws and stores the document of a signed version, once. Two at a time may draw it; the first to store it wins,
 * and both drawings are the same to the byte anyway.
 */
export async function ensureProtocolPdf(deps: Deps, of: WorkFor, versionId: number): Promise<void> {
  const { accountId } = of;
  const db = deps.db.of({ accountId });
  const version = await db.serviceVersion.findUnique({
    where: rowKey({ accountId }, versionId),
    include: { sealed: true },
  });
  if (!version || version.pdfFileId !== null) return;
  const snapshot = ProtocolSnapshot.parse(JSON.parse(version.snapshot));
  const bytes = await renderProtocol(deps, snapshot, version.snapshotSha256, of, version);
  const pdfSha256 = createHash('sha256').update(bytes).digest('hex');
  const filename = `${snapshot.documentNumber.replaceAll('/', '-')}-v${version.version}.pdf`;
  await withStoredFile(deps, { bytes, filename, contentType: 'application/pdf' }, async (file) => {
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM service_version WHERE account_id = ${accountId} AND id = ${versionId} FOR UPDATE`;
      const open = await tx.serviceVersion.count({ where: { id: versionId, pdfFileId: null } });
      if (open === 0) return;
      const pdfFileId = await file.attach(tx, { accountId, userId: null }, { kind: 'SERVICE_PDF' });
      await tx.serviceVersion.updateMany({ where: { id: versionId }, data: { pdfFileId, pdfSha256 } });
    });
  });
}

export const serviceJobs = (deps: Deps) => [
  handles(renderProtocolPdf, ({ versionId, ...of }) => ensureProtocolPdf(deps, of, versionId)),
];
