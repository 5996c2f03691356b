/**
 * Reads an archive of all data. Its signature is checked before anything in it is believed; nothing is unpacked beyond
 * the size that the signed manifest names. What is signed is the content, not the ZIP around it: macOS unpacks a
 * download by itself, and who packs the folder again gets another ZIP.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { z } from 'zod';
import type { FileStore } from '../../platform/file-store.ts';
import type { SigningKey } from '../../platform/signing-key.ts';
import {
  AnyManifest,
  formatName,
  formatVersion,
  Manifest,
  manifestPath,
  Signature,
  signaturePath,
} from '../export/manifest.ts';
import { Faulty } from './archive-faulty.ts';
import { type Part, PartReader } from './part-reader.ts';

/** An archive has a file for each stored one, and some hundred of its own. */
const mostEntries = 2_000_000;
/** A file takes some 200 bytes of it. */
const longestManifest = 300_000_000;
const longestSignature = 4_000;
const symbolicLink = 0o120000;
const typeOfFile = 0o170000;
const zipBegins = 'PK';
const markOfUtf8 = 0x800;
const unicodePath = 0x7075;
/** What macOS and Windows add to folders by themselves. */
const litter = /^__MACOSX\/|(^|\/)(\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

type Packed = { path: string; size: number; sha256: string };
type Row = Record<string, unknown>;

export interface ArchiveReader {
  manifest: Manifest;
  /** Bytes of everything in it, unpacked. */
  size: number;
  /** Reads everything and compares the hashes. @param tell is told how many bytes were read @throws Faulty */
  checkHashes(tell: (bytes: number) => Promise<void>): Promise<void>;
  /** The rows of a table, with their number from 1; none if the archive has no such table. @throws Faulty */
  rows(table: string): AsyncGenerator<{ row: Row; number: number }>;
  /** The content of a stored file; the stream fails if its hash is not that of the manifest. */
  file(packed: Packed): Promise<Readable>;
  close(): void;
}

/** @throws Faulty */
export async function openArchive(
  files: FileStore,
  parts: readonly Part[],
  key: SigningKey,
): Promise<ArchiveReader> {
  const zip = await openZip(files, parts);
  try {
    const entries = await readEntries(zip);
    const manifest = await readManifest(zip, entries, key);
    const listed = listedIn(manifest);
    compareNames(entries, listed);
    const open = (packed: Packed) => readChecked(zip, entries, packed);
    return {
      manifest,
      size: listed.reduce((sum, { size }) => sum + size, 0),
      async checkHashes(tell) {
        for (const packed of listed) {
          for await (const chunk of await open(packed)) await tell((chunk as Buffer).length);
        }
      },
      rows: (table) => rowsOf(manifest, table, open),
      file: open,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZip(files: FileStore, parts: readonly Part[]): Promise<ZipFile> {
  const reader = new PartReader(files, parts);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const beginning = Buffer.alloc(Math.min(size, zipBegins.length));
  await new Promise<void>((resolve, reject) => {
    reader.read(beginning, 0, beginning.length, 0, (error) => (error ? reject(error) : resolve()));
  });
  if (beginning.toString('latin1') !== zipBegins) throw new Faulty('NOT_AN_ARCHIVE');
  try {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
    return await yauzl.fromRandomAccessReaderPromise(reader, size, options);
  } catch (error) {
    throw isOfStore(error) ? error : new Faulty('BROKEN_FILE', '', null, error);
  }
}

/** Parts that are gone, or cannot be read now, are our failure, and no fault of the archive. */
const isOfStore = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** The files of an archive, by their paths in the manifest. */
async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostEntries) throw new Faulty('UNSAFE_FILE');
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      entry.fileName = pathOf(entry);
      const type = (entry.externalFileAttributes >>> 16) & typeOfFile;
      if (yauzl.validateFileName(entry.fileName) !== null || type === symbolicLink || entry.isEncrypted())
        throw new Faulty('UNSAFE_FILE', entry.fileName);
      if (!entry.fileName.endsWith('/')) entries.push(entry);
    }
  } catch (error) {
    throw error instanceof Faulty || isOfStore(error) ? error : new Faulty('BROKEN_FILE', '', null, error);
  }
  return withoutFolder(entries);
}

/** macOS writes UTF-8 and does not say so; some programs of Windows write backslashes. */
function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const isMarked =
    (generalPurposeBitFlag & markOfUtf8) !== 0 || extraFields.some(({ id }) => id === unicodePath);
  return !isMarked && isUtf8(fileNameRaw)
    ? fileNameRaw.toString().replaceAll('\\', '/')
    : yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

