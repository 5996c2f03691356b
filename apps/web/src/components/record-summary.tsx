import type { ReactNode } from 'react';
import classes from './record-summary.module.css';

/** `wide` for what needs the space of two. */
type Fact = readonly [label: string, value: ReactNode, wide?: 'wide'];

interface RecordSummaryProps {
  label: string;
  /** Whose or what it is, and how to reach it. */
  head?: ReactNode;
  facts: readonly Fact[];
  /** What most visits to the record are for. */
  actions?: ReactNode;
}

/** What people come to read on a record's page, above its form. */
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
