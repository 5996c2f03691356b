/** What the actions on chosen visits ask for. */
import { NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { VisitPriority, visitPriorities } from '@servicebook/shared/visit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkFieldsProps } from '../../components/bulk-actions.tsx';
import { DateField } from '../../components/date-field.tsx';
import { TechniciansField } from './technicians-field.tsx';

const modes = ['ADD', 'REPLACE'] as const;

export function TechniciansFields({ onChange }: BulkFieldsProps) {
  const { t } = useTranslation('bulk');
  const [mode, setMode] = useState<(typeof modes)[number]>('ADD');
  const [chosen, setChosen] = useState<number[]>([]);
  const ask = (asked: (typeof modes)[number], ids: number[]) => {
    setMode(asked);
    setChosen(ids);
    const technicians = ids.map((id) => ({ id }));
    onChange(ids.length > 0 ? { action: 'visit.technicians', mode: asked, technicians } : null);
  };
  return (
    <Stack gap="xs">
      <Radio.Group
        aria-label={t('visit.technicians.label')}
        value={mode}
        onChange={(next) => ask(next as (typeof modes)[number], chosen)}
      >
        {modes.map((each) => (
          <Radio key={each} value={each} label={t(`visit.technicians.modes.${each}`)} mod="touch" />
        ))}
      </Radio.Group>
      <TechniciansField value={chosen} onChange={(ids) => ask(mode, ids)} day={null} />
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
