import type { ReactNode } from 'react';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  hint?: ReactNode;
  /** For what cannot be undone. */
  danger?: boolean;
  children: ReactNode;
}

/** One subject of a screen: its heading, a sentence about it, and its content. */
export function SectionCard({ title, hint, danger = false, children }: SectionCardProps) {
  return (
    <section className={classes.card} data-danger={danger || undefined}>
      <header className={classes.header}>
        <h2 className={classes.title}>{title}</h2>
        {hint && <p className={classes.hint}>{hint}</p>}
      </header>
      <div className={classes.content}>{children}</div>
    </section>
  );
}

/** The cards of a screen, below each other. */
export function SectionCards({ children }: { children: ReactNode }) {
  return <div className={classes.cards}>{children}</div>;
}
