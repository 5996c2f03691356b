import { lazy, Suspense } from 'react';
import { currentLanguage } from '../lib/i18n.ts';
import { clientRows, type Reading } from './client-rows.ts';
import { DataTable, type DataTableProps, type TableControls, type TableQuery } from './data-table.tsx';
import type { Printing } from './list-print.tsx';
import type { Sort } from './use-table-state.ts';

const ListPrint = lazy(async () => ({ default: (await import('./list-print.tsx')).ListPrint }));

interface Answer<Data> extends TableQuery {
  data: Data | undefined;
  /** False: nothing is fetched, for example for a range of days that ends before it starts. The table is then empty. */
  isEnabled: boolean;
}

interface Paged<Row> {
  query: Answer<{ content: readonly Row[]; totalElements: number }>;
  local?: undefined;
}

interface Loaded<Row> {
  query: Answer<readonly Row[]>;
  /** All rows are loaded: the table itself searches, sorts and pages them. */
  local: Reading<Row>;
}

interface TableState {
  name: string;
  request: { text: string; sort: Sort; page: number; size: number };
  controls: TableControls;
  printing: Printing;
}

type OwnProps<Row> = Omit<DataTableProps<Row>, keyof TableControls | 'query' | 'rows' | 'total' | 'name'>;

export type QueryTableProps<Row> = OwnProps<Row> & {
  /** Of `useTableState`. */
  table: TableState;
  /** Lets users choose the columns. */
  columnChoice?: boolean;
} & (Paged<Row> | Loaded<Row>);

function rowsOf<Row>({ query, local, table }: QueryTableProps<Row>) {
  if (!query.isEnabled) return { rows: [], total: 0 };
  if (!local) return { rows: query.data?.content, total: query.data?.totalElements };
  return clientRows(query.data, table.request, { ...local, language: currentLanguage() });
}

/**
 * A table that shows the rows of a query, with the search, sort and pages of `useTableState`. A failed refetch keeps
 * the rows. It has a search box if it has a `searchPlaceholder`.
 */
export function QueryTable<Row>(props: QueryTableProps<Row>) {
  const { query, local, table, columnChoice, ...own } = props;
  const { onSearch, sort, ...controls } = table.controls;
  const { rows, total } = rowsOf(props);
  const { printing } = table;
  // If the complete list is empty, there is nothing to search or sort.
  const hasNothing = local && query.data?.length === 0 && !own.filtered && table.request.text === '';
  return (
    <>
      {/* The tables of a machine are also used without a connection, so they load nothing more. */}
      {(printing.isMain || printing.isPrinted) && (
        <Suspense>
          <ListPrint
            {...{ printing, query, total }}
            rows={rows?.length}
            search={table.request.text}
            words={own.filterWords}
          />
        </Suspense>
      )}
      <DataTable
        {...own}
        {...controls}
        rows={rows}
        total={total}
        selection={printing.isPrinted ? undefined : own.selection}
        name={columnChoice ? table.name : undefined}
        query={query.isEnabled ? query : undefined}
        sort={hasNothing ? undefined : sort}
        onSearch={hasNothing || own.searchPlaceholder === undefined ? undefined : onSearch}
      />
    </>
  );
}
