/** The longest time between the taps of a double tap, in milliseconds. */
const longest = 500;
/** The greatest distance between them: a finger does not hit the same point twice. Neighbouring rows are farther apart. */
const farthest = 24;

interface Press {
  control: Element;
  at: number;
  x: number;
  y: number;
}

/** What a press is meant for: a button, whichever part of it was hit. */
const controlOf = (target: Element): Element => target.closest('a, button, label') ?? target;

/** Dialogs and menus are on a layer of their own. */
const layerOf = (control: Element) => control.closest('[data-portal], .mantine-Modal-root');

/** Whether something else has come into the place of a control: it has left the page, or a layer lies above it. */
const isReplaced = (control: Element, by: Element): boolean =>
  control !== by && (!control.isConnected || layerOf(control) !== layerOf(by));

/**
 * The second tap of a double tap is meant for what the first one hit. If something else is in that place by now, such as
 * the next row of a list or the background of a dialog, the tap does nothing.
 * @returns a function that ends it
 */
export function watchDoubleTaps(): () => void {
  let last: Press | null = null;
  let isStray = false;
  const press = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    if (!(target instanceof Element)) return;
    const at = performance.now();
    const control = controlOf(target);
    const isSecond = last && at - last.at < longest && Math.hypot(x - last.x, y - last.y) < farthest;
    isStray = isSecond === true && last !== null && isReplaced(last.control, control);
    // A third tap is still meant for what the first one hit.
    last = { control: (isStray && last?.control) || control, at, x, y };
  };
  const click = (event: MouseEvent) => {
    // Keys click too, without a press.
    if (!isStray || event.detail === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Before anything on the page hears of it.
  window.addEventListener('pointerdown', press, true);
  window.addEventListener('click', click, true);
  return () => {
    window.removeEventListener('pointerdown', press, true);
    window.removeEventListener('click', click, true);
  };
}
