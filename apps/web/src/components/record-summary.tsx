import type { ReactNode } from 'react';
import classes from './record-summary.module.css';

/** `wide` spans two columns. */
type Fact = readonly [label: string, value: ReactNode, wide?: 'wide'];

interface RecordSummaryProps {
  label: string;
  /** Identification and contact. */
  head?: ReactNode;
  facts: readonly Fact[];
  /** The most common actions. */
  actions?: ReactNode;
}

/** The summary of a record, shown above its form. */
export function RecordSummary({ label, head, facts, actions }: RecordSummaryProps) {
  return (
    <section className={classes.card} aria-label={label}>
      {head && <div className={classes.head}>{head}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
      <dl className={classes.facts}>
        {facts.map(([name, value, wide]) => (
          <div key={name} data-wide={wide}>
            <dt>{name}</dt>
            <dd>{value || value === 0 ? value : '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
