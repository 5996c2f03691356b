/** Reads the parts of an upload as if they were one file. */
import { Readable } from 'node:stream';
import yauzl from 'yauzl';
import type { FileStore } from '../../platform/file-store.ts';

export interface Part {
  key: string;
  size: number;
}

/** The directory of a ZIP is read in pieces of a few bytes. */
const windowBytes = 256 * 1024;

export class PartReader extends yauzl.RandomAccessReader {
  private readonly files: FileStore;
  private readonly parts: readonly Part[];
  private readonly total: number;
  private window = { start: 0, bytes: Buffer.alloc(0) };

  constructor(files: FileStore, parts: readonly Part[]) {
    super();
    this.files = files;
    this.parts = parts;
    this.total = parts.reduce((sum, { size }) => sum + size, 0);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.bytes(start, end), { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.fill(position, length).then(
      () => {
        const from = position - this.window.start;
        this.window.bytes.copy(buffer, offset, from, from + length);
        callback(null);
      },
      (error: Error) => callback(error),
    );
  }

  private async fill(position: number, length: number): Promise<void> {
    const { start, bytes } = this.window;
    if (position >= start && position + length <= start + bytes.length) return;
    const end = Math.min(this.total, position + Math.max(length, windowBytes));
    const chunks: Buffer[] = [];
    for await (const chunk of this.bytes(position, end)) chunks.push(chunk);
    this.window = { start: position, bytes: Buffer.concat(chunks) };
    if (this.window.bytes.length < length) throw new Error('the file ends too early');
  }

  private async *bytes(start: number, end: number): AsyncGenerator<Buffer> {
    let before = 0;
    for (const { key, size } of this.parts) {
      const range = { start: Math.max(0, start - before), end: Math.min(size, end - before) };
      before += size;
      if (range.start < range.end)
        for await (const chunk of this.files.stream(key, range)) yield chunk as Buffer;
      if (before >= end) return;
    }
  }
}
