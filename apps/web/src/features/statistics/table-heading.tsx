import { Group, Text, Title } from '@mantine/core';
import type { StatisticsTable } from '@servicebook/shared/statistics';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportMenu } from '../../components/export-menu.tsx';
import type { Span } from './span.ts';
import { exportStatistics } from './statistics.queries.ts';

interface TableHeadingProps {
  table: StatisticsTable;
  span: Span;
  hint?: string;
  /** Controls, shown left of the export button. */
  children?: ReactNode;
}

/** The title of a table, a note on how it counts, and its export. */
export function TableHeading({ table, span, hint, children }: TableHeadingProps) {
  const { t } = useTranslation('statistics');
  return (
    <Group
      renderRoot={(props) => <header {...props} />}
      justify="space-between"
      align="center"
      gap="4px 1rem"
      style={{ alignContent: 'start' }}
    >
      <Title order={2} flex="1 1 12rem">
        {t(`tables.${table}`)}
      </Title>
      <Group gap="xs" wrap="nowrap">
        {children}
        <ExportMenu
          name={t(`tables.${table}`)}
          fetchFile={(format) => exportStatistics({ ...span, table, format })}
        />
      </Group>
      {hint && (
        <Text size="sm" c="dimmed" w="100%" maw="44rem">
          {hint}
        </Text>
      )}
    </Group>
  );
}
