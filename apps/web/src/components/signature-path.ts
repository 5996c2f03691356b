import { isSignature } from '@servicebook/shared/drawn-signature';

/**
 * The geometry of a drawn signature. The field is 1000 units wide and as high as its proportions on the screen say, so
 * rotating the phone or resizing the window changes only the display, not the stored data.
 */
export const fieldWidth = 1000;
const leastHeight = 500;
/** Pen width in units of the field, with round ends and joins. */
export const signatureInk = 6;

export interface SignaturePoint {
  x: number;
  y: number;
  /** Milliseconds since the signature's first point. */
  time: number;
  /** 0 to 1, as reported by the device. */
  pressure: number;
}

export interface SignatureStroke {
  points: SignaturePoint[];
}

export interface Signature {
  /** `d` of one SVG path in the viewBox `0 0 width height`: a stroke, not a filled shape. */
  svgPath: string;
  width: number;
  height: number;
  strokes: SignatureStroke[];
}

/** The server's limits; real signatures are far below. */
const most = { strokes: 500, points: 5000 };
/** Points closer than this are tremor of the hand. */
const minDistance = 3;

const round = (value: number) => Math.round(value * 10) / 10;
const clamp = (value: number, upper: number) => round(Math.min(upper, Math.max(0, value)));

/** Converts a screen position to units of the field, clamped to it. */
export function toBox(
  x: number,
  y: number,
  drawn: { width: number; height: number },
): { x: number; y: number } {
  const unit = fieldWidth / drawn.width;
  return { x: clamp(x * unit, fieldWidth), y: clamp(y * unit, drawn.height * unit) };
}

/** Whether more strokes are allowed by the server's limits. */
export const mayBegin = (strokes: readonly SignatureStroke[]): boolean => strokes.length < most.strokes;

/** Adds a point to a stroke, unless it is too close to the last one. */
export function extend(stroke: SignatureStroke, point: SignaturePoint): SignatureStroke {
  const last = stroke.points.at(-1);
  if (last && Math.hypot(point.x - last.x, point.y - last.y) < minDistance) return stroke;
  return stroke.points.length < most.points ? { points: [...stroke.points, point] } : stroke;
}

/** Whether the strokes are a signature and not only a touch. */
export const isSigned = (strokes: readonly SignatureStroke[]): boolean =>
  isSignature(strokes.map(({ points }) => points));

const at = (x: number, y: number) => `${round(x)} ${round(y)}`;

/** A smooth line through all points of a stroke (Catmull-Rom, as cubic Bézier curves). */
function strokeToPath({ points }: SignatureStroke): string {
  const [first, second] = points;
  if (!first) return '';
  const start = `M${at(first.x, first.y)}`;
  // A dot: a line just long enough that every renderer draws its round ends.
  if (!second) return `${start}L${at(first.x + 0.1, first.y)}`;
  if (points.length === 2) return `${start}L${at(second.x, second.y)}`;
  const curves = points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    const before = points[index - 1] ?? from;
    const after = points[index + 2] ?? to;
    const leaving = at(from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6);
    const arriving = at(to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6);
    return `C${leaving} ${arriving} ${at(to.x, to.y)}`;
  });
  return start + curves.join('');
}

/** The strokes as one SVG path of M, L and C commands. */
export const strokesToPath = (strokes: readonly SignatureStroke[]): string =>
  strokes.map(strokeToPath).join('');

/** The height of a field that shows all strokes, in its units. */
export const heightOf = (strokes: readonly SignatureStroke[]): number => {
  const lowest = strokes.map(({ points }) => Math.max(...points.map(({ y }) => y)));
  return Math.max(leastHeight, ...lowest.map((y) => Math.ceil(y + signatureInk)));
};

/** The signature of the strokes; null if there is none. */
export function toSignature(strokes: readonly SignatureStroke[]): Signature | null {
  if (!isSigned(strokes)) return null;
  return {
    svgPath: strokesToPath(strokes),
    width: fieldWidth,
    height: heightOf(strokes),
    strokes: [...strokes],
  };
}
