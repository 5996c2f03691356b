import { type Device, DeviceSearch, statusColours } from '@servicebook/shared/device';
import { sortKeysOf } from '@servicebook/shared/primitives';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { linkTo } from '../../lib/paths.ts';
import { deviceSearchQuery } from './device.queries.ts';

const pageSizes = [10, 20, 50, 100];

interface Props {
  of: { customerId: number } | { categoryId: number };
  label: string;
  searchPlaceholder: string;
  empty: { title: string; hint: string };
}

/** The machines of one customer or one category, each a link to its screen. */
export function DevicesOf({ of, label, searchPlaceholder, empty }: Props) {
  const { t } = useTranslation('device');
  const isCustomer = 'customerId' in of;
  const table = useTableState({
    name: isCustomer ? 'customer-devices' : 'category-devices',
    sizes: pageSizes,
    defaultSize: 10,
    defaultSort: { by: 'status', direction: 'asc' },
    sortKeys: sortKeysOf(DeviceSearch),
    inUrl: false,
  });
  const answer = useQuery(deviceSearchQuery({ ...table.request, ...of }));

  const columns: Column<Device>[] = [
    { key: 'name', header: t('name'), render: ({ name }) => name, sortable: true, card: 'title' },
    {
      key: 'status',
      header: t('statusLabel'),
      render: ({ status }) => <StatusBadge label={t(`status.${status}`)} {...statusColours[status]} />,
      sortable: true,
      card: 'badge',
    },
    // The side that is not the same for all of them.
    isCustomer
      ? {
          key: 'category',
          header: t('category'),
          render: ({ category }) => category.name,
          sortable: true,
          card: 'subtitle',
        }
      : {
          key: 'customer',
          header: t('customer'),
          render: ({ customer }) => customer.shortName,
          sortable: true,
          card: 'subtitle',
        },
    {
      key: 'serialNumber',
      header: t('serialNumber'),
      render: ({ serialNumber }) => serialNumber,
      sortable: true,
    },
    { key: 'city', header: t('city'), render: ({ city }) => city, sortable: true },
  ];
  return (
    <QueryTable
      query={answer}
      table={table}
      label={label}
      columns={columns}
      rowKey={({ id }) => id}
      rowHref={({ id, customer }) =>
        linkTo.machineEdit({
          id,
          prev: isCustomer ? 'customerEdit' : 'categoryEdit',
          customerId: customer.id,
          ...of,
        })
      }
      searchPlaceholder={searchPlaceholder}
      empty={empty}
    />
  );
}
