import { useSearchParams } from 'react-router-dom';
import { withFilter } from './paths.ts';

/**
 * A list's filter in the page's address.
 * @returns the filter and a function that changes parts of it; by default, "back" skips the change
 */
export function useAddressFilter<Filter extends object>(
  read: (query: URLSearchParams) => Filter,
  write: (query: URLSearchParams, filter: Filter) => URLSearchParams = withFilter,
) {
  const [query, setQuery] = useSearchParams();
  const change = (part: Partial<Filter>, { replace = true } = {}) =>
    setQuery((current) => write(current, { ...read(current), ...part }), {
      replace,
      preventScrollReset: true,
    });
  return [read(query), change] as const;
}
