/** Converts a chosen file to a logo for the server: small, and with its transparency. */
import { fitWithin } from '../../components/downscale-image.ts';

const maxEdge = 800;
/** Base64 adds a third, which is still below the server's limit for a request. */
const maxBytes = 700_000;

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/**
 * Scaled to the size needed in documents. WebP keeps transparency at a tenth of PNG's size, if the browser can write
 * it.
 */
async function drawSmall(file: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const size = fitWithin(bitmap.width, bitmap.height, maxEdge);
    const canvas = document.createElement('canvas');
    canvas.width = size.width;
    canvas.height = size.height;
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, size.width, size.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.95));
  } finally {
    bitmap.close();
  }
}

/**
 * A picture as a `data:` address. A small file is sent unchanged; the server decides about files that the browser
 * cannot read.
 */
export async function readLogo(file: File): Promise<string> {
  if (file.size <= maxBytes / 4) return toDataUrl(file);
  const small = await drawSmall(file).catch(() => null);
  return toDataUrl(small ?? file);
}
