import 'leaflet/dist/leaflet.css';
import { useFocusTrap } from '@mantine/hooks';
import { defaultMapView, type MapPart } from '@servicebook/shared/geo';
import { useQuery } from '@tanstack/react-query';
import type { Map as LeafletMap } from 'leaflet';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapContainer, TileLayer, useMap, useMapEvents } from 'react-leaflet';
import { appConfigQuery } from '../lib/use-app-config.ts';
import classes from './map.module.css';
import type { MapViewProps } from './map.tsx';
import { MapControls } from './map-controls.tsx';
import { MapGestures } from './map-gestures.tsx';
import { Pin } from './map-pin.tsx';
import { type MapPoint, tidyPoint, wrapLongitude } from './map-point.ts';

const MapClusters = lazy(async () => ({ default: (await import('./map-clusters.tsx')).MapClusters }));

const { latitude, longitude, zoom: defaultZoom } = defaultMapView;
const middle: [number, number] = [latitude, longitude];
/** Close enough to distinguish buildings, far enough to see the road. */
const closest = 15;
const copyright = 'https://www.openstreetmap.org/copyright';

/** The map itself; separate from `MapView`, so that Leaflet stays out of other chunks. */
export function MapCanvas(props: Omit<MapViewProps, 'className'>) {
  const { label, markers, fit, reveal = null, clustered = false, clusters, onMarkerClick, onPick } = props;
  const { t } = useTranslation('place');
  const { data: config } = useQuery(appConfigQuery);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [expanded, setExpanded] = useState(false);
  const [hint, setHint] = useState('');
  const [hinting, setHinting] = useState(false);
  const [tilesFail, setTilesFail] = useState(false);
  const trap = useFocusTrap(expanded);
  const { tileUrl = '', tileAttribution = '' } = config ?? {};
  const blank = config !== undefined && (tileUrl === '' || tilesFail);

  useEffect(() => {
    if (!hinting) return;
    const timer = setTimeout(() => setHinting(false), 1500);
    return () => clearTimeout(timer);
  }, [hinting]);
  const showHint = useCallback((text: string) => {
    setHint(text);
    setHinting(true);
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for the button beside
    <div
      ref={trap}
      className={classes.canvas}
      data-picking={onPick ? true : undefined}
      data-map-expanded={expanded || undefined}
      {...(expanded ? { role: 'dialog', 'aria-modal': true, 'aria-label': label } : {})}
      onKeyDown={(event) => {
        if (!expanded || event.key !== 'Escape') return;
        event.stopPropagation();
        setExpanded(false);
      }}
    >
      <MapContainer
        ref={setMap}
        className={classes.map ?? ''}
        center={middle}
        zoom={defaultZoom}
        minZoom={2}
        maxZoom={19}
        zoomControl={false}
        attributionControl={false}
        scrollWheelZoom={false}
      >
        <Labelled label={label} />
        {props.onPart && <Parts onPart={props.onPart} />}
        <Fit points={fit} />
        {reveal && <Reveal latitude={reveal.latitude} longitude={reveal.longitude} />}
        <MapGestures expanded={expanded} onHint={showHint} />
        {onPick && <Picking onPick={onPick} />}
        {tileUrl && (
          <TileLayer
            url={tileUrl}
            maxZoom={19}
            eventHandlers={{ tileerror: () => setTilesFail(true), tileload: () => setTilesFail(false) }}
          />
        )}
        {clustered ? (
          <Suspense>
            <MapClusters markers={markers} clusters={clusters} onMarkerClick={onMarkerClick} />
          </Suspense>
        ) : (
          markers.map((marker) => (
            <Pin key={marker.id} marker={marker} onClick={onMarkerClick} onMove={onPick} />
          ))
        )}
      </MapContainer>
      <MapControls map={map} expanded={expanded} onExpand={setExpanded} />
      <p className={classes.hint} role="status" data-shown={hinting || undefined}>
        {hint}
      </p>
      <div className={classes.foot}>
        {blank && <span>{t('map.noTiles')}</span>}
        {tileUrl &&
          !blank &&
          (/openstreetmap/i.test(tileAttribution) ? (
            <a href={copyright} target="_blank" rel="noreferrer">
              {tileAttribution}
            </a>
          ) : (
            <span>{tileAttribution}</span>
          ))}
      </div>
    </div>
  );
}

const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Leaflet's container takes the focus, so it needs a name. */
function Labelled({ label }: { label: string }) {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'region');
    container.setAttribute('aria-label', label);
  }, [map, label]);
  return null;
}

/** In pixels; a part starts and ends at a multiple of it. */
const step = 128;

/** Tells the visible part. It stands before `Fit`, so that the first one is the fitted one. */
function Parts({ onPart }: { onPart: (part: MapPart) => void }) {
  const map = useMapEvents({
    moveend: () => {
      const { min, max } = map.getPixelBounds();
      if (!min || !max) return;
      const zoom = Math.round(map.getZoom());
      const from = map.unproject(min.divideBy(step).floor().multiplyBy(step));
      const to = map.unproject(max.divideBy(step).ceil().multiplyBy(step));
      const wholeWorld = to.lng - from.lng >= 360;
      onPart({
        west: wholeWorld ? -180 : wrapLongitude(from.lng),
        east: wholeWorld ? 180 : wrapLongitude(to.lng),
        south: to.lat,
        north: from.lat,
        zoom,
      });
    },
  });
  return null;
}

function Fit({ points }: { points: MapPoint[] }) {
  const map = useMap();
  const first = useRef(true);
  useEffect(() => {
    const animate = !first.current && !prefersStill();
    first.current = false;
    const [only, ...others] = points.map((point): [number, number] => [point.latitude, point.longitude]);
    if (!only) map.setView(middle, defaultZoom, { animate });
    else if (others.length === 0) map.setView(only, Math.max(closest, map.getZoom()), { animate });
    // More padding where markers and buttons need space.
    else
      map.fitBounds([only, ...others], {
        paddingTopLeft: [32, 56],
        paddingBottomRight: [72, 32],
        maxZoom: closest,
        animate,
      });
  }, [map, points]);
  return null;
}

function Reveal({ latitude, longitude }: MapPoint) {
  const map = useMap();
  useEffect(() => {
    const point: [number, number] = [latitude, longitude];
    if (!map.getBounds().pad(-0.08).contains(point)) map.panTo(point, { animate: !prefersStill() });
  }, [map, latitude, longitude]);
  return null;
}

function Picking({ onPick }: { onPick: (point: MapPoint) => void }) {
  const pick = ({ lat, lng }: { lat: number; lng: number }) =>
    onPick(tidyPoint({ latitude: lat, longitude: lng }));
  const map = useMapEvents({
    click: ({ latlng }) => pick(latlng),
    keydown: ({ originalEvent }) => {
      if (originalEvent.key !== 'Enter' || originalEvent.target !== map.getContainer()) return;
      originalEvent.preventDefault();
      pick(map.getCenter());
    },
  });
  return null;
}
