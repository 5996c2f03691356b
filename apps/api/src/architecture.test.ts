// Holds the direction of imports, on both sides of the wire. What one file may know of another is the architecture;
// the rest of the lint is in biome.json.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

interface Rule {
  name: string;
  /** Files it speaks of, relative to the top folder. */
  files: RegExp;
  except?: RegExp;
  /** Imports they may not have: files relative to the top folder, or packages. */
  refuses: RegExp;
}

const tests = /\.test\.tsx?$|\/testing\//;

const rules: Rule[] = [
  {
    name: 'shared runs on both sides and knows neither',
    files: /^packages\/shared\//,
    except: tests,
    refuses: /^(@servicebook\/|apps\/|node:|express|react|pg$)/,
  },
  {
    name: 'the web app knows the API only through shared contracts',
    files: /^apps\/web\//,
    refuses: /^(apps\/api\/|@servicebook\/(api|prisma))/,
  },
  {
    name: 'API: platform serves any application',
    files: /^apps\/api\/src\/platform\//,
    except: tests,
    refuses: /^apps\/api\/src\/(?!platform\/|generated\/)/,
  },
  {
    name: 'API: http mounts features without knowing them',
    files: /^apps\/api\/src\/http\//,
    except: tests,
    refuses: /^apps\/api\/src\/(features|testing|app|main|start)\b/,
  },
  {
    name: 'API: features know what is below them',
    files: /^apps\/api\/src\/features\//,
    except: tests,
    refuses: /^apps\/api\/src\/(testing|app|main|start)\b/,
  },
  {
    name: 'API: services speak no HTTP',
    files: /^apps\/api\/src\/features\//,
    // Routes bind handlers; the index lists them.
    except: /\.test\.ts$|\.routes\.ts$|\/features\/index\.ts$/,
    refuses: /^(express$|multer$|apps\/api\/src\/http\/)/,
  },
  {
    name: 'API: only the scoped factory holds the raw database',
    files: /^apps\/api\/src\/features\//,
    except: tests,
    refuses: /^(pg$|@prisma\/adapter-pg$|apps\/api\/src\/platform\/database)/,
  },
  {
    name: 'web: lib and components know no feature',
    files: /^apps\/web\/src\/(lib|components)\//,
    except: tests,
    refuses: /^apps\/web\/src\/(features|app)\//,
  },
  {
    name: 'web: features know neither the shell nor axios',
    files: /^apps\/web\/src\/features\//,
    except: tests,
    refuses: /^(axios$|apps\/web\/src\/app\/)/,
  },
];

const files = globSync('{apps/*/src,packages/*/src}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !file.includes('/generated/'),
);
const imports = new Map(files.map((file) => [file, readImports(file)]));

function readImports(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const specifiers = [
    ...text.matchAll(/(?:^|[\s}])from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm),
  ];
  return specifiers
    .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
    .map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name));
}

const offences = (rule: Rule): string[] =>
  files
    .filter((file) => rule.files.test(file) && !rule.except?.test(file))
    .flatMap((file) => (imports.get(file) ?? []).map((imported) => ({ file, imported })))
    .filter(({ imported }) => rule.refuses.test(imported))
    .map(({ file, imported }) => `${file} imports ${imported}`);

test.each(rules)('$name', (rule) => {
  expect(files.some((file) => rule.files.test(file))).toBe(true);
  expect(offences(rule)).toEqual([]);
});

const featureOf = (file: string) => /^apps\/api\/src\/features\/([^/]+)\//.exec(file)?.[1];

test('API: features form no circle', () => {
  const uses = new Map<string, Set<string>>();
  for (const file of files.filter((name) => featureOf(name) && !tests.test(name))) {
    const feature = featureOf(file) as string;
    const used = (imports.get(file) ?? []).flatMap((imported) => featureOf(imported) ?? []);
    uses.set(feature, new Set([...(uses.get(feature) ?? []), ...used.filter((name) => name !== feature)]));
  }
  // Features that use no remaining one are removed, again and again; a circle and what leads to it stay.
  for (let size = 0; size !== uses.size; ) {
    size = uses.size;
    for (const [feature, used] of uses) if (![...used].some((name) => uses.has(name))) uses.delete(feature);
  }
  expect([...uses.keys()]).toEqual([]);
});

test('API: a feature uses what another does, not how it is reached', () => {
  const strangers = files
    .filter((file) => featureOf(file) && !tests.test(file))
    .flatMap((file) => (imports.get(file) ?? []).map((imported) => ({ file, imported })))
    .filter(({ file, imported }) => featureOf(imported) && featureOf(imported) !== featureOf(file))
    .filter(({ imported }) => imported.endsWith('.routes.ts'));
  expect(strangers.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([]);
});
