import { type DeviceStatus, deviceStatuses } from '@servicebook/shared/device';
import { countryCodes } from '@servicebook/shared/primitives';
import { isDay } from '../../lib/day-text.ts';

/** The filters of the machine list; empty means "any". */
export interface DeviceFilter {
  id: number | null;
  statuses: DeviceStatus[];
  customer: string;
  categories: number[];
  manufacturer: string;
  model: string;
  serialNumber: string;
  builtFrom: number | null;
  builtTo: number | null;
  sourcePower: string;
  dateFrom: string | null;
  dateTo: string | null;
  warranty: string;
  street: string;
  zipCode: string;
  city: string;
  countries: string[];
}

/** The free texts among the filters, with the longest the server takes. */
export const filterTexts = {
  customer: 200,
  manufacturer: 100,
  model: 100,
  serialNumber: 100,
  sourcePower: 100,
  warranty: 100,
  street: 255,
  zipCode: 20,
  city: 100,
} as const;
export type TextFilter = keyof typeof filterTexts;
const textNames = Object.keys(filterTexts) as TextFilter[];
const dateNames = ['dateFrom', 'dateTo'] as const;
const yearNames = ['builtFrom', 'builtTo'] as const;
const maxId = 2_147_483_647;

/** An id as a filter takes it; null for anything else. */
export function parseId(text: string | null): number | null {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 && value <= maxId ? value : null;
}

/** A year as a filter takes it: four digits. */
export const parseYear = (text: string | null): number | null =>
  text !== null && /^\d{4}$/.test(text) ? Number(text) : null;

const dateOf = (text: string | null) => (text && isDay(text) ? text : null);
const listOf = (text: string | null) => (text ? text.split(',') : []);
const textOf = (query: URLSearchParams, name: TextFilter) =>
  (query.get(name) ?? '').slice(0, filterTexts[name]);

/** Reads the filter from the list's address; what makes no sense there is left out. */
export function readFilter(query: URLSearchParams): DeviceFilter {
  const wanted = listOf(query.get('statuses'));
  const countries = listOf(query.get('countries'));
  return {
    id: parseId(query.get('id')),
    statuses: deviceStatuses.filter((status) => wanted.includes(status)),
    customer: textOf(query, 'customer'),
    categories: listOf(query.get('categories')).flatMap((text) => parseId(text) ?? []),
    manufacturer: textOf(query, 'manufacturer'),
    model: textOf(query, 'model'),
    serialNumber: textOf(query, 'serialNumber'),
    builtFrom: parseYear(query.get('builtFrom')),
    builtTo: parseYear(query.get('builtTo')),
    sourcePower: textOf(query, 'sourcePower'),
    dateFrom: dateOf(query.get('dateFrom')),
    dateTo: dateOf(query.get('dateTo')),
    warranty: textOf(query, 'warranty'),
    street: textOf(query, 'street'),
    zipCode: textOf(query, 'zipCode'),
    city: textOf(query, 'city'),
    countries: countryCodes.filter((code) => countries.includes(code)),
  };
}

/** The address with this filter in it, back on the first page. */
export function writeFilter(query: URLSearchParams, filter: DeviceFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  put('id', filter.id === null ? '' : String(filter.id));
  for (const name of textNames) put(name, filter[name].trim());
  for (const name of yearNames) put(name, filter[name] === null ? '' : String(filter[name]));
  for (const name of dateNames) put(name, filter[name] ?? '');
  put('statuses', filter.statuses.join(','));
  put('categories', filter.categories.join(','));
  put('countries', filter.countries.join(','));
  next.delete('page');
  return next;
}

export const noFilter: DeviceFilter = readFilter(new URLSearchParams());

/** One thing the list is narrowed by, with what remains without it. */
export type ActiveFilter =
  | { kind: 'id'; value: number; without: DeviceFilter }
  | { kind: 'statuses'; value: DeviceStatus; without: DeviceFilter }
  | { kind: 'categories'; value: number; without: DeviceFilter }
  | { kind: 'builtFrom' | 'builtTo'; value: number; without: DeviceFilter }
  | { kind: TextFilter | 'dateFrom' | 'dateTo' | 'countries'; value: string; without: DeviceFilter };

/** Everything that is set, each value of a list by itself. */
export function activeFilters(filter: DeviceFilter): ActiveFilter[] {
  const drop = <Value>(values: Value[], value: Value) => values.filter((other) => other !== value);
  return [
    ...filter.statuses.map((value) => ({
      kind: 'statuses' as const,
      value,
      without: { ...filter, statuses: drop(filter.statuses, value) },
    })),
    ...(filter.id === null
      ? []
      : [{ kind: 'id' as const, value: filter.id, without: { ...filter, id: null } }]),
    ...filter.categories.map((value) => ({
      kind: 'categories' as const,
      value,
      without: { ...filter, categories: drop(filter.categories, value) },
    })),
    ...textNames
      .filter((kind) => filter[kind] !== '')
      .map((kind) => ({ kind, value: filter[kind], without: { ...filter, [kind]: '' } })),
    ...yearNames.flatMap((kind) => {
      const value = filter[kind];
      return value === null ? [] : [{ kind, value, without: { ...filter, [kind]: null } }];
    }),
    ...dateNames.flatMap((kind) => {
      const value = filter[kind];
      return value === null ? [] : [{ kind, value, without: { ...filter, [kind]: null } }];
    }),
    ...filter.countries.map((value) => ({
      kind: 'countries' as const,
      value,
      without: { ...filter, countries: drop(filter.countries, value) },
    })),
  ];
}
