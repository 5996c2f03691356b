import { lazy, Suspense } from 'react';
import classes from './map.module.css';
import type { MapPoint } from './map-point.ts';
import { LoadingState } from './states.tsx';

const MapCanvas = lazy(async () => ({ default: (await import('./map-canvas.tsx')).MapCanvas }));

export type Urgency = 'overdue' | 'soon';

export interface MapMarker extends MapPoint {
  id: string;
  /** What it is: read out, and shown on hovering. */
  label: string;
  /** The one the map is about stands out from the others. */
  main?: boolean;
  selected?: boolean;
  /** What stands at the point; a bed where nothing is said. */
  symbol?: 'bed' | 'building' | 'machine';
  /** Whether something is to be done there, in colour; the label says it too. */
  urgency?: Urgency | undefined;
  /** Can be dragged while a point is being picked. */
  movable?: boolean;
}

export interface MapViewProps {
  /** What the map shows, for who cannot see it. */
  label: string;
  markers: MapMarker[];
  /** Brought into view, at first and whenever another array is handed in; empty: the default view. */
  fit: MapPoint[];
  /** Moved into view when it is out of it; the view stays otherwise. */
  reveal?: MapPoint | null;
  /** Joins markers that lie close together, for hundreds and thousands of them. */
  clustered?: boolean;
  onMarkerClick?: ((id: string) => void) | undefined;
  /** Makes a click (or Enter, at the middle of the map) set a point, and movable markers movable. */
  onPick?: ((point: MapPoint) => void) | undefined;
  className?: string | undefined;
}

/**
 * A map that does not hold the page: on a phone one finger scrolls on, two move the map; with a mouse only Ctrl and
 * the wheel zoom. Enlarged, it takes every gesture. The library loads when the first map is shown.
 */
export function MapView({ className, ...map }: MapViewProps) {
  return (
    <div className={`${classes.frame} ${className ?? ''}`}>
      <Suspense fallback={<LoadingState />}>
        <MapCanvas {...map} />
      </Suspense>
    </div>
  );
}
