import { Flex, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A part of a protocol with its heading. */
export function ProtocolSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Flex component="section" direction="column" gap="sm" aria-labelledby={id}>
      <Title order={3} size="h3" id={id}>
        {title}
      </Title>
      {children}
    </Flex>
  );
}
