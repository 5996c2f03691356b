/** The photos of the work: two side by side, each in a frame above its name. A row is never split over pages. */
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import sharp from 'sharp';
import { columns } from '../../platform/pdf/company-page.ts';
import { drawHeading } from '../../platform/pdf/flow.ts';
import type { PreparedImage } from '../../platform/pdf/image.ts';
import * as look from '../../platform/pdf/look.ts';
import {
  artifact,
  drawBlock,
  element,
  keepTogether,
  layoutText,
  type Sheet,
  type TextBlock,
  tagged,
} from '../../platform/pdf/sheet.ts';
import type { Protocol } from './service.pdf.ts';

export interface Photo {
  filename: string;
  /** Null: it could not be read. */
  picture: PreparedImage | null;
}

/** Three rows fill a page. */
const tallest = 204;
/** A pixel is not drawn larger than on a screen. */
const largestPixel = 0.75;
const unreadableHeight = 72;
const captionGap = 4;
const captionLines = 2;
const rowGap = 12;

/** The pictures that the snapshot prints, in its order. @param reduced their bytes, a JPEG each, by the hash of the original */
export const openPhotos = (
  { attachments = [] }: ProtocolSnapshot,
  reduced: Record<string, Uint8Array> = {},
): Promise<Photo[]> =>
  Promise.all(
    attachments
      .filter(({ printKey }) => printKey)
      .map(async ({ filename, sha256 }) => ({ filename, picture: await openJpeg(reduced[sha256]) })),
  );

/** It is embedded as it is, because it was reduced for the document. */
async function openJpeg(bytes: Uint8Array | undefined): Promise<PreparedImage | null> {
  if (!bytes) return null;
  const { width, height } = await sharp(bytes).metadata();
  return { bytes: Buffer.from(bytes), width, height };
}

export function drawPhotos(sheet: Sheet, { wording }: Protocol, photos: Photo[]): void {
  if (photos.length === 0) return;
  const { left, right, width } = columns(sheet);
  const { texts } = wording;
  const cells = photos.map((photo) => placePhoto(sheet, photo, texts.photoUnreadable, width));
  const rows = Array.from({ length: Math.ceil(cells.length / 2) }, (_, row) =>
    cells.slice(2 * row, 2 * row + 2),
  );
  const frameOf = (row: Cell[]) => Math.max(...row.map(({ height }) => height));
  const heightOf = (row: Cell[]) =>
    frameOf(row) + captionGap + Math.max(...row.map(({ caption }) => caption.height));

  drawHeading(sheet, sheet.root, texts.photos, look.heading, heightOf(rows[0] ?? []));
  rows.forEach((row, index) => {
    if (index > 0) {
      sheet.y += rowGap;
      keepTogether(sheet, heightOf(row));
    }
    row.forEach((cell, column) => {
      drawCell(sheet, cell, column === 0 ? left : right, width, frameOf(row));
    });
    sheet.y += heightOf(row);
  });
}

interface Cell extends Photo {
  caption: TextBlock;
  /** Of the picture, or of what stands in its place. */
  width: number;
  height: number;
  unreadable: TextBlock;
}

function placePhoto(sheet: Sheet, photo: Photo, unreadableText: string, room: number): Cell {
  const { filename, picture } = photo;
  const block = layoutText(sheet, filename, look.small, room);
  const lines = block.lines.slice(0, captionLines);
  if (block.lines.length > captionLines)
    lines.push(
      `${Array.from(lines.pop() ?? '')
        .slice(0, -2)
        .join('')}…`,
    );
  const caption = { ...block, lines, height: lines.length * block.lineHeight };
  const unreadable = layoutText(sheet, unreadableText, look.small, room - 16);
  if (!picture) return { ...photo, caption, unreadable, width: room, height: unreadableHeight };
  const scale = Math.min(room / picture.width, tallest / picture.height, largestPixel);
  return { ...photo, caption, unreadable, width: picture.width * scale, height: picture.height * scale };
}

function drawCell(sheet: Sheet, cell: Cell, x: number, room: number, frame: number): void {
  const { filename, picture, caption, unreadable, width, height } = cell;
  const { doc, y } = sheet;
  const section = element(sheet, sheet.root, 'Sect');
  if (picture) {
    const at = { x: x + (room - width) / 2, y: y + (frame - height) / 2 };
    const bbox = [at.x, at.y, at.x + width, at.y + height];
    const figure = element(sheet, section, 'Figure', { alt: filename, bbox });
    tagged(figure, () => doc.image(picture.bytes, at.x, at.y, { width, height }));
  } else
    tagged(element(sheet, section, 'P'), () =>
      drawBlock(sheet, unreadable, x + 8, y + (frame - unreadable.height) / 2),
    );
  artifact(sheet, 'Layout', () => {
    doc.rect(x, y, room, frame).lineWidth(0.5).strokeColor(look.line).stroke();
  });
  tagged(element(sheet, section, 'P'), () => drawBlock(sheet, caption, x, y + frame + captionGap));
}
