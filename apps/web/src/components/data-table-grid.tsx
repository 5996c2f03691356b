import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { usePrinting } from '../lib/printing.ts';
import classes from './data-table.module.css';
import type { Column, DataTableProps } from './data-table.tsx';
import { PageBox, RowBox } from './data-table-selection.tsx';
import { LongWords } from './long-words.tsx';
import { RowLink, useRowClick } from './row-link.tsx';
import type { Sort } from './use-table-state.ts';

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

function SortMark({ direction }: { direction: Sort['direction'] | undefined }) {
  const Icon = direction === 'asc' ? IconArrowUp : direction === 'desc' ? IconArrowDown : IconArrowsSort;
  return <Icon size={15} aria-hidden className={classes.sortMark ?? ''} />;
}

interface HeadProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const direction = sort?.by === column.key ? sort.direction : undefined;
  // Chromium repeats the head on each sheet only if there is no button in it.
  const printing = usePrinting();
  const sortable = column.sortable && onSort && !printing;
  return (
    <th
      scope="col"
      data-align={column.align}
      style={{ width: column.width }}
      aria-sort={direction ? ariaSort[direction] : undefined}
    >
      {sortable ? (
        <UnstyledButton
          className={classes.sortButton ?? ''}
          data-sorted={direction !== undefined || undefined}
          onClick={() => onSort({ by: column.key, direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          {column.header}
          <SortMark direction={direction} />
        </UnstyledButton>
      ) : column.card === 'action' ? (
        <VisuallyHidden>{column.header}</VisuallyHidden>
      ) : (
        column.header
      )}
    </th>
  );
}

/** Whether the table is wider than its container. Only then it scrolls sideways; otherwise its header can be sticky. */
function useOverflow() {
  const place = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const box = place.current;
    const table = box?.firstElementChild;
    if (!box || !table) return;
    const measure = () => setOverflows(table.scrollWidth > box.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    observer.observe(table);
    measure();
    return () => observer.disconnect();
  }, []);
  return { place, overflows };
}

/** Rows on a desktop. */
export function DataTableGrid<Row>(props: DataTableProps<Row> & { outdated: boolean }) {
  const {
    label,
    columns,
    rows,
    rowKey,
    sort,
    onSort,
    size = 5,
    total,
    rowHref,
    onRowClick,
    outdated,
    selection,
  } = props;
  const { place, overflows } = useOverflow();
  const rowClick = useRowClick<Row>({ rowHref, onRowClick });
  const titleKey = (columns.find((column) => column.card === 'title') ?? columns[0])?.key;

  // The last page is as tall as the others, so that the paging buttons do not move.
  const [fullHeight, setFullHeight] = useState({ size: 0, height: 0 });
  const several = total !== undefined && total > size;
  useLayoutEffect(() => {
    const height = place.current?.offsetHeight ?? 0;
    if (several && rows?.length === size && (fullHeight.size !== size || fullHeight.height !== height))
      setFullHeight({ size, height });
  }, [several, rows, size, fullHeight, place]);
  const minHeight =
    several && fullHeight.size === size && rows?.length !== size ? fullHeight.height : undefined;

  return (
    <div
      ref={place}
      className={classes.scroll}
      // A scrolling element must be scrollable by keyboard.
      {...(overflows ? { 'data-overflows': true, role: 'region', 'aria-label': label, tabIndex: 0 } : {})}
      style={{ minHeight }}
    >
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" data-not-printed className={classes.boxCell}>
                <PageBox rows={rows ?? []} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody inert={outdated}>
          {rows?.map((row) => (
            <tr
              key={rowKey(row)}
              data-chosen={selection?.ids.has(selection.idOf(row)) || undefined}
              data-opens={rowClick !== undefined || undefined}
              onClick={rowClick?.(row)}
              onAuxClick={rowClick?.(row)}
            >
              {selection && (
                <td data-not-printed className={classes.boxCell}>
                  <RowBox row={row} selection={selection} />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.key} data-align={column.align}>
                  {column.key === titleKey ? (
                    <RowLink row={row} rowHref={rowHref} onRowClick={onRowClick} className={classes.rowLink}>
                      <LongWords>{column.render(row)}</LongWords>
                    </RowLink>
                  ) : (
                    <LongWords>{column.render(row)}</LongWords>
                  )}
                </td>
              ))}
            </tr>
          )) ?? <SkeletonRows columns={columns.length + (selection ? 1 : 0)} count={Math.min(size, 10)} />}
        </tbody>
      </table>
    </div>
  );
}

function SkeletonRows({ columns, count }: { columns: number; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: grey bars have no identity
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars have no identity
        <td key={column}>
          <Skeleton height={12} width={`${55 + ((row * 7 + column * 13) % 4) * 12}%`} />
        </td>
      ))}
    </tr>
  ));
}
