import { useMemo } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { fieldsSet, readAddress, writeAddress } from './address.ts';

/** The query set by the current event handler. The router shows it only after the handler has finished. */
let asked: URLSearchParams | null = null;

/**
 * The query of the page's address, and a function that changes it. By default, "back" skips the change. Several changes
 * in one event handler build on each other, unlike with the router's own function.
 */
export function useQueryString() {
  const [query, setQuery] = useSearchParams();
  const change = (next: (current: URLSearchParams) => URLSearchParams, options: NavigateOptions = {}) => {
    asked = next(new URLSearchParams(asked ?? query));
    setQuery(asked, { replace: true, preventScrollReset: true, ...options });
    queueMicrotask(() => {
      asked = null;
    });
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
