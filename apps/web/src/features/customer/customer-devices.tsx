import { type Device, deviceSortKeys, statusColours } from '@servicebook/shared/device';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { linkTo } from '../../lib/paths.ts';
import { customerDevicesQuery } from './customer.queries.ts';

const pageSizes = [10, 20, 50, 100];

/** The customer's machines, each a link to its screen. */
export function CustomerDevices({ customerId }: { customerId: number }) {
  const { t } = useTranslation(['customer', 'device']);
  const table = useTableState({
    name: 'customer-devices',
    sizes: pageSizes,
    defaultSize: 10,
    defaultSort: { by: 'status', direction: 'asc' },
    sortKeys: deviceSortKeys,
    inUrl: false,
  });
  const { data, error, isFetching, refetch } = useQuery(customerDevicesQuery(customerId, table.request));

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
      key: 'category',
      header: t('device:category'),
      render: ({ category }) => category.name,
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
      rowHref={({ id }) => linkTo.machineEdit({ id, prev: 'customerEdit', customerId })}
      total={data?.totalElements}
      searchPlaceholder={t('devicesSearch')}
      loading={isFetching}
      error={error}
      onRetry={refetch}
      empty={{ title: t('devicesEmptyTitle'), hint: t('devicesEmptyHint') }}
    />
  );
}
