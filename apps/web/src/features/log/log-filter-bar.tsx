import { NativeSelect, SimpleGrid } from '@mantine/core';
import { comparing } from '@servicebook/i18n/format.ts';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import { type LogKind, logKinds } from '@servicebook/shared/log';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DayRangeFields } from '../../components/day-range.tsx';
import { employeesQuery } from '../../lib/employees.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import type { LogFilter } from './log-filter.ts';

interface LogFilterBarProps {
  filter: LogFilter;
  onChange: (part: Partial<LogFilter>) => void;
}

/** Filters for event, user and days. */
export function LogFilterBar({ filter, onChange }: LogFilterBarProps) {
  const { t } = useTranslation('log');
  const { data: employees = [] } = useQuery(employeesQuery);
  const compare = comparing(currentLanguage());
  const kinds = logKinds
    .map((kind) => ({ value: kind as string, label: t(`kind.${kind}`) }))
    .sort((a, b) => compare(a.label, b.label));
  const users = employees
    .map((employee) => ({
      value: String(employee.id),
      label: `${nameOrEmail(employee)} (${employee.email})`,
    }))
    .sort((a, b) => compare(a.label, b.label));
  const isKnown = filter.userId === null || users.some(({ value }) => value === String(filter.userId));

  return (
    <SimpleGrid mod="filters" cols={{ base: 2, md: 4 }} verticalSpacing="xs" mb="md">
      <NativeSelect
        label={t('filter.kind')}
        value={filter.kind ?? ''}
        data={[{ value: '', label: t('filter.allKinds') }, ...kinds]}
        onChange={(event) => onChange({ kind: (event.currentTarget.value || null) as LogKind | null })}
      />
      <NativeSelect
        label={t('filter.user')}
        value={String(filter.userId ?? '')}
        data={[
          { value: '', label: t('filter.allUsers') },
          ...users,
          // A user from the address who was deleted or is not loaded yet.
          ...(isKnown ? [] : [{ value: String(filter.userId), label: String(filter.userId) }]),
        ]}
        onChange={(event) => onChange({ userId: Number(event.currentTarget.value) || null })}
      />
      <DayRangeFields
        range={filter}
        labels={{ dateFrom: t('filter.dateFrom'), dateTo: t('filter.dateTo') }}
        onChange={onChange}
      />
    </SimpleGrid>
  );
}
