/**
 * Holds the JavaScript of a first load (/ or /login, everything it runs, one language's texts) to its budget, and of every
 * further page what it adds: for a page behind the sign-in, to the code that signing in has loaded. Gzipped, as a server
 * sends it; code that loads when a dialog or a tab opens does not count. Run after `vite build`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { languages } from '@servicebook/i18n';
import type { StoredFiles } from './build-service-worker.ts';

/**
 * 180, and 2 for work without a network: leaving a stored version of the app that lacks or breaks something, and finding
 * out that the phone must answer. The answers come later.
 */
const firstLoadBudget = 182;
/** 120, and 2 for the transport that asks the phone when the server does not answer, and keeps what cannot be sent. */
const furtherPageBudget = 122;
/** What the service worker stores in one language, as it travels (Brotli). */
const storedBudget = 1000;
/** The page itself, which the server draws with its style sheet, has the other half of 30 kB. */
const publicPageBudget = 15;

interface Chunk {
  file: string;
  imports?: string[];
}
const dist = join(import.meta.dirname, 'dist');
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const sizes = new Map<string, number>();
function gzipped(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(join(dist, file)), { level: 6 }).length / 1000;
  sizes.set(file, size);
  return size;
}

const chunkOf = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));

/** A chunk's file and all it imports at once. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const key of chunkOf.get(file)?.imports ?? []) withImports(fileOf(key), found);
  return found;
}

function fileOf(key: string): string {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  return chunk.file;
}
const filesOf = (key: string) => withImports(fileOf(key));

const union = (...sets: Iterable<string>[]) => new Set(sets.flatMap((set) => [...set]));
const weigh = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gzipped(file), 0);

/** The first texts of the language that weighs most. */
const heaviest = (sets: Set<string>[]) =>
  sets.reduce((one, other) => (weigh(other) > weigh(one) ? other : one));
const texts = heaviest(languages.map((language) => filesOf(`src/lib/first-texts/${language}.ts`)));
const siteTexts = heaviest(
  languages.map((language) => filesOf(`../../packages/i18n/src/${language}/site.json`)),
);

const page = readFileSync(join(dist, 'index.html'), 'utf8');
const initialScripts = [...page.matchAll(/src="\/(assets\/[^"]+\.js)"/g)].flatMap(([, file]) =>
  file ? [...withImports(file)] : [],
);
const scripts = (files: Set<string>) => [...files].filter((file) => file.endsWith('.js'));
const login = 'src/features/user/login-page.tsx';
const firstLoad = union(initialScripts, filesOf(login), texts);
const startPage = union(initialScripts, filesOf('src/features/site/landing-page.tsx'), texts, siteTexts);
const signingIn = filesOf('src/features/user/sign-in.ts');
const shell = union(filesOf('src/app/top-bar.tsx'), filesOf('src/app/bottom-bar.tsx'));
const openToAll = (key: string) =>
  key.startsWith('src/features/site/') ||
  ['src/features/account/register-page.tsx', 'src/app/not-found-page.tsx'].includes(key);

const weighMore = (files: Set<string>, loaded: Set<string>) =>
  weigh([...files].filter((file) => !loaded.has(file)));
const pages = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx') && key !== login);
/** Scripts of the pages that the server draws, which load nothing else. */
const publicPages = Object.keys(manifest).filter((key) => key.startsWith('src/public-pages/'));
const rows = [
  { page: '/, first load', size: weigh(scripts(startPage)), cold: 0, budget: firstLoadBudget },
  { page: '/login, first load', size: weigh(scripts(firstLoad)), cold: 0, budget: firstLoadBudget },
  ...publicPages.map((key) => ({
    page: key.replace('src/', ''),
    size: weigh(filesOf(key)),
    cold: 0,
    budget: publicPageBudget,
  })),
  ...pages.map((key) => {
    const files = openToAll(key) ? filesOf(key) : union(filesOf(key), shell);
    const loaded = openToAll(key) ? firstLoad : union(firstLoad, signingIn);
    return {
      page: key.replace('src/', ''),
      size: weighMore(files, loaded),
      cold: weighMore(files, firstLoad),
      budget: furtherPageBudget,
    };
  }),
];

console.table(
  rows.map(({ page, size, cold, budget }) => ({
    page,
    'kB gzip': Number(size.toFixed(1)),
    'more than /login untouched': cold ? Number(cold.toFixed(1)) : '',
    budget,
    ok: size <= budget ? 'yes' : 'NO',
  })),
);

const stored: StoredFiles = JSON.parse(readFileSync(join(dist, '.vite/stored-files.json'), 'utf8'));
const travels = (url: string) => {
  const file = join(dist, url);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size / 1000;
};
const storedRows = Object.entries(stored.texts).map(([language, texts]) => {
  const files = [stored.page.url, ...stored.files.map(({ url }) => url), ...texts];
  return {
    language,
    files: files.length,
    'kB Brotli': Math.round(files.reduce((sum, file) => sum + travels(file), 0)),
  };
});
console.log('Stored on the device by the service worker, by language:');
console.table(storedRows);
if (rows.some(({ size, budget }) => size > budget)) process.exit(1);
if (storedRows.some((row) => row['kB Brotli'] > storedBudget)) process.exit(1);
