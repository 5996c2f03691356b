import { isDay } from '../../lib/day-text.ts';
import { withFilter } from '../../lib/paths.ts';

export const views = ['list', 'map', 'calendar'] as const;
export type View = (typeof views)[number];
export const dues = ['ALL', 'OVERDUE', 'SOON'] as const;
export type Due = (typeof dues)[number];

/** Filter and view of the overview, in the page's address, so that a reload and a link show the same. */
export interface OverviewFilter {
  view: View;
  onlyActual: boolean;
  due: Due;
  /** One day alone, as a press on it in the calendar asks for. */
  day: string | null;
  /** `YYYY-MM`; null: the current one. */
  month: string | null;
}

export function readFilter(query: URLSearchParams): OverviewFilter {
  const day = query.get('day');
  const month = query.get('month');
  return {
    view: views.find((view) => view === query.get('view')) ?? 'list',
    onlyActual: query.get('onlyActual') === 'true',
    due: dues.find((due) => due === query.get('due')) ?? 'ALL',
    day: day && isDay(day) ? day : null,
    month: month && isDay(`${month}-01`) ? month : null,
  };
}

/** Default values stay out of the address. */
export const writeFilter = (query: URLSearchParams, { view, due, ...filter }: OverviewFilter) =>
  withFilter(query, { ...filter, view: view === 'list' ? null : view, due: due === 'ALL' ? null : due });
