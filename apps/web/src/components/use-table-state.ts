import type { SortDirection } from '@servicebook/shared/primitives';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { keepChoice, readChoice } from '../lib/browser-storage.ts';

export interface Sort<By extends string = string> {
  by: By;
  direction: SortDirection;
}

export interface TableOptions<By extends string> {
  defaultSort: Sort<By>;
  sizes: readonly number[];
  defaultSize: number;
  /** The table's key in browser storage, where its page size is stored. */
  name: string;
  /** Allowed sort keys; others in the address are ignored. */
  sortKeys?: readonly By[];
  /** False keeps the state in memory, for tables in tabs and dialogs. */
  inUrl?: boolean;
}

interface TableView<By extends string> {
  text: string;
  sort: Sort<By>;
  page: number;
  size: number;
}

/** The last queries of lists, so that "back" restores page and search. */
const lastQueries = new Map<string, string>();

/** The address of a list with its last search, sort and page. */
export function lastSeen(path: string): string {
  return path + (lastQueries.get(path) ?? '');
}

function readSort<By extends string>(text: string | null, options: TableOptions<By>): Sort<By> {
  const by = (text ?? '').replace(/^-/, '') as By;
  if (!text || !by || (options.sortKeys && !options.sortKeys.includes(by))) return options.defaultSort;
  return { by, direction: text.startsWith('-') ? 'desc' : 'asc' };
}

const writeSort = (sort: Sort) => (sort.direction === 'desc' ? `-${sort.by}` : sort.by);

function rememberedSize<By extends string>({ name, sizes, defaultSize }: TableOptions<By>): number {
  const kept = readChoice(`table.${name}.size`);
  return sizes.find((size) => size === kept) ?? defaultSize;
}

/** Limits a search text from the address to what the search box and the server accept. */
const searchable = (text: string) => text.replaceAll('\0', '').slice(0, 200);

function readView<By extends string>(query: URLSearchParams, options: TableOptions<By>): TableView<By> {
  const size = options.sizes.find((offered) => String(offered) === query.get('size'));
  const page = Number(query.get('page') ?? 1);
  return {
    text: searchable(query.get('q') ?? ''),
    sort: readSort(query.get('sort'), options),
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
    size: size ?? rememberedSize(options),
  };
}

/** Default values stay out of the address. */
function writeView<By extends string>(
  query: URLSearchParams,
  view: TableView<By>,
  options: TableOptions<By>,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string, standard: string) =>
    value === standard ? next.delete(name) : next.set(name, value);
  put('q', view.text, '');
  put('sort', writeSort(view.sort), writeSort(options.defaultSort));
  put('page', String(view.page + 1), '1');
  put('size', String(view.size), String(options.defaultSize));
  return next;
}

/**
 * Search text, sort, page (from 0) and page size of one table, kept in the address (`q`, `sort`, `page`, `size`)
 * so that reload, back and a shared link show the same rows, or in memory with `inUrl: false`.
 * `request` is the body of the paged search; `controls` are props of the data table.
 */
export function useTableState<By extends string>(options: TableOptions<By>) {
  const { inUrl = true } = options;
  const [query, setQuery] = useSearchParams();
  const { pathname, search } = useLocation();
  const [memory, setMemory] = useState<TableView<By>>(() => readView(new URLSearchParams(), options));
  const view = inUrl ? readView(query, options) : memory;

  useEffect(() => {
    if (inUrl) lastQueries.set(pathname, search);
  }, [inUrl, pathname, search]);

  const change = (part: Partial<TableView<By>>) => {
    if (!inUrl) {
      setMemory((current) => ({ ...current, ...part }));
      return;
    }
    // Replaced, not pushed: the browser's back button leaves the list instead of undoing keystrokes.
    setQuery((current) => writeView(current, { ...readView(current, options), ...part }, options), {
      replace: true,
      preventScrollReset: true,
    });
  };

  const setText = (text: string) => change({ text, page: 0 });
  const setSort = (sort: Sort<By>) => change({ sort, page: 0 });
  const setPage = (page: number) => change({ page });
  const setSize = (size: number) => {
    keepChoice(`table.${options.name}.size`, size);
    // The first row of the page stays visible.
    change({ size, page: Math.floor((view.page * view.size) / size) });
  };

  const { text, sort, page, size } = view;
  return {
    text,
    setText,
    sort,
    setSort,
    page,
    setPage,
    size,
    setSize,
    request: { text, sort, page, size },
    controls: {
      search: text,
      onSearch: setText,
      sort,
      onSort: setSort,
      page,
      onPage: setPage,
      size,
      onSize: setSize,
      sizes: options.sizes,
    },
  };
}
