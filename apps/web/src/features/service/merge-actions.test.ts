import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionLine } from './checklist.ts';
import { lineNamed, mergeActions, takeLine } from './merge-actions.ts';

const line = (name: string, part: Partial<ActionLine> = {}): ActionLine => ({
  key: name,
  name,
  done: true,
  quantity: '1',
  fields: [],
  extra: false,
  ...part,
});
const offered = (name: string) => line(name, { done: false, key: `list-${name}` });
const value = (name: string, text: string) => ({ name, unit: 'mm', value: text });

/** The stored content, regardless of its order. */
const stored = (lines: readonly ActionLine[]) =>
  lines
    .filter(({ done }) => done)
    .map(({ name, quantity, fields }) => {
      const filled = fields.filter((field) => field.value !== '').map((field) => [field.name, field.value]);
      return JSON.stringify([name, quantity, filled.sort()]);
    })
    .sort();

const anyValue = fc.record({
  name: fc.constantFrom('Width', 'Depth'),
  unit: fc.constant('mm'),
  value: fc.constantFrom('', '1', '2', '-3,5'),
});
const anyLine = fc
  .record({
    name: fc.constantFrom('Belt', 'Oil', 'Ropes', 'Brake', 'Guard'),
    quantity: fc.constantFrom('1', '2', '0.5'),
    fields: fc.uniqueArray(anyValue, { selector: ({ name }) => name }),
    done: fc.boolean(),
  })
  .map(({ name, ...part }) => line(name, part));
const anyLines = fc.uniqueArray(anyLine, { selector: ({ name }) => name });

describe('actions changed by two users', () => {
  it('are merged if they ticked different ones', () => {
    const { values, conflicts } = mergeActions({
      base: [],
      mine: [offered('Ropes'), line('Brake'), offered('Belt')],
      theirs: [line('Ropes', { quantity: '2' })],
    });
    expect(values.map(({ name, done, quantity, key }) => [name, done, quantity, key])).toEqual([
      ['Ropes', true, '2', 'list-Ropes'],
      ['Brake', true, '1', 'Brake'],
      ['Belt', false, '1', 'list-Belt'],
    ]);
    expect(conflicts).toEqual([]);
  });

  it('are merged if they filled in different values of one action', () => {
    const empty = line('Ropes', { fields: [value('Width', ''), value('Depth', '')] });
    const { values, conflicts } = mergeActions({
      base: [line('Ropes')],
      mine: [{ ...empty, fields: [value('Width', '12'), value('Depth', '')] }],
      theirs: [line('Ropes', { quantity: '4', fields: [value('Depth', '3')] })],
    });
    expect(values).toMatchObject([{ quantity: '4', fields: [value('Width', '12'), value('Depth', '3')] }]);
    expect(conflicts).toEqual([]);
  });

  it('conflict only if both changed the same value; mine is kept until theirs is taken', () => {
    const base = [line('Ropes', { fields: [value('Width', '10')] }), line('Belt')];
    const mine = [line('Ropes', { fields: [value('Width', '11')] }), line('Belt')];
    const theirs = [line('Ropes', { fields: [value('Width', '12')] }), line('Belt'), line('Oil')];
    const { values, conflicts } = mergeActions({ base, mine, theirs });
    expect(conflicts).toEqual(['ropes']);
    expect(lineNamed(values, 'ropes')?.fields).toEqual([value('Width', '11')]);
    const taken = takeLine(values, theirs, 'ropes');
    expect(stored(taken)).toEqual(stored(theirs));
  });

  it('conflict if one user changed a line that the other removed', () => {
    const base = [line('Ropes')];
    const changed = [line('Ropes', { quantity: '2' })];
    expect(mergeActions({ base, mine: changed, theirs: [] })).toEqual({
      values: changed,
      conflicts: ['ropes'],
    });
    expect(mergeActions({ base, mine: [offered('Ropes')], theirs: changed })).toEqual({
      values: [offered('Ropes')],
      conflicts: ['ropes'],
    });
    expect(takeLine(changed, [], 'ropes')).toEqual([]);
  });

  it('do not change through number formatting or an empty custom line', () => {
    const empty = line('', { extra: true });
    const { values, conflicts } = mergeActions({
      base: [line('Oil', { quantity: '2.5' })],
      mine: [line('oil', { quantity: '2,5' }), empty],
      theirs: [line('Oil', { quantity: '3' })],
    });
    expect(values).toMatchObject([{ quantity: '3' }, empty]);
    expect(conflicts).toEqual([]);
  });

  it('keep two lines with the same name', () => {
    const twice = [line('Belt'), line('Belt', { key: 'second', quantity: '3' })];
    expect(stored(mergeActions({ base: [], mine: [line('Belt 2')], theirs: twice }).values)).toEqual(
      stored([...twice, line('Belt 2')]),
    );
  });

  it('are theirs if I changed nothing, and mine if they changed nothing', () => {
    fc.assert(
      fc.property(anyLines, anyLines, (base, changed) => {
        const theirs = mergeActions({ base, mine: base, theirs: changed });
        expect(stored(theirs.values)).toEqual(stored(changed));
        const mine = mergeActions({ base, mine: changed, theirs: base });
        expect(stored(mine.values)).toEqual(stored(changed));
        expect([...theirs.conflicts, ...mine.conflicts]).toEqual([]);
      }),
    );
  });

  it('are consistent for both users, except for the conflicts', () => {
    fc.assert(
      fc.property(anyLines, anyLines, anyLines, (base, one, other) => {
        const here = mergeActions({ base, mine: one, theirs: other });
        const there = mergeActions({ base, mine: other, theirs: one });
        expect([...here.conflicts].sort()).toEqual([...there.conflicts].sort());
        const contested = new Set(here.conflicts);
        const agreed = (lines: ActionLine[]) =>
          stored(lines.filter(({ name }) => !contested.has(name.toLowerCase())));
        expect(agreed(here.values)).toEqual(agreed(there.values));
        expect(new Set(here.values.map(({ key }) => key)).size).toBe(here.values.length);
      }),
    );
  });

  it('equal theirs if every conflict is resolved in their favour', () => {
    fc.assert(
      fc.property(anyLines, anyLines, anyLines, (base, mine, theirs) => {
        const { values, conflicts } = mergeActions({ base, mine, theirs });
        const taken = conflicts.reduce((lines, name) => takeLine(lines, theirs, name), values);
        for (const name of conflicts) {
          const [now, wanted] = [lineNamed(taken, name), lineNamed(theirs, name)];
          expect(stored(now ? [now] : [])).toEqual(stored(wanted ? [wanted] : []));
        }
      }),
    );
  });
});
