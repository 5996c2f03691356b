import { ActionIcon, Button, Flex, Group, Text, Title } from '@mantine/core';
import { formatDayPart, formatLongDay } from '@servicebook/i18n/format.ts';
import { joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { addDays, addMonths, daysBetween } from '@servicebook/shared/calendar';
import type { InspectionCalendarFilter } from '@servicebook/shared/inspection-overview';
import { machineName, shortMachineName } from '@servicebook/shared/machine-name';
import type { VisitCalendarDay } from '@servicebook/shared/visit';
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { ErrorState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { linkTo, paths, withQuery } from '../../lib/paths.ts';
import { visitCalendarQuery } from '../visit/visit.queries.ts';
import classes from './inspection-calendar.module.css';
import { inspectionCalendarQuery, inspectionSearchQuery } from './inspection-overview.queries.ts';
import { urgencyOf } from './next-inspection.tsx';

type Filter = Omit<z.input<typeof InspectionCalendarFilter>, 'month'>;

interface Props {
  filter: Filter;
  /** `YYYY-MM` */
  month: string;
  today: string;
  onMonth: (month: string | null) => void;
  /** Shows the machines of a day. */
  onDay: (day: string) => void;
  /** Shows overdue inspections of any month. */
  onOverdue: () => void;
}

const written = (day: string, options: Parameters<typeof formatDayPart>[2]) =>
  formatDayPart(day, currentLanguage(), options);

/** The weeks of a month, starting on Monday, padded with days of the adjacent months. */
function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const days = daysBetween(first, addMonths(first, 1));
  const cells = Array.from({ length: Math.ceil((before + days) / 7) * 7 }, (_, place) =>
    addDays(first, place - before),
  );
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The visits of a day: their number on a phone, otherwise the first of them. */
function DayVisits({ date, count, visits }: VisitCalendarDay) {
  const { t } = useTranslation('inspection-overview');
  const all = withQuery(paths.visitList, { dateFrom: date, dateTo: date, show: 'ALL' });
  return (
    <>
      <ul className={classes.names}>
        {visits.map(({ id, customer, state, technicians }) => (
          <li key={id}>
            <Link
              to={linkTo.visit({ id })}
              className={classes.visit}
              title={joinPresent([customer, technicians.map(nameOf).join(', ')])}
            >
              {state === 'DONE' ? '✓ ' : ''}
              {joinPresent([customer, technicians[0]?.lastName])}
            </Link>
          </li>
        ))}
        {count > visits.length && (
          <li>
            <Link to={all}>{t('calendar.more', { count: count - visits.length })}</Link>
          </li>
        )}
      </ul>
      <Link
        to={all}
        className={classes.visits}
        aria-label={`${formatLongDay(date, currentLanguage())}: ${t('calendar.visits', { count })}`}
      >
        <IconCalendarEvent size={14} aria-hidden /> {count}
      </Link>
    </>
  );
}

/** Inspections by month: the number per day, and on a wide screen the machines' names. */
export function InspectionCalendar({ filter, month, today, onMonth, onDay, onOverdue }: Props) {
  const { t } = useTranslation('inspection-overview');
  const { data, error, refetch, isFetching } = useQuery(inspectionCalendarQuery({ ...filter, month }));
  const overdue = useQuery({
    ...inspectionSearchQuery({ ...filter, due: 'OVERDUE', page: 0, size: 1 }),
    enabled: filter.due === 'ALL',
  }).data?.totalElements;
  const { data: visits } = useQuery(visitCalendarQuery(month));
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const visitsOn = new Map(visits?.map((day) => [day.date, day]));
  const named = (data ?? []).flatMap(({ devices }) => devices);
  const byDay = new Map(data?.map((day) => [day.date, day]));
  const title = written(`${month}-01`, { month: 'long', year: 'numeric' });
  const turn = (months: number) => onMonth(addMonths(`${month}-01`, months).slice(0, 7));
  // 1 January 2024 was a Monday.
  const weekdays = Array.from({ length: 7 }, (_, day) => addDays('2024-01-01', day));
  return (
    <Flex component="section" direction="column" gap="sm" aria-label={title} aria-busy={isFetching}>
      <Group renderRoot={(props) => <header {...props} />} gap="xs">
        <ActionIcon variant="default" size="lg" aria-label={t('calendar.previous')} onClick={() => turn(-1)}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <Title order={2} size="h3" className={classes.title ?? ''} aria-live="polite">
          {title}
        </Title>
        <ActionIcon variant="default" size="lg" aria-label={t('calendar.next')} onClick={() => turn(1)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
        {
          <Button variant="subtle" disabled={today.startsWith(month)} onClick={() => onMonth(null)}>
            {t('calendar.today')}
          </Button>
        }
        {filter.due === 'ALL' && overdue !== undefined && overdue > 0 && (
          <Button variant="light" color="red" className={classes.overdue ?? ''} onClick={onOverdue}>
            {t('calendar.overdue', { all: overdue })}
          </Button>
        )}
      </Group>
      <table className={classes.table}>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col" abbr={written(day, { weekday: 'long' })}>
                {written(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                if (day.slice(0, 7) !== month) return <td key={day} className={classes.outside} />;
                const due = byDay.get(day);
                const planned = visitsOn.get(day);
                return (
                  <td key={day} className={classes.day} data-today={day === today || undefined}>
                    <span className={classes.number}>{Number(day.slice(8))}</span>
                    {due && (
                      <>
                        <button
                          type="button"
                          className={classes.count}
                          data-urgency={urgencyOf(due.daysToNextInspection)}
                          onClick={() => onDay(day)}
                          aria-label={`${formatLongDay(day, currentLanguage())}: ${t('calendar.count', { count: due.count })}`}
                        >
                          {due.count}
                        </button>
                        <ul className={classes.names}>
                          {due.devices.map((machine) => (
                            <li key={machine.id}>
                              <Link
                                to={linkTo.machineEdit({ id: machine.id, prev: 'machinePeriodicInspection' })}
                                title={`${machineName(machine)}, ${machine.customer}`}
                              >
                                {machine.customer}{' '}
                                <span className={classes.machine}>{shortMachineName(machine, named)}</span>
                              </Link>
                            </li>
                          ))}
                          {due.count > due.devices.length && (
                            <li>
                              <button type="button" className={classes.more} onClick={() => onDay(day)}>
                                {t('calendar.more', { count: due.count - due.devices.length })}
                              </button>
                            </li>
                          )}
                        </ul>
                      </>
                    )}
                    {planned && <DayVisits {...planned} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {data?.length === 0 && <Text c="dimmed">{t('calendar.empty')}</Text>}
    </Flex>
  );
}
