/** Work that waits, in a browser that loses its databases. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCaches } from '../../testing/fake-caches.ts';
import type { NewEntry } from './entries.ts';

const owner = '1:1';
let caches: FakeCaches;

/** The app after a start: it has nothing in its memory. */
async function start() {
  vi.resetModules();
  const [entries, database] = await Promise.all([import('./entries.ts'), import('./database.ts')]);
  const keep = (name: string, more: Partial<NewEntry> = {}) =>
    entries.keepEntry({
      owner,
      method: 'post',
      path: '/api/deviceNote/insert',
      query: {},
      body: { text: name },
      upload: null,
      file: null,
      bytes: null,
      idempotencyKey: crypto.randomUUID(),
      writtenAfter: null,
      attempts: 0,
      label: { kind: 'note', name },
      makes: false,
      group: () => `note:${name}`,
      answer: () => null,
      ...more,
    });
  return {
    ...entries,
    ...database,
    note: keep,
    protocol: (name: string) =>
      keep(name, {
        makes: true,
        label: { kind: 'protocol', name },
        group: (seq) => `service:${-seq}`,
        overlay: (seq) => `/api/service/findById/${-seq}`,
        answer: (seq) => ({ id: -seq }),
      }),
    photo: (name: string, bytes: string) =>
      keep(name, {
        label: { kind: 'photo', name },
        upload: { file: 'file', json: null },
        file: { name, type: 'image/jpeg', size: bytes.length },
        bytes: new TextEncoder().encode(bytes).buffer,
      }),
    names: async () => (await entries.listEntries(owner)).map(({ label }) => label.name),
  };
}
const loseDatabases = () => vi.stubGlobal('indexedDB', new IDBFactory());
const vanished = () => JSON.parse(localStorage.getItem('servicebook.vanished') ?? '{}')[owner] ?? 0;

/** The addresses of the files. */
const copied = () => [...caches.rows.keys()].filter((url) => url.startsWith('/outbox/files/'));

