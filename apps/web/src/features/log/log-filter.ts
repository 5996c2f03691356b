import { type LogKind, logKinds } from '@servicebook/shared/log';
import { type DayRange, daysOf } from '../../components/day-range.tsx';
import { idFrom } from '../../lib/paths.ts';

/** The filters of the log; null means "any". */
export interface LogFilter extends DayRange {
  kind: LogKind | null;
  userId: number | null;
}

export const noFilter: LogFilter = { kind: null, userId: null, dateFrom: null, dateTo: null };

/** Reads the filter from the page's address; what makes no sense there is left out. */
export const readFilter = (query: URLSearchParams): LogFilter => ({
  kind: logKinds.find((kind) => kind === query.get('kind')) ?? null,
  userId: idFrom(query, 'userId'),
  dateFrom: query.get('dateFrom'),
  dateTo: query.get('dateTo'),
});

export const isFiltered = (filter: LogFilter): boolean =>
  Object.values(filter).some((value) => value !== null);

export { isReversed } from '../../components/day-range.tsx';

/** The filter as the server takes it. */
export const filterRequest = ({ kind, userId, ...days }: LogFilter) => ({
  kinds: kind ? [kind] : [],
  userId,
  ...daysOf(days),
});
