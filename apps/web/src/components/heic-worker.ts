/** Decodes one HEIC photo from bytes to a bitmap, or null if that fails. libheif rotates it upright. */
import libheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';

addEventListener('message', async ({ data }: MessageEvent<ArrayBuffer>) => {
  const bitmap = await decode(data).catch(() => null);
  // The types are those of a page, where postMessage needs an origin.
  (postMessage as (message: unknown, transfer: Transferable[]) => void)(bitmap, bitmap ? [bitmap] : []);
});

async function decode(bytes: ArrayBuffer): Promise<ImageBitmap | null> {
  const [photo] = new (libheif().HeifDecoder)().decode(new Uint8Array(bytes));
  if (!photo) return null;
  const pixels = new ImageData(photo.get_width(), photo.get_height());
  const drawn = await new Promise((resolve) => photo.display(pixels, resolve));
  return drawn ? createImageBitmap(pixels) : null;
}
