/** For who runs the installation, over all companies. */
import type { Deps } from '../../deps.ts';
import { Prisma, type ProtocolMail } from '../../generated/prisma/client.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { operator, recordAs } from '../audit/audit.service.ts';
import { sendProtocolMail } from '../protocol-mail-order/protocol-mail.job.ts';
import { nameOf } from '../service/service-rows.ts';

/** Mails that no mail server took, and whose version nobody has sent or handed over since; like `isMailRefused`. */
const unreached = Prisma.sql`m.state = 'REFUSED' AND m.refusal IN ('SERVER', 'UNREACHABLE')
  AND m.handed_over_at IS NULL AND s.state = 'SIGNED' AND s.withdrawn_at IS NULL AND v.version = s.current_version
  AND NOT EXISTS (SELECT FROM protocol_mail later
    WHERE later.account_id = m.account_id AND later.service_version_id = m.service_version_id
      AND later.created_at > m.created_at AND later.state <> 'REFUSED')`;
const tables = Prisma.sql`protocol_mail m
  JOIN service_version v ON v.account_id = m.account_id AND v.id = m.service_version_id
  JOIN service s ON s.account_id = v.account_id AND s.id = v.service_id`;

type RefusedMail = Pick<
  ProtocolMail,
  'accountId' | 'id' | 'email' | 'state' | 'refusal' | 'reason' | 'createdAt'
>;

/** Refused ones and those that wait; as many as `limit`, newest first. */
export const findRefusedMails = (db: Pick<Deps['db'], 'global'>, limit: number): Promise<RefusedMail[]> =>
  db.global.$queryRaw`
    SELECT m.account_id AS "accountId", m.id, m.email, m.state, m.refusal, m.reason, m.created_at AS "createdAt"
      FROM ${tables} WHERE m.state = 'WAITING' OR (${unreached})
     ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit}`;

/**
 * Sends a mail once more that no mail server took; the log of the company says so.
 * @returns whether there is such a mail
 */
export const resendMail = (
  deps: Pick<Deps, 'clock' | 'db' | 'jobs'>,
  { accountId, mailId }: { accountId: number; mailId: number },
): Promise<boolean> =>
  deps.db.of({ accountId }).$transaction(async (tx) => {
    const found = await tx.$queryRaw<unknown[]>`
      SELECT FROM ${tables} WHERE m.account_id = ${accountId} AND m.id = ${mailId} AND ${unreached} FOR UPDATE OF m`;
    if (found.length === 0) return false;
    const mail = await tx.protocolMail.update({
      where: rowKey({ accountId }, mailId),
      // Its two days of tries begin again.
      data: { state: 'WAITING', refusal: null, createdAt: deps.clock() },
      include: { version: { select: { service: true } } },
    });
    const { service } = mail.version;
    await deps.jobs.enqueue(tx, sendProtocolMail, { accountId, mailId });
    await recordAs(
      tx,
      { accountId, userId: null, who: operator },
      { kind: 'MAILED', entity: 'service', entityId: service.id, what: `${nameOf(service)}: ${mail.email}` },
    );
    return true;
  });

export async function countRefusedMails(db: Pick<Deps['db'], 'global'>): Promise<number> {
  const [row] = await db.global.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ${tables} WHERE ${unreached}`;
  return row?.count ?? 0;
}
