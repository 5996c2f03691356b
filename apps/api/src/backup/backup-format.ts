/** What a backup consists of: a ZIP file with the tables, the files and the keys of an installation. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ZipEntry } from '../platform/zip-file.ts';

export const manifestPath = 'backup.json';
/** Lines as of `sha256sum`, which can check an unpacked backup. The last entry. */
export const hashesPath = 'SHA256SUMS';
export const jobsPath = 'jobs.jsonl';
export const partPath = (table: string, part: number) => `tables/${table}/${part}.copy`;
export const filePath = (key: string) => `files/${key.slice(0, 2)}/${key}`;
export const keyFilePath = (name: string) => `keys/${name}`;

export const Manifest = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Migrations that the tables had, the oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** Entries that follow each other, in PostgreSQL's COPY format. */
      parts: z.number().int(),
    }),
  ),
  /** The last number that each sequence has given; null: none yet. */
  sequences: z.record(z.string(), z.string().nullable()),
  /** Work that waited in the queue. */
  jobs: z.number().int(),
  files: z.number().int(),
  /** Files that tables name and that are not in it: removed while it was made, or lost before. */
  missingFiles: z.array(z.string()),
  /** Those of them that the installation had lost; earlier versions do not know them. */
  lostFiles: z.array(z.string()).default([]),
});
export type Manifest = z.output<typeof Manifest>;

export const countRows = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Adds an entry with the hashes of all entries before it. */
export async function* withHashes(entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  const lines: string[] = [];
  for await (const entry of entries) {
    const hash = createHash('sha256');
    const { name, content } = entry;
    const chunks = content instanceof Readable ? content : [Buffer.from(content as string)];
    const hashed = Readable.from(hashing(chunks, hash), { objectMode: false });
    yield { ...entry, content: hashed };
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  yield { name: hashesPath, content: lines.join('') };
}

/** Passes everything on, and hashes it. */
export async function* hashing(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  hash: { update(chunk: Buffer): unknown },
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
