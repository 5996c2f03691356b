/** The photos of iPhones, HEIC, which most browsers cannot show. */

/** What follows `ftyp` at the beginning of such a file. */
const brands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
/** A photo of 12 megapixels takes a slow phone some seconds; longer than this, the decoder has died. */
const timeout = 60_000;

/** By its content: such a photo is often called .jpg, and has no type on many systems. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer());
  return head.startsWith('ftyp') && brands.includes(head.slice(4));
}

/** The photo as it was taken, upright: by the browser where it can (Safari), else by a decoder loaded for it. */
export async function decodeHeic(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return decodeInWorker(await file.arrayBuffer());
  }
}

/** The worker ends with the photo, and gives back the 100 MB it took. */
async function decodeInWorker(bytes: ArrayBuffer): Promise<ImageBitmap> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<ImageBitmap>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ImageBitmap | null>) =>
        data ? resolve(data) : reject(new Error('The photo cannot be decoded'));
      worker.onerror = () => reject(new Error('The decoder cannot be loaded'));
      timer = setTimeout(() => reject(new Error('The decoder does not answer')), timeout);
      worker.postMessage(bytes, [bytes]);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
