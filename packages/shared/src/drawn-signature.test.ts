import { describe, expect, it } from 'vitest';
import { isSignature } from './drawn-signature.ts';

const line = (...places: [number, number][]) => places.map(([x, y]) => ({ x, y }));

describe('isSignature', () => {
  it.each([
    ['nothing', []],
    ['a dot', [line([10, 10])]],
    ['a line that goes nowhere', [line([0, 0], [0, 0])]],
    ['a short slip', [line([10, 10], [40, 10])]],
    ['many dots far apart', Array.from({ length: 100 }, (_, index) => line([index * 10, 5]))],
    [
      'two dots so far apart that they are dots on paper',
      [line([0, 0], [90, 0]), line([1e6, 1e6], [1e6, 1e6])],
    ],
    [
      'hundreds of points on one spot',
      [Array.from({ length: 500 }, (_, index) => ({ x: 10 + (index % 2) * 9, y: 10 + (index % 3) * 4 }))],
    ],
  ])('%s is none', (_, lines) => {
    expect(isSignature(lines)).toBe(false);
  });

  it.each([
    ['a small cross', [line([10, 10], [35, 35]), line([35, 10], [10, 35])]],
    ['a short stroke', [line([10, 100], [75, 100])]],
    ['initials', [line([10, 60], [20, 10], [30, 60]), line([50, 10], [50, 60], [70, 60])]],
  ])('%s is one', (_, lines) => {
    expect(isSignature(lines)).toBe(true);
  });
});
