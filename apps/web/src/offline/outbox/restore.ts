/** Brings back what waits from its copy. Loaded when the database has lost it. */
import { fileAddress, listCopies, openCopies, type Rows } from './copy.ts';
import type { Entry, OutboxStores } from './database.ts';

interface Copied extends Rows {
  files: { seq: number; bytes: ArrayBuffer }[];
}

/** @returns null: the browser does not have it, or cannot read it */
async function readFrom<Content>(
  cache: Cache,
  address: string,
  as: (response: Response) => Promise<Content>,
): Promise<Content | null> {
  try {
    const response = await cache.match(address);
    return response ? await as(response) : null;
  } catch {
    return null;
  }
}

/** @returns the newest copy that can be read; null: there is none */
export async function readCopy(): Promise<Copied | null> {
  const cache = await openCopies();
  if (!cache) return null;
  // One that cannot be read was being written when the phone ended: the one before it is whole.
  for (const { address } of await listCopies(cache)) {
    const rows = await readFrom(cache, address, (response): Promise<Rows> => response.json());
    if (!rows) continue;
    const files: Copied['files'] = [];
    for (const entry of rows.entries) {
      const bytes =
        entry.file && (await readFrom(cache, fileAddress(entry), (response) => response.arrayBuffer()));
      // Without its file an entry waits for its user. The others are sent.
      if (bytes) files.push({ seq: entry.seq, bytes });
    }
    return { ...rows, files };
  }
  return null;
}

/** Puts a copy in place of what a database has. */
export async function putBack(stores: OutboxStores, copied: Copied): Promise<void> {
  for (const store of Object.values(stores)) await store.clear();
  for (const entry of copied.entries) await stores.entries.put(entry);
  for (const file of copied.files) await stores.files.put(file);
  for (const overlay of copied.overlays) await stores.overlays.put(overlay);
  for (const id of copied.ids) await stores.ids.put(id);
  // The database goes on counting after the highest number that it has seen.
  const highest = Math.max(0, ...copied.ids.map(({ localId }) => -localId));
  if (highest === 0 || (await stores.entries.get(highest))) return;
  await stores.entries.put({ seq: highest } as Entry);
  await stores.entries.delete(highest);
}
