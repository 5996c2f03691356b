/** A ZIP archive that is written while it is read: neither the archive nor an entry lies in memory as a whole. */
import { finished, type PassThrough, Readable } from 'node:stream';
import { finished as finishedWell } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** Path within the archive, with slashes. */
  name: string;
  content: Readable | Uint8Array | string;
  /** What is compressed already, such as pictures, is stored as it is. */
  isCompressed?: boolean;
}

/**
 * Packs entries one after the other; the next is asked for when the last is in the pipe to the reader.
 * @param mtime stands at every entry
 * @returns the archive; it breaks with the error of an entry, and entries are let go of when it is destroyed
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, mtime: Date): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => archive.destroy(error));
  pack(zip, archive, entries, mtime).catch((error: Error) => archive.destroy(error));
  return archive;
}

async function pack(zip: ZipFile, archive: Readable, entries: AsyncIterable<ZipEntry>, mtime: Date) {
  for await (const { name, content, isCompressed = false } of entries) {
    const source =
      content instanceof Readable
        ? content
        : Readable.from([Buffer.from(content as string)], { objectMode: false });
    // Nobody reads an entry on when the archive is given up, so nothing would ever end the wait for it.
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
