import { decodeHeic, isHeic } from './heic.ts';

interface DownscaleOptions {
  /** The longest side allowed, in pixels. */
  maxEdge?: number;
  /** JPEG quality, 0 to 1. */
  quality?: number;
}

/** Types that a browser can decode and a JPEG can represent. Animated GIFs and drawings would lose content. */
const photos = ['image/jpeg', 'image/png', 'image/webp', 'image/bmp'];
const smallEnough = 500_000;

/** The target size of an image, with the longer side at most `maxEdge`; never larger than the original. */
export function fitWithin(width: number, height: number, maxEdge: number): { width: number; height: number } {
  const scale = Math.min(1, maxEdge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const asJpeg = (name: string) => `${name.replace(/\.(jpe?g|png|webp|bmp|hei[cf])$/i, '')}.jpg`;

/**
 * Reduces a phone's photo for a poor connection: upright, transparency on white, HEIC as JPEG.
 * Small images and all other files are returned unchanged, even unreadable ones: the server decides about them.
 */
export async function downscaleImage(
  file: File,
  { maxEdge = 2400, quality = 0.85 }: DownscaleOptions = {},
): Promise<File> {
  const heic = await isHeic(file);
  if (!heic && !photos.includes(file.type)) return file;
  let bitmap: ImageBitmap;
  try {
    bitmap = heic
      ? await decodeHeic(file)
      : await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return file;
  }
  try {
    const size = fitWithin(bitmap.width, bitmap.height, maxEdge);
    const isSmall = size.width === bitmap.width && size.height === bitmap.height && file.size <= smallEnough;
    if (isSmall && !heic) return file;
    const canvas = document.createElement('canvas');
    canvas.width = size.width;
    canvas.height = size.height;
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, size.width, size.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    // Browsers free canvases late, and twelve of them exhaust a phone's memory.
    canvas.width = 0;
    canvas.height = 0;
    if (!blob || (blob.size >= file.size && !heic)) return file;
    return new File([blob], asJpeg(file.name), { type: 'image/jpeg', lastModified: file.lastModified });
  } finally {
    bitmap.close();
  }
}
