import { cityLine } from '@servicebook/i18n/names.ts';
import { type Customer, CustomerSearch } from '@servicebook/shared/customer';
import { sortKeysOf } from '@servicebook/shared/primitives';
import { IconPhone, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { ExportMenu } from '../../components/export-menu.tsx';
import { HeaderAction, PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { customerSearchQuery, exportCustomers } from './customer.queries.ts';
import classes from './customer-list-page.module.css';

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
    sortKeys: sortKeysOf(CustomerSearch),
  });
  const { text, sort } = table.request;
  const answer = useQuery(customerSearchQuery(table.request));

  const addButton = (
    <HeaderAction label={t('add')} icon={<IconPlus size={20} aria-hidden />} to={paths.customerAdd} />
  );
  const columns: Column<Customer>[] = [
    {
      key: 'shortName',
      header: t('shortName'),
      render: ({ shortName }) => shortName,
      sortable: true,
      hideable: false,
      card: 'title',
    },
    {
      key: 'fullName',
      header: t('fullName'),
      render: ({ fullName }) => fullName,
      sortable: true,
      card: 'subtitle',
    },
    {
      key: 'streetAddress',
      header: t('streetAddress'),
      render: ({ streetAddress }) => streetAddress,
      defaultHidden: true,
      card: false,
    },
    {
      key: 'city',
      header: t('city'),
      render: cityLine,
      sortable: true,
    },
    { key: 'nip', header: t('nip'), render: ({ nip }) => nip, sortable: true, card: false },
    { key: 'regon', header: t('regon'), render: ({ regon }) => regon, defaultHidden: true, card: false },
    {
      key: 'phoneNumber',
      header: t('phoneNumber'),
      render: ({ phoneNumber }) => phoneNumber && <PhoneLink number={phoneNumber} />,
      sortable: true,
      card: 'action',
    },
    { key: 'email', header: t('email'), render: ({ email }) => email, sortable: true, card: false },
  ];

  return (
    <>
      <PageHeader
        title={t('listTitle')}
        actions={
          <>
            <ExportMenu fetchFile={(format) => exportCustomers({ text, sort, format })} />
            {addButton}
          </>
        }
      />
      <QueryTable
        query={answer}
        table={table}
        columnChoice
        label={t('listTitle')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={editLink}
        searchPlaceholder={t('searchPlaceholder')}
        empty={{ title: t('emptyTitle'), hint: t('emptyHint'), action: addButton }}
      />
    </>
  );
}

/** A telephone link. */
function PhoneLink({ number }: { number: string }) {
  return (
    <a className={classes.phone} href={`tel:${number.replace(/[^\d+]/g, '')}`}>
      <IconPhone className={classes.phoneIcon} size={18} stroke={1.7} aria-hidden />
      {number}
    </a>
  );
}
