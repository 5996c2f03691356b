/** Measures SVG path data, so that a drawing of any size can be fitted into a box. */
import type { Point } from '@servicebook/shared/drawn-signature';

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const argumentCount: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, Z: 0 };
/** No canvas is larger, and a PDF cannot contain numbers beyond some magnitude. */
const farthest = 1_000_000;
const token = /([MLHVCSQTZmlhvcsqtz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/g;

/**
 * The box around all points of a path, including control points: never too small, rarely too large.
 * @returns null if the data draws nothing or is not supported (arcs are not).
 */
export function boundsOfPath(path: string): Bounds | null {
  const bounds: Bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of linesOfPath(path)?.flat() ?? []) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return Object.values(bounds).every((value) => Math.abs(value) <= farthest) ? bounds : null;
}

/**
 * Whether a path consists only of commands and numbers, with commas only between numbers. Other readers stop at
 * anything else and draw less or nothing.
 */
export function isPlainPath(path: string): boolean {
  const form = path.replace(token, (_, letter) => (letter ? 'c' : 'n')).replace(/\s+/g, ' ');
  return /^ ?(?:c ?(?:n(?: ?,? ?n)* ?)?)*$/.test(form);
}

/**
 * The strokes of a path from point to point, including control points. A single move is a stroke of one point.
 * @returns null if the data draws nothing or is not supported (arcs are not).
 */
export function linesOfPath(path: string): Point[][] | null {
  const lines: Point[][] = [];
  let command = '';
  let values: number[] = [];
  let x = 0;
  let y = 0;
  let startX = 0;
  let startY = 0;
  let isDrawn = false;
  let isComplete = true;

  const step = () => {
    const relative = command !== command.toUpperCase();
    const kind = command.toUpperCase();
    const [baseX, baseY] = relative ? [x, y] : [0, 0];
    const points: Point[] = [];
    if (kind === 'H') x = baseX + (values[0] as number);
    else if (kind === 'V') y = baseY + (values[0] as number);
    else if (kind === 'Z') [x, y] = [startX, startY];
    else
      for (let i = 0; i < values.length; i += 2) {
        x = baseX + (values[i] as number);
        y = baseY + (values[i + 1] as number);
        points.push({ x, y });
      }
    if (points.length === 0) points.push({ x, y });
    isDrawn ||= kind !== 'M';
    isComplete = true;
    if (kind === 'M') {
      [startX, startY] = [x, y];
      command = relative ? 'l' : 'L';
      lines.push(points);
    } else lines.at(-1)?.push(...points);
    values = [];
  };

  for (const [, letter, number] of path.matchAll(token)) {
    if (letter) {
      if (values.length > 0 || !isComplete || (command === '' && letter.toUpperCase() !== 'M')) return null;
      command = letter;
      isComplete = false;
      if (command.toUpperCase() === 'Z') step();
    } else {
      const needed = argumentCount[command.toUpperCase()];
      if (!needed) return null;
      values.push(Number(number));
      if (values.length === needed) step();
    }
  }
  return isDrawn && isComplete && values.length === 0 ? lines : null;
}
