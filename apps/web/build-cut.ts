/** How the build cuts the code into files: once as the bundler does, and then with those files joined (build-chunks.ts). */
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { joinChunks, type Scene } from './build-chunks.ts';
import { builtFiles, fileWith, withImports } from './build-files.ts';
import {
  afterwards,
  budgetOf,
  frame,
  mostScripts,
  openPages,
  protocol,
  signedInPages,
} from './build-scenes.ts';

/**
 * On a slow phone connection a request takes 150 milliseconds, and HTTP/1.1 makes six at once: 25 milliseconds each, in
 * which 5 to 6 kB arrive.
 */
const requestBytes = 6000;

/** How much a scene counts. What visitors load has no room for more; the protocol is what the app is about. */
const weights = { firstLoad: 300, open: 30, page: 1, protocol: 10, later: 0.01 };

/** Texts of which a day in the field needs most. The others are the office's. */
const fieldTexts = [
  'bulk',
  'category',
  'components',
  'customer',
  'device',
  'file',
  'history',
  'home',
  'incident',
  'inspection',
  'inspection-overview',
  'linked',
  'note',
  'notification',
  'offline',
  'part',
  'search',
  'service',
  'service-overview',
  'todo',
  'unsent',
  'visit',
];
/** Public pages, and documents in the language of their reader: files of their own. */
const ownTexts = ['account', 'common', 'errors', 'privacy', 'service-pdf', 'site', 'terms'];
const textFile = /\/i18n\/src\/(\w\w)\/([\w-]+)\.json$/;

/** Two files of texts for each language. */
const textGroup: Rolldown.CodeSplittingGroup = {
  debugName: 'texts',
  test: textFile,
  name: (id) => {
    const [, language, name = ''] = textFile.exec(id) ?? [];
    if (ownTexts.includes(name)) return null;
    return `${fieldTexts.includes(name) ? 'field' : 'office'}-${language}`;
  },
};

type Groups = Rolldown.CodeSplittingGroup[];

/**
 * @param config what the build takes into account
 * @param fixed groups that stay as they are
 */
export function joinedFiles(config: InlineConfig, fixed: Groups): Plugin {
  return {
    name: 'joined-files',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    config: async () => ({
      build: { rolldownOptions: { output: { codeSplitting: { groups: await groupsOf(config, fixed) } } } },
    }),
  };
}

async function groupsOf(config: InlineConfig, fixed: Groups): Promise<Groups> {
  const outputs = await filesAlone(config, [...fixed, textGroup]);
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const files = builtFiles(outputs, config.root ?? '');
  const start = withImports(
    files,
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
  );
  const stays = ({ fileName, name, moduleIds }: Rolldown.OutputChunk) =>
    start.has(fileName) ||
    fixed.some((group) => group.name === name) ||
    moduleIds.every((id) => textFile.test(id) || id.includes('/first-texts/'));
  const free = chunks.filter((chunk) => !stays(chunk));
  const filesOf = (modules: string[]) => modules.map((module) => fileWith(files, module));
  // Besides, every page loads the start and two files of texts.
  const mostFree = mostScripts - start.size - 2;
  const scenes: Scene[] = [
    ...Object.entries(openPages).map(([name, page]) => ({
      files: filesOf([page]),
      weight: ['landing', 'login'].includes(name) ? weights.firstLoad : weights.open,
    })),
    { files: filesOf(['src/features/user/sign-in.ts']), weight: weights.page },
    ...[...Object.values(signedInPages), protocol.slice(0, 3)].flatMap((page) => [
      { files: filesOf([...frame, ...page]), weight: weights.page, most: { bytes: budgetOf(page) * 1000 } },
      { files: filesOf([...frame, ...page, ...afterwards]), weight: weights.page, most: { files: mostFree } },
    ]),
    {
      files: filesOf([...frame, ...protocol, ...afterwards]),
      weight: weights.protocol,
      most: { files: mostFree },
    },
    // Everything else that opens later: dialogs, tabs.
    ...free
      .filter(({ isDynamicEntry }) => isDynamicEntry)
      .map(({ fileName }) => ({ files: [fileName], weight: weights.later })),
  ];
  const joined = joinChunks(
    new Map(free.map(({ fileName, imports, code }) => [fileName, { imports, bytes: gzipSync(code).length }])),
    scenes,
    requestBytes,
  );
  const groupOf = new Map(
    joined.flatMap((names, index) =>
      free
        .filter(({ fileName }) => names.includes(fileName))
        .flatMap(({ moduleIds }) => moduleIds.map((id): [string, string] => [id, `part-${index}`])),
    ),
  );
  return [
    ...fixed,
    textGroup,
    // What a joined file imports has its own place.
    { debugName: 'parts', name: (id) => groupOf.get(id) ?? null, includeDependenciesRecursively: false },
  ];
}

async function filesAlone(
  config: InlineConfig,
  groups: Groups,
): Promise<(Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const options = config.build?.rolldownOptions;
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: {
      ...config.build,
      write: false,
      rolldownOptions: { ...options, output: { codeSplitting: { groups } } },
    },
  });
  return [result].flat().flatMap((each) => ('output' in each ? each.output : []));
}
