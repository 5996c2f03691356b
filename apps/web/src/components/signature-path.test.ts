import { describe, expect, it } from 'vitest';
import {
  extend,
  heightOf,
  isSigned,
  mayBegin,
  type SignatureStroke,
  strokesToPath,
  toBox,
  toSignature,
} from './signature-path.ts';

const stroke = (...places: [number, number][]): SignatureStroke => ({
  points: places.map(([x, y], index) => ({ x, y, time: index * 16, pressure: 0.5 })),
});

describe('toBox', () => {
  it('gives the same position for any size of the field', () => {
    expect(toBox(179, 89.5, { width: 358, height: 179 })).toEqual({ x: 500, y: 250 });
    expect(toBox(360, 180, { width: 720, height: 360 })).toEqual({ x: 500, y: 250 });
  });

  it('clamps a pen that leaves the field to its edge', () => {
    expect(toBox(-20, 400, { width: 358, height: 179 })).toEqual({ x: 0, y: 500 });
    expect(toBox(400, 400, { width: 358, height: 286.4 })).toEqual({ x: 1000, y: 800 });
  });
});

describe('heightOf', () => {
  it('shows all ink of a tall field, and is never less than half of the width', () => {
    expect(heightOf([stroke([10, 10]), stroke([10, 720.5], [40, 30])])).toBe(727);
    expect(heightOf([stroke([10, 10])])).toBe(500);
    expect(heightOf([])).toBe(500);
  });
});

describe('strokesToPath', () => {
  it('draws one stroke after the other in one path', () => {
    expect(strokesToPath([stroke([10, 10], [20, 20]), stroke([30, 30], [40, 30])])).toBe(
      'M10 10L20 20M30 30L40 30',
    );
  });

  it('turns a tap into a visible dot', () => {
    expect(strokesToPath([stroke([10, 10])])).toBe('M10 10L10.1 10');
  });

  it('draws a smooth line through every point', () => {
    const path = strokesToPath([stroke([0, 0], [100, 0], [100, 100])]);
    expect(path).toBe('M0 0C16.7 0 83.3 -16.7 100 0C116.7 16.7 100 83.3 100 100');
    expect(path).toMatch(/^[MLC0-9 .-]+$/);
  });

  it('is empty without strokes', () => {
    expect(strokesToPath([])).toBe('');
  });
});

describe('extend', () => {
  it('drops the tremor of the hand and keeps real movement', () => {
    const still = extend(stroke([10, 10]), { x: 11, y: 11, time: 16, pressure: 0.5 });
    expect(still.points).toHaveLength(1);
    expect(extend(still, { x: 15, y: 10, time: 32, pressure: 0.5 }).points).toHaveLength(2);
  });

  it('stays within the server’s limits', () => {
    const full = {
      points: Array.from({ length: 5000 }, (_, index) => ({ x: index, y: 0, time: 0, pressure: 0 })),
    };
    expect(extend(full, { x: 9999, y: 9, time: 0, pressure: 0 }).points).toHaveLength(5000);
    expect(mayBegin(Array.from({ length: 499 }, () => stroke([1, 1])))).toBe(true);
    expect(mayBegin(Array.from({ length: 500 }, () => stroke([1, 1])))).toBe(false);
  });
});

describe('isSigned', () => {
  it('accepts neither an empty field nor an accidental touch', () => {
    expect(isSigned([])).toBe(false);
    expect(isSigned([stroke([10, 10])])).toBe(false);
    expect(isSigned([stroke([10, 10], [40, 10])])).toBe(false);
    expect(toSignature([stroke([10, 10], [40, 10])])).toBeNull();
  });

  it('accepts a cross', () => {
    const cross = [stroke([10, 10], [60, 60]), stroke([60, 10], [10, 60])];
    expect(toSignature(cross)).toEqual({
      svgPath: 'M10 10L60 60M60 10L10 60',
      width: 1000,
      height: 500,
      strokes: cross,
    });
  });
});
