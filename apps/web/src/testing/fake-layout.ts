import { vi } from 'vitest';

/** jsdom lays nothing out, and a dropdown whose field has no place on the screen hides: gives everything one. */
export function fakeLayout(): void {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1440);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(900);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(100, 100, 200, 40),
  );
}
