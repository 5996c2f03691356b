import { type DivIcon, divIcon } from 'leaflet';
import classes from './map.module.css';
import type { Urgency } from './map.tsx';

/** Our own icons. Leaflet looks for its images next to its style sheet, where the build does not put them. */
const drawing = (mark: string) =>
  '<svg viewBox="0 0 32 40" width="32" height="40" aria-hidden="true">' +
  '<path d="M16 1.5A14 14 0 0 0 2 15.5C2 26 16 38.5 16 38.5S30 26 30 15.5A14 14 0 0 0 16 1.5Z"/>' +
  `${mark}</svg>`;

type Symbol = 'main' | 'bed' | 'building' | 'machine';
const drawings: Record<Symbol, string> = {
  main: drawing('<circle cx="16" cy="15.5" r="5.5"/>'),
  bed: drawing('<path data-mark d="M9 9v12M9 18h14v3M23 18v-2a3 3 0 0 0-3-3h-5v5M12 14.5v.01"/>'),
  building: drawing(
    '<path data-mark d="M9 21.5h14M11 21.5v-12h7v12M18 13.5h3v8M14.5 12.5v.01M14.5 15.5v.01M14.5 18.5v.01"/>',
  ),
  machine: drawing('<path data-mark d="M12 15.5a4 4 0 1 0 8 0a4 4 0 1 0-8 0"/>'),
};

const icons = new Map<string, DivIcon>();

/** A pin of 40 px with a touch margin of two; the main one has the accent colour, the others the surface colour. */
export function markerIcon(
  symbol: Symbol,
  { selected, urgency }: { selected: boolean; urgency: Urgency | undefined },
): DivIcon {
  const className = [
    classes.pin,
    symbol === 'main' && classes.main,
    urgency && classes[urgency],
    selected && classes.selected,
  ]
    .filter(Boolean)
    .join(' ');
  const name = `${symbol} ${className}`;
  const known = icons.get(name);
  if (known) return known;
  const icon = divIcon({ className, html: drawings[symbol], iconSize: [40, 40], iconAnchor: [20, 39] });
  icons.set(name, icon);
  return icon;
}

/** A circle with its number of markers. It grows with the number. */
export function clusterIcon(count: string, size: number, urgency: Urgency | undefined): DivIcon {
  const className = [classes.cluster, urgency && classes[urgency]].filter(Boolean).join(' ');
  return divIcon({ className, html: `<span>${count}</span>`, iconSize: [size, size] });
}
