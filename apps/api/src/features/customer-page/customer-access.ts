/**
 * Who may see the page of a customer. It is decided at every call: the page is switched on, the account is in use, and
 * the address that signed in is still one of the customer's. A trigger ends the sessions of an address that leaves, so
 * that none comes back with it.
 */
import { email as emailSchema, type Language } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../../platform/ctx.ts';
import { networkSource } from '../../platform/network-source.ts';
import { type AccountDatabase, type AccountTransaction, scopedAccount } from '../../platform/tenancy.ts';
import type { Limit } from '../../platform/throttle.ts';
import { accountOfToken, hashToken, newToken } from '../../platform/token.ts';
import { recordAs } from '../audit/audit.service.ts';
import { sendSignInLink } from './customer-page.job.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A session ends so long after the sign-in, and earlier if it is not used. */
const longest = 30 * day;
const idle = 7 * day;
export const sessionSeconds = longest / 1000;
const touchAfter = 5 * minute;

/** A large customer sits behind one address. */
const callsPerNetwork: Limit = { points: 600, seconds: 300 };
const linksPerNetwork: Limit = { points: 30, seconds: 900 };
const linksPerAddress: Limit = { points: 5, seconds: 3600 };

/** A page that is switched on, in an account that is in use. */
export interface OpenPage {
  accountId: number;
  customerId: number;
  /** The code in its address. */
  code: string;
  companyName: string;
  /** Of the company, for who is signed in; empty: none. */
  phone: string;
  address: { street: string; zipCode: string; city: string };
  timezone: string;
  customerName: string;
  /** The customer's; otherwise the company's. */
  language: Language;
}

/** Who is signed in to the page. */
export interface Visitor {
  sessionId: number;
  email: string;
}

type Of = Pick<OpenPage, 'accountId' | 'customerId'>;

/** A condition on a session or a link `s`: its e-mail is one of the customer's addresses. */
export const isAnAddress = Prisma.sql`(
  EXISTS (SELECT FROM customer c
           WHERE c.account_id = ${scopedAccount} AND c.id = s.customer_id AND lower(c.email) = s.email)
  OR EXISTS (SELECT FROM customer_contact k
           WHERE k.account_id = ${scopedAccount} AND k.customer_id = s.customer_id AND lower(k.email) = s.email))`;

/** A condition on a session `s`: it is not over. */
export const isAlive = (now: Date): Prisma.Sql =>
  Prisma.sql`s.expires_at > ${now} AND s.last_seen_at > ${new Date(now.getTime() - idle)}`;

/** Sessions and links that are over, for the nightly clean-up. */
export const overCustomerSessions = (now: Date) =>
  ({
    OR: [{ expiresAt: { lte: now } }, { lastSeenAt: { lte: new Date(now.getTime() - idle) } }],
  }) satisfies Prisma.CustomerSessionWhereInput;

/** Limits how many pages one network asks for, before anything is looked up. @throws AppError TOO_MANY_ATTEMPTS */
export const countCall = (deps: Deps, { ip }: Caller): Promise<void> =>
  deps.throttle.take('customer-page', networkSource(ip), callsPerNetwork);

/** @throws AppError NOT_FOUND, whether the code is unknown, switched off, or of an account that is gone */
export async function findPage(deps: Deps, code: string): Promise<OpenPage> {
  const accountId = accountOfToken(code);
  if (accountId === null) throw new AppError('NOT_FOUND');
  const [row] = await deps.db.read<Omit<OpenPage, 'accountId' | 'code'>>(
    { accountId },
    Prisma.sql`SELECT p.customer_id AS "customerId", a.company_name AS "companyName", a.timezone, a.phone,
                      json_build_object('street', a.street, 'zipCode', a.postal_code, 'city', a.city) AS address,
                      COALESCE(NULLIF(c.full_name, ''), c.short_name) AS "customerName",
                      COALESCE(c.language, a.language) AS language
                 FROM customer_page p
                 JOIN customer c ON c.account_id = p.account_id AND c.id = p.customer_id
                 JOIN account a ON a.id = p.account_id AND a.deleted_at IS NULL AND a.closed_at IS NULL
                WHERE p.account_id = ${accountId} AND p.token = ${code}`,
    'customer page',
  );
  if (!row) throw new AppError('NOT_FOUND');
  return { ...row, accountId, code };
}

/** The customer's address: of a contact, the main one first, or the customer's own; null: it is none of them. */
export async function findRecipient(
  db: Pick<AccountDatabase | AccountTransaction, '$queryRaw'>,
  { accountId, customerId }: Of,
  email: string,
): Promise<{ contactId: number | null } | null> {
  const [found] = await db.$queryRaw<{ contactId: number | null }[]>`
    SELECT k.id AS "contactId", k.is_main AS main FROM customer_contact k
     WHERE k.account_id = ${accountId} AND k.customer_id = ${customerId} AND lower(k.email) = ${email}
     UNION ALL
    SELECT NULL, NULL FROM customer c
     WHERE c.account_id = ${accountId} AND c.id = ${customerId} AND lower(c.email) = ${email}
     ORDER BY main DESC NULLS LAST, "contactId" LIMIT 1`;
  return found ? { contactId: found.contactId } : null;
}

