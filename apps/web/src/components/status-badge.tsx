import classes from './status-badge.module.css';

interface StatusBadgeProps {
  label: string;
  /** The status's own colours, the same in light and dark mode. */
  background: string;
  text: string;
}

/**
 * A status in its colours, with a text, because colour must not be the only information. It is plain, because lists have
 * it in each row.
 */
export const StatusBadge = ({ label, background, text }: StatusBadgeProps) => (
  <span
    className={classes.badge}
    style={{ backgroundColor: background, color: text }}
    data-badge
    title={label}
  >
    {label}
  </span>
);
