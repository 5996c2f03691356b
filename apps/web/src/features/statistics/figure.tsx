import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Card, SegmentedControl } from '@mantine/core';
import type { StatisticsTable } from '@servicebook/shared/statistics';
import { type ReactNode, Suspense, useState } from 'react';
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
  /** Keeps rows on a phone too, for numbers that are compared down a column. */
  cards?: boolean;
  empty: string;
}

/** A chart, or the same numbers as a table, for screen readers and people who prefer figures. */
export function Figure<Row>({ table, span, hint, chart, rows, empty, ...grid }: FigureProps<Row>) {
  const { t } = useTranslation('statistics');
  const [view, setView] = useState('chart');
  const name = t(`tables.${table}`);
  return (
    <section className={classes.section}>
      <TableHeading table={table} span={span} {...(hint ? { hint } : {})}>
        {rows.length > 0 && (
          <SegmentedControl
            aria-label={t('view.label', { name })}
            value={view}
            onChange={setView}
            data={[
              { value: 'chart', label: t('view.chart') },
              { value: 'table', label: t('view.table') },
            ]}
          />
        )}
      </TableHeading>
      {rows.length > 0 && view === 'chart' ? (
        <Card>
          <Suspense fallback={<LoadingState />}>{chart}</Suspense>
        </Card>
      ) : (
        <div className={classes.figure}>
          <DataTable {...grid} label={name} rows={rows} empty={{ title: empty }} />
        </div>
      )}
    </section>
  );
}
