import { mostRows, type SortDirection } from '@servicebook/shared/primitives';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { readAddress, writeAddress } from '../lib/address.ts';
import { keepChoice, readChoice } from '../lib/browser-storage.ts';
import { rememberSeen } from '../lib/last-seen.ts';
import { useQueryString } from '../lib/use-address.ts';

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
  /** Allowed sort keys, of a server's search by `sortKeysOf`; others in the address are ignored. */
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

function rememberedSize<By extends string>({ name, sizes, defaultSize }: TableOptions<By>): number {
  const storedSize = readChoice(`table.${name}.size`);
  return sizes.find((size) => size === storedSize) ?? defaultSize;
}

/** A search text from the address, normalised like that of the search box and the server. */
const searchText = z.string().transform((text) => text.replaceAll('\0', '').slice(0, 200));

const writeSort = (sort: Sort) => (sort.direction === 'desc' ? `-${sort.by}` : sort.by);

/** A table's parameters in the address. A missing size means the last one the user chose. */
const tableAddress = <By extends string>({ sortKeys, defaultSort, sizes }: TableOptions<By>) =>
  z.object({
    q: searchText.default(''),
    sort: (sortKeys ? z.enum(sortKeys.flatMap((key) => [key, `-${key}`])) : z.string().min(1)).default(
      writeSort(defaultSort),
    ),
    /** From 1, as in user interfaces. */
    page: z.number().int().min(1).max(1_000_000).default(1),
    size: z
      .literal([...sizes])
      .nullable()
      .default(null),
  });

/**
 * Search text, sort, page (from 0) and page size of one table, kept in the address (`q`, `sort`, `page`, `size`) so
 * that reload, back and a shared link show the same rows, or in memory with `inUrl: false`. `request` is the body of
 * the paged search; `QueryTable` takes the whole result.
 */
export function useTableState<By extends string>(options: TableOptions<By>) {
  const { inUrl = true } = options;
  const [schema] = useState(() => tableAddress(options));
  const [query, changeQuery] = useQueryString();
  const [memory, changeMemory] = useState(() => new URLSearchParams());
  const { pathname, search } = useLocation();
  const readView = (from: URLSearchParams): TableView<By> => {
    const { q, sort, page, size } = readAddress(schema, from);
    return {
      text: q,
      sort: { by: sort.replace(/^-/, '') as By, direction: sort.startsWith('-') ? 'desc' : 'asc' },
      page: page - 1,
      size: size ?? rememberedSize(options),
    };
  };
  const [isPrinted, setPrinted] = useState(false);
  const shown = readView(inUrl ? query : memory);
  // All rows in one page; the address stays.
  const view = isPrinted ? { ...shown, page: 0, size: mostRows } : shown;

  useEffect(() => {
    if (inUrl) rememberSeen(pathname, search);
  }, [inUrl, pathname, search]);

  const change = (part: Partial<TableView<By>>) => {
    const write = (current: URLSearchParams) => {
      const { text, sort, page, size } = { ...readView(current), ...part };
      return writeAddress(schema, current, {
        q: text,
        sort: writeSort(sort),
        page: page + 1,
        // Left out, it means the last one that the user chose.
        size: size === options.defaultSize && size === rememberedSize(options) ? null : size,
      });
    };
    if (inUrl) changeQuery(write);
    else changeMemory(write);
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
    name: options.name,
    text,
    setText,
    sort,
    setSort,
    page,
    setPage,
    size,
    setSize,
    request: { text, sort, page, size },
    /** Whether all rows are fetched for a print, and what starts and ends it. */
    printing: { isPrinted, isMain: inUrl, start: () => setPrinted(true), end: () => setPrinted(false) },
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
