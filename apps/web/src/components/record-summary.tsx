import { Box, Card, Flex, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** `wide` spans two columns. */
export type Fact = readonly [label: string, value: ReactNode, wide?: 'wide'];

interface RecordSummaryProps {
  label: string;
  /** Identification and contact. */
  head?: ReactNode;
  facts: readonly Fact[];
  /** In place of facts that could not be loaded. */
  failure?: ReactNode;
  /** The most common actions. */
  actions?: ReactNode;
}

/** The summary of a record, shown above its form. */
export function RecordSummary({ label, head, facts, failure, actions }: RecordSummaryProps) {
  return (
    <Card component="section" padding="md" mb="md" aria-label={label}>
      <Flex
        direction={{ base: 'column', md: 'row' }}
        gap={{ base: 'sm', md: 'lg' }}
        justify="space-between"
        align={{ md: 'start' }}
      >
        {head && <Box miw={0}>{head}</Box>}
        {actions && <div>{actions}</div>}
      </Flex>
      <SimpleGrid
        minColWidth="9rem"
        autoFlow="auto-fit"
        spacing="lg"
        verticalSpacing="xs"
        mt="sm"
        fz="sm"
        renderRoot={(props) => <dl {...props} />}
      >
        {facts.map(([name, value, wide]) => (
          <div key={name} style={wide && { gridColumn: 'span 2' }}>
            <Text component="dt" inherit c="dimmed">
              {name}
            </Text>
            <dd>{value || value === 0 ? value : '–'}</dd>
          </div>
        ))}
      </SimpleGrid>
      {failure}
    </Card>
  );
}
