import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { type Order, parseOrderDetails } from '@servicebook/shared/order';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { AdminsOnly } from '../../components/admins-only.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { oneId } from '../../lib/address.ts';
import { ApiError } from '../../lib/api-error.ts';
import { employeesQuery } from '../../lib/employees.ts';
import { linkTo, paths, withQuery } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { useSession } from '../../lib/use-session.ts';
import { awaitedOrderQuery, paymentCheckQuery, usePay } from './order.queries.ts';
import { mayPay } from './order-texts.ts';

/** After this time without news from the provider, the page explains the possible reasons; milliseconds. */
const timeout = 10_000;

/**
 * The return page from the payment provider. Closing it loses nothing, because the server also waits for the payment.
 */
export function WaitingPage() {
  const { t } = useTranslation('order');
  return (
    <AdminsOnly
      permission="order.manage"
      title={t('waiting.title')}
      backTo={paths.userList}
      reason={t('adminsOnly')}
    >
      <Page width="narrow">
        <PageHeader title={t('waiting.title')} />
        <AwaitedOrder />
      </Page>
    </AdminsOnly>
  );
}

const AwaitedAddress = z.object({ orderId: oneId });

function AwaitedOrder() {
  const { t } = useTranslation('order');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { orderId: id } = useAddress(AwaitedAddress).values;
  const [openedAt] = useState(Date.now);
  const {
    data: order,
    error,
    dataUpdatedAt,
  } = useQuery({ ...awaitedOrderQuery(id ?? 0), enabled: id !== null });
  const { data: check } = useQuery({
    ...paymentCheckQuery(id ?? 0),
    enabled: order?.paymentStatus === 'PROCESSING',
  });
  const paid = order?.paymentStatus === 'SUCCESS';
  const done = paid && user !== null && !user.expired;

  useEffect(() => {
    if (!done) return;
    queryClient.invalidateQueries({ queryKey: employeesQuery.queryKey });
    navigate(withQuery(paths.userList, { payment: 'success' }), { replace: true });
  }, [done, navigate, queryClient]);

  const failure = id === null ? new ApiError({ status: 404, code: 'NOT_FOUND' }) : error;
  // A failed poll is not shown, because the next one may succeed. A missing order is an error.
  if (!order && failure && !failure.unexpected) return <ErrorState error={failure} />;
  if (paid && !done)
    return (
      <Outcome good title={t('waiting.paidTitle')} text={t('waiting.paidForOthers')}>
        <Button component={Link} to={withQuery(paths.userList, { payment: 'success' })}>
          {t('toEmployees')}
        </Button>
      </Outcome>
    );
  if (order?.paymentStatus === 'REJECTED')
    return (
      <Outcome title={t('waiting.rejectedTitle')} text={t('waiting.rejected')}>
        <OrderAgain order={order} />
      </Outcome>
    );
  if (order?.paymentStatus === 'AFTER_DEADLINE')
    return (
      <Outcome title={t('waiting.lateTitle')} text={t('waiting.late')}>
        <OrderAgain order={order} />
      </Outcome>
    );
  const unpaid = check?.paid === false || dataUpdatedAt - openedAt > timeout;
  return (
    <>
      <LoadingState label={t('waiting.pleaseWait')} />
      <Text c="dimmed" ta="center" maw="32rem" mx="auto" mb="md">
        {t('waiting.mayClose')}
      </Text>
      {order?.paymentStatus === 'SIGNED' && (
        <Text c="dimmed" ta="center" maw="32rem" mx="auto" mb="md">
          {t('waiting.checking')}
        </Text>
      )}
      {unpaid && order && mayPay(order) && <PayAgain order={order} />}
    </>
  );
}

interface OutcomeProps {
  title: string;
  text: string;
  good?: boolean;
  children: ReactNode;
}

function Outcome({ title, text, good = false, children }: OutcomeProps) {
  const Icon = good ? IconCircleCheck : IconAlertTriangle;
  return (
    <Card component="section" mt={24} role="status">
      <Stack align="center" gap="sm" ta="center">
        <Icon
          size={32}
          stroke={1.6}
          aria-hidden
          color={
            good
              ? 'var(--mantine-color-green-light-color)'
              : 'light-dark(var(--mantine-color-yellow-9), var(--mantine-color-yellow-5))'
          }
        />
        <Title order={2}>{title}</Title>
        <Text maw="32rem">{text}</Text>
        <Group justify="center" gap="sm" mt="xs" mod="actions">
          {children}
        </Group>
      </Stack>
    </Card>
  );
}

const ToEmployees = () => (
  <Button component={Link} to={paths.userList} variant="default">
    {useTranslation('order').t('toEmployees')}
  </Button>
);

/** Orders the same again for the same users, because the old order can no longer be paid. */
function OrderAgain({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const users = parseOrderDetails(order.orderDetails).users.flatMap(({ id }) => id ?? []);
  return (
    <>
      <ToEmployees />
      <Button component={Link} to={linkTo.order(users)}>
        {t('orderAgain')}
      </Button>
    </>
  );
}

/** Declined, abandoned or slow: the provider has no payment and gives no reason, so all options are shown. */
function PayAgain({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const { data: config } = useQuery(appConfigQuery);
  const { mutate, isIdle, isError, error } = usePay();
  return (
    <Outcome title={t('waiting.slowTitle')} text={t('waiting.slow')}>
      <ToEmployees />
      {config?.paymentsEnabled && (
        <Button loading={!isIdle && !isError} onClick={() => mutate(order)}>
          {t('payAgain')}
        </Button>
      )}
      <ErrorNotice error={error} />
    </Outcome>
  );
}
