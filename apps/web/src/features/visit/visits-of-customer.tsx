import { Group } from '@mantine/core';
import type { Customer } from '@servicebook/shared/customer';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { linkTo } from '../../lib/paths.ts';
import { PlanVisit } from './plan-visit.tsx';
import { useVisitColumns } from './use-visit-columns.tsx';
import { visitSearchQuery } from './visit.queries.ts';

/** All visits to a customer, the latest day first. */
export function VisitsOfCustomer({ customer }: { customer: Pick<Customer, 'id' | 'shortName'> }) {
  const { t } = useTranslation('visit');
  const navigate = useNavigate();
  const table = useTableState({
    name: 'customer-visits',
    sizes: [10, 20, 50],
    defaultSize: 10,
    defaultSort: { by: 'day', direction: 'desc' },
    sortKeys: ['day', 'priority', 'state'],
    inUrl: false,
  });
  const answer = useQuery(visitSearchQuery({ ...table.request, customerId: customer.id }));
  const columns = useVisitColumns().filter(({ key }) => key !== 'customer');
  const need = { customer: { id: customer.id, label: customer.shortName } };
  return (
    <>
      <Group mb="md" mod="actions">
        <PlanVisit need={need} variant="filled" />
      </Group>
      <QueryTable
        query={answer}
        table={table}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => linkTo.visit({ id })}
        onRowClick={({ id }) => navigate(linkTo.visit({ id }))}
        searchPlaceholder={t('search')}
        empty={{
          title: t('emptyTitle'),
          hint: t('emptyHint'),
          icon: <IconCalendarPlus size={32} stroke={1.5} />,
        }}
      />
    </>
  );
}
