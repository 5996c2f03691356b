import { ActionIcon, Button, Group } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import type { Incident } from '@servicebook/shared/incident';
import { IconCalendarEvent, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { NotSent } from '../../components/not-sent.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { performersOf } from '../../lib/performers-of.ts';
import { isUnsentId } from '../../lib/unsent.ts';
import { useSession } from '../../lib/use-session.ts';
import { needOf, PlanVisit } from '../visit/plan-visit.tsx';
import { incidentsQuery, useDeleteIncident } from './incident.queries.ts';
import { IncidentDialog } from './incident-dialog.tsx';
import { incidentRequest, isFiltered, noFilter } from './incident-filter.ts';
import { IncidentFilterBar } from './incident-filter-bar.tsx';
import { IncidentText } from './incident-text.tsx';

const sizes = [15, 30, 50, 100];
const sortValue = (incident: Incident, key: string) =>
  key === 'user' ? performersOf(incident) : incident.date;

/** The events of a machine, including service protocols. */
export function IncidentsTab({ device }: { device: Device }) {
  const { t } = useTranslation('incident');
  const { user, may } = useSession();
  const timezone = user?.timezone ?? 'UTC';
  const [filter, setFilter] = useState(noFilter);
  const [adding, setAdding] = useState(false);
  const deletion = useDeletion<Incident>(useDeleteIncident(), {
    bin: 'incident',
    texts: ({ date }) => ({
      title: t('deleteTitle'),
      message: t('deleteMessage', { when: momentIn(date, timezone) }),
    }),
  });
  const table = useTableState({
    name: 'incidents',
    sizes,
    defaultSize: 15,
    defaultSort: { by: 'date', direction: 'desc' },
    inUrl: false,
  });
  const answer = useQuery(incidentsQuery(incidentRequest(device.id, table.text, filter)));
  const { data } = answer;
  const filtered = isFiltered(filter);
  const changeFilter = (next: typeof filter) => {
    setFilter(next);
    table.setPage(0);
  };

  const columns: Column<Incident>[] = [
    {
      key: 'date',
      header: t('date'),
      render: ({ date }) => <span data-nowrap>{momentIn(date, timezone)}</span>,
      sortable: true,
      width: '10rem',
      card: 'subtitle',
    },
    {
      key: 'text',
      header: t('text'),
      render: (incident) => <IncidentText incident={incident} />,
      card: 'title',
    },
    {
      key: 'user',
      header: t('user'),
      render: performersOf,
      sortable: true,
      width: '12rem',
    },
    {
      key: 'actions',
      header: t('actions'),
      align: 'right',
      card: 'action',
      width: '15rem',
      render: (incident) =>
        incident.service === null &&
        (isUnsentId(incident.id) ? (
          <NotSent />
        ) : (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            {!device.archived && (
              <PlanVisit
                need={needOf([device], { types: ['REPAIR'], source: 'FAULT', text: incident.text })}
                size="xs"
                label={t('planVisit', { when: momentIn(incident.date, timezone) })}
              />
            )}
            {may('incident.delete', incident.user.id === user?.id) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('delete', { when: momentIn(incident.date, timezone) })}
                onClick={() => deletion.ask(incident)}
              >
                <IconTrash size={18} stroke={1.7} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        )),
    },
  ];
  const isEmpty = data?.length === 0 && !filtered && table.text === '';
  return (
    <>
      {may('incident.edit') && (
        <Group mb="md" mod="actions">
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        </Group>
      )}
      <QueryTable
        query={answer}
        table={table}
        // The server filters by text, because it also matches protocol numbers and other fields.
        local={{ sortValue }}
        label={t('label')}
        columns={columns}
        rowKey={({ idWithAlias }) => idWithAlias}
        searchPlaceholder={t('search')}
        toolbar={isEmpty ? undefined : <IncidentFilterBar filter={filter} onChange={changeFilter} />}
        filtered={filtered}
        onClearFilters={() => changeFilter(noFilter)}
        empty={{
          title: t('emptyTitle'),
          hint: t('emptyHint'),
          icon: <IconCalendarEvent size={32} stroke={1.5} />,
        }}
      />
      {adding && <IncidentDialog device={device} onClose={() => setAdding(false)} />}
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
