/** Makes the requested exports and removes them when they expire. */
import { clockIn } from '@servicebook/shared/calendar';
import { type ExportKind, exportKinds, isInProgress } from '@servicebook/shared/export';
import type { Language } from '@servicebook/shared/primitives';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Export as Row } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import { fileStem } from '../../platform/file-name.ts';
import { handles, jobKind, remoteKind, runsAt } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { isUnavailable } from '../../platform/unavailable.ts';
import { type ZipEntry, zipOf } from '../../platform/zip-file.ts';
import { removeBytes } from '../storage/storage.service.ts';
import { exportReadyMail } from './export.mail.ts';
import { producerOf } from './export-kinds.ts';
import type { Requester } from './export-producer.ts';

const dayLength = 24 * 3_600_000;
/** The queue retries a job for two days. An export that is not made by then never will be. */
const givenUpAfter = 3 * dayLength;
const progressEvery = 1000;

const payload = z.object({ accountId: z.number(), exportId: z.number() });
type Payload = z.output<typeof payload>;

/** A queue per kind, so that a large account's data does not delay an export of a few documents. */
export const makeExport = {
  ACCOUNT_DATA: jobKind('export.account-data', payload),
  SERVICE_PDFS: jobKind('export.service-pdfs', payload),
  SERVICE_BOOKS: jobKind('export.service-books', payload),
  WARRANTY_DOSSIER: jobKind('export.warranty-dossier', payload),
} satisfies Record<ExportKind, unknown>;

const sendExportReady = remoteKind('export.send-ready', payload);

/**
 * Makes one export. Whatever an earlier try has left is removed and the work starts over; of two servers that work on
 * it at once, the one that began last keeps it.
 */
export async function produceExport(
  deps: Deps,
  { accountId, exportId }: Payload,
  signal: AbortSignal,
): Promise<void> {
  const db = deps.db.of({ accountId });
  const where = rowKey({ accountId }, exportId);
  const row = await db.export.findUnique({ where, include: withCompany });
  if (!row || !isInProgress(row)) return;
  if (row.fileKey) await deps.files.remove(row.fileKey);
  const fileKey = deps.files.newKey();
  await db.export.update({ where, data: { status: 'RUNNING', fileKey, done: 0, total: 0 } });
  try {
    const archive = await writeArchive(deps, row, fileKey, signal);
    if (!(await finish(deps, row, fileKey, { status: 'DONE', ...archive })))
      await removeBytes(deps, [fileKey]);
  } catch (error) {
    // The server stops, or the database or the file store is away. The queue tries again, and removes the file first;
    // if the commit has arrived after all, the user has it.
    if (signal.aborted || isUnavailable(error)) throw error;
    await removeBytes(deps, [fileKey]);
    if (error instanceof NotOurs) return;
    deps.log.exports.error({ err: error, accountId, exportId }, 'export failed');
    const errorCode = error instanceof AppError ? error.code : 'INTERNAL';
    await finish(deps, row, fileKey, { status: 'FAILED', errorCode, fileKey: null });
  }
}

/** The user has given the export up, or another server makes it. */
class NotOurs extends Error {}

const withCompany = { account: { select: { companyName: true } } } as const;
type RowOfCompany = Row & { account: { companyName: string } };

async function writeArchive(deps: Deps, row: RowOfCompany, fileKey: string, signal: AbortSignal) {
  const { accountId, userId, kind, account } = row;
  const of: Requester = {
    accountId,
    userId,
    language: row.language as Language,
    timezone: row.timezone,
    companyName: account.companyName,
  };
  const producer = producerOf(kind);
  const params = exportKinds[kind].params.parse(row.params) as never;
  const now = clockIn(deps.clock().toISOString(), of.timezone);
  const title = await producer.title(deps, of, params);
  const progress = progressOf(deps, row, fileKey, await producer.count(deps, of, params));

  async function* watched(): AsyncGenerator<ZipEntry> {
    await progress.tell();
    for await (const entry of producer.entries(deps, of, params)) {
      signal.throwIfAborted();
      yield entry;
      await progress.advance();
    }
  }
  const size = await deps.files.write(fileKey, zipOf(watched(), deps.clock()));
  return { size, filename: `${fileStem(`${title} ${now.slice(0, 10)}`)}.zip`, ...progress.atTheEnd() };
}

/** Tells now and then how far it is; every entry would be a write to the database each. Ends the work that is no longer wanted. */
function progressOf(deps: Deps, { accountId, id }: Row, fileKey: string, expected: number) {
  let done = 0;
  let toldAt = 0;
  const total = () => Math.max(expected, done);
  const tell = async () => {
    toldAt = performance.now();
    const { count } = await deps.db
      .of({ accountId })
      .export.updateMany({ where: { id, fileKey }, data: { done, total: total() } });
    if (count === 0) throw new NotOurs();
  };
  return {
    tell,
    async advance() {
      done++;
      if (performance.now() - toldAt > progressEvery) await tell();
    },
    atTheEnd: () => ({ done, total: done }),
  };
}

/** @returns whether the export was still this job's to finish */
async function finish(
  deps: Deps,
  { accountId, id, kind }: Row,
  fileKey: string,
  data: Partial<Pick<Row, 'status' | 'errorCode' | 'fileKey' | 'filename' | 'done' | 'total'>> & {
    size?: number;
  },
): Promise<boolean> {
  const finishedAt = deps.clock();
  const expiresAt = new Date(finishedAt.getTime() + dayLength);
  return deps.db.of({ accountId }).$transaction(async (tx) => {
    const { count } = await tx.export.updateMany({
      where: { id, fileKey, status: 'RUNNING' },
      data: { ...data, finishedAt, expiresAt },
    });
    if (count === 1 && data.status === 'DONE' && producerOf(kind).mail)
      await deps.jobs.enqueue(tx, sendExportReady, { accountId, exportId: id });
    return count === 1;
  });
}

async function mailReady(deps: Deps, { accountId, exportId }: Payload): Promise<void> {
  const row = await deps.db.of({ accountId }).export.findUnique({
    where: rowKey({ accountId }, exportId),
    include: { user: { include: { account: { select: { language: true } } } } },
  });
  const mail = row && producerOf(row.kind).mail;
  if (row?.status !== 'DONE' || !row.user.active || !mail) return;
  const url = `${deps.config.publicUrl}/myAccount?tab=${mail.tab}&export=${exportId}`;
  await deps.mailer.send(exportReadyMail(row.user, url, mail));
}

/** Removes exports whose day is over, and those that were never finished. */
export async function removeExpiredExports(deps: Deps): Promise<void> {
  const now = deps.clock();
  const where = {
    OR: [{ expiresAt: { lte: now } }, { createdAt: { lt: new Date(now.getTime() - givenUpAfter) } }],
  };
  const rows = await deps.db.global.export.findMany({ where, select: { fileKey: true } });
  await deps.db.global.export.deleteMany({ where });
  await removeBytes(
    deps,
    rows.flatMap(({ fileKey }) => fileKey ?? []),
  );
}

export const exportJobs = (deps: Deps) => [
  ...Object.values(makeExport).map((kind) =>
    handles(kind, (job, signal) => produceExport(deps, job, signal), { isLong: true }),
  ),
  handles(sendExportReady, (job) => mailReady(deps, job)),
  runsAt('export.remove-expired', '45 1 * * *', () => removeExpiredExports(deps)),
];
