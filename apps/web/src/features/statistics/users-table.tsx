import type { UserServices } from '@servicebook/shared/statistics';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import classes from './service-events.module.css';
import type { Span } from './span.ts';
import { servicesUsersQuery } from './statistics.queries.ts';
import { TableHeading } from './table-heading.tsx';

const sortKeys = [
  'lastName',
  'firstName',
  'countUserServices',
  'countUserSignedServices',
  'unsigned',
] as const;
const unsignedOf = (row: UserServices) => row.countUserServices - row.countUserSignedServices;

/** The number of protocols per user. */
export function UsersTable({ span }: { span: Span }) {
  const { t } = useTranslation('statistics');
  const answer = useQuery(servicesUsersQuery(span));
  const table = useTableState({
    name: 'statistics-users',
    sizes: [10, 20, 50],
    defaultSize: 20,
    defaultSort: { by: 'lastName', direction: 'asc' },
    sortKeys,
  });
  const local = {
    textOf: ({ lastName, firstName }: UserServices) => `${lastName} ${firstName}`,
    sortValue: (row: UserServices, by: string) =>
      by === 'unsigned' ? unsignedOf(row) : (row[by as keyof UserServices] ?? row.lastName),
  };
  const count = (key: (typeof sortKeys)[number], header: string, of: (row: UserServices) => number) =>
    ({ key, header, render: of, sortable: true, align: 'right', width: '9rem' }) as const;
  const columns: Column<UserServices>[] = [
    {
      key: 'lastName',
      header: t('columns.lastName'),
      render: ({ lastName, firstName }) => lastName || firstName,
      sortable: true,
      card: 'title',
    },
    {
      key: 'firstName',
      header: t('columns.firstName'),
      render: ({ firstName }) => firstName,
      sortable: true,
      card: 'subtitle',
    },
    count('countUserServices', t('columns.all'), ({ countUserServices }) => countUserServices),
    count(
      'countUserSignedServices',
      t('columns.signed'),
      ({ countUserSignedServices }) => countUserSignedServices,
    ),
    count('unsigned', t('columns.unsigned'), unsignedOf),
  ];
  return (
    <section className={classes.section}>
      <TableHeading table="USERS" span={span} />
      <QueryTable
        query={answer}
        table={table}
        local={local}
        label={t('tables.USERS')}
        columns={columns}
        rowKey={({ userId }) => userId}
        searchPlaceholder={t('searchEmployee')}
        empty={{ title: t('noEmployees') }}
      />
    </section>
  );
}
