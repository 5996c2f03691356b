import classes from './status-badge.module.css';

interface StatusBadgeProps {
  label: string;
  /** The status's own colours, the same in light and dark mode. */
  background: string;
  text: string;
}

/** A status in its colours, with a text, because colour must not be the only information. */
export function StatusBadge({ label, background, text }: StatusBadgeProps) {
  return (
    <span
      className={classes.root}
      data-badge
      style={{ backgroundColor: background, color: text }}
      title={label}
    >
      {label}
    </span>
  );
}
