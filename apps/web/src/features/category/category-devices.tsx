import { type Device, deviceSortKeys, statusColours } from '@servicebook/shared/device';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { linkTo } from '../../lib/paths.ts';
import { categoryDevicesQuery } from './category.queries.ts';

const pageSizes = [10, 20, 50, 100];

/** The machines of a category, each a link to its screen. */
export function CategoryDevices({ categoryId }: { categoryId: number }) {
  const { t } = useTranslation(['category', 'device']);
  const table = useTableState({
    name: 'category-devices',
    sizes: pageSizes,
    defaultSize: 10,
    defaultSort: { by: 'status', direction: 'asc' },
    sortKeys: deviceSortKeys,
    inUrl: false,
  });
  const { data, error, isFetching, refetch } = useQuery(categoryDevicesQuery(categoryId, table.request));

  const columns: Column<Device>[] = [
    { key: 'name', header: t('device:name'), render: ({ name }) => name, sortable: true, card: 'title' },
    {
      key: 'status',
      header: t('device:statusLabel'),
      render: ({ status }) => <StatusBadge label={t(`device:status.${status}`)} {...statusColours[status]} />,
      sortable: true,
      card: 'badge',
    },
    {
      key: 'customer',
      header: t('device:customer'),
      render: ({ customer }) => customer.shortName,
      sortable: true,
      card: 'subtitle',
    },
    {
      key: 'serialNumber',
      header: t('device:serialNumber'),
      render: ({ serialNumber }) => serialNumber,
      sortable: true,
    },
    { key: 'city', header: t('device:city'), render: ({ city }) => city, sortable: true },
  ];
  return (
    <DataTable
      {...table.controls}
      label={t('devicesTab')}
      columns={columns}
      rows={data?.content}
      rowKey={({ id }) => id}
      rowHref={({ id, customer }) =>
        linkTo.machineEdit({ id, prev: 'categoryEdit', customerId: customer.id, categoryId })
      }
      total={data?.totalElements}
      searchPlaceholder={t('devicesSearch')}
      loading={isFetching}
      error={error}
      onRetry={refetch}
      empty={{ title: t('devicesEmptyTitle'), hint: t('devicesEmptyHint') }}
    />
  );
}
