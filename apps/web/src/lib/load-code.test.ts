import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadAhead, loadChunk, missingCode, tryAgain } from './load-code.ts';

/** What the server answers for a file: its status, or nothing at all. */
let answers: Record<string, number | 'silence'> = {};
const asked: string[] = [];
const known = /dialog|page/;

beforeEach(() => {
  answers = {};
  asked.length = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    asked.push(String(url));
    const answer = answers[String(url)] ?? (known.test(String(url)) ? 200 : 404);
    if (answer === 'silence') throw new TypeError('Failed to fetch');
    return new Response('content', { status: answer });
  });
});
afterEach(() => vi.useRealTimers());

let name = 0;
/** A module with a file of its own, which no other test has loaded. */
function module() {
  const file = `assets/dialog-${++name}.js`;
  return { file, url: `/${file}`, load: vi.fn(async () => 'the dialog') };
}
const missed = (url: string) => vi.waitFor(() => expect(missingCode()?.file).toBe(url));

describe('a part of the app', () => {
  it('is imported when all its files are there, each asked for once', async () => {
    const { file, url, load } = module();
    expect(await loadChunk(load, [file, 'assets/page-a.js'])).toBe('the dialog');
    expect(await loadChunk(load, [file, 'assets/page-a.js'])).toBe('the dialog');
    expect(asked).toEqual([url, '/assets/page-a.js']);
  });

  it('is not asked for what the page has brought', async () => {
    document.head.innerHTML = '<link rel="modulepreload" href="/assets/page-b.js">';
    const { file, url, load } = module();
    await loadChunk(load, ['assets/page-b.js', file]);
    expect(asked).toEqual([url]);
  });

  it('of one file is known by its import', async () => {
    const load = vi.fn(async () => 'texts');
    load.toString = () => '()=>import(`./dialog-texts.js`).then(e=>e.texts)';
    await loadChunk(load);
    expect(asked).toEqual(['/assets/dialog-texts.js']);
  });

  it('that does not arrive is not imported, is reported and comes with the signal', async () => {
    const { file, url, load } = module();
    answers[url] = 'silence';
    const part = loadChunk(load, [file]);
    await missed(url);
    expect(missingCode()?.kind).toBe('away');
    expect(load).not.toHaveBeenCalled();
    answers = {};
    window.dispatchEvent(new Event('online'));
    expect(await part).toBe('the dialog');
    expect(missingCode()).toBeNull();
  });

  it('comes by itself', async () => {
    vi.useFakeTimers();
    const { file, url, load } = module();
    answers[url] = 503;
    const part = loadChunk(load, [file]);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(missingCode()).toMatchObject({ kind: 'away', file: url });
    answers = {};
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await part).toBe('the dialog');
  });

  it('that the server no longer has is gone, unless it comes back', async () => {
    const { file, url, load } = module();
    answers[url] = 404;
    const part = loadChunk(load, [file]);
    await missed(url);
    expect(missingCode()?.kind).toBe('gone');
    answers = {};
    tryAgain();
    expect(await part).toBe('the dialog');
  });

  it('that the browser refuses to import, however often it is fetched, is gone for this page', async () => {
    const { file, url, load } = module();
    const refusal = new TypeError(`Failed to fetch dynamically imported module: ${url}`);
    load.mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);
    const part = loadChunk(load, [file]);
    await missed(url);
    expect(missingCode()?.kind).toBe('away');
    await vi.waitFor(() => expect(missingCode()?.kind).toBe('gone'), 3000);
    expect(asked).toEqual([url, url]);
    tryAgain();
    expect(await part).toBe('the dialog');
  });

  it('that fails by itself fails', async () => {
    const { file, load } = module();
    load.mockRejectedValue(new Error('a bug'));
    await expect(loadChunk(load, [file])).rejects.toThrow('a bug');
    expect(missingCode()).toBeNull();
  });

  it('is given up when nothing arrives for 20 seconds, and not while something does', async () => {
    vi.useFakeTimers();
    const { file, url, load } = module();
    let more = () => {};
    vi.mocked(window.fetch).mockImplementation(async (_url, init) => {
      const body = new ReadableStream({
        start(stream) {
          more = () => stream.enqueue(new Uint8Array(1));
          init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason));
        },
      });
      return new Response(body);
    });
    void loadChunk(load, [file]);
    for (let second = 0; second < 60; second += 15) {
      await vi.advanceTimersByTimeAsync(15_000);
      more();
    }
    expect(missingCode()).toBeNull();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(missingCode()).toMatchObject({ kind: 'away', file: url });
    vi.mocked(window.fetch).mockImplementation(async () => new Response(''));
    tryAgain();
    await vi.waitFor(() => expect(missingCode()).toBeNull());
  });
});

describe('loading ahead', () => {
  const { connection } = navigator as Navigator & { connection: { saveData: boolean } };
  beforeEach(() => {
    connection.saveData = false;
  });
  afterEach(() => {
    connection.saveData = true;
  });

  it('is silent about what does not arrive, which a press then is not', async () => {
    const { file, url, load } = module();
    answers[url] = 'silence';
    loadAhead(() => loadChunk(load, [file]));
    await vi.waitFor(() => expect(asked).toContain(url), 3000);
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), 5000);
    expect(missingCode()).toBeNull();
    const pressed = loadChunk(load, [file]);
    await missed(url);
    answers = {};
    tryAgain();
    expect(await pressed).toBe('the dialog');
  });

  it('leaves it where the user saves data', async () => {
    vi.useFakeTimers();
    connection.saveData = true;
    const { file, load } = module();
    loadAhead(() => loadChunk(load, [file]));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([]);
  });
});
