import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { boundsOfPath } from './svg-path.ts';

/** Every text of up to this many of the parts. */
function* textsOf(parts: string[], length: number): Generator<string> {
  yield '';
  if (length === 0) return;
  for (const rest of textsOf(parts, length - 1)) for (const part of parts) yield `${rest} ${part}`;
}

it('understands no path that a PDF cannot hold', () => {
  const doc = new PDFDocument({ compress: false });
  const numbers: number[] = [];
  const { lineTo, moveTo, bezierCurveTo } = doc;
  for (const [name, draw] of Object.entries({ lineTo, moveTo, bezierCurveTo })) {
    Object.assign(doc, {
      [name]: (...values: number[]) => {
        numbers.push(...values);
        return (draw as (...values: number[]) => unknown).apply(doc, values);
      },
    });
  }
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

it.each(['', 'M1 1', 'M1 1L', 'L1 1 2 2', 'M 1 1 L 2', 'M0 0 Z 5 5', 'M0 0 A1 1 0 0 0 5 5', 'M0 0 L1e7 0'])(
  'does not understand %j',
  (path) => expect(boundsOfPath(path)).toBeNull(),
);
