/** The opening of the dossier: what it comes to, the machine, its customer and place, and its warranty. */
import { addressLines, joinPresent } from '@servicebook/i18n/names.ts';
import { columns, write } from '../../platform/pdf/company-page.ts';
import { drawFacts, drawHeading, drawParagraph, type Fact } from '../../platform/pdf/flow.ts';
import * as look from '../../platform/pdf/look.ts';
import { element, type Sheet } from '../../platform/pdf/sheet.ts';
import * as bookStyle from '../service-book/service-book-style.ts';
import type { WordedDossier } from './dossier.pdf.ts';
import { isSaid } from './dossier-texts.ts';

const headline = look.style('strong', 14, look.ink, 1.3);
const heading = { ...look.heading, spaceBefore: 16 };

export function drawTitle(sheet: Sheet, { machine, wording }: WordedDossier): void {
  const { left, width } = sheet;
  const top = write(sheet, sheet.root, wording.dossier.title, look.title, left, sheet.y, width, 'H1') + 3;
  sheet.y = write(sheet, sheet.root, machine.name, bookStyle.machineName, left, top, width);
  const named = joinPresent([machine.manufacturer, machine.model]);
  const serial =
    machine.serialNumber && wording.fill(wording.texts.serialNumber, { number: machine.serialNumber });
  const detail = joinPresent([named, serial], '  ·  ');
  if (detail) sheet.y = write(sheet, sheet.root, detail, look.body, left, sheet.y + 1, width);
}

/** The one sentence that counts, and below it everything that limits it. */
export function drawSummary(sheet: Sheet, dossier: WordedDossier): void {
  const { wording, today } = dossier;
  const title = wording.fill(wording.dossier.summary, { day: wording.date(today) });
  drawHeading(sheet, sheet.root, title, heading, 80);
  const section = element(sheet, sheet.root, 'Sect');
  drawParagraph(sheet, section, headlineOf(dossier), headline);
  sheet.y += 3;
  for (const line of figuresOf(dossier)) drawParagraph(sheet, section, line, look.strong);
  const limits = limitsOf(dossier);
  if (limits.length > 0) sheet.y += 3;
  for (const line of limits) drawParagraph(sheet, section, line, look.body);
}

/** Whether the day of every inspection that was required is known. */
const isKnown = ({ totals, machine, inspection, rows }: WordedDossier): boolean =>
  totals.withoutDate === 0 &&
  (rows.some(({ due }) => due !== null) || (machine.transferDate !== null && inspection.lastPeriod !== null));

/** Nothing is due any more: nobody can say that nothing is missing. */
const isEnded = ({ machine }: WordedDossier): boolean =>
  !machine.isPeriodicInspectionEnabled || machine.archivedOn !== null;

function headlineOf(dossier: WordedDossier): string {
  const { totals, wording } = dossier;
  const { dossier: texts, fill } = wording;
  const { onTime, required } = totals;
  if (required > 0)
    return fill(texts.onTime, { onTime: wording.number(onTime), required: wording.number(required) });
  return isKnown(dossier) && !isEnded(dossier) && !totals.isMoved ? texts.nothingRequired : texts.unknown;
}

function figuresOf(dossier: WordedDossier): string[] {
  const { totals, wording, rows, company } = dossier;
  const { dossier: texts, fill, number, days } = wording;
  const { late, missing, longestDelay, asStated, withoutDate, required } = totals;
  const counted = (text: string, count: number) =>
    count > 0 && fill(text, { count: number(count), company: company.name });
  const mayBeComplete = required > 0 && isKnown(dossier) && !isEnded(dossier) && !totals.isMoved;
  const entered = rows.filter(({ done }) => done?.proof.source === 'ENTERED').length;
  const lines = [
    late > 0
      ? fill(texts.late, { count: number(late), days: days(longestDelay) })
      : required > 0 && texts.noneLate,
    missing > 0 ? counted(texts.missing, missing) : mayBeComplete && texts.noneMissing,
    counted(texts.asStated, asStated),
    counted(texts.withoutDate, withoutDate),
    counted(texts.onWordAlone, entered),
  ];
  return lines.filter(isSaid);
}

