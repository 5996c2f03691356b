/**
 * Loads every later code file, style sheet and text of the build (build-extras.ts wraps each `import()` with it). Failed
 * files are retried until they arrive, so a page, a dialog or a language may be late, but never fails.
 * app/code-notice.tsx informs the user.
 *
 * After a failed import of a module with several files, a browser refuses it until the page is reloaded. A failed
 * preload has no such effect. So all files are preloaded first, like Vite's own helper does, and then the module is
 * imported.
 */
const stallTimeout = 20_000;
const longestPause = 30_000;

/** away: retried automatically; gone: needs a reload, because the server has another build. */
export type MissingCode = { kind: 'away' | 'gone'; file: string };

class Missing extends Error {
  readonly file: string;
  constructor(file: string) {
    super(`Not loaded: ${file}`);
    this.file = file;
  }
}

/** Running and finished preloads, by address. */
const preloads = new Map<string, Promise<void>>();
/** Missing code that the user is waiting for. */
const missing = new Map<object, MissingCode>();
const listeners = new Set<() => void>();
const pausing = new Set<() => void>();
let isPreloading = false;
/** Told in place of the notice. */
let whenAway: (() => void) | null = null;

/**
 * Replaces Vite's helper.
 * @param files the files of the module in the build, its own first; empty if it has only one.
 */
export async function loadChunk<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  const isSilent = isPreloading;
  const tellAway = whenAway;
  const place = {};
  const urls = files.map((file) => `/${file}`);
  let refusals = 0;
  for (let tries = 0; ; tries++) {
    try {
      await Promise.all(urls.map(preloaded));
      const module = await load();
      report(place, null);
      return module;
    } catch (error) {
      const file = fileOf(error);
      const state = file === null ? 'broken' : await stateOf(file || urls[0]);
      if (state === 'there' && !(error instanceof Missing)) refusals++;
      const isGone = state === 'gone' || refusals > 1;
      if (file === null || (isGone && isSilent)) {
        report(place, null);
        throw error;
      }
      const isTold = tellAway && !isGone;
      if (isTold) tellAway();
      if (!isSilent) report(place, isTold ? null : { kind: isGone ? 'gone' : 'away', file });
      await pause(tries);
    }
  }
}

/** Loads a file that is not a module of the page, such as a worker's script, into the browser's cache. */
export const loadFile = (url: string): Promise<void> =>
  loadChunk(async () => {
    try {
      const answer = await fetch(url);
      await answer.blob();
      if (answer.ok) return;
    } catch {}
    throw new Missing(url);
  });

/** Loads code whose place on the screen says itself that it is away. It is retried like all code. */
export function loadInPlace<Module>(
  load: () => Promise<Module>,
  onAway: (() => void) | null,
): Promise<Module> {
  whenAway = onAway;
  try {
    return load();
  } finally {
    whenAway = null;
  }
}

/** Preloads code for later, when the browser is idle, without error messages, and unless the user saves data. */
export function loadAhead(...loads: (() => Promise<unknown>)[]): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => {};
  const start = () => {
    isPreloading = true;
    // If it is still missing when needed, the later load reports it.
    for (const load of loads) load().catch(() => {});
    isPreloading = false;
  };
  // Safari has no requestIdleCallback.
  if (!window.requestIdleCallback) {
    const timer = window.setTimeout(start, 1000);
    return () => window.clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(start, { timeout: 5000 });
  return () => window.cancelIdleCallback(idle);
}

export const tryAgain = (): void => {
  for (const goOn of [...pausing]) goOn();
};
// The build draws pages without a browser.
if (!import.meta.env.SSR) {
  window.addEventListener('online', tryAgain);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tryAgain());
}

export const watchMissingCode = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** The most recent missing code; "gone" takes precedence over "away". */
export const missingCode = (): MissingCode | null => {
  const all = [...missing.values()];
  return all.findLast(({ kind }) => kind === 'gone') ?? all.at(-1) ?? null;
};

function report(place: object, what: MissingCode | null): void {
  if (what) missing.set(place, what);
  else if (!missing.delete(place)) return;
  for (const listener of listeners) listener();
}

/** The file of a failed load, empty if the browser does not name it; null if the module itself threw. */
function fileOf(error: unknown): string | null {
  if (error instanceof Missing) return error.file;
  const message = error instanceof Error ? error.message : '';
  if (!/dynamically imported module|module script failed/i.test(message)) return null;
  const [, path = ''] = /https?:\/\/[^/]+(\/\S+)/.exec(message) ?? [];
  return path;
}

/** Whether the server still has a file; "away" without an answer. */
async function stateOf(file = '/'): Promise<'there' | 'gone' | 'away'> {
  try {
    const signal = AbortSignal.timeout(5000);
    const { ok, status } = await fetch(file, { method: 'HEAD', cache: 'no-store', signal });
    return ok ? 'there' : status === 404 ? 'gone' : 'away';
  } catch {
    return 'away';
  }
}

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

/** Preloads a file of the build once, and applies it if it is a style sheet. */
function preloaded(url: string): Promise<void> {
  const known = preloads.get(url);
  if (known) return known;
  const inPage = document.querySelector(`link[href="${url}"], script[src="${url}"]`) !== null;
  const loading = inPage ? Promise.resolve() : preload(url);
  preloads.set(url, loading);
  loading.catch(() => preloads.delete(url));
  return loading;
}

const waiting = new Set<() => void>();
let silence: number | undefined;
/** On a slow connection, files wait for one another; but if none makes progress, none will arrive. */
function heard(): void {
  window.clearTimeout(silence);
  if (waiting.size === 0) return;
  silence = window.setTimeout(() => {
    for (const giveUp of [...waiting]) giveUp();
  }, stallTimeout);
}

function preload(url: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = url.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  // Older browsers do not fire events for this; they only use the import.
  if (!link.relList.supports(link.rel)) return Promise.resolve();
  link.crossOrigin = '';
  link.href = url;
  return new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      link.remove();
      reject(new Missing(url));
      waiting.delete(giveUp);
      heard();
    };
    link.onerror = giveUp;
    link.onload = () => {
      resolve();
      waiting.delete(giveUp);
      heard();
    };
    waiting.add(giveUp);
    heard();
    document.head.append(link);
  });
}
