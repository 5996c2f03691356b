/** The page of a customer as the company manages it: on or off, invitations, and who is signed in. */
import type {
  CustomerPageInvitation,
  CustomerPageState,
  CustomerPageSwitch,
} from '@servicebook/shared/customer-page';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, inTransaction, rowKey } from '../../platform/tenancy.ts';
import type { Limit } from '../../platform/throttle.ts';
import { newToken } from '../../platform/token.ts';
import { record } from '../audit/audit.service.ts';
import { findRecipient, isAlive, isAnAddress } from './customer-access.ts';
import { sendInvitation } from './customer-page.job.ts';

/** An office invites its customers in a morning; nobody needs more. Anybody can register a company that pays nothing. */
const mailsPerAccount: Limit = { points: 300, seconds: 3600 };
const mailsPerFreeAccount: Limit = { points: 30, seconds: 24 * 3600 };
const mailsPerAddress: Limit = { points: 5, seconds: 3600 };

/** Where the customer's people sign in. */
export const pageAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string =>
  `${publicUrl}/my/${token}`;

/** @throws when the customer is not the account's */
export async function readCustomerPage(deps: Deps, ctx: Ctx, customerId: number): Promise<CustomerPageState> {
  const db = deps.db.of(ctx);
  const { email, shortName, contacts, page } = await db.customer.findUniqueOrThrow({
    where: rowKey(ctx, customerId),
    select: {
      email: true,
      shortName: true,
      contacts: { orderBy: [{ isMain: 'desc' }, { id: 'asc' }], select: { name: true, email: true } },
      page: { select: { token: true, createdAt: true, invitedAt: true, invitedEmail: true } },
    },
  });
  const people = [...contacts, { name: shortName, email }].filter((one) => one.email !== '');
  const sessions = page ? await readSessions(deps, ctx, customerId) : [];
  return {
    page: page && {
      address: pageAddress(deps.config, page.token),
      since: page.createdAt.toISOString(),
      invitation: invitationOf(page),
    },
    people: people.filter((one, place) => people.findIndex((other) => other.email === one.email) === place),
    sessions: sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  };
}

const invitationOf = ({
  invitedAt,
  invitedEmail,
}: {
  invitedAt: Date | null;
  invitedEmail: string | null;
}) => (invitedAt && invitedEmail !== null ? { email: invitedEmail, at: invitedAt.toISOString() } : null);

async function readSessions(deps: Deps, { accountId }: Ctx, customerId: number) {
  const db = deps.db.of({ accountId });
  return db.$queryRaw<{ id: number; email: string; createdAt: Date; lastSeenAt: Date }[]>`
    SELECT s.id, s.email, s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt" FROM customer_session s
     WHERE s.account_id = ${accountId} AND s.customer_id = ${customerId}
       AND ${isAlive(deps.clock())} AND ${isAnAddress}
     ORDER BY s.last_seen_at DESC, s.id DESC`;
}

/**
 * Switches the page on or off. With the page go its address, the links that were mailed and all sessions; switched on
 * again, it has another address.
 * @throws when the customer is not the account's
 */
export async function switchCustomerPage(
  deps: Deps,
  ctx: Ctx,
  { customer: { id: customerId }, on }: CustomerPageSwitch,
): Promise<CustomerPageState> {
  const { accountId } = ctx;
  await inTransaction(deps, ctx, async (tx) => {
    const what = await requireCustomer(tx, ctx, customerId);
    const { count } = on
      ? await tx.customerPage.createMany({
          data: { accountId, customerId, token: newToken(accountId), createdAt: deps.clock() },
          skipDuplicates: true,
        })
      : await tx.customerPage.deleteMany({ where: { customerId } });
    if (count === 0) return;
    const kind = on ? 'CUSTOMER_PAGE_ON' : 'CUSTOMER_PAGE_OFF';
    await record(tx, ctx, { kind, entity: 'customer', entityId: customerId, what });
  });
  return readCustomerPage(deps, ctx, customerId);
}

/** @throws AppError NOT_FOUND, TOO_MANY_ATTEMPTS, VALIDATION_FAILED for an address that is not the customer's */
export async function inviteCustomer(
  deps: Deps,
  ctx: Ctx,
  { customer: { id: customerId }, email }: CustomerPageInvitation,
): Promise<void> {
  const { accountId, userId } = ctx;
  const { accountPlan } = await deps.db.of(ctx).user.findUniqueOrThrow({
    where: rowKey(ctx, userId),
    select: { accountPlan: { select: { type: true } } },
  });
  await inTransaction(deps, ctx, async (tx) => {
    const what = await requireCustomer(tx, ctx, customerId);
    const page = await tx.customerPage.updateMany({
      where: { customerId },
      data: { invitedAt: deps.clock(), invitedEmail: email },
    });
    if (page.count === 0) throw new AppError('NOT_FOUND');
    const recipient = await findRecipient(tx, { accountId, customerId }, email);
    if (!recipient) throw refuseFields({ email: 'INVALID' });
    await deps.throttle.take('customer-invite-address', `${accountId} ${email}`, mailsPerAddress);
    if (accountPlan.type === 'FREE')
      await deps.throttle.take('customer-invite-free', String(accountId), mailsPerFreeAccount);
    else await deps.throttle.take('customer-invite', String(accountId), mailsPerAccount);
    const { contactId } = recipient;
    await deps.jobs.enqueue(tx, sendInvitation, { accountId, customerId, contactId, userId });
    await record(tx, ctx, {
      kind: 'CUSTOMER_INVITED',
      entity: 'customer',
      entityId: customerId,
      what: `${what}: ${email}`,
    });
  });
}

/** @throws AppError NOT_FOUND for a session that is over */
export const endCustomerSession = (deps: Deps, ctx: Ctx, id: number): Promise<void> =>
  inTransaction(deps, ctx, async (tx) => {
    const { customerId, email } = await tx.customerSession.delete({ where: rowKey(ctx, id) });
    const what = await requireCustomer(tx, ctx, customerId);
    await record(tx, ctx, {
      kind: 'CUSTOMER_SESSION_ENDED',
      entity: 'customer',
      entityId: customerId,
      what: `${what}: ${email}`,
    });
  });

/** @returns how people call the customer */
async function requireCustomer(tx: AccountTransaction, ctx: Ctx, id: number): Promise<string> {
  const { shortName } = await tx.customer.findUniqueOrThrow({
    where: rowKey(ctx, id),
    select: { shortName: true },
  });
  return shortName;
}
