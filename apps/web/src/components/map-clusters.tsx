import { useCallback, useEffect, useMemo, useState } from 'react';
import { Marker, useMap, useMapEvents } from 'react-leaflet';
import Supercluster from 'supercluster';
import type { MapMarker, Urgency } from './map.tsx';
import { clusterIcon } from './map-icon.ts';
import { Pin } from './map-pin.tsx';

interface Weight {
  overdue: number;
  soon: number;
}

const weightOf = ({ urgency }: MapMarker): Weight => ({
  overdue: urgency === 'overdue' ? 1 : 0,
  soon: urgency === 'soon' ? 1 : 0,
});
/** A circle shows the highest urgency of its markers. */
const urgencyOf = ({ overdue, soon }: Weight): Urgency | undefined =>
  overdue > 0 ? 'overdue' : soon > 0 ? 'soon' : undefined;

interface Props {
  markers: MapMarker[];
  onMarkerClick: ((id: string) => void) | undefined;
}

/** Draws nearby markers as one circle, and only those in view. */
export function MapClusters({ markers, onMarkerClick }: Props) {
  const map = useMap();
  const index = useMemo(() => {
    const clusters = new Supercluster<{ marker: MapMarker } & Weight, Weight>({
      // In pixels of Leaflet's 256-pixel tiles; circles and pins do not overlap.
      radius: 60,
      extent: 256,
      maxZoom: 17,
      map: ({ overdue, soon }) => ({ overdue, soon }),
      reduce: (all, { overdue, soon }) => {
        all.overdue += overdue;
        all.soon += soon;
      },
    });
    return clusters.load(
      markers.map((marker) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [marker.longitude, marker.latitude] },
        properties: { marker, ...weightOf(marker) },
      })),
    );
  }, [markers]);

  const look = useCallback(() => {
    const bounds = map.getBounds();
    return index.getClusters(
      [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
      Math.round(map.getZoom()),
    );
  }, [map, index]);
  const [view, setView] = useState(look);
  useEffect(() => setView(look()), [look]);
  useMapEvents({ moveend: () => setView(look()) });

  return view.map(({ id, geometry, properties }) => {
    if ('marker' in properties)
      return (
        <Pin
          key={properties.marker.id}
          marker={properties.marker}
          onClick={onMarkerClick}
          onMove={undefined}
        />
      );
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const { point_count: count, point_count_abbreviated: short } = properties;
    return (
      <Marker
        key={`cluster ${id}`}
        position={[latitude, longitude]}
        icon={clusterIcon(String(short), count < 10 ? 44 : count < 100 ? 48 : 54, urgencyOf(properties))}
        title={String(count)}
        eventHandlers={{
          click: () =>
            map.setView([latitude, longitude], index.getClusterExpansionZoom(Number(id)), {
              animate: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
            }),
        }}
      />
    );
  });
}
