import '@mantine/core/styles/Progress.layer.css';
import { Flex, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FileWarning } from './file-warning.tsx';

interface FileLineProps {
  /** A small picture, or the icon of its kind. */
  picture?: ReactNode;
  filename: string;
  /** Its size, or what happens to it. */
  note: string;
  failed?: boolean;
  /** Says what is wrong with the kind of file. */
  warns?: boolean;
  /** How much of it is sent, from 0 to 1. */
  share?: number | undefined;
}

/** A file that was chosen and is not stored yet. */
export function FileLine({ picture, filename, note, failed, warns, share }: FileLineProps) {
  return (
    <Flex align="center" gap="sm" flex="1 1 12rem" miw={0}>
      {picture}
      <Flex direction="column" flex={1} miw={0}>
        <Text span size="sm" fw={550} truncate>
          {filename}
        </Text>
        <Text
          span
          size="xs"
          c={failed ? 'var(--mantine-color-error)' : 'dimmed'}
          role={failed ? 'alert' : undefined}
        >
          {note}
        </Text>
        {warns && <FileWarning filename={filename} />}
        {share !== undefined && <Progress value={share * 100} size="sm" mt={4} aria-label={filename} />}
      </Flex>
    </Flex>
  );
}
