// Features of the API use each other in one direction. All other rules on imports are in .dependency-cruiser.mjs.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

const files = globSync('apps/api/src/features/*/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
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

const featureOf = (file: string) => /^apps\/api\/src\/features\/([^/]+)\//.exec(file)?.[1];

test('API: features form no cycle', () => {
  const uses = new Map<string, Set<string>>();
  for (const file of files) {
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
