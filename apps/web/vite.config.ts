import { convertCssVariables, defaultCssVariablesResolver } from '@mantine/core';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, defineConfig, type Plugin, type Rolldown } from 'vite';
import { joinedFiles } from './build-cut.ts';
import { brotliCopies, drawnPages, firstFiles, patientImports } from './build-extras.ts';
import { fileList } from './build-files.ts';
import { publicPages } from './build-scenes.ts';
import { serviceWorker } from './build-service-worker.ts';
import { cssVariablesResolver, mergedTheme } from './src/app/theme.ts';

const unusedColours = /^--mantine-color-(pink|grape|violet|indigo|cyan|lime)-/;
const used = (variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !unusedColours.test(name)));

/**
 * The theme's CSS variables as a style sheet, so that none has to be written into the page at run time. A build leaves
 * out Mantine's code for that, 1.7 kB of the first load.
 */
function themeVariables(): Plugin {
  const id = '/__theme.css';
  return {
    name: 'theme-variables',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : undefined),
    load(source) {
      if (source.endsWith('/MantineCssVariables/MantineCssVariables.mjs'))
        return 'export const MantineCssVariables = () => null;';
      if (source !== id) return;
      const base = defaultCssVariablesResolver(mergedTheme);
      const own = cssVariablesResolver(mergedTheme);
      return convertCssVariables(
        {
          variables: used({ ...base.variables, ...own.variables }),
          light: used({ ...base.light, ...own.light }),
          dark: used({ ...base.dark, ...own.dark }),
        },
        ':root',
      );
    },
  };
}

/** Mantine's parts that every form is made of. */
const formParts =
  /@mantine\/(hooks\/esm\/use-(id|uncontrolled)|core\/esm\/components\/(Input|InputBase|TextInput|PasswordInput|CloseButton|Text|Anchor|Alert)\/)/;

const api = `http://localhost:${process.env.API_PORT ?? 3001}`;

const codePlugins = [react(), themeVariables(), patientImports()];

const buildOptions = {
  target: 'es2022',
  // Inlined files would need data: in the content security policy for more than pictures.
  assetsInlineLimit: 0,
  rolldownOptions: { input: ['index.html', ...publicPages] },
} satisfies BuildEnvironmentOptions;

/** Left alone, the first load is forty files, which compress and travel far worse than four. */
const fixedGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
  { name: 'form-parts', test: formParts },
  // Shared by the app's dialogs and the page of a link, which must not load the app for it.
  { name: 'signature', test: /(components\/signature-(ink|path)|shared\/src\/drawn-signature)\.ts$/ },
  { name: 'start', tags: ['$initial'], test: /^(?!.*\/public-pages\/)/ },
];

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [
    ...codePlugins,
    joinedFiles({ root, plugins: codePlugins, build: buildOptions }, fixedGroups),
    brotliCopies(),
    fileList(),
    firstFiles(),
    drawnPages(),
    serviceWorker(),
  ],
  server: {
    port: Number(process.env.PORT ?? 3000),
    proxy: {
      '/api': api,
      '/dev': api,
      // Pages that the server draws.
      '^/(v|sign|my)/': api,
      '^/verify$': api,
      // The address is a screen as well as a call: only the call goes to the server.
      '/logout': {
        target: api,
        bypass: (request) => (request.headers['x-requested-with'] ? null : '/index.html'),
      },
    },
  },
  build: {
    ...buildOptions,
    manifest: true,
    // size-check.ts holds every page to its budget, gzipped.
    chunkSizeWarningLimit: 2000,
  },
});
