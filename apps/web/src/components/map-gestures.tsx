import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap } from 'react-leaflet';

interface MapGesturesProps {
  /** In full screen there is no page to scroll, so the map handles every gesture. */
  expanded: boolean;
  onHint: (text: string) => void;
}

const zoomKey = () => (/mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl');
/** Shorter moves are taps, or the start of a two-finger gesture. */
const minMove = 12;

/** Lets the page scroll over the map, hints at how to move the map, and keeps its size up to date. */
export function MapGestures({ expanded, onHint }: MapGesturesProps) {
  const { t } = useTranslation('place');
  const map = useMap();
  const fingers = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });

  useEffect(() => {
    if (fingers && !expanded) map.dragging.disable();
    else map.dragging.enable();
  }, [map, fingers, expanded]);

  useEffect(() => {
    const container = map.getContainer();
    const onWheel = (event: WheelEvent) => {
      // A pinch on a touchpad arrives as a wheel event with Ctrl.
      if (expanded || event.ctrlKey || event.metaKey) return map.scrollWheelZoom.enable();
      map.scrollWheelZoom.disable();
      onHint(t('map.scrollZoom', { key: zoomKey() }));
    };
    let start: Touch | undefined;
    const onTouchStart = (event: TouchEvent) => {
      start = event.touches.length === 1 ? event.touches[0] : undefined;
    };
    const onTouchMove = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (expanded || !start || !touch || event.touches.length > 1) return;
      if (Math.hypot(touch.clientX - start.clientX, touch.clientY - start.clientY) > minMove)
        onHint(t('map.twoFingers'));
    };
    container.addEventListener('wheel', onWheel, { capture: true });
    container.addEventListener('touchstart', onTouchStart, { passive: true });
    container.addEventListener('touchmove', onTouchMove, { passive: true });
    return () => {
      container.removeEventListener('wheel', onWheel, { capture: true });
      container.removeEventListener('touchstart', onTouchStart);
      container.removeEventListener('touchmove', onTouchMove);
    };
  }, [map, expanded, onHint, t]);

  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize());
    observer.observe(map.getContainer());
    return () => observer.disconnect();
  }, [map]);
  return null;
}
