import { NativeSelect } from '@mantine/core';
import { type LogKind, logKinds } from '@servicebook/shared/log';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { isDay } from '../../components/day-text.ts';
import { fieldText } from '../../lib/error-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { employeesQuery } from '../employee/employee.queries.ts';
import { fullName } from '../employee/employee-texts.ts';
import { isUpsideDown, type LogFilter } from './log-filter.ts';
import classes from './log-page.module.css';

interface LogFilterBarProps {
  filter: LogFilter;
  onChange: (part: Partial<LogFilter>) => void;
}

/** What happened, who did it, and between which days. */
export function LogFilterBar({ filter, onChange }: LogFilterBarProps) {
  const { t } = useTranslation('log');
  const { data: employees = [] } = useQuery(employeesQuery);
  const { compare } = new Intl.Collator(currentLanguage());
  const kinds = logKinds
    .map((kind) => ({ value: kind as string, label: t(`kind.${kind}`) }))
    .sort((a, b) => compare(a.label, b.label));
  const users = employees
    .map((employee) => ({ value: String(employee.id), label: `${fullName(employee)} (${employee.email})` }))
    .sort((a, b) => compare(a.label, b.label));
  const isKnown = filter.userId === null || users.some(({ value }) => value === String(filter.userId));

  const errorOf = (name: 'dateFrom' | 'dateTo') => {
    if (filter[name] && !isDay(filter[name])) return fieldText('INVALID');
    return name === 'dateTo' && isUpsideDown(filter) ? fieldText('DATE_BEFORE_START') : undefined;
  };
  const day = (name: 'dateFrom' | 'dateTo') => (
    <DateField
      label={t(`filter.${name}`)}
      clearable
      value={filter[name]}
      error={errorOf(name)}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <div className={classes.filter}>
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
          // Somebody who is gone, or not loaded yet, and is named in the address.
          ...(isKnown ? [] : [{ value: String(filter.userId), label: String(filter.userId) }]),
        ]}
        onChange={(event) => onChange({ userId: Number(event.currentTarget.value) || null })}
      />
      {day('dateFrom')}
      {day('dateTo')}
    </div>
  );
}
