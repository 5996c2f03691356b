import { useEffect, useMemo } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { fieldsSet, readAddress, writeAddress } from './address.ts';

/** The query of the page's address, including changes that the router does not show yet. */
let latest = new URLSearchParams();

/**
 * The query of the page's address, and a function that changes it. By default, "back" skips the change. Unlike the
 * router's own function, a change builds on the ones before it, also if the screen does not show them yet.
 */
export function useQueryString() {
  const [query, setQuery] = useSearchParams();
  useEffect(() => {
    latest = query;
  }, [query]);
  const change = (next: (current: URLSearchParams) => URLSearchParams, options: NavigateOptions = {}) => {
    latest = next(new URLSearchParams(latest));
    setQuery(latest, { replace: true, preventScrollReset: true, ...options });
  };
  return [query, change] as const;
}

interface AddressOptions {
  /** A parameter that every change removes, because a changed filter shows the first page. */
  resets?: string;
}

/**
 * State in the page's address, preserved by reload, links and the back button. The schema defines the parameters, their
 * valid values, and the defaults, which are omitted from the address.
 * @returns the values; `change` sets some of them, `clear` resets all; `searchWith` is the query with some of them, for
 * a link; `set` lists the names of those that are not default
 */
export function useAddress<Schema extends z.ZodObject>(schema: Schema, { resets }: AddressOptions = {}) {
  type Values = z.output<Schema>;
  const [query, changeQuery] = useQueryString();
  const values = useMemo(() => readAddress(schema, query), [schema, query]);

  const withPart = (current: URLSearchParams, part: Partial<Values>) => {
    const next = writeAddress(schema, current, { ...readAddress(schema, current), ...part });
    if (resets) next.delete(resets);
    return next;
  };
  const change = (part: Partial<Values>, options?: NavigateOptions) =>
    changeQuery((current) => withPart(current, part), options);
  const searchWith = (part: Partial<Values>) => `?${withPart(query, part)}`;
  const clear = (options?: NavigateOptions) => change(schema.parse({}) as Values, options);
  return { values, set: fieldsSet(schema, values), change, clear, searchWith };
}
