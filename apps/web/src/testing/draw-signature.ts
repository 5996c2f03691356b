/** Draws signatures by pointer events, on a canvas that jsdom does not have. */
import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';

export const signatureField = () => screen.getByRole('img', { name: /^Signature field/ });

/** Browser features that jsdom lacks: drawing, pointer capture and layout. */
export function prepareCanvas() {
  HTMLCanvasElement.prototype.getContext = () => null;
  HTMLElement.prototype.setPointerCapture = () => {};
  vi.spyOn(HTMLCanvasElement.prototype, 'getBoundingClientRect').mockReturnValue(
    DOMRect.fromRect({ x: 0, y: 0, width: 400, height: 200 }),
  );
}

/** Draws a line between points given as fractions of the field's width and height. */
export function stroke(...places: [number, number][]) {
  const point = ([x, y]: [number, number]) => ({
    clientX: x * 400,
    clientY: y * 200,
    pointerId: 1,
    button: 0,
  });
  const [first = [0, 0], ...rest] = places;
  fireEvent.pointerDown(signatureField(), point(first));
  for (const place of rest) fireEvent.pointerMove(signatureField(), point(place));
  fireEvent.pointerUp(signatureField(), point(rest.at(-1) ?? first));
}
