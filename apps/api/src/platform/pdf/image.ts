/** Prepares uploaded pictures for a document: small, opaque and safe to embed. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';

export interface PreparedImage {
  bytes: Buffer;
  /** Pixels. */
  width: number;
  height: number;
}

const pixelLimit = 50_000_000;
const cacheSize = 32;
const cache = new Map<string, PreparedImage | null>();

/**
 * Re-encodes a PNG, JPEG or other raster picture for embedding: upright, within the given pixels, on white
 * (transparency would cost twice the time of a whole page). Each document of a company contains its logo, so the latest
 * results are cached.
 * @returns null if the bytes are no picture or a broken one: a document without the picture is better than none.
 */
export async function prepareImage(
  bytes: Uint8Array,
  maxWidth: number,
  maxHeight: number,
): Promise<PreparedImage | null> {
  const key = `${createHash('sha256').update(bytes).digest('base64')}/${maxWidth}/${maxHeight}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const prepared = await encode(bytes, maxWidth, maxHeight);
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value as string);
  cache.set(key, prepared);
  return prepared;
}

async function encode(bytes: Uint8Array, maxWidth: number, maxHeight: number): Promise<PreparedImage | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: pixelLimit, failOn: 'error' });
    const { format } = await image.metadata();
    if (format === 'svg') return null;
    const fitted = image
      .rotate()
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
    const encoded = format === 'jpeg' ? fitted.jpeg({ quality: 92 }) : fitted.png({ compressionLevel: 9 });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}
