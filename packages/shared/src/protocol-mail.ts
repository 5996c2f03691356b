/** Mailing signed protocols to customers: by hand, several at once, or automatically with each signature. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import {
  email,
  id,
  idParams,
  instant,
  language,
  maxChosen,
  optionalEmail,
  optionalText,
  reference,
} from './primitives.ts';

/** One protocol goes to so many addresses at once. */
export const maxMailRecipients = 10;

/** What a company can put into the text of its mails, and what each mail has in its place. */
export const mailPlaceholders = ['number', 'day', 'machines'] as const;
export type MailPlaceholder = (typeof mailPlaceholders)[number];

/**
 * Fills `{number}`, `{day}` and `{machines}`; other braces stay as they were written. A sentence that ends with a value that
 * ends with a full stop, as Russian dates do, has one.
 */
export const fillMailText = (text: string, values: Record<MailPlaceholder, string>): string =>
  text.replace(/\{(\w+)\}(\.(?!\.))?/g, (whole, name: string, stop: string | undefined) => {
    if (!(mailPlaceholders as readonly string[]).includes(name)) return whole;
    const value = values[name as MailPlaceholder];
    return stop && !value.endsWith('.') ? value + stop : value;
  });

/** The first word in braces that no mail fills, as it was typed. */
export const unknownPlaceholder = (text: string): string | undefined =>
  text
    .match(/\{\s*[\p{L}\p{N}_]+\s*\}/gu)
    ?.find((typed) => !mailPlaceholders.some((known) => typed === `{${known}}`));

export const protocolMailStates = ['WAITING', 'SENT', 'REFUSED'] as const;
/** Why a mail was not sent. */
export const protocolMailRefusals = [
  /** The mail server refused the address or the mail for good. */
  'SERVER',
  /** The mail server was away for two days. */
  'UNREACHABLE',
  'WITHDRAWN',
  /** The next version was signed before the mail left. */
  'REPLACED',
  /** The customer has no address. */
  'NO_ADDRESS',
  /** The company has sent too many mails. */
  'LIMIT',
  /** The account was closed before the mail left. */
  'CLOSED',
] as const;
/** No mail server took the mail, so it can be sent again. */
export const undeliveredRefusals: (typeof protocolMailRefusals)[number][] = ['SERVER', 'UNREACHABLE'];

/** A mail with one version of a protocol to one address. */
export const ProtocolMail = z.object({
  id: z.number(),
  version: z.number(),
  /** Says that the protocol was withdrawn, and carried the marked copy. */
  isWithdrawal: z.boolean(),
  /** Empty if none was known. */
  email: z.string(),
  language,
  state: z.enum(protocolMailStates),
  /** Only of a refused one. */
  refusal: z.enum(protocolMailRefusals).nullable(),
  /** What the mail server said last, in its own words; empty if nothing. */
  reason: z.string(),
  /** Sent with the signature, by nobody in particular. */
  isAutomatic: z.boolean(),
  createdAt: instant,
  sentAt: instant.nullable(),
  /** Only of a refused one: since when somebody says that the customer was given the protocol otherwise. */
  handedOverAt: instant.nullable(),
});
export type ProtocolMail = z.infer<typeof ProtocolMail>;

/** The mails of a protocol, and whom one can send it. */
export const ProtocolMails = z.object({
  /** Newest first. */
  mails: z.array(ProtocolMail),
  /** Of the customer as it is now: the main contact first, then the customer and other contacts. */
  recipients: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      /** A mail server refused the last protocol that was sent there. */
      refused: z.boolean(),
    }),
  ),
  /** Other addresses at which protocols of the customer arrived before, latest first. They are not proposed by themselves. */
  used: z.array(z.string()),
  /** Who was mailed it, or signed it through a mailed link. */
  holders: z.array(z.string()),
  /** The customer's; otherwise the company's. */
  language,
});
export type ProtocolMails = z.infer<typeof ProtocolMails>;

/** Null: the text of the company. */
const text = z.union([z.null(), optionalText(5000)]).default(null);

const recipients = z
  .array(email)
  .min(1, 'REQUIRED')
  .max(maxMailRecipients, 'TOO_MANY')
  .transform((given) => [...new Set(given)]);

export const ProtocolMailInput = z.strictObject({
  service: reference,
  /** The version that the sender has seen: nobody sends one that was replaced meanwhile. */
  version: id,
  recipients,
  language,
  text,
  /** The sender knows that the protocol was withdrawn: the mail says so, and carries the marked copy. */
  isWithdrawal: z.boolean('INVALID').default(false),
});
export type ProtocolMailInput = z.output<typeof ProtocolMailInput>;

/** The version that the customer was given: nobody hands over one that was replaced meanwhile. */
const HandedOverInput = z.strictObject({ version: id });

