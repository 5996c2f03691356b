/** Compares a file with what the server knows, in this browser: the file itself is never sent. */
import type { FileCheck } from '@servicebook/shared/verify';

/** The document that a file is, or claims to be. */
export type Found = NonNullable<FileCheck['document']>;

/** What is said about a file. */
export type Outcome =
  | { is: 'NOT_PDF' | 'ZIP' | 'TOO_LARGE' | 'UNKNOWN' | 'BUSY' | 'FAILED' }
  | { is: 'ALTERED' | 'ADDED' | 'UNSEALED'; of: Found }
  | { is: Found['status']; of: Found; isEarlier: boolean };

/** Asks the server what it knows of a hash, and of a document. */
export type Ask = (question: { sha256: string; code?: string }) => Promise<FileCheck>;

/** More would not fit into the memory of a phone. */
export const mostBytes = 500_000_000;
const mostCodes = 10;

/** @param code of the page's document, if the page is about one */
export async function checkFile(file: Blob, code: string | undefined, ask: Ask): Promise<Outcome> {
  if (file.size > mostBytes) return { is: 'TOO_LARGE' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const start = textOf(bytes.subarray(0, 1024));
  // A PDF in it may begin at once.
  if (start.startsWith('PK')) return { is: 'ZIP' };
  if (!start.includes('%PDF-')) return { is: 'NOT_PDF' };
  const sha256 = await hashOf(bytes);
  const codes = await codesIn(bytes);
  if (code && !codes.includes(code)) codes.push(code);
  let claimed: Found | null = null;
  for (const each of codes.length > 0 ? codes : [undefined]) {
    const { isGenuine, document } = await ask(each === undefined ? { sha256 } : { sha256, code: each });
    if (!document) continue;
    if (isGenuine) {
      const newest = document.states.at(-1);
      const isEarlier = newest !== undefined && newest.sha256 !== sha256;
      return { is: document.status, of: document, isEarlier };
    }
    if (await beginsWith(bytes, document.states)) return { is: 'ADDED', of: document };
    claimed ??= document;
  }
  if (!claimed) return { is: 'UNKNOWN' };
  return { is: (await isSealed(bytes)) ? 'ALTERED' : 'UNSEALED', of: claimed };
}

/** Whether the file is a longer one that begins with a genuine one. Without its seal a sealed document is not whole. */
async function beginsWith(bytes: Uint8Array<ArrayBuffer>, states: Found['states']): Promise<boolean> {
  for (const { sha256, size } of states.length > 1 ? states.slice(1) : states)
    if (size < bytes.length && (await hashOf(bytes.subarray(0, size))) === sha256) return true;
  return false;
}

/** Whether the file carries any seal: a printed page that links to a document does not, and pretends nothing. */
async function isSealed(bytes: Uint8Array): Promise<boolean> {
  for await (const text of pieces(bytes)) if (text.includes('/ByteRange')) return true;
  return false;
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const latin = new TextDecoder('latin1');
const textOf = (bytes: Uint8Array): string => latin.decode(bytes);

/** One step of the search; between two of them the browser may draw and answer. */
const step = 2_000_000;
/** Longer than an address. */
const overlap = 500;

/** The codes that the file names, those of the newest seal first: a seal is at the end of what it seals. */
async function codesIn(bytes: Uint8Array): Promise<string[]> {
  const codes = new Set<string>();
  for await (const text of pieces(bytes)) {
    const found = [...text.matchAll(/\/v\/(\d{1,10}-[0-9a-hjkmnp-tv-z]{26})/g)];
    for (const [, code = ''] of found.reverse()) codes.add(code);
    if (codes.size >= mostCodes) break;
  }
  return [...codes].slice(0, mostCodes);
}

/** The file as text, from its end, in pieces that overlap. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<string> {
  for (let end = bytes.length; end > 0; end -= step) {
    yield textOf(bytes.subarray(Math.max(0, end - step), end + overlap));
    await new Promise((go) => setTimeout(go));
  }
}
