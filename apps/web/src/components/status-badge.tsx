import { Badge } from '@mantine/core';

interface StatusBadgeProps {
  label: string;
  /** The status's own colours, the same in light and dark mode. */
  background: string;
  text: string;
}

/** A status in its colours, with a text, because colour must not be the only information. */
export function StatusBadge({ label, background, text }: StatusBadgeProps) {
  return (
    <Badge
      component="span"
      radius="xs"
      maw="100%"
      bg={background}
      c={text}
      // The darkest status is seen in the dark as well.
      bd={`1px solid color-mix(in srgb, ${text} 20%, ${background})`}
      mod="badge"
      title={label}
      // A long status is read whole on a phone.
      h="auto"
      mih="var(--badge-height)"
      styles={{ label: { whiteSpace: 'normal' } }}
    >
      {label}
    </Badge>
  );
}
