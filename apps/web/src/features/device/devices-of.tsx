import { Checkbox } from '@mantine/core';
import { DeviceSearch } from '@servicebook/shared/device';
import { sortKeysOf } from '@servicebook/shared/primitives';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { linkTo } from '../../lib/paths.ts';
import { deviceSearchQuery } from './device.queries.ts';
import { useDeviceColumns } from './device-fields.tsx';

const pageSizes = [10, 20, 50, 100];

interface Props {
  of: { customerId: number } | { categoryId: number };
  label: string;
  searchPlaceholder: string;
  empty: { title: string; hint: string };
}

/** The machines of one customer or one category, with links. */
export function DevicesOf({ of, label, searchPlaceholder, empty }: Props) {
  const { t } = useTranslation('device');
  const isCustomer = 'customerId' in of;
  const [archived, setArchived] = useState(false);
  const table = useTableState({
    name: isCustomer ? 'customer-devices' : 'category-devices',
    sizes: pageSizes,
    defaultSize: 10,
    defaultSort: { by: 'status', direction: 'asc' },
    sortKeys: sortKeysOf(DeviceSearch),
    inUrl: false,
  });
  const answer = useQuery(deviceSearchQuery({ ...table.request, ...of, archived }));

  // Shows the customer or the category, whichever differs between the rows.
  const shown = ['name', 'status', isCustomer ? 'category' : 'customer', 'serialNumber', 'city'];
  const all = useDeviceColumns();
  const columns = shown.flatMap((key) => all.find((column) => column.key === key) ?? []);
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
      toolbar={
        <Checkbox
          label={t('filter.archived')}
          checked={archived}
          onChange={(event) => {
            setArchived(event.currentTarget.checked);
            table.setPage(0);
          }}
        />
      }
      filtered={archived}
      onClearFilters={() => setArchived(false)}
      empty={empty}
    />
  );
}
