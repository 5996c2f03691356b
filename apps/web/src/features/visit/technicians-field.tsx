import { MultiSelect } from '@mantine/core';
import { optionFilter } from '../../components/option-filter.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { nameOf } from '@servicebook/i18n/names.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { employeesQuery } from '../../lib/employees.ts';
import { AbsentOnDay } from './absent-on-day.tsx';
import { useAway } from './use-away.ts';

interface Props {
  value: number[];
  onChange: (value: number[]) => void;
  /** The planned day; null: none yet. */
  day: string | null;
  error?: string | undefined;
}

/** Who goes there; the first one leads. It says who is absent on the planned day. */
export function TechniciansField({ value, onChange, day, error }: Props) {
  const { t } = useTranslation('visit');
  const { data: employees = [] } = useQuery(employeesQuery);
  const away = useAway(day);
  const people = employees.filter(({ id, active }) => active || value.includes(id));
  return (
    <div>
      <MultiSelect
        label={t('technicians')}
        description={t('techniciansHint')}
        searchable
        filter={optionFilter}
        hidePickedOptions
        data={people.map((person) => ({
          value: String(person.id),
          label: away(person.id) ? t('absentName', { name: nameOf(person) }) : nameOf(person),
        }))}
        value={value.map(String)}
        onChange={(ids) => onChange(ids.map(Number))}
        error={error}
      />
      <AbsentOnDay people={people.filter(({ id }) => value.includes(id))} day={day} />
    </div>
  );
}
