import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { boundsOfPath, isPlainPath } from './svg-path.ts';

/** Every text of up to this many of the parts. */
function* textsOf(parts: string[], length: number): Generator<string> {
  yield '';
  if (length === 0) return;
  for (const rest of textsOf(parts, length - 1)) for (const part of parts) yield `${rest} ${part}`;
}

/** A document that notes every place where it is told to draw. */
function watchedDocument() {
  const doc = new PDFDocument({ compress: false });
  const numbers: number[] = [];
  const { lineTo, moveTo, bezierCurveTo, quadraticCurveTo } = doc;
  for (const [name, draw] of Object.entries({ lineTo, moveTo, bezierCurveTo, quadraticCurveTo })) {
    Object.assign(doc, {
      [name]: (...values: number[]) => {
        numbers.push(...values);
        return (draw as (...values: number[]) => unknown).apply(doc, values);
      },
    });
  }
  return { doc, numbers };
}

it('rejects a path that a PDF cannot contain', () => {
  const { doc, numbers } = watchedDocument();
  let understood = 0;
  for (const text of textsOf(['M', 'l', 'H', 'Z', 't', '3', '-.5 1e3', '1 2 3 4'], 5)) {
    if (!boundsOfPath(text)) continue;
    understood += 1;
    doc.path(text).stroke();
  }
  expect(understood).toBeGreaterThan(100);
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers.every(Number.isFinite)).toBe(true);
});

it('measures the visible extent of a plain path', () => {
  let compared = 0;
  for (const text of textsOf(
    ['M0 0', 'L30-40', 'l5,.5', 'C1 2 3 4 5 6', '1e2 7', 'e', '-', '.', ',', '+'],
    4,
  )) {
    const bounds = boundsOfPath(text);
    if (!bounds || !isPlainPath(text)) continue;
    compared += 1;
    const { doc, numbers } = watchedDocument();
    doc.path(text);
    const [xs, ys] = [0, 1].map((side) => numbers.filter((_, index) => index % 2 === side)) as [
      number[],
      number[],
    ];
    const shown = {
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    };
    expect(shown, text).toEqual(bounds);
  }
  expect(compared).toBeGreaterThan(100);
});

it.each([
  'M 0 0 Le100 e100',
  'M0 0 L - 100 100',
  'e M0 0L100 100',
  'M0 e0L100 100',
  'M0 0L1.5.L2 2',
  'M0 0, L100 100',
])('takes %j for no plain path', (path) => expect(isPlainPath(path)).toBe(false));

it.each(['', 'M1 1', 'M1 1L', 'L1 1 2 2', 'M 1 1 L 2', 'M0 0 Z 5 5', 'M0 0 A1 1 0 0 0 5 5', 'M0 0 L1e7 0'])(
  'does not understand %j',
  (path) => expect(boundsOfPath(path)).toBeNull(),
);
