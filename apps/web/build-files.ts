/** The files of a build: what is in them and what they load. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

export interface BuiltFile {
  /** Paths from the web app's folder. */
  modules: string[];
  /** Files loaded with it. */
  imports: string[];
  /** Modules that its own may load later. */
  later: string[];
  css: string[];
  assets: string[];
}
export type BuiltFiles = Record<string, BuiltFile>;

const pathOf = (id: string, root: string) =>
  id
    .replace(/\?.*/, '')
    .replace(`${root}/`, '')
    .replace(/^.*\/packages\/i18n\//, 'i18n/');

type Output = Rolldown.OutputBundle[string];
type Chunk = Rolldown.OutputChunk & {
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> };
};

/** @param laterOf the modules that a module may load later */
export const builtFiles = (
  outputs: Iterable<Output>,
  root: string,
  laterOf: (id: string) => readonly string[] = () => [],
): BuiltFiles =>
  Object.fromEntries(
    [...outputs].flatMap((output) => {
      if (output.type !== 'chunk') return [];
      const { fileName, moduleIds, imports, viteMetadata } = output as Chunk;
      return [
        [
          fileName,
          {
            modules: moduleIds.map((id) => pathOf(id, root)),
            imports,
            later: [...new Set(moduleIds.flatMap(laterOf))].map((id) => pathOf(id, root)),
            css: [...(viteMetadata?.importedCss ?? [])],
            assets: [...(viteMetadata?.importedAssets ?? [])],
          },
        ],
      ];
    }),
  );

/** `.vite/files.json`: unlike Vite's manifest, it also names the modules of files that hold several. */
export function fileList(): Plugin {
  let root = '';
  return {
    name: 'file-list',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: {
      // After Vite has removed the scripts that only stand for a style sheet.
      order: 'post',
      handler(_, bundle) {
        const laterOf = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
        const files = builtFiles(Object.values(bundle), root, laterOf);
        this.emitFile({ type: 'asset', fileName: '.vite/files.json', source: JSON.stringify(files) });
      },
    },
  };
}

export const readBuiltFiles = (dist: string): BuiltFiles =>
  JSON.parse(readFileSync(join(dist, '.vite/files.json'), 'utf8'));

export const findFileWith = (files: BuiltFiles, module: string): string | undefined =>
  Object.keys(files).find((file) => files[file]?.modules.includes(module));

/** @throws if the build has no such module */
export function fileWith(files: BuiltFiles, module: string): string {
  const found = findFileWith(files, module);
  if (!found) throw new Error(`The build has no ${module}`);
  return found;
}

/** These files and all that are loaded with them. */
export function withImports(files: BuiltFiles, first: Iterable<string>): Set<string> {
  const found = new Set(first);
  for (const file of found) for (const other of files[file]?.imports ?? []) found.add(other);
  return found;
}

/** The module of a language's texts. */
export const textOf = (language: string, name: string): string => `i18n/src/${language}/${name}.json`;

export const filesWith = (files: BuiltFiles, modules: readonly string[]): Set<string> =>
  withImports(
    files,
    modules.map((module) => fileWith(files, module)),
  );
