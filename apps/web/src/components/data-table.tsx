import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { getsNoAnswer } from '../lib/no-connection.ts';
import { usePrinting } from '../lib/printing.ts';
import { searchEverything } from '../lib/search-everything.ts';
import classes from './data-table.module.css';
import { DataTableCards, SkeletonCards } from './data-table-cards.tsx';
import { DataTableGrid } from './data-table-grid.tsx';
import { SelectionBar, type TableSelection } from './data-table-selection.tsx';
import { DataTableToolbar } from './data-table-toolbar.tsx';
import { lastPage } from './page-window.ts';
import { Paging } from './paging.tsx';
import type { ListViews } from './saved-views.tsx';
import { EmptyState, type EmptyStateProps, ErrorState, NoConnectionState } from './states.tsx';
import { useColumnChoice } from './use-column-choice.ts';
import { useNarrowScreen } from './use-narrow-screen.ts';
import type { Sort } from './use-table-state.ts';

export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** The key is then a sort key of the search. */
  sortable?: boolean;
  width?: number | string;
  align?: 'left' | 'center' | 'right';
  /** False for columns without which a row makes no sense. */
  hideable?: boolean;
  defaultHidden?: boolean;
  /**
   * The place on a phone's card. The title identifies the row and contains its link, on the desktop too, so its
   * `render` returns text without links or buttons. `action`: buttons at the bottom of the card.
   */
  card?: 'title' | 'subtitle' | 'badge' | 'line' | 'action' | false;
}

/** The state of the query: whether these rows are its answer and, if not, why. */
export interface TableQuery {
  data: unknown;
  error: unknown;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  failureReason: unknown;
  /** The rows belong to an earlier search, and this one is still loading. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

const loadedRows: TableQuery = {
  data: true,
  error: null,
  fetchStatus: 'idle',
  failureReason: null,
  isPlaceholderData: false,
  refetch: () => {},
};

/** Search, sort and pages of a table; `useTableState().controls` provides them. */
export interface TableControls {
  search?: string | undefined;
  onSearch?: ((text: string) => void) | undefined;
  sort?: Sort | undefined;
  onSort?(sort: Sort): void;
  /** From 0. */
  page?: number | undefined;
  onPage?: ((page: number) => void) | undefined;
  size?: number | undefined;
  onSize?: ((size: number) => void) | undefined;
  sizes?: readonly number[] | undefined;
}

export interface DataTableProps<Row> extends TableControls {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Total number of rows; with page and size it enables paging. */
  total?: number | undefined;
  /** A row is a link… */
  rowHref?: ((row: Row) => string | null) | undefined;
  /** …or a button. */
  onRowClick?: ((row: Row) => void) | undefined;
  searchPlaceholder?: string | undefined;
  /** Controls next to the search box, such as filters. */
  toolbar?: ReactNode;
  /** The query of the rows; without it, all rows are loaded. */
  query?: TableQuery | undefined;
  /** Shown if there are no rows at all. */
  empty: EmptyStateProps;
  /** Filters are set, so an empty answer means "nothing found". A search text has the same effect. */
  filtered?: boolean | undefined;
  /** What the list is narrowed to, in words, besides its search text and filters that are printed as fields. */
  filterWords?: readonly (string | false | null | undefined)[] | undefined;
  /** Clears the filters; offered together with the search text if nothing is found. */
  onClearFilters?: (() => void) | undefined;
  /** Stores the choice of columns under this name; without it there is no choice. */
  name?: string | undefined;
  /** Lets users save views of this list; the address then also names the columns. */
  views?: ListViews | undefined;
  /** Lets users choose rows for a common action. */
  selection?: TableSelection<Row> | undefined;
  /** Cards instead of rows on narrow screens; false keeps rows, for tables of two or three short columns. */
  cards?: boolean;
}

/**
 * The app's table: search, sorting, paging and choice of columns for rows provided by the caller. `QueryTable` fetches
 * them.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, query = loadedRows, page = 0, size, total, onPage } = props;
  const { data, error, isPlaceholderData: outdated } = query;
  const loading = query.fetchStatus === 'fetching';
  const { cards = true, name, views } = props;
  const narrow = useNarrowScreen();
  const printing = usePrinting();
  // Paper is narrow, but always shows a table.
  const asCards = cards && narrow && !printing;
  const choice = useColumnChoice(name, columns, views !== undefined);
  const top = useRef<HTMLDivElement>(null);

  // Rows were deleted, or the address names a page that does not exist.
  const pageIsGone =
    size !== undefined && total !== undefined && page > 0 && page > lastPage(total, size) && !loading;
  useEffect(() => {
    if (pageIsGone && size && total !== undefined) onPage?.(lastPage(total, size));
  });

  const goToPage = (next: number) => {
    onPage?.(next);
    const box = top.current?.getBoundingClientRect();
    // Scrolls to the top of the new page.
    if (box && box.top < 0) top.current?.scrollIntoView({ block: 'start' });
  };

  const isEmpty = rows !== undefined && rows.length === 0 && !pageIsGone;
  // Rows of the current answer stay, even if a refetch fails.
  const hasAnswer = data !== undefined && !outdated;
  const failed = !hasAnswer && error !== null;
  const noAnswer = !hasAnswer && getsNoAnswer(query);
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
          onPage={goToPage}
          onSize={props.onSize}
        />
      )}
      {props.selection && !printing && <SelectionBar selection={props.selection} />}
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
        <Group justify="center">
          <Button variant="default" onClick={clear}>
            {t('table.showAll')}
          </Button>
          {search !== '' && (
            <Button variant="subtle" onClick={() => searchEverything(search)}>
              {t('table.searchEverything')}
            </Button>
          )}
        </Group>
      }
    />
  );
}
