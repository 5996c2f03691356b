/** The frame of every page. All of it is decoration for screen readers. */
import { joinPresent } from '@servicebook/i18n/names.ts';
import * as page from '../../platform/pdf/company-page.ts';
import * as look from '../../platform/pdf/look.ts';
import type { Sheet } from '../../platform/pdf/sheet.ts';
import { checkMark } from '../service/service-pdf-frame.ts';
import type { Book, ServiceBooksInput } from './service-book.pdf.ts';

/** From the second page on whose book this is. */
export function drawRunningHead(sheet: Sheet, { wording, machine, company }: Book, index: number): void {
  page.drawRunningHead(sheet, index, `${wording.book.title}  ·  ${machine.name}`, company.name);
}

/** Whose book, when printed, page x of y. */
export function drawFooter(
  sheet: Sheet,
  book: Book,
  { index, pages }: { index: number; pages: number },
  verify: ServiceBooksInput['verify'],
): void {
  const { wording, machine, timezone, printedAt } = book;
  const { fill, texts } = wording;
  const serial = machine.serialNumber && fill(texts.serialNumber, { number: machine.serialNumber });
  const printed = fill(wording.book.printed, { moment: wording.moment(printedAt, timezone) });
  const lines: [page.FooterLine, page.FooterLine] = [
    { text: joinPresent([machine.name, serial], '  ·  '), style: look.running },
    { text: `${printed}  ·  ${timezone}`, style: look.running },
  ];
  page.drawFooter(sheet, fill(texts.page, { page: index, pages }), lines, checkMark(verify, wording));
}
