import { formatDay } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import { type Device, DeviceSearch, statusColours } from '@servicebook/shared/device';
import { sortKeysOf } from '@servicebook/shared/primitives';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Column } from '../../components/data-table.tsx';
import { HeaderAction, PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { useTableState } from '../../components/use-table-state.ts';
import { keepChoice, readChoice } from '../../lib/browser-storage.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { deviceSearchQuery } from './device.queries.ts';
import { activeFilters, type DeviceFilter, noFilter, readFilter, writeFilter } from './device-filter.ts';
import { DeviceFilterChips } from './device-filter-chips.tsx';
import classes from './device-list-page.module.css';
import { useWarrantyTexts } from './warranty-text.ts';

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
  const [query, setQuery] = useSearchParams();
  const [panel, setPanel] = useState(() => readChoice(panelChoice) === true);
  /** Null: not wanted so far, so not loaded. */
  const [sheet, setSheet] = useState<boolean | null>(null);
  const filter = readFilter(query);
  const table = useTableState({
    name: 'machines',
    sizes: pageSizes,
    defaultSize: 10,
    defaultSort: { by: 'status', direction: 'asc' },
    sortKeys: sortKeysOf(DeviceSearch),
  });
  const warrantyTexts = useWarrantyTexts();
  const answer = useQuery(deviceSearchQuery({ ...table.request, ...filter }));
  const { data } = answer;
  const count = activeFilters(filter).length;

  const write = (change: (current: URLSearchParams) => URLSearchParams) =>
    setQuery(change, { replace: true, preventScrollReset: true });
  const setFilter = (next: DeviceFilter) => write((current) => writeFilter(current, next));
  const changeFilter = (part: Partial<DeviceFilter>) =>
    write((current) => writeFilter(current, { ...readFilter(current), ...part }));
  /** The search text as well: the table offers it when nothing is found. */
  const showAll = () =>
    write((current) => {
      const next = writeFilter(current, noFilter);
      next.delete('q');
      return next;
    });
  const togglePanel = () => {
    if (narrow) return setSheet(true);
    keepChoice(panelChoice, !panel);
    setPanel(!panel);
  };

  const addButton = (
    <HeaderAction label={t('add')} icon={<IconPlus size={20} aria-hidden />} to={paths.machineAdd} />
  );
  const columns: Column<Device>[] = [
    {
      key: 'id',
      header: t('id'),
      render: ({ id }) => id,
      sortable: true,
      defaultHidden: true,
      card: false,
    },
    {
      key: 'status',
      header: t('statusLabel'),
      render: ({ status }) => <StatusBadge label={t(`status.${status}`)} {...statusColours[status]} />,
      sortable: true,
      card: 'badge',
    },
    {
      key: 'name',
      header: t('name'),
      render: ({ name }) => name,
      sortable: true,
      hideable: false,
      card: 'title',
    },
    {
      key: 'category',
      header: t('category'),
      render: ({ category }) => category.name,
      sortable: true,
      card: false,
    },
    {
      key: 'customer',
      header: t('customer'),
      render: ({ customer }) => customer.shortName,
      sortable: true,
      card: 'subtitle',
    },
    { key: 'city', header: t('city'), render: ({ city }) => city, sortable: true },
    {
      key: 'manufacturer',
      header: t('manufacturer'),
      render: ({ manufacturer }) => manufacturer,
      sortable: true,
      defaultHidden: true,
      card: false,
    },
    {
      key: 'model',
      header: t('model'),
      render: ({ model }) => model,
      sortable: true,
      defaultHidden: true,
      card: false,
    },
    {
      key: 'serialNumber',
      header: t('serialNumber'),
      render: ({ serialNumber }) => serialNumber,
      sortable: true,
    },
    {
      key: 'yearBuilt',
      header: t('yearBuilt'),
      render: ({ yearBuilt }) => yearBuilt,
      sortable: true,
      align: 'right',
      defaultHidden: true,
      card: false,
    },
    {
      key: 'sourcePower',
      header: t('sourcePower'),
      render: ({ sourcePower }) => sourcePower,
      sortable: true,
      defaultHidden: true,
      card: false,
    },
    {
      key: 'transferDate',
      header: t('transferDate'),
      render: ({ transferDate }) => transferDate && formatDay(transferDate, currentLanguage()),
      sortable: true,
      card: false,
    },
    {
      key: 'warranty',
      header: t('warranty'),
      render: ({ warranty }) => warrantyTexts.shown(warranty),
      sortable: true,
      defaultHidden: true,
      card: false,
    },
    {
      key: 'warrantyLength',
      header: t('warrantyLength'),
      render: ({ warrantyLength }) => warrantyLength,
      sortable: true,
      align: 'right',
      defaultHidden: true,
      card: false,
    },
    {
      key: 'streetAddress',
      header: t('streetAddress'),
      render: ({ streetAddress }) => streetAddress,
      sortable: true,
      defaultHidden: true,
      card: false,
    },
    {
      key: 'zipCode',
      header: t('zipCode'),
      render: ({ zipCode }) => zipCode,
      sortable: true,
      defaultHidden: true,
      card: false,
    },
    {
      key: 'country',
      header: t('country'),
      render: ({ country }) => country && countryName(country, currentLanguage()),
      sortable: true,
      defaultHidden: true,
      card: false,
    },
  ];

  return (
    <>
      <PageHeader
        title={t('listTitle')}
        backTo={paths.home}
        actions={
          <>
            <FilterButton count={count} opened={narrow ? sheet === true : panel} onClick={togglePanel} />
            {addButton}
          </>
        }
      />
      {panel && !narrow && (
        <section className={classes.panel} aria-label={t('filter.title')}>
          <Suspense fallback={<div className={classes.wait} />}>
            <DeviceFilterPanel filter={filter} onChange={changeFilter} />
          </Suspense>
        </section>
      )}
      {narrow && sheet !== null && (
        <Suspense>
          <DeviceFilterSheet
            opened={sheet}
            onClose={() => setSheet(false)}
            filter={filter}
            onChange={changeFilter}
            onClear={() => setFilter(noFilter)}
            found={data?.totalElements}
          />
        </Suspense>
      )}
      <DeviceFilterChips filter={filter} onChange={setFilter} />
      <QueryTable
        query={answer}
        table={table}
        columnChoice
        label={t('listTitle')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id, customer }) =>
          linkTo.machineEdit({ id, customerId: customer.id, prev: 'machineList' })
        }
        searchPlaceholder={t('searchPlaceholder')}
        filtered={count > 0}
        onClearFilters={showAll}
        empty={{ title: t('emptyTitle'), hint: t('emptyHint'), action: addButton }}
      />
    </>
  );
}

interface FilterButtonProps {
  count: number;
  opened: boolean;
  onClick: () => void;
}

function FilterButton({ count, opened, onClick }: FilterButtonProps) {
  const { t } = useTranslation('device');
  return (
    <div
      className={classes.filterButton}
      data-opened={opened || undefined}
      data-active={count > 0 || undefined}
    >
      <HeaderAction
        label={t('filter.open', { count })}
        icon={<IconFilter size={20} stroke={1.7} aria-hidden />}
        onClick={onClick}
        variant="default"
      />
    </div>
  );
}
