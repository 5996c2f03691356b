import { Box, Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  hint?: ReactNode;
  /** For irreversible actions. */
  danger?: boolean;
  children: ReactNode;
}

/** One section of a screen: its heading, a short explanation, and its content. */
export function SectionCard({ title, hint, danger = false, children }: SectionCardProps) {
  return (
    <Card component="section" className={classes.card} data-danger={danger || undefined}>
      <header>
        <Title order={2} size="h3">
          {title}
        </Title>
        {hint && (
          <Text size="sm" c="dimmed" mt={4}>
            {hint}
          </Text>
        )}
      </header>
      <Box miw={0}>{children}</Box>
    </Card>
  );
}

/** Stacks the cards of a screen. */
export function SectionCards({ children }: { children: ReactNode }) {
  return <Stack gap="lg">{children}</Stack>;
}
