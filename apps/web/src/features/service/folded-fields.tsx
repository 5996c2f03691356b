import '@mantine/core/styles/NavLink.layer.css';
import { Card, NavLink, Stack } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';

interface FoldedFieldsProps {
  label: string;
  /** What the fields hold, in one line; said while they are folded. */
  summary: string;
  /** A field needs attention: the group stays open. */
  forced?: boolean;
  children: ReactNode;
}

/** Fields behind one line that sums them up; one press opens them. */
export function FoldedFields({ label, summary, forced = false, children }: FoldedFieldsProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const open = opened || forced;
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <Card padding={0}>
      <NavLink
        component="button"
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
        label={<strong>{label}</strong>}
        description={open ? undefined : summary}
        rightSection={<Chevron size={20} aria-hidden />}
      />
      {open && (
        <Stack id={id} px="sm" pt={4} pb="sm">
          {children}
        </Stack>
      )}
    </Card>
  );
}
