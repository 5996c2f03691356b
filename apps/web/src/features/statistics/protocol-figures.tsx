import type { StatisticsOverview } from '@servicebook/shared/statistics';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { BarList } from './bar-list.tsx';
import { Figure } from './figure.tsx';
import type { Span } from './span.ts';
import { useFigures } from './use-figures.ts';

const MonthsChart = lazy(async () => ({ default: (await import('./charts.tsx')).MonthsChart }));

interface Row {
  key: string;
  name: string;
  all: number;
  signed: number;
}

/** Protocols by month and by type, signed and unsigned. */
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
    return { key: type, name: t(`service:types.${type}`), ...counts };
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
  return (
    <>
      <Figure
        table="MONTHS"
        span={span}
        chart={
          <MonthsChart
            label={t('chart.months')}
            rows={months.map(({ short, all, signed }) => ({ name: short, signed, unsigned: all - signed }))}
          />
        }
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
        chart={
          <BarList
            label={t('chart.types')}
            bars={types.map(({ key, name, all, signed }) => ({ key, name, parts: [signed, all - signed] }))}
            legend={[t('columns.signed'), t('columns.unsigned')]}
          />
        }
        columns={columns(t('columns.type'))}
        rows={types}
        rowKey={({ key }) => key}
        cards={false}
        empty={t('emptyTitle')}
      />
    </>
  );
}
