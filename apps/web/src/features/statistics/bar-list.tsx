import classes from './bar-list.module.css';
import { useFigures } from './use-figures.ts';

export interface Bar {
  key: string | number;
  name: string;
  /** The bar's segments, side by side, in the order of the colours. */
  parts: [first: number, second?: number];
}

interface BarListProps {
  /** A description of the chart; a table shows the numbers. */
  label: string;
  bars: Bar[];
  /** The legend, if there are two colours. */
  legend?: [first: string, second: string];
}

/** Horizontal bars with their full names, however long. */
export function BarList({ label, bars, legend }: BarListProps) {
  const { whole } = useFigures();
  const sums = bars.map(({ parts }) => parts.reduce<number>((sum, part = 0) => sum + part, 0));
  const longest = Math.max(...sums);
  return (
    <div role="img" aria-label={label}>
      <div className={classes.bars} aria-hidden>
        {bars.map(({ key, name, parts }, index) => (
          <div key={key} className={classes.bar}>
            <span className={classes.name}>{name}</span>
            <span className={classes.track}>
              {parts.map((part = 0, of) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a part is
                  key={of}
                  className={classes.part}
                  data-second={of === 1 || undefined}
                  style={{ width: `${(part / longest) * 100}%` }}
                />
              ))}
            </span>
            <span className={classes.value}>{whole(sums[index] ?? 0)}</span>
          </div>
        ))}
      </div>
      {legend && (
        <div className={classes.legend} aria-hidden>
          {legend.map((word, of) => (
            <span key={word} data-second={of === 1 || undefined}>
              {word}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
