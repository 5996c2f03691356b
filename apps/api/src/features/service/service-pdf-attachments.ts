/** The files that were signed together with the protocol, each with a part of the hash that identifies its content. */
import { drawHeading } from '../../platform/pdf/flow.ts';
import * as look from '../../platform/pdf/look.ts';
import type { Sheet } from '../../platform/pdf/sheet.ts';
import { drawTable, type Table, tableLead } from '../../platform/pdf/table.ts';
import type { Protocol } from './service.pdf.ts';

const sizeWidth = 62;
const hashWidth = 124;
/** Of 64; the whole hash is in the content that is embedded in the document. */
const shownDigits = 16;

/** Protocols without files, and those signed before files were part of them, have no such section. */
export function drawAttachments(sheet: Sheet, { snapshot, wording }: Protocol): void {
  const { attachments = [] } = snapshot;
  if (attachments.length === 0) return;
  const { texts } = wording;
  const nameWidth = sheet.width - sizeWidth - hashWidth - 2 * look.table.gutter;
  const table: Table = {
    columns: [
      { header: texts.file, width: nameWidth },
      { header: texts.size, width: sizeWidth, align: 'right' },
      { header: 'SHA-256', width: hashWidth },
    ],
    rows: attachments.map(({ filename, size, sha256 }) => [
      [filename],
      [wording.size(size)],
      [`${sha256.slice(0, shownDigits)}…`],
    ]),
    style: look.table,
    continued: wording.fill(texts.continued, { name: texts.attachments }),
  };
  drawHeading(sheet, sheet.root, texts.attachments, look.heading, tableLead(sheet, table));
  drawTable(sheet, sheet.root, table);
}
