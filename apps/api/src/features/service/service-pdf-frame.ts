/** The frame of every page: running head, draft mark, footer. All of it is decoration for screen readers. */
import { printedVerifyAddress } from '@servicebook/shared/verify';
import * as page from '../../platform/pdf/company-page.ts';
import * as look from '../../platform/pdf/look.ts';
import { drawLine, type Sheet, type TextStyle, textWidth } from '../../platform/pdf/sheet.ts';
import type { Protocol, ProtocolPdfInput } from './service.pdf.ts';
import type { Wording } from './service-pdf-texts.ts';

/** The mark of drafts and withdrawn protocols, and from the second page on whose document this is. */
export function drawRunningHead(sheet: Sheet, protocol: Protocol, index: number): void {
  const { texts } = protocol.wording;
  if (protocol.draft) drawMark(sheet, texts.draftMark);
  if (protocol.withdrawn) drawMark(sheet, texts.withdrawnMark);
  page.drawRunningHead(sheet, index, protocol.name, protocol.snapshot.company.name);
}

/** Number, version, hash of the content, page x of y. */
export function drawFooter(sheet: Sheet, protocol: Protocol, index: number, pages: number): void {
  const { texts, fill } = protocol.wording;
  const pageText = fill(texts.page, { page: index, pages });
  if (protocol.draft) {
    const text = `${protocol.name}  ·  ${texts.draftNote}`;
    page.drawFooter(sheet, pageText, [{ text, style: look.runningStrong }]);
    return;
  }
  const version = fill(texts.version, { version: protocol.version });
  const named = `${protocol.name}  ·  ${version}`;
  const lines: [page.FooterLine, page.FooterLine] = [
    protocol.withdrawn
      ? { text: `${named}  ·  ${texts.withdrawnNote}`, style: look.runningStrong }
      : { text: named, style: look.running },
    { text: `${texts.contentHash}  ${protocol.snapshotSha256}`, style: look.hash },
  ];
  page.drawFooter(sheet, pageText, lines, checkMark(protocol.verify, protocol.wording));
}

/** The code of a document that can be checked. */
export const checkMark = (verify: ProtocolPdfInput['verify'], { texts }: Wording): page.CheckMark | null =>
  verify ? { label: texts.check, url: verify.url, text: printedVerifyAddress(verify.url) } : null;

/** Large and pale, below the content: clearly visible, while the content stays readable, also in print. */
function drawMark(sheet: Sheet, mark: string): void {
  const { width, height } = sheet.doc.page;
  const style: TextStyle = { weight: 'strong', size: 100, color: look.draftGrey };
  style.size = Math.min(116, (0.74 * Math.hypot(width, height) * 100) / textWidth(sheet, mark, style));
  const length = textWidth(sheet, mark, style);
  sheet.doc.save().rotate((-Math.atan2(height, width) * 180) / Math.PI, { origin: [width / 2, height / 2] });
  drawLine(sheet, mark, style, width / 2 - length / 2, height / 2 - style.size * 0.69);
  sheet.doc.restore();
}
