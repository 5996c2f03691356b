import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { isDay } from '../../lib/day-text.ts';
import { fieldText } from '../../lib/error-text.ts';
import type { IncidentFilter } from './incident-filter.ts';
import classes from './incidents-tab.module.css';

interface Props {
  filter: IncidentFilter;
  onChange: (filter: IncidentFilter) => void;
}

/** Filters by days, and shows or hides service protocols among the events. */
export function IncidentFilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation('incident');
  const day = (name: 'dateFrom' | 'dateTo') => (
    <DateField
      className={classes.date}
      label={t(name)}
      clearable
      value={filter[name]}
      error={filter[name] && !isDay(filter[name]) ? fieldText('INVALID') : undefined}
      onChange={(value) => onChange({ ...filter, [name]: value })}
    />
  );
  return (
    <div className={classes.filter}>
      {day('dateFrom')}
      {day('dateTo')}
      <Switch
        className={classes.switch ?? ''}
        label={t('showService')}
        checked={filter.showService}
        onChange={(event) => onChange({ ...filter, showService: event.currentTarget.checked })}
      />
    </div>
  );
}
