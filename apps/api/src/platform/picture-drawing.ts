/** Runs in a work process: the server itself only decodes pictures that were reduced here. */
import { writeFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';

export interface PictureTask {
  /** Path of the picture. */
  from: string;
  /** Path of the output file. */
  to: string;
  format: 'jpeg' | 'png' | 'gif';
  /** Maximum of the longer side, in pixels; smaller pictures keep their size. Omitted: no limit. */
  maxEdge?: number;
}

export type PictureOutcome = 'DRAWN' | 'UNREADABLE' | 'TOO_LARGE';

/** About 7000 × 7000; a larger picture would cost more memory than a request may. */
const maxPixels = 50_000_000;
/** A picture of a single row or column takes many times as long as a square one with as many pixels. */
const maxSide = 20_000;
/** The pixels of a GIF cost up to twenty times as much as those of other pictures, and each frame has its own cost. */
const gif = { maxPixels: 20_000_000, maxFrames: 500 };

/** sharp's mozjpeg option makes smaller files, but takes fourteen times as long; more effort for a GIF saves little. */
const encoding = { jpeg: { quality: 85 }, png: {}, gif: { effort: 1 } };

sharp.concurrency(1);
sharp.cache(false);

/** Whether a picture has too many pixels or frames, according to its header, before decoding. */
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

/** Re-encodes a picture, which drops scripts, metadata and hidden content. */
export async function drawPicture({ from, to, format, maxEdge }: PictureTask): Promise<PictureOutcome> {
  let drawn: Buffer;
  try {
    const options = { failOn: 'error', animated: format === 'gif', limitInputPixels: false } as const;
    if (isTooLarge(await sharp(from, options).metadata(), format)) return 'TOO_LARGE';
    const image = sharp(from, options);
    // Rotate first, because the orientation is dropped with the other metadata.
    const upright = format === 'gif' ? image : image.rotate();
    const fitting = maxEdge
      ? upright.resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true })
      : upright;
    // A JPEG has no transparency, which would turn black.
    const opaque = format === 'jpeg' ? fitting.flatten({ background: '#ffffff' }) : fitting;
    drawn = await opaque.toFormat(format, encoding[format]).toBuffer();
  } catch {
    return 'UNREADABLE';
  }
  await writeFile(to, drawn, { mode: 0o600 });
  return 'DRAWN';
}
