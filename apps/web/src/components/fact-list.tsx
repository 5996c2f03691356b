import { SimpleGrid, type SimpleGridProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactListProps extends SimpleGridProps {
  facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** Read-only labels and values, in two columns if there is space. */
export function FactList({ facts, ...grid }: FactListProps) {
  return (
    <SimpleGrid
      cols={{ base: 1, xs: 2 }}
      spacing="lg"
      verticalSpacing="md"
      {...grid}
      renderRoot={(props) => <dl {...props} />}
    >
      {facts.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" fw={550} mt={2}>
            {value || '–'}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