/** Who packs the folder, and not what is in it, has its name before every path. */
function withoutFolder(entries: readonly Entry[]): Map<string, Entry> {
  const names = entries.map(({ fileName }) => fileName);
  const manifest = names.includes(manifestPath)
    ? manifestPath
    : names.find((name) => /^[^/]+\/[^/]+$/.test(name) && name.endsWith(`/${manifestPath}`));
  const folder = manifest?.slice(0, -manifestPath.length) ?? '';
  const byPath = new Map<string, Entry>();
  for (const entry of entries) {
    const path = entry.fileName.startsWith(folder) ? entry.fileName.slice(folder.length) : entry.fileName;
    const key = sameName(path);
    if (byPath.has(key)) throw new Faulty('UNSAFE_FILE', path);
    byPath.set(key, entry);
  }
  return byPath;
}

/** Some file systems write an accent as a character of its own. */
const sameName = (path: string): string => path.normalize('NFC');

async function readManifest(zip: ZipFile, entries: Map<string, Entry>, key: SigningKey): Promise<Manifest> {
  const [content, sealed] = [entries.get(manifestPath), entries.get(signaturePath)];
  if (!content || !sealed) throw new Faulty('NOT_AN_ARCHIVE');
  const signature = Signature.extend({ format: z.string().startsWith(`${formatName}-`) }).safeParse(
    parsed(await readWhole(zip, sealed, longestSignature)),
  );
  if (!signature.success) throw new Faulty('NOT_AN_ARCHIVE');
  if (!key.isKnown(signature.data.key)) throw new Faulty('OTHER_INSTALLATION');
  const bytes = await readWhole(zip, content, longestManifest);
  if (!key.verify(bytes, signature.data.signature)) throw new Faulty('CHANGED', manifestPath);
  const value = parsed(bytes);
  if (AnyManifest.safeParse(value).data?.version !== formatVersion) throw new Faulty('OTHER_VERSION');
  const manifest = Manifest.safeParse(value);
  if (!manifest.success) throw new Faulty('OTHER_VERSION', '', null, manifest.error);
  return manifest.data;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

const listedIn = ({ tables, files, others }: Manifest): Packed[] => [
  ...tables,
  ...files.flatMap((file) => (file.path === null ? [] : file)),
  ...others,
];

/** Everything that is listed is there, with its size, and nothing else that anybody has put there. */
function compareNames(entries: Map<string, Entry>, listed: readonly Packed[]): void {
  for (const { path, size } of listed)
    if (entries.get(sameName(path))?.uncompressedSize !== size) throw new Faulty('CHANGED', path);
  const names = new Set([...listed.map(({ path }) => sameName(path)), manifestPath, signaturePath]);
  for (const name of entries.keys())
    if (!names.has(name) && !litter.test(name)) throw new Faulty('CHANGED', name);
}

/** Stops an entry that is larger than it says. */
async function* unpacked(zip: ZipFile, entry: Entry, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += (chunk as Buffer).length;
      if (size > most) throw new Faulty('UNSAFE_FILE', entry.fileName);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof Faulty ? error : broken(entry, error);
  }
}

const broken = ({ fileName }: Entry, error: unknown): unknown =>
  isOfStore(error)
    ? error
    : new Faulty(/too many bytes/.test(`${error}`) ? 'UNSAFE_FILE' : 'BROKEN_FILE', fileName, null, error);

async function readWhole(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.uncompressedSize > most) throw new Faulty('UNSAFE_FILE', entry.fileName);
  const chunks: Buffer[] = [];
  for await (const chunk of unpacked(zip, entry, most)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function readChecked(
  zip: ZipFile,
  entries: Map<string, Entry>,
  { path, size, sha256 }: Packed,
): Promise<Readable> {
  const entry = entries.get(sameName(path));
  if (!entry) throw new Faulty('CHANGED', path);
  async function* content(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of unpacked(zip, entry as Entry, size)) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') !== sha256) throw new Faulty('CHANGED', path);
  }
  return Readable.from(content(), { objectMode: false });
}

/** A row is a line, so that a table is never in memory as a whole. */
async function* rowsOf(
  { tables }: Manifest,
  table: string,
  open: (packed: Packed) => Promise<Readable>,
): AsyncGenerator<{ row: Row; number: number }> {
  const packed = tables.find((each) => each.table === table);
  if (!packed) return;
  let number = 0;
  for await (const line of linesOf(await open(packed))) {
    if (line === '[' || line === ']' || line === '') continue;
    number++;
    yield { row: rowOf(line, packed.path, number), number };
  }
  if (number !== packed.rows) throw new Faulty('BAD_ROW', packed.path, number);
}

async function* linesOf(content: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest + decoder.decode();
}

function rowOf(line: string, path: string, number: number): Row {
  try {
    return JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as Row;
  } catch (error) {
    throw new Faulty('BAD_ROW', path, number, error);
  }
}
