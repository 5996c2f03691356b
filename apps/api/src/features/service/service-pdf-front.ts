/** The opening of the protocol: letterhead, title, customer and service. */
import { addressLines, joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { columns, drawLetterhead as drawCompany, write } from '../../platform/pdf/company-page.ts';
import { drawChips, drawFacts, drawHeading, type Fact } from '../../platform/pdf/flow.ts';
import type { PreparedImage } from '../../platform/pdf/image.ts';
import * as look from '../../platform/pdf/look.ts';
import { element, type Sheet, textWidth } from '../../platform/pdf/sheet.ts';
import type { Protocol } from './service.pdf.ts';
import { effortOf } from './service-shown-facts.ts';

/** Logo or name, and the address. */
export function drawLetterhead(sheet: Sheet, protocol: Protocol, logo: PreparedImage | null): void {
  const { company } = protocol.snapshot;
  const { fill, texts } = protocol.wording;
  const lines = [
    ...addressLines(company, countryOf(protocol, company.country)),
    company.nip && fill(texts.taxId, { number: company.nip }),
    company.phone && fill(texts.phone, { number: company.phone }),
  ];
  drawCompany(sheet, { name: company.name, lines }, logo);
}

/** The title, number and date of the document. */
export function drawTitle(sheet: Sheet, { snapshot, wording, draft, withdrawn }: Protocol): void {
  const { left, right, width } = columns(sheet);
  const number = wording.fill(wording.texts.number, { number: snapshot.documentNumber });
  let y = write(sheet, sheet.root, wording.texts.title, look.title, left, sheet.y, sheet.width, 'H1');
  y += 3;
  const afterNumber = write(sheet, sheet.root, number, look.number, left, y, width);
  const afterDate = write(sheet, sheet.root, wording.date(snapshot.date), look.titleDate, right, y, width);
  sheet.y = Math.max(afterNumber, afterDate);
  if (draft)
    sheet.y = write(sheet, sheet.root, wording.texts.draftNote, look.draftNote, left, sheet.y, width);
  if (!withdrawn) return;
  const at = wording.moment(withdrawn.at, snapshot.timezone ?? 'UTC');
  const note = wording.fill(wording.texts.withdrawnBy, { at, name: withdrawn.by });
  const reason = wording.fill(wording.texts.withdrawReason, { reason: withdrawn.reason });
  sheet.y = write(sheet, sheet.root, note, look.draftNote, left, sheet.y + 4, sheet.width);
  sheet.y = write(sheet, sheet.root, reason, look.body, left, sheet.y, sheet.width);
}

/** Customer on the left; kind of service, payment, technician and the next inspection on the right. */
export function drawParties(sheet: Sheet, protocol: Protocol): void {
  const { texts } = protocol.wording;
  const { left, right, width } = columns(sheet);
  const headingTop = drawHeading(sheet, sheet.root, texts.customer, { ...look.heading, spaceBefore: 20 }, 60);
  const top = sheet.y;
  const customerEnd = drawCustomer(sheet, protocol, left, top, width);

  write(sheet, sheet.root, texts.service, look.heading, right, headingTop, width, 'H2');
  const section = element(sheet, sheet.root, 'Sect');
  const labels = protocol.snapshot.types.map((type) => texts.serviceType[type]);
  const chips = drawChips(sheet, section, labels, look.chip, { x: right, y: top + 1, width });
  const factsTop = top + (chips > 0 ? chips + 8 : 0);
  const factsHeight = drawFacts(sheet, section, factsOf(protocol), look.facts, {
    x: right,
    y: factsTop,
    width,
  });
  sheet.y = Math.max(customerEnd, factsTop + factsHeight);
}

function factsOf(protocol: Protocol): Fact[] {
  const { snapshot, wording } = protocol;
  const { texts } = wording;
  const { technician, alsoPerformedBy = [] } = snapshot;
  const people = [technician, ...alsoPerformedBy];
  const facts: Fact[] = [
    { label: texts.payment, value: texts.paymentType[snapshot.paymentType] },
    {
      label: people.length > 1 ? texts.technicians : texts.technician,
      // The positions of several stand at the signatures.
      value:
        people.length > 1
          ? people.map(nameOf).join('\n')
          : joinPresent([nameOf(technician), technician.position], '\n'),
    },
    ...effortOf(protocol),
  ];
  const { period, nextInspection } = snapshot;
  if (period) facts.push({ label: texts.interval, value: wording.months(period) });
  if (nextInspection) facts.push({ label: texts.nextInspection, value: wording.date(nextInspection) });
  return facts;
}

function drawCustomer(sheet: Sheet, protocol: Protocol, x: number, top: number, width: number): number {
  const { customer } = protocol.snapshot;
  const { fill, texts } = protocol.wording;
  const name = customer.fullName || customer.shortName;
  const section = element(sheet, sheet.root, 'Sect');
  let y = write(sheet, section, name, look.strong, x, top, width) + 1;
  for (const text of addressLines(customer, countryOf(protocol, customer.country)))
    y = write(sheet, section, text, look.facts.value, x, y, width);
  const numbers = [
    customer.nip && fill(texts.taxId, { number: customer.nip }),
    customer.regon && fill(texts.regon, { number: customer.regon }),
  ];
  const contact = [
    customer.phoneNumber && fill(texts.phone, { number: customer.phoneNumber }),
    customer.email,
  ];
  y += 2;
  for (const parts of [numbers, contact]) {
    const details = parts.filter((part) => !!part) as string[];
    const inOne = details.join('  ·  ');
    const lines = textWidth(sheet, inOne, look.small) <= width ? [inOne] : details;
    for (const text of lines) if (text) y = write(sheet, section, text, look.small, x, y, width);
  }
  return y;
}

const countryOf = ({ wording }: Protocol, code: string | null) => (code ? wording.country(code) : '');
