import classes from './bar-list.module.css';
import { useFigures } from './use-figures.ts';

export interface Bar {
  key: string | number;
  name: string;
  /** One beside the other: the first in the first colour. */
  parts: [first: number, second?: number];
}

interface BarListProps {
  /** A description of the chart; a table has the numbers. */
  label: string;
  bars: Bar[];
  /** What the colours mean, if there are two. */
  legend?: [first: string, second: string];
}

/** Horizontal bars with their names in full, however long they are. */
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
