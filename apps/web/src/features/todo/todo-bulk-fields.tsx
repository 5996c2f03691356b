/** What the actions on chosen to-dos ask for. */
import { NativeSelect } from '@mantine/core';
import { nameOf } from '@servicebook/i18n/names.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkFieldsProps } from '../../components/bulk-actions.tsx';
import { DateField } from '../../components/date-field.tsx';
import { employeesQuery } from '../../lib/employees.ts';

const nobody = 'nobody';

export function AssigneeFields({ onChange }: BulkFieldsProps) {
  const { t } = useTranslation(['bulk', 'todo']);
  const { data: employees = [] } = useQuery(employeesQuery);
  const [chosen, setChosen] = useState('');
  return (
    <NativeSelect
      label={t('todo:form.assignee')}
      data-autofocus
      value={chosen}
      onChange={({ currentTarget: { value } }) => {
        setChosen(value);
        const assignee = value === nobody ? null : { id: Number(value) };
        onChange(value === '' ? null : { action: 'todo.assignee', assignee });
      }}
      data={[
        { value: '', label: t('choose') },
        ...employees
          .filter(({ active }) => active)
          .map((person) => ({ value: String(person.id), label: nameOf(person) })),
        { value: nobody, label: t('todo:form.nobody') },
      ]}
    />
  );
}

export function DayFields({ change, onChange }: BulkFieldsProps) {
  const { t } = useTranslation('todo');
  return (
    <DateField
      label={t('form.date')}
      value={change?.action === 'todo.day' ? change.day : null}
      onChange={(day) => onChange(day === null ? null : { action: 'todo.day', day })}
    />
  );
}
