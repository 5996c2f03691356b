/** What counts as a signature, for the pad that takes it and for the server that seals it. */

export interface Point {
  x: number;
  y: number;
}

const fieldWidth = 1000;

/** Strokes, in units of a field that is 1000 wide. */
export type Lines = readonly (readonly Point[])[];

/** Ink that is shorter than this, all strokes together, is a slip of the hand. Initials and a small cross are longer. */
const leastInk = 60;
/** The longer side of the box around the ink. Scribbling on one spot makes ink without becoming a signature. */
const leastExtent = 20;

/** Whether somebody has signed, rather than touched the field: strokes of some length, over some extent. */
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
  // What is larger than the field is made smaller on the document, and its ink with it.
  const scale = Math.min(1, fieldWidth / extent);
  return ink * scale >= leastInk && extent >= leastExtent;
}
