import { DeviceFilter } from '@servicebook/shared/device';

export type FilterName = keyof DeviceFilter;

/** One value that narrows the list. */
export interface ActiveFilter {
  name: FilterName;
  value: string | number | boolean;
  /** The change that removes it. */
  without: Partial<DeviceFilter>;
}

const noFilter: DeviceFilter = DeviceFilter.parse({});

/** The filters that are set, each value of a list by itself. */
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
