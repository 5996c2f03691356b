/** For who runs the installation, over all companies. */
import { undeliveredRefusals } from '@servicebook/shared/protocol-mail';
import type { Deps } from '../../deps.ts';
import { Prisma, type ProtocolMail } from '../../generated/prisma/client.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { operator, recordAs } from '../audit/audit.service.ts';
import { sendProtocolMail } from '../protocol-mail-order/protocol-mail.job.ts';
import { nameOf } from '../service/service-rows.ts';

/** Mails that no mail server took, and whose version nobody has sent or handed over since; like `isMailRefused`. */
const unreached = Prisma.sql`m.state = 'REFUSED' AND m.refusal::text IN (${Prisma.join(undeliveredRefusals)})
  AND m.handed_over_at IS NULL AND s.state = 'SIGNED' AND s.withdrawn_at IS NULL AND v.version = s.current_version
  AND NOT EXISTS (SELECT FROM protocol_mail later
    WHERE later.account_id = m.account_id AND later.service_version_id = m.service_version_id
      AND later.created_at > m.created_at AND later.state <> 'REFUSED')`;
const tables = Prisma.sql`protocol_mail m
  JOIN service_version v ON v.account_id = m.account_id AND v.id = m.service_version_id
  JOIN service s ON s.account_id = v.account_id AND s.id = v.service_id
  JOIN account a ON a.id = m.account_id AND a.closed_at IS NULL AND a.deleted_at IS NULL`;

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

/** Mails of one version of a protocol. */
export interface MailsOfVersion {
  accountId: number;
  mailIds: number[];
}

/**
 * What no mail server took, the last mail to each address: of one company, or of all.
 * @param since when the last of them for a version was ordered; all of a version go together, as resendMails says
 */
export const findUnreached = (
  db: Pick<Deps['db'], 'global'>,
  { accountId, since }: { accountId: number | undefined; since: Date | undefined },
): Promise<MailsOfVersion[]> =>
  db.global.$queryRaw`
    SELECT account_id AS "accountId", array_agg(id ORDER BY id) AS "mailIds"
      FROM (SELECT m.account_id, m.service_version_id, max(m.id) AS id, max(m.created_at) AS ordered FROM ${tables}
             WHERE ${unreached}
               AND (${accountId ?? null}::int IS NULL OR m.account_id = ${accountId ?? null})
             GROUP BY m.account_id, m.service_version_id, m.email) last
     GROUP BY account_id, service_version_id
    HAVING ${since ?? null}::timestamptz IS NULL OR max(ordered) >= ${since ?? null}
     ORDER BY account_id, service_version_id`;

/**
 * Sends mails of one version once more that no mail server took; the log of the company says so. All of them together:
 * once one is under way, the version counts as sent.
 * @returns how many there were
 */
export const resendMails = (
  deps: Pick<Deps, 'clock' | 'db' | 'jobs'>,
  { accountId, mailIds }: MailsOfVersion,
): Promise<number> =>
  deps.db.of({ accountId }).$transaction(async (tx) => {
    const found = await tx.$queryRaw<{ id: number }[]>`
      SELECT m.id FROM ${tables}
       WHERE m.account_id = ${accountId} AND m.id = ANY(${mailIds}) AND ${unreached} FOR UPDATE OF m`;
    for (const { id: mailId } of found) {
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
        {
          kind: 'MAILED',
          entity: 'service',
          entityId: service.id,
          what: `${nameOf(service)}: ${mail.email}`,
        },
      );
    }
    return found.length;
  });

export async function countRefusedMails(db: Pick<Deps['db'], 'global'>): Promise<number> {
  const [row] = await db.global.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ${tables} WHERE ${unreached}`;
  return row?.count ?? 0;
}
