import { isDay } from '../lib/day-text.ts';
import { fieldText } from '../lib/error-text.ts';
import { DateField } from './date-field.tsx';

/** The first and last day as typed. An invalid day is marked at its field and does not filter. */
export interface DayRange {
  dateFrom: string | null;
  dateTo: string | null;
}

const dayOrNone = (value: string | null) => (value && isDay(value) ? value : null);

/** The range as the server expects it. */
export const daysOf = ({ dateFrom, dateTo }: DayRange): DayRange => ({
  dateFrom: dayOrNone(dateFrom),
  dateTo: dayOrNone(dateTo),
});

/** Whether the range ends before it starts. */
export function isReversed(range: DayRange): boolean {
  const { dateFrom, dateTo } = daysOf(range);
  return dateFrom !== null && dateTo !== null && dateFrom > dateTo;
}

interface DayRangeFieldsProps {
  range: DayRange;
  labels: { dateFrom: string; dateTo: string };
  onChange: (part: Partial<DayRange>) => void;
}

/** Two fields; a reversed range is reported at the second. */
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
