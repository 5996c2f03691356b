import { dateIn } from '@servicebook/shared/calendar';
import type { Language } from '@servicebook/shared/primitives';
import { paths } from '@servicebook/shared/screen-paths';
import type { Deps } from '../../deps.ts';
import { inUse } from '../../platform/account-in-use.ts';
import { handles } from '../../platform/jobs.ts';
import { nameForMail } from '../../platform/mail-name.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { hashToken, newToken } from '../../platform/token.ts';
import { nameOf } from '../service/service-rows.ts';
import { mailSignLink, tellSender } from './sign-request.job.ts';
import { limitMail, signedMail, signLinkMail } from './sign-request.mail.ts';
import { isOpen, stateOf } from './sign-request-rows.ts';

interface Payload {
  accountId: number;
  requestId: number;
}

/**
 * The link is made here, so that only its hash is ever stored. A retry mails another one, and the newest works. What was
 * revoked, signed or changed meanwhile is not mailed.
 */
async function mailLink(deps: Deps, { accountId, requestId }: Payload): Promise<void> {
  const db = deps.db.of({ accountId });
  const row = await db.signRequest.findUnique({
    where: { ...rowKey({ accountId }, requestId), account: inUse },
    include: {
      account: { select: { companyName: true, email: true, timezone: true } },
      userCreated: { select: { firstName: true, lastName: true, email: true } },
      service: true,
    },
  });
  if (!row || row.sentTo === null || (await stateOf(db, row, deps.clock())) !== 'WAITING') return;
  const token = newToken(accountId);
  const { count } = await db.signRequest.updateMany({
    where: { id: requestId, ...isOpen },
    data: { tokenHash: hashToken(token) },
  });
  if (count === 0) return;
  const { account, service, sentTo, expiresAt, userCreated: sender } = row;
  const contact = await db.customerContact.findFirst({
    where: { customerId: service.customerId, email: sentTo },
    orderBy: { id: 'asc' },
    select: { name: true },
  });
  const dayOf = (moment: Date) => dateIn(moment.toISOString(), account.timezone);
  await deps.mailer.send(
    signLinkMail({
      to: sentTo,
      language: row.language as Language,
      companyName: account.companyName,
      replyTo: account.email || sender.email,
      sender,
      contact,
      number: nameOf(service),
      date: dayOf(service.date),
      until: dayOf(expiresAt),
      url: `${deps.config.publicUrl}/sign/${token}`,
    }),
  );
}

/** Who left the company meanwhile, or has not proven the address yet, is told nothing. */
async function tell(
  deps: Deps,
  { accountId, requestId, userId }: Payload & { userId?: number | undefined },
): Promise<void> {
  const db = deps.db.of({ accountId });
  const row = await db.signRequest.findUnique({
    where: { ...rowKey({ accountId }, requestId), account: inUse },
    include: { service: true, version: { select: { signature: { select: { signerName: true } } } } },
  });
  if (!row) return;
  const user = await db.user.findUnique({
    where: {
      ...rowKey({ accountId }, userId ?? row.userCreatedId),
      active: true,
      identity: { claimedAt: { not: null } },
    },
    include: { account: { select: { language: true } } },
  });
  if (!user) return;
  const number = nameOf(row.service);
  const url = `${deps.config.publicUrl}${paths.servicesList}?q=${encodeURIComponent(number)}`;
  const signature = row.version?.signature;
  await deps.mailer.send(
    signature
      ? signedMail(user, { number, url, signer: nameForMail(signature.signerName) })
      : limitMail(user, { number, url }),
  );
}

export const signRequestJobs = (deps: Deps) => [
  handles(mailSignLink, (payload) => mailLink(deps, payload)),
  handles(tellSender, (payload) => tell(deps, payload)),
];
