/** The opening of the service book: whose it is, the machine, its customer and place, inspections, nameplates. */

import { addressLines, joinPresent } from '@servicebook/i18n/names.ts';
import { addMonths } from '@servicebook/shared/calendar';
import { statusColours } from '@servicebook/shared/device';
import {
  columns,
  drawLetterhead as drawCompany,
  drawFigure,
  write,
} from '../../platform/pdf/company-page.ts';
import { drawFacts, drawHeading, type Fact } from '../../platform/pdf/flow.ts';
import type { PreparedImage } from '../../platform/pdf/image.ts';
import * as look from '../../platform/pdf/look.ts';
import {
  artifact,
  drawBlock,
  drawLine,
  element,
  layoutText,
  type Sheet,
  tagged,
  textWidth,
} from '../../platform/pdf/sheet.ts';
import type { Book, Nameplate } from './service-book.pdf.ts';
import * as own from './service-book-style.ts';

/** Logo or name, and the address. */
export function drawLetterhead(
  sheet: Sheet,
  { company, wording }: Pick<Book, 'company' | 'wording'>,
  logo: PreparedImage | null,
): void {
  const lines = [
    ...addressLines(company, wording.country(company.country)),
    company.nip && wording.fill(wording.texts.taxId, { number: company.nip }),
    company.phone && wording.fill(wording.texts.phone, { number: company.phone }),
  ];
  drawCompany(sheet, { name: company.name, lines }, logo);
}

/** The title, the machine and its status. */
export function drawTitle(sheet: Sheet, { machine, wording }: Book): void {
  const top =
    write(sheet, sheet.root, wording.book.title, look.title, sheet.left, sheet.y, sheet.width, 'H1') + 3;
  const label = wording.device.status[machine.status];
  const chip = { width: textWidth(sheet, label, own.status) + 16, height: 17 };
  const width = sheet.width - chip.width - 20;
  const bottom = write(sheet, sheet.root, machine.name, own.machineName, sheet.left, top, width);
  const { background, text } = statusColours[machine.status];
  const x = sheet.right - chip.width;
  artifact(sheet, 'Layout', () => {
    sheet.doc.roundedRect(x, top, chip.width, chip.height, 3).fill(background);
  });
  tagged(element(sheet, sheet.root, 'P'), () =>
    drawLine(sheet, label, { ...own.status, color: text }, x + 8, top + 2.6),
  );
  sheet.y = Math.max(bottom, top + chip.height);
}

/** The machine's data on the left; its customer and where it stands on the right. */
export function drawMachine(sheet: Sheet, book: Book): void {
  const { wording } = book;
  const { left, right, width } = columns(sheet);
  const heading = { ...look.heading, spaceBefore: 16 };
  const headingTop = drawHeading(sheet, sheet.root, wording.book.machine, heading, 60);
  const top = sheet.y;
  const section = element(sheet, sheet.root, 'Sect');
  const facts = drawFacts(sheet, section, machineFacts(book), look.facts, { x: left, y: top, width });

  write(sheet, sheet.root, wording.device.customer, look.heading, right, headingTop, width, 'H2');
  const customerEnd = drawCustomer(sheet, book, right, top, width);
  const placeEnd = drawPlace(sheet, book, right, customerEnd, width);
  sheet.y = Math.max(top + facts, placeEnd);
}

function machineFacts({ machine, wording }: Book): Fact[] {
  const { device } = wording;
  const { warranty, warrantyLength } = machine;
  const warrantyTexts = [
    warranty && wording.warranty(warranty),
    warrantyLength && wording.months(warrantyLength),
  ];
  return withValues([
    { label: device.manufacturer, value: machine.manufacturer },
    { label: device.model, value: machine.model },
    { label: device.serialNumber, value: machine.serialNumber },
    { label: device.ownNumber, value: machine.ownNumber },
    { label: device.yearBuilt, value: String(machine.yearBuilt ?? '') },
    { label: device.sourcePower, value: machine.sourcePower },
    { label: device.category, value: machine.category },
    { label: device.statusLabel, value: device.status[machine.status] },
    {
      label: device.transferDate,
      value: machine.transferDate ? wording.date(machine.transferDate) : wording.book.notHandedOver,
    },
    { label: device.warranty, value: joinPresent(warrantyTexts) },
  ]);
}

const withValues = (facts: Fact[]): Fact[] => facts.filter(({ value }) => value !== '');

function drawCustomer(
  sheet: Sheet,
  { customer, wording }: Book,
  x: number,
  top: number,
  width: number,
): number {
  const section = element(sheet, sheet.root, 'Sect');
  let y = write(sheet, section, customer.name, look.strong, x, top, width) + 1;
  for (const line of addressLines(customer, wording.country(customer.country)))
    y = write(sheet, section, line, look.facts.value, x, y, width);
  const phone = customer.phoneNumber && wording.fill(wording.texts.phone, { number: customer.phoneNumber });
  for (const line of fitting(sheet, [phone, customer.email], width))
    y = write(sheet, section, line, look.small, x, y + 1, width);
  return y;
}

/** Contacts side by side where they fit. */
function fitting(sheet: Sheet, parts: string[], width: number): string[] {
  const present = parts.filter(Boolean);
  const inOne = present.join('  ·  ');
  return present.length > 0 && textWidth(sheet, inOne, look.small) <= width ? [inOne] : present;
}

