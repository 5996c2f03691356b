import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import classes from './file-preview.module.css';
import type { PreviewedFile } from './file-preview.tsx';
import { LoadingState } from './states.tsx';
import type { useZoom } from './use-zoom.ts';

export interface PreviewProps {
  file: PreviewedFile;
  /** The scrolling box around it. */
  box: RefObject<HTMLDivElement | null>;
  /** The size of that box. */
  room: { width: number; height: number };
  zoom: ReturnType<typeof useZoom>;
  onFailed: () => void;
}

/** An image as large as fits. When zoomed in, it scrolls and can be dragged with the mouse. */
export function ImagePreview({ file, box, room, zoom, onFailed }: PreviewProps) {
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const fit = natural ? Math.min(1, room.width / natural.width, room.height / natural.height) : 0;

  const move = (event: PointerEvent) => {
    const element = box.current;
    if (!drag.current || !element) return;
    element.scrollLeft += drag.current.x - event.clientX;
    element.scrollTop += drag.current.y - event.clientY;
    drag.current = { x: event.clientX, y: event.clientY };
  };

  return (
    <>
      {!natural && <LoadingState />}
      <img
        className={classes.image}
        src={file.url}
        alt={file.filename}
        draggable={false}
        hidden={!natural}
        style={
          natural ? { width: natural.width * fit * zoom.zoom, height: natural.height * fit * zoom.zoom } : {}
        }
        data-zoomed={zoom.zoom > 1 || undefined}
        onLoad={({ currentTarget: image }) =>
          setNatural({ width: image.naturalWidth, height: image.naturalHeight })
        }
        onError={onFailed}
        onDoubleClick={(event) => {
          const corner = box.current?.getBoundingClientRect();
          if (!corner) return;
          const focus = { x: event.clientX - corner.left, y: event.clientY - corner.top };
          zoom.zoomTo(zoom.zoom > 1 ? 1 : 2.5, focus);
        }}
        onPointerDown={(event) => {
          // Touch scrolls natively.
          if (event.pointerType !== 'mouse' || event.button !== 0) return;
          drag.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={() => {
          drag.current = null;
        }}
      />
    </>
  );
}
