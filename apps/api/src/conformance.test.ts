/** docs/conformance.md names the tests that prove each requirement. They must exist. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const text = readFileSync(path.join(root, 'docs/conformance.md'), 'utf8');

/** The file behind each short name, from the tables at the end. */
const files = new Map(
  [...text.matchAll(/^\| `([\w-]+\/[\w-]+)` \| \[[^\]]+\]\(\.\.\/([^)]+)\) \|$/gm)].map(
    ([, name = '', file = '']) => [name, file],
  ),
);
const sources = new Map(
  [...files].map(([name, file]) => [
    name,
    readFileSync(path.join(root, file), 'utf8').replaceAll("\\'", "'"),
  ]),
);

/** `api/customer` keeps names unique; … → the short name and the title, which may be `outer › inner`. */
const named = [...text.matchAll(/`((?:api|web|shared|i18n|e2e)\/[\w-]+)` ([^;|`]+)/g)].map(
  ([, name = '', title = '']) => ({ name, title: title.replace(/ \*\*.*| — $/s, '').trim() }),
);

const isIn = (source: string, title: string) =>
  title.split(' › ').every((part) => source.includes(part.trim()));

it('every short name stands for a test file', () => {
  expect(files.size).toBeGreaterThan(100);
  const unknown = named.map(({ name }) => name).filter((name) => !files.has(name));
  expect([...new Set(unknown)]).toEqual([]);
});

it('every named test exists', () => {
  expect(named.length).toBeGreaterThan(1000);
  const missing = named.filter(({ name, title }) => {
    const source = sources.get(name) ?? '';
    // A remark in brackets may follow.
    return !isIn(source, title) && !isIn(source, title.replace(/ ?\(.*$|\)$/s, ''));
  });
  expect(missing.map(({ name, title }) => `${name}: ${title}`)).toEqual([]);
});
