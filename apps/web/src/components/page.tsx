import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

const widths = { narrow: '40rem', form: '60rem', wide: '72rem' };

/** Centres the content and limits its width. */
export function Page({ width = 'form', children }: { width?: keyof typeof widths; children: ReactNode }) {
  return (
    <Box maw={widths[width]} mx="auto">
      {children}
    </Box>
  );
}
