import {
  type ServiceState,
  type ServiceType,
  serviceStates,
  serviceTypes,
} from '@servicebook/shared/service';
import { type DayRange, daysOf } from '../../components/day-range.tsx';
import { idFrom } from '../../lib/paths.ts';

/** The filters of the overview; null means "any". They are in the page's address. */
export interface OverviewFilter extends DayRange {
  type: ServiceType | null;
  state: ServiceState | null;
  userId: number | null;
  customerId: number | null;
}

export const noFilter: OverviewFilter = {
  type: null,
  state: null,
  userId: null,
  customerId: null,
  dateFrom: null,
  dateTo: null,
};

/** Reads the filter from the page's address; what makes no sense there is left out. */
export const readFilter = (query: URLSearchParams): OverviewFilter => ({
  type: serviceTypes.find((type) => type === query.get('type')) ?? null,
  state: serviceStates.find((state) => state === query.get('state')) ?? null,
  userId: idFrom(query, 'userId'),
  customerId: idFrom(query, 'customerId'),
  dateFrom: query.get('dateFrom'),
  dateTo: query.get('dateTo'),
});

/** How many fields narrow the list. */
export const filtersSet = (filter: OverviewFilter): number =>
  Object.values(filter).filter((value) => value !== null && value !== '').length;

/** The filter as the server takes it. */
export const filterRequest = ({ type, state, userId, customerId, ...days }: OverviewFilter) => ({
  types: type ? [type] : [],
  states: state ? [state] : [],
  userId,
  customerId,
  ...daysOf(days),
});
