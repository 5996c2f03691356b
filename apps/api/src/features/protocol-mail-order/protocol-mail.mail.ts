import { formatLongDay } from '@servicebook/i18n/format.ts';
import type { Language } from '@servicebook/shared/primitives';
import { fillMailText } from '@servicebook/shared/protocol-mail';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { layOutMail } from '../../platform/mail-layout.ts';
import { nameForMail } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';
import { machinesForMail } from './machines-for-mail.ts';

/** What the mail takes from the signed content. */
type Signed = Pick<ProtocolSnapshot, 'documentNumber' | 'version' | 'date' | 'types' | 'machines'>;

export interface Content {
  snapshot: Signed;
  email: string;
  language: Language;
  /** With its placeholders filled. */
  text: string;
  /** Says that the protocol was withdrawn, in all its versions. */
  isWithdrawal: boolean;
  companyName: string;
  /** Whom the address belongs to; empty if that is unknown. */
  contactName: string;
  /** Where anybody can check the document; null: it has no address. */
  verifyUrl: string | null;
  /** Answers reach the company. */
  replyTo: string | null;
}

const longestCompany = 60;

/** The text of a language for which the company has not written one. */
export const defaultText = (language: Language): string => textsOf(language, 'mail')('protocol.text');

const machinesOf = ({ machines }: Signed, language: Language): string =>
  machinesForMail(
    machines.map(({ name, serialNumber }) => ({ name, serialNumber: serialNumber ?? '' })),
    language,
  );

/** Fills the placeholders of a text from the signed content. */
export const fillText = (text: string, snapshot: Signed, language: Language): string =>
  fillMailText(text, {
    number: snapshot.documentNumber,
    day: formatLongDay(snapshot.date, language),
    machines: machinesOf(snapshot, language),
  });

/** Anyone can register a company, so its name and those of its records are cleaned before they reach a stranger. */
export function protocolMail(content: Content): Mail {
  const { snapshot, email, language, text, verifyUrl, isWithdrawal, replyTo } = content;
  const texts = textsOf(language, 'mail');
  const types = textsOf(language, 'service');
  const { documentNumber: number } = snapshot;
  // The protocol is withdrawn as a whole.
  const version = isWithdrawal ? 1 : snapshot.version;
  const company = nameForMail(content.companyName, longestCompany);
  const name = nameForMail(content.contactName);
  const machines = machinesOf(snapshot, language);
  const day = formatLongDay(snapshot.date, language);
  const facts = [
    texts('protocol.number', {
      number: version > 1 ? texts('protocol.ofVersion', { number, version }) : number,
    }),
    texts('protocol.day', { day }),
    texts('announcement.work', { work: snapshot.types.map((type) => types(`types.${type}`)).join(', ') }),
    ...(machines ? [texts('announcement.machines', { machines })] : []),
  ];
  const layout = layOutMail(
    {
      subject: isWithdrawal
        ? texts('protocol.subjectWithdrawn', { number, day })
        : version > 1
          ? texts('protocol.subjectCorrected', { number, version })
          : texts('protocol.subject', { number, day }),
      ...(company && { brand: company }),
      // The company's text may end with its name.
      lead: [name ? texts('greeting', { name }) : texts('greetingPlain'), text],
      about: [...(version > 1 ? [texts('protocol.replaces', { version })] : []), facts.join('\n')],
      ...(verifyUrl && { button: { label: texts('protocol.check'), url: verifyUrl } }),
      rest: [texts(replyTo ? 'protocol.answer' : 'protocol.noAnswer')],
    },
    language,
  );
  return { to: email, ...(company && { fromName: company }), ...(replyTo && { replyTo }), ...layout };
}
