/** The rows of requests for a signature, and how each stands. */
import { nameOf as personName } from '@servicebook/i18n/names.ts';
import type { LinkState, SignRequest, SignRequestState } from '@servicebook/shared/sign-request';
import type { SignRequest as Row } from '../../generated/prisma/client.ts';
import type { AccountDatabase, AccountTransaction } from '../../platform/tenancy.ts';
import { contentNow } from '../service/service-signing.ts';

/** What is neither revoked nor signed. The database lets a protocol have one of them. */
export const isOpen = { revokedAt: null, serviceVersionId: null } as const;

/** A mail is read after a while; reminding earlier only annoys. */
const remindAfter = 3_600_000;

export const remindFrom = ({ createdAt }: Pick<Row, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + remindAfter);

type Standing = Pick<
  Row,
  'accountId' | 'serviceId' | 'serviceVersionId' | 'revokedAt' | 'expiresAt' | 'revision' | 'contentSha256'
> & { service: { revision: number } };

/** How it stands for the company. */
export async function stateOf(
  db: AccountDatabase | AccountTransaction,
  row: Standing,
  now: Date,
): Promise<SignRequestState> {
  if (row.serviceVersionId !== null) return 'SIGNED';
  if (row.revokedAt) return 'REVOKED';
  // What a protocol shows is shared with other records, so its revision does not tell all.
  if (row.revision !== row.service.revision) return 'CHANGED';
  if (row.contentSha256 !== (await contentNow(db, row, row.serviceId))) return 'CHANGED';
  return row.expiresAt <= now ? 'EXPIRED' : 'WAITING';
}

/** How it stands for who has the link. */
export async function linkStateOf(
  db: AccountDatabase | AccountTransaction,
  row: Standing & { service: { state: string } },
  now: Date,
): Promise<Exclude<LinkState, 'UNAVAILABLE'>> {
  if (row.serviceVersionId === null && row.service.state === 'SIGNED') return 'OTHERWISE';
  return stateOf(db, row, now);
}

export const withSender = {
  service: { select: { revision: true } },
  userCreated: { select: { firstName: true, lastName: true, email: true } },
} as const;

type Sent = Row & Standing & { userCreated: { firstName: string; lastName: string; email: string } };

export const senderOf = ({ userCreated }: Pick<Sent, 'userCreated'>): string =>
  personName(userCreated) || userCreated.email;

export async function toSignRequest(
  db: AccountDatabase | AccountTransaction,
  row: Sent,
  now: Date,
): Promise<SignRequest> {
  return {
    id: row.id,
    state: await stateOf(db, row, now),
    sentTo: row.sentTo,
    sentBy: senderOf(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    firstShownAt: row.firstShownAt?.toISOString() ?? null,
    limitReached: row.limitReachedAt !== null && row.serviceVersionId === null,
    remindFrom: remindFrom(row).toISOString(),
  };
}
