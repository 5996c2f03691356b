import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadAhead, loadChunk, loadFile, missingCode, tryAgain } from './load-code.ts';

/** The result of a request for a file: the server's status, no connection, or endless waiting. */
let answers: Record<string, number | 'offline' | 'never'> = {};
const asked: string[] = [];
const known = /dialog|page/;

const answerFor = (url: string) => answers[url] ?? (known.test(url) ? 200 : 404);

beforeEach(() => {
  answers = {};
  asked.length = 0;
  Object.defineProperty(HTMLLinkElement.prototype, 'relList', {
    configurable: true,
    value: { supports: () => true },
  });
  // Requests by the page itself: a link reports its result by an event.
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    const { href } = link as HTMLLinkElement;
    const url = new URL(href).pathname;
    asked.push(url);
    const answer = answerFor(url);
    if (answer === 'never') return;
    queueMicrotask(() => (link as Element).dispatchEvent(new Event(answer === 200 ? 'load' : 'error')));
  });
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    const answer = answerFor(String(url));
    if (typeof answer === 'string') throw new TypeError('Failed to fetch');
    return new Response(null, { status: answer });
  });
});
afterEach(() => vi.useRealTimers());

let name = 0;
/** A module with its own file, which no other test has loaded. */
function module() {
  const file = `assets/dialog-${++name}.js`;
  return { file, url: `/${file}`, load: vi.fn(async () => 'the dialog') };
}
const missed = (url: string) => vi.waitFor(() => expect(missingCode()?.file).toBe(url));

describe('a part of the app', () => {
  it('is imported when all its files are loaded, each requested once', async () => {
    const { file, url, load } = module();
    expect(await loadChunk(load, [file, 'assets/page-a.js'])).toBe('the dialog');
    expect(await loadChunk(load, [file, 'assets/page-a.js'])).toBe('the dialog');
    expect(asked).toEqual([url, '/assets/page-a.js']);
  });

  it('is not requested again if the page already has it', async () => {
    document.head.innerHTML = '<link rel="modulepreload" href="/assets/page-b.js">';
    const { file, url, load } = module();
    await loadChunk(load, ['assets/page-b.js', file]);
    expect(asked).toEqual([url]);
  });

  it('of one file loads with its import', async () => {
    const { url, load } = module();
    const refusal = new TypeError(`Failed to fetch dynamically imported module: http://localhost${url}`);
    answers[url] = 'offline';
    load.mockRejectedValueOnce(refusal);
    const part = loadChunk(load);
    await missed(url);
    expect(missingCode()?.kind).toBe('away');
    answers = {};
    tryAgain();
    expect(await part).toBe('the dialog');
    expect(missingCode()).toBeNull();
  });

  it('of one file that the server no longer has is gone', async () => {
    const { url, load } = module();
    answers[url] = 404;
    load.mockRejectedValueOnce(new TypeError(`error loading dynamically imported module: http://a.b${url}`));
    const part = loadChunk(load);
    await missed(url);
    expect(missingCode()?.kind).toBe('gone');
    tryAgain();
    expect(await part).toBe('the dialog');
  });

  it('does not wait for preloads in a browser that has none', async () => {
    Object.defineProperty(HTMLLinkElement.prototype, 'relList', { value: { supports: () => false } });
    const { file, load } = module();
    expect(await loadChunk(load, [file])).toBe('the dialog');
    expect(asked).toEqual([]);
  });

  it('that does not arrive is not imported, is reported, and loads when the connection returns', async () => {
    const { file, url, load } = module();
    answers[url] = 'offline';
    const part = loadChunk(load, [file]);
    await missed(url);
    expect(missingCode()?.kind).toBe('away');
    expect(load).not.toHaveBeenCalled();
    answers = {};
    window.dispatchEvent(new Event('online'));
    expect(await part).toBe('the dialog');
    expect(missingCode()).toBeNull();
  });

  it('is retried automatically', async () => {
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

  it('that exists but that the browser refuses to import is gone for this page', async () => {
    const { file, load } = module();
    // Safari does not name the file.
    const refusal = new TypeError('Importing a module script failed.');
    load.mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);
    const part = loadChunk(load, [file]);
    await vi.waitFor(() => expect(missingCode()?.kind).toBe('away'));
    await vi.waitFor(() => expect(missingCode()?.kind).toBe('gone'), 3000);
    tryAgain();
    expect(await part).toBe('the dialog');
  });

  it('that is not a module of the page is also retried', async () => {
    const { url } = module();
    answers[url] = 'offline';
    const worker = loadFile(url);
    await missed(url);
    answers = {};
    tryAgain();
    await worker;
    expect(missingCode()).toBeNull();
  });

  it('that throws an error fails', async () => {
    const { file, load } = module();
    load.mockRejectedValue(new Error('a bug'));
    await expect(loadChunk(load, [file])).rejects.toThrow('a bug');
    expect(missingCode()).toBeNull();
  });

  it('is retried if nothing arrives for 20 seconds, but not while data arrives', async () => {
    vi.useFakeTimers();
    const { file, url, load } = module();
    const others = [module(), module(), module()];
    for (const address of [url, ...others.map((other) => other.url)]) answers[address] = 'never';
    const links = vi.spyOn(document.head, 'append').mock.calls;
    const part = loadChunk(load, [file, ...others.map((other) => other.file)]);
    for (const [link] of links.slice(-3)) {
      await vi.advanceTimersByTimeAsync(15_000);
      (link as Element).dispatchEvent(new Event('load'));
    }
    await vi.advanceTimersByTimeAsync(19_000);
    expect(missingCode()).toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    expect(missingCode()).toMatchObject({ kind: 'away', file: url });
    answers = {};
    tryAgain();
    expect(await part).toBe('the dialog');
  });
});

describe('preloading', () => {
  const { connection } = navigator as Navigator & { connection: { saveData: boolean } };
  beforeEach(() => {
    connection.saveData = false;
  });
  afterEach(() => {
    connection.saveData = true;
  });

  it('is silent about missing code, unlike a click', async () => {
    const { file, url, load } = module();
    answers[url] = 'offline';
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

  it('is skipped if the user saves data', async () => {
    vi.useFakeTimers();
    connection.saveData = true;
    const { file, load } = module();
    loadAhead(() => loadChunk(load, [file]));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([]);
  });
});
