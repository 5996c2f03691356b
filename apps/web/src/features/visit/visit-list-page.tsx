import { Button, Group, NativeSelect } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { openVisitStates, type VisitState } from '@servicebook/shared/visit';
import { IconCalendarEvent, IconCalendarPlus, IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { BulkActions } from '../../components/bulk-actions.tsx';
import { ExportMenu, useExportActions } from '../../components/export-menu.tsx';
import { HeaderAction, PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useRowSelection } from '../../components/use-row-selection.ts';
import { useTableState } from '../../components/use-table-state.ts';
import { employeesQuery } from '../../lib/employees.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { VisitDialog } from './lazy-visit-dialog.ts';
import { useVisitColumns } from './use-visit-columns.tsx';
import { exportVisits, findVisitIds, visitSearchQuery } from './visit.queries.ts';
import { visitEntries } from './visit-entries.ts';
import { shownVisits, VisitFilter, VisitTarget } from './visit-filter.ts';
import { whenText } from './visit-texts.ts';

const RecentBulk = lazy(async () => ({
  default: (await import('../../components/recent-bulk.tsx')).RecentBulk,
}));

const states = {
  OPEN: [...openVisitStates],
  TO_PLAN: ['TO_PLAN'],
  DONE: ['DONE'],
  CANCELLED: ['CANCELLED'],
  ALL: [],
} as const satisfies Record<(typeof shownVisits)[number], VisitState[]>;

const sortKeys = ['day', 'priority', 'state', 'customer'] as const;

const daysText = (from: string, to: string | null): string =>
  [from, ...(to && to !== from ? [to] : [])].map((day) => formatDay(day, currentLanguage())).join('–');

/** All visits, the next ones first. */
export function VisitListPage() {
  const { t } = useTranslation(['visit', 'service', 'common']);
  const navigate = useNavigate();
  // In the address, so that links can open it.
  const target = useAddress(VisitTarget);
  const setPlanning = (planning: boolean) =>
    target.change({ visit: planning ? 'new' : null }, { replace: !planning });
  const { values, set, change, clear } = useAddress(VisitFilter, { resets: 'page' });
  const table = useTableState({
    name: 'visits',
    sizes: [20, 50, 100],
    defaultSize: 20,
    defaultSort: { by: 'day', direction: 'asc' },
    sortKeys,
  });
  const { show, userId, dateFrom, dateTo } = values;
  const { text, sort } = table.request;
  const narrowed = { text, states: [...states[show]], userId, dateFrom, dateTo };
  const answer = useQuery(visitSearchQuery({ ...table.request, ...narrowed }));
  const selection = useRowSelection(narrowed);
  const exports = useExportActions(selection.ids, (format, ids) => exportVisits({ ids, sort, format }));
  const { data: employees = [] } = useQuery(employeesQuery);
  const actions = (
    <Group gap="xs" wrap="nowrap">
      <ExportMenu
        printing={table.printing}
        chosen={selection.ids}
        fetchFile={(format, ids) => exportVisits({ ...(ids ? { ids } : narrowed), sort, format })}
      />
      <HeaderAction
        variant="default"
        label={t('common:menu.planning')}
        icon={<IconCalendarEvent size={20} aria-hidden />}
        to={paths.planning}
      />
      <HeaderAction
        label={t('plan')}
        icon={<IconPlus size={20} aria-hidden />}
        onClick={() => setPlanning(true)}
      />
    </Group>
  );
  const columns = useVisitColumns();
  const technician = employees.find(({ id }) => id === userId);
  return (
    <>
      <PageHeader title={t('title')} actions={actions} />
      <Suspense>
        <RecentBulk subject="visit" />
      </Suspense>
      <QueryTable
        query={answer}
        table={table}
        columnChoice
        views={{ list: 'visits' }}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => linkTo.visit({ id })}
        selection={{
          ...selection,
          all: { total: answer.data?.totalElements, load: () => findVisitIds(narrowed) },
          idOf: ({ id }) => id,
          nameOf: (visit) => joinPresent([visit.customer.shortName, whenText(visit)], ', '),
          actions: (
            <BulkActions
              entries={visitEntries}
              others={exports}
              ids={selection.ids}
              onDone={selection.clear}
            />
          ),
        }}
        onRowClick={({ id }) => navigate(linkTo.visit({ id }))}
        searchPlaceholder={t('search')}
        toolbar={
          <Group gap="0.5rem 1rem" mod="actions">
            <NativeSelect
              aria-label={t('show')}
              value={show}
              onChange={(event) =>
                change({ show: event.currentTarget.value as (typeof shownVisits)[number] })
              }
              data={shownVisits.map((value) => ({ value, label: t(`shown.${value}`) }))}
            />
            <NativeSelect
              aria-label={t('technicians')}
              value={String(userId ?? '')}
              onChange={(event) => change({ userId: Number(event.currentTarget.value) || null })}
              data={[
                { value: '', label: t('everybody') },
                ...employees.map((person) => ({ value: String(person.id), label: nameOf(person) })),
              ]}
            />
            {dateFrom && (
              <Button
                variant="light"
                rightSection={<IconX size={16} aria-hidden />}
                aria-label={t('showAllDays', { day: daysText(dateFrom, dateTo) })}
                onClick={() => change({ dateFrom: null, dateTo: null })}
              >
                {daysText(dateFrom, dateTo)}
              </Button>
            )}
          </Group>
        }
        filterWords={[
          t(`shown.${show}`),
          technician && nameOf(technician),
          dateFrom && daysText(dateFrom, dateTo),
        ]}
        filtered={set.length > 0}
        onClearFilters={clear}
        empty={{
          title: t('emptyTitle'),
          hint: t('emptyHint'),
          icon: <IconCalendarPlus size={32} stroke={1.5} />,
          action: <Button onClick={() => setPlanning(true)}>{t('plan')}</Button>,
        }}
      />
      <Suspense>
        {target.values.visit === 'new' && <VisitDialog visit={null} onClose={() => setPlanning(false)} />}
      </Suspense>
    </>
  );
}
