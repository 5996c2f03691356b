import { expect, it } from 'vitest';
import { joinChunks } from './build-chunks.ts';

const chunks = (sizes: Record<string, [bytes: number, imports?: string[]]>) =>
  new Map(Object.entries(sizes).map(([file, [bytes, imports = []]]) => [file, { bytes, imports }]));
const scene = (...files: string[]) => ({ files, weight: 1 });
const sorted = (groups: string[][]) => groups.map((files) => files.toSorted()).sort();

it('joins files that the same scenes load', () => {
  const all = chunks({ page: [5000, ['icon', 'queries']], icon: [200], queries: [300], other: [4000] });
  const joined = joinChunks(all, [scene('page'), scene('other')], 1000);
  expect(sorted(joined)).toEqual([['icon', 'page', 'queries']]);
});

it('joins files that some scenes load without need if the saved requests are worth more', () => {
  const all = chunks({
    a: [9000, ['icon', 'menu']],
    b: [9000, ['icon', 'menu']],
    c: [9000, ['menu']],
    icon: [200],
    menu: [900],
  });
  const scenes = [scene('a'), scene('b'), scene('c')];
  expect(sorted(joinChunks(all, scenes, 1000))).toEqual([['icon', 'menu']]);
  expect(joinChunks(all, scenes, 50)).toEqual([]);
});

it('takes no scene beyond what it should load at most', () => {
  const all = chunks({
    a: [9000, ['icon', 'menu']],
    b: [9000, ['icon', 'menu']],
    c: [9000, ['menu']],
    icon: [200],
    menu: [900],
  });
  const joined = (bytes: number) =>
    joinChunks(all, [scene('a'), scene('b'), { ...scene('c'), most: { bytes } }], 1000);
  expect(joined(9000)).not.toEqual([]);
  expect(joined(8000)).toEqual([]);
});

it('leaves apart what only one scene needs and is big', () => {
  const all = chunks({ page: [5000, ['icon']], viewer: [90_000, ['icon']], icon: [200] });
  expect(joinChunks(all, [scene('page'), scene('page', 'viewer')], 1000).flat()).not.toContain('viewer');
});

it('counts what a joined file imports, also', () => {
  const all = chunks({ a: [100], b: [100, ['heavy']], heavy: [50_000] });
  const scenes = [scene('a'), scene('a', 'b'), scene('a', 'b')];
  expect(joinChunks(all, scenes, 1000).flat()).not.toContain('a');
});

it('never makes files that import each other', () => {
  const all = chunks({ a: [100, ['b']], b: [100, ['c']], c: [100], d: [100, ['b']] });
  const scenes = [scene('a'), scene('b'), scene('c'), scene('d'), scene('a', 'd'), scene('a', 'c')];
  for (const requestBytes of [60, 150, 400, 2000]) {
    const joined = joinChunks(all, scenes, requestBytes);
    const unitOf = (file: string) => joined.findIndex((files) => files.includes(file));
    const units = (file: string, seen: string[] = []): string[] =>
      (all.get(file)?.imports ?? []).flatMap((other) => [other, ...units(other, [...seen, file])]);
    for (const file of all.keys()) {
      const left = units(file).findIndex((other) => unitOf(other) !== unitOf(file));
      // Nothing that comes after a file of another group belongs to the first group again.
      if (unitOf(file) >= 0 && left >= 0)
        expect(units(file).slice(left).map(unitOf)).not.toContain(unitOf(file));
    }
  }
});
