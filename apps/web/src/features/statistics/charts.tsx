/** The charts; loaded when there is something to draw, because their library weighs as much as a page. */
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart, type BarChartProps } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { useFigures } from './use-figures.ts';

/** Blue and orange are distinguishable with colour blindness, and also by lightness. */
const colours = {
  signed: 'var(--chart-first)',
  unsigned: 'var(--chart-second)',
  repairs: 'var(--chart-second)',
};

interface ChartProps {
  /** A description of the chart; a table has the numbers. */
  label: string;
  rows: Record<string, string | number>[];
  /** Horizontal bars, for labels that are words. */
  lying?: boolean;
}

const barHeight = 34;
/** Two lines of them. */
const longestName = 28;
/** A serial number at the end stays whole: it is what tells machines of one name apart. */
function shortened(name: string): string {
  if (name.length <= longestName) return name;
  const serial = / \([^()]{1,20}\)$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, longestName - 1 - serial.length).trimEnd()}…${serial}`;
}

function Bars({ label, rows, lying = false, ...chart }: ChartProps & Pick<BarChartProps, 'series'>) {
  const { whole } = useFigures();
  return (
    <div role="img" aria-label={label}>
      <BarChart
        {...chart}
        aria-hidden
        data={rows}
        dataKey="name"
        type="stacked"
        h={lying ? rows.length * barHeight + 72 : 300}
        orientation={lying ? 'vertical' : 'horizontal'}
        withLegend={chart.series.length > 1}
        legendProps={{ verticalAlign: 'bottom' }}
        valueFormatter={whole}
        tickLine="none"
        gridAxis={lying ? 'x' : 'y'}
        maxBarWidth={44}
        xAxisProps={
          lying ? { allowDecimals: false } : { minTickGap: 8, interval: 'equidistantPreserveStart' }
        }
        yAxisProps={
          lying ? { width: 150, tickFormatter: shortened, interval: 0 } : { allowDecimals: false, width: 40 }
        }
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}

/** Signed and not signed, one upon the other. */
export function CountsChart(props: ChartProps) {
  const { t } = useTranslation('statistics');
  const series = (['signed', 'unsigned'] as const).map((name) => ({
    name,
    label: t(`columns.${name}`),
    color: colours[name],
  }));
  return <Bars {...props} series={series} />;
}

export function RepairsChart(props: Omit<ChartProps, 'lying'>) {
  const { t } = useTranslation('statistics');
  return (
    <Bars
      {...props}
      lying
      series={[{ name: 'repairs', label: t('columns.repairs'), color: colours.repairs }]}
    />
  );
}
