import type { ReactNode } from 'react';
import classes from './day-badge.module.css';

interface DayBadgeProps {
  /** The formatted day. */
  day: string;
  /** The distance in words, because colour must not be the only information. */
  children: ReactNode;
  /** Undefined: far away, without colour. */
  urgency?: 'overdue' | 'soon' | undefined;
}

/** A due date: red when it has passed, amber when it is near. */
export function DayBadge({ day, urgency, children }: DayBadgeProps) {
  return (
    <span className={classes.root}>
      {day}
      <span className={classes.words} data-urgency={urgency}>
        {children}
      </span>
    </span>
  );
}
