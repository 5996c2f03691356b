/** Decides what counts as a signature, both for the signature pad and for the server. */

export interface Point {
  x: number;
  y: number;
}

const fieldWidth = 1000;

/** Strokes, in units of a field that is 1000 wide. */
export type Lines = readonly (readonly Point[])[];

/** Ink shorter than this, over all strokes, is an accidental touch. Initials and a small cross are longer. */
const leastInk = 60;
/** Minimum for the longer side of the box around the ink. A scribble in one spot is no signature. */
const leastExtent = 20;

/** Whether the strokes are long and wide enough for a signature. */
export function isSignature(lines: Lines): boolean {
  let ink = 0;
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const line of lines) {
    for (const [index, { x, y }] of line.entries()) {
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      const before = line[index - 1];
      if (before) ink += Math.hypot(x - before.x, y - before.y);
    }
  }
  const extent = Math.max(box.right - box.left, box.bottom - box.top);
  // The document scales a larger drawing, including its line width, down to the field.
  const scale = Math.min(1, fieldWidth / extent);
  return ink * scale >= leastInk && extent >= leastExtent;
}
