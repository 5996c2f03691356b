/** The mails of a protocol: what was sent, how it would look, and sending it. */
import { email as emailSchema, type Language, languages } from '@servicebook/shared/primitives';
import type {
  ProtocolMail,
  ProtocolMailInput,
  ProtocolMailPreview,
  ProtocolMailSettings,
  ProtocolMailSettingsInput,
  ProtocolMails,
} from '@servicebook/shared/protocol-mail';
import type { Deps } from '../../deps.ts';
import type { ProtocolMail as MailRow, Service } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, oneAtATime, rowKey } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import {
  addressesOfCustomer,
  composeMail,
  isFree,
  type Reader,
  requireNoLinks,
  snapshotOf,
  suggested,
  textFor,
  textsOfCompany,
  withdrawalText,
} from '../protocol-mail-order/mail-content.ts';
import { countingMails } from '../protocol-mail-order/mail-limits.ts';
import { orderMails } from '../protocol-mail-order/order-mails.ts';
import { defaultText } from '../protocol-mail-order/protocol-mail.mail.ts';
import { holdersOf } from '../protocol-mail-order/tell-withdrawal.ts';
import { verifyAddress } from '../seal/sealed-document.ts';
import { holdService, nameOf } from '../service/service-rows.ts';

export async function findProtocolMails(deps: Deps, ctx: Ctx, serviceId: number): Promise<ProtocolMails> {
  const db = deps.db.of(ctx);
  const { account, customer, customerId } = await db.service.findUniqueOrThrow({
    where: rowKey(ctx, serviceId),
    select: {
      customerId: true,
      account: { select: { language: true } },
      customer: addressesOfCustomer,
    },
  });
  const mails = await db.protocolMail.findMany({
    where: { version: { serviceId } },
    include: { version: { select: { version: true } } },
    orderBy: { id: 'desc' },
  });
  return {
    mails: mails.map((row) => toMail(row, row.version.version)),
    ...(await suggested(db, ctx, customerId, customer)),
    holders: (await holdersOf(db, serviceId)).map(({ email }) => email),
    language: (customer.language ?? account.language) as Language,
  };
}

const toMail = (row: MailRow, version: number): ProtocolMail => ({
  id: row.id,
  version,
  isWithdrawal: row.isWithdrawal,
  email: row.email,
  language: row.language as Language,
  state: row.state,
  refusal: row.refusal,
  reason: row.reason,
  isAutomatic: row.userCreatedId === null,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  handedOverAt: row.handedOverAt?.toISOString() ?? null,
});

/** @throws AppError NOT_FOUND, MAIL_OF_UNSIGNED_PROTOCOL; a refused field for links in the text */
export async function previewMail(
  deps: Deps,
  ctx: Ctx,
  { service: { id }, email, language, text: own }: ProtocolMailPreview,
): Promise<{ subject: string; text: string; ownText: string }> {
  const db = deps.db.of(ctx);
  const service = await db.service.findUniqueOrThrow({ where: rowKey(ctx, id) });
  const { snapshot, sealed } = await readSigned(db, ctx, service);
  const written = await textOfMail(db, ctx, service, snapshot, { language, own });
  const { customerId } = service;
  const sender = await senderOf(db, ctx);
  const mail = await composeMail(db, ctx, {
    ...{ snapshot, customerId, email, language, sender },
    text: written,
    isWithdrawal: service.withdrawnAt !== null,
    verifyUrl: sealed && verifyAddress(deps.config, sealed),
  });
  return { subject: mail.subject, text: mail.text, ownText: written };
}

/** The version that a mail would carry. @throws AppError MAIL_OF_UNSIGNED_PROTOCOL if it is being changed, or never was signed */
async function readSigned(
  db: Reader,
  { accountId }: Ctx,
  { id: serviceId, state, currentVersion: version }: Pick<Service, 'id' | 'state' | 'currentVersion'>,
) {
  if (state !== 'SIGNED') throw new AppError('MAIL_OF_UNSIGNED_PROTOCOL');
  const row = await db.serviceVersion.findUniqueOrThrow({
    where: { accountId_serviceId_version: { accountId, serviceId, version } },
    select: { id: true, snapshot: true, sealed: { select: { accountId: true, token: true } } },
  });
  return { id: row.id, snapshot: snapshotOf(row), sealed: row.sealed };
}

type Snapshot = Awaited<ReturnType<typeof readSigned>>['snapshot'];

async function textOfMail(
  db: Reader,
  ctx: Ctx,
  { withdrawnAt, withdrawReason: reason }: Pick<Service, 'withdrawnAt' | 'withdrawReason'>,
  snapshot: Snapshot,
  choice: { language: Language; own: string | null },
): Promise<string> {
  const free = await isFree(db, ctx);
  if (withdrawnAt) return withdrawalText({ ...choice, snapshot, reason, free });
  const { protocolMailTexts: stored } = await db.account.findUniqueOrThrow({
    where: { id: ctx.accountId },
    select: { protocolMailTexts: true },
  });
  return textFor({ ...choice, snapshot, stored, free });
}

async function senderOf(db: Reader, ctx: Ctx): Promise<string> {
  const where = rowKey(ctx, ctx.userId);
  return (await db.user.findUniqueOrThrow({ where, select: { email: true } })).email;
}

/**
 * Only what is sent counts towards the limits: not a refused call, and not one that is repeated.
 * @throws AppError NOT_FOUND, MAIL_OF_UNSIGNED_PROTOCOL, WITHDRAWN_PROTOCOL, SERVICE_CHANGED, TOO_MANY_ATTEMPTS; a refused field
 */
