import { formatDayPart } from '@servicebook/i18n/format.ts';
import { addressLine, nameOf } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import type { Language } from '@servicebook/shared/primitives';
import type { Visit } from '@servicebook/shared/visit';
import { workPlaces } from '@servicebook/shared/work-place';
import { layOutMail } from '../../platform/mail-layout.ts';
import { nameForMail } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';

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

/** Names of companies and addresses are longer than those of people. */
const longestLine = 120;

/** Only what looks like a number. */
const phoneForMail = (phone: string): string => (/^[+\d][\d\s()/.-]{4,29}$/.test(phone) ? phone : '');

/**
 * A serial number tells machines of one name apart. It may be a long number, so it is not cleaned as names are, but it is
 * one word that is no link.
 */
const serialForMail = (serial: string): string =>
  /^(?!www\.)[\p{L}\d](?:[\p{L}\d_-]|[./](?!\p{L}{2})){0,39}$/iu.test(serial) ? serial : nameForMail(serial);

const machineForMail = ({ name, serialNumber }: Visit['devices'][number]): string => {
  const serial = serialForMail(serialNumber.trim());
  const known = nameForMail(name, longestLine);
  return known ? machineName({ name: known, serialNumber: serial }) : serial;
};

/** Anyone can register a company, so whatever it wrote is cleaned before it reaches a stranger. */
export function announcementMail(announced: Announced): Mail {
  const { visit, email, language, contact, replyTo } = announced;
  const texts = textsOf(language, 'mail');
  const types = textsOf(language, 'service');
  const company = nameForMail(announced.companyName, longestLine);
  const phone = phoneForMail(announced.phone.trim());
  const name = nameForMail(contact?.name ?? '');
  const day = formatDayPart(visit.day, language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    // Russian shortens its word for year, which would end a sentence twice.
  }).replace(/г\.$/, 'года');
  const { from, to } = visit;
  const when = from
    ? texts(to ? 'announcement.between' : 'announcement.from', { day, from, to: to ?? '' })
    : day;
  const technicians = visit.technicians.map((person) => nameForMail(nameOf(person))).filter(Boolean);
  const machines = visit.devices.map(machineForMail).filter(Boolean);
  const places = workPlaces(visit.customer, visit.devices)
    .map((place) => nameForMail(addressLine(place), longestLine))
    .filter(Boolean);
  const facts = [
    texts('announcement.work', { work: visit.types.map((type) => types(`types.${type}`)).join(', ') }),
    ...(machines.length > 0 ? [texts('announcement.machines', { machines: machines.join(', ') })] : []),
    ...(places.length > 0 ? [texts('announcement.place', { place: places.join('; ') })] : []),
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
