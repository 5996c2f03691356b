import { formatDay, formatWeekday } from '@servicebook/i18n/format.ts';
import { addressLine, joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import { sortKeysOf } from '@servicebook/shared/primitives';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Anchor, Button, Checkbox, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { statusColours } from '@servicebook/shared/device';
import { type InspectionRow, InspectionSearch } from '@servicebook/shared/inspection-overview';
import { IconCalendarCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BulkActions } from '../../components/bulk-actions.tsx';
import type { Column } from '../../components/data-table.tsx';
import { ExportMenu, useExportActions } from '../../components/export-menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { RecentBulk } from '../../components/recent-bulk.tsx';
import { SavedViews } from '../../components/saved-views.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { useRowSelection } from '../../components/use-row-selection.ts';
import { useTableState } from '../../components/use-table-state.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useToday } from '../../lib/use-today.ts';
import { inspectionEntries } from '../bulk/machine-entries.ts';
import { useServiceBooks } from '../bulk/service-books.tsx';
import {
  exportInspections,
  findInspectionIds,
  inspectionSearchQuery,
  readInspections,
} from './inspection-overview.queries.ts';
import { dues, OverviewAddress, plans, views } from './inspection-overview-filter.ts';
import { NextInspection } from './next-inspection.tsx';

const PlanInspections = lazy(async () => ({
  default: (await import('../visit/plan-inspections.tsx')).PlanInspections,
}));
const InspectionMap = lazy(async () => ({ default: (await import('./inspection-map.tsx')).InspectionMap }));
const InspectionCalendar = lazy(async () => ({
  default: (await import('./inspection-calendar.tsx')).InspectionCalendar,
}));

const pageSizes = [10, 20, 50, 100];

const open = ({ device }: InspectionRow) =>
  linkTo.machineEdit({ id: device.id, customerId: device.customer.id, prev: 'machinePeriodicInspection' });

export function InspectionOverviewPage() {
  const { t } = useTranslation('inspection-overview');
  const { values, change } = useAddress(OverviewAddress, { resets: 'page' });
  const { view, onlyActual, due, planned, day, month } = values;
  const table = useTableState({
    name: 'inspections',
    sizes: pageSizes,
    defaultSize: 20,
    defaultSort: { by: 'daysToNextInspection', direction: 'asc' },
    sortKeys: sortKeysOf(InspectionSearch),
  });
  const { text, sort } = table.request;
  const narrowed = { text, onlyActual, due, planned };
  const listFilter = { ...narrowed, dateFrom: day, dateTo: day };
  const answer = useQuery({
    ...inspectionSearchQuery({ ...table.request, ...listFilter }),
    enabled: view === 'list',
  });
  const columns = useColumns();
  const selection = useRowSelection(listFilter);
  const narrow = useNarrowScreen();
  const chosen = [...selection.ids];
  const books = useServiceBooks(selection.ids);
  const exports = useExportActions(selection.ids, (format, ids) => exportInspections({ ids, sort, format }));
  const actions = (
    <Suspense>
      <PlanInspections load={() => readInspections(chosen)} onDone={selection.clear} />
      <BulkActions
        entries={inspectionEntries}
        others={[books.action, ...exports]}
        ids={selection.ids}
        room={narrow ? 0 : 1}
        onDone={selection.clear}
      />
    </Suspense>
  );
  const today = useToday();

  const filters = (
    <Group gap="0.5rem 1rem" mod="actions">
      <NativeSelect
        aria-label={t('due.label')}
        value={due}
        onChange={(event) => change({ due: event.currentTarget.value as typeof due })}
        data={dues.map((value) => ({ value, label: t(`due.${value}`) }))}
      />
      <NativeSelect
        aria-label={t('planned.label')}
        value={planned}
        onChange={(event) => change({ planned: event.currentTarget.value as typeof planned })}
        data={plans.map((value) => ({ value, label: t(`planned.${value}`) }))}
      />
      <Checkbox
        label={t('onlyActual')}
        checked={onlyActual}
        onChange={(event) => change({ onlyActual: event.currentTarget.checked })}
      />
      {day && view === 'list' && (
        <Button
          variant="light"
          rightSection={<IconX size={16} aria-hidden />}
          aria-label={`${t('day', { day: formatDay(day, currentLanguage()) })}: ${t('showAllDays')}`}
          onClick={() => change({ day: null })}
        >
          {t('day', { day: formatDay(day, currentLanguage()) })}
        </Button>
      )}
    </Group>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ExportMenu
            printing={table.printing}
            fetchFile={(format) => exportInspections({ ...listFilter, sort, format })}
          />
        }
      />
      {books.dialog}
      <SegmentedControl
        w={{ base: '100%', xs: 'auto' }}
        mb="md"
        aria-label={t('view.label')}
        data-not-printed={view === 'list' || undefined}
        value={view}
        onChange={(next) => change({ view: next as typeof view }, { replace: false })}
        data={views.map((value) => ({ value, label: t(`view.${value}`) }))}
      />
      {view === 'list' ? (
        <>
          <RecentBulk subject="machine" />
          <QueryTable
            query={answer}
            table={table}
            columnChoice
            views={{ list: 'inspections' }}
            label={t('title')}
            columns={columns}
            rowKey={({ device }) => device.id}
            rowHref={open}
            selection={{
              ...selection,
              idOf: ({ device }) => device.id,
              nameOf: ({ device }) => machineName(device),
              all: { total: answer.data?.totalElements, load: () => findInspectionIds(listFilter) },
              actions,
            }}
            searchPlaceholder={t('search')}
            toolbar={filters}
            filterWords={[
              due !== 'ALL' && `${t('due.label')}: ${t(`due.${due}`)}`,
              planned !== 'ALL' && `${t('planned.label')}: ${t(`planned.${planned}`)}`,
              onlyActual && t('onlyActual'),
              day && t('day', { day: formatDay(day, currentLanguage()) }),
            ]}
            filtered={onlyActual || due !== 'ALL' || planned !== 'ALL' || day !== null}
            onClearFilters={() => change({ onlyActual: false, due: 'ALL', planned: 'ALL', day: null })}
            empty={{
              title: t('emptyTitle'),
              hint: t('emptyHint'),
              icon: <IconCalendarCheck size={32} stroke={1.5} />,
            }}
          />
        </>
      ) : (
        <>
          <Group gap="sm" mb="md">
            <SearchBox value={text} onSearch={table.setText} placeholder={t('search')} />
            <SavedViews list="inspections" size={table.size} sizes={pageSizes} />
            {filters}
          </Group>
          <Suspense fallback={<LoadingState />}>
            {view === 'map' ? (
              <InspectionMap filter={narrowed} selection={{ ...selection, actions }} />
            ) : (
              <InspectionCalendar
                filter={narrowed}
                month={month ?? today.slice(0, 7)}
                today={today}
                onMonth={(shown) => change({ month: shown })}
                onDay={(pressed) => change({ view: 'list', day: pressed }, { replace: false })}
                onOverdue={() => change({ view: 'list', due: 'OVERDUE', day: null }, { replace: false })}
              />
            )}
          </Suspense>
        </>
      )}
    </>
  );
}

