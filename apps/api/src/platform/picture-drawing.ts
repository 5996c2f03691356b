/** Runs in a work process: the server itself decodes only pictures that were made small here. */
import { writeFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';

export interface PictureTask {
  /** Path of the picture. */
  from: string;
  /** Path of the file that is written. */
  to: string;
  format: 'jpeg' | 'png' | 'gif';
  /** The longer side at most, in pixels; a smaller picture keeps its size, and so does any without it. */
  maxEdge?: number;
}

export type PictureOutcome = 'DRAWN' | 'UNREADABLE' | 'TOO_LARGE';

/** About 7000 × 7000; a larger picture would cost more memory than a request may. */
const maxPixels = 50_000_000;
/** A picture of one column or row of points takes many times as long as a square one of as many points. */
const maxSide = 20_000;
/** A GIF's points cost up to twenty times as much as those of other pictures, and each frame costs by itself. */
const gif = { maxPixels: 20_000_000, maxFrames: 500 };

/** The smaller files of sharp's mozjpeg option take fourteen times as long; more effort for a GIF saves a few bytes. */
const encoding = { jpeg: { quality: 85 }, png: {}, gif: { effort: 1 } };

sharp.concurrency(1);
sharp.cache(false);

/** Whether more points or frames would be drawn than may be: by what the picture says of itself, before decoding. */
function isTooLarge({ width, height, pageHeight, pages }: Metadata, format: PictureTask['format']): boolean {
  const isAnimated = format === 'gif';
  const frames = isAnimated ? (pages ?? 1) : 1;
  const frameHeight = pageHeight ?? height;
  return (
    Math.max(width, frameHeight) > maxSide ||
    frames > gif.maxFrames ||
    width * frameHeight * frames > (isAnimated ? gif.maxPixels : maxPixels)
  );
}

/** Draws a picture anew, which drops scripts, metadata and hidden content. */
export async function drawPicture({ from, to, format, maxEdge }: PictureTask): Promise<PictureOutcome> {
  let drawn: Buffer;
  try {
    const options = { failOn: 'error', animated: format === 'gif', limitInputPixels: false } as const;
    if (isTooLarge(await sharp(from, options).metadata(), format)) return 'TOO_LARGE';
    const image = sharp(from, options);
    // Upright by its own note first, since that note is dropped with the rest of the metadata.
    const upright = format === 'gif' ? image : image.rotate();
    const fitting = maxEdge
      ? upright.resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true })
      : upright;
    drawn = await fitting.toFormat(format, encoding[format]).toBuffer();
  } catch {
    return 'UNREADABLE';
  }
  await writeFile(to, drawn, { mode: 0o600 });
  return 'DRAWN';
}
