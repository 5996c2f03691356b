import type { StatisticsOverview } from '@servicebook/shared/statistics';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { Figure } from './figure.tsx';
import type { Span } from './span.ts';
import { useFigures } from './use-figures.ts';

const CountsChart = lazy(async () => ({ default: (await import('./charts.tsx')).CountsChart }));

interface Row {
  key: string;
  name: string;
  short: string;
  all: number;
  signed: number;
}

/** Protocols by month and by type, signed and not. */
export function ProtocolFigures({ overview, span }: { overview: StatisticsOverview; span: Span }) {
  const { t } = useTranslation(['statistics', 'service']);
  const { whole, monthName, shortMonth } = useFigures();
  const months = overview.months.map(({ month, ...counts }) => ({
    key: month,
    name: monthName(month),
    short: shortMonth(month),
    ...counts,
  }));
  const types = overview.types.map(({ type, ...counts }) => {
    const name = t(`service:types.${type}`);
    return { key: type, name, short: name, ...counts };
  });
  const count = (key: 'all' | 'signed' | 'unsigned', of: (row: Row) => number): Column<Row> => ({
    key,
    header: t(`columns.${key}`),
    align: 'right',
    render: (row) => whole(of(row)),
  });
  const columns = (header: string): Column<Row>[] => [
    { key: 'name', header, render: ({ name }) => name, card: 'title' },
    count('all', ({ all }) => all),
    count('signed', ({ signed }) => signed),
    count('unsigned', ({ all, signed }) => all - signed),
  ];
  const chartRows = (rows: Row[]) =>
    rows.map(({ short, all, signed }) => ({ name: short, signed, unsigned: all - signed }));
  return (
    <>
      <Figure
        table="MONTHS"
        span={span}
        chart={<CountsChart label={t('chart.months')} rows={chartRows(months)} />}
        columns={columns(t('columns.month'))}
        rows={months.toReversed()}
        rowKey={({ key }) => key}
        cards={false}
        empty={t('emptyTitle')}
      />
      <Figure
        table="TYPES"
        span={span}
        hint={t('typesHint')}
        chart={<CountsChart lying label={t('chart.types')} rows={chartRows(types)} />}
        columns={columns(t('columns.type'))}
        rows={types}
        rowKey={({ key }) => key}
        cards={false}
        empty={t('emptyTitle')}
      />
    </>
  );
}
