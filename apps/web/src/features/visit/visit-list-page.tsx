import { Button, Group, NativeSelect } from '@mantine/core';
import { addressLine, nameOf } from '@servicebook/i18n/names.ts';
import { machineNames } from '@servicebook/shared/machine-name';
import { openVisitStates, type Visit, type VisitState } from '@servicebook/shared/visit';
import { workPlaces } from '@servicebook/shared/work-place';
import { IconCalendarEvent, IconCalendarPlus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Column } from '../../components/data-table.tsx';
import { HeaderAction, PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { employeesQuery } from '../../lib/employees.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { visitSearchQuery } from './visit.queries.ts';
import { PriorityBadge, VisitStateBadge } from './visit-badges.tsx';
import { shownVisits, VisitFilter } from './visit-filter.ts';
import { useTechnicianText, whenText } from './visit-texts.ts';

const VisitDialog = lazy(async () => ({ default: (await import('./visit-dialog.tsx')).VisitDialog }));

const states = {
  OPEN: [...openVisitStates],
  TO_PLAN: ['TO_PLAN'],
  DONE: ['DONE'],
  CANCELLED: ['CANCELLED'],
  ALL: [],
} as const satisfies Record<(typeof shownVisits)[number], VisitState[]>;

const sortKeys = ['day', 'priority', 'state', 'customer'] as const;

/** All visits, the next ones first. */
export function VisitListPage() {
  const { t } = useTranslation(['visit', 'service', 'common']);
  const nameText = useTechnicianText();
  const navigate = useNavigate();
  const [planning, setPlanning] = useState(false);
  const { values, set, change, clear } = useAddress(VisitFilter, { resets: 'page' });
  const table = useTableState({
    name: 'visits',
    sizes: [20, 50, 100],
    defaultSize: 20,
    defaultSort: { by: 'day', direction: 'asc' },
    sortKeys,
  });
  const { show, userId } = values;
  const answer = useQuery(visitSearchQuery({ ...table.request, states: [...states[show]], userId }));
  const { data: employees = [] } = useQuery(employeesQuery);
  const actions = (
    <Group gap="xs" wrap="nowrap">
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
  const columns: Column<Visit>[] = [
    {
      key: 'day',
      header: t('day'),
      render: (visit) => <span data-nowrap>{whenText(visit) ?? t('noDay')}</span>,
      sortable: true,
      hideable: false,
    },
    {
      key: 'customer',
      header: t('customer'),
      render: ({ customer }) => customer.shortName,
      sortable: true,
      hideable: false,
      card: 'title',
    },
    { key: 'machines', header: t('machines'), render: ({ devices }) => machineNames(devices) },
    {
      key: 'place',
      header: t('place'),
      render: ({ customer, devices }) => {
        const [place] = workPlaces(customer, devices);
        return place && addressLine(place);
      },
    },
    {
      key: 'types',
      header: t('types'),
      render: ({ types }) => types.map((type) => t(`service:types.${type}`)).join(', '),
    },
    {
      key: 'technicians',
      header: t('technicians'),
      render: ({ technicians }) => technicians.map(nameText).join(', ') || t('nobody'),
    },
    {
      key: 'priority',
      header: t('priority'),
      render: ({ priority }) => priority !== 'NORMAL' && <PriorityBadge priority={priority} />,
      sortable: true,
    },
    {
      key: 'state',
      header: t('state'),
      render: ({ state }) => <VisitStateBadge state={state} />,
      sortable: true,
    },
  ];
  return (
    <>
      <PageHeader title={t('title')} actions={actions} />
      <QueryTable
        query={answer}
        table={table}
        columnChoice
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => linkTo.visit({ id })}
        onRowClick={({ id }) => navigate(linkTo.visit({ id }))}
        searchPlaceholder={t('search')}
        toolbar={
          <Group gap="0.5rem 1rem">
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
          </Group>
        }
        filtered={set.length > 0}
        onClearFilters={clear}
        empty={{
          title: t('emptyTitle'),
          hint: t('emptyHint'),
          icon: <IconCalendarPlus size={32} stroke={1.5} />,
          action: <Button onClick={() => setPlanning(true)}>{t('plan')}</Button>,
        }}
      />
      <Suspense>{planning && <VisitDialog visit={null} onClose={() => setPlanning(false)} />}</Suspense>
    </>
  );
}
