/** A ZIP archive that is written while it is read: neither the archive nor an entry is in memory as a whole. */
import { finished, type PassThrough, Readable } from 'node:stream';
import { finished as finishedWell } from 'node:stream/promises';
import { ZipFile } from 'yazl';

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
  const zip = new ZipFile();
  const archive = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => archive.destroy(error));
  // An archive may break before its reader is there. The reader still gets the error, because the stream keeps it.
  archive.on('error', () => {});
  pack(zip, archive, entries, mtime).catch((error: Error) => archive.destroy(error));
  return archive;
}

async function pack(zip: ZipFile, archive: Readable, entries: AsyncIterable<ZipEntry>, mtime: Date) {
  for await (const { name, content, isCompressed = false } of entries) {
    const source =
      content instanceof Readable
        ? content
        : Readable.from([Buffer.from(content as string)], { objectMode: false });
    // When the archive is abandoned, nobody reads its entry, so the wait for it would never end.
    const letGo = finished(archive, () => source.destroy());
    zip.addReadStream(source, name, { compress: !isCompressed, mtime });
    if (archive.destroyed) source.destroy();
    try {
      await finishedWell(source);
    } finally {
      letGo();
    }
  }
  zip.end();
}
