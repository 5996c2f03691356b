import type { ReactNode } from 'react';
import classes from './day-badge.module.css';

interface DayBadgeProps {
  /** The day as people write it. */
  day: string;
  /** How far off it is, in words, so that colour is never all there is. */
  children: ReactNode;
  /** Nothing: far off, without colour. */
  urgency?: 'overdue' | 'soon' | undefined;
}

/** A day something is due: red when it has passed, amber when it is near. */
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
