/** Who did the service and who confirmed it. The block is never parted: a signature stays with its name. */
import { nameOf } from '@servicebook/i18n/names.ts';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { columns, write } from '../../platform/pdf/company-page.ts';
import { drawHeading } from '../../platform/pdf/flow.ts';
import type { PreparedImage } from '../../platform/pdf/image.ts';
import * as look from '../../platform/pdf/look.ts';
import {
  type Element,
  element,
  hairline,
  layoutText,
  type Sheet,
  type TextStyle,
  tagged,
} from '../../platform/pdf/sheet.ts';
import { boundsOfPath } from '../../platform/pdf/svg-path.ts';
import type { Protocol } from './service.pdf.ts';

type Drawn = Extract<ProtocolSnapshot['signature'], { kind: 'DRAWN' }>;

interface Column {
  title: string;
  /** Room above the line: for the drawing, or for a pen. */
  line: boolean;
  below: { text: string; style: TextStyle }[];
}

/** A pen's trace on paper, in points. */
const penWidth = 1.15;
/** A drawing smaller than this (a dot) is not blown up to fill the box. */
const leastExtent = 40;

export function drawSignatures(sheet: Sheet, protocol: Protocol, picture: PreparedImage | null): void {
  const { texts } = protocol.wording;
  const { left, right, width } = columns(sheet);
  const company = companyColumn(protocol);
  const customer = customerColumn(protocol);
  const heightOf = (column: Column) =>
    look.label.size * 1.38 +
    (column.line ? look.signatureBox.height + 6 : 4) +
    column.below.reduce((sum, { text, style }) => sum + layoutText(sheet, text, style, width).height, 0);

  drawHeading(
    sheet,
    sheet.root,
    texts.signatures,
    look.heading,
    Math.max(heightOf(company), heightOf(customer)),
  );
  const top = sheet.y;
  const ends = [
    drawColumn(sheet, company, left, top, width, () => {}),
    drawColumn(sheet, customer, right, top, width, (section, y) => {
      const { signature } = protocol.snapshot;
      if (signature?.kind !== 'DRAWN') return;
      const alt = protocol.wording.fill(texts.signatureOf, { name: signature.signerName });
      const figure = element(sheet, section, 'Figure', {
        alt,
        bbox: [right, y, right + look.signatureBox.width, y + look.signatureBox.height],
      });
      tagged(figure, () => drawSignature(sheet, signature, picture, right, y));
    }),
  ];
  sheet.y = Math.max(...ends);
}

function drawColumn(
  sheet: Sheet,
  column: Column,
  x: number,
  top: number,
  width: number,
  drawAbove: (section: Element, y: number) => void,
): number {
  const section = element(sheet, sheet.root, 'Sect');
  let y = write(sheet, section, column.title, look.label, x, top, width);
  if (column.line) {
    drawAbove(section, y);
    y += look.signatureBox.height + 2;
    hairline(sheet, x, y, width, look.muted, 0.6);
    y += 4;
  } else y += 4;
  for (const { text, style } of column.below) y = write(sheet, section, text, style, x, y, width);
  return y;
}

/** All technicians answer with their names; only a paper copy has a line for a pen. */
function companyColumn({ snapshot, wording }: Protocol): Column {
  const below: Column['below'] = [];
  for (const person of [snapshot.technician, ...(snapshot.alsoPerformedBy ?? [])]) {
    below.push({ text: nameOf(person), style: look.strong });
    if (person.position) below.push({ text: person.position, style: look.small });
  }
  const line = snapshot.signature?.kind !== 'DRAWN';
  return { title: wording.texts.forCompany, line, below };
}

function customerColumn({ snapshot, wording }: Protocol): Column {
  const { texts } = wording;
  const { signature } = snapshot;
  const below: Column['below'] = [];
  if (signature?.kind === 'DRAWN') {
    below.push({ text: signature.signerName, style: look.strong });
    if (signature.signerRole) below.push({ text: signature.signerRole, style: look.small });
    const timezone = snapshot.timezone ?? signature.timezone ?? 'UTC';
    const moment = wording.moment(signature.signedAt, timezone);
    below.push({ text: `${texts.signedAt}: ${moment}`, style: look.small });
    if (signature.location) {
      const { latitude, longitude } = signature.location;
      const place = wording.coordinates(latitude, longitude);
      below.push({ text: `${texts.location}: ${place}`, style: look.small });
    }
  } else {
    below.push({ text: texts.signatureLine, style: look.small });
    if (signature) below.push({ text: texts.signedOnPaper, style: look.small });
  }
  return { title: texts.forCustomer, line: true, below };
}

/** Fits the drawing into its box, standing on the line, its proportions kept. */
function drawSignature(
  sheet: Sheet,
  signature: Drawn,
  picture: PreparedImage | null,
  x: number,
  y: number,
): void {
  const { doc } = sheet;
  const { width, height } = look.signatureBox;
  if (signature.drawing.format === 'PNG') {
    if (!picture) return;
    const scale = Math.min(width / picture.width, height / picture.height);
    const [w, h] = [picture.width * scale, picture.height * scale];
    doc.image(picture.bytes, x, y + height - h, { width: w, height: h });
    return;
  }
  const { path } = signature.drawing;
  const bounds = boundsOfPath(path);
  if (!bounds) throw new Error('The signature is no path that can be drawn');
  const drawnWidth = Math.max(bounds.right - bounds.left, leastExtent);
  const drawnHeight = Math.max(bounds.bottom - bounds.top, leastExtent);
  const scale = Math.min((width - 8) / drawnWidth, (height - 6) / drawnHeight);
  doc
    .save()
    .translate(x + 4, y + height - 3 - (bounds.bottom - bounds.top) * scale)
    .scale(scale)
    .translate(-bounds.left, -bounds.top)
    .path(path)
    .lineWidth(penWidth / scale)
    .lineCap('round')
    .lineJoin('round')
    .strokeColor(look.ink)
    .stroke()
    .restore();
}
