import { Box, Card, Indicator } from '@mantine/core';
import '@mantine/core/styles/Indicator.layer.css';
import { DeviceFilter, DeviceSearch } from '@servicebook/shared/device';
import { machineName } from '@servicebook/shared/machine-name';
import { sortKeysOf } from '@servicebook/shared/primitives';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddOrImport, ImportLink } from '../../components/add-or-import.tsx';
import { BulkActions } from '../../components/bulk-actions.tsx';
import { ExportMenu, useExportActions } from '../../components/export-menu.tsx';
import { HeaderAction, PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { RecentBulk } from '../../components/recent-bulk.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { useRowSelection } from '../../components/use-row-selection.ts';
import { useTableState } from '../../components/use-table-state.ts';
import { keepChoice, readChoice } from '../../lib/browser-storage.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { archivedMachineEntries, machineEntries } from '../bulk/machine-entries.ts';
import { useServiceBooks } from '../bulk/service-books.tsx';
import { AttentionChip } from './attention-chip.tsx';
import { deviceSearchQuery, exportDevices, findDeviceIds } from './device.queries.ts';
import { useDeviceColumns } from './device-fields.tsx';
import { activeFilters } from './device-filter.ts';
import { DeviceFilterChips, useFilterText } from './device-filter-chips.tsx';

const DeviceFilterPanel = lazy(async () => ({
  default: (await import('./device-filter-panel.tsx')).DeviceFilterPanel,
}));
const DeviceFilterSheet = lazy(async () => ({
  default: (await import('./device-filter-sheet.tsx')).DeviceFilterSheet,
}));

const pageSizes = [5, 10, 20, 50, 100];
const panelChoice = 'machines.filters';

export function DeviceListPage() {
  const { t } = useTranslation('device');
  const narrow = useNarrowScreen();
  const [panel, setPanel] = useState(() => readChoice(panelChoice) === true);
  /** Null: not opened yet, so not loaded. */
  const [sheet, setSheet] = useState<boolean | null>(null);
  const { values: filter, set, change, clear } = useAddress(DeviceFilter, { resets: 'page' });
  const table = useTableState({
    name: 'machines',
    sizes: pageSizes,
    defaultSize: 10,
    defaultSort: { by: 'status', direction: 'asc' },
    sortKeys: sortKeysOf(DeviceSearch),
  });
  const columns = useDeviceColumns();
  const answer = useQuery(deviceSearchQuery({ ...table.request, ...filter }));
  const { data } = answer;
  const selection = useRowSelection({ filter, text: table.request.text });
  const filterText = useFilterText(filter);
  const inPanel = set.filter((name) => name !== 'needsAttention');
  const { text, sort } = table.request;

  const books = useServiceBooks(selection.ids);
  const exports = useExportActions(selection.ids, (format, ids) =>
    exportDevices({ ids, sort, archived: filter.archived, format }),
  );
  const togglePanel = () => {
    if (narrow) return setSheet(true);
    keepChoice(panelChoice, !panel);
    setPanel(!panel);
  };

  const addButton = (
    <HeaderAction label={t('add')} icon={<IconPlus size={20} aria-hidden />} to={paths.machineAdd} />
  );
  return (
    <>
      <PageHeader
        title={t('listTitle')}
        backTo={paths.home}
        actions={
          <>
            <ImportLink />
            <ExportMenu
              printing={table.printing}
              fetchFile={(format) => exportDevices({ ...filter, text, sort, format })}
            />
            <FilterButton
              count={activeFilters(filter, inPanel).length}
              opened={narrow ? sheet === true : panel}
              dot={narrow}
              onClick={togglePanel}
            />
            {addButton}
          </>
        }
      />
      {panel && !narrow && (
        <Card component="section" padding="md" mb="md" aria-label={t('filter.title')}>
          <Suspense fallback={<Box mih="17rem" />}>
            <DeviceFilterPanel filter={filter} onChange={change} />
          </Suspense>
        </Card>
      )}
      {narrow && sheet !== null && (
        <Suspense>
          <DeviceFilterSheet
            opened={sheet}
            onClose={() => setSheet(false)}
            isSet={inPanel.length > 0}
            onClear={() => clear()}
            found={data?.totalElements}
          >
            <DeviceFilterPanel filter={filter} onChange={change} />
          </DeviceFilterSheet>
        </Suspense>
      )}
      <DeviceFilterChips filter={filter} set={inPanel} onChange={change} onClear={() => clear()} />
      {books.dialog}
      <RecentBulk subject="machine" />
      <QueryTable
        query={answer}
        table={table}
        columnChoice
        views={{ list: 'machines' }}
        label={t('listTitle')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id, customer }) =>
          linkTo.machineEdit({ id, customerId: customer.id, prev: 'machineList' })
        }
        selection={{
          ...selection,
          idOf: ({ id }) => id,
          nameOf: machineName,
          all: { total: data?.totalElements, load: () => findDeviceIds({ ...filter, text }) },
          actions: (
            <BulkActions
              others={[books.action, ...exports]}
              entries={filter.archived ? archivedMachineEntries : machineEntries}
              ids={selection.ids}
              onDone={selection.clear}
            />
          ),
        }}
        searchPlaceholder={t('searchPlaceholder')}
        toolbar={
          <AttentionChip
            pressed={filter.needsAttention}
            onToggle={() => change(({ needsAttention }) => ({ needsAttention: !needsAttention }))}
          />
        }
        filterWords={activeFilters(filter, set).map(filterText)}
        filtered={set.length > 0}
        onClearFilters={() => clear()}
        empty={{
          title: t('emptyTitle'),
          hint: t('emptyHint'),
          action: <AddOrImport>{addButton}</AddOrImport>,
        }}
      />
    </>
  );
}

interface FilterButtonProps {
  count: number;
  opened: boolean;
  /** In place of the number, where there is no space for it. */
  dot: boolean;
  onClick: () => void;
}

function FilterButton({ count, opened, dot, onClick }: FilterButtonProps) {
  const { t } = useTranslation('device');
  return (
    <Indicator disabled={!dot || count === 0} size={10} offset={8} zIndex={1}>
      <HeaderAction
        label={t('filter.open', { count })}
        icon={<IconFilter size={20} stroke={1.7} aria-hidden />}
        onClick={onClick}
        variant={opened ? 'light' : 'default'}
      />
    </Indicator>
  );
}