function useColumns(): Column<InspectionRow>[] {
  const { t } = useTranslation(['inspection-overview', 'device']);
  return [
    {
      key: 'name',
      header: t('columns.name'),
      render: ({ device }) => machineName(device),
      sortable: true,
      hideable: false,
      card: 'title',
    },
    {
      key: 'customer',
      header: t('columns.customer'),
      render: ({ device }) => device.customer.shortName,
      sortable: true,
      card: 'subtitle',
    },
    {
      key: 'city',
      header: t('columns.address'),
      render: ({ device }) => addressLine(device),
      sortable: true,
    },
    {
      key: 'daysToNextInspection',
      header: t('columns.nextInspection'),
      render: (row) => <NextInspection {...row} handedOver={row.device.transferDate !== null} />,
      sortable: true,
    },
    {
      key: 'planned',
      header: t('planned.column'),
      render: ({ planned }) =>
        planned && (
          <Anchor component={Link} to={linkTo.visit({ id: planned.id })}>
            {joinPresent([
              planned.day ? formatWeekday(planned.day, currentLanguage()) : t('planned.noDay'),
              planned.technicians.map(nameOf).join(', '),
            ])}
          </Anchor>
        ),
    },
    {
      key: 'lastInspection',
      header: t('columns.lastInspection'),
      render: ({ lastInspection }) =>
        lastInspection ? formatDay(lastInspection, currentLanguage()) : t('never'),
      sortable: true,
    },
    {
      key: 'daysToEndWarranty',
      header: t('warranty.label'),
      render: ({ daysToEndWarranty: days, lastWarrantyInspectionDone }) =>
        days === null
          ? null
          : lastWarrantyInspectionDone
            ? t('warranty.lastDone')
            : days > 0
              ? t('warranty.left', { count: days })
              : t('warranty.over'),
      sortable: true,
    },
    {
      key: 'status',
      header: t('columns.status'),
      render: ({ device: { status } }) => (
        <StatusBadge label={t(`device:status.${status}`)} {...statusColours[status]} />
      ),
      sortable: true,
      card: 'badge',
    },
    {
      key: 'category',
      header: t('columns.category'),
      render: ({ device }) => device.category.name,
      sortable: true,
      defaultHidden: true,
      card: false,
    },
    {
      key: 'transferDate',
      header: t('columns.transferDate'),
      render: ({ device }) => device.transferDate && formatDay(device.transferDate, currentLanguage()),
      sortable: true,
      defaultHidden: true,
      card: false,
    },
  ];
}
