/** A Mantine component without its style sheet is present but invisible, which jsdom does not show. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const web = path.resolve(import.meta.dirname, '../..');
const styles = path.join(web, 'node_modules/@mantine/core/styles');
const common = readFileSync(path.join(web, 'src/app/mantine.css'), 'utf8');
/** Components that draw another one, which also needs its sheet. */
const parts: Record<string, string[]> = { SegmentedControl: ['FloatingIndicator'] };
/** `Radio.Card` is the component RadioCard. */
const membersOf = (name: string, source: string): string[] =>
  [...source.matchAll(new RegExp(`<${name}\\.(\\w+)`, 'g'))].map(([, member]) => `${name}${member}`);
const sheet = (component: string) => `@mantine/core/styles/${component}.layer.css`;

it('every used component has its style sheet, next to its use or among the common ones', () => {
  const files = globSync('src/**/*.tsx', { cwd: web }).filter((file) => !file.endsWith('.test.tsx'));
  const missing = files.flatMap((file) => {
    const source = readFileSync(path.join(web, file), 'utf8');
    const [, names = ''] = source.match(/import \{([^}]*)\} from '@mantine\/core'/) ?? [];
    return names
      .split(',')
      .map((name) => name.trim())
      .flatMap((name) => [name, ...(parts[name] ?? []), ...membersOf(name, source)])
      .filter((name) => existsSync(path.join(styles, `${name}.layer.css`)))
      .filter((name) => !common.includes(sheet(name)) && !source.includes(sheet(name)))
      .map((name) => `${file}: ${name}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

it('no element is hidden by a class that the app does not load', () => {
  const files = globSync('src/**/*.tsx', { cwd: web });
  const used = files.filter((file) =>
    /(hidden|visible)From=/.test(readFileSync(path.join(web, file), 'utf8')),
  );
  expect(used).toEqual([]);
});
