import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface DayBadgeProps {
  /** The formatted day. */
  day: string;
  /** The distance in words, because colour must not be the only information. */
  children: ReactNode;
  /** Undefined: far away, without colour. */
  urgency?: 'overdue' | 'soon' | undefined;
}

const looks = {
  soon: {
    bg: 'light-dark(var(--mantine-color-yellow-1), #4a3800)',
    c: 'light-dark(#6b4a00, #ffe08a)',
  },
  overdue: {
    bg: 'light-dark(var(--mantine-color-red-1), #4d1414)',
    c: 'light-dark(#9a1b1b, #ffc9c9)',
  },
};

/** Long words, as in Russian, take a second line in a narrow card. */
const wrapping = {
  h: 'auto',
  maw: '100%',
  radius: '0.625rem',
  styles: { label: { whiteSpace: 'normal' } },
} as const;

/** A due date: red when it has passed, amber when it is near. */
export function DayBadge({ day, urgency, children }: DayBadgeProps) {
  return (
    <Group component="span" display="inline-flex" gap="0 0.5rem">
      <span data-nowrap>{day}</span>
      {urgency ? (
        <Badge component="span" {...wrapping} {...looks[urgency]}>
          {children}
        </Badge>
      ) : (
        <Text span size="sm" c="dimmed">
          {children}
        </Text>
      )}
    </Group>
  );
}
