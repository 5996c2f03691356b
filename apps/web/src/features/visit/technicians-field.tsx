import { MultiSelect, Text } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { nameOf } from '@servicebook/i18n/names.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { employeesQuery } from '../../lib/employees.ts';
import { absencesQuery } from '../absence/absence.queries.ts';

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
  const { data: absences = [] } = useQuery({
    ...absencesQuery(day ?? '', day ?? ''),
    enabled: /^\d{4}-\d{2}-\d{2}$/.test(day ?? ''),
  });
  const away = (id: number) => absences.find(({ user }) => user.id === id);
  const people = employees.filter(({ id, active }) => active || value.includes(id));
  const absent = people.filter(({ id }) => value.includes(id) && away(id));
  return (
    <div>
      <MultiSelect
        label={t('technicians')}
        description={t('techniciansHint')}
        searchable
        hidePickedOptions
        data={people.map((person) => ({
          value: String(person.id),
          label: away(person.id) ? t('absentName', { name: nameOf(person) }) : nameOf(person),
        }))}
        value={value.map(String)}
        onChange={(ids) => onChange(ids.map(Number))}
        error={error}
      />
      {absent.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4} role="status">
          {t('absentOnDay', { names: absent.map(nameOf).join(', ') })}
        </Text>
      )}
    </div>
  );
}
