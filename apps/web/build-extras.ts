/**
 * Additions to Vite's build: how later code is loaded, compressed copies, what each page begins with, and what is
 * drawn of it before its scripts.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { languages } from '@servicebook/i18n';
import { build, type Plugin } from 'vite';
import { filesWith, readBuiltFiles, textOf } from './build-files.ts';
import { frame, openPages, signedInPages } from './build-scenes.ts';

const compressible = /\.(m?js|css|svg|json|webmanifest|wasm)$/;

/** Loads later code by src/lib/load-code.ts, which retries, instead of Vite's helper, which fails. */
export function patientImports(): Plugin {
  let root = '';
  let found = false;
  return {
    name: 'patient-imports',
    apply: 'build',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root;
    },
    load(id) {
      if (id !== '\0vite/preload-helper.js') return;
      found = true;
      return `export { loadChunk as __vitePreload } from ${JSON.stringify(join(root, 'src/lib/load-code.ts'))};`;
    },
    buildEnd(error) {
      if (!error && !found && this.environment.config.consumer === 'client')
        this.error('Vite has renamed its helper, so code that does not load would not be tried again');
    },
  };
}

/** A Brotli copy of every file worth it, so that the server need not compress files that never change. */
export function brotliCopies(): Plugin {
  return {
    name: 'brotli-copies',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    enforce: 'post',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => compressible.test(file));
      await Promise.all(
        files.map(async (file) => {
          const content = await readFile(join(dir, file));
          if (content.length < 1024) return;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          };
          await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(content, { params }));
        }),
      );
    },
  };
}

/**
 * `.vite/first-files.json`: the scripts and style sheets of every page and of every language's texts, which the server
 * names in the page's head; without it a browser would learn of them one after the other.
 */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    enforce: 'post',
    async writeBundle({ dir = '' }) {
      const files = readBuiltFiles(dir);
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      const start = new Set([...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file));
      const later = (...modules: string[]) => {
        const scripts = [...filesWith(files, modules)];
        const css = scripts.flatMap((file) => files[file]?.css ?? []);
        return [...new Set([...scripts, ...css])].filter((file) => !start.has(file));
      };
      const texts = Object.fromEntries(
        languages.map((language) => [
          language,
          {
            always: later(`src/lib/first-texts/${language}.ts`),
            site: later(textOf(language, 'site')),
            signedIn: later(textOf(language, 'components')),
          },
        ]),
      );
      const pages = Object.fromEntries(
        Object.entries(openPages).map(([name, module]) => [name, later(module)]),
      );
      const signedIn = Object.fromEntries(
        Object.entries(signedInPages).map(([address, modules]) => [address, later(...frame, ...modules)]),
      );
      await writeFile(join(dir, '.vite/first-files.json'), JSON.stringify({ texts, pages, signedIn }));
    },
  };
}

/** `.vite/landing-de.html` and others: what is shown to whom the scripts have not reached yet (src/app/prerender.tsx). */
export function drawnPages(): Plugin {
  let root = '';
  let isServerBuild = false;
  return {
    name: 'drawn-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      isServerBuild = Boolean(config.build.ssr);
    },
    async writeBundle({ dir = '' }) {
      if (isServerBuild) return;
      const outDir = join(dir, '.prerender');
      await build({
        root,
        logLevel: 'warn',
        build: {
          ssr: 'src/app/prerender.tsx',
          outDir,
          sourcemap: false,
          copyPublicDir: false,
          rolldownOptions: { output: { codeSplitting: {} } },
        },
      });
      const { drawPages } = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
      for (const [name, page] of Object.entries<string>(await drawPages()))
        await writeFile(join(dir, `.vite/${name}.html`), page);
      await rm(outDir, { recursive: true });
    },
  };
}
