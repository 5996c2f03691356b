/** What the build writes beside Vite's own files: compressed copies, and what each public page begins with. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { languages } from '@servicebook/i18n';
import { publicPages } from '@servicebook/shared/site';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|svg|json|webmanifest|wasm)$/;

/** A Brotli copy of every file worth it, so that the server need not compress what never changes. */
export function brotliCopies(): Plugin {
  return {
    name: 'brotli-copies',
    apply: 'build',
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

const pageFiles: Record<(typeof publicPages)[number]['name'], string> = {
  landing: 'site/landing-page.tsx',
  pricing: 'site/pricing-page.tsx',
  mobile: 'site/mobile-app-page.tsx',
  about: 'site/about-page.tsx',
  terms: 'site/terms-page.tsx',
  privacy: 'site/privacy-page.tsx',
  security: 'site/security-page.tsx',
  login: 'user/login-page.tsx',
  register: 'account/register-page.tsx',
};

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/**
 * `.vite/first-files.json`: the scripts and style sheets of every public page and of every language's texts, which the
 * server names in the page's head; without it a browser would learn of them one after the other.
 */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }) {
      const manifest: Record<string, Chunk> = JSON.parse(
        await readFile(join(dir, '.vite/manifest.json'), 'utf8'),
      );
      const filesOf = (key: string, found = new Set<string>()): Set<string> => {
        const chunk = manifest[key];
        if (!chunk) throw new Error(`The build has no ${key}`);
        if (found.has(chunk.file)) return found;
        for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
        for (const key of chunk.imports ?? []) filesOf(key, found);
        return found;
      };
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      const start = new Set([...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file));
      const later = (...keys: string[]) =>
        [...new Set(keys.flatMap((key) => [...filesOf(key)]))].filter((file) => !start.has(file));
      const texts = Object.fromEntries(
        languages.map((language) => [
          language,
          {
            always: later(`src/lib/first-texts/${language}.ts`),
            site: later(`../../packages/i18n/src/${language}/site.json`),
          },
        ]),
      );
      const pages = Object.fromEntries(
        publicPages.map(({ name }) => [name, later(`src/features/${pageFiles[name]}`)]),
      );
      await writeFile(join(dir, '.vite/first-files.json'), JSON.stringify({ texts, pages }));
    },
  };
}
