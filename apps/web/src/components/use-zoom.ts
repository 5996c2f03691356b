import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const smallest = 1;
const largest = 6;
const step = 1.5;

interface Focus {
  /** The fixed point of the zoom, in pixels from the corner of the scrolling box. */
  x: number;
  y: number;
}

const distance = ([first, second]: [Touch, Touch]) =>
  Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);

/** Zoom in a scrolling box: by button, pinch, ctrl + wheel; the fixed point stays in place. */
export function useZoom(box: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1);
  const current = useRef(1);
  const pending = useRef<{ ratio: number; focus: Focus } | null>(null);

  const zoomTo = useCallback(
    (wanted: number, focus?: Focus) => {
      const next = Math.min(largest, Math.max(smallest, wanted));
      if (next === current.current) return;
      const at = focus ?? { x: (box.current?.clientWidth ?? 0) / 2, y: (box.current?.clientHeight ?? 0) / 2 };
      pending.current = { ratio: next / current.current, focus: at };
      current.current = next;
      setZoom(next);
    },
    [box],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the content has its new size
  useLayoutEffect(() => {
    const element = box.current;
    const change = pending.current;
    pending.current = null;
    if (!element || !change) return;
    const { ratio, focus } = change;
    element.scrollLeft = (element.scrollLeft + focus.x) * ratio - focus.x;
    element.scrollTop = (element.scrollTop + focus.y) * ratio - focus.y;
  }, [zoom, box]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const within = (x: number, y: number): Focus => {
      const { left, top } = element.getBoundingClientRect();
      return { x: x - left, y: y - top };
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomTo(current.current * Math.exp(-event.deltaY / 300), within(event.clientX, event.clientY));
    };
    let pinch: { from: number; zoom: number } | null = null;
    const onTouch = (event: TouchEvent) => {
      const [first, second] = [...event.touches];
      if (!first || !second) {
        pinch = null;
        return;
      }
      event.preventDefault();
      const fingerDistance = distance([first, second]);
      pinch ??= { from: fingerDistance, zoom: current.current };
      const middle = within((first.clientX + second.clientX) / 2, (first.clientY + second.clientY) / 2);
      zoomTo((pinch.zoom * fingerDistance) / pinch.from, middle);
    };
    // Not passive: otherwise the browser would also zoom the page.
    element.addEventListener('wheel', onWheel, { passive: false });
    for (const name of ['touchstart', 'touchmove', 'touchend'] as const)
      element.addEventListener(name, onTouch, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
      for (const name of ['touchstart', 'touchmove', 'touchend'] as const)
        element.removeEventListener(name, onTouch);
    };
  }, [box, zoomTo]);

  return {
    zoom,
    zoomTo,
    zoomIn: () => zoomTo(current.current * step),
    zoomOut: () => zoomTo(current.current / step),
    canZoomIn: zoom < largest,
    canZoomOut: zoom > smallest,
  };
}
