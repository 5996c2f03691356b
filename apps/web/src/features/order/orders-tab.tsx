import { Button, Group } from '@mantine/core';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import { type Order, parseOrderDetails } from '@servicebook/shared/order';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Column } from '../../components/data-table.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { dayIn } from '../../lib/moment-text.ts';
import { amountText } from '../../lib/money-text.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/use-session.ts';
import { DocumentButton } from './document-button.tsx';
import { ordersQuery } from './order.queries.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderStatusBadge } from './order-status-badge.tsx';

const OrderDialog = lazy(async () => ({ default: (await import('./order-dialog.tsx')).OrderDialog }));

const pageSizes = [10, 20, 50, 100];

/** All orders of the account, newest first. */
export function OrdersTab() {
  const { t } = useTranslation('order');
  const { user } = useSession();
  const [openedId, setOpenedId] = useState<number | null>(null);
  const table = useTableState({
    name: 'orders',
    sizes: pageSizes,
    defaultSize: 10,
    defaultSort: { by: 'id', direction: 'desc' },
  });
  const answer = useQuery(ordersQuery({ pageNo: table.page, pageSize: table.size }));
  const { data } = answer;
  const timezone = user?.timezone || 'UTC';
  // The list's current version of the order, because a payment may arrive while the dialog is open.
  const openOrder = data?.content.find(({ id }) => id === openedId);

  const peopleOf = ({ orderDetails }: Order) => {
    const [first, ...others] = parseOrderDetails(orderDetails).users;
    if (!first) return '–';
    const name = nameOrEmail(first);
    return others.length > 0 ? t('andMore', { name, count: others.length }) : name;
  };
  const columns: Column<Order>[] = [
    {
      key: 'id',
      header: t('list.number'),
      render: ({ id }) => <span data-nowrap>{t('list.numbered', { id })}</span>,
      hideable: false,
      card: 'title',
    },
    { key: 'date', header: t('list.date'), render: ({ date }) => dayIn(date, timezone), card: 'subtitle' },
    { key: 'users', header: t('list.users'), render: peopleOf },
    {
      key: 'amount',
      header: t('list.amount'),
      render: ({ totalAmount, currency }) => <span data-nowrap>{amountText(totalAmount, currency)}</span>,
      align: 'right',
    },
    {
      key: 'status',
      header: t('list.status'),
      render: ({ paymentStatus }) => <OrderStatusBadge status={paymentStatus} />,
      card: 'badge',
    },
    {
      key: 'actions',
      header: t('list.actions'),
      render: (order) => (
        <Group justify="flex-end" gap="xs">
          {order.invoicePdf && <DocumentButton document={order.invoicePdf} label={t('list.invoice')} />}
          <OrderActions order={order} />
        </Group>
      ),
      hideable: false,
      card: 'action',
    },
  ];
  return (
    <>
      <QueryTable
        query={answer}
        table={table}
        label={t('list.label')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={({ id }) => setOpenedId(id)}
        empty={{
          title: t('list.empty'),
          hint: t('list.emptyHint'),
          action: (
            <Button component={Link} to={paths.pricing} variant="default">
              {t('list.prices')}
            </Button>
          ),
        }}
      />
      {openOrder && (
        <Suspense>
          <OrderDialog order={openOrder} timezone={timezone} onClose={() => setOpenedId(null)} />
        </Suspense>
      )}
    </>
  );
}
