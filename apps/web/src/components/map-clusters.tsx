import { closestZoom } from '@servicebook/shared/geo';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Marker, useMap, useMapEvents } from 'react-leaflet';
import Supercluster from 'supercluster';
import type { MapCluster, MapMarker, Urgency } from './map.tsx';
import { clusterIcon } from './map-icon.ts';
import { Pin } from './map-pin.tsx';

/** What a circle says. It stands in the middle of its points, each of which counts once. */
interface Weight {
  count: number;
  overdue: number;
  soon: number;
  latitudes: number;
  longitudes: number;
}

type Shown = { marker: MapMarker } | { counted: MapCluster };

const weightOf = ({ count, overdue, soon, latitude, longitude }: Omit<MapCluster, 'opensAt'>): Weight => ({
  ...{ count, overdue, soon },
  ...{ latitudes: latitude * count, longitudes: longitude * count },
});
/** A circle shows the highest urgency of its markers. */
const urgencyOf = ({ overdue, soon }: Weight): Urgency | undefined =>
  overdue > 0 ? 'overdue' : soon > 0 ? 'soon' : undefined;

/** `1.2k`, which a circle has room for. */
const shortOf = (count: number): string =>
  count < 1000
    ? String(count)
    : `${count < 10_000 ? Math.round(count / 100) / 10 : Math.round(count / 1000)}k`;

const featureOf = (point: { latitude: number; longitude: number }, shown: Shown, weight: Weight) => ({
  type: 'Feature' as const,
  geometry: { type: 'Point' as const, coordinates: [point.longitude, point.latitude] },
  properties: { ...shown, ...weight },
});

interface Props {
  markers: MapMarker[];
  clusters: readonly MapCluster[] | undefined;
  onMarkerClick: ((id: string) => void) | undefined;
}

const none: readonly MapCluster[] = [];

/** Draws nearby points as one circle, and only those in view. */
export function MapClusters({ markers, clusters = none, onMarkerClick }: Props) {
  const map = useMap();
  const index = useMemo(() => {
    const all = new Supercluster<Shown & Weight, Weight>({
      // In pixels of Leaflet's 256-pixel tiles; circles and pins do not overlap.
      radius: 60,
      extent: 256,
      maxZoom: closestZoom - 1,
      map: ({ count, overdue, soon, latitudes, longitudes }) => ({
        ...{ count, overdue, soon, latitudes, longitudes },
      }),
      reduce: (sum, each) => {
        for (const part of Object.keys(each) as (keyof Weight)[]) sum[part] += each[part];
      },
    });
    return all.load([
      ...markers.map((marker) => {
        const urgent = {
          overdue: marker.urgency === 'overdue' ? 1 : 0,
          soon: marker.urgency === 'soon' ? 1 : 0,
        };
        return featureOf(marker, { marker }, weightOf({ ...marker, ...urgent, count: 1 }));
      }),
      ...clusters.map((counted) => featureOf(counted, { counted }, weightOf(counted))),
    ]);
  }, [markers, clusters]);

  const look = useCallback(() => {
    const bounds = map.getBounds();
    const middle = bounds.getCenter().lng;
    return (
      index
        .getClusters(
          [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
          Math.round(map.getZoom()),
        )
        // On the globe that is shown: maps count on when they are moved around it.
        .map((found) => ({
          ...found,
          turns: 360 * Math.round((middle - (found.geometry.coordinates[0] ?? 0)) / 360),
        }))
    );
  }, [map, index]);
  const [view, setView] = useState(look);
  useEffect(() => setView(look()), [look]);
  useMapEvents({ moveend: () => setView(look()) });

  return view.map(({ id, properties, turns }) => {
    if ('marker' in properties) {
      const { marker } = properties;
      return (
        <Pin
          key={marker.id}
          marker={turns === 0 ? marker : { ...marker, longitude: marker.longitude + turns }}
          onClick={onMarkerClick}
          onMove={undefined}
        />
      );
    }
    const { count } = properties;
    const latitude = properties.latitudes / count;
    const longitude = properties.longitudes / count + turns;
    return (
      <Marker
        key={`cluster ${id ?? `${latitude} ${longitude}`}`}
        position={[latitude, longitude]}
        icon={clusterIcon(shortOf(count), count < 10 ? 44 : count < 100 ? 48 : 54, urgencyOf(properties))}
        title={String(count)}
        eventHandlers={{
          click: () =>
            map.setView(
              [latitude, longitude],
              Math.max(
                map.getZoom(),
                'counted' in properties
                  ? properties.counted.opensAt
                  : index.getClusterExpansionZoom(Number(id)),
              ),
              { animate: !window.matchMedia('(prefers-reduced-motion: reduce)').matches },
            ),
        }}
      />
    );
  });
}
