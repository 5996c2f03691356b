import { formatDayPart } from '@servicebook/i18n/format.ts';
import { addressLine, nameOf } from '@servicebook/i18n/names.ts';
import { addDays } from '@servicebook/shared/calendar';
import type { Language } from '@servicebook/shared/primitives';
import { overnightMinutes, type Visit } from '@servicebook/shared/visit';
import { type WorkPlace, workPlaces } from '@servicebook/shared/work-place';
import { layOutMail } from '../../platform/mail-layout.ts';
import { nameForMail } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';
import { longestLine, machinesForMail } from '../protocol-mail-order/machines-for-mail.ts';

interface Announced {
  visit: Visit & { day: string };
  email: string;
  language: Language;
  companyName: string;
  phone: string;
  contact: { name: string } | null;
  /** Answers reach who announced it. */
  replyTo: string;
}

/** A company's name begins the mail. */
const longestCompany = 60;

/** A mail stays short. */
const mostPlaces = 5;

/** Only what looks like a number. */
const phoneForMail = (phone: string): string => (/^[+\d][\d\s()/.-]{4,29}$/.test(phone) ? phone : '');

/** A postal code and a house number side by side look like a phone number, so that the parts are cleaned by themselves. */
const placeForMail = ({ streetAddress, zipCode, city }: WorkPlace): string =>
  addressLine({
    streetAddress: nameForMail(streetAddress, longestLine),
    zipCode: /^(?!(?:\D*\d){8})[\p{L}\d][\p{L}\d -]{0,9}$/u.test(zipCode) ? zipCode : '',
    city: nameForMail(city, longestLine),
  });

/** Anyone can register a company, so whatever it wrote is cleaned before it reaches a stranger. */
export function announcementMail(announced: Announced): Mail {
  const { visit, email, language, contact, replyTo } = announced;
  const texts = textsOf(language, 'mail');
  const types = textsOf(language, 'service');
  const company = nameForMail(announced.companyName, longestCompany);
  const phone = phoneForMail(announced.phone.trim());
  const name = nameForMail(contact?.name ?? '');
  const dayText = (of: string) =>
    formatDayPart(of, language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      // Russian shortens its word for year, which would end a sentence twice.
    }).replace(/г\.$/, 'года');
  const day = dayText(visit.day);
  const { from, to } = visit;
  const window = overnightMinutes(visit) !== null ? 'overnight' : to ? 'between' : 'from';
  const when = from
    ? texts(`announcement.${window}`, { day, from, to: to ?? '', nextDay: dayText(addDays(visit.day, 1)) })
    : day;
  const technicians = visit.technicians.map((person) => nameForMail(nameOf(person))).filter(Boolean);
  const machines = machinesForMail(visit.devices, language);
  // Machines at one address may have points of their own.
  const places = [...new Set(workPlaces(visit.customer, visit.devices).map(placeForMail).filter(Boolean))];
  const facts = [
    texts('announcement.work', { work: visit.types.map((type) => types(`types.${type}`)).join(', ') }),
    ...(machines ? [texts('announcement.machines', { machines })] : []),
    ...(places.length > 0
      ? [
          texts('announcement.place', {
            place: [...places.slice(0, mostPlaces), ...(places.length > mostPlaces ? ['…'] : [])].join('; '),
          }),
        ]
      : []),
    ...(technicians.length > 0 ? [texts('announcement.technicians', { names: technicians.join(', ') })] : []),
  ];
  const content = {
    subject: texts('announcement.subject', { day }),
    lead: [
      name ? texts('greeting', { name }) : texts('greetingPlain'),
      company ? texts('announcement.lead', { company, when }) : texts('announcement.leadPlain', { when }),
      ...facts,
    ],
    rest: [phone ? texts('announcement.call', { phone }) : texts('announcement.answer')],
  };
  return { to: email, replyTo, ...layOutMail(content, language) };
}
