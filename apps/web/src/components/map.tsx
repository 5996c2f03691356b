import type { MapPart } from '@servicebook/shared/geo';
import { type CSSProperties, lazy, Suspense } from 'react';
import classes from './map.module.css';
import type { MapPoint } from './map-point.ts';
import { LoadingState } from './states.tsx';

const MapCanvas = lazy(async () => ({ default: (await import('./map-canvas.tsx')).MapCanvas }));

export type Urgency = 'overdue' | 'soon';

export interface MapMarker extends MapPoint {
  id: string;
  /** The label for screen readers and the tooltip. */
  label: string;
  /** The main subject of the map, shown highlighted. */
  main?: boolean;
  selected?: boolean;
  /** The icon of the point; a bed by default. */
  symbol?: 'bed' | 'building' | 'machine';
  /** The urgency as a colour; the label says it too. */
  urgency?: Urgency | undefined;
  /** Can be dragged while a point is being picked. */
  movable?: boolean;
}

/** Points that the server has counted, shown as one circle. */
export interface MapCluster extends MapPoint {
  count: number;
  overdue: number;
  soon: number;
  /** The zoom at which they fall apart. */
  opensAt: number;
}

export interface MapViewProps {
  /** The map's name for screen readers. */
  label: string;
  markers: MapMarker[];
  /** Points to bring into view, initially and for every new array; empty: the default view. */
  fit: MapPoint[];
  /** A point to move into view if it is outside. */
  reveal?: MapPoint | null;
  /** Clusters nearby markers, for hundreds and thousands of them. */
  clustered?: boolean;
  /** Further points of a clustered map. */
  clusters?: readonly MapCluster[] | undefined;
  /** The part that is visible, initially and after every move, widened so that a small move keeps it. */
  onPart?: ((part: MapPart) => void) | undefined;
  onMarkerClick?: ((id: string) => void) | undefined;
  /** A click (or Enter, at the middle of the map) sets a point, and markers can be moved. */
  onPick?: ((point: MapPoint) => void) | undefined;
  className?: string | undefined;
  /** Any CSS height. */
  height?: string;
}

/**
 * A map that does not trap scrolling: on a phone, one finger scrolls the page and two move the map; with a mouse,
 * zooming needs Ctrl and the wheel. In full screen, it handles every gesture. The library loads with the first map.
 */
export function MapView({ className, height, ...map }: MapViewProps) {
  return (
    <div
      className={`${classes.frame} ${className ?? ''}`}
      style={height ? ({ '--map-height': height } as CSSProperties) : undefined}
    >
      <Suspense fallback={<LoadingState />}>
        <MapCanvas {...map} />
      </Suspense>
    </div>
  );
}
