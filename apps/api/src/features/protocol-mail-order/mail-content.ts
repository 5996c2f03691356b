/** What a mail with a protocol says, and whom it can go to: read from the signed version, the customer and the company. */
import { email as emailSchema, type Language } from '@servicebook/shared/primitives';
import type { ProtocolMails } from '@servicebook/shared/protocol-mail';
import { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import type { Prisma } from '../../generated/prisma/client.ts';
import { refuseFields } from '../../platform/app-error.ts';
import { hasLink } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import { type AccountDatabase, type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { type Content, defaultText, fillText, protocolMail } from './protocol-mail.mail.ts';

export type Reader = AccountDatabase | AccountTransaction;

interface Owned {
  accountId: number;
}

/** An address as mails can have it; null: it is none. */
export const addressOf = (text: string): string | null => emailSchema.safeParse(text).data ?? null;

interface Address {
  name: string;
  email: string;
}

const byPlace = [{ isMain: 'desc' as const }, { id: 'asc' as const }];

/** The addresses of customers, in the order in which they are suggested. */
export const addressesOfCustomer = {
  select: {
    shortName: true,
    email: true,
    language: true,
    contacts: { orderBy: byPlace, select: { name: true, email: true, isMain: true } },
  },
} as const;

interface WithAddresses {
  shortName: string;
  email: string;
  contacts: (Address & { isMain: boolean })[];
}

/** Where a protocol goes by itself: to the main contact, otherwise to the customer's address. */
export function usualAddress({ email, contacts }: WithAddresses): string | null {
  const main = contacts.find(({ isMain }) => isMain);
  return (main && addressOf(main.email)) ?? addressOf(email);
}

/** All addresses of the customer, the usual one first. */
function addressesOf({ shortName, email, contacts }: WithAddresses): Address[] {
  const main = contacts.filter(({ isMain }) => isMain);
  const others = contacts.filter(({ isMain }) => !isMain);
  const all = [...main, { name: shortName, email }, ...others].flatMap(({ name, email: given }) => {
    const address = addressOf(given);
    return address ? [{ name, email: address }] : [];
  });
  return all.filter((one, place) => all.findIndex((other) => other.email === one.email) === place);
}

const mostUsed = 10;

/** The customer's addresses, and others at which its protocols arrived before. */
export async function suggested(
  db: Reader,
  { accountId }: Owned,
  customerId: number,
  customer: WithAddresses,
): Promise<Pick<ProtocolMails, 'recipients' | 'used'>> {
  const lastMails = await db.$queryRaw<{ email: string; refused: boolean }[]>`
    SELECT m.email, (array_agg(m.state ORDER BY m.id DESC))[1] = 'REFUSED' AS refused
      FROM service s
      JOIN service_version v ON v.account_id = s.account_id AND v.service_id = s.id
      JOIN protocol_mail m ON m.account_id = v.account_id AND m.service_version_id = v.id
     WHERE s.account_id = ${accountId} AND s.customer_id = ${customerId}
       AND (m.state = 'SENT' OR m.refusal = 'SERVER')
     GROUP BY m.email
     ORDER BY max(m.id) DESC`;
  const known = addressesOf(customer);
  const refused = new Set(lastMails.filter((one) => one.refused).map(({ email }) => email));
  const isKnown = new Set(known.map(({ email }) => email));
  return {
    recipients: known.map((one) => ({ ...one, refused: refused.has(one.email) })),
    used: lastMails
      .map(({ email }) => email)
      .filter((email) => !refused.has(email) && !isKnown.has(email))
      .slice(0, mostUsed),
  };
}

/** The texts of a company, as they are stored. */
export const textsOfCompany = (stored: Prisma.JsonValue): Partial<Record<Language, string>> =>
  stored as Partial<Record<Language, string>>;

/** On a plan that costs nothing, anybody can write to anybody: their texts lead nowhere. */
export async function isFree(db: Reader, of: Owned & { userId: number }): Promise<boolean> {
  const { accountPlan } = await db.user.findUniqueOrThrow({
    where: rowKey(of, of.userId),
    select: { accountPlan: { select: { type: true } } },
  });
  return accountPlan.type === 'FREE';
}

/** @throws a refused field, if nothing is paid for and the text has a link */
export function requireNoLinks(text: string, free: boolean, field = 'text'): void {
  if (free && hasLink(text)) throw refuseFields({ [field]: 'NO_LINKS_ON_FREE_PLAN' });
}

interface TextChoice {
  snapshot: ProtocolSnapshot;
  language: Language;
  /** Null: the text of the company, or without one the default. */
  own: string | null;
  stored: Prisma.JsonValue;
  free: boolean;
}

/** The text above the facts of a mail, with its placeholders filled. @throws a refused field, as `requireNoLinks` */
export function textFor({ snapshot, language, own, stored, free }: TextChoice): string {
  if (own !== null) {
    requireNoLinks(own, free);
    return fillText(own, snapshot, language);
  }
  const company = textsOfCompany(stored)[language] ?? '';
  const isUsed = company !== '' && !(free && hasLink(company));
  return fillText(isUsed ? company : defaultText(language), snapshot, language);
}

/** The same of a mail that says that a protocol was withdrawn: never the text that a company has for its protocols. */
export function withdrawalText({
  snapshot,
  language,
  own,
  reason,
  free,
}: Omit<TextChoice, 'stored'> & { reason: string }): string {
  if (own !== null) {
    requireNoLinks(own, free);
    return fillText(own, snapshot, language);
  }
  const texts = textsOf(language, 'mail');
  const said = fillText(texts('protocol.withdrawnText'), snapshot, language);
  // The marked copy says it in any case.
  return free && hasLink(reason) ? said : `${said}\n\n${texts('protocol.withdrawnReason', { reason })}`;
}

export const snapshotOf = ({ snapshot }: { snapshot: string }): ProtocolSnapshot =>
  ProtocolSnapshot.parse(JSON.parse(snapshot));

/** The mail without its attachment. Its reader is greeted as the customer's contacts name the address. */
export async function composeMail(
  db: Reader,
  { accountId }: Owned,
  given: Pick<Content, 'snapshot' | 'email' | 'language' | 'text' | 'verifyUrl' | 'isWithdrawal'> & {
    customerId: number;
    /** Who is answered if the company has no address. */
    sender: string;
  },
): Promise<Mail> {
  const { customerId, sender, ...content } = given;
  const { companyName, email } = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { companyName: true, email: true },
  });
  const contacts = content.email
    ? await db.customerContact.findMany({
        where: { customerId },
        orderBy: byPlace,
        select: { name: true, email: true },
      })
    : [];
  const contact = contacts.find((one) => addressOf(one.email) === content.email);
  const replyTo = addressOf(email) ?? addressOf(sender);
  return protocolMail({ ...content, companyName, contactName: contact?.name ?? '', replyTo });
}
