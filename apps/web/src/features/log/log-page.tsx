import { Text } from '@mantine/core';
import { type LogRow, LogSearch } from '@servicebook/shared/log';
import { sortKeysOf } from '@servicebook/shared/primitives';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminsOnly } from '../../components/admins-only.tsx';
import type { Column } from '../../components/data-table.tsx';
import { isReversed } from '../../components/day-range.tsx';
import { ExportMenu } from '../../components/export-menu.tsx';
import { lazyPanel } from '../../components/lazy-tabs.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { paths } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useSession } from '../../lib/use-session.ts';
import { exportLog, logSearchQuery } from './log.queries.ts';
import { filterRequest, LogFilter } from './log-filter.ts';
import { LogFilterBar } from './log-filter-bar.tsx';

const LogEntryDialog = lazyPanel(
  async () => (await import('./log-entry-dialog.tsx')).LogEntryDialog,
  [
    'history',
    'billing',
    'category',
    'company',
    'customer',
    'device',
    'employee',
    'order',
    'place',
    'service',
    'todo',
  ],
);

const pageSizes = [20, 50, 100];

export function LogPage() {
  const { t } = useTranslation('log');
  return (
    <AdminsOnly permission="log.read" title={t('title')} backTo={paths.home} reason={t('adminsOnly')}>
      <Log />
    </AdminsOnly>
  );
}

function Log() {
  const { t } = useTranslation('log');
  const { user } = useSession();
  const [opened, setOpened] = useState<LogRow | null>(null);
  const { values: filter, set, change, clear } = useAddress(LogFilter, { resets: 'page' });
  const reversed = isReversed(filter);
  const table = useTableState({
    name: 'log',
    sizes: pageSizes,
    defaultSize: 20,
    defaultSort: { by: 'timestmp', direction: 'desc' },
    sortKeys: sortKeysOf(LogSearch),
  });
  const { text, sort } = table.request;
  const narrowed = filterRequest(filter);
  const request = { ...table.request, ...narrowed };
  const answer = useQuery({ ...logSearchQuery(request), enabled: !reversed });

  const timezone = user?.timezone || 'UTC';
  const columns: Column<LogRow>[] = [
    {
      key: 'eventId',
      header: t('columns.eventId'),
      render: ({ eventId }) => eventId,
      sortable: true,
      width: '6rem',
      card: false,
    },
    {
      key: 'timestmp',
      header: t('columns.timestmp'),
      render: ({ timestmp }) => <span data-nowrap>{momentIn(timestmp, timezone)}</span>,
      sortable: true,
      card: 'subtitle',
    },
    {
      key: 'formattedMessage',
      header: t('columns.formattedMessage'),
      render: ({ formattedMessage }) => formattedMessage,
      hideable: false,
      card: 'title',
    },
    {
      key: 'arg0',
      header: t('columns.arg0'),
      width: '17rem',
      render: ({ arg0, name }) => (
        <>
          {name || arg0}
          {name && (
            <Text span size="sm" c="dimmed" display="block">
              {arg0}
            </Text>
          )}
        </>
      ),
      sortable: true,
    },
    { key: 'arg1', header: t('columns.arg1'), render: ({ arg1 }) => arg1, sortable: true, card: false },
  ];
  return (
    <>
      <PageHeader
        title={t('title')}
        backTo={paths.home}
        actions={
          !reversed && (
            <ExportMenu
              printing={table.printing}
              fetchFile={(format) => exportLog({ text, sort, ...narrowed, format })}
            />
          )
        }
      />
      <LogFilterBar filter={filter} onChange={change} />
      <QueryTable
        query={answer}
        table={table}
        columnChoice
        views={{ list: 'log' }}
        label={t('title')}
        columns={columns}
        rowKey={({ eventId }) => eventId}
        onRowClick={setOpened}
        searchPlaceholder={t('searchPlaceholder')}
        empty={{ title: t('emptyTitle'), hint: t('emptyHint') }}
        filtered={set.length > 0}
        onClearFilters={clear}
      />
      {opened && (
        <Suspense>
          <LogEntryDialog entry={opened} timezone={timezone} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