export const sendProtocol = (deps: Deps, ctx: Ctx, input: ProtocolMailInput): Promise<ProtocolMail[]> =>
  countingMails(deps, ctx, (count) =>
    inTransaction(deps, ctx, async (tx) => {
      const { service: given, version, recipients, language, text: own, isWithdrawal } = input;
      const service = await holdService(tx, ctx, given.id);
      // The mail is the one that the sender has seen.
      if (service.withdrawnAt && !isWithdrawal) throw new AppError('WITHDRAWN_PROTOCOL');
      if (isWithdrawal && !service.withdrawnAt) throw new AppError('SERVICE_CHANGED');
      const signed = await readSigned(tx, ctx, service);
      if (service.currentVersion !== version) throw new AppError('SERVICE_CHANGED');
      const text = await textOfMail(tx, ctx, service, signed.snapshot, { language, own });
      await count.take(recipients, await isFree(tx, ctx));
      const order = { serviceVersionId: signed.id, isWithdrawal, language, text, userCreatedId: ctx.userId };
      const rows = await orderMails(
        deps,
        tx,
        ctx,
        recipients.map((email) => ({ ...order, email })),
      );
      const what = `${nameOf(service)}: ${recipients.join(', ')}`;
      await record(tx, ctx, { kind: 'MAILED', entity: 'service', entityId: service.id, what });
      return rows.map((row) => toMail(row, version));
    }),
  );

/**
 * The customer was given the protocol otherwise, so that its refused mails are not counted any more; one that is refused
 * later is counted again.
 * @throws AppError NOT_FOUND, MAIL_OF_UNSIGNED_PROTOCOL, WITHDRAWN_PROTOCOL, SERVICE_CHANGED
 */
export const markHandedOver = (deps: Deps, ctx: Ctx, serviceId: number, version: number): Promise<void> =>
  inTransaction(deps, ctx, async (tx) => {
    const service = await holdService(tx, ctx, serviceId);
    if (service.withdrawnAt) throw new AppError('WITHDRAWN_PROTOCOL');
    const signed = await readSigned(tx, ctx, service);
    if (service.currentVersion !== version) throw new AppError('SERVICE_CHANGED');
    const refused = await tx.protocolMail.updateManyAndReturn({
      where: { serviceVersionId: signed.id, state: 'REFUSED', handedOverAt: null },
      data: { handedOverAt: deps.clock() },
      select: { email: true },
    });
    if (refused.length === 0) return;
    const addresses = [...new Set(refused.map(({ email }) => email || '–'))].sort();
    const changes = { handedOver: [null, addresses.join(', ')] } satisfies Record<string, [unknown, unknown]>;
    const what = nameOf(service);
    await record(tx, ctx, { kind: 'CHANGED', entity: 'service', entityId: serviceId, what, changes });
  });

const settingsColumns = { email: true, mailsProtocols: true, protocolMailTexts: true } as const;

type SettingsRow = Pick<
  Awaited<ReturnType<Reader['account']['findUniqueOrThrow']>>,
  keyof typeof settingsColumns
>;

const inLanguages = (textOf: (language: Language) => string) =>
  Object.fromEntries(languages.map((language) => [language, textOf(language)])) as Record<Language, string>;

const toSettings = ({ email, mailsProtocols, protocolMailTexts }: SettingsRow): ProtocolMailSettings => ({
  automatic: mailsProtocols,
  replyTo: emailSchema.safeParse(email).data ?? '',
  texts: inLanguages((language) => textsOfCompany(protocolMailTexts)[language] ?? ''),
});

export async function readMailSettings(deps: Deps, ctx: Ctx) {
  const where = { id: ctx.accountId };
  const row = await deps.db.of(ctx).account.findUniqueOrThrow({ where, select: settingsColumns });
  return { ...toSettings(row), defaults: inLanguages(defaultText) };
}

/** @throws a refused field for links in a text on the free plan */
export const saveMailSettings = (
  deps: Deps,
  ctx: Ctx,
  { automatic, replyTo, texts }: ProtocolMailSettingsInput,
): Promise<ProtocolMailSettings> =>
  oneAtATime(deps, ctx, async (tx) => {
    const free = await isFree(tx, ctx);
    for (const language of languages) requireNoLinks(texts[language], free, `texts.${language}`);
    const where = { id: ctx.accountId };
    const before = await tx.account.findUniqueOrThrow({ where });
    // The default may be improved, so it is not stored as if the company had written it.
    const written = languages.filter(
      (language) => texts[language] !== '' && texts[language] !== defaultText(language),
    );
    const data = {
      email: replyTo,
      mailsProtocols: automatic,
      protocolMailTexts: Object.fromEntries(written.map((language) => [language, texts[language]])),
    };
    const saved = await tx.account.update({ where, data });
    await record(tx, ctx, {
      kind: 'SETTINGS_CHANGED',
      entity: 'account',
      entityId: ctx.accountId,
      what: saved.companyName,
      changes: changesOf(before, saved),
    });
    return toSettings(saved);
  });

/** Each text by itself, so that the log names the language. */
function changesOf(before: SettingsRow, after: SettingsRow) {
  const fields = ({ email, mailsProtocols, protocolMailTexts }: SettingsRow) => ({
    answersTo: email,
    mailsProtocols,
    ...Object.fromEntries(
      languages.map((language) => [
        `mailText${language.charAt(0).toUpperCase()}${language.slice(1)}`,
        textsOfCompany(protocolMailTexts)[language] ?? '',
      ]),
    ),
  });
  return changesBetween(fields(before), fields(after));
}
