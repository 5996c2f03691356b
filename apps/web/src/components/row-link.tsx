import { UnstyledButton } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';

export interface RowTarget<Row> {
  /** Null: this row has no link, and `onRowClick` opens it. */
  rowHref?: ((row: Row) => string | null) | undefined;
  onRowClick?: ((row: Row) => void) | undefined;
}

interface RowLinkProps<Row> extends RowTarget<Row> {
  row: Row;
  className?: string | undefined;
  children: ReactNode;
}

/** Makes a row reachable by keyboard, openable in a new tab and named for screen readers. */
export function RowLink<Row>({ row, rowHref, onRowClick, className, children }: RowLinkProps<Row>) {
  const href = rowHref?.(row);
  if (href)
    return (
      <Link to={href} className={className}>
        {children}
      </Link>
    );
  if (onRowClick)
    return (
      <UnstyledButton className={className ?? ''} onClick={() => onRowClick(row)}>
        {children}
      </UnstyledButton>
    );
  return <span>{children}</span>;
}

const interactive = 'a, button, input, label, select, textarea, summary, [role="button"], [role="menuitem"]';

/** Opens a row on a click anywhere in it, except on one of its interactive elements. */
export function useRowClick<Row>({ rowHref, onRowClick }: RowTarget<Row>) {
  const navigate = useNavigate();
  if (!rowHref && !onRowClick) return undefined;
  return (row: Row) => (event: MouseEvent<HTMLElement>) => {
    const clicked = event.target as Element;
    // Through React, clicks in portals bubble here although they happen elsewhere.
    if (!event.currentTarget.contains(clicked) || clicked.closest(interactive)) return;
    // The user is selecting text.
    if (window.getSelection()?.toString()) return;
    if (event.button > 1) return;
    const href = rowHref?.(row);
    if (!href) {
      if (event.button === 0) onRowClick?.(row);
    } else if (event.ctrlKey || event.metaKey || event.button === 1) window.open(href, '_blank', 'noopener');
    else navigate(href);
  };
}
