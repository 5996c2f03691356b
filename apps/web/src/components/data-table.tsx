import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { getsNoAnswer } from '../lib/no-connection.ts';
import { usePrinting } from '../lib/printing.ts';
import classes from './data-table.module.css';
import { DataTableCards, SkeletonCards } from './data-table-cards.tsx';
import { DataTableGrid } from './data-table-grid.tsx';
import { DataTableToolbar } from './data-table-toolbar.tsx';
import { lastPage } from './page-window.ts';
import { Paging } from './paging.tsx';
import { EmptyState, type EmptyStateProps, ErrorState, NoConnectionState } from './states.tsx';
import { useColumnChoice } from './use-column-choice.ts';
import { useNarrowScreen } from './use-narrow-screen.ts';
import type { Sort } from './use-table-state.ts';

export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** The key is then what the search is sorted by. */
  sortable?: boolean;
  width?: number | string;
  align?: 'left' | 'center' | 'right';
  /** False for what a row makes no sense without. */
  hideable?: boolean;
  defaultHidden?: boolean;
  /**
   * Where it stands on a phone's card. The title is what the row is known by: it holds the row's link, on the
   * desktop too, so its `render` returns text, no link or button of its own. `action`: buttons at the card's foot.
   */
  card?: 'title' | 'subtitle' | 'badge' | 'line' | 'action' | false;
}

/** What the table has to know of its query: whether these rows are the answer, and what is the matter if not. */
export interface TableQuery {
  data: unknown;
  error: unknown;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  failureReason: unknown;
  /** The rows of an earlier search, while the answer to this one is on its way. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

const allHere: TableQuery = {
  data: true,
  error: null,
  fetchStatus: 'idle',
  failureReason: null,
  isPlaceholderData: false,
  refetch: () => {},
};

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first answer is awaited. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Rows in all; with page and size it brings the paging. */
  total?: number | undefined;
  /** From 0. */
  page?: number | undefined;
  size?: number | undefined;
  sizes?: readonly number[] | undefined;
  sort?: Sort | undefined;
  onPage?: ((page: number) => void) | undefined;
  onSize?: ((size: number) => void) | undefined;
  onSort?(sort: Sort): void;
  /** A row is a link… */
  rowHref?: ((row: Row) => string | null) | undefined;
  /** …or a button. */
  onRowClick?: ((row: Row) => void) | undefined;
  search?: string | undefined;
  onSearch?: ((text: string) => void) | undefined;
  searchPlaceholder?: string | undefined;
  /** Beside the search box: filter switches and the like. */
  toolbar?: ReactNode;
  /** Where the rows come from; without it they are all here. */
  query?: TableQuery | undefined;
  /** Shown when there is nothing at all. */
  empty: EmptyStateProps;
  /** Filters are set, so an empty answer means "nothing found". A search text counts by itself. */
  filtered?: boolean | undefined;
  /** Takes the filters back; offered, with the search text, when nothing is found. */
  onClearFilters?: (() => void) | undefined;
  /** Remembers the choice of columns under this name; without it there is no choice. */
  name?: string | undefined;
  /** Cards instead of rows on narrow screens; false keeps rows, for tables of two or three short columns. */
  cards?: boolean;
}

/**
 * The one table of the app: search, sorting, paging and choice of columns over rows that the caller fetches.
 * `useTableState().controls` brings half of the props.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, query = allHere, page = 0, size, total, onPage } = props;
  const { data, error, isPlaceholderData: outdated } = query;
  const loading = query.fetchStatus === 'fetching';
  const { cards = true, name } = props;
  const narrow = useNarrowScreen();
  const printing = usePrinting();
  // Paper is narrow too, but what is printed is a table.
  const asCards = cards && narrow && !printing;
  const choice = useColumnChoice(name, columns);
  const top = useRef<HTMLDivElement>(null);

  // Rows were deleted meanwhile, or the address names a page that is not there.
  const pageIsGone =
    size !== undefined && total !== undefined && page > 0 && page > lastPage(total, size) && !loading;
  useEffect(() => {
    if (pageIsGone && size && total !== undefined) onPage?.(lastPage(total, size));
  });

  const turnTo = (next: number) => {
    onPage?.(next);
    const box = top.current?.getBoundingClientRect();
    // The new page begins where reading begins.
    if (box && box.top < 0) top.current?.scrollIntoView({ block: 'start' });
  };

  const isEmpty = rows !== undefined && rows.length === 0 && !pageIsGone;
  // Rows that are the answer stay, also when asking for newer ones fails.
  const answered = data !== undefined && !outdated;
  const failed = !answered && error !== null;
  const noAnswer = !answered && getsNoAnswer(query);
  return (
    <div ref={top} className={classes.root}>
      <DataTableToolbar {...props} choice={choice} asCards={asCards} />
      <div className={classes.body} aria-busy={loading} data-stale={loading && rows ? true : undefined}>
        <div className={classes.progress} />
        {noAnswer ? (
          <div className={classes.notice}>
            <NoConnectionState />
          </div>
        ) : failed ? (
          <div className={classes.notice}>
            <ErrorState error={error} onRetry={() => query.refetch()} />
          </div>
        ) : isEmpty && !outdated ? (
          <div className={classes.notice}>
            <Nothing {...props} />
          </div>
        ) : asCards ? (
          rows ? (
            <DataTableCards {...props} rows={rows} columns={choice.shown} outdated={outdated} />
          ) : (
            <SkeletonCards count={Math.min(size ?? 5, 5)} label={props.label} />
          )
        ) : (
          <DataTableGrid {...props} columns={choice.shown} outdated={outdated} />
        )}
      </div>
      {!failed && !noAnswer && !isEmpty && rows && size !== undefined && total !== undefined && onPage && (
        <Paging
          page={page}
          size={size}
          total={total}
          sizes={props.sizes}
          onPage={turnTo}
          onSize={props.onSize}
        />
      )}
    </div>
  );
}

function Nothing<Row>({
  empty,
  search = '',
  onSearch,
  filtered = false,
  onClearFilters,
}: DataTableProps<Row>) {
  const { t } = useTranslation('components');
  if (search === '' && !filtered) return <EmptyState {...empty} />;
  const clear = () => {
    if (search !== '') onSearch?.('');
    if (filtered) onClearFilters?.();
  };
  return (
    <EmptyState
      title={t('table.nothingFound')}
      hint={
        search === ''
          ? t('table.nothingFoundFiltered')
          : t(filtered ? 'table.nothingFoundBoth' : 'table.nothingFoundText', { text: search })
      }
      action={
        <Button variant="default" onClick={clear}>
          {t('table.showAll')}
        </Button>
      }
    />
  );
}
