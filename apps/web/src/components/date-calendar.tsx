import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de.js';
import 'dayjs/locale/es.js';
import 'dayjs/locale/it.js';
import 'dayjs/locale/pl.js';
import 'dayjs/locale/ru.js';
import { DatePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';

interface DateCalendarProps {
  value: string | null;
  onPick: (day: string) => void;
}

/** The month sheet of a date field; loaded when it is first opened. */
export function DateCalendar({ value, onPick }: DateCalendarProps) {
  const { t } = useTranslation('components');
  return (
    <DatePicker
      locale={currentLanguage()}
      value={value}
      {...(value ? { defaultDate: value } : {})}
      onChange={(day) => day && onPick(day)}
      highlightToday
      ariaLabels={{ previousMonth: t('date.previousMonth'), nextMonth: t('date.nextMonth') }}
    />
  );
}
