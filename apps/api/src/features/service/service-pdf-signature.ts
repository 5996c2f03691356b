/** Who did the service and who confirmed it. The block is never parted: a signature stays with its name. */
import { nameOf, namesOf } from '@servicebook/i18n/names.ts';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { shortHash } from '@servicebook/shared/signed-content';
import { columns, write } from '../../platform/pdf/company-page.ts';
import { drawHeading } from '../../platform/pdf/flow.ts';
import type { PreparedImage } from '../../platform/pdf/image.ts';
import * as look from '../../platform/pdf/look.ts';
import {
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
  /** Who drew what stands on the line. */
  drawn: { name: string; draw: (x: number, y: number) => void } | null;
  below: { text: string; style: TextStyle }[];
}

/** A pen's trace on paper, in points. */
const penWidth = 1.15;
/** A drawing smaller than this (a dot) is not blown up to fill the box. */
const leastExtent = 40;

export function drawSignatures(sheet: Sheet, protocol: Protocol, picture: PreparedImage | null): void {
  const { texts } = protocol.wording;
  const { left, right, width } = columns(sheet);
  const company = companyColumn(sheet, protocol);
  const customer = customerColumn(sheet, protocol, picture);
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
    drawColumn(sheet, protocol, company, left, top, width),
    drawColumn(sheet, protocol, customer, right, top, width),
  ];
  sheet.y = Math.max(...ends);
}

function drawColumn(
  sheet: Sheet,
  { wording }: Protocol,
  { title, line, drawn, below }: Column,
  x: number,
  top: number,
  width: number,
): number {
  const section = element(sheet, sheet.root, 'Sect');
  let y = write(sheet, section, title, look.label, x, top, width);
  if (drawn) {
    const { width: boxWidth, height } = look.signatureBox;
    const alt = wording.fill(wording.texts.signatureOf, { name: drawn.name });
    const figure = element(sheet, section, 'Figure', { alt, bbox: [x, y, x + boxWidth, y + height] });
    const drawnAt = y;
    tagged(figure, () => drawn.draw(x, drawnAt));
  }
  if (line) {
    y += look.signatureBox.height + 2;
    hairline(sheet, x, y, width, look.muted, 0.6);
    y += 4;
  } else y += 4;
  for (const { text, style } of below) y = write(sheet, section, text, style, x, y, width);
  return y;
}

/**
 * All technicians answer with their names. Below a signature stands who drew it, and apart from that who else did the
 * work; without one, only a paper copy has a line, for a pen.
 */
function companyColumn(sheet: Sheet, { snapshot, wording }: Protocol): Column {
  const { technician, alsoPerformedBy = [], ownSignature } = snapshot;
  const people = [technician, ...alsoPerformedBy];
  const [signer] = ownSignature ? people.splice(ownSignature.of, 1) : [];
  const below: Column['below'] = [];
  for (const person of signer ? [signer] : people) {
    below.push({ text: nameOf(person), style: look.strong });
    if (person.position) below.push({ text: person.position, style: look.small });
  }
  if (signer && people.length > 0)
    below.push({
      text: wording.fill(wording.texts.alsoPerformedBy, { people: namesOf(people) }),
      style: look.small,
    });
  const drawn = signer &&
    ownSignature && {
      name: nameOf(signer),
      draw: (x: number, y: number) => drawPath(sheet, ownSignature.path, x, y),
    };
  const line = !!drawn || snapshot.signature?.kind !== 'DRAWN';
  return { title: wording.texts.forCompany, line, drawn: drawn ?? null, below };
}

function customerColumn(
  sheet: Sheet,
  { snapshot, wording }: Protocol,
  picture: PreparedImage | null,
): Column {
  const { texts } = wording;
  const { signature } = snapshot;
  const below: Column['below'] = [];
  if (signature?.kind === 'DRAWN') {
    below.push({ text: signature.signerName, style: look.strong });
    if (signature.signerRole) below.push({ text: signature.signerRole, style: look.small });
    const timezone = snapshot.timezone ?? signature.timezone ?? 'UTC';
    const moment = wording.moment(signature.signedAt, timezone);
    below.push({ text: `${texts.signedAt}: ${moment}`, style: look.small });
    const { contentSha256: read, device } = signature;
    if (device) {
      const at = wording.moment(device.receivedAt, timezone);
      below.push({ text: wording.fill(texts.signedOnDevice, { at }), style: look.small });
    }
    if (read)
      below.push({ text: wording.fill(texts.contentRead, { hash: shortHash(read) }), style: look.small });
    if (signature.distance) {
      const { sentTo } = signature.distance;
      const text = sentTo ? wording.fill(texts.distanceSentTo, { address: sentTo }) : texts.distanceByLink;
      below.push({ text, style: look.small });
    }
    if (signature.location) {
      const { latitude, longitude } = signature.location;
      const place = wording.coordinates(latitude, longitude);
      below.push({ text: `${texts.location}: ${place}`, style: look.small });
    }
  } else {
    below.push({ text: texts.signatureLine, style: look.small });
    if (signature) below.push({ text: texts.signedOnPaper, style: look.small });
  }
  const drawn = signature?.kind === 'DRAWN' && {
    name: signature.signerName,
    draw: (x: number, y: number) => drawSignature(sheet, signature, picture, x, y),
  };
  return { title: texts.forCustomer, line: true, drawn: drawn || null, below };
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
  drawPath(sheet, signature.drawing.path, x, y);
}

function drawPath({ doc }: Sheet, path: string, x: number, y: number): void {
  const { width, height } = look.signatureBox;
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
