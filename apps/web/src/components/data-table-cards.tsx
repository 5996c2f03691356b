import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './data-table.module.css';
import type { DataTableProps } from './data-table.tsx';
import { PageBox, RowBox } from './data-table-selection.tsx';
import { RowLink } from './row-link.tsx';

/** Rows as cards: title, subtitle, badge, lines and actions, as the columns define. Empty lines are omitted. */
export function DataTableCards<Row>({
  label,
  columns,
  rows = [],
  rowKey,
  rowHref,
  onRowClick,
  outdated,
  selection,
}: DataTableProps<Row> & { outdated: boolean }) {
  const at = (place: string) => columns.filter((column) => (column.card ?? 'line') === place);
  const opens = rowHref !== undefined || onRowClick !== undefined;
  const titles = at('title');
  return (
    <>
      {selection && <PageBox withLabel rows={rows} selection={selection} />}
      <ul className={classes.cards} aria-label={label} inert={outdated}>
        {rows.map((row) => {
          const lines = at('line')
            .map((column) => ({ ...column, content: column.render(row) }))
            .filter(({ content }) => ![null, undefined, '', false].some((empty) => content === empty));
          return (
            <li key={rowKey(row)} className={classes.card} data-opens={opens || undefined}>
              <div className={classes.cardHead}>
                {selection && <RowBox row={row} selection={selection} />}
                <div className={classes.cardTitles}>
                  <RowLink row={row} rowHref={rowHref} onRowClick={onRowClick} className={classes.cardLink}>
                    {(titles.length ? titles : columns.slice(0, 1)).map((column) => (
                      <span key={column.key}>{column.render(row)}</span>
                    ))}
                  </RowLink>
                  {at('subtitle').map((column) => (
                    <div key={column.key} className={classes.cardSubtitle}>
                      {column.render(row)}
                    </div>
                  ))}
                </div>
                {at('badge').map((column) => (
                  <div key={column.key} className={classes.cardBadge}>
                    {column.render(row)}
                  </div>
                ))}
              </div>
              <div className={classes.cardBody}>
                {lines.length > 0 && (
                  <dl className={classes.cardLines}>
                    {lines.map((line) => (
                      <div key={line.key}>
                        <dt>{line.header}</dt>
                        <dd>{line.content}</dd>
                      </div>
                    ))}
                  </dl>
                )}
                {at('action').length > 0 && (
                  <div className={classes.cardActions}>
                    {at('action').map((column) => (
                      <div key={column.key}>{column.render(row)}</div>
                    ))}
                  </div>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

export function SkeletonCards({ count, label }: { count: number; label: string }) {
  const { t } = useTranslation(['components', 'common']);
  return (
    <div className={classes.cards}>
      <VisuallyHidden role="status">{`${label}: ${t('common:states.loading')}`}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars have no identity
        <div key={index} className={classes.card}>
          <Skeleton height={16} width="55%" />
          <Skeleton height={12} width="75%" mt="sm" />
          <Skeleton height={12} width="40%" mt="xs" />
        </div>
      ))}
    </div>
  );
}
