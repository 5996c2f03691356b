/** For who runs the installation, over all companies. */
import type { Deps } from '../../deps.ts';
import type { Prisma, ProtocolMail } from '../../generated/prisma/client.ts';
import { operator, recordAs } from '../audit/audit.service.ts';
import { sendProtocolMail } from '../protocol-mail-order/protocol-mail.job.ts';
import { nameOf } from '../service/service-rows.ts';

/** Mails that no mail server took, and whose protocol was not handed over otherwise since. */
const unreached: Prisma.ProtocolMailWhereInput = {
  state: 'REFUSED',
  refusal: { in: ['SERVER', 'UNREACHABLE'] },
  handedOverAt: null,
};

/** As many as `limit`, newest first. */
export const findRefusedMails = (db: Pick<Deps['db'], 'global'>, limit: number): Promise<ProtocolMail[]> =>
  db.global.protocolMail.findMany({
    where: { OR: [unreached, { state: 'WAITING' }] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });

/**
 * Sends a mail once more that no mail server took; the log of the company says so.
 * @returns whether there is such a mail
 */
export const resendMail = (
  deps: Pick<Deps, 'clock' | 'db' | 'jobs'>,
  { accountId, mailId }: { accountId: number; mailId: number },
): Promise<boolean> =>
  deps.db.of({ accountId }).$transaction(async (tx) => {
    const [mail] = await tx.protocolMail.updateManyAndReturn({
      where: { id: mailId, ...unreached },
      // Its two days of tries begin again.
      data: { state: 'WAITING', refusal: null, createdAt: deps.clock() },
      include: { version: { select: { service: true } } },
    });
    if (!mail) return false;
    const { service } = mail.version;
    await deps.jobs.enqueue(tx, sendProtocolMail, { accountId, mailId });
    await recordAs(
      tx,
      { accountId, userId: null, who: operator },
      { kind: 'MAILED', entity: 'service', entityId: service.id, what: `${nameOf(service)}: ${mail.email}` },
    );
    return true;
  });

export const countRefusedMails = (db: Pick<Deps['db'], 'global'>): Promise<number> =>
  db.global.protocolMail.count({ where: unreached });
