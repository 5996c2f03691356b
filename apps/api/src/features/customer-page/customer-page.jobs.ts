import type { Language } from '@servicebook/shared/primitives';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { inUse } from '../../platform/account-in-use.ts';
import { handles } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { hashToken, newToken } from '../../platform/token.ts';
import { sendInvitation, sendSignInLink } from './customer-page.job.ts';
import { invitationMail, signInMail } from './customer-page.mail.ts';
import { pageAddress } from './customer-page.service.ts';

const linkMinutes = 15;

interface Recipient {
  accountId: number;
  customerId: number;
  contactId: number | null;
}

/** As things are now; null: the page, the contact or the address is gone, so that nobody gets a mail. */
async function readRecipient(deps: Deps, { accountId, customerId, contactId }: Recipient) {
  const page = await deps.db.of({ accountId }).customerPage.findUnique({
    where: { accountId_customerId: { accountId, customerId }, account: inUse },
    select: {
      token: true,
      account: { select: { companyName: true, email: true, language: true } },
      customer: {
        select: { email: true, language: true, contacts: { select: { id: true, name: true, email: true } } },
      },
    },
  });
  if (!page) return null;
  const { token, account, customer } = page;
  const contact = customer.contacts.find(({ id }) => id === contactId);
  const email = (contactId === null ? customer.email : (contact?.email ?? '')).toLowerCase();
  if (email === '') return null;
  const language = (customer.language ?? account.language) as Language;
  const { companyName, email: replyTo } = account;
  return { token, email, name: contact?.name ?? '', companyName, replyTo, language };
}

/**
 * The token is made here, so that only its hash is ever stored. A repeated job mails another link; each works once. In the
 * query of its address it stays out of our logs.
 */
async function mailLink(
  deps: Deps,
  { language, ...of }: z.output<typeof sendSignInLink.payload>,
): Promise<void> {
  if (of.customerId === 0) return;
  const recipient = await readRecipient(deps, of);
  if (!recipient) return;
  const { accountId, customerId } = of;
  const token = newToken(accountId);
  const now = deps.clock();
  await deps.db.of(of).customerLink.create({
    data: {
      accountId,
      customerId,
      email: recipient.email,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + linkMinutes * 60_000),
    },
  });
  const url = `${deps.config.publicUrl}/my/sign-in?lang=${language}&token=${token}`;
  await deps.mailer.send(signInMail({ ...recipient, language, url, minutes: linkMinutes }));
}

async function mailInvitation(
  deps: Deps,
  { userId, ...of }: z.output<typeof sendInvitation.payload>,
): Promise<void> {
  const recipient = await readRecipient(deps, of);
  if (!recipient) return;
  const sender = await deps.db.of(of).user.findUnique({
    where: rowKey(of, userId),
    select: { email: true },
  });
  const url = pageAddress(deps.config, recipient.token);
  await deps.mailer.send(invitationMail({ ...recipient, url, replyTo: recipient.replyTo || sender?.email }));
}

export const customerPageJobs = (deps: Deps) => [
  handles(sendSignInLink, (payload) => mailLink(deps, payload)),
  handles(sendInvitation, (payload) => mailInvitation(deps, payload)),
];
