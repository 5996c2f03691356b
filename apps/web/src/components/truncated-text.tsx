import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import classes from './truncated-text.module.css';

interface TruncatedTextProps {
  children: string;
  /** Maximum number of lines. */
  lines?: number;
  /** Maximum number of characters, regardless of the space. */
  max?: number;
}

/** Text that is truncated with an ellipsis if it does not fit; a tooltip shows all of it. */
export function TruncatedText({ children, lines = 1, max }: TruncatedTextProps) {
  const [overflows, setOverflows] = useState(false);
  const tooLong = max !== undefined && children.length > max;
  return (
    <Tooltip
      label={children}
      disabled={!tooLong && !overflows}
      multiline
      maw={400}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span
        className={lines === 1 ? classes.line : classes.lines}
        style={lines === 1 ? undefined : { WebkitLineClamp: lines }}
        onPointerEnter={({ currentTarget: place }) =>
          setOverflows(place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight + 1)
        }
      >
        {tooLong ? (
          <>
            <span aria-hidden>{`${children.slice(0, max).trimEnd()}…`}</span>
            <VisuallyHidden>{children}</VisuallyHidden>
          </>
        ) : (
          children
        )}
      </span>
    </Tooltip>
  );
}
