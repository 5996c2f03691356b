/** The service worker, and the list of what it stores, so that a technician's screens open without a network. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@servicebook/i18n';
import { build, type Plugin } from 'vite';
import {
  type BuiltFiles,
  filesWith,
  findFileWith,
  readBuiltFiles,
  textOf,
  withImports,
} from './build-files.ts';

/** The pages of a day in the field. What they load later, such as dialogs and tabs, comes along by itself. */
const pages = [
  'src/app/screens/home/home-page.tsx',
  'src/app/screens/customer/customer-edit-page.tsx',
  'src/app/screens/device/device-edit-page.tsx',
  'src/app/screens/logout/logout-page.tsx',
  'src/app/screens/my-account/my-account-page.tsx',
  'src/app/screens/stored-data/stored-data-page.tsx',
  'src/features/customer/customer-list-page.tsx',
  'src/features/device/device-add-page.tsx',
  'src/features/device/device-list-page.tsx',
  'src/features/inspection/inspection-overview-page.tsx',
  'src/features/service/services-list-page.tsx',
  'src/features/todo/todo-list-page.tsx',
  'src/features/user/login-page.tsx',
  'src/features/visit/visit-list-page.tsx',
  'src/features/visit/visit-page.tsx',
];
/** Useless without the server, or the public site's. They are stored when they are first used, like all other files. */
const left = [
  // Half a megabyte that shows documents of the server.
  'src/components/pdf-preview.tsx',
  'src/app/screens/my-account/management-tab.tsx',
  'src/features/site/site-footer.tsx',
];
/** The texts of the public site. */
const siteTexts = ['privacy', 'site', 'terms'];
/** Files that index.html names, and that keep their name when they change. */
const publicFiles = ['color-scheme.js', 'rescue.js', 'favicon.svg', 'manifest.webmanifest'];

export interface StoredFiles {
  page: { url: string; revision: string; integrity: string };
  files: { url: string; revision: string | null }[];
  texts: Record<string, string[]>;
}

/** A customer reads in another language than the one who wrote it. */
const documentTexts = languages.map((language) => textOf(language, 'service-pdf'));
const isText = (module: string) => module.startsWith('i18n/src/') || module.includes('/first-texts/');
const isLeft = (module: string) =>
  left.includes(module) || isText(module) || (module.endsWith('-page.tsx') && !pages.includes(module));

/** The files of the app's start and of `pages`, the texts of documents in every language, and the other texts of each language. */
export function filesToStore(files: BuiltFiles): { files: string[]; texts: Record<string, string[]> } {
  const parts = (file: string): string[] => {
    const { css = [], assets = [] } = files[file] ?? {};
    // Pictures of style sheets. Scripts of workers and their WebAssembly are big, and only needed for rare files.
    return [file, ...css, ...assets.filter((asset) => /\.(png|svg|woff2)$/.test(asset))];
  };
  const found = filesWith(files, ['src/app/main.tsx', ...pages, ...documentTexts]);
  for (const file of found) {
    const later = (files[file]?.later ?? []).filter((module) => !isLeft(module));
    const laterFiles = later.flatMap((module) => findFileWith(files, module) ?? []);
    for (const other of withImports(files, laterFiles)) found.add(other);
  }
  const app = new Set([...found].flatMap(parts));
  const texts = languages.map((language): [string, string[]] => {
    const own = Object.keys(files).filter((file) =>
      files[file]?.modules.some(
        (module) =>
          module === `src/lib/first-texts/${language}.ts` ||
          (module.startsWith(textOf(language, '').replace('.json', '')) &&
            !siteTexts.some((name) => module === textOf(language, name))),
      ),
    );
    const all = [...withImports(files, own)].flatMap(parts);
    return [language, [...new Set(all)].filter((file) => !app.has(file))];
  });
  return { files: [...app], texts: Object.fromEntries(texts) };
}

const hashOf = (content: Buffer, algorithm: string) => createHash(algorithm).update(content).digest('base64');

/** `service-worker.js`, and `.vite/stored-files.json`, its list of files. */
export function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'service-worker',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'post',
    configResolved: (config) => {
      root = config.root;
    },
    async writeBundle({ dir = '' }) {
      const { files, texts } = filesToStore(readBuiltFiles(dir));
      const page = await readFile(join(dir, 'index.html'));
      const stored: StoredFiles = {
        page: {
          url: '/index.html',
          revision: hashOf(page, 'md5'),
          // During an update of several servers, the page of another build must not be stored with the files of this one.
          integrity: `sha384-${hashOf(page, 'sha384')}`,
        },
        files: [
          ...files.map((file) => ({ url: `/${file}`, revision: null })),
          ...(await Promise.all(
            publicFiles.map(async (file) => ({
              url: `/${file}`,
              revision: hashOf(await readFile(join(root, 'public', file)), 'md5'),
            })),
          )),
        ],
        texts: Object.fromEntries(
          Object.entries(texts).map(([language, list]) => [language, list.map((file) => `/${file}`)]),
        ),
      };
      await writeFile(join(dir, '.vite/stored-files.json'), JSON.stringify(stored));
      await build({
        root,
        configFile: false,
        logLevel: 'warn',
        define: { storedFiles: JSON.stringify(stored), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: 'src/service-worker/worker.ts',
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
    },
  };
}
