import { useMemo } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { fieldsSet, readAddress, writeAddress } from './address.ts';

/** The query that the current event handler has asked for; the router shows it only after the handler. */
let asked: URLSearchParams | null = null;

/**
 * The query of the page's address, and a function that changes it. By default "back" skips the change.
 * Several changes in one event handler build on each other, which the router's own function does not do.
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
  /** A parameter that each change removes: a changed filter shows the first page. */
  resets?: string;
}

/**
 * State in the page's address, so that a reload, a link and the back button show the same. The schema says which
 * parameters there are, which values make sense, and the defaults, which stay out of the address.
 * @returns the values; `change` for some of them, `clear` for all; `set`: the names of those that are not default
 */
export function useAddress<Schema extends z.ZodObject>(schema: Schema, { resets }: AddressOptions = {}) {
  type Values = z.output<Schema>;
  const [query, changeQuery] = useQueryString();
  const values = useMemo(() => readAddress(schema, query), [schema, query]);

  const change = (part: Partial<Values>, options?: NavigateOptions) =>
    changeQuery((current) => {
      const next = writeAddress(schema, current, { ...readAddress(schema, current), ...part });
      if (resets) next.delete(resets);
      return next;
    }, options);
  const clear = (options?: NavigateOptions) => change(schema.parse({}) as Values, options);
  return { values, set: fieldsSet(schema, values), change, clear };
}
