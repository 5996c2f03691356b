/** Drawing a signature on a canvas, for the app and for the page of a link for signing, which has no framework. */
import {
  fieldWidth,
  type SignaturePoint,
  type SignatureStroke,
  signatureInk,
  strokesToPath,
  toBox,
} from './signature-path.ts';

/** Black on white in any colour scheme, as in the document. */
export function drawInk(canvas: HTMLCanvasElement, strokes: readonly SignatureStroke[]): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const scale = canvas.width / fieldWidth;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.lineWidth = signatureInk;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = '#000';
  // Draws the stored path, so that the visible signature is the signed one.
  context.stroke(new Path2D(strokesToPath(strokes)));
}

/** The canvas gets as many pixels as the screen shows of it. What was drawn is gone. */
export function fitToScreen(canvas: HTMLCanvasElement): void {
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth, clientHeight } = canvas;
  canvas.width = Math.round(clientWidth * ratio);
  canvas.height = Math.round(clientHeight * ratio);
}

/** Fast pens report several points per frame; without them, curves become corners. */
export function partsOf(event: PointerEvent): PointerEvent[] {
  const parts = event.getCoalescedEvents?.() ?? [];
  return parts.length > 0 ? parts : [event];
}

/** @param startTime of the signature, in the time of events */
export function pointOf(event: PointerEvent, canvas: HTMLCanvasElement, startTime: number): SignaturePoint {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return {
    ...toBox(event.clientX - left, event.clientY - top, { width, height }),
    time: Math.max(0, Math.round(event.timeStamp - startTime)),
    pressure: Math.round(event.pressure * 100) / 100,
  };
}

/**
 * After a quick stroke, Chromium continues it as a fling and swallows the next tap, usually the one on "Sign".
 * Preventing the touch's default action prevents the fling.
 *
 * @returns what ends it
 */
export function preventFling(canvas: HTMLCanvasElement): () => void {
  const prevent = (event: TouchEvent) => event.preventDefault();
  const kinds = ['touchstart', 'touchmove'] as const;
  for (const kind of kinds) canvas.addEventListener(kind, prevent, { passive: false });
  return () => {
    for (const kind of kinds) canvas.removeEventListener(kind, prevent);
  };
}
