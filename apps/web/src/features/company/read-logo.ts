/** From the file somebody chose to what the server takes: small, and still transparent where it was. */
import { fitWithin } from '../../components/downscale-image.ts';

const maxEdge = 800;
/** As base64 a third more, which the server's limit for a call still holds. */
const maxBytes = 700_000;

const asAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** Drawn at the size a document needs. WebP keeps transparency at a tenth of PNG's size, where the browser writes it. */
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
 * A picture as a `data:` address. A small file goes as it is; what the browser cannot read is left to the server's
 * judgement.
 */
export async function readLogo(file: File): Promise<string> {
  if (file.size <= maxBytes / 4) return asAddress(file);
  const small = await drawSmall(file).catch(() => null);
  return asAddress(small ?? file);
}
