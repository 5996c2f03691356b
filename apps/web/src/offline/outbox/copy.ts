/**
 * A second copy of what waits. Chromium removes all databases of a site when it finds one of them damaged, and a phone that
 * ends in the middle of writing may leave one damaged. The browser's caches are files of their own. See decision 0057.
 */
import type { Entry, LocalId, Overlay } from './database.ts';

/** Everything that waits, but for the bytes of files. */
export interface Rows {
  /** Increases with every change. */
  change: number;
  entries: Entry[];
  overlays: Overlay[];
  ids: LocalId[];
}

const cacheName = 'servicebook-outbox';
/** Written in turn: one is whole while the other is being written. */
const addresses = ['/outbox/0', '/outbox/1'];
const changeHeader = 'Change';
/** After that, the screen goes on without the copy. Shorter than the limit of the database, which waits for it. */
const limit = 2000;

export const fileAddress = ({ seq, createdAt }: Entry) => `/outbox/files/${seq}/${Date.parse(createdAt)}`;

/** @returns null: this browser has no caches */
export const openCopies = (): Promise<Cache> | null =>
  typeof caches === 'undefined' ? null : caches.open(cacheName);

/** The copies, the newest first; without those that were never written. */
export async function listCopies(cache: Cache): Promise<{ address: string; change: number }[]> {
  const found = await Promise.all(
    addresses.map(async (address) => {
      const change = (await cache.match(address))?.headers.get(changeHeader);
      return { address, change: Number(change ?? 0) };
    }),
  );
  return found.sort((a, b) => b.change - a.change);
}

async function write(
  read: () => Promise<Rows>,
  readBytes: (seq: number) => Promise<ArrayBuffer | null>,
): Promise<void> {
  const cache = await openCopies();
  if (!cache) return;
  const [rows, [newest, oldest]] = await Promise.all([read(), listCopies(cache)]);
  // Another tab has written what is to be written here.
  if (!newest || !oldest || newest.change >= rows.change) return;
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const files = new Map(
    rows.entries.filter(({ file }) => file).map((entry) => [fileAddress(entry), entry.seq] as const),
  );
  for (const [address, seq] of files) {
    const bytes = stored.has(address) ? null : await readBytes(seq);
    // Without room for a photo, the rest still has its copy.
    if (bytes) await cache.put(address, new Response(bytes)).catch(() => {});
  }
  const headers = { [changeHeader]: String(rows.change) };
  await cache.put(oldest.address, new Response(JSON.stringify(rows), { headers }));
  for (const address of stored)
    if (!files.has(address) && !addresses.includes(address)) await cache.delete(address);
}

/** One after the other, in all tabs. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request(`${cacheName}-copy`, work) : work();
}

const pause = () => new Promise<null>((resolve) => setTimeout(resolve, limit, null));

/**
 * Writes the copy. What it cannot write is missing in it until the next time: the work itself is stored already.
 * @param read the rows, as they are now
 * @param readBytes of an entry's file; null: they are gone
 */
export async function writeCopy(
  read: () => Promise<Rows>,
  readBytes: (seq: number) => Promise<ArrayBuffer | null>,
): Promise<void> {
  await Promise.race([inTurn(() => write(read, readBytes)).catch(() => {}), pause()]);
}

async function lastCopied(): Promise<number> {
  const cache = await openCopies();
  return (cache && (await listCopies(cache))[0]?.change) ?? 0;
}

/** @returns the last change that a copy knows; 0: there is none; null: the browser does not say in time */
export const copiedChange = (): Promise<number | null> =>
  Promise.race([lastCopied().catch(() => 0), pause()]);