export const ProtocolMailPreview = z.strictObject({
  service: reference,
  /** Not chosen yet: the mail greets nobody by name. */
  email: z.union([z.literal('').transform(() => ''), email]),
  language,
  text,
});
export type ProtocolMailPreview = z.output<typeof ProtocolMailPreview>;

const chosen = z.strictObject({ ids: z.array(id).min(1, 'REQUIRED').max(maxChosen, 'TOO_MANY') });
const listed = z.array(z.object({ id: z.number(), number: z.string(), customer: z.string() }));

/** What sending several protocols would do, or has done. Each goes to the usual address of its customer. */
export const SeveralMails = z.object({
  /** Signed ones whose customer has an address, and which have not gone there yet. */
  ready: z.number(),
  /** How many addresses they go to. */
  addresses: z.number(),
  /** Their current version was sent there, or is on its way, or somebody handed it over. */
  sent: z.number(),
  /** Not signed, or withdrawn. */
  notSigned: z.number(),
  /** The customer has no address. */
  withoutAddress: listed,
});
export type SeveralMails = z.infer<typeof SeveralMails>;

export const ProtocolMailSettings = z.object({
  /** Each signed protocol is mailed to its customer at once. */
  automatic: z.boolean(),
  /** Whom customers reach when they answer; empty: whoever sent the mail. */
  replyTo: z.string(),
  /** The text of the mails by language; empty: the default. */
  texts: z.record(language, z.string()),
});
export type ProtocolMailSettings = z.infer<typeof ProtocolMailSettings>;

/** Customers would read a placeholder that is not filled. Texts from before are not checked again until they are saved. */
const ownText = optionalText(5000).refine((given) => !unknownPlaceholder(given), 'INVALID');
export const ProtocolMailSettingsInput = z.strictObject({
  automatic: z.boolean('INVALID'),
  replyTo: optionalEmail,
  texts: z.strictObject({
    pl: ownText,
    en: ownText,
    de: ownText,
    it: ownText,
    es: ownText,
    ru: ownText,
  }),
});
export type ProtocolMailSettingsInput = z.output<typeof ProtocolMailSettingsInput>;

export const protocolMailContract = {
  findByService: endpoint({
    method: 'get',
    path: '/api/service/mails/{id}',
    summary: 'The mails of a protocol with their state, and whom one can send it',
    access: 'account.read',
    params: idParams,
    response: ProtocolMails,
  }),
  preview: endpoint({
    method: 'post',
    path: '/api/service/previewMail',
    summary: 'The mail as it would be sent, and the text that stands above its facts',
    access: 'service.sign',
    body: ProtocolMailPreview,
    response: z.object({ subject: z.string(), text: z.string(), ownText: z.string() }),
    errors: ['MAIL_OF_UNSIGNED_PROTOCOL'],
  }),
  send: endpoint({
    method: 'post',
    path: '/api/service/mail',
    summary:
      'Mails the document of a signed protocol, or the marked copy of a withdrawn one, a mail to each address',
    access: 'service.sign',
    body: ProtocolMailInput,
    response: z.array(ProtocolMail),
    idempotent: true,
    errors: ['MAIL_OF_UNSIGNED_PROTOCOL', 'WITHDRAWN_PROTOCOL', 'SERVICE_CHANGED', 'TOO_MANY_ATTEMPTS'],
  }),
  handedOver: endpoint({
    method: 'patch',
    path: '/api/service/handedOver/{id}',
    summary: 'The customer was given the protocol otherwise: its refused mails need nothing more',
    access: 'service.sign',
    params: idParams,
    body: HandedOverInput,
    response: 'empty',
    errors: ['MAIL_OF_UNSIGNED_PROTOCOL', 'WITHDRAWN_PROTOCOL', 'SERVICE_CHANGED'],
  }),
  checkSeveral: endpoint({
    method: 'post',
    path: '/api/service/checkMails',
    summary: 'What mailing several protocols would do: counts, and those whose customer has no address',
    access: 'service.sign',
    body: chosen,
    response: SeveralMails,
  }),
  sendSeveral: endpoint({
    method: 'post',
    path: '/api/service/mailSeveral',
    summary: 'Mails each of several protocols to the usual address of its customer, and names the others',
    access: 'service.sign',
    body: chosen,
    response: SeveralMails,
    idempotent: true,
    errors: ['TOO_MANY_ATTEMPTS'],
  }),
  settings: endpoint({
    method: 'get',
    path: '/api/account/protocolMails',
    summary: 'How the company mails its protocols',
    access: 'account.manage',
    response: ProtocolMailSettings.extend({
      /** What a language without a text of its own has. */
      defaults: z.record(language, z.string()),
    }),
  }),
  saveSettings: endpoint({
    method: 'put',
    path: '/api/account/protocolMails',
    summary: 'Changes how the company mails its protocols',
    access: 'account.manage',
    body: ProtocolMailSettingsInput,
    response: ProtocolMailSettings,
  }),
};
