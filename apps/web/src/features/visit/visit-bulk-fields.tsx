/** What the actions on chosen visits ask for. */
import { NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { nameOf } from '@servicebook/i18n/names.ts';
import type { BulkChange } from '@servicebook/shared/bulk';
import { VisitPriority, visitPriorities } from '@servicebook/shared/visit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkFieldsProps } from '../../components/bulk-actions.tsx';
import { DateField } from '../../components/date-field.tsx';
import { employeesQuery } from '../../lib/employees.ts';
import { TechniciansField } from './technicians-field.tsx';

type Change = Extract<BulkChange, { action: 'visit.technicians' }>;
const modes = ['ADD', 'INSTEAD', 'REPLACE'] as const satisfies readonly Change['mode'][];

export function TechniciansFields({ onChange }: BulkFieldsProps) {
  const { t } = useTranslation('bulk');
  const { data: employees = [] } = useQuery(employeesQuery);
  const [asked, setAsked] = useState({ mode: 'ADD' as Change['mode'], left: '', chosen: [] as number[] });
  const { mode, left, chosen } = asked;
  const ask = (changed: Partial<typeof asked>) => {
    const next = { ...asked, ...changed };
    setAsked(next);
    const isComplete = next.chosen.length > 0 && (next.mode !== 'INSTEAD' || next.left !== '');
    onChange(
      isComplete
        ? {
            action: 'visit.technicians',
            mode: next.mode,
            technicians: next.chosen.map((id) => ({ id })),
            ...(next.mode === 'INSTEAD' && { insteadOf: { id: Number(next.left) } }),
          }
        : null,
    );
  };
  return (
    <Stack gap="xs">
      <Radio.Group
        aria-label={t('visit.technicians.label')}
        value={mode}
        onChange={(next) => ask({ mode: next as Change['mode'] })}
      >
        {modes.map((each) => (
          <Radio key={each} value={each} label={t(`visit.technicians.modes.${each}`)} mod="touch" />
        ))}
      </Radio.Group>
      {mode === 'INSTEAD' && (
        <NativeSelect
          label={t('visit.technicians.insteadOf')}
          value={left}
          onChange={(event) => ask({ left: event.currentTarget.value })}
          data={[
            { value: '', label: t('choose') },
            ...employees.map((person) => ({ value: String(person.id), label: nameOf(person) })),
          ]}
        />
      )}
      <TechniciansField value={chosen} onChange={(ids) => ask({ chosen: ids })} day={null} />
    </Stack>
  );
}

export function PriorityFields({ change, onChange }: BulkFieldsProps) {
  const { t } = useTranslation(['bulk', 'visit']);
  return (
    <NativeSelect
      label={t('visit:priority')}
      data-autofocus
      value={change?.action === 'visit.priority' ? change.priority : ''}
      onChange={(event) => {
        const priority = VisitPriority.safeParse(event.currentTarget.value).data;
        onChange(priority ? { action: 'visit.priority', priority } : null);
      }}
      data={[
        { value: '', label: t('choose') },
        ...visitPriorities.map((value) => ({ value, label: t(`visit:priorities.${value}`) })),
      ]}
    />
  );
}

export function DayFields({ change, onChange }: BulkFieldsProps) {
  const { t } = useTranslation(['bulk', 'visit']);
  return (
    <Stack gap="xs">
      <DateField
        label={t('visit:day')}
        value={change?.action === 'visit.day' ? change.day : null}
        onChange={(day) => onChange(day === null ? null : { action: 'visit.day', day })}
      />
      <Text size="sm" c="dimmed">
        {t('visit.day.hint')}
      </Text>
    </Stack>
  );
}

export function CancelFields({ change, onChange }: BulkFieldsProps) {
  const { t } = useTranslation('visit');
  return (
    <Textarea
      label={t('cancelReason')}
      withAsterisk
      autosize
      minRows={2}
      maxLength={200}
      data-autofocus
      value={change?.action === 'visit.cancel' ? change.reason : ''}
      onChange={(event) => onChange({ action: 'visit.cancel', reason: event.currentTarget.value })}
    />
  );
}