function drawPlace(sheet: Sheet, { machine, wording }: Book, x: number, top: number, width: number): number {
  const { gpsLatitude, gpsLongitude } = machine;
  const address = addressLines(machine, wording.country(machine.country));
  const position =
    gpsLatitude !== null && gpsLongitude !== null ? wording.coordinates(gpsLatitude, gpsLongitude) : '';
  if (address.length === 0 && !position) return top;
  const section = element(sheet, sheet.root, 'Sect');
  let y = write(sheet, section, wording.device.place, look.label, x, top + 8, width) + 1;
  if (address.length > 0) y = write(sheet, section, address.join(', '), look.facts.value, x, y, width);
  if (position) {
    const text = `${wording.book.position}: ${position}`;
    y = write(sheet, section, text, look.small, x, y + 1, width);
  }
  return y;
}

/** Where the machine stands with its inspections and its warranty, on the day of printing. */
export function drawStanding(sheet: Sheet, book: Book): void {
  const { left, right, width } = columns(sheet);
  const heading = { ...look.heading, spaceBefore: 16 };
  drawHeading(sheet, sheet.root, book.wording.book.standing, heading, 50);
  const section = element(sheet, sheet.root, 'Sect');
  const at = { y: sheet.y, width };
  const inspections = drawFacts(sheet, section, inspectionFacts(book), look.facts, { ...at, x: left });
  const warranty = drawFacts(sheet, section, warrantyFacts(book), look.facts, { ...at, x: right });
  sheet.y += Math.max(inspections, warranty);
}

function inspectionFacts({ inspection, machine, wording }: Book): Fact[] {
  const { book } = wording;
  const { lastInspection, isLastInspectionPast, nextInspection, lastPeriod } = inspection;
  const days = inspection.daysToNextInspection;
  const last = [
    lastInspection ? wording.date(lastInspection) : book.noInspection,
    isLastInspectionPast && book.past,
  ];
  let next: string;
  if (!machine.isPeriodicInspectionEnabled) next = book.switchedOff;
  else if (nextInspection && days !== null) {
    const distance =
      days < 0 ? wording.fill(book.overdue, { days: wording.days(-days) }) : wording.inDays(days);
    next = `${wording.date(nextInspection)}\n${distance}`;
  } else next = lastPeriod === null ? book.noInterval : book.notHandedOver;
  return [
    { label: book.lastInspection, value: joinPresent(last, '\n') },
    { label: book.nextInspection, value: next },
  ];
}

function warrantyFacts({ inspection, machine, wording }: Book): Fact[] {
  const { book } = wording;
  const { daysToEndWarranty: days, lastPeriod, lastWarrantyInspectionDone } = inspection;
  const { transferDate, warrantyLength } = machine;
  const end = transferDate && warrantyLength ? wording.date(addMonths(transferDate, warrantyLength)) : '';
  const lines = [
    end || book.noWarranty,
    end && days !== null && (days <= 0 ? book.warrantyOver : wording.inDays(days)),
    lastWarrantyInspectionDone && book.lastWarrantyInspectionDone,
  ];
  return [
    { label: book.interval, value: lastPeriod === null ? book.noInterval : wording.months(lastPeriod) },
    { label: book.warrantyEnd, value: joinPresent(lines, '\n') },
  ];
}

/** The photos of the nameplates in one row, their descriptions below. */
export function drawNameplates(sheet: Sheet, { wording }: Book, nameplates: Nameplate[]): void {
  if (nameplates.length === 0) return;
  const { height, widest, narrowest, gap } = own.nameplates;
  const natural = nameplates.map(({ picture }) =>
    Math.min(widest, (height * picture.width) / picture.height),
  );
  const slots = natural.map((width) => Math.max(width, narrowest));
  const room = sheet.width - gap * (nameplates.length - 1);
  const shrink = Math.min(1, room / slots.reduce((sum, width) => sum + width, 0));
  const plates = nameplates.map(({ picture, description }, index) => {
    const width = (natural[index] as number) * shrink;
    const slot = (slots[index] as number) * shrink;
    const caption = layoutText(sheet, description, own.caption, slot);
    return { picture, description, caption, width, slot, height: (width * picture.height) / picture.width };
  });
  const highest = Math.max(...plates.map((plate) => plate.height));
  const captions = Math.max(...plates.map(({ description, caption }) => (description ? caption.height : 0)));
  const heading = { ...look.heading, spaceBefore: 16 };
  drawHeading(sheet, sheet.root, wording.book.nameplates, heading, highest + captions + 8);
  let x = sheet.left;
  for (const { picture, description, caption, width, slot, height } of plates) {
    const section = element(sheet, sheet.root, 'Sect');
    drawFigure(sheet, section, picture, description || wording.book.nameplate, { x, y: sheet.y + 2, width });
    artifact(sheet, 'Layout', () => {
      sheet.doc
        .rect(x, sheet.y + 2, width, height)
        .lineWidth(0.5)
        .strokeColor(look.line)
        .stroke();
    });
    if (description)
      tagged(element(sheet, section, 'P'), () => drawBlock(sheet, caption, x, sheet.y + highest + 6));
    x += slot + gap;
  }
  sheet.y += highest + captions + 6;
}
