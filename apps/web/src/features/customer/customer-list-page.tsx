import { type Customer, CustomerSearch } from '@servicebook/shared/customer';
import { sortKeysOf } from '@servicebook/shared/primitives';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AddOrImport, ImportLink } from '../../components/add-or-import.tsx';
import { BulkActions } from '../../components/bulk-actions.tsx';
import { columnsOf } from '../../components/entity-fields.ts';
import { ExportMenu, useExportActions } from '../../components/export-menu.tsx';
import { HeaderAction, PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { RecentBulk } from '../../components/recent-bulk.tsx';
import { useRowSelection } from '../../components/use-row-selection.ts';
import { useTableState } from '../../components/use-table-state.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { customerSearchQuery, exportCustomers, findCustomerIds } from './customer.queries.ts';
import { customerEntries } from './customer-entries.ts';
import { useCustomerFields } from './customer-fields.tsx';

const sortKeys = sortKeysOf(CustomerSearch);
const pageSizes = [10, 20, 50, 100];

/** The specification puts these fields in the address of the edit screen. */
function editLink(customer: Customer): string {
  const { id, shortName, fullName, streetAddress, zipCode, city, country, nip, regon, phoneNumber, email } =
    customer;
  return linkTo.customerEdit({
    id,
    shortName,
    fullName,
    streetAddress,
    zipCode,
    city,
    country,
    nip,
    regon,
    phoneNumber,
    email,
  });
}

export function CustomerListPage() {
  const { t } = useTranslation('customer');
  const table = useTableState({
    name: 'customers',
    sizes: pageSizes,
    defaultSize: 10,
    defaultSort: { by: 'id', direction: 'desc' },
    sortKeys,
  });
  const { text, sort } = table.request;
  const columns = columnsOf(useCustomerFields(), sortKeys);
  const answer = useQuery(customerSearchQuery(table.request));
  const selection = useRowSelection(text);
  const exports = useExportActions(selection.ids, (format, ids) => exportCustomers({ ids, sort, format }));

  const addButton = (
    <HeaderAction label={t('add')} icon={<IconPlus size={20} aria-hidden />} to={paths.customerAdd} />
  );
  return (
    <>
      <PageHeader
        title={t('listTitle')}
        actions={
          <>
            <ImportLink />
            <ExportMenu
              printing={table.printing}
              chosen={selection.ids}
              fetchFile={(format, ids) => exportCustomers({ ...(ids ? { ids } : { text }), sort, format })}
            />
            {addButton}
          </>
        }
      />
      <RecentBulk subject="customer" />
      <QueryTable
        query={answer}
        table={table}
        columnChoice
        views={{ list: 'customers' }}
        label={t('listTitle')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={editLink}
        selection={{
          ...selection,
          all: { total: answer.data?.totalElements, load: () => findCustomerIds({ text }) },
          idOf: ({ id }) => id,
          nameOf: ({ shortName }) => shortName,
          actions: (
            <BulkActions
              entries={customerEntries}
              others={exports}
              ids={selection.ids}
              onDone={selection.clear}
            />
          ),
        }}
        searchPlaceholder={t('searchPlaceholder')}
        empty={{
          title: t('emptyTitle'),
          hint: t('emptyHint'),
          action: <AddOrImport>{addButton}</AddOrImport>,
        }}
      />
    </>
  );
}
