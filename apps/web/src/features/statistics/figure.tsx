import type { StatisticsTable } from '@servicebook/shared/statistics';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { LoadingState } from '../../components/states.tsx';
import classes from './service-events.module.css';
import type { Span } from './span.ts';
import { TableHeading } from './table-heading.tsx';

interface FigureProps<Row> {
  table: StatisticsTable;
  span: Span;
  hint?: string;
  chart: ReactNode;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  rowHref?: (row: Row) => string;
  /** Rows also on a phone, for numbers that are compared down a column. */
  cards?: boolean;
  empty: string;
}

/** A chart with the same numbers as a table, for screen readers and people who prefer figures. */
export function Figure<Row>({ table, span, hint, chart, rows, empty, ...grid }: FigureProps<Row>) {
  const { t } = useTranslation('statistics');
  return (
    <section className={classes.section}>
      <TableHeading table={table} span={span} {...(hint ? { hint } : {})} />
      <div className={rows.length > 0 ? classes.figure : undefined}>
        {rows.length > 0 && (
          <div className={classes.chart}>
            <Suspense fallback={<LoadingState />}>{chart}</Suspense>
          </div>
        )}
        <DataTable {...grid} label={t(`tables.${table}`)} rows={rows} empty={{ title: empty }} />
      </div>
    </section>
  );
}