beforeEach(() => {
  loseDatabases();
  caches = new FakeCaches();
  vi.stubGlobal('caches', caches);
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe('A browser that has lost its databases', () => {
  it('gets back what waits, with its files and its records, and nothing is missed', async () => {
    const before = await start();
    const { seq } = await before.protocol('Belt worn');
    const photo = await before.photo('leak.jpg', 'picture');
    const waiting = await before.listEntries(owner);
    loseDatabases();
    const after = await start();
    await after.noteWaiting(owner);
    expect(await after.listEntries(owner)).toEqual(waiting);
    expect(new TextDecoder().decode((await after.readBytes(photo.seq)) ?? undefined)).toBe('picture');
    expect(await after.readOverlay(owner, `/api/service/findById/${-seq}`)).toEqual({ id: -seq });
    expect(vanished()).toBe(0);
  });

  it('gets back neither what was sent nor what was discarded or erased', async () => {
    const before = await start();
    const sent = await before.photo('leak.jpg', 'picture');
    const discarded = await before.photo('seal.jpg', 'another');
    await before.note('Oil leaks');
    expect(copied()).toHaveLength(2);
    await before.settleEntry(sent, { id: null, revision: null });
    await before.discardEntry(discarded);
    expect(copied()).toEqual([]);
    loseDatabases();
    const after = await start();
    expect(await after.names()).toEqual(['Oil leaks']);
    await after.eraseEntries(owner);
    const texts = [...caches.rows.values()].map(({ body }) => new TextDecoder().decode(body));
    expect(texts.filter((text) => text.includes('Oil leaks'))).toEqual([]);
    loseDatabases();
    expect(await (await start()).names()).toEqual([]);
  });

  it('never gives the number of a record again that a screen may still name', async () => {
    const before = await start();
    const entry = await before.protocol('Belt worn');
    await before.settleEntry(entry, { id: 31, revision: 1 });
    loseDatabases();
    const after = await start();
    expect(await after.idOf(owner, entry.localId as number)).toBe(31);
    expect((await after.protocol('Seal worn')).seq).toBeGreaterThan(entry.seq);
  });

  it('tells what is missing if it has lost the copy too', async () => {
    const before = await start();
    await before.note('Oil leaks');
    loseDatabases();
    caches.rows.clear();
    const after = await start();
    await after.noteWaiting(owner);
    expect(vanished()).toBe(1);
    // What is written from now on is newer than all before.
    await after.note('Belt worn');
    loseDatabases();
    expect(await (await start()).names()).toEqual(['Belt worn']);
  });

  it('gets back the copy before it if the phone ended while the last one was being written', async () => {
    const before = await start();
    await before.note('Oil leaks');
    await before.note('Belt worn');
    const [newest] = [...caches.rows]
      .filter(([url]) => /^\/outbox\/\d$/.test(url))
      .sort(([, a], [, b]) => b.body.byteLength - a.body.byteLength);
    if (!newest) throw new Error('There is no copy');
    caches.rows.set(newest[0], { ...newest[1], body: newest[1].body.slice(0, 40) });
    loseDatabases();
    expect(await (await start()).names()).toEqual(['Oil leaks']);
  });
});

it('A damaged file keeps nothing else from coming back', async () => {
  const before = await start();
  await before.photo('leak.jpg', 'picture');
  await before.note('Oil leaks');
  const { open } = caches;
  caches.open = async () => {
    const cache = await open();
    const match = async (url: string) => {
      if (url.startsWith('/outbox/files/')) throw new DOMException('Damaged', 'UnknownError');
      return cache.match(url);
    };
    return { ...cache, match };
  };
  loseDatabases();
  expect(await (await start()).names()).toEqual(['leak.jpg', 'Oil leaks']);
});

describe('A database that has lost its last changes', () => {
  it('gets them back', async () => {
    const before = await start();
    await before.note('Oil leaks');
    const known = await before.readOutbox((database) => database.getAll('ids'));
    const { seq } = await before.note('Belt worn');
    await before.readOutbox(async (database) => {
      await database.delete('entries', seq);
      for (const row of known) await database.put('ids', row);
    });
    expect(await (await start()).names()).toEqual(['Oil leaks', 'Belt worn']);
  });

  it('is not overwritten by a copy that could not be written, which is made up for', async () => {
    const before = await start();
    await before.note('Oil leaks');
    const { open } = caches;
    caches.open = () => Promise.reject(new DOMException('No room', 'QuotaExceededError'));
    await before.note('Belt worn');
    caches.open = open;
    const after = await start();
    expect(await after.names()).toEqual(['Oil leaks', 'Belt worn']);
    await vi.waitFor(
      async () => {
        loseDatabases();
        expect(await (await start()).names()).toEqual(['Oil leaks', 'Belt worn']);
      },
      { timeout: 15_000 },
    );
  });
});

it('waits with the first work if the browser does not say whether there is a copy', async () => {
  const before = await start();
  await before.note('Oil leaks');
  const { open } = caches;
  loseDatabases();
  const after = await start();
  caches.open = () => new Promise(() => {});
  await expect(after.note('Belt worn')).rejects.toThrow('The copy of the outbox did not answer in time');
  caches.open = open;
  await after.note('Belt worn');
  expect(await after.names()).toEqual(['Oil leaks', 'Belt worn']);
});

it('gives the rest a copy if there is no room for that of a photo', async () => {
  const before = await start();
  const { open } = caches;
  caches.open = async () => {
    const cache = await open();
    const put = async (url: string, response: Response) => {
      if (url.startsWith('/outbox/files/')) throw new DOMException('No room', 'QuotaExceededError');
      return cache.put(url, response);
    };
    return { ...cache, put };
  };
  await before.photo('leak.jpg', 'picture');
  loseDatabases();
  expect(await (await start()).names()).toEqual(['leak.jpg']);
});

it('works in a browser without caches, and in one that does not let the app use them', async () => {
  vi.stubGlobal('caches', undefined);
  await (await start()).note('Oil leaks');
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('Not here', 'SecurityError')) });
  const after = await start();
  await after.note('Belt worn');
  expect(await after.names()).toEqual(['Oil leaks', 'Belt worn']);
});
