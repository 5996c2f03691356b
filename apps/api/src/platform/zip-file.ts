/** A ZIP archive that is written while it is read: neither the archive nor an entry is in memory as a whole. */
import { finished, PassThrough, pipeline, Readable } from 'node:stream';
import ZipStream from 'zip-stream';

export interface ZipEntry {
  /** Path within the archive, with slashes. */
  name: string;
  content: Readable | Uint8Array | string;
  /** Already compressed content, such as pictures, is stored without compression. */
  isCompressed?: boolean;
}

/**
 * Packs entries one after another; the next is requested when the previous one is in the pipe to the reader.
 * @param mtime modification time of every entry
 * @returns the archive; it fails with the error of an entry, and destroying it releases the entries
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, mtime: Date): Readable {
  const archive = new PassThrough();
  const zip = new ZipStream({ level: 6 });
  // An archive may break before its reader is there. The reader still gets the error, because the stream keeps it.
  pipeline(zip, archive, () => {});
  pack(zip, archive, entries, mtime).catch((error: Error) => archive.destroy(error));
  return archive;
}

async function pack(zip: ZipStream, archive: Readable, entries: AsyncIterable<ZipEntry>, date: Date) {
  for await (const { name, content, isCompressed = false } of entries) {
    const source =
      content instanceof Readable
        ? content
        : Readable.from([Buffer.from(content as string)], { objectMode: false });
    await new Promise<void>((resolve, reject) => {
      // When the archive is abandoned, nobody reads its entry, so the wait for it would never end.
      const letGo = finished(archive, () => {
        source.destroy();
        resolve();
      });
      if (archive.destroyed) {
        source.destroy();
        return resolve();
      }
      zip.entry(source, { name, date, store: isCompressed }, (error) => {
        letGo();
        if (error) reject(error);
        else resolve();
      });
    });
    if (archive.destroyed) return;
  }
  zip.finish();
}
