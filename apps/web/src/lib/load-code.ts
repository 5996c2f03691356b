/**
 * How the build loads every code file, style sheet and text that comes later (build-extras.ts puts it around each
 * `import()`): what does not arrive is tried again until it does, so a page, a dialog or a language is late, but never
 * fails. app/code-notice.tsx says so.
 *
 * Most browsers remember a module they could not fetch and refuse it until the page is loaded again. So files are
 * fetched into the browser's cache first, and only what is whole there is imported.
 */
const silentFor = 20_000;
const longestPause = 30_000;

/** away: tried again by itself; gone: only a reload brings it, since the server has another build by now. */
export type MissingCode = { kind: 'away' | 'gone'; file: string };

class Missing extends Error {
  readonly gone: boolean;
  constructor(file: string, gone: boolean) {
    super(`Not loaded: ${file}`);
    this.gone = gone;
  }
}

const arrived = new Map<string, Promise<void>>();
const applied = new Map<string, Promise<void>>();
/** What the user waits for and does not get. */
const missing = new Map<object, MissingCode>();
const listeners = new Set<() => void>();
const pausing = new Set<() => void>();
let ahead = false;

/**
 * Stands in for Vite's helper. It gets the files of the build that a module is made of, but none where that is only its
 * own: that one is read from the function around the `import()`, since a list of all would weigh on the first load.
 */
export function loadChunk<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  const [, own] = /import\([`'"]\.\/([^`'"]+)/.exec(String(load)) ?? [];
  const urls = files.length === 0 && own ? [`/assets/${own}`] : files.map((file) => `/${file}`);
  return loadCode(load, urls);
}

/** @param files addresses of the module's own file, which comes first, and of all it needs. */
export async function loadCode<Module>(
  importModule: () => Promise<Module>,
  files: string[],
): Promise<Module> {
  const quiet = ahead;
  const place = {};
  let refusals = 0;
  for (let tries = 0; ; tries++) {
    try {
      await loadFiles(files);
      const module = await importModule();
      report(place, null);
      return module;
    } catch (error) {
      const refused = isRefusal(error);
      if (refused) {
        refusals++;
        // The cache may have lost them again: the next try fetches them anew.
        for (const file of files) arrived.delete(file);
      }
      const gone = refusals > 1 || (error instanceof Missing && error.gone);
      if (!(refused || error instanceof Missing) || (gone && quiet)) {
        report(place, null);
        throw error;
      }
      if (!quiet) report(place, { kind: gone ? 'gone' : 'away', file: files[0] ?? '' });
      await pause(tries);
    }
  }
}

/** Loads for later what a press would load: in an idle moment, in silence, and not where the user saves data. */
export function loadAhead(...loads: (() => Promise<unknown>)[]): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => {};
  const start = () => {
    ahead = true;
    // Only the press needs it; should it be missing still, the press says so.
    for (const load of loads) load().catch(() => {});
    ahead = false;
  };
  // Safari has no requestIdleCallback.
  if (!window.requestIdleCallback) {
    const timer = window.setTimeout(start, 1000);
    return () => window.clearTimeout(timer);
  }
  const waiting = window.requestIdleCallback(start, { timeout: 5000 });
  return () => window.cancelIdleCallback(waiting);
}

export const tryAgain = (): void => {
  for (const goOn of [...pausing]) goOn();
};
window.addEventListener('online', tryAgain);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tryAgain());

export const watchMissingCode = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** What was asked for last; what is gone before all that may still come. */
export const missingCode = (): MissingCode | null => {
  const all = [...missing.values()];
  return all.findLast(({ kind }) => kind === 'gone') ?? all.at(-1) ?? null;
};

function report(place: object, what: MissingCode | null): void {
  if (what) missing.set(place, what);
  else if (!missing.delete(place)) return;
  for (const listener of listeners) listener();
}

/** A browser that cannot or will not import what was fetched just now. Each says it in its own way. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message);

function pause(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      pausing.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, Math.min(longestPause, 1000 * 2 ** tries));
    pausing.add(goOn);
  });
}

/** Fetches files of the build, and applies the style sheets among them. */
async function loadFiles(urls: string[]): Promise<void> {
  await Promise.all(
    urls.map((url) => once(arrived, url, () => (isInPage(url) ? undefined : fetchWhole(url)))),
  );
  const styles = urls.filter((url) => url.endsWith('.css'));
  await Promise.all(styles.map((url) => once(applied, url, () => (isInPage(url) ? undefined : apply(url)))));
}

function once(known: Map<string, Promise<void>>, url: string, load: () => Promise<void> | undefined) {
  const loading = known.get(url) ?? Promise.resolve(load());
  known.set(url, loading);
  loading.catch(() => known.delete(url));
  return loading;
}

const isInPage = (url: string): boolean =>
  document.querySelector(`link[href="${url}"], script[src="${url}"]`) !== null;

const fetching = new Set<AbortController>();
let silence: number | undefined;
/** A slow connection may take its time, and its files wait for one another; but when all are silent, none will come. */
function heard(): void {
  window.clearTimeout(silence);
  if (fetching.size === 0) return;
  silence = window.setTimeout(() => {
    for (const request of fetching) request.abort();
  }, silentFor);
}

/** Fetches a file to its end into the browser's cache. */
async function fetchWhole(url: string): Promise<void> {
  const request = new AbortController();
  fetching.add(request);
  heard();
  try {
    const response = await fetch(url, { signal: request.signal });
    if (!response.ok) throw new Missing(url, response.status === 404);
    const reader = response.body?.getReader();
    while (reader && !(await reader.read()).done) heard();
  } catch (error) {
    throw error instanceof Missing ? error : new Missing(url, false);
  } finally {
    fetching.delete(request);
    heard();
  }
}

function apply(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = url;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Missing(url, false));
    };
    document.head.append(link);
  });
}
