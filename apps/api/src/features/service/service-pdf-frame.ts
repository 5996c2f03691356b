/** What stands around the content of every page: running head, draft mark, footer. All of it is decoration to a reader. */
import { drawLine, type Sheet, type TextStyle, textWidth } from '../../platform/pdf/sheet.ts';
import type { Protocol } from './service.pdf.ts';
import * as look from './service-pdf-style.ts';

/** The draft mark, and from the second page on whose document this is. */
export function drawRunningHead(sheet: Sheet, protocol: Protocol, page: number): void {
  if (protocol.draft) drawDraftMark(sheet, protocol.wording.texts.draftMark);
  if (page === 1) return;
  const top = 32;
  const name = fitted(sheet, protocol.name, look.runningStrong, sheet.width / 2);
  drawLine(sheet, name, look.runningStrong, sheet.left, top);
  const company = fitted(sheet, protocol.snapshot.company.name, look.running, sheet.width / 2 - 12);
  drawRight(sheet, company, look.running, top);
  rule(sheet, top + 14);
}

/** Number, version, hash of the content, page x of y. */
export function drawFooter(sheet: Sheet, protocol: Protocol, page: number, pages: number): void {
  const { texts, fill } = protocol.wording;
  const top = sheet.doc.page.height - 50;
  rule(sheet, top - 5);
  drawRight(sheet, fill(texts.page, { page, pages }), look.running, top);
  if (protocol.draft) {
    drawLine(sheet, `${protocol.name}  ·  ${texts.draftNote}`, look.runningStrong, sheet.left, top);
    return;
  }
  const version = fill(texts.version, { version: protocol.version });
  drawLine(sheet, `${protocol.name}  ·  ${version}`, look.running, sheet.left, top);
  drawLine(sheet, `${texts.contentHash}  ${protocol.snapshotSha256}`, look.hash, sheet.left, top + 12);
}

/** Large and pale, below the content: nobody misses it, and everything over it stays readable, also in print. */
function drawDraftMark(sheet: Sheet, mark: string): void {
  const { width, height } = sheet.doc.page;
  const style: TextStyle = { weight: 'strong', size: 100, color: look.draftGrey };
  style.size = Math.min(116, (0.74 * Math.hypot(width, height) * 100) / textWidth(sheet, mark, style));
  const length = textWidth(sheet, mark, style);
  sheet.doc.save().rotate((-Math.atan2(height, width) * 180) / Math.PI, { origin: [width / 2, height / 2] });
  drawLine(sheet, mark, style, width / 2 - length / 2, height / 2 - style.size * 0.69);
  sheet.doc.restore();
}

function drawRight(sheet: Sheet, text: string, style: TextStyle, y: number): void {
  drawLine(sheet, text, style, sheet.right - textWidth(sheet, text, style), y);
}

function rule(sheet: Sheet, y: number): void {
  sheet.doc.moveTo(sheet.left, y).lineTo(sheet.right, y).lineWidth(0.5).strokeColor(look.line).stroke();
}

/** One line, shortened with an ellipsis where a long name does not fit; it stands in full in the letterhead. */
function fitted(sheet: Sheet, text: string, style: TextStyle, width: number): string {
  let shown = text;
  while (textWidth(sheet, shown, style) > width) shown = `${shown.replace(/…$/, '').slice(0, -1).trimEnd()}…`;
  return shown;
}
