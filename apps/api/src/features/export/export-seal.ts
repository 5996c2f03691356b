/** Notes the size and hash of everything that goes into an archive, while it is written. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SigningKey } from '../../platform/signing-key.ts';
import type { ZipEntry } from '../../platform/zip-file.ts';
import { formatTitle, type Manifest, manifestPath, signaturePath } from './manifest.ts';

/** A file of an archive, as it was written. */
export interface Sealed {
  path: string;
  size: number;
  sha256: string;
}

/** An entry that tells its size and hash once it is written. */
export function sealed(entry: ZipEntry, tell: (sealed: Sealed) => void): ZipEntry {
  const source =
    entry.content instanceof Readable ? entry.content : Readable.from([Buffer.from(entry.content as string)]);
  const content = Readable.from(
    hashed(source, (facts) => tell({ path: entry.name, ...facts })),
    {
      objectMode: false,
    },
  );
  // It may be given up before it is read.
  content.once('close', () => source.destroy());
  return { ...entry, content };
}

async function* hashed(
  source: Readable,
  tell: (facts: Omit<Sealed, 'path'>) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of source) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string);
    hash.update(bytes);
    size += bytes.length;
    yield bytes;
  }
  tell({ size, sha256: hash.digest('hex') });
}

/** The last two entries: the manifest, and its signature. */
export function sealingEntries(key: SigningKey, manifest: Manifest): ZipEntry[] {
  const content = Buffer.from(`${JSON.stringify(manifest)}\n`);
  const { id, publicKey } = key;
  const signature = { format: formatTitle, key: id, publicKey, signature: key.sign(content) };
  return [
    { name: manifestPath, content },
    { name: signaturePath, content: `${JSON.stringify(signature)}\n` },
  ];
}
