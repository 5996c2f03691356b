import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftFile, ServiceDraft } from './service-draft.ts';
import type { ServiceFormValues } from './service-form-values.ts';

const owner = { accountId: 1, userId: 1, deviceId: 5 };
const values = (faultDescription: string) => ({ faultDescription }) as ServiceFormValues;
const photo = (key: string, prepared = true): DraftFile => ({
  key,
  file: new File([`picture ${key}`], `${key}.jpg`, { type: 'image/jpeg', lastModified: 7 }),
  prepared,
});
const draft = (text: string, files: DraftFile[] = []): ServiceDraft => ({
  key: '1:1:5:new',
  keptAt: 1,
  base: null,
  values: values(text),
  dirty: true,
  files,
  attempt: null,
});

/** The module as in a newly opened page: nothing in memory, IndexedDB unchanged. */
const freshPage = () => {
  vi.resetModules();
  return import('./service-draft.ts');
};

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Refuses files with these names, like a full phone or Safari. */
const refuseFiles = (...names: string[]) => {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value,
    ...rest
  ) {
    if (names.includes(value.name)) throw new DOMException('Full', 'QuotaExceededError');
    return put.call(this, value, ...rest);
  });
};

describe('A draft', () => {
  it('survives the page with its files, byte for byte', async () => {
    const { keepDraft } = await freshPage();
    expect(await keepDraft(draft('Noise', [{ ...photo('a'), marked: true }, photo('b')]))).toBeNull();

    const { readDraft, listDrafts } = await freshPage();
    expect(await listDrafts(owner)).toEqual([expect.objectContaining({ key: '1:1:5:new' })]);
    const found = await readDraft('1:1:5:new');
    expect(found?.values).toEqual(values('Noise'));
    expect(found?.files.map(({ key, prepared, marked }) => [key, prepared, marked])).toEqual([
      ['a', true, true],
      ['b', true, undefined],
    ]);
    const [first] = found?.files ?? [];
    expect(first?.file).toMatchObject({ name: 'a.jpg', type: 'image/jpeg', lastModified: 7 });
    expect(await first?.file.text()).toBe('picture a');
  });

  it('stores photos only in the size in which they are sent, and deletes removed ones', async () => {
    const { keepDraft } = await freshPage();
    await keepDraft(draft('Noise', [photo('a'), photo('b')]));
    await keepDraft(draft('Noise', [photo('b'), photo('c', false)]));
    const { readDraft } = await freshPage();
    expect((await readDraft('1:1:5:new'))?.files.map(({ key }) => key)).toEqual(['b']);
  });

  it('of another user is not listed, and none expires', async () => {
    const { keepDraft } = await freshPage();
    await keepDraft(draft('Noise'));
    await keepDraft({ ...draft('Theirs'), key: '1:2:5:new' });
    const { listDrafts } = await freshPage();
    expect((await listDrafts(owner)).map(({ key }) => key)).toEqual(['1:1:5:new']);
  });

  it('is deleted with its files, even during a write', async () => {
    const { keepDraft, dropDraft } = await freshPage();
    void keepDraft(draft('Noise', [photo('a')]));
    await dropDraft('1:1:5:new');
    const { readDraft, listDrafts } = await freshPage();
    expect(await readDraft('1:1:5:new')).toBeNull();
    expect(await listDrafts(owner)).toEqual([]);
  });
});

describe('A file the browser refuses', () => {
  it('does not affect the text, and is named', async () => {
    refuseFiles('a.jpg');
    const { keepDraft } = await freshPage();
    expect(await keepDraft(draft('Noise', [photo('a'), photo('b')]))).toEqual({
      text: false,
      files: ['a.jpg'],
      full: true,
    });
    await keepDraft(draft('Noise and smoke', [photo('a'), photo('b')]));

    const { readDraft } = await freshPage();
    const found = await readDraft('1:1:5:new');
    expect(found?.values).toEqual(values('Noise and smoke'));
    expect(found?.files.map(({ key }) => key)).toEqual(['b']);
  });

  it('lasts as long as the page', async () => {
    refuseFiles('a.jpg');
    const { keepDraft, readDraft } = await freshPage();
    await keepDraft(draft('Noise', [photo('a')]));
    expect((await readDraft('1:1:5:new'))?.files.map(({ key }) => key)).toEqual(['a']);
  });
});

describe('A database that never answers', () => {
  it('times out after three seconds; the draft then lasts as long as the page', async () => {
    const silent = new IDBFactory();
    vi.spyOn(silent, 'open').mockReturnValue(new EventTarget() as IDBOpenDBRequest);
    vi.stubGlobal('indexedDB', silent);
    vi.useFakeTimers();
    const { keepDraft, readDraft, listDrafts } = await freshPage();
    const reading = readDraft('1:1:5:new');
    await vi.advanceTimersByTimeAsync(3000);
    expect(await reading).toBeNull();
    expect(await keepDraft(draft('Noise', [photo('a')]))).toEqual({
      text: true,
      files: ['a.jpg'],
      full: false,
    });
    expect((await readDraft('1:1:5:new'))?.values).toEqual(values('Noise'));
    expect(await listDrafts(owner)).toHaveLength(1);
  });

  it('can also be missing altogether', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { keepDraft, readDraft } = await freshPage();
    expect(await keepDraft(draft('Noise'))).toEqual({ text: true, files: [], full: false });
    expect((await readDraft('1:1:5:new'))?.values).toEqual(values('Noise'));
  });
});

describe('A draft of an earlier release', () => {
  const former = (files: unknown[]) =>
    new Promise<void>((resolve) => {
      const request = indexedDB.open('servicebook', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('service-drafts', { keyPath: 'key' });
      request.onsuccess = () => {
        const transaction = request.result.transaction('service-drafts', 'readwrite');
        transaction.objectStore('service-drafts').put({ ...draft('Old'), files });
        transaction.oncomplete = () => {
          request.result.close();
          resolve();
        };
      };
    });

  it('is still offered, with photos to be downscaled, and migrated when it is stored', async () => {
    await former([{ key: 'a', file: 'a camera’s picture' }]);
    const { readDraft, listDrafts, keepDraft } = await freshPage();
    expect(await listDrafts(owner)).toHaveLength(1);
    expect(await readDraft('1:1:5:new')).toMatchObject({
      values: values('Old'),
      files: [{ key: 'a', prepared: false }],
    });
    await keepDraft(draft('New', [photo('a')]));
    const again = await freshPage();
    expect((await again.readDraft('1:1:5:new'))?.values).toEqual(values('New'));
    await again.dropDraft('1:1:5:new');
    expect(await again.listDrafts(owner)).toEqual([]);
  });

  it('is deleted for good when it is discarded', async () => {
    await former([]);
    const { dropDraft, listDrafts } = await freshPage();
    await dropDraft('1:1:5:new');
    expect(await listDrafts(owner)).toEqual([]);
  });
});
