import { fieldText } from '../lib/error-text.ts';
import { DateField } from './date-field.tsx';
import { isDay } from './day-text.ts';

/** Days from and to, as typed: what is no day is marked beside its field, and narrows nothing. */
export interface DayRange {
  dateFrom: string | null;
  dateTo: string | null;
}

export const dayOrNone = (value: string | null) => (value && isDay(value) ? value : null);

/** The range as the server takes it. */
export const daysOf = ({ dateFrom, dateTo }: DayRange): DayRange => ({
  dateFrom: dayOrNone(dateFrom),
  dateTo: dayOrNone(dateTo),
});

/** Whether the days are the wrong way round, so that nothing can lie between them. */
export function isReversed(range: DayRange): boolean {
  const { dateFrom, dateTo } = daysOf(range);
  return dateFrom !== null && dateTo !== null && dateFrom > dateTo;
}

interface DayRangeFieldsProps {
  range: DayRange;
  labels: { dateFrom: string; dateTo: string };
  onChange: (part: Partial<DayRange>) => void;
}

/** Two fields; a range the wrong way round is said at the second. */
export function DayRangeFields({ range, labels, onChange }: DayRangeFieldsProps) {
  const errorOf = (name: keyof DayRange) => {
    const value = range[name];
    if (value && !isDay(value)) return fieldText('INVALID');
    return name === 'dateTo' && isReversed(range) ? fieldText('DATE_BEFORE_START') : undefined;
  };
  return (['dateFrom', 'dateTo'] as const).map((name) => (
    <DateField
      key={name}
      label={labels[name]}
      clearable
      value={range[name]}
      error={errorOf(name)}
      onChange={(value) => onChange({ [name]: value })}
    />
  ));
}
