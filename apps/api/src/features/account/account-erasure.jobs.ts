/** Erases the data of a deleted account. Invoices stay, as the law requires, without a reference to the account. */
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { handles, jobKind, runsAt } from '../../platform/jobs.ts';
import { erasureConfirmationJobs, queueConfirmations } from './erasure-confirmation.ts';

export const eraseAccount = jobKind('account.erase', z.object({ accountId: z.number() }));

const filesAtOnce = 500;
/** The queue tries a job for two days. */
const givenUpAfter = 3 * 24 * 3_600_000;
/** The rows of the largest account, in one piece. */
const transactionTimeouts = { maxWait: 60_000, timeout: 15 * 60_000 };

/**
 * Removes files first, while their rows still list them; then all rows in one transaction. After an interruption it
 * starts again: missing files are no obstacle, and without the account nothing is left to do.
 */
export async function erase(deps: Deps, { accountId }: { accountId: number }): Promise<void> {
  const { global } = deps.db;
  const account = await global.account.findUnique({
    where: { id: accountId },
    select: { deletedAt: true },
  });
  if (!account?.deletedAt) return;
  await removeFiles(deps, accountId);
  await global.$transaction(async (tx) => {
    // The pool ends statements after half a minute; a large account takes longer, and nobody is waiting.
    await tx.$executeRaw`SET LOCAL statement_timeout = 0`;
    await queueConfirmations(deps, tx, accountId);
    await tx.invoice.updateMany({ where: { accountId }, data: { accountId: null, orderId: null } });
    // Payment attempts that may still bring money are kept until it is refunded; they contain no personal data.
    await tx.paymentSession.deleteMany({
      where: { accountId, OR: [{ token: null }, { state: { in: ['VERIFIED', 'REFUNDED', 'REJECTED'] } }] },
    });
    // All other rows cascade from the account's row.
    await tx.account.deleteMany({ where: { id: accountId } });
    await tx.loginIdentity.deleteMany({ where: { accountId } });
    await tx.documentHash.deleteMany({ where: { accountId } });
  }, transactionTimeouts);
  deps.log.accounts.info({ accountId }, 'account erased');
}

/** Files that a running request still stores are left to the nightly sweep, because their row is deleted with the account. */
async function removeFiles({ db, files }: Deps, accountId: number): Promise<void> {
  const remove = async (found: (string | null)[]) => {
    const keys = found.filter((key) => key !== null);
    // Queried for each batch, because the documents of an invoice may be stored while this runs.
    const invoices = await db.global.invoice.findMany({
      where: { OR: [{ pdfKey: { in: keys } }, { xmlKey: { in: keys } }] },
      select: { pdfKey: true, xmlKey: true },
    });
    const invoiceKeys = new Set(invoices.flatMap(({ pdfKey, xmlKey }) => [pdfKey, xmlKey]));
    for (const key of keys) if (!invoiceKeys.has(key)) await files.remove(key);
  };

  const tenant = db.of({ accountId });
  const exported = await tenant.export.findMany({ where: {}, select: { fileKey: true } });
  await remove(exported.map(({ fileKey }) => fileKey));
  const parts = await tenant.archivePart.findMany({ where: {}, select: { key: true } });
  await remove(parts.map(({ key }) => key));
  const deleted = await tenant.binRow.findMany({
    where: { fileKey: { not: null } },
    select: { fileKey: true },
  });
  await remove(deleted.map(({ fileKey }) => fileKey));
  for (let after = 0; ; ) {
    const batch = await tenant.storedFile.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: filesAtOnce,
      select: { id: true, key: true },
    });
    await remove(batch.map(({ key }) => key));
    const last = batch.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Retries erasures whose job has given up. */
export async function eraseRemaining(deps: Deps): Promise<void> {
  const closed = await deps.db.global.account.findMany({
    where: { deletedAt: { lt: new Date(deps.clock().getTime() - givenUpAfter) } },
    select: { id: true },
  });
  for (const { id: accountId } of closed) {
    await erase(deps, { accountId }).catch((error: unknown) =>
      deps.log.accounts.error({ err: error, accountId }, 'deleted account stays unerased'),
    );
  }
}

export const accountErasureJobs = (deps: Deps) => [
  handles(eraseAccount, (payload) => erase(deps, payload), { isLong: true }),
  ...erasureConfirmationJobs(deps),
  runsAt('account.erase-remaining', '30 2 * * *', () => eraseRemaining(deps)),
];
