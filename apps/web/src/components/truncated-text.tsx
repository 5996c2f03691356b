import '@mantine/core/styles/Tooltip.layer.css';
import { Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { usePrinting } from '../lib/printing.ts';

interface TruncatedTextProps {
  children: string;
  /** Maximum number of lines. */
  lines?: number;
  /** Maximum number of characters, regardless of the space. */
  max?: number;
}

/** Text that is truncated with an ellipsis if it does not fit; a tooltip shows the full text, and paper has all of it. */
export function TruncatedText({ children, lines = 1, max }: TruncatedTextProps) {
  const [overflows, setOverflows] = useState(false);
  const printing = usePrinting();
  if (printing) return children;
  const isTruncated = max !== undefined && children.length > max;
  return (
    <Tooltip
      label={children}
      disabled={!isTruncated && !overflows}
      multiline
      maw={400}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Text
        span
        inherit
        display={lines === 1 ? 'block' : undefined}
        {...(lines === 1 ? { truncate: 'end' } : { lineClamp: lines })}
        onPointerEnter={({ currentTarget: place }) =>
          setOverflows(place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight + 1)
        }
      >
        {isTruncated ? (
          <>
            <span aria-hidden>{`${children.slice(0, max).trimEnd()}…`}</span>
            <VisuallyHidden>{children}</VisuallyHidden>
          </>
        ) : (
          children
        )}
      </Text>
    </Tooltip>
  );
}
