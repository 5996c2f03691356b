/**
 * Hands mails with protocols to the mail server, each once. A mail is handed over while its row is locked: a server that dies
 * loses the lock with its connection, and the next one takes the mail; a second one that works on it at the same moment
 * comes back later. Between the mail server's answer and the commit there is a moment in which a crash repeats the mail;
 * the repetition has the same Message-ID, by which mail systems know it.
 */
import { buffer } from 'node:stream/consumers';
import type { Language } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import { Prisma, type ProtocolMailRefusal } from '../../generated/prisma/client.ts';
import { inHandOver } from '../../platform/hand-over.ts';
import { handles } from '../../platform/jobs.ts';
import { type Mail, MailFailure } from '../../platform/mailer.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { composeMail, type Reader, snapshotOf } from '../protocol-mail-order/mail-content.ts';
import { sendProtocolMail } from '../protocol-mail-order/protocol-mail.job.ts';
import { verifyAddress } from '../seal/sealed-document.ts';
import { readProtocolPdf } from '../service/service-versions.ts';

interface MailKey {
  accountId: number;
  mailId: number;
}

/** The queue tries for two days. Somewhat earlier, the mail is given up and the protocol says so. */
const givenUpAfter = 44 * 3_600_000;

async function sendMail(deps: Deps, { accountId, mailId }: MailKey): Promise<void> {
  const db = deps.db.of({ accountId });
  const row = await readWaiting(db, { accountId, mailId });
  if (!row) return;
  // All that takes long comes before the lock; the document of a version never changes.
  const problem = refusalOf(row) ? null : await prepare(deps, row).catch((error: unknown) => ({ error }));
  const outcome = await inHandOver(deps.db, { accountId }, (tx) =>
    handOver(deps, tx, { accountId, mailId }, problem),
  );
  if (outcome) throw outcome.error;
}

const withVersion = {
  account: { select: { deletedAt: true, closedAt: true } },
  userCreated: { select: { email: true } },
  version: {
    select: {
      version: true,
      serviceId: true,
      snapshot: true,
      sealed: { select: { accountId: true, token: true } },
      userCreated: { select: { email: true } },
      service: { select: { withdrawnAt: true, currentVersion: true, customerId: true } },
    },
  },
} as const;

/** Null: it is sent or refused, or its account is being erased. */
const readWaiting = (db: Reader, { accountId, mailId }: MailKey) =>
  db.protocolMail.findUnique({
    where: { ...rowKey({ accountId }, mailId), state: 'WAITING', account: { deletedAt: null } },
    include: withVersion,
  });

type Waiting = NonNullable<Awaited<ReturnType<typeof readWaiting>>>;

/** Why a mail is not sent any more. */
function refusalOf({ account, version, isWithdrawal }: Waiting): ProtocolMailRefusal | null {
  if (account.closedAt) return 'CLOSED';
  // A withdrawal is for good, so nothing can come before this mail.
  if (isWithdrawal) return null;
  if (version.service.withdrawnAt) return 'WITHDRAWN';
  return version.service.currentVersion === version.version ? null : 'REPLACED';
}

async function prepare(deps: Deps, row: Waiting): Promise<{ mail: Mail }> {
  const { accountId, id, email, text, createdAt, version, isWithdrawal } = row;
  const db = deps.db.of({ accountId });
  const snapshot = snapshotOf(version);
  const number = isWithdrawal ? undefined : version.version;
  const { content, filename } = await readProtocolPdf(deps, { accountId }, version.serviceId, number);
  const pdf = content instanceof Uint8Array ? content : await buffer(content);
  const mail = await composeMail(
    db,
    { accountId },
    {
      ...{ snapshot, email, text, isWithdrawal, language: row.language as Language },
      verifyUrl: version.sealed && verifyAddress(deps.config, version.sealed),
      customerId: version.service.customerId,
      sender: (row.userCreated ?? version.userCreated).email,
    },
  );
  return {
    mail: {
      ...mail,
      id: `protocol-${accountId}-${id}-${createdAt.getTime()}`,
      attachments: [{ filename, contentType: 'application/pdf', content: pdf }],
    },
  };
}

type Prepared = { mail: Mail } | { error: unknown } | null;

/**
 * Whether a mail with an older version is being handed over: it is locked. The news of a withdrawal, or a newer version,
 * must not arrive before it.
 */
async function isOvertaking(
  tx: AccountTransaction,
  { accountId, id, serviceVersionId, isWithdrawal, version: { serviceId } }: Waiting,
): Promise<boolean> {
  const older = Prisma.sql`
    SELECT m.id FROM protocol_mail m
      JOIN service_version v ON v.account_id = m.account_id AND v.id = m.service_version_id
     WHERE m.account_id = ${accountId} AND v.service_id = ${serviceId} AND m.state = 'WAITING' AND m.id < ${id}
       AND (m.service_version_id <> ${serviceVersionId} OR m.is_withdrawal <> ${isWithdrawal})`;
  const waiting = await tx.$queryRaw<unknown[]>(older);
  if (waiting.length === 0) return false;
  const free = await tx.$queryRaw<unknown[]>`${older} FOR KEY SHARE OF m SKIP LOCKED`;
  return free.length < waiting.length;
}

/** @returns the failure of this try, if there is to be another; it must not undo what is noted about it */
async function handOver(
  deps: Deps,
  tx: AccountTransaction,
  key: MailKey,
  prepared: Prepared,
): Promise<{ error: unknown } | null> {
  const { accountId, mailId } = key;
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM protocol_mail WHERE account_id = ${accountId} AND id = ${mailId} FOR UPDATE SKIP LOCKED`;
  const row = await readWaiting(tx, key);
  if (!row) return null;
  if (locked.length === 0) return { error: new Error('another server is handing over this mail') };
  const note = (data: Parameters<AccountTransaction['protocolMail']['update']>[0]['data']) =>
    tx.protocolMail.update({ where: rowKey({ accountId }, mailId), data });
  // Withdrawn or replaced while the document was drawn.
  const refusal = refusalOf(row);
  if (refusal || !prepared) {
    if (refusal) await note({ state: 'REFUSED', refusal });
    return null;
  }
  if (await isOvertaking(tx, row)) return { error: new Error('an earlier mail of the protocol is leaving') };
  try {
    if ('error' in prepared) throw prepared.error;
    await deps.mailer.send(prepared.mail);
  } catch (error) {
    const { isFinal, said } = error instanceof MailFailure ? error : { isFinal: false, said: '' };
    const reason = said || row.reason;
    if (isFinal) await note({ state: 'REFUSED', refusal: 'SERVER', reason });
    else if (deps.clock().getTime() - row.createdAt.getTime() > givenUpAfter)
      await note({ state: 'REFUSED', refusal: 'UNREACHABLE', reason });
    else {
      if (reason !== row.reason) await note({ reason });
      return { error };
    }
    deps.log.mail.warn({ accountId, mailId, isFinal }, 'a protocol could not be mailed');
    return null;
  }
  await note({ state: 'SENT', reason: '', sentAt: deps.clock() });
  return null;
}

export const protocolMailJobs = (deps: Deps) => [
  handles(sendProtocolMail, (payload) => sendMail(deps, payload)),
];
