import '@mantine/core/styles/NavLink.layer.css';
import { Card, Group, NavLink, Text } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Place } from './place-book.tsx';

interface PlaceListProps {
  label: string;
  places: readonly Place[];
  note: ReactNode;
  add: ReactNode;
  onOpen: (id: number) => void;
}

export function PlaceList({ label, places, note, add, onOpen }: PlaceListProps) {
  return (
    <>
      <Group justify="space-between" gap="0.5rem 1rem" mb={10} mod="actions">
        <Text size="sm" c="dimmed" flex="1 1 12rem">
          {note}
        </Text>
        {add}
      </Group>
      <Card component="ol" padding={0} mod="rows" style={{ overflow: 'hidden' }} aria-label={label}>
        {places.map(({ id, name, street, city, distance }) => (
          <li key={id}>
            <NavLink
              component="button"
              type="button"
              label={<strong>{name}</strong>}
              description={joinPresent([street, city])}
              rightSection={
                <Group gap="xs" wrap="nowrap" fz="sm" fw={600}>
                  {distance?.short}
                  <IconChevronRight size={18} stroke={1.7} aria-hidden />
                </Group>
              }
              onClick={() => onOpen(id)}
            />
          </li>
        ))}
      </Card>
    </>
  );
}
