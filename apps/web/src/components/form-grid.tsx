import { Box, type BoxProps, SimpleGrid, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

/** Fields in two columns, in one without space for two; `mod="whole"` makes a field as wide as both. */
export function FormGrid({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid type="container" cols={{ base: 1, '28em': 2 }} spacing="lg" verticalSpacing="md">
      {children}
    </SimpleGrid>
  );
}

interface FieldGroupProps extends BoxProps, Pick<ComponentProps<'fieldset'>, 'onBlur'> {
  title: string;
  children: ReactNode;
}

/** Fields of one subject, below its name. */
export function FieldGroup({ title, children, ...box }: FieldGroupProps) {
  return (
    <Box component="fieldset" mod="whole" mt="xs" {...box}>
      <Text component="legend" mb="sm" fz="h3" fw={650}>
        {title}
      </Text>
      <FormGrid>{children}</FormGrid>
    </Box>
  );
}
