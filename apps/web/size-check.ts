/**
 * Holds what each page loads from cold to its budgets: the JavaScript of a first load (/ or /login, everything it runs, one
 * language's texts), what every other page loads more than /login, and the number of scripts. Gzipped, as a server sends
 * it; what loads when a dialog or another tab opens does not count. Run after `vite build`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { languages } from '@servicebook/i18n';
import { filesWith, readBuiltFiles, textOf } from './build-files.ts';
import {
  afterwards,
  budgetOf,
  frame,
  mostScripts,
  openPages,
  protocol,
  publicPages,
  signedInPages,
} from './build-scenes.ts';
import type { StoredFiles } from './build-service-worker.ts';

/**
 * 180, and 2 for work without a network: leaving a stored version of the app that lacks or breaks something, and finding
 * out that the phone must answer. The answers come later.
 */
const firstLoadBudget = 182;
/** A further public page. */
const furtherPageBudget = 122;
/** What the service worker stores in one language, as it travels (Brotli). */
const storedBudget = 1000;
/** The page itself, which the server draws with its style sheet, has the other half of 30 kB. */
const publicPageBudget = 15;

const dist = join(import.meta.dirname, 'dist');
const files = readBuiltFiles(dist);

const sizes = new Map<string, number>();
function gzipped(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(join(dist, file)), { level: 6 }).length / 1000;
  sizes.set(file, size);
  return size;
}

const filesOf = (...modules: string[]) => filesWith(files, modules);
const union = (...sets: Iterable<string>[]) => new Set(sets.flatMap((set) => [...set]));
const weigh = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gzipped(file), 0);

/** The texts of the language that weighs most. */
const heaviest = (sets: Set<string>[]) =>
  sets.reduce((one, other) => (weigh(other) > weigh(one) ? other : one));
const texts = heaviest(languages.map((language) => filesOf(`src/lib/first-texts/${language}.ts`)));
const siteTexts = heaviest(languages.map((language) => filesOf(textOf(language, 'site'))));
/** A page behind the sign-in needs one or two files of them. */
const laterTexts = heaviest(
  languages.map((language) => filesOf(textOf(language, 'components'), textOf(language, 'order'))),
);

const start = filesOf('src/app/main.tsx');
const login = union(start, filesOf(openPages.login), texts);

interface Row {
  page: string;
  /** The code it runs, from cold. */
  files: Set<string>;
  size: number;
  budget: number;
}
const weighMore = (all: Set<string>, loaded: Set<string>) =>
  weigh([...all].filter((file) => !loaded.has(file)));
const rows: Row[] = [
  ...Object.entries(openPages).map(([name, page]): Row => {
    const all = union(start, filesOf(page), texts, ['login', 'register'].includes(name) ? [] : siteTexts);
    return ['landing', 'login'].includes(name)
      ? { page: name, files: all, size: weigh(all), budget: firstLoadBudget }
      : { page: name, files: all, size: weighMore(filesOf(page), login), budget: furtherPageBudget };
  }),
  ...[...Object.entries(signedInPages), ['protocol', protocol] as const].map(
    ([page, modules]): Row => ({
      page,
      files: union(start, texts, laterTexts, filesOf(...frame, ...modules, ...afterwards)),
      size: weighMore(filesOf(...frame, ...modules), login),
      budget: budgetOf(modules),
    }),
  ),
  // Scripts of the pages that the server draws, which load nothing else.
  ...publicPages.map((page): Row => {
    const all = filesOf(page);
    return { page, files: all, size: weigh(all), budget: publicPageBudget };
  }),
];
const isFine = ({ files: all, size, budget }: Row) => size <= budget && all.size <= mostScripts;

console.table(
  rows.map((row) => ({
    page: row.page,
    'kB gzip': Number(row.size.toFixed(1)),
    budget: row.budget,
    scripts: row.files.size,
    'all, kB': Number(weigh(row.files).toFixed(1)),
    ok: isFine(row) ? 'yes' : 'NO',
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
if (!rows.every(isFine)) process.exit(1);
if (storedRows.some((row) => row['kB Brotli'] > storedBudget)) process.exit(1);
