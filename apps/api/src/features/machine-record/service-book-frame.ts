/** What stands around the content of every page. All of it is decoration to a reader. */
import { drawLine, type Sheet, type TextStyle, textWidth } from '../../platform/pdf/sheet.ts';
import * as look from '../service/service-pdf-style.ts';
import type { Book } from './service-book.pdf.ts';

/** From the second page on whose book this is. */
export function drawRunningHead(sheet: Sheet, { wording, machine, company }: Book, page: number): void {
  if (page === 1) return;
  const top = 32;
  const half = sheet.width / 2;
  const name = fitted(sheet, `${wording.book.title}  ·  ${machine.name}`, look.runningStrong, half + 40);
  drawLine(sheet, name, look.runningStrong, sheet.left, top);
  drawRight(sheet, fitted(sheet, company.name, look.running, half - 60), top);
  rule(sheet, top + 14);
}

/** Whose book, when printed, page x of y. */
export function drawFooter(sheet: Sheet, book: Book, page: number, pages: number): void {
  const { wording, machine, timezone, printedAt } = book;
  const { fill, texts } = wording;
  const top = sheet.doc.page.height - 50;
  rule(sheet, top - 5);
  const pageText = fill(texts.page, { page, pages });
  drawRight(sheet, pageText, top);
  const serial = machine.serialNumber && fill(texts.serialNumber, { number: machine.serialNumber });
  const name = [machine.name, serial].filter(Boolean).join('  ·  ');
  const room = sheet.width - textWidth(sheet, pageText, look.running) - 24;
  drawLine(sheet, fitted(sheet, name, look.running, room), look.running, sheet.left, top);
  const printed = fill(wording.book.printed, { moment: wording.moment(printedAt, timezone) });
  drawLine(sheet, `${printed}  ·  ${timezone}`, look.running, sheet.left, top + 11);
}

function drawRight(sheet: Sheet, text: string, y: number): void {
  drawLine(sheet, text, look.running, sheet.right - textWidth(sheet, text, look.running), y);
}

function rule(sheet: Sheet, y: number): void {
  sheet.doc.moveTo(sheet.left, y).lineTo(sheet.right, y).lineWidth(0.5).strokeColor(look.line).stroke();
}

/** One line, shortened with an ellipsis where a long name does not fit; it stands in full on the first page. */
function fitted(sheet: Sheet, text: string, style: TextStyle, width: number): string {
  if (textWidth(sheet, text, style) <= width) return text;
  const characters = Array.from(text);
  while (characters.length > 0 && textWidth(sheet, `${characters.join('')}…`, style) > width)
    characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
