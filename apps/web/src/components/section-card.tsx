import { Box, Card, Flex, Stack, Text, Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface SectionCardProps {
  title: string;
  hint?: ReactNode;
  /** For irreversible actions. */
  danger?: boolean;
  /** To scroll to. */
  place?: Ref<HTMLElement>;
  children: ReactNode;
}

/** One section of a screen: its heading, a short explanation, and its content. */
export function SectionCard({ title, hint, danger = false, place, children }: SectionCardProps) {
  return (
    <Card
      component="section"
      ref={place}
      // Below the bar at the top.
      style={{
        scrollMarginTop: 'calc(var(--app-header, 0px) + 0.5rem)',
        ...(danger && { borderColor: 'var(--mantine-color-error)' }),
      }}
    >
      {/* Next to its content with enough space, above it otherwise. */}
      <Flex direction={{ base: 'column', md: 'row' }} gap={{ base: 'lg', md: 'xl' }} align={{ md: 'start' }}>
        <Box component="header" flex={{ md: '0 0 16rem' }}>
          <Title order={2} size="h3">
            {title}
          </Title>
          {hint && (
            <Text size="sm" c="dimmed" mt={4}>
              {hint}
            </Text>
          )}
        </Box>
        <Box flex={1} miw={0}>
          {children}
        </Box>
      </Flex>
    </Card>
  );
}

/** Stacks the cards of a screen. */
export function SectionCards({ children }: { children: ReactNode }) {
  return <Stack gap="lg">{children}</Stack>;
}
