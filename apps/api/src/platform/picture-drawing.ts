/** Runs in a work process: the server itself decodes only pictures that were made small here. */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

export interface PictureTask {
  /** Path of the picture. */
  from: string;
  /** Path of the file that is written. */
  to: string;
  format: 'jpeg' | 'png' | 'gif';
  /** The longer side at most, in pixels; a smaller picture keeps its size, and so does any without it. */
  maxEdge?: number;
}

/** About 7000 × 7000; a larger picture would cost more memory than a request may. Counted before it is decoded. */
const maxPixels = 50_000_000;

sharp.concurrency(1);
sharp.cache(false);

/** Draws a picture anew, which drops scripts, metadata and hidden content. @returns whether it could be read */
export async function drawPicture({ from, to, format, maxEdge }: PictureTask): Promise<boolean> {
  let drawn: Buffer;
  try {
    const image = sharp(from, { limitInputPixels: maxPixels, failOn: 'error', animated: format === 'gif' });
    // Upright by its own note first, since that note is dropped with the rest of the metadata.
    const upright = format === 'gif' ? image : image.rotate();
    const fitting = maxEdge
      ? upright.resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true })
      : upright;
    // The smaller files of sharp's mozjpeg option take fourteen times as long.
    drawn = await fitting.toFormat(format, format === 'jpeg' ? { quality: 85 } : {}).toBuffer();
  } catch {
    return false;
  }
  await writeFile(to, drawn, { mode: 0o600 });
  return true;
}
