import { isDay } from '../../components/day-text.ts';

export const views = ['list', 'map', 'calendar'] as const;
export type View = (typeof views)[number];
export const dues = ['ALL', 'OVERDUE', 'SOON'] as const;
export type Due = (typeof dues)[number];

/** What the overview shows and how; in the page's address, so that a reload and a link show the same. */
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

/** What equals the default stays out of the address; another filter begins on the first page. */
export function writeFilter(query: URLSearchParams, filter: OverviewFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string | null, standard: string | null) =>
    value === null || value === standard ? next.delete(name) : next.set(name, value);
  put('view', filter.view, 'list');
  put('onlyActual', String(filter.onlyActual), 'false');
  put('due', filter.due, 'ALL');
  put('day', filter.day, null);
  put('month', filter.month, null);
  next.delete('page');
  return next;
}