/** What the reader must know before believing the figures. */
function limitsOf({
  machine,
  totals,
  inspection,
  warrantyEnd,
  rows,
  company,
  wording,
}: WordedDossier): string[] {
  const { dossier: texts, fill, date } = wording;
  const named = { company: company.name };
  const stated = rows.find(({ done, statedOn }) => !done && statedOn !== null);
  const lines = [
    totals.done === 0 && texts.noInspections,
    machine.transferDate === null && texts.noHandover,
    inspection.lastPeriod === null && texts.noInterval,
    warrantyEnd === null && machine.transferDate !== null && texts.noWarrantyEnd,
    machine.archivedOn !== null && fill(texts.archived, { ...named, day: date(machine.archivedOn) }),
    machine.archivedOn === null && !machine.isPeriodicInspectionEnabled && texts.off,
    stated?.due && stated.statedOn
      ? joinPresent(
          [
            fill(texts.statedNext, { ...named, day: date(stated.due), on: date(stated.statedOn) }),
            stated.dueByInterval && `${fill(texts.byInterval, { day: date(stated.dueByInterval) })}.`,
          ],
          ' ',
        )
      : null,
  ];
  return lines.filter(isSaid);
}

/** The machine on the left, its customer and place on the right. */
export function drawMachine(sheet: Sheet, dossier: WordedDossier): void {
  const { machine, customer, wording } = dossier;
  const { device, book } = wording;
  const { gpsLatitude, gpsLongitude } = machine;
  const position =
    gpsLatitude !== null && gpsLongitude !== null && wording.coordinates(gpsLatitude, gpsLongitude);
  drawTwo(
    sheet,
    book.machine,
    [
      { label: device.name, value: machine.name },
      { label: device.manufacturer, value: machine.manufacturer },
      { label: device.model, value: machine.model },
      { label: device.serialNumber, value: machine.serialNumber },
      { label: device.yearBuilt, value: String(machine.yearBuilt ?? '') },
      { label: device.ownNumber, value: machine.ownNumber },
      { label: device.category, value: machine.category },
    ],
    [
      {
        label: device.customer,
        value: joinPresent(
          [customer.name, ...addressLines(customer, wording.country(customer.country))],
          '\n',
        ),
      },
      {
        label: device.place,
        value: joinPresent([...addressLines(machine, wording.country(machine.country)), position], '\n'),
      },
    ],
  );
}

/** Handover and warranty on the left, inspections on the right. */
export function drawStanding(sheet: Sheet, dossier: WordedDossier): void {
  const { machine, inspection, warrantyEnd, rows, wording } = dossier;
  const { device, book } = wording;
  const { warranty, warrantyLength, transferDate } = machine;
  const { lastInspection, isLastInspectionPast } = inspection;
  const next = rows.find(
    ({ status, daysLate, done }) => status === 'OPEN' || (!done && daysLate !== null),
  )?.due;
  const warrantyTexts = [
    warranty && wording.warranty(warranty),
    warrantyLength && wording.months(warrantyLength),
  ];
  drawTwo(
    sheet,
    book.standing,
    [
      {
        label: device.transferDate,
        value: transferDate ? wording.date(transferDate) : book.notHandedOver,
      },
      { label: device.warranty, value: joinPresent(warrantyTexts) || book.noWarranty },
      { label: book.warrantyEnd, value: warrantyEnd ? wording.date(warrantyEnd) : book.noWarranty },
    ],
    [
      {
        label: book.interval,
        value:
          machine.inspectionPeriodInMonths === null
            ? book.noInterval
            : wording.months(machine.inspectionPeriodInMonths),
      },
      {
        label: book.lastInspection,
        value: joinPresent(
          [
            lastInspection ? wording.date(lastInspection) : book.noInspection,
            isLastInspectionPast && book.past,
          ],
          '\n',
        ),
      },
      { label: book.nextInspection, value: next ? wording.date(next) : '–' },
    ],
  );
}

/** Two columns of facts; what is not known is left out. */
function drawTwo(sheet: Sheet, title: string, onLeft: Fact[], onRight: Fact[]): void {
  const { left, right, width } = columns(sheet);
  drawHeading(sheet, sheet.root, title, heading, 60);
  const section = element(sheet, sheet.root, 'Sect');
  const at = { y: sheet.y, width };
  const known = (facts: Fact[]) => facts.filter(({ value }) => value !== '');
  const one = drawFacts(sheet, section, known(onLeft), look.facts, { ...at, x: left });
  const other = drawFacts(sheet, section, known(onRight), look.facts, { ...at, x: right });
  sheet.y += Math.max(one, other);
}
