/** Whether a picture shows a signature at all. */
import sharp from 'sharp';

/** The picture is looked at in this size, in pixels. */
const edge = 250;
/** How much darker or lighter than the paper ink is, of 255: clearly seen, also on a print. */
const contrast = 48;
/** The longer side of the box around the ink, as for drawn lines: 20 of 1000. */
const leastExtent = edge / 50;

/** Whether something of some extent stands out from the paper. Blank pictures and dots are no signature. */
export async function showsInk(picture: Uint8Array): Promise<boolean> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(edge, edge, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const paper = data[0] ?? 0;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if (Math.abs((data[(y * info.width + x) * info.channels] ?? 0) - paper) < contrast) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return Math.max(right - left, bottom - top) >= leastExtent;
}
