import { formatDayPart } from '@servicebook/i18n/format.ts';
import { addressLine, nameOf } from '@servicebook/i18n/names.ts';
import { addDays } from '@servicebook/shared/calendar';
import { machineName } from '@servicebook/shared/machine-name';
import type { Language } from '@servicebook/shared/primitives';
import { overnightMinutes, type Visit } from '@servicebook/shared/visit';
import { type WorkPlace, workPlaces } from '@servicebook/shared/work-place';
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

/** Names of companies and addresses are longer than those of people. A company's name begins the mail. */
const longestLine = 120;
const longestCompany = 60;

/** A mail stays short, and a name is no place for a message. */
const mostNames = 5;
const longestMachine = 100;

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
  const machines = visit.devices.map(machineForMail).filter(Boolean);
  // Machines at one address may have points of their own.
  const places = [...new Set(workPlaces(visit.customer, visit.devices).map(placeForMail).filter(Boolean))];
  const named = machines.filter((machine) => machine.length <= longestMachine);
  // The last one is no longer than the words for it.
  const more = named.length > mostNames + 1 ? named.length - mostNames : 0;
  const names = named.slice(0, named.length - more).join(', ');
  const facts = [
    texts('announcement.work', { work: visit.types.map((type) => types(`types.${type}`)).join(', ') }),
    ...(names
      ? [
          texts('announcement.machines', {
            machines: more > 0 ? texts('announcement.andMore', { names, more }) : names,
          }),
        ]
      : []),
    ...(places.length > 0
      ? [
          texts('announcement.place', {
            place: [...places.slice(0, mostNames), ...(places.length > mostNames ? ['…'] : [])].join('; '),
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
