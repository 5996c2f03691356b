/** A QR code, drawn as areas: sharp at every size, and a few hundred bytes. */
import { encodeQR } from 'qr';
import { ink } from './look.ts';
import type { Sheet } from './sheet.ts';

/**
 * Draws the code of a text, without the quiet zone: the caller leaves a tenth of the side free around it.
 * Level M: it is read although a sixth of it is soiled.
 * @param side of the square, in points
 */
export function drawCode(
  { doc }: Pick<Sheet, 'doc'>,
  text: string,
  x: number,
  y: number,
  side: number,
): void {
  const bordered = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  const rows = bordered.slice(1, -1).map((row) => row.slice(1, -1));
  const module = side / rows.length;
  for (const [line, row] of rows.entries()) {
    for (let start = 0; start < row.length; start++) {
      if (!row[start]) continue;
      let end = start;
      while (row[end]) end++;
      doc.rect(x + start * module, y + line * module, (end - start) * module, module);
      start = end;
    }
  }
  doc.fill(ink);
}
