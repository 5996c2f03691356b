import { describe, expect, it } from 'vitest';
import {
  type ActionLine,
  changeSign,
  countDone,
  linesOf,
  mergeChecklist,
  performedOf,
  readQuantity,
  stepQuantity,
  toggleAll,
} from './checklist.ts';

const oil = {
  name: 'Oil change',
  fields: [
    { name: 'Amount', unit: 'l' },
    { name: 'Grade', unit: '' },
  ],
};
const belt = { name: 'Belt tension', fields: [] };
const line = (part: Partial<ActionLine>): ActionLine => ({
  key: 'x',
  name: 'Line',
  done: true,
  quantity: '1',
  fields: [],
  extra: true,
  ...part,
});

describe('the checklist of a machine', () => {
  it('offers the category’s actions, unticked, with empty fields', () => {
    expect(mergeChecklist([oil, belt], [])).toEqual([
      {
        key: 'list-0',
        name: 'Oil change',
        done: false,
        quantity: '1',
        extra: false,
        fields: [
          { name: 'Amount', unit: 'l', value: '' },
          { name: 'Grade', unit: '', value: '' },
        ],
      },
      { key: 'list-1', name: 'Belt tension', done: false, quantity: '1', extra: false, fields: [] },
    ]);
  });

  it('merges recorded lines in the category’s order, and keeps the rest at the end', () => {
    const recorded = linesOf([
      { name: 'Cleaned the hall', quantity: 1, fields: [] },
      { name: 'Belt tension', quantity: 2, fields: [] },
      { name: 'oil change', quantity: 1, fields: [{ name: 'Amount', unit: 'l', value: '4.5' }] },
    ]);
    const merged = mergeChecklist([oil, belt], recorded);
    expect(merged.map(({ name, done, extra }) => [name, done, extra])).toEqual([
      ['oil change', true, false],
      ['Belt tension', true, false],
      ['Cleaned the hall', true, true],
    ]);
    expect(merged[0]?.fields).toEqual([
      { name: 'Amount', unit: 'l', value: '4.5' },
      { name: 'Grade', unit: '', value: '' },
    ]);
    expect(merged[1]?.quantity).toBe('2');
  });

  it('keeps duplicates and fields that the category no longer has', () => {
    const recorded = linesOf([
      { name: 'Belt tension', quantity: 1, fields: [{ name: 'Force', unit: 'N', value: '90' }] },
      { name: 'Belt tension', quantity: 3, fields: [] },
    ]);
    const merged = mergeChecklist([belt], recorded);
    expect(merged).toHaveLength(2);
    expect(merged[0]?.fields).toEqual([{ name: 'Force', unit: 'N', value: '90' }]);
    expect(merged[1]).toMatchObject({ quantity: '3', extra: true });
    expect(new Set(merged.map(({ key }) => key)).size).toBe(2);
  });

  it('drops unticked actions that are no longer offered, and merging again changes nothing', () => {
    const once = mergeChecklist([oil, belt], []).map((each, index) => ({ ...each, done: index === 0 }));
    expect(mergeChecklist([], once).map(({ name }) => name)).toEqual(['Oil change']);
    const merged = mergeChecklist([oil, belt], once);
    expect(mergeChecklist([oil, belt], merged)).toEqual(merged);
  });

  it('sends the ticked actions with their values', () => {
    const lines = [
      line({
        name: ' Oil change ',
        quantity: '2,5',
        fields: [
          { name: 'Amount', unit: 'l', value: ' 4 ' },
          { name: 'Grade', unit: '', value: '' },
        ],
      }),
      line({ name: 'Belt', done: false }),
      line({ name: '   ' }),
      line({ name: 'Visit', quantity: '' }),
    ];
    expect(performedOf(7, lines)).toEqual([
      {
        line: 0,
        action: {
          device: { id: 7 },
          name: 'Oil change',
          quantity: 2.5,
          fields: [{ name: 'Amount', unit: 'l', value: '4' }],
        },
      },
      { line: 3, action: { device: { id: 7 }, name: 'Visit', quantity: 1, fields: [] } },
    ]);
    expect(countDone(lines)).toBe(2);
  });

  it('ticks all, then clears all', () => {
    const all = toggleAll([line({ done: false }), line({})]);
    expect(all.every(({ done }) => done)).toBe(true);
    expect(toggleAll(all).some(({ done }) => done)).toBe(false);
  });
});

describe('a value', () => {
  it('changes its sign and back, and keeps its decimal separator', () => {
    expect(['18,5', '-18,5', '+2.5', '−4', '', '-'].map(changeSign)).toEqual([
      '-18,5',
      '18,5',
      '-2.5',
      '4',
      '-',
      '',
    ]);
  });
});

describe('a quantity', () => {
  it('is parsed with comma or point; other text is invalid', () => {
    expect(['3', '2,5', '2.5', '.5', ' 4 ', '0'].map(readQuantity)).toEqual([3, 2.5, 2.5, 0.5, 4, 0]);
    expect(['', '-1', 'two', '1,5,2', '1e3', '.'].map(readQuantity)).toEqual(Array(6).fill(null));
  });

  it('steps by one and stops at zero', () => {
    expect(stepQuantity('1', 1)).toBe('2');
    expect(stepQuantity('0.1', 1)).toBe('1.1');
    expect(stepQuantity('0.5', -1)).toBe('0');
    expect(stepQuantity('nonsense', 1)).toBe('1');
  });
});
