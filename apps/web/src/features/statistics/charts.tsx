/** The chart of months; loaded when there is data, because its library is large. */
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { useFigures } from './use-figures.ts';

interface MonthsChartProps {
  /** A description of the chart; a table shows the numbers. */
  label: string;
  rows: { name: string; signed: number; unsigned: number }[];
}

/** Signed and unsigned protocols, stacked. Blue and orange also differ in lightness, for colour blindness. */
export function MonthsChart({ label, rows }: MonthsChartProps) {
  const { t } = useTranslation('statistics');
  const { whole } = useFigures();
  return (
    <div role="img" aria-label={label}>
      <BarChart
        aria-hidden
        data={rows}
        dataKey="name"
        type="stacked"
        series={[
          { name: 'signed', label: t('columns.signed'), color: 'var(--chart-first)' },
          { name: 'unsigned', label: t('columns.unsigned'), color: 'var(--chart-second)' },
        ]}
        h={300}
        withLegend
        legendProps={{ verticalAlign: 'bottom' }}
        valueFormatter={whole}
        tickLine="none"
        gridAxis="x"
        strokeDasharray="0"
        maxBarWidth={44}
        xAxisProps={{ minTickGap: 8, interval: 'equidistantPreserveStart' }}
        yAxisProps={{ allowDecimals: false, width: 40 }}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