/**
 * Queues the mail with a link, if the address is one of the customer's. A job is queued for every other address, too, so
 * that neither the answer nor the time it takes tells them apart.
 * @returns the address as it is compared; null: it is no e-mail address
 * @throws AppError TOO_MANY_ATTEMPTS
 */
export async function askForLink(
  deps: Deps,
  caller: Caller,
  page: OpenPage,
  asked: { email: string; language: Language },
): Promise<string | null> {
  const { data: email } = emailSchema.safeParse(asked.email);
  if (email === undefined) return null;
  const { accountId, customerId, code } = page;
  await deps.throttle.take('customer-link-source', networkSource(caller.ip), linksPerNetwork);
  await deps.throttle.take('customer-link-address', `${code} ${email}`, linksPerAddress);
  const db = deps.db.of(page);
  const recipient = await findRecipient(db, page, email);
  const { language } = asked;
  await db.$transaction((tx) =>
    deps.jobs.enqueue(
      tx,
      sendSignInLink,
      recipient
        ? { accountId, customerId, ...recipient, language }
        : { accountId: 0, customerId: 0, contactId: null, language },
    ),
  );
  return email;
}

/** The page and the state of a mailed link, without using it up. @throws AppError NOT_FOUND for an unknown one */
export async function readLink(deps: Deps, token: string): Promise<{ page: OpenPage; isOpen: boolean }> {
  const accountId = accountOfToken(token);
  if (accountId === null) throw new AppError('NOT_FOUND');
  const [link] = await deps.db.read<{ code: string; isOpen: boolean }>(
    { accountId },
    Prisma.sql`SELECT p.token AS code, s.used_at IS NULL AND s.expires_at > ${deps.clock()} AND ${isAnAddress} AS "isOpen"
                 FROM customer_link s
                 JOIN customer_page p ON p.account_id = s.account_id AND p.customer_id = s.customer_id
                WHERE s.account_id = ${accountId} AND s.token_hash = ${hashToken(token)}`,
  );
  if (!link) throw new AppError('NOT_FOUND');
  return { page: await findPage(deps, link.code), isOpen: link.isOpen };
}

/**
 * Uses up a mailed link. Of several calls at once, one opens a session.
 * @returns the token of the session; null: the link was used, is too old, or its address is none of the customer any more
 * @throws AppError NOT_FOUND for an unknown link
 */
export async function consumeLink(
  deps: Deps,
  token: string,
): Promise<{ page: OpenPage; session: string | null }> {
  const { page, isOpen } = await readLink(deps, token);
  if (!isOpen) return { page, session: null };
  const { accountId, customerId } = page;
  const now = deps.clock();
  const session = await deps.db.of(page).$transaction(async (tx) => {
    const [used] = await tx.customerLink.updateManyAndReturn({
      where: { tokenHash: hashToken(token), usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    if (!used) return null;
    const opened = newToken(accountId);
    await tx.customerSession.create({
      data: {
        accountId,
        customerId,
        email: used.email,
        tokenHash: hashToken(opened),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + longest),
      },
    });
    await recordVisit(tx, page, 'CUSTOMER_SIGNED_IN', used.email);
    return opened;
  });
  return { page, session };
}

/** Who is signed in to this page with a cookie's token; null: nobody. */
export async function findVisitor(
  deps: Deps,
  { accountId, customerId }: OpenPage,
  token: string | undefined,
): Promise<Visitor | null> {
  if (token === undefined || accountOfToken(token) !== accountId) return null;
  const now = deps.clock();
  const [row] = await deps.db.read<Visitor & { lastSeenAt: Date }>(
    { accountId },
    Prisma.sql`SELECT s.id AS "sessionId", s.email, s.last_seen_at AS "lastSeenAt" FROM customer_session s
                WHERE s.account_id = ${accountId} AND s.customer_id = ${customerId}
                  AND s.token_hash = ${hashToken(token)} AND ${isAlive(now)} AND ${isAnAddress}`,
    'customer session',
  );
  if (!row) return null;
  const { sessionId, email, lastSeenAt } = row;
  if (lastSeenAt.getTime() < now.getTime() - touchAfter)
    await deps.db
      .of({ accountId })
      .customerSession.updateMany({ where: { id: sessionId }, data: { lastSeenAt: now } });
  return { sessionId, email };
}

/** Ends the visitor's own session. */
export const signOut = (deps: Deps, page: OpenPage, { sessionId, email }: Visitor): Promise<void> =>
  deps.db.of(page).$transaction(async (tx) => {
    const { count } = await tx.customerSession.deleteMany({ where: { id: sessionId } });
    if (count > 0) await recordVisit(tx, page, 'CUSTOMER_SESSION_ENDED', email);
  });

const recordVisit = (
  tx: AccountTransaction,
  { accountId, customerId, customerName }: OpenPage,
  kind: 'CUSTOMER_SIGNED_IN' | 'CUSTOMER_SESSION_ENDED',
  who: string,
): Promise<void> =>
  recordAs(
    tx,
    { accountId, userId: null, who },
    { kind, entity: 'customer', entityId: customerId, what: customerName },
  );
