import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de.js';
import 'dayjs/locale/es.js';
import 'dayjs/locale/it.js';
import 'dayjs/locale/pl.js';
import 'dayjs/locale/ru.js';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';

interface DateCalendarProps {
  value: string | null;
  onPick: (day: string) => void;
}

/** The calendar of a date field; loaded when it is first opened. */
export function DateCalendar({ value, onPick }: DateCalendarProps) {
  const { t } = useTranslation('components');
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The dropdown took the focus before there was a day to focus.
    const days = sheet.current?.querySelectorAll<HTMLElement>('table button');
    const first = [...(days ?? [])].find((day) => day.tabIndex === 0);
    first?.focus();
  }, []);
  return (
    <DatePicker
      ref={sheet}
      locale={currentLanguage()}
      value={value}
      {...(value ? { defaultDate: value } : {})}
      onChange={(day) => day && onPick(day)}
      highlightToday
      hideOutsideDates
      ariaLabels={{ previousMonth: t('date.previousMonth'), nextMonth: t('date.nextMonth') }}
    />
  );
}
