import { Group } from '@mantine/core';
import { endingOf, isProgram } from '@servicebook/shared/storage';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface FileWarningProps {
  filename: string;
  /** Only for stored files. */
  contentType?: string | undefined;
  /** A short form for narrow places. */
  short?: boolean;
}

/** A warning shown before a file is added or opened. Most files have none. */
export function FileWarning({ short = false, ...file }: FileWarningProps) {
  const { t } = useTranslation('components');
  const text = isProgram(file)
    ? t(short ? 'files.programShort' : 'files.program')
    : /^hei[cf]$/.test(endingOf(file.filename)) && !short
      ? t('files.heicKept')
      : null;
  return (
    text && (
      <Group
        renderRoot={(props) => <span {...props} />}
        gap={4}
        wrap="nowrap"
        align="flex-start"
        fz="xs"
        fw={500}
        c="light-dark(var(--mantine-color-orange-9), var(--mantine-color-orange-3))"
      >
        <IconAlertTriangle size={16} stroke={1.8} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
        <span>{text}</span>
      </Group>
    )
  );
}
