import { useMemo } from 'react';
import { Marker } from 'react-leaflet';
import type { MapMarker } from './map.tsx';
import { markerIcon } from './map-icon.ts';
import { type MapPoint, tidyPoint } from './map-point.ts';

interface PinProps {
  marker: MapMarker;
  onClick: ((id: string) => void) | undefined;
  onMove: ((point: MapPoint) => void) | undefined;
}

/** One marker of a map. */
export function Pin({ marker, onClick, onMove }: PinProps) {
  const { id, label, main = false, selected = false, symbol = 'bed', urgency } = marker;
  const position = useMemo(
    (): [number, number] => [marker.latitude, marker.longitude],
    [marker.latitude, marker.longitude],
  );
  const movable = marker.movable === true && onMove !== undefined;
  const clickable = onClick !== undefined && !main;
  const handlers = useMemo(
    () => ({
      click: () => clickable && onClick?.(id),
      keydown: ({ originalEvent }: { originalEvent: KeyboardEvent }) => {
        if (clickable && (originalEvent.key === 'Enter' || originalEvent.key === ' ')) {
          originalEvent.preventDefault();
          onClick?.(id);
        }
      },
      dragend: ({ target }: { target: { getLatLng: () => { lat: number; lng: number } } }) => {
        const { lat, lng } = target.getLatLng();
        onMove?.(tidyPoint({ latitude: lat, longitude: lng }));
      },
    }),
    [clickable, id, onClick, onMove],
  );
  return (
    <Marker
      // Leaflet decides at creation whether a marker can be clicked or moved.
      key={`${clickable} ${movable}`}
      position={position}
      icon={markerIcon(main ? 'main' : symbol, { selected, urgency })}
      title={label}
      interactive={clickable || movable}
      keyboard={clickable}
      draggable={movable}
      zIndexOffset={selected ? 2000 : main ? 1000 : 0}
      eventHandlers={handlers}
    />
  );
}
