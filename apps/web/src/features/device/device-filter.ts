import { DeviceFilter } from '@servicebook/shared/device';

export type FilterName = keyof DeviceFilter;

/** One value of an active filter. */
export interface ActiveFilter {
  name: FilterName;
  value: string | number | boolean;
  /** The change that removes it. */
  without: Partial<DeviceFilter>;
}

const noFilter: DeviceFilter = DeviceFilter.parse({});

/** The active filters, with a separate entry for each value of a list. */
export function activeFilters(filter: DeviceFilter, set: readonly FilterName[]): ActiveFilter[] {
  return set.flatMap((name): ActiveFilter[] => {
    const value = filter[name];
    if (!Array.isArray(value)) return [{ name, value: value ?? '', without: { [name]: noFilter[name] } }];
    const values: (string | number)[] = value;
    return values.map((one) => ({
      name,
      value: one,
      without: { [name]: values.filter((other) => other !== one) },
    }));
  });
}
