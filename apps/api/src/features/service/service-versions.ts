/** Signed versions and their documents. */
import { nameOf as personName } from '@servicebook/i18n/names.ts';
import { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import type { ServiceVersion } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { rowKey } from '../../platform/tenancy.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';
import { verifyAddress } from '../seal/sealed-document.ts';
import { openFile } from '../storage/storage.service.ts';
import { protocolFileName } from './protocol-file-name.ts';
import { ensureProtocolPdf } from './service.jobs.ts';
import { renderProtocol } from './service-document.ts';
import { nameOf } from './service-rows.ts';
import { takeSnapshot } from './service-snapshot.ts';

export async function listVersions(deps: Deps, ctx: Ctx, serviceId: number): Promise<ServiceVersion[]> {
  const db = deps.db.of(ctx);
  await db.service.findUniqueOrThrow({ where: rowKey(ctx, serviceId), select: { id: true } });
  const rows = await db.serviceVersion.findMany({
    where: { serviceId },
    include: {
      signature: true,
      signRequest: { select: { id: true } },
      sealed: { select: { accountId: true, token: true } },
      pdfFile: { select: { sha256: true } },
      userCreated: { select: { id: true, firstName: true, lastName: true } },
    },
    orderBy: { version: 'desc' },
  });
  return rows.flatMap(
    ({
      signature,
      signRequest,
      sealed,
      pdfFile,
      userCreated,
      version,
      createdAt,
      snapshot,
      snapshotSha256,
    }) =>
      signature
        ? {
            version,
            createdAt: createdAt.toISOString(),
            user: userCreated,
            signature: {
              kind: signature.kind,
              signerName: signature.signerName,
              signedAt: signature.signedAt.toISOString(),
              ...(signRequest && { atDistance: true }),
            },
            snapshotSha256,
            attachments: attachmentsOf(snapshot),
            pdfSha256: pdfFile?.sha256 ?? null,
            verifyUrl: sealed && verifyAddress(deps.config, sealed),
          }
        : [],
  );
}

const attachmentsOf = (snapshot: string): string[] | null =>
  (JSON.parse(snapshot) as ProtocolSnapshot).attachments?.map(({ filename }) => filename) ?? null;

/**
 * The stored document of a signed protocol or of one of its versions. A draft of an unsigned one, and a marked copy of a
 * withdrawn one, are drawn now; the versions of both stay as signed.
 */
export async function readProtocolPdf(
  deps: Deps,
  ctx: WorkFor,
  serviceId: number,
  version?: number,
): Promise<FileAnswer> {
  const db = deps.db.of(ctx);
  const service = await db.service.findUniqueOrThrow({
    where: rowKey(ctx, serviceId),
    include: { withdrawnBy: { select: { firstName: true, lastName: true } } },
  });
  if (version === undefined && service.state === 'NEW') {
    const draft = await takeSnapshot(db, ctx, serviceId, null);
    const content = await renderProtocol(deps, draft, null, ctx);
    const filename = protocolFileName({ ...draft, documentNumber: nameOf(service) }, 'draftMark');
    return { content, filename, contentType: 'application/pdf', inline: true };
  }
  const where = {
    accountId_serviceId_version: {
      accountId: ctx.accountId,
      serviceId,
      version: version ?? service.currentVersion,
    },
  };
  const { withdrawnAt, withdrawnBy, withdrawReason: reason } = service;
  if (version === undefined && withdrawnAt && withdrawnBy) {
    const signed = await db.serviceVersion.findUniqueOrThrow({ where, include: { sealed: true } });
    const withdrawn = { at: withdrawnAt.toISOString(), by: personName(withdrawnBy), reason };
    const snapshot = ProtocolSnapshot.parse(JSON.parse(signed.snapshot));
    const content = await renderProtocol(deps, snapshot, signed.snapshotSha256, ctx, {
      sealed: signed.sealed,
      withdrawn,
    });
    const filename = protocolFileName(snapshot, 'withdrawnMark');
    return { content, filename, contentType: 'application/pdf', inline: true };
  }
  const { id, pdfFileId, snapshot } = await db.serviceVersion.findUniqueOrThrow({
    where,
    select: { id: true, pdfFileId: true, snapshot: true },
  });
  await ensureProtocolPdf(deps, ctx, id).catch((error: unknown) => {
    // What is only not sealed yet can be read.
    if (pdfFileId === null) throw error;
    deps.log.pdf.error({ err: error, accountId: ctx.accountId, versionId: id }, 'a document is not sealed');
  });
  const { pdfFile } = await db.serviceVersion.findUniqueOrThrow({
    where,
    select: { pdfFile: { select: { key: true } } },
  });
  if (!pdfFile) throw new AppError('NOT_FOUND');
  const filename = protocolFileName(ProtocolSnapshot.parse(JSON.parse(snapshot)));
  return { ...(await openFile(deps, ctx, pdfFile.key)), filename };
}
