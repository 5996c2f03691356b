/** iPhone photos (HEIC), which most browsers cannot show. */

/** The brands after `ftyp` at the beginning of such a file. */
const brands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
/** Decoding 12 megapixels takes some seconds on a slow phone. After this time, the decoder has probably crashed. */
const timeout = 60_000;

/** Checks the content, because such a photo is often named .jpg and has no type on many systems. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer());
  return head.startsWith('ftyp') && brands.includes(head.slice(4));
}

/** Decodes the photo upright: by the browser if it can (Safari), otherwise by a decoder loaded on demand. */
export async function decodeHeic(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return decodeInWorker(await file.arrayBuffer());
  }
}

/** Ending the worker after each photo frees its 100 MB. */
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
