import { vi } from 'vitest';

/** jsdom has no layout, and a dropdown hides if its field has no size: gives every element one. */
export function fakeLayout(): void {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1440);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(900);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(100, 100, 200, 40),
  );
}
